package evidence

import (
	"strings"
	"testing"
)

// TestFifth holds the fifth, sixth and seventh set.
func TestFifth(t *testing.T) {
	checkSet(t, readTestdata(t, "fifth.txt")+readTestdata(t, "sixth.txt")+readTestdata(t, "seventh.txt"))
}

// checkSet looks up the quotes of a set: in brackets, or behind a document and |||.
func checkSet(t *testing.T, set string) {
	t.Helper()
	fits := map[string]func(c Citation) bool{
		"cut":   func(c Citation) bool { return !c.Status.Proven() || len(c.Note) > 0 },
		"out":   func(c Citation) bool { return c.Status == OutOfScope },
		"bad":   func(c Citation) bool { return !c.Status.Proven() },
		"note":  func(c Citation) bool { return c.Status.Proven() && len(c.Note) > 0 },
		"fair":  func(c Citation) bool { return c.Status.Proven() },
		"plain": func(c Citation) bool { return c.Status.Proven() && len(c.Note) == 0 },
	}
	for line := range strings.Lines(set) {
		kind, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if kind == "#" {
			continue
		}
		text = strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(text)
		var c Citation
		if document, quote, ok := strings.Cut(text, " ||| "); ok {
			c = New(document).Verify(quote)
		} else {
			c = verifyBracketed(t, text)
		}
		if !fits[kind](c) {
			t.Errorf("%s %s: %s (%s)", kind, text, c.Status, c.Note)
		}
		checkChinese(t, c.Note)
	}
}
