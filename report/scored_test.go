package report

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/jury"
	"judgement/panel"
)

func scoresOf(values ...string) map[string]panel.Points {
	out := make(map[string]panel.Points)
	for i, l := range samplePanel().Lenses {
		if i < len(values) && values[i] != "" {
			out[l.Slug] = panel.MustPoints(values[i])
		}
	}
	return out
}

// sections are the level 2 headings of a page by identifier.
func sections(p Page) string {
	var ids []string
	for _, b := range p.Blocks {
		if h, ok := b.(Heading); ok && h.Level == 2 {
			ids = append(ids, h.ID)
		}
	}
	return strings.Join(ids, " ")
}

func TestScoredSections(t *testing.T) {
	remark := []Remark{{Text: "x"}}
	for _, tt := range []struct {
		name                   string
		scores                 map[string]panel.Points
		must, suggestions, cut []Remark
		want                   string
	}{
		{"all sound", scoresOf("30", "24", "20", "12"), nil, nil, nil, "total dimensions summary"},
		{"below 60 %", scoresOf("17.99", "30", "25", "15"), nil, nil, nil, "total dimensions must-fix summary"},
		{"exactly 60 %", scoresOf("18", "30", "25", "15"), nil, nil, nil, "total dimensions suggestions summary"},
		{"just below 80 %", scoresOf("23.999", "30", "25", "15"), nil, nil, nil, "total dimensions suggestions summary"},
		{"remarks alone", scoresOf("30", "30", "25", "15"), remark, remark, remark, "total dimensions must-fix suggestions cuts summary"},
		{"cuts alone", scoresOf("30", "30", "25", "15"), nil, nil, remark, "total dimensions cuts summary"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Scored(samplePanel(), tt.scores, nil, tt.must, tt.suggestions, tt.cut, ScoredOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := sections(p); got != tt.want {
				t.Errorf("sections %q, want %q", got, tt.want)
			}
		})
	}
}

func TestScoredNamesEveryMistake(t *testing.T) {
	scores := scoresOf("30.01", "-1", "", "12")
	scores["zeal"], scores["art"] = panel.PointsOf(1), panel.PointsOf(1)
	_, err := Scored(samplePanel(), scores, map[string]string{"style": "x"}, []Remark{{Lens: "tone", Text: "x"}}, nil, nil, ScoredOptions{})
	want := `build scored report: lens "problem-fit" has a score of 30.01, outside 0 to 30
lens "evidence" has a score of -1, outside 0 to 30
lens "feasibility" has no score
lens "art" is not in panel "pitch"
lens "style" is not in panel "pitch"
lens "tone" is not in panel "pitch"
lens "zeal" is not in panel "pitch"`
	if err == nil {
		t.Fatal("no error")
	}
	if d := cmp.Diff(want, err.Error()); d != "" {
		t.Error(d)
	}
}

