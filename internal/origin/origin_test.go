package origin_test

import (
	"testing"
	"unicode/utf8"

	"judgement/internal/origin"
)

// FuzzText leaves out, doubles, widens and narrows characters of a text, and
// compares the way there and back with a list of every byte's origin.
func FuzzText(f *testing.F) {
	for _, seed := range []struct {
		text  string
		steps []byte
	}{
		{"plain text", nil},
		{"leaves out  blanks", []byte{0, 0, 0, 0, 0, 0, 1, 1}},
		{"ﬁ ﬂ é 全角。", []byte{2, 0, 2, 3, 0, 4}},
		{"\xff\xfe bad", []byte{0, 3}},
		{"", []byte{1}},
	} {
		f.Add(seed.text, seed.steps)
	}
	f.Fuzz(func(t *testing.T, source string, steps []byte) {
		var b origin.Builder
		var want []int // each byte's origin
		write := func(r rune, from int) {
			b.Write(r, from)
			for range len(string(r)) {
				want = append(want, from)
			}
		}
		n := 0
		for i, r := range source {
			step := byte(0)
			if len(steps) > 0 {
				step = steps[n%len(steps)] % 5
			}
			n++
			switch step {
			case 0:
				write(r, i)
			case 1: // left out
			case 2:
				write(r, i)
				write('x', i)
			case 3:
				b.Copy("x", i)
				want = append(want, i)
			case 4:
				write('全', i)
			}
		}
		compare(t, b.Text(), len(source), want)
	})
}

func compare(t *testing.T, got origin.Text, source int, want []int) {
	t.Helper()
	if len(got.Text) != len(want) || !utf8.ValidString(got.Text) {
		t.Fatalf("%q has %d bytes, want %d", got.Text, len(got.Text), len(want))
	}
	for i := range want {
		if o := got.Origin(i); o != want[i] {
			t.Fatalf("byte %d of %q comes from %d, want %d", i, got.Text, o, want[i])
		}
	}
	for offset := range source + 1 {
		place := 0
		for place < len(want) && want[place] < offset {
			place++
		}
		if p := got.Place(offset); p != place {
			t.Fatalf("offset %d has the place %d of %q, want %d", offset, p, got.Text, place)
		}
	}
}
