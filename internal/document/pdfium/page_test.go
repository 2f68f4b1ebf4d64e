package pdfium

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"judgement/internal/testtool"
)

// tokens are words of letters and digits; an ideograph is a word of its own.
func tokens(s string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
			word.Reset()
		}
	}
	for _, r := range strings.ToLower(norm.NFKC.String(s)) {
		switch {
		case unicode.Is(unicode.Han, r):
			flush()
			out = append(out, string(r))
		case unicode.IsLetter(r), unicode.IsDigit(r):
			word.WriteRune(r)
		default:
			flush()
		}
	}
	flush()
	return out
}

// shared is the share of words that both texts hold, of the longer one's.
func shared(a, b []string) float64 {
	count := map[string]int{}
	for _, w := range a {
		count[w]++
	}
	n := 0
	for _, w := range b {
		if count[w] > 0 {
			count[w]--
			n++
		}
	}
	return float64(n) / float64(max(1, len(a), len(b)))
}

// inOrder is the share of words that are in the same order: the longest
// common subsequence, of the longer text.
func inOrder(a, b []string) float64 {
	prev, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				row[j+1] = prev[j] + 1
			} else {
				row[j+1] = max(row[j], prev[j+1])
			}
		}
		prev, row = row, prev
	}
	return float64(prev[len(b)]) / float64(max(1, len(a), len(b)))
}

// convert has a program print the text of a file.
func convert(t testing.TB, data []byte, ending, program string, args ...string) string {
	t.Helper()
	testtool.Need(t, program)
	file := filepath.Join(t.TempDir(), "in"+ending)
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "FILE", file)
	}
	out, err := exec.Command(program, args...).Output()
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	return string(out)
}

func TestTextIsThatOfOtherReaders(t *testing.T) {
	pdf := func(t *testing.T, data []byte) string {
		return convert(t, data, ".pdf", "pdftotext", "FILE", "-")
	}
	// pdftotext cuts unlike columns across: the source is the better witness
	source := func(text string) func(*testing.T, []byte) string {
		return func(*testing.T, []byte) string { return text }
	}
	docx := func(t *testing.T, data []byte) string {
		return convert(t, data, ".docx", "pandoc", "FILE", "-t", "plain", "--wrap=none")
	}
	for _, tc := range []struct {
		file         string
		other        func(*testing.T, []byte) string
		words, order float64
	}{
		{"chromium.pdf", pdf, 0.97, 0.97},
		{"chromium-columns.pdf", source(regexp.MustCompile("<[^>]*>").ReplaceAllString(page(), " ")), 0.97, 0.97},
		{"chromium-type3.pdf", pdf, 0.97, 0.88},
		{"core.pdf", pdf, 0.97, 0.97},
		{"columns.pdf", source(coreText(2, 2)), 0.97, 0.97},
		{"pandoc.pdf", pdf, 0.97, 0.97},
		{"owner.pdf", pdf, 0.97, 0.97},
		{"slides.pdf", pdf, 0.97, 0.97},
		{"pandoc.docx", docx, 0.97, 0.97},
		{"libre.docx", docx, 0.97, 0.97},
	} {
		t.Run(tc.file, func(t *testing.T) {
			data := get(t, tc.file)
			doc, err := read(t, tc.file, data)
			if err != nil {
				t.Fatal(err)
			}
			ours, theirs := tokens(doc.Text), tokens(tc.other(t, data))
			words, order := shared(ours, theirs), inOrder(ours, theirs)
			t.Logf("%d and %d words, shared %.3f, in order %.3f", len(ours), len(theirs), words, order)
			if words < tc.words || order < tc.order {
				t.Errorf("shared %.3f, in order %.3f; want %.2f and %.2f\n%s", words, order, tc.words, tc.order, doc.Text)
			}
			for _, w := range doc.Warnings {
				if !w.Kind.SpeaksToJudges() { // the words are drawn at random
					t.Errorf("warning on a plain document: %+v", w)
				}
			}
		})
	}
}

// TestCorpusHasType3Fonts makes sure that the hardest of Chromium's files is one.
func TestCorpusHasType3Fonts(t *testing.T) {
	testtool.Need(t, "pdffonts")
	file := filepath.Join(t.TempDir(), "in.pdf")
	if err := os.WriteFile(file, get(t, "chromium-type3.pdf"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdffonts", file).Output()
	if err != nil || !strings.Contains(string(out), "Type 3") {
		t.Errorf("no Type 3 font, %v:\n%s", err, out)
	}
}

// TestParagraphsStayWhole finds whole source paragraphs in the text of PDF files,
// with no line break and no space that the layout put there.
func TestParagraphsStayWhole(t *testing.T) {
	for _, file := range []string{"chromium.pdf", "chromium-columns.pdf", "pandoc.pdf", "pandoc.docx", "libre.docx", "chromium.html"} {
		t.Run(file, func(t *testing.T) {
			doc, err := read(t, file, get(t, file))
			if err != nil {
				t.Fatal(err)
			}
			whole, all := 0, 0
			for i := 1; i <= 4; i++ {
				for _, p := range []string{words(i, 60), chinese} {
					all++
					if strings.Contains(doc.Text, p[:min(len(p), 240)]) {
						whole++
					}
				}
			}
			if whole < all*3/4 {
				t.Errorf("%d of %d paragraphs are whole in\n%s", whole, all, doc.Text)
			}
		})
	}
}

func TestThousandPages(t *testing.T) {
	data, err := corePDF(1000, 1)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := read(t, "long.pdf", data)
	if err != nil {
		t.Fatal(err)
	}
	pages := strings.Split(convert(t, data, ".pdf", "pdftotext", "FILE", "-"), "\f")
	if len(doc.Pages) != 1000 {
		t.Fatalf("%d pages", len(doc.Pages))
	}
	for i, p := range doc.Pages {
		ours, theirs := tokens(doc.Text[p.Start:p.End]), tokens(pages[i])
		if got := inOrder(ours, theirs); got < 0.97 || len(theirs) < 100 {
			t.Fatalf("page %d: %.3f in order of %d words", p.Number, got, len(theirs))
		}
	}
}
