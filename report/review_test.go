package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/evidence"
	"judgement/panel"
)

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

// TestMarkKinds: a mark has the kind of its gravest quote.
func TestMarkKinds(t *testing.T) {
	proven, noted := Citation{Status: "normalised"}, Citation{Status: "exact", Note: evidence.ReadNote("ends inside a number")}
	scope, altered := Citation{Status: "out_of_scope", Note: noted.Note}, Citation{Status: "near"}
	for want, quotes := range [][]Citation{
		MarkProven: {proven, proven}, MarkNoted: {noted, proven}, MarkOutOfScope: {proven, scope, noted}, MarkAltered: {scope, altered, proven},
	} {
		for i := range quotes {
			quotes[i].End = 5
		}
		if got := Marks(quotes); len(got) != 1 || got[0].Kind != MarkKind(want) {
			t.Errorf("%d: %+v", want, got)
		}
	}
}

func TestMarksAndCounts(t *testing.T) {
	in := sampleReview(English)
	want := []Mark{{ID: "q-10-54", Start: 10, End: 54}, {ID: "q-90-100", Start: 90, End: 100, Kind: MarkAltered}}
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
