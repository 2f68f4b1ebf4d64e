// Package origin owns texts that were made of another one, such as its normal
// form, together with the way back to it. It is pure and knows nothing of what
// the texts are for.
package origin

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Text is a text with the place in its source that each character comes from.
type Text struct {
	Text    string
	Source  string
	origins []int32 // of each byte: its character's
}

// Origin returns the place in the source of the character that byte i of the
// text is part of, the source's length for the end of the text. It never decreases
// with i.
func (t Text) Origin(i int) int { return int(t.origins[i]) }

// Place returns the first byte of the text that comes from offset of the source
// or later, the length of the text if none does.
func (t Text) Place(offset int) int {
	return sort.Search(len(t.Text), func(i int) bool { return int(t.origins[i]) >= offset })
}

// Builder makes a Text of a source below 2 GiB.
type Builder struct {
	Source  string
	text    strings.Builder
	origins []int32
}

// Write adds a character that comes from a place in the source, which must not
// be before that of the last one.
func (b *Builder) Write(r rune, from int) {
	if r >= 0 && r < utf8.RuneSelf { // most of them
		b.Byte(byte(r), from)
		return
	}
	b.text.WriteRune(r)
	for len(b.origins) < b.text.Len() {
		b.origins = append(b.origins, int32(from))
	}
}

// Byte adds a character of one byte, as Write does.
func (b *Builder) Byte(c byte, from int) {
	b.text.WriteByte(c)
	b.origins = append(b.origins, int32(from))
}

// Copy adds valid text that comes from a place in the source as it is.
func (b *Builder) Copy(text string, from int) {
	b.text.WriteString(text)
	at := from
	for i := range len(text) {
		if utf8.RuneStart(text[i]) {
			at = from + i
		}
		b.origins = append(b.origins, int32(at))
	}
}

// Grow makes room for n bytes.
func (b *Builder) Grow(n int) {
	b.text.Grow(n)
	b.origins = slices.Grow(b.origins, n+1)
}

// String returns what was written so far.
func (b *Builder) String() string { return b.text.String() }

// Text returns what was written, with its origins.
func (b *Builder) Text() Text {
	return Text{Text: b.text.String(), Source: b.Source, origins: append(b.origins, int32(len(b.Source)))}
}
