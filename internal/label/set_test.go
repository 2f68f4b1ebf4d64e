package label_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/board"
	"judgement/internal/label"
	"judgement/internal/study"
	"judgement/panel"
	"judgement/report"
)

func submission(doc string, scores ...string) board.Submission {
	s := board.Submission{Case: "C-" + doc, Panel: jury, Document: doc}
	for i, j := range jury.Judges {
		v := report.Verdict{Judge: j.Slug, Outcome: "ok"}
		for _, l := range jury.Lenses {
			p := panel.MustPoints(scores[i])
			v.Cells = append(v.Cells, report.LensVerdict{Lens: l.Slug, Max: l.MaxScore, Score: &p})
		}
		s.Verdicts = append(s.Verdicts, v)
	}
	return s
}

// TestSet: verdicts of the judges that vote, in their lenses; totals of those that
// score all of them, if there are labels of whole documents.
func TestSet(t *testing.T) {
	subs := []board.Submission{submission("a", "4", "7", "1"), submission("b", "2", "9", "1")}
	row := func(doc, lens, field, text string) label.Row {
		return label.Row{Document: doc, Lens: lens, Person: "ann", Field: field, Text: text}
	}
	set, unused, err := label.Set(subs, []label.Row{row("a", "clarity", "score", "5"), row("b", "", "score", "9"), row("gone", "", "score", "9"), row("a", "", "decision", "accept")})
	if err != nil || unused != 2 || set.Kind != study.Scores || len(set.Labels) != 2 {
		t.Fatalf("%d unused, %v, %+v", unused, err, set)
	}
	var got []string
	for _, v := range set.Verdicts {
		got = append(got, fmt.Sprintf("%s %s %s %v", v.Item, v.Lens, v.Judge, v.Value))
	}
	want := []string{"C-a  x 8", "C-a  y 10.5", "C-a clarity x 4", "C-a clarity y 7", "C-a risk x 4", "C-b  x 4", "C-b  y 13.5", "C-b clarity x 2", "C-b clarity y 9", "C-b risk x 2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// The panel's total is that of its reports: clarity by both judges, risk by one.
	if diff := cmp.Diff(map[string]float64{"C-a": 5.5 + 4, "C-b": 5.5 + 2}, set.Totals); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	pair := row("a", "clarity", "preference", "1")
	pair.Other = "b"
	set, _, err = label.Set(subs, []label.Row{pair})
	if err != nil || set.Kind != study.Preferences || len(set.Verdicts) != 2 || set.Verdicts[0].Value != study.First || set.Verdicts[1].Value != study.Second || math.IsNaN(set.Labels[0].Value) {
		t.Errorf("preferences: %+v, %v", set, err)
	}
	// The type of a pair is that which its row gives, whichever document is named first.
	back := row("b", "clarity", "preference", "2")
	back.Other, back.Type = "a", "deck"
	set, _, err = label.Set(subs, []label.Row{back})
	if err != nil || len(set.Verdicts) != 2 || set.Verdicts[0].Type != "deck" {
		t.Errorf("the type of a pair: %+v, %v", set, err)
	}
	set, _, err = label.Set(subs, nil)
	if err != nil || len(set.Labels) != 0 || len(set.Verdicts) != 6 {
		t.Errorf("without labels: %+v, %v", set, err)
	}
}
