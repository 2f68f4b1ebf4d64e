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

// TestExceptions: each phrase that is no cue would be one without its row, and is none.
func TestExceptions(t *testing.T) {
	for _, r := range scopeRules {
		all, only := cues{}, cues{}
		for i := range scopeRules {
			if o := &scopeRules[i]; o.side == r.side {
				only.add(o.cues, o, i)
			}
		}
		all = cuesBefore()
		if r.side == after {
			all = cuesAfter()
		}
		only.sorted()
		for text := range strings.SplitSeq(r.except, ",") {
			for _, phrase := range inflected(strings.Join(strings.Fields(text), " ")) {
				if phrase == "" {
					continue
				}
				if len(only.find(phrase)) == 0 {
					t.Errorf("%s: %q is an exception from nothing", r.name, phrase)
				}
				if hits := all.find(phrase); len(hits) > 0 && hits[0].from == 0 {
					t.Errorf("%s: %q is a cue: %s", r.name, phrase, hits[0].text)
				}
			}
		}
	}
}

// TestScopeAround holds what needs more than one sentence or part.
func TestScopeAround(t *testing.T) {
	x := New(`Critics claim that the pump ran for 40 days. The pump of the valley runs in winter unless it rains for a week.

We do not plan to:

1. sell the pump to large farms
2. build a second factory`)
	for _, tt := range []struct {
		quote string
		want  Status
		note  string
	}{
		{"Critics claim … the pump ran for 40 days", Ellipsis, "“that”"},
		{"The pump of the valley … unless it rains for a week", Ellipsis, "leaves out “runs"},
		{"The pump of the valley … runs in winter", OutOfScope, "unless"},
		{"sell the pump to large farms", OutOfScope, "We do not plan to:"},
		{"build a second factory", OutOfScope, "We do not plan to:"},
	} {
		c := x.Verify(tt.quote)
		if c.Status != tt.want || !strings.Contains(c.Note.String(), tt.note) {
			t.Errorf("%s: %s (%s), want %s (%s)", tt.quote, c.Status, c.Note, tt.want, tt.note)
		}
		checkChinese(t, c.Note)
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
