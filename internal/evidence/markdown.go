package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// emphasis leaves out runs of *, _ and ` that mark text up. A run that may be
// arithmetic or part of a name (2*3, snake_case, a blank on both sides) stays.
func (f *folder) emphasis(i int, c byte) int {
	end := i
	for end < len(f.src) && f.src[end] == c {
		end++
	}
	before, _ := utf8.DecodeLastRuneInString(f.src[:i])
	after, _ := utf8.DecodeRuneInString(f.src[end:])
	wordy := isAlnum(before) && isAlnum(after)
	digits := unicode.IsDigit(before) || unicode.IsDigit(after)
	alone := (i == 0 || unicode.IsSpace(before)) && (end == len(f.src) || unicode.IsSpace(after))
	keep := alone && end < len(f.src) && i > 0
	switch c {
	case '*':
		keep = keep || wordy && digits
	case '_':
		keep = keep || wordy
	case '`':
		keep = unicode.IsDigit(before) && unicode.IsDigit(after)
	}
	if keep {
		for ; i < end; i++ {
			f.put(rune(c), i)
		}
	}
	return end
}

// maxLink bounds how far a link's target is looked for.
const maxLink = 500

// openLink reports whether a [text](target) starts at i, and remembers its ].
func (f *folder) openLink(i int) bool {
	rest := f.src[i:min(len(f.src), i+maxLink)]
	mid := strings.Index(rest, "](")
	if mid < 0 || strings.ContainsAny(rest[1:mid], "[\n") {
		return false
	}
	end := strings.IndexByte(rest[mid:], ')')
	if end < 0 {
		return false
	}
	target := rest[mid : mid+end+1]
	url := target[2 : len(target)-1]
	if strings.ContainsAny(url, " \n(") || !strings.ContainsAny(url, "/#:.") || !strings.ContainsFunc(url, unicode.IsLetter) {
		return false
	}
	if f.known != nil && !f.known(target) {
		return false
	}
	f.linkEnd = i + mid
	return true
}

// lineMark skips the marks that a line starts with and returns where its text
// starts; i if there are none. A mark before a number is written, because it
// might be a sign.
func (f *folder) lineMark(i int) int {
	n := i
	for n < len(f.src) && (f.src[n] == ' ' || f.src[n] == '\t') {
		n++
	}
	if end := ruleLine(f.src, n); end > n {
		f.blank(i)
		return end
	}
	var mark rune
	r, size := utf8.DecodeRuneInString(f.src[n:])
	end := n + size
	switch r {
	case '#':
		for end < len(f.src) && f.src[end] == '#' {
			end++
		}
		mark = '#'
	case '>':
		mark = '>'
	case '-', '*', '+', '•', '‣', '◦', '·', '●', '▪':
		mark = '•'
	default:
		return i
	}
	if end < len(f.src) && f.src[end] != ' ' && f.src[end] != '\t' && (r != '>' || f.src[end] != '\n') {
		return i
	}
	f.blank(i)
	if startsNumber(f.src[end:]) {
		f.put(mark, n)
	}
	f.lineStart = true
	return end
}

// ruleLine returns the end of a line that holds only a table's or a
// horizontal rule, at least three characters of it; i if there is none.
func ruleLine(s string, i int) int {
	n, marks := i, 0
	for n < len(s) && strings.IndexByte("|-:= \t", s[n]) >= 0 {
		if s[n] == '-' || s[n] == '=' {
			marks++
		}
		n++
	}
	if marks >= 3 && (n == len(s) || s[n] == '\n' || s[n] == '\r') {
		return n
	}
	return i
}

// startsNumber reports whether the first visible thing is a number, with or
// without a sign or currency.
func startsNumber(s string) bool {
	s = strings.TrimLeft(s, " \t*_`")
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsDigit(r) || isNumberSign(r) || r == '.' || isHanNumeral(r)
}
