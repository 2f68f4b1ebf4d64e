package report

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/displaywidth"

	"judgement/internal/text"
)

// Clean returns s without what a reader can't see or what could change how the
// rest is shown: control characters (but newline), bidirectional controls,
// zero-width and tag characters, variation selectors of ideographs, fillers.
// Line ends become \n, a tab four spaces, invalid UTF-8 U+FFFD. Every backend
// cleans untrusted text with it.
func Clean(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			return '\n'
		case invisible(r):
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\t", "    "))
}

// invisible reports whether r has no place in shown text.
func invisible(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r >= 0x4E00 && r <= 0x9FFF: // common ideographs: most of a Chinese text
		return false
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Noncharacter_Code_Point),
		r >= 0xE0000 && r <= 0xE0FFF, // tags and variation selectors
		r >= 0x180B && r <= 0x180F:   // Mongolian variation selectors
		return true
	}
	return strings.ContainsRune("\u034f\u115f\u1160\u3164\uffa0\u2800", r) // joiner and fillers
}

// oneLine cleans s and puts it on one line with single spaces.
func oneLine(s string) string { return text.OneLine(Clean(s)) }

// Width returns how many terminal cells s takes, by the East Asian widths:
// ideographs, kana, Hangul, full-width forms and emoji take two, combining
// marks and invisible characters none. Ambiguous characters take one.
func Width(s string) int { return displaywidth.String(s) }

// CutCells cuts s to so many terminal cells, the mark of the cut included.
func CutCells(s string, cells int) string {
	if cut := displaywidth.TruncateString(s, cells, "…"); cut != s {
		return strings.TrimRight(cut, " …") + "…" // one mark, also if s was cut before
	}
	return s
}

// CutWords cuts s to so many terminal cells, the mark of the cut included: between words
// if the last one begins in the second half, else between characters.
func CutWords(s string, cells int) string {
	if Width(s) <= cells {
		return s
	}
	head := strings.TrimSuffix(CutCells(s, cells), "…")
	if i := strings.LastIndexByte(head, ' '); i > len(head)/2 {
		head = head[:i]
	}
	return strings.TrimRightFunc(head, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) }) + "…"
}

// padRight and padLeft fill s with spaces to a width in cells.
func padRight(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-Width(s)))
}

func padLeft(s string, width int) string {
	return strings.Repeat(" ", max(0, width-Width(s))) + s
}

// FirstStrong and Pop isolate a run of text from its neighbours: it goes in the
// direction of its own first letter and has no effect on the order of theirs. In a
// page they enclose names that are written from right to left. Backends that can
// show such text go by them, and the others leave them out as Clean does.
const (
	FirstStrong = '\u2068'
	Pop         = '\u2069'
)

// RightToLeft reports whether s holds a letter that is written from right to left, as
// in Hebrew and Arabic.
func RightToLeft(s string) bool { return strings.ContainsFunc(s, rightToLeft) }

// rightToLeft is by Unicode's blocks, so that it is right for future letters too.
func rightToLeft(r rune) bool {
	return r >= 0x590 && r <= 0x8FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r < 0xFEFF || r >= 0x10800 && r <= 0x10FFF || r >= 0x1E800 && r <= 0x1EFFF
}

// isolate separates a name from its neighbours if it would change their order.
func isolate(name string) string {
	if !RightToLeft(name) {
		return name
	}
	return string(FirstStrong) + name + string(Pop)
}
