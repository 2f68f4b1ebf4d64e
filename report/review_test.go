package report

import (
	"slices"
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

// TestMarkOfQuote: quotes of the same words share a mark only if the same was found of
// them and their ellipses leave out the same.
func TestMarkOfQuote(t *testing.T) {
	at := func(status string, parts ...[2]int) Citation {
		return Citation{Status: status, Start: 3, End: 20, Parts: parts}
	}
	noted := at("exact")
	noted.Note = evidence.ReadNote("ends inside a number")
	quotes := []Citation{
		at("altered"), at("exact"), noted, at("normalised"), at("near"), at("ellipsis", [2]int{3, 9}, [2]int{12, 20}),
		at("ellipsis", [2]int{3, 9}, [2]int{15, 20}), at("altered", [2]int{3, 9}, [2]int{12, 20}), at("out_of_scope"), at("ellipsis", [2]int{3, 9}, [2]int{12, 20}),
	}
	want := []Mark{
		{ID: "q-3-20", Kind: MarkAltered},
		{ID: "q-3-20-2", Kind: MarkProven},
		{ID: "q-3-20-3", Kind: MarkNoted},
		{ID: "q-3-20-4", Parts: quotes[5].Parts},
		{ID: "q-3-20-5", Parts: quotes[6].Parts},
		{ID: "q-3-20-6", Kind: MarkAltered, Parts: quotes[7].Parts},
		{ID: "q-3-20-7", Kind: MarkOutOfScope},
	}
	for i := range want {
		want[i].Start, want[i].End = 3, 20
	}
	got := Marks(quotes)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for i, c := range quotes {
		if n := len(slices.DeleteFunc(slices.Clone(got), func(m Mark) bool { return !c.MarkedBy(m) })); n != 1 {
			t.Errorf("quote %d has %d marks", i, n)
		}
	}
}

func TestMarksAndCounts(t *testing.T) {
	in := sampleReview(English)
	want := []Mark{{ID: "q-10-54", Start: 10, End: 54}, {ID: "q-10-54-2", Start: 10, End: 54, Kind: MarkNoted}, {ID: "q-90-100", Start: 90, End: 100, Kind: MarkAltered}}
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
	counts := EvidenceCounts{Total: 9, Proven: 2, Noted: 1, ByStatus: []StatusCount{{"exact", 2}, {"altered", 6}, {"uncited", 3}, {"odd", 1}}}
	if d := cmp.Diff(counts, CountEvidence(Citations(in.Verdicts))); d != "" {
		t.Error(d)
	}
	in.Source = &Source{Name: "x"}
	blocks := Appendix(in)
	if s, ok := blocks[len(blocks)-1].(Source); !ok || len(s.Marks) != 4 || in.Source.Marks != nil {
		t.Error("the source is not last with its marks, or the input was changed")
	}
}
