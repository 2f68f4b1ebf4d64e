package document

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean makes text valid UTF-8 with \n line ends and takes out what a reader
// can't see: zero-width, bidi, tag and control characters, which it reports. It
// keeps them where a script or an emoji needs them. Linear in the text.
func clean(text string, found *findings) string {
	runes := []rune(lineEnds.Replace(strings.ToValidUTF8(text, "\uFFFD")))
	rtl := strings.ContainsFunc(text, rightToLeft)
	var b strings.Builder
	var tags []rune // tag characters as the ASCII that they spell
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		kind := invisible(r)
		if kind == "" {
			b.WriteRune(r)
		} else if n := keptHere(runes, i); n > 0 {
			b.WriteString(string(runes[i : i+n]))
			i += n - 1
		} else if !quietHere(runes, i, rtl) {
			found.removed(kind, runes, i)
			if r >= 0xE0020 && r < 0xE007F && len(tags) < 4096 {
				tags = append(tags, r-0xE0000)
			}
		}
	}
	found.spelt(string(tags))
	return b.String()
}

// lineEnds are line and paragraph ends of all kinds. A soft hyphen is typography and
// no deceit.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\u0085", "\n", "\u2028", "\n", "\f", "\n\n", "\u2029", "\n\n", "\u00AD", "")

// rightToLeft reports a letter of a script that runs right to left.
func rightToLeft(r rune) bool {
	return r >= 0x590 && r < 0x800 && unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// plainASCII reports whether text needs no cleaning at all.
func plainASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= utf8.RuneSelf || c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// invisible returns which kind of unseen character r is, "" for a visible one.
func invisible(r rune) WarningKind {
	switch {
	case r >= ' ' && r < 0x7f, r == '\n', r == '\t':
		return ""
	case unicode.IsControl(r), unicode.Is(unicode.Noncharacter_Code_Point, r), r >= 0xFFF9 && r <= 0xFFFB:
		return ControlCharacter
	case unicode.Is(unicode.Bidi_Control, r):
		return BidiControl
	case r >= 0xE0000 && r <= 0xE007F:
		return TagCharacter
	case unicode.Is(zeroWidth, r), unicode.Is(unicode.Variation_Selector, r):
		return ZeroWidth
	}
	return ""
}

// zeroWidth are the characters that take no room and are no control, bidi mark or
// variation selector; the fillers of Hangul are among them.
var zeroWidth = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0xAD, 0xAD, 1},
		{0x34F, 0x34F, 1},
		{0x115F, 0x1160, 1},
		{0x17B4, 0x17B5, 1},
		{0x180E, 0x180E, 1},
		{0x200B, 0x200D, 1},
		{0x2060, 0x2065, 1},
		{0x206A, 0x206F, 1},
		{0x3164, 0x3164, 1},
		{0xFEFF, 0xFEFF, 1},
		{0xFFA0, 0xFFA0, 1},
	},
	R32: []unicode.Range32{{0x1D173, 0x1D17A, 1}},
}

// keptHere returns how many runes from i on belong to a legitimate use of an
// invisible character: joiners in scripts that need them, emoji sequences, one
// variation selector after a visible character, and flags spelt with tags.
func keptHere(runes []rune, i int) int {
	prev, next := rune(0), rune(0)
	if i > 0 {
		prev = runes[i-1]
	}
	if i+1 < len(runes) {
		next = runes[i+1]
	}
	switch r := runes[i]; {
	case r == 0x200C || r == 0x200D:
		if joining(prev) && (joining(next) || r == 0x200D) {
			return 1
		}
		if r == 0x200D && emojiPart(prev) && emojiPart(next) {
			return 1
		}
	case unicode.Is(unicode.Variation_Selector, r):
		if unicode.IsGraphic(prev) && !unicode.IsSpace(prev) && !unicode.Is(unicode.Variation_Selector, next) {
			return 1
		}
	case r >= 0xE0020 && r <= 0xE007E && prev == 0x1F3F4:
		for n := 1; n <= 7 && i+n < len(runes); n++ {
			if runes[i+n] == 0xE007F {
				return n + 1
			}
			if runes[i+n] < 0xE0030 || runes[i+n] > 0xE007A {
				break
			}
		}
	}
	return 0
}

// quietHere reports uses that are taken out without a word: bidi marks in a
// text that runs right to left, break hints in scripts without spaces, and the
// byte order mark of a joined file's first line.
func quietHere(runes []rune, i int, rtl bool) bool {
	r := runes[i]
	switch {
	case rtl && (r == 0x200E || r == 0x200F || r == 0x061C):
		return true
	case r == 0xFEFF && i == 0:
		return true
	case r == 0x200B && i > 0 && unicode.In(runes[i-1], unicode.Thai, unicode.Khmer, unicode.Lao, unicode.Myanmar, unicode.Tibetan):
		return true
	}
	return false
}

// joining reports whether r is of a script in which joiners change the writing.
func joining(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati,
		unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
		unicode.Khmer, unicode.Myanmar, unicode.Mongolian, unicode.Tibetan, unicode.Syriac, unicode.Nko)
}

// emojiPart reports whether r can be next to a joiner in an emoji sequence.
func emojiPart(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2190 && r <= 0x2BFF || r == 0xFE0F || r == 0x00A9 || r == 0x00AE
}

// around shows the place of an invisible character, named by its code point.
func around(runes []rune, i int) string {
	var b strings.Builder
	for j := max(0, i-16); j < min(len(runes), i+17); j++ {
		switch r := runes[j]; {
		case j == i:
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		case invisible(r) != "":
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String())
}

// excerpt makes text fit to show in a warning: one line, no invisible
// characters, at most 200 bytes.
func excerpt(text string) string {
	const limit = 200
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if !unicode.IsSpace(r) && invisible(r) != "" || r == utf8.RuneError {
			return -1
		}
		return r
	}, text)), " ")
	if len(text) <= limit-len("…") {
		return text
	}
	return strings.TrimRight(strings.ToValidUTF8(text[:limit-len("…")], ""), " ") + "…"
}
