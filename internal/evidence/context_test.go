package evidence

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestContextIsTheDocuments: what stands around and in the place of a quote is the text of
// the document; Found is empty for a quote that has it word for word.
func TestContextIsTheDocuments(t *testing.T) {
	const table = "| Metric | 2024 |\n| --- | ---: |\n| Users | 100 |\n| Cost | 5 |\n"
	for _, tc := range []struct {
		name, text, quote    string
		status               Status
		before, found, after string
	}{
		{"word for word", "In May the pump ran for five days. It stopped.", "the pump ran for five days", Exact, "In May ", "", ""},
		{"line breaks alone", "In May the pump\nran for five days.", "the pump ran for five days", Normalised, "In May ", "", ""},
		{"numbers in words", "In May the pump ran for five days at North.", "the pump ran for 5 days", Normalised, "In May ", "the pump ran for five days", " at North."},
		{"HTML tags", "In May the <b>pump</b> ran for five days.", "the pump ran for five days", Normalised, "In May ", "the <b>pump</b> ran for five days", ""},
		{"Markdown", "In May the **pump** ran for five days.", "the pump ran for five days", Normalised, "In May ", "the **pump** ran for five days", ""},
		{"full-width marks", "今年五月，水泵运行了５天，无人知晓。", "水泵运行了5天,无人知晓。", Normalised, "今年五月，", "水泵运行了５天，无人知晓。", ""},
		{"ellipsis", "The old pump at the north pier ran for five days.", "The old pump … ran for five days.", Ellipsis, "", "The old pump at the north pier ran for five days", ""},
		{"altered", "In May the pump ran for 40 days at North. It stopped.", "the pump ran for 50 days", Altered, "In May ", "the pump ran for 40 days", " at North."},
		{"altered, in Chinese", "今年五月，水泵在北岸运行了40天，无人知晓。", "水泵在北岸运行了50天，", Altered, "今年五月，", "水泵在北岸运行了40天，", "无人知晓。"},
		{"near", "In May the old pump of the north pier ran well.", "the old pumps of the north pier ran well", Near, "In May ", "the old pump of the north pier ran well", ""},
		{"out of scope", "Critics claim that the pump ran for five days.", "the pump ran for 5 days", OutOfScope, "Critics claim that ", "the pump ran for five days", ""},
		{"rows of a table", table, "Metric 2024 Users 100", Normalised, "", "Metric | 2024 / Users | 100", ""},
		{"a row, altered", table, "Metric, 2024 / Users, 100", Altered, "", "Metric | 2024 / Users | 100", ""},
		{"a bar in a sentence", "In May P(A|B) was three of ten.", "P(A|B) was 3 of ten", Normalised, "In May ", "P(A|B) was three of ten", ""},
		{"not found", "In May the pump ran for five days.", "Nothing of this is in the document", NotFound, "", "", ""},
	} {
		c := New(tc.text).Verify(tc.quote)
		if c.Status != tc.status || c.Before != tc.before || c.Found != tc.found || c.After != tc.after {
			t.Errorf("%s: %s\ngot  %q %q %q\nwant %q %q %q", tc.name, c.Status, c.Before, c.Found, c.After, tc.before, tc.found, tc.after)
		}
	}
}

// TestFoundIsBounded: of a long place, the beginning and the end are kept.
func TestFoundIsBounded(t *testing.T) {
	text := strings.Repeat("The pump ran for five days and nobody heard it. ", 20)
	c := New(text).citation("The pump … heard it.", finding{status: Ellipsis, start: 0, end: len(text)})
	start, end, cut := strings.Cut(c.Found, " […] ")
	if n := utf8.RuneCountInString(c.Found); !cut || n > maxFound || !strings.HasPrefix(text, start) || !strings.HasSuffix(strings.TrimSpace(text), end) {
		t.Errorf("%d characters: %s", n, c.Found)
	}
}

// TestPartsOfEllipsis: an ellipsis has the places of its parts, also if it hides what changes the
// sense.
func TestPartsOfEllipsis(t *testing.T) {
	text := "Nine bakeries buy our flour in the valley. The roof is flat. The company has no debts."
	for quote, want := range map[string]Status{
		"Nine bakeries buy our flour in the valley. … The company has no debts.": Ellipsis,
		"Nine bakeries buy our … The company has no debts.":                      Altered,
	} {
		c := New(text).Verify(quote)
		said := ""
		for _, p := range c.Parts {
			said += "|" + text[p[0]:p[1]]
		}
		first, _, _ := strings.Cut(quote, " …")
		if c.Status != want || said != "|"+first+"|The company has no debts." && said != "|"+first+"|The company has no debts" {
			t.Errorf("%q is %s with the parts %q", quote, c.Status, said)
		}
	}
	if c := New(text).Verify("The roof is flat."); c.Parts != nil {
		t.Errorf("parts of a quote without an ellipsis: %v", c.Parts)
	}
}
