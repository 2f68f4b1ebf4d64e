package pdf

import (
	"slices"
	"strings"
)

// A Chinese font draws quotation marks, dots and the ellipsis as wide as a
// character. Beside Latin letters they are drawn with the narrow marks instead.
// Which of them are is decided once, with the neighbours in sight: such a mark
// travels through the layout as a private character, tagBase plus its index in
// marks, so that it is measured and drawn alike.
const (
	tagBase = 0xE000
	tags    = 7
)

// marks may be narrow.
var marks = [tags]rune{'‘', '’', '“', '”', '…', '·', '•'}

func isTag(r rune) bool { return r >= tagBase && r < tagBase+tags }

// set makes text ready to be laid out and drawn: what the fonts lack replaced and
// counted, marks beside Latin text tagged.
func (w *writer) set(s string) string {
	return w.tag(fit(s, func(cluster string) { w.lacking[cluster]++ }, w.page.Lang))
}

// unseen runs f, which lays out what is not drawn: nothing is counted.
func (w *writer) unseen(f func()) {
	counted := w.lacking
	w.lacking = map[string]int{}
	f()
	w.lacking = counted
}

// tag replaces the marks beside Latin text.
func (w *writer) tag(s string) string {
	out := []rune(s)
	before, narrow := ' ', w.latin()
	for i, r := range out {
		n := markIndex(r)
		if n < 0 {
			before = r
			continue
		}
		near := before
		if (r == '‘' || r == '“') && i+1 < len(out) {
			near = out[i+1]
		}
		// Of marks in a row, all are as wide as the first.
		if i == 0 || before != r {
			narrow = w.narrow(r, near)
		}
		if narrow {
			out[i] = tagBase + rune(n)
		}
		before = r
	}
	return string(out)
}

// narrow decides by the character that a mark belongs to, or by the page's
// language if that says nothing.
func (w *writer) narrow(r, near rune) bool {
	switch {
	case r == '·' || r == '•' || near <= ' ':
		return w.latin()
	case near < 0x2000:
		return true
	case near >= 0x2E80:
		return false
	}
	return w.latin()
}

// markIndex returns the place of a mark in marks, or −1.
func markIndex(r rune) int { return slices.Index(marks[:], r) }

// untag returns the characters that tags replace.
func untag(s string) string {
	return replaceTags(s, marks)
}

// breakable returns text in which each tag is a character of its length that
// breaks lines as the mark does.
func breakable(s string) string {
	return replaceTags(s, [tags]rune{'‘', '’', '“', '”', '…', '•', '•'})
}

func replaceTags(s string, by [tags]rune) string {
	return strings.Map(func(r rune) rune {
		if isTag(r) {
			return by[r-tagBase]
		}
		return r
	}, s)
}
