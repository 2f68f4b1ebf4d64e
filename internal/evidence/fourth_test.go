package evidence

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestFourth holds the fourth set, of which each sentence is another construction: no cut
// quote is proven without a note, and at most 5 % of the fair ones are refused.
func TestFourth(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	tried, bad := map[string]int{}, map[string]int{}
	for line := range strings.Lines(readTestdata(t, "fourth.txt")) {
		kind, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if kind == "#" {
			continue
		}
		c := verifyBracketed(t, around(r, text))
		tried[kind]++
		switch {
		case c.Status == NotFound || c.Status == TooShort:
			t.Errorf("%s is %s", text, c.Status)
		case kind == "cut" && c.Status.Proven() && len(c.Note) == 0, kind == "fair" && !c.Status.Proven():
			bad[kind]++
			t.Logf("%s: %s (%s)", text, c.Status, c.Note)
		}
	}
	t.Logf("%d of %d fair quotes are refused, %d of %d cut ones proven without a note", bad["fair"], tried["fair"], bad["cut"], tried["cut"])
	if bad["cut"] > 0 || tried["cut"] == 0 || 20*bad["fair"] > tried["fair"] {
		t.Error("too many")
	}
}
