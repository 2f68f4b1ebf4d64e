package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"judgement/report"
)

func tablesOf(p report.Page) (out []report.Table) {
	for _, b := range p.Blocks {
		if t, ok := b.(report.Table); ok {
			out = append(out, t)
		}
	}
	return out
}

// textOf joins the texts of a cell.
func textOf(c report.Cell) string {
	text := ""
	for _, in := range c {
		text += fmt.Sprint(in)
	}
	return text
}

// TestPageTables: no column is there twice, none is cut off on a narrow screen, and a
// difference of accuracies is in points.
func TestPageTables(t *testing.T) {
	pairs := people(60, 1, "a", 0.95, 0.4, 0.4)
	if err := pairs.Merge(people(60, 2, "b", 0.9, 0.6, 0.6)); err != nil {
		t.Fatal(err)
	}
	ranks := scored(50, 3, 1, 1, 1)
	ranks.Scale = OrdinalScale
	for name, s := range map[string]*Set{"preferences": pairs, "ranks": ranks, "scores": scored(50, 3, 1, 1, 1)} {
		for _, table := range tablesOf(s.Measure().Page(Naming{}, report.English)) {
			if len(slices.Compact(slices.Sorted(slices.Values(table.Header)))) != len(table.Header) || len(table.Header) > 5 {
				t.Errorf("%s: the columns are %q", name, table.Header)
			}
			for _, row := range table.Rows {
				for i, c := range row {
					if len(row) != len(table.Header) || table.Align[i] == report.Right && strings.Contains(textOf(c), "[") {
						t.Errorf("%s: a row that no line break fits to a narrow screen: %q", name, textOf(c))
					}
				}
			}
		}
	}
	all := tablesOf(pairs.Measure().Page(Naming{}, report.English))
	last := all[len(all)-1]
	if got := textOf(last.Rows[0][len(last.Header)-1]); !strings.HasPrefix(got, "-") || strings.HasPrefix(got, "-0.") || !strings.Contains(got, "panel\u00a0worse") {
		t.Errorf("panel minus best judge: %q", got)
	}
}
