package board_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"judgement/internal/board"
	"judgement/panel"
	"judgement/report"
)

// agreeing are ten submissions, a point apart in one of four lenses each, on which
// three judges agree except for one score on each of the first disputed ones, which
// differs by so much.
func agreeing(t *testing.T, disputed int, by string) []board.Submission {
	t.Helper()
	p := jury(3, 4)
	d, err := panel.ParsePoints(by)
	if err != nil {
		t.Fatal(err)
	}
	var subs []board.Submission
	for i := range 10 {
		lenses := []panel.Points{panel.PointsOf(5), panel.PointsOf(5), panel.PointsOf(5), panel.PointsOf(5)}
		for k := range i {
			lenses[k%4] = lenses[k%4].Add(panel.PointsOf(1))
		}
		words := make([]string, 3)
		for j := range words {
			var w []string
			for l, s := range lenses {
				if i < disputed && l == i%4 && j == i%3 {
					s = s.Add(d)
				}
				w = append(w, s.String())
			}
			words[j] = strings.Join(w, " ")
		}
		subs = append(subs, entry(t, p, fmt.Sprintf("s%d", i), words...))
	}
	return subs
}

// TestCertaintyNeedsDisagreement: where the judges never differed, or on one or two
// submissions by ever so little, there are no intervals, and the board says why.
// From three on there are, but what the scores' own steps leave open stays so.
func TestCertaintyNeedsDisagreement(t *testing.T) {
	for _, tc := range []struct {
		disputed int
		by       string
		unsure   string
		says     string
	}{
		{0, "0", report.UnsureSame, "The judges never differed"},
		{1, "0.5", report.UnsureFew, "differed on too few submissions"},
		{1, "0.01", report.UnsureFew, "differed on too few submissions"},
		{2, "1", report.UnsureFew, "differed on too few submissions"},
		{3, "1", "", "By assumption the judges' errors correlate by 0.39"},
		{8, "1", "", "By assumption the judges' errors correlate by 0.39"},
	} {
		b := board.Build(agreeing(t, tc.disputed, tc.by), board.Rules{})
		sane(t, b)
		if b.Unsure != tc.unsure {
			t.Errorf("%d differ by %s: unsure %q, want %q", tc.disputed, tc.by, b.Unsure, tc.unsure)
		}
		b.Language = report.English
		if md := string(report.Markdown(report.BoardPage(b))); !strings.Contains(md, tc.says) {
			t.Errorf("%d differ by %s: the page lacks %q:\n%s", tc.disputed, tc.by, tc.says, md)
		}
		if tc.unsure != "" {
			continue
		}
		for _, e := range b.Entries[:9] {
			if e.Chance() == "> 99%" {
				t.Errorf("%d differ by %s: %s is said to beat the next, a point of forty below, for certain", tc.disputed, tc.by, e.Brand)
			}
		}
	}
}

// TestGridOfRepeats: the steps are those of single scores. A judge's mean over
// repeats is finer, but no truer for it.
func TestGridOfRepeats(t *testing.T) {
	subs := agreeing(t, 4, "1")
	for i := range subs {
		once := subs[i].Verdicts
		for repeat := 1; repeat < 3; repeat++ {
			for _, v := range once {
				v.Repeat, v.Cells = repeat, slices.Clone(v.Cells)
				if repeat == 2 {
					more := v.Cells[0].Score.Add(panel.PointsOf(1))
					v.Cells[0].Score = &more
				}
				subs[i].Verdicts = append(subs[i].Verdicts, v)
			}
		}
	}
	b := board.Build(subs, board.Rules{})
	sane(t, b)
	for _, e := range b.Entries[:9] {
		if e.Chance() == "> 99%" || e.Chance() == "—" {
			t.Errorf("%s beats the next, a point of forty below: %s", e.Brand, e.Chance())
		}
	}
}
