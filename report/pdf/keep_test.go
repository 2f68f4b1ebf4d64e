package pdf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"judgement/report"
)

// TestKeptTogether slides a short table and a label with its list down a page:
// wherever they fall, the table is on one page with its heading, and the label
// on that of its first item.
func TestKeptTogether(t *testing.T) {
	table := report.Table{Header: []string{"Dimension", "Score"}}
	for i := range 8 {
		table.Rows = append(table.Rows, []report.Cell{{report.Plain(fmt.Sprintf("row%d", i))}, {report.Plain("7")}})
	}
	for n := 20; n < 38; n++ {
		var blocks []report.Block
		for range n {
			blocks = append(blocks, report.Paragraph{Text: []report.Inline{report.Plain("filler")}})
		}
		short := append(slices.Clone(blocks), report.Heading{Level: 2, ID: "sum", Text: "Summarised"},
			report.Paragraph{Text: []report.Inline{report.Plain("What the rows are.")}}, table)
		label := append(slices.Clone(blocks), report.Paragraph{Text: []report.Inline{report.Strong("Labelled")}},
			report.List{Items: []report.Item{{Text: []report.Inline{report.Plain("firstitem")}}}})
		for _, c := range []struct {
			blocks      []report.Block
			first, last string
		}{{short, "Summarised", "row7"}, {label, "Labelled", "firstitem"}} {
			file := render(t, report.Page{Title: "Kept", Lang: report.English, Blocks: c.blocks})
			for _, page := range strings.Split(poppler(t, file, "pdftotext", "-", "-"), "\f") {
				if strings.Contains(page, c.first) != strings.Contains(page, c.last) {
					t.Errorf("after %d lines %s and %s are on two pages", n, c.first, c.last)
				}
			}
		}
	}
}