func TestScoredRefuses(t *testing.T) {
	twice, flat := samplePanel(), samplePanel()
	twice.Lenses[1].Slug = "problem-fit"
	flat.Lenses[0].MaxScore = panel.Points{}
	full := scoresOf("1", "1", "1", "1")
	for _, tt := range []struct {
		name   string
		panel  *panel.Panel
		scores map[string]panel.Points
		lang   Lang
		want   string
	}{
		{"no panel", nil, full, English, "no panel given"},
		{"no lenses", &panel.Panel{Name: "p"}, nil, English, `panel "p" has no lenses`},
		{"language", samplePanel(), full, "fr", `language "fr" is unknown; use "en" or "zh"`},
		{"lens twice", twice, full, English, `lens "problem-fit" is in the panel twice`},
		{"no maximum", flat, full, English, "it must be positive"},
	} {
		if _, err := Scored(tt.panel, tt.scores, nil, nil, nil, nil, ScoredOptions{Lang: tt.lang}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestHeadingIDsAreUnique(t *testing.T) {
	for _, p := range []Page{samplePage(English), JudgePage(sampleReview(Chinese), "evidence-checker")} {
		seen := make(map[string]bool)
		for _, b := range p.Blocks {
			if h, ok := b.(Heading); ok {
				if seen[h.ID] {
					t.Errorf("identifier %q twice", h.ID)
				}
				seen[h.ID] = true
			}
		}
	}
}

func TestAnchorViews(t *testing.T) {
	p := samplePanel()
	means := map[string]panel.Points{"evidence": panel.PointsOf(16), "problem-fit": panel.PointsOf(16)}
	v := []Verdict{{Judge: "frugal-operator", Outcome: "ok", Cells: []LensVerdict{
		{Lens: "problem-fit", Max: panel.PointsOf(30), Score: ptr(panel.PointsOf(22))}, // +6: exactly 20 %
		{Lens: "evidence", Max: panel.PointsOf(30), Score: ptr(panel.MustPoints("9.99"))},
		{Lens: "clarity", Max: panel.PointsOf(15), Score: ptr(panel.PointsOf(9))}, // no mean
	}}}
	got := AnchorViews(p, v, means)
	if len(got) != 2 || got[0].Flagged || got[0].Difference.String() != "6" || !got[1].Flagged || got[1].Difference.String() != "-6.01" {
		t.Errorf("got %+v", got)
	}
	p.Judges = p.Judges[3:] // anchors only: they vote
	if got := AnchorViews(p, v, means); got != nil {
		t.Errorf("voting anchors are compared: %+v", got)
	}
}

func TestMarksAndCounts(t *testing.T) {
	in := sampleReview(English)
	want := []Mark{{ID: "q-10-54", Start: 10, End: 54}, {ID: "q-90-100", Start: 90, End: 100}}
	in.Verdicts[0].Cells[0].Citations[0].End = 54
	for i := range in.Verdicts {
		for j := range in.Verdicts[i].Cells {
			for k, c := range in.Verdicts[i].Cells[j].Citations {
				if c.Start == 10 {
					in.Verdicts[i].Cells[j].Citations[k].End = 54
				}
			}
		}
	}
	if d := cmp.Diff(want, Marks(Citations(in.Verdicts))); d != "" {
		t.Error(d)
	}
	in.Verdicts[0].Cells[0].Citations[0].Status = "odd"
	counts := EvidenceCounts{Total: 9, Proven: 2, ByStatus: []StatusCount{{"exact", 2}, {"altered", 6}, {"uncited", 3}, {"odd", 1}}}
	if d := cmp.Diff(counts, CountEvidence(Citations(in.Verdicts))); d != "" {
		t.Error(d)
	}
	in.Source = &Source{Name: "x"}
	blocks := Appendix(in)
	if s, ok := blocks[len(blocks)-1].(Source); !ok || len(s.Marks) != 2 || in.Source.Marks != nil {
		t.Error("the source is not last with its marks, or the input was changed")
	}
}

// TestMustFixElsewhere: what a judge calls must-fix is in the report, on whatever
// lens, once.
func TestMustFixElsewhere(t *testing.T) {
	in := sampleReview(English) // problem-fit 27 of 30, evidence 17 of 30
	if md := string(Markdown(Page{Lang: English, Blocks: Appendix(in)})); strings.Contains(md, "Must-fix items on dimensions") {
		t.Error("a must-fix item of a lens below 60 % is listed twice")
	}
	for range 2 {
		in.Verdicts[0].MustFix = append(in.Verdicts[0].MustFix, Remark{Lens: "problem-fit", Text: "Name the payer."})
	}
	md := string(Markdown(Page{Lang: English, Blocks: Appendix(in)}))
	_, after, _ := strings.Cut(md, "## Must-fix items on dimensions of 60% or more")
	section, _, _ := strings.Cut(after, "\n## ")
	if strings.Count(section, "Name the payer.") != 1 || !strings.Contains(section, "Evidence checker") {
		t.Errorf("the appendix has %q", section)
	}
}

func TestMoney(t *testing.T) {
	for amount, want := range map[string]string{"0": "USD 0", "0.0123": "USD 0.0123", "0.0000001": "USD < 0.000001", "12": "USD 12"} {
		if got := (Money{"USD", panel.MustPoints(amount)}).String(); got != want {
			t.Errorf("%s is shown as %q, want %q", amount, got, want)
		}
	}
}

func TestWordingIsComplete(t *testing.T) {
	source, err := os.ReadFile("wording.go")
	if err != nil {
		t.Fatal(err)
	}
	phrases := regexp.MustCompile(`= Phrase\{"(.*)", "(.*)"\}`).FindAllStringSubmatch(string(source), -1)
	if len(phrases) < 50 {
		t.Fatalf("wording.go has %d phrases", len(phrases))
	}
	for _, w := range phrases {
		if w[1] == "" || w[2] == "" {
			t.Errorf("phrase %s lacks a language", w[0])
		}
		if strings.Count(w[1], "%") != strings.Count(w[2], "%") {
			t.Errorf("phrase %s takes other arguments in the two languages", w[0])
		}
	}
	for _, terms := range [][]term{statusTerms, outcomeTerms, integrityTerms} {
		for _, w := range terms {
			if w.en == "" || w.zh == "" || w.en == w.zh {
				t.Errorf("term %+v lacks a language", w)
			}
		}
	}
}

// The closed sets of the engine have words here, and Proven agrees with it.
func TestTermsCoverTheEngine(t *testing.T) {
	for _, s := range []evidence.Status{
		evidence.Exact, evidence.Normalised, evidence.Ellipsis, evidence.Near, evidence.Altered,
		evidence.WrongSource, evidence.TooShort, evidence.NotFound, evidence.Uncited,
	} {
		if Chinese.Status(string(s)) == string(s) || Proven(string(s)) != s.Proven() {
			t.Errorf("status %s has no word or another proof", s)
		}
	}
	for _, o := range []jury.Outcome{jury.OK, jury.Abstained, jury.Refused, jury.Unparsable, jury.Failed, jury.OverBudget} {
		if Chinese.Outcome(string(o)) == string(o) {
			t.Errorf("outcome %s has no word", o)
		}
	}
	for _, k := range []document.WarningKind{
		document.HiddenText, document.PlantedCommand, document.PlantedScore, document.FakeReply, document.FakeFence, document.ZeroWidth,
		document.BidiControl, document.ControlCharacter, document.TrackedDeletion, document.SpeakerNotes, document.ScriptLink,
		document.MissingText, document.TagCharacter, document.GuessedEncoding,
	} {
		if Chinese.Integrity(string(k)) == string(k) {
			t.Errorf("integrity kind %s has no word", k)
		}
	}
	if English.Status("new") != "new" {
		t.Error("an unknown status is not shown as it is")
	}
}

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		lang                Lang
		slug, display, want string
	}{
		{Chinese, "problem-fit", "问题定义", "问题定义"},
		{English, "problem-fit", "问题定义", "Problem fit"},
		{English, "problem-fit", "Fit", "Fit"},
		{Chinese, "problem-fit", "", "Problem fit"},
	} {
		if got := tt.lang.Lens(panel.Lens{Slug: tt.slug, DisplayNameCN: tt.display}); got != tt.want {
			t.Errorf("%v: %q", tt, got)
		}
	}
}
