package document

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// cleaned is the outcome of cleaning one piece of text.
type cleaned struct {
	text    string
	removed map[WarningKind]*removal
}

// removal counts what was taken out of a text, with a look at the first place.
type removal struct {
	count   int
	excerpt string
	tags    []rune // tag characters as the ASCII that they spell
}

// clean makes text valid UTF-8 with \n line ends and takes out what a reader
// can't see: zero-width, bidi, tag and control characters. It keeps them where
// a script or an emoji needs them. Linear in the text.
func clean(text string) cleaned {
	text = strings.ToValidUTF8(text, "\uFFFD")
	out := cleaned{removed: map[WarningKind]*removal{}}
	if !strings.ContainsFunc(text, unclean) {
		out.text = text
		return out
	}
	runes := []rune(text)
	rtl := strings.ContainsFunc(text, rightToLeft)
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch r {
		case '\r':
			if i+1 < len(runes) && runes[i+1] == '\n' {
				continue
			}
			b.WriteByte('\n')
			continue
		case '\v', '\u0085', '\u2028':
			b.WriteByte('\n')
			continue
		case '\f', '\u2029':
			b.WriteString("\n\n")
			continue
		case '\u00AD': // soft hyphen: typography, not deceit
			continue
		}
		kind := invisible(r)
		if kind == "" {
			b.WriteRune(r)
		} else if n := keptHere(runes, i); n > 0 {
			b.WriteString(string(runes[i : i+n]))
			i += n - 1
		} else if !quietHere(runes, i, rtl) {
			out.note(kind, runes, i)
		}
	}
	out.text = b.String()
	return out
}

// rightToLeft reports a letter of a script that runs right to left.
func rightToLeft(r rune) bool {
	return r >= 0x590 && r < 0x800 && unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// unclean reports a character that clean has to look at.
func unclean(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r < ' ' && r != '\n' && r != '\t' || r == 0x7f
	case r >= 0x2E80 && r < 0xD7B0 && r != 0x3164:
		return false // ideographs, kana, Hangul
	}
	return r == '\u2028' || r == '\u2029' || invisible(r) != ""
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
	case r == '\n' || r == '\t':
		return ""
	case r < ' ', r >= 0x7f && r < 0xa0, r >= 0xFDD0 && r <= 0xFDEF, r&0xFFFE == 0xFFFE, r >= 0xFFF9 && r <= 0xFFFB:
		return ControlCharacter
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x200E, r == 0x200F, r == 0x061C:
		return BidiControl
	case r >= 0xE0000 && r <= 0xE007F:
		return TagCharacter
	case zeroWidth(r):
		return ZeroWidth
	}
	return ""
}

// zeroWidth reports whether r takes no room and is no control or bidi mark.
func zeroWidth(r rune) bool {
	switch {
	case r >= 0x200B && r <= 0x200D, r >= 0x2060 && r <= 0x2065, r >= 0x206A && r <= 0x206F:
		return true
	case r == 0xFEFF, r == 0x180E, r == 0x00AD, r == 0x034F, r == 0x17B4, r == 0x17B5:
		return true
	case r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0: // Hangul fillers
		return true
	case r >= 0x1D173 && r <= 0x1D17A:
		return true
	}
	return variation(r)
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
	case variation(r):
		if unicode.IsGraphic(prev) && !unicode.IsSpace(prev) && !variation(next) {
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

func variation(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF || r >= 0x180B && r <= 0x180D
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

// note counts the invisible character at i and keeps a look at the first one.
func (c *cleaned) note(kind WarningKind, runes []rune, i int) {
	rm := c.removed[kind]
	if rm == nil {
		rm = &removal{excerpt: around(runes, i)}
		c.removed[kind] = rm
	}
	rm.count++
	if r := runes[i]; kind == TagCharacter && r >= 0xE0020 && r < 0xE007F && len(rm.tags) < 4096 {
		rm.tags = append(rm.tags, r-0xE0000)
	}
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
	var b strings.Builder
	space := false
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		if invisible(r) != "" || r == utf8.RuneError {
			continue
		}
		n := utf8.RuneLen(r)
		if space {
			n++
		}
		if b.Len()+n > limit-len("…") {
			b.WriteString("…")
			break
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
