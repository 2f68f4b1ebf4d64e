package chart_test

import (
	"math"
	"strings"
	"testing"

	"judgement/panel"
	"judgement/report"
	"judgement/report/chart"
)

func TestLabelsNeverClip(t *testing.T) {
	hostile := []report.Bar{
		{Label: strings.Repeat("非常长的维度名称", 40), Max: panel.PointsOf(10)},
		{Label: strings.Repeat("Donaudampfschifffahrt", 20), Max: panel.PointsOf(10)},
		{Label: "a\u202e\x00b\n\n c", Max: panel.PointsOf(0)},
		{Label: "", Max: panel.PointsOf(-3)},
	}
	for _, width := range []float64{10, 330, 560, 808} {
		for _, lang := range []report.Lang{report.English, report.Chinese} {
			o := chart.Options{Width: width, Lang: lang}
			for n := 1; n <= chart.MaxAxes; n++ {
				bars := chart.Bars("t", rows(t, lang, n), o)
				inside(t, bars)
				apart(t, bars)
				radar, ok := chart.Radar("t", rows(t, lang, n), o)
				if want := n >= 3; ok != want {
					t.Fatalf("radar of %d rows drawn: %v", n, ok)
				}
				inside(t, radar)
				if n <= 10 {
					apart(t, radar)
				}
			}
			inside(t, chart.Bars("t", hostile, o))
			scored := append(hostile, rows(t, lang, 4)...)
			if radar, ok := chart.Radar("t", scored, o); ok {
				inside(t, radar)
			} else {
				t.Error("no radar of hostile labels")
			}
		}
	}
}

// TestBarsStartAtZero checks lengths against shares: nothing is exaggerated by
// a baseline.
func TestBarsStartAtZero(t *testing.T) {
	in := rows(t, report.English, 7)
	r := record(chart.Bars("t", in, chart.Options{Width: 700, Lang: report.English}))
	var track chart.Rect
	i := 0
	for _, q := range r.rects {
		if q.Fill == chart.Track {
			track = q
			continue
		}
		want := chart.Share(*in[i].Score, in[i].Max)
		if got := q.W / track.W; math.Abs(got-want) > 1e-9 || q.X != track.X {
			t.Errorf("%s: share %.4f from %.1f, want %.4f from %.1f", in[i].Label, got, q.X, want, track.X)
		}
		if want := chart.Grade(*in[i].Score, in[i].Max); q.Fill != want {
			t.Errorf("%s has colour %s, want %s", in[i].Label, q.Fill, want)
		}
		i++
	}
	if i != 7 {
		t.Errorf("%d bars, want 7", i)
	}
}

func TestMissingScore(t *testing.T) {
	in := rows(t, report.English, 8) // the eighth has no score
	s := chart.Bars("t", in, chart.Options{Width: 700, Lang: report.English})
	if !strings.HasSuffix(s.Desc, "Accessibility: not scored") {
		t.Errorf("desc = %q", s.Desc)
	}
	radar, ok := chart.Radar("t", in, chart.Options{Width: 560, Lang: report.English})
	if !ok {
		t.Fatal("no radar")
	}
	for _, p := range record(radar).polys {
		if p.Opacity > 0 && p.Opacity < 1 {
			t.Error("a radar with a missing score closes its polygon")
		}
	}
	if _, ok := chart.Radar("t", []report.Bar{{}, {}, {}}, chart.Options{}); ok {
		t.Error("a radar without scores was drawn")
	}
}

func TestColoursFollowGrades(t *testing.T) {
	for _, c := range []struct {
		score, max string
		band       chart.Role
	}{
		{"54.999", "100", chart.GradeD},
		{"55", "100", chart.GradeC},
		{"69.999", "100", chart.GradeC},
		{"70", "100", chart.GradeB},
		{"85", "100", chart.GradeA},
		{"95", "100", chart.GradeS},
		{"0", "10", chart.GradeD},
		{"1", "0", chart.GradeD},
		{"94.99", "100", chart.GradeA},
	} {
		s, m := panel.MustPoints(c.score), panel.MustPoints(c.max)
		if got := chart.Grade(s, m); got != c.band {
			t.Errorf("Grade(%s, %s) = %s, want %s", c.score, c.max, got, c.band)
		}
	}
}

func TestRange(t *testing.T) {
	for want, s := range map[string]report.Spread{
		"14–18 · SD 1.41": {Judges: 3, Min: panel.PointsOf(14), Max: panel.PointsOf(18), SD: 1.4142},
		"SD 0":            {Judges: 3, Min: panel.PointsOf(9), Max: panel.PointsOf(9)},
		"0–1 · SD 0.5":    {Judges: 2, Max: panel.PointsOf(1), SD: 0.5},
	} {
		if got := chart.Range(s, report.English); got != want {
			t.Errorf("Range = %q, want %q", got, want)
		}
	}
}
