package pdf_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"judgement/report"
)

// wideTable is the table of scores of a board with so many dimensions.
func wideTable(lenses int) report.Table {
	names := []string{"Problem and users", "Feasibility", "Evidence", "Mechanism", "Market", "Originality", "Presentation", "Team"}
	t := report.Table{Header: []string{"Submission"}, Align: []report.Align{report.Left}}
	row := []report.Cell{{report.Plain("1 Dock sensors that warn of low water (dockwatch)")}}
	for i := range lenses {
		t.Header, t.Align = append(t.Header, names[i%len(names)]+" / 10"), append(t.Align, report.Right)
		row = append(row, report.Cell{report.Plain("7.25")})
	}
	t.Rows = [][]report.Cell{row, row}
	return t
}

// TestWideTablesKeepWordsWhole: however many dimensions there are, no word of a
// header or of a name is broken, and nothing is lost; a table with few columns
// is not parted.
func TestWideTablesKeepWordsWhole(t *testing.T) {
	for _, lenses := range []int{1, 4, 6, 8, 11, 24} {
		file := render(t, report.Page{Title: "Board", Lang: report.English, Blocks: []report.Block{wideTable(lenses)}})
		text := poppler(t, file, "pdftotext", "-layout", "-", "-")
		for _, word := range []string{"Submission", "(dockwatch)", "sensors", "Problem"} {
			if !strings.Contains(text, word) {
				t.Errorf("%d lenses: %q is broken in\n%s", lenses, word, text)
			}
		}
		if lenses >= 7 && (!strings.Contains(text, "Originality") || !strings.Contains(text, "Presentation")) {
			t.Errorf("%d lenses: a header is broken in\n%s", lenses, text)
		}
		if n := strings.Count(text, "7.25"); n != 2*lenses {
			t.Errorf("%d lenses: %d scores, want %d", lenses, n, 2*lenses)
		}
		if n := strings.Count(text, "Submission"); lenses <= 6 && n != 1 || lenses > 12 && n < 2 {
			t.Errorf("%d lenses: the table is in %d parts\n%s", lenses, n, text)
		}
	}
}

// TestHighHeader: a header that leaves a row no room is not drawn again on each page,
// so that the table ends.
func TestHighHeader(t *testing.T) {
	for _, words := range []int{60, 150, 900} {
		table := report.Table{Header: []string{"Name", strings.Repeat("word ", words)}}
		for range 8 {
			row := strings.Repeat("another ", 700)
			table.Rows = append(table.Rows, []report.Cell{{report.Plain("cell")}, {report.Plain(row)}})
		}
		for range 4 {
			table.Header = append(table.Header, "Other")
			for i := range table.Rows {
				table.Rows[i] = append(table.Rows[i], report.Cell{report.Plain("cell")})
			}
		}
		file := render(t, report.Page{Title: "High", Lang: report.English, Blocks: []report.Block{table}})
		text := poppler(t, file, "pdftotext", "-", "-")
		if n := strings.Count(text, "another"); n != 8*700 {
			t.Errorf("%d words: %d of the rows' words", words, n)
		}
		if pages := strings.Count(text, "\f"); pages > 60 {
			t.Errorf("%d words: %d pages", words, pages)
		}
	}
}

// TestHeatAndGroups: cells are shaded by their share, a heavy line is above a group, and
// both are explained.
func TestHeatAndGroups(t *testing.T) {
	table := wideTable(2)
	table.Rows = append(table.Rows, table.Rows[0])
	drawn := func() (svg, text string) {
		file := render(t, report.Page{Title: "Board", Lang: report.English, Blocks: []report.Block{table}})
		return poppler(t, file, "pdftocairo", "-svg", "-", "-"), poppler(t, file, "pdftotext", "-", "-")
	}
	fill, stroke := regexp.MustCompile(`fill[:=]"?rgb\([^)]*\)`), regexp.MustCompile(`stroke-width[:=]"?([\d.]+)`)
	colours := func(svg string) int {
		found := fill.FindAllString(svg, -1)
		slices.Sort(found)
		return len(slices.Compact(found))
	}
	plain, text := drawn()
	if strings.Contains(text, "darker") || strings.Contains(text, "heavy line") {
		t.Errorf("a plain table is explained: %s", text)
	}
	table.Heat = [][]float64{{-1, 1, 0.7}, {-1, 0.4, -1}, {-1, 0.9, 0.9}}
	table.Parted = []int{2}
	shaded, text := drawn()
	if got := colours(shaded) - colours(plain); got != 3 {
		t.Errorf("%d shades, want those of 70, 90 and 100 %%", got)
	}
	widest := func(svg string) (most float64) {
		for _, m := range stroke.FindAllStringSubmatch(svg, -1) {
			if w, err := strconv.ParseFloat(m[1], 64); err == nil {
				most = max(most, w)
			}
		}
		return most
	}
	if widest(shaded) <= widest(plain) {
		t.Errorf("no line is heavier: %v and %v", widest(shaded), widest(plain))
	}
	if !strings.Contains(text, "The darker a score") || !strings.Contains(text, "A heavy line separates groups") {
		t.Errorf("the marks are not explained: %s", text)
	}
}
