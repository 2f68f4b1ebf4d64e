package report

import "strings"

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
