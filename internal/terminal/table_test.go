package terminal

import (
	"strings"
	"testing"

	"judgement/report"
)

// TestColumnsFit: a table of any cells fits the terminal; columns are shortened, then left
// out by their turn, and on a wide terminal nothing is lost.
func TestColumnsFit(t *testing.T) {
	columns := []Column{{Name: "case", Least: 8}, {Name: "kind", Drop: 1}, {Name: "report", Least: 12, Drop: 2}, {Name: "total", Right: true}}
	rows := [][]string{
		{"a-very-long-name-of-a-case-that-is-in-the-way", "review", "reports/a-very-long-name-of-a-case-that-is-in-the-way", "81.25 / 100"},
		{"河流流域地下水污染早期发现与修复的跨境计划（草稿）", "meeting", "reports/河流", "9 / 10"},
	}
	for width := 40; width <= 140; width++ {
		p := &Page{Width: width, Fit: true}
		p.Columns(columns, rows)
		for _, line := range strings.Split(strings.TrimRight(p.String(), "\n"), "\n") {
			if report.Width(line) > width {
				t.Errorf("%d cells: %q has %d", width, line, report.Width(line))
			}
		}
		if !strings.Contains(p.String(), "81.25 / 100") {
			t.Errorf("%d cells: the total is lost:\n%s", width, p.String())
		}
		if got := strings.Contains(p.String(), "review"); got != (width >= 44) {
			t.Errorf("%d cells: kind shown: %v", width, got)
		}
	}
	whole := &Page{Width: 40}
	whole.Columns(columns, rows)
	if !strings.Contains(whole.String(), rows[0][2]) {
		t.Error("a table that is no terminal's is cut")
	}
}
