package scan

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits in bytes of what is looked at in a text for its look on a page.
const (
	maxReference = 33  // the longest character reference of HTML
	maxInWord    = 512 // a tag or a comment inside a word
)

// reference reads a character reference such as &#73; or &lt;. It has no size if s does not
// begin with one.
func reference(s string) (chars string, size int) {
	if len(s) < 4 || s[1] != '#' && !letter(s[1]) {
		return "", 0
	}
	n := strings.IndexByte(s[:min(len(s), maxReference)], ';') + 1
	if n == 0 {
		return "", 0
	}
	if chars = html.UnescapeString(s[:n]); chars == s[:n] || strings.HasSuffix(chars, ";") {
		return "", 0
	}
	return chars, n
}

// disguised writes what a page shows of a reference, an escaped mark, or a tag in a word that
// s begins with. It returns its length, 0 if s begins with none of them.
func (f *folder) disguised(s string, at int) int {
	inWord := f.blank == 0 && unicode.IsLetter(f.last)
	switch {
	case s[0] == '&':
		chars, n := reference(s)
		for _, r := range chars {
			if !unicode.Is(unicode.Cf, r) { // which no reader sees
				f.rune(r, at)
			}
		}
		return n
	case s[0] == '<' && inWord:
		return insideWord(s)
	case s[0] == '\\' && escapedMark(s):
		f.rune(rune(s[1]), at)
		return 2
	case s[0] == '\\' && inWord && looseBackslash(s):
		return 1
	}
	return 0
}

// withoutMarks is the length of a text in which references to anything but plain letters
// count as one character.
func withoutMarks(s string) int {
	n := len(s)
	for i := strings.IndexByte(s, '&'); i >= 0; {
		chars, size := reference(s[i:])
		if size > 0 && !letter(chars[0]) {
			n -= size - 1
		}
		i = nextByte(s, i+max(1, size), '&')
	}
	return n
}

// spelled reports a text in which a plain letter is written as a reference.
func spelled(s string) bool {
	for i := strings.IndexByte(s, '&'); i >= 0; {
		chars, size := reference(s[i:])
		if size > 0 && letter(chars[0]) {
			return true
		}
		i = nextByte(s, i+max(1, size), '&')
	}
	return false
}

// nextByte is the place of c from a place on, -1 if there is none.
func nextByte(s string, from int, c byte) int {
	if i := strings.IndexByte(s[from:], c); i >= 0 {
		return from + i
	}
	return -1
}

// escapedMark reports a backslash before a mark, which Markdown leaves out.
func escapedMark(s string) bool {
	return len(s) > 1 && s[1] > ' ' && s[1] < 0x7f && byteKind[s[1]] != 1 && byteKind[s[1]] != 2
}

// looseBackslash reports a backslash inside a word. Those before n, r and t stay: they are
// mostly line breaks and tabs of a program.
func looseBackslash(s string) bool {
	return len(s) > 1 && letter(s[1]) && strings.IndexByte("nrt", s[1]) < 0
}

// inlineTags are the elements that do not part the word in which they are.
var inlineTags = map[string]bool{
	"a": true, "abbr": true, "b": true, "bdi": true, "bdo": true, "big": true, "cite": true, "code": true, "dfn": true,
	"del": true, "em": true, "font": true, "i": true, "ins": true, "kbd": true, "label": true, "mark": true, "q": true,
	"samp": true, "small": true, "span": true, "strike": true, "strong": true, "sub": true, "sup": true, "tt": true,
	"u": true, "var": true, "wbr": true,
}

// insideWord returns the length of the tags and comments that s begins with, if a word goes
// on after them; else 0.
func insideWord(s string) int {
	for at := 0; at < min(len(s), maxInWord); {
		rest := s[at:min(len(s), at+maxInWord)]
		switch {
		case strings.HasPrefix(rest, "<!--"):
			n := strings.Index(rest, "-->")
			if n < 0 {
				return 0
			}
			at += n + len("-->")
		case rest[0] == '<':
			n := tagLength(rest)
			if n == 0 {
				return 0
			}
			at += n
		default:
			if r, _ := utf8.DecodeRuneInString(rest); at > 0 && unicode.IsLetter(r) {
				return at
			}
			return 0
		}
	}
	return 0
}

// tagLength is the length of an inline tag, or of an empty element of any name; else 0.
func tagLength(s string) int {
	n := strings.IndexByte(s, '>') + 1
	if n == 0 {
		return 0
	}
	name := strings.TrimPrefix(s[1:n], "/")
	if i := strings.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf || byteKind[r] != 1 }); i >= 0 {
		name = name[:i]
	}
	switch {
	case name == "":
		return 0
	case inlineTags[strings.ToLower(name)]:
		return n
	case strings.HasPrefix(s[n:], "</"+name+">"):
		return n + len("</"+name+">")
	}
	return 0
}
