package evidence

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPlaces compares the places of quotes that the grams give with those of a plain search.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	letters := []rune("abcdefg中文字典\uFFFD")
	for range 300 {
		var b strings.Builder
		for b.Len() < 2*minIndexed {
			b.WriteRune(letters[r.IntN(len(letters))])
			if r.IntN(50) == 0 {
				b.WriteByte(0xE4) // no character
			}
		}
		text := b.String()
		s := newSearched(text)
		lo := r.IntN(len(text) / 4)
		hi := len(text) - r.IntN(len(text)/4)
		at := r.IntN(len(text) - 20)
		quote := strings.ToValidUTF8(text[at:at+1+r.IntN(12)], "\uFFFD")
		if quote == "" {
			continue
		}
		var want []int
		for k := lo; k+len(quote) <= hi; k++ {
			if strings.HasPrefix(text[k:], quote) {
				want = append(want, k)
			}
		}
		got := slices.Collect(s.places(quote, lo, hi))
		if _, size := utf8.DecodeRuneInString(quote); len(quote) > size && !slices.Equal(got, want) {
			t.Fatalf("places of %q in [%d, %d): %v, want %v", quote, lo, hi, got, want)
		}
	}
}
