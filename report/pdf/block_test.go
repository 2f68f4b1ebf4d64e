package pdf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"judgement/panel"
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

// TestRadarShrinks: the radar follows its bars onto the first page, smaller where
// it has to be.
func TestRadarShrinks(t *testing.T) {
	var rows []report.Bar
	for i := range 8 {
		score := panel.PointsOf(int64(i + 1))
		rows = append(rows, report.Bar{Label: fmt.Sprintf("spoke%d", i), Score: &score, Max: panel.PointsOf(10), Spread: &report.Spread{Judges: 2, Min: score, Max: score}})
	}
	file := render(t, report.Page{Title: "Radar", Lang: report.English, Blocks: []report.Block{
		report.Heading{Level: 2, Text: "Total"},
		report.Grade{Total: panel.PointsOf(36), Max: panel.PointsOf(80), Letter: "C"},
		report.Heading{Level: 2, Text: "Dimensions"},
		report.Bars{Rows: rows},
		report.Radar{Rows: rows},
	}})
	pages := strings.Split(strings.TrimRight(poppler(t, file, "pdftotext", "-", "-"), "\f"), "\f")
	if len(pages) != 1 || strings.Count(pages[0], "spoke7") != 2 {
		t.Errorf("%d pages, spoke7 %d times on the first", len(pages), strings.Count(pages[0], "spoke7"))
	}
}

// TestPageNumberStaysWhole: a citation's page is not broken over lines.
func TestPageNumberStaysWhole(t *testing.T) {
	for lang, want := range map[report.Lang]string{report.English: "page7", report.Chinese: "第7页"} {
		for n := range 60 {
			file := render(t, report.Page{Title: "Pages", Lang: lang, Blocks: []report.Block{report.Evidence{Citations: []report.Citation{
				{Quote: strings.Repeat("word ", 12) + strings.Repeat("i", n), Status: "exact", Start: -1, End: -1, Page: 7},
			}}}})
			text := strings.NewReplacer("\u00a0", "", " ", "").Replace(poppler(t, file, "pdftotext", "-layout", "-", "-"))
			if !strings.Contains(text, want) {
				t.Errorf("%s, %d letters: %q is not in %q", lang, n, want, text)
			}
		}
	}
}

// TestQuoteInItsSentence: what the document says is beside a quote that is not proven.
func TestQuoteInItsSentence(t *testing.T) {
	for lang, want := range map[report.Lang]string{report.English: "In the document: The kettle “boils four litres”.", report.Chinese: "原文语境：The kettle “boils four litres”."} {
		file := render(t, report.Page{Title: "Quotes", Lang: lang, Blocks: []report.Block{report.Evidence{Citations: []report.Citation{
			{Quote: "boils 5 litres", Status: "altered", Before: "The kettle ", Found: "boils four litres", After: ".", Start: -1},
		}}}})
		if text := poppler(t, file, "pdftotext", "-", "-"); !strings.Contains(text, want) {
			t.Errorf("%q is not in %q", want, text)
		}
	}
}

// TestJudgeStaysWithQuotes slides a judge's line down a page by steps smaller than
// a line: it stays with the first two lines of its quote.
func TestJudgeStaysWithQuotes(t *testing.T) {
	cited := report.List{Items: []report.Item{{
		Text:   []report.Inline{report.Strong("Thejudge")},
		Blocks: []report.Block{report.Evidence{Citations: []report.Citation{{Quote: strings.Repeat("word ", 25) + "quotedline", Status: "exact", Start: -1, End: -1}}}},
	}}}
	for n := 28; n < 36; n++ {
		for k := range 8 {
			blocks := slices.Repeat([]report.Block{report.Paragraph{Text: []report.Inline{report.Plain("filler")}}}, n)
			blocks = append(blocks, slices.Repeat([]report.Block{report.Evidence{Citations: []report.Citation{{Quote: "q", Status: "exact", Start: -1, End: -1}}}}, k)...)
			file := render(t, report.Page{Title: "Kept", Lang: report.English, Blocks: append(blocks, cited)})
			for _, page := range strings.Split(poppler(t, file, "pdftotext", "-", "-"), "\f") {
				if strings.Contains(page, "Thejudge") && !strings.Contains(page, "quotedline") {
					t.Errorf("after %d lines and %d quotes the judge is parted from the quote", n, k)
				}
			}
		}
	}
}
