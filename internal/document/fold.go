package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"judgement/internal/origin"
)

// fold makes a text easy to search: lower case, narrow forms, Latin letters
// for their look-alikes, no Markdown emphasis, one space for a run of blanks,
// none between ideographs. Line breaks, one or many, are one \n,
// and a \n is before the first line.
func fold(text string) origin.Text {
	b := origin.Builder{Source: text}
	last, blankAt, blank, lines := rune('\n'), 0, rune(0), 0
	emit := func(r rune, at int) {
		b.Write(r, at)
		last = r
	}
	emit('\n', 0)
	for i, r := range text {
		switch {
		case r == '\n':
			if blank == 0 {
				blankAt = i
			}
			blank = '\n'
			lines++
			continue
		case unicode.IsSpace(r) || r == '\u2800':
			if blank == 0 {
				blank, blankAt = ' ', i
			}
			continue
		case r == '*' || r == '`' || r == '~' || r == '_' && (blank != 0 || !wordy(last)):
			continue
		}
		r = foldRune(r)
		if blank != 0 && last != '\n' && !joined(last, r, lines) {
			emit(blank, blankAt)
		}
		blank, lines = 0, 0
		emit(r, i)
	}
	return b.Text()
}

// joined reports that blanks between two characters say nothing: spaces between
// full-width characters, and one line break between ideographs.
func joined(a, b rune, lines int) bool {
	if lines == 0 {
		return cjk(a) && cjk(b)
	}
	return lines == 1 && unicode.Is(unicode.Han, a) && unicode.Is(unicode.Han, b)
}

// wordy reports a letter or digit, beside which an underscore is no emphasis.
func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// cjk reports an ideograph or a full-width mark.
func cjk(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0xFF00 && r <= 0xFFEF || r >= 0x20000 && r <= 0x3FFFF
}

// foldRune maps r to its plain form.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	switch r {
	case '“', '”', '„', '«', '»', '「', '」':
		return '"'
	case '‘', '’', '´':
		return '\''
	case '–', '—', '−':
		return '-'
	}
	if r >= 0x1D400 && r <= 0x1D6A3 { // mathematical letters
		if n := (r - 0x1D400) % 52; n < 26 {
			return 'a' + n
		} else {
			return 'a' + n - 26
		}
	}
	if n := width.LookupRune(r).Folded(); n != 0 {
		r = n
	}
	r = unicode.ToLower(r)
	if i := strings.IndexRune(lookAlikes, r); i >= 0 && r >= utf8.RuneSelf {
		return rune(lookAlikeOf[utf8.RuneCountInString(lookAlikes[:i])])
	}
	return r
}

// Lower-case Cyrillic and Greek letters that look like Latin ones.
const (
	lookAlikes  = "абвеіјкмнорсѕтухԁһӏαορντικυχ"
	lookAlikeOf = "abbeijkmhopcstyxdhiaopvtikux"
)
