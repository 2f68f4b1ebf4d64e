package pipeline

import (
	"slices"
	"strings"
	"testing"

	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/offline"
	"judgement/panel"
)

// TestEachOutputFormatIsMade: stored panels and rows of jobs have these names and kinds.
// A plan without an output format is of a scored report.
func TestEachOutputFormatIsMade(t *testing.T) {
	for name, kind := range map[panel.OutputFormat]string{
		"": "review", panel.ScoredReport: "review", panel.RankingBoard: "review", panel.MeetingSummary: "meeting",
	} {
		if f, err := Find(nil, name); err != nil || f.Kind() != kind {
			t.Errorf("%q: %v, %v", name, f, err)
		}
	}
	if _, err := Find(nil, "of_a_later_release"); err == nil {
		t.Error("an unknown output format was made")
	}
	for _, kind := range []string{"review", "meeting"} {
		if got := Kinds(); !slices.Contains(got, kind) {
			t.Errorf("kinds %v: stored rows have jobs of %s", got, kind)
		}
	}
}

// TestEachFormat holds every format to what the pipeline and its callers need: without
// a language model a document is judged, stored and rendered again to the same bytes,
// and each stored quote is proven again.
func TestEachFormat(t *testing.T) {
	text := "# A trial of lockers\n\n" + strings.Repeat("We measured 212 visits in week 3, because the limit of 40 failed. Ann counts 17 lockers by 3 May.\n\n", 9)
	for _, name := range Outputs() {
		t.Run(string(name), func(t *testing.T) {
			ws := meetingWorkspace(3, "", "")
			file := ws["scenes/meet/panel.yaml"]
			file.Data = append([]byte(strings.Replace(string(file.Data), "meeting_summary", string(name), 1)),
				"scoring_lenses:\n  - {slug: evidence, max_score: 10, description: What was measured.}\n"...)
			r := newRig(t, ws, fakeserver.Options{})
			r.Runner.Model = offline.New()
			f, err := Find(r.Workspace, name)
			if err != nil {
				t.Fatal(err)
			}
			out, err := r.summarise(t, text, nil)
			if err != nil {
				t.Fatal(err)
			}
			o := out.Judgement.Overview()
			if len(o.Judges) != 3 || o.Answered() != 3 || o.Evidence.Total == 0 || o.Usage.Calls < 3 || o.Cost == nil || o.Judges[0].Says == "" {
				t.Errorf("overview: %+v", o)
			}
			if scores := name.Scores(); scores != (o.Score != nil) {
				t.Errorf("the panel's scores are %v, the overview's are %+v", scores, o.Score)
			} else if scores == (len(o.Highlights)+len(o.Shortcomings) > 0) {
				t.Errorf("points beside scores: %v, %d highlights, %d shortcomings", scores, len(o.Highlights), len(o.Shortcomings))
			}
			for _, row := range out.Judgement.Details(out.Plan).Rows {
				if header := out.Judgement.Details(out.Plan).Header; len(row) != len(header) {
					t.Errorf("the row %q is under the header %q", row, header)
				}
			}
			c, err := r.Cases.Find(t.Context(), out.CaseID)
			if err != nil {
				t.Fatal(err)
			}
			if g, err := r.Glance(t.Context(), c, 1); err != nil || g.Unproven != o.Evidence.Total-o.Evidence.Proven || (g.Score != nil) != (o.Score != nil) ||
				g.Score != nil && (g.Score.Grade != o.Score.Grade || g.Score.Total.Cmp(o.Score.Total) != 0 || g.Score.Max.Cmp(o.Score.Max) != 0) {
				t.Errorf("a list shows %+v, %v; the overview is %+v", g, err, o)
			}
			record := r.read(t, "cases/"+out.CaseID+"/v1/"+f.Record().File)
			if cited, err := f.Record().Citations([]byte(record)); err != nil || len(cited) < o.Evidence.Total {
				t.Errorf("%d citations are on record, want %d: %v", len(cited), o.Evidence.Total, err)
			}
			again, err := r.Render(t.Context(), "weekly", RenderOptions{Verify: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range again.Files {
				if r.read(t, out.Folder+"/"+file.Name) != string(file.Data) {
					t.Errorf("%s is not the same when it is rendered again", file.Name)
				}
			}
			if c := again.Result.Recheck; c.Quotes != o.Evidence.Total || len(c.Changed) > 0 || len(again.Files) != len(out.Files) {
				t.Errorf("%d of %d quotes were looked up again, changed: %+v", c.Quotes, o.Evidence.Total, c.Changed)
			}
		})
	}
}
