package pdf

import (
	"strings"
	"testing"
	"unicode/utf8"

	"codeberg.org/go-pdf/fpdf"

	"judgement/report"
)

func testWriter(lang report.Lang) *writer {
	return &writer{p: fpdf.New("P", "mm", "A4", ""), page: report.Page{Lang: lang}, lacking: map[string]int{}, links: map[string]int{}}
}

func lineText(l []span) string {
	var b strings.Builder
	for _, f := range l {
		b.WriteString(f.text)
	}
	return untag(b.String())
}

// TestWrap holds every line to the column, and no line may begin with closing
// punctuation or end with an opening one.
func TestWrap(t *testing.T) {
	texts := []string{
		strings.Repeat("他说：“这座房子比我们都老，却比我们都结实。”（工人如是说）《港湾》……", 20),
		strings.Repeat("Words of “several” lengths, it’s said; (mostly) short. ", 30),
		strings.Repeat("无标点的长句子一直写下去", 40),
		strings.Repeat("x", 500) + "，" + strings.Repeat("y", 500) + "。",
		"混排 mixed 中英 text，with 标点。And “引号” too！",
	}
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		w := testWriter(lang)
		for _, text := range texts {
			for _, width := range []float64{18, 33.3, 60, 174} {
				spans := []span{{text: text[:len(text)/3/3*3]}, {text: text[len(text)/3/3*3:], style: style{bold: true}}}
				if !utf8.ValidString(spans[0].text) {
					spans = []span{{text: text}}
				}
				joined := ""
				for _, l := range w.wrap(spans, width, bodySize) {
					s := lineText(l)
					joined += s
					if got := lineWidth(l); got > width+0.01 {
						t.Errorf("%q is %.2f mm wide in a column of %.2f", s, got, width)
					}
					if s != "" && closing(s) {
						t.Errorf("line begins with closing punctuation: %q", s)
					}
					if last, _ := utf8.DecodeLastRuneInString(s); strings.ContainsRune("“‘（《【(", last) {
						t.Errorf("line ends with opening punctuation: %q", s)
					}
				}
				if strings.ReplaceAll(joined, " ", "") != strings.ReplaceAll(text, " ", "") {
					t.Errorf("text was lost at width %.1f: %q", width, joined)
				}
			}
		}
	}
}

func TestWrapBreaks(t *testing.T) {
	w := testWriter(report.English)
	for in, want := range map[string]int{"": 0, "a": 1, "a\nb": 2, "a\n": 1, "a\n\nb": 3, "\n": 1} {
		if got := len(w.wrap([]span{{text: in}}, 100, 10)); got != want {
			t.Errorf("%q: %d lines, want %d", in, got, want)
		}
	}
	lines := w.wrap([]span{{text: "one "}, {text: "two", anchors: []string{"id"}}, {text: " three"}}, 100, 10)
	if len(lines) != 1 || len(lines[0]) != 2 || lines[0][1].anchors == nil || lines[0][1].text != "two three" {
		t.Errorf("fragments: %+v", lines)
	}
}
