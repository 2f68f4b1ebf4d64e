package chart_test

import (
	"testing"

	"judgement/report/chart"
)

// TestPalettesMeetAA holds the palettes to WCAG 2.2 AA: 4.5 for text, 3 for
// graphics that carry meaning.
func TestPalettesMeetAA(t *testing.T) {
	palettes := map[string]chart.Palette{"light": chart.Light(), "dark": chart.Dark()}
	pairs := []struct {
		front, back chart.Role
		least       float64
	}{
		{chart.Ink, chart.Paper, 7},
		{chart.Ink, chart.Panel, 7},
		{chart.Ink, chart.Marked, 7},
		{chart.Muted, chart.Paper, 4.5},
		{chart.Muted, chart.Panel, 4.5},
		{chart.Accent, chart.Paper, 4.5},
		{chart.Accent, chart.Panel, 4.5},
		{chart.Good, chart.Paper, 4.5},
		{chart.Fair, chart.Paper, 4.5},
		{chart.Poor, chart.Paper, 4.5},
		{chart.Good, chart.Panel, 4.5},
		{chart.Fair, chart.Panel, 4.5},
		{chart.Poor, chart.Panel, 4.5},
		{chart.Paper, chart.Good, 4.5},
		{chart.Paper, chart.Fair, 4.5},
		{chart.Paper, chart.Poor, 4.5},
		{chart.GradeS, chart.Track, 3},
		{chart.GradeA, chart.Track, 3},
		{chart.GradeB, chart.Track, 3},
		{chart.GradeC, chart.Track, 3},
		{chart.GradeD, chart.Track, 3},
		{chart.Ink, chart.Track, 3},
		{chart.Muted, chart.Track, 3},
		{chart.Ink, chart.Doubt, 7},
		{chart.Muted, chart.Marked, 4.5},
		{chart.Muted, chart.Doubt, 4.5},
		{chart.Ink, chart.Noted, 7},
		{chart.Muted, chart.Noted, 4.5},
		{chart.Fair, chart.Noted, 3},
		{chart.Ink, chart.Scope, 7},
		{chart.Muted, chart.Scope, 4.5},
		{chart.Accent, chart.Scope, 3},
		{chart.Poor, chart.Doubt, 3},
		{chart.Ink, chart.Found, 7},
		{chart.Muted, chart.Found, 4.5},
		{chart.Poor, chart.Found, 3},
	}
	for _, grade := range []chart.Role{chart.GradeS, chart.GradeA, chart.GradeB, chart.GradeC, chart.GradeD} {
		for _, back := range []chart.Role{chart.Paper, chart.Panel} {
			pairs = append(pairs, struct {
				front, back chart.Role
				least       float64
			}{grade, back, 4.5})
		}
	}
	for name, p := range palettes {
		for _, c := range pairs {
			if got := chart.Contrast(p[c.front], p[c.back]); got < c.least {
				t.Errorf("%s: %s on %s has contrast %.2f, want at least %.1f", name, c.front, c.back, got, c.least)
			}
		}
		if len(p) != len(chart.Roles()) {
			t.Errorf("%s palette has %d colours for %d roles", name, len(p), len(chart.Roles()))
		}
	}
}

func TestContrast(t *testing.T) {
	if got := chart.Contrast(chart.RGB{}, chart.RGB{R: 255, G: 255, B: 255}); got < 20.99 || got > 21.01 {
		t.Errorf("black on white = %v, want 21", got)
	}
}
