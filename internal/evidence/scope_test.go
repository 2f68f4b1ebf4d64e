package evidence

import (
	"strings"
	"testing"
)

// TestScopeRules holds each rule to its examples.
func TestScopeRules(t *testing.T) {
	for _, r := range scopeRules {
		t.Run(strings.ReplaceAll(r.name, " ", "_"), func(t *testing.T) {
			if len(r.examples) == 0 {
				t.Error("the rule has no example")
			}
			for _, e := range r.examples {
				c := verifyBracketed(t, e)
				want := map[effect]Status{refuse: OutOfScope, remark: Exact, goesOn: Exact}[r.effect]
				if c.Status != want || len(c.Note) == 0 {
					t.Errorf("%s: %s (%s), want %s with a note", e, c.Status, c.Note, want)
				}
				checkChinese(t, c.Note)
			}
			for _, e := range r.fine {
				if c := verifyBracketed(t, e); !c.Status.Proven() {
					t.Errorf("%s: %s (%s), want proof", e, c.Status, c.Note)
				}
			}
		})
	}
}

// verifyBracketed verifies the part in brackets of a text against the text without them.
func verifyBracketed(t *testing.T, text string) Citation {
	t.Helper()
	left, rest, _ := strings.Cut(text, "[")
	quote, right, ok := strings.Cut(rest, "]")
	if !ok {
		t.Fatalf("%s has no brackets", text)
	}
	return New(left + quote + right).Verify(quote)
}
