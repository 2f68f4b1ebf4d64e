// Package origin owns texts that were made of another one, such as its normal
// form, together with the way back to it. It is pure and knows nothing of what
// the texts are for.
package origin

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Text is a text with the place in its source that each character comes from.
// If characters are in the source one behind the other and as long, which
// most do, it takes no room but the text's.
type Text struct {
	Text string
	runs []run // from the start of Text, ascending
}

// run is a stretch of a text, up to the next run, whose characters are in the
// source one behind the other and are as long there.
type run struct {
	at     int32 // its first byte
	origin int32 // that byte's place in the source
}

// Origin returns the place in the source of the character that byte i of the
// text, which must be in it, is part of. It never decreases with i.
func (t Text) Origin(i int) int {
	r := t.runs[sort.Search(len(t.runs), func(k int) bool { return int(t.runs[k].at) > i })-1]
	for !utf8.RuneStart(t.Text[i]) {
		i--
	}
	return int(r.origin) + i - int(r.at)
}

// Place returns the first byte of the text that comes from offset of the source
// or later, the length of the text if none does.
func (t Text) Place(offset int) int {
	k := sort.Search(len(t.runs), func(k int) bool { return int(t.runs[k].origin) >= offset })
	end := len(t.Text)
	if k < len(t.runs) {
		end = int(t.runs[k].at)
	}
	if k == 0 {
		return end
	}
	r := t.runs[k-1]
	i := int(r.at) + offset - int(r.origin)
	for i < end && !utf8.RuneStart(t.Text[i]) {
		i++
	}
	return min(i, end)
}

// Builder makes a Text of a source below 2 GiB.
type Builder struct {
	text  strings.Builder
	runs  []run
	shift int // from the place of the last run's characters to their origin
}

// Grow makes room for n more bytes.
func (b *Builder) Grow(n int) { b.text.Grow(n) }

// Write adds a character that comes from a place in the source, which must not
// be before that of the last one.
func (b *Builder) Write(r rune, from int) {
	at := b.text.Len()
	if len(b.runs) == 0 || from-at != b.shift {
		b.runs = append(b.runs, run{at: int32(at), origin: int32(from)})
		b.shift = from - at
	}
	b.text.WriteRune(r)
}

// String returns what was written so far.
func (b *Builder) String() string { return b.text.String() }

// Text returns what was written, with its origins.
func (b *Builder) Text() Text { return Text{Text: b.text.String(), runs: b.runs} }
