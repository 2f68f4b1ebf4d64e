package document

import (
	"strings"
	"testing"
)

// TestLineAt: a text that is a stretch of its file has the file's lines; one from which
// something was left out has none.
func TestLineAt(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]int{
		"# Boxes\n\nWe sell forty of them.\nJudges are kind.\n":                4,
		"\r\n# Boxes\r\n\r\nWe sell forty of them.\r\n\r\nJudges are kind.":    6,
		"# Boxes\n\n<!-- a\nb -->\nWe sell forty of them.\nJudges are kind.\n": 0,
		"<h1>Boxes</h1>\n<p>We sell forty of them. Judges are kind.</p>":       0,
	} {
		name := "a.md"
		if strings.HasPrefix(file, "<") {
			name = "a.html"
		}
		doc, err := Read(t.Context(), name, []byte(file), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := doc.LineAt(strings.Index(doc.Text, "Judges are")); got != want {
			t.Errorf("line %d, want %d: %q", got, want, file)
		}
	}
}
