package report

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/panel"
)

func pts(values ...string) []panel.Points {
	var out []panel.Points
	for _, v := range values {
		out = append(out, panel.MustPoints(v))
	}
	return out
}

func ptr(p panel.Points) *panel.Points { return &p }

func TestSpreadOf(t *testing.T) {
	for _, tt := range []struct {
		name            string
		values, weights []panel.Points
		mean            panel.Points
		want            Spread
	}{
		{"one", pts("7"), nil, panel.PointsOf(7), Spread{1, panel.PointsOf(7), panel.PointsOf(7), 0}},
		{
			"equal weights are the sample deviation", pts("2", "4", "4", "4", "5", "5", "7", "9"), nil, panel.PointsOf(5),
			Spread{8, panel.PointsOf(2), panel.PointsOf(9), math.Sqrt(32.0 / 7)},
		},
		{
			"a common factor of the weights changes nothing", pts("1", "2", "4"), pts("3", "3", "3"),
			panel.PointsOf(7).Quo(panel.PointsOf(3)),
			Spread{3, panel.PointsOf(1), panel.PointsOf(4), math.Sqrt(7.0 / 3)},
		},
		// μ = (2·6 + 1·9)/3 = 7; Σw(x−μ)² = 2+4 = 6; W − Σw²/W = 3 − 5/3 = 4/3; 6 ÷ 4/3 = 4.5
		{"weights", pts("6", "9"), pts("2", "1"), panel.PointsOf(7), Spread{2, panel.PointsOf(6), panel.PointsOf(9), math.Sqrt(4.5)}},
		{"no weight counts as one", pts("6", "9"), pts("0"), panel.MustPoints("7.5"), Spread{2, panel.PointsOf(6), panel.PointsOf(9), math.Sqrt(4.5)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mean, got, ok := SpreadOf(tt.values, tt.weights)
			if !ok || !mean.Equal(tt.mean) {
				t.Errorf("mean %s, want %s", mean, tt.mean)
			}
			if math.Abs(got.SD-tt.want.SD) > 1e-12 {
				t.Errorf("deviation %v, want %v", got.SD, tt.want.SD)
			}
			got.SD = tt.want.SD
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
	if _, _, ok := SpreadOf(nil, nil); ok {
		t.Error("no values have a spread")
	}
	if _, ok := Mean(nil); ok {
		t.Error("no values have a mean")
	}
}

func TestRescaleVerdicts(t *testing.T) {
	p := &panel.Panel{
		Judges: []panel.Judge{{Slug: "j"}, {Slug: "k"}},
		Lenses: []panel.Lens{{Slug: "b", MaxScore: panel.PointsOf(20)}, {Slug: "a", MaxScore: panel.PointsOf(10)}, {Slug: "new", MaxScore: panel.PointsOf(5)}},
	}
	none := []Remark{}
	in := []Verdict{{Judge: "j", Outcome: "ok", MustFix: []Remark{{Lens: "gone", Text: "x"}, {Lens: "a", Text: "y"}, {Text: "z"}}, Cells: []LensVerdict{
		{Lens: "a", Max: panel.PointsOf(10), Score: ptr(panel.PointsOf(7))},
		{Lens: "b", Max: panel.PointsOf(30), Score: ptr(panel.PointsOf(10))},
		{Lens: "gone", Max: panel.PointsOf(10), Score: ptr(panel.PointsOf(1))},
	}}, {Judge: "gone", Outcome: "ok"}, {Judge: "k", Outcome: "ok", Cells: []LensVerdict{{Lens: "b", Max: panel.PointsOf(30)}}}}
	before := cmp.Diff(in, RescaleVerdicts(&panel.Panel{}, in)) // must differ, and leave in alone
	got := RescaleVerdicts(p, in)
	want := []Verdict{{Judge: "j", Outcome: "ok", MustFix: []Remark{{Lens: "a", Text: "y"}, {Text: "z"}}, Suggestions: none, Cuts: none, Cells: []LensVerdict{
		{Lens: "b", Max: panel.PointsOf(20), Score: ptr(panel.PointsOf(20).Quo(panel.PointsOf(3)))},
		{Lens: "a", Max: panel.PointsOf(10), Score: ptr(panel.PointsOf(7))},
	}}, {Judge: "k", Outcome: "ok", MustFix: none, Suggestions: none, Cuts: none, Cells: []LensVerdict{{Lens: "b", Max: panel.PointsOf(20)}}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if before == "" || in[0].Cells[1].Score.String() != "10" || len(in[0].Cells) != 3 {
		t.Error("the input was changed")
	}
}

func TestJudgeScore(t *testing.T) {
	ten := panel.PointsOf(10)
	vs := []Verdict{
		{Judge: "j", Cells: []LensVerdict{{Lens: "a", Score: ptr(panel.PointsOf(7))}}},
		{Judge: "j", Repeat: 1, Cells: []LensVerdict{{Lens: "a", Score: ptr(panel.PointsOf(12))}}},
		{Judge: "j", Repeat: 2, Cells: []LensVerdict{{Lens: "a"}}},
		{Judge: "k", Cells: []LensVerdict{{Lens: "a", Score: ptr(panel.PointsOf(1))}}},
	}
	if s, ok := JudgeScore(vs, "j", "a", ten); !ok || s.String() != "8.5" {
		t.Errorf("got %s, want 8.5", s)
	}
	if _, ok := JudgeScore(vs, "j", "b", ten); ok {
		t.Error("a lens without a score has one")
	}
}

// TestContext: the words in quotation marks are those of the document. Reports of earlier
// releases have no words of the document beside the quote's.
func TestContext(t *testing.T) {
	for _, tc := range []struct {
		c                    Citation
		context, en, chinese string
	}{
		{Citation{Quote: "ran for\n5 days", Status: "exact"}, "", "", ""},
		{Citation{Quote: "ran for\n5 days", Status: "exact", Before: "The pump ", After: "."}, "The pump “ran for 5 days”.", "", ""},
		{Citation{Quote: "ran for 5 days", Status: "normalised", Before: "The pump ", Found: "ran for five days", After: "."}, "The pump “ran for five days”.", "", ""},
		{Citation{Quote: "It ran for 5 days.", Status: "normalised", Found: "It ran for five days."}, "“It ran for five days.”", "", ""},
		{
			Citation{Quote: "ran for 50 days", Status: "altered", Before: "The pump ", Found: "ran for 40 days", After: "."},
			"The pump “ran for 40 days”.",
			"In the document: The pump “ran for 40 days”.", "原文语境：The pump “ran for 40 days”.",
		},
		{Citation{Quote: "ran for 50 days", Status: "altered", Start: 3, End: 9}, "", "", ""},
	} {
		if got := tc.c.Context(); got != tc.context {
			t.Errorf("%+v: %q", tc.c, got)
		}
		if en, zh := tc.c.InDocument(English), tc.c.InDocument(Chinese); en != tc.en || zh != tc.chinese {
			t.Errorf("%+v: %q, %q", tc.c, en, zh)
		}
	}
}
