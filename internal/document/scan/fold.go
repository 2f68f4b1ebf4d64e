package scan

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"judgement/internal/origin"
)

// fold makes a text easy to search: lower case, narrow forms, Latin letters for
// their look-alikes and without accents, no Markdown emphasis, one space for a run
// of blanks, none between ideographs. One line break is one \n, several are two, and
// a \n is before the first line.
func fold(text string) origin.Text {
	f := folder{b: origin.Builder{Source: text}}
	f.b.Grow(len(text) + 1)
	f.b.Byte('\n', 0)
	f.last = '\n'
	for i := 0; i < len(text); {
		if c := plainByte[text[i]]; c != 0 {
			f.gap(rune(c))
			f.b.Byte(c, i)
			f.last = rune(c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if f.blank == 0 && r >= 0x3041 && r <= 0x9FFF { // foldRune changes none of these
			f.b.Write(r, i)
			f.last = r
		} else {
			f.rune(r, i)
		}
		i += size
	}
	return f.b.Text()
}

// plainByte is what a letter, digit or mark that needs no thought is folded to.
var plainByte = func() (out [256]byte) {
	for c := '!'; c < 0x7f; c++ {
		if !strings.ContainsRune("*`~_", c) {
			out[c] = byte(unicode.ToLower(c))
		}
	}
	return out
}()

type folder struct {
	b       origin.Builder
	last    rune
	blank   rune // the blank that is due before the next character; 0: none
	blankAt int
	lines   int // line breaks in it
}

func (f *folder) rune(r rune, at int) {
	switch {
	case r == '\n':
		if f.blank == 0 {
			f.blankAt = at
		}
		f.blank = '\n'
		f.lines++
		return
	case r == ' ' || unicode.IsSpace(r) || r == '\u2800':
		if f.blank == 0 {
			f.blank, f.blankAt = ' ', at
		}
		return
	case r == '*' || r == '`' || r == '~' || r == '_' && (f.blank != 0 || !wordy(f.last)):
		return
	}
	r = foldRune(r)
	f.gap(r)
	f.b.Write(r, at)
	f.last = r
}

// gap writes the blank that is due before the character r.
func (f *folder) gap(r rune) {
	if f.blank == 0 {
		return
	}
	if f.last != '\n' && !joined(f.last, r, f.lines) {
		f.b.Byte(byte(f.blank), f.blankAt)
		if f.lines > 1 {
			f.b.Byte('\n', f.blankAt)
		}
	}
	f.blank, f.lines = 0, 0
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
	switch {
	case r < utf8.RuneSelf:
		return unicode.ToLower(r)
	case r >= 0x3041 && r <= 0x9FFF:
		return r
	case r >= 0x1D400 && r <= 0x1D6A3: // mathematical letters
		return 'a' + (r-0x1D400)%26
	case r >= 0x24B6 && r <= 0x24E9: // letters in circles
		return 'a' + (r-0x24B6)%26
	case r >= 0x1F130 && r <= 0x1F149 || r >= 0x1F150 && r <= 0x1F169 || r >= 0x1F170 && r <= 0x1F189: // letters in squares and dark circles
		return 'a' + (r-0x1F130)%32
	case r >= 0x1F1E6 && r <= 0x1F1FF: // letters of flags
		return 'a' + r - 0x1F1E6
	}
	switch r {
	case '“', '”', '„', '«', '»', '「', '」':
		return '"'
	case '‘', '’', '´':
		return '\''
	case '–', '—', '−':
		return '-'
	}
	if n := width.LookupRune(r).Folded(); n != 0 {
		r = n
	}
	r = unicode.ToLower(r)
	if r >= 0xC0 && r < 0x250 {
		return accented()[r-0xC0]
	}
	if r >= utf8.RuneSelf {
		if i := strings.IndexRune(lookAlikes, r); i >= 0 {
			return rune(lookAlikeOf[utf8.RuneCountInString(lookAlikes[:i])])
		}
	}
	return r
}

// accented maps Latin letters from U+00C0 on to those without their accents.
var accented = sync.OnceValue(func() (out [0x250 - 0xC0]rune) {
	for i := range out {
		r, _ := utf8.DecodeRuneInString(norm.NFD.String(string(rune(i + 0xC0))))
		out[i] = unicode.ToLower(r)
	}
	return out
})

// Lower-case Cyrillic and Greek letters that look like Latin ones.
const (
	lookAlikes  = "абвеёіјкмнорсѕтухԁһӏαορντικυχ"
	lookAlikeOf = "abbeeijkmhopcstyxdhiaopvtikux"
)
