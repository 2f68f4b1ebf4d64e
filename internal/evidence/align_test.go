package evidence

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPatternAgainstTable compares the bit-parallel search with the plain
// dynamic programme, over patterns of one and of several blocks.
func TestPatternAgainstTable(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	letters := []rune("abc中")
	random := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteRune(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	for range 400 {
		text, quote := random(r.IntN(300)), random(1+r.IntN(300))
		want, wantEnd := plainSearch([]rune(text), []rune(quote))
		got, end := newPattern(quote).search(text, len(quote)+1, false)
		if got != want || end != wantEnd {
			t.Fatalf("search(%q, %q) = %d, %d, want %d, %d", text, quote, got, end, want, wantEnd)
		}
		limit := 1 + r.IntN(len(quote))
		if want >= limit {
			want, wantEnd = limit, 0
		}
		if got, end := newPattern(quote).search(text, limit, false); got != want || end != wantEnd {
			t.Fatalf("search(%q, %q, %d) = %d, %d, want %d, %d", text, quote, limit, got, end, want, wantEnd)
		}
	}
}

func plainSearch(text, quote []rune) (best, end int) {
	column := make([]int, len(quote)+1)
	for i := range column {
		column[i] = i
	}
	best = len(string(quote)) + 1
	size := 0
	for _, c := range text {
		size += len(string(c))
		diagonal := 0
		for i := 1; i < len(column); i++ {
			cost := diagonal
			if quote[i-1] != c {
				cost++
			}
			diagonal = column[i]
			column[i] = min(cost, column[i]+1, column[i-1]+1)
		}
		if column[len(quote)] < best {
			best, end = column[len(quote)], size
		}
	}
	return best, end
}

// TestLongNumber bounds the place and the note of a quote beside a number that never ends.
func TestLongNumber(t *testing.T) {
	x := New(strings.Repeat("一百零二万", 1000))
	c := x.Verify("一百零二万一百零二万一百零三万")
	if c.Status != Altered || c.End-c.Start > 3*maxWord || len(c.Note.String()) > 1000 {
		t.Errorf("%s, %d bytes with a note of %d bytes", c.Status, c.End-c.Start, len(c.Note.String()))
	}
}
