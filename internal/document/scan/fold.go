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
// of blanks, none between ideographs. Character references and escaped marks are what they
// are on a page, and tags and comments inside words are left out. One line break is one \n, several are two, and
// a \n is before the first line.
func fold(text string) origin.Text {
	f := folder{b: origin.Builder{Source: text}}
	f.b.Grow(len(text) + 1)
	f.b.Byte('\n', 0)
	f.last = '\n'
	for i := 0; i < len(text); {
		if text[i] == '-' {
			if n := lineHyphen(text, i); n > 0 {
				i += n
				continue
			}
		}
		if n := unchanged(text[i:]); n > 0 {
			f.gap(rune(text[i]))
			f.b.Copy(text[i:i+n], i)
			i += n
			f.last = rune(text[i-1])
			continue
		}
		if c := plainByte[text[i]]; c != 0 {
			f.gap(rune(c))
			f.b.Byte(c, i)
			f.last = rune(c)
			i++
			continue
		}
		if text[i] == '&' || text[i] == '\\' || text[i] == '<' {
			if n := f.disguised(text[i:], i); n > 0 {
				i += n
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !ideographic(r) {
			f.rune(r, i)
			i += size
			continue
		}
		f.gap(r)
		start := i
		for ideographic(r) {
			f.last = r
			i += size
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		f.b.Copy(text[start:i], start)
	}
	return f.b.Text()
}

// unchanged returns the length of the words at the start of a text that are folded already.
func unchanged(text string) (n int) {
	for i := range len(text) {
		switch c := text[i]; {
		case c == ' ' && i == n && i > 0: // one space
		case c == '-' || c == ' ' || plainByte[c] != c:
			return n
		default:
			n = i + 1
		}
	}
	return n
}

// ideographic reports a character of Chinese or Japanese that foldRune does not change.
func ideographic(r rune) bool { return r >= 0x3041 && r <= 0x9FFF }

// lineHyphen returns the length of a hyphen that cuts a word at the end of a line, and of
// the line break; 0: it is none.
func lineHyphen(text string, i int) int {
	rest := strings.TrimLeft(text[i+1:], "\r")
	if i == 0 || !letter(text[i-1]) || !strings.HasPrefix(rest, "\n") {
		return 0
	}
	rest = strings.TrimLeft(rest[1:], " ")
	if rest == "" || rest[0] < 'a' || rest[0] > 'z' {
		return 0
	}
	return len(text) - i - len(rest)
}

// plainByte is what a letter, digit or mark that needs no thought is folded to.
var plainByte = func() (out [256]byte) {
	for c := '!'; c < 0x7f; c++ {
		if !strings.ContainsRune("*`~_&\\<", c) {
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
	case r >= 0x300 && unicode.Is(accents, r):
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
	case r >= 0x249C && r <= 0x24B5: // letters in brackets
		return 'a' + r - 0x249C
	case r >= 0x1F150 && r <= 0x1F169 || r >= 0x1F170 && r <= 0x1F189: // letters in dark circles and squares
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
	if r < utf8.RuneSelf {
		return unicode.ToLower(r)
	}
	if unicode.IsLetter(r) || r >= 0x1F000 || r >= 0x2460 && r < 0x2500 { // superscripts, mathematical letters, letters in circles
		if plain := []rune(norm.NFKC.String(string(r))); len(plain) == 1 {
			r = plain[0]
		}
	}
	r = unicode.ToLower(r)
	if r >= 0xC0 && r < 0x250 {
		r = accented()[r-0xC0]
	}
	if l, ok := lookAlike()[r]; ok {
		return l
	}
	return r
}

// accents are the marks that are written over and under other characters.
var accents = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x300, Hi: 0x36F, Stride: 1}, {Lo: 0x1AB0, Hi: 0x1AFF, Stride: 1}, {Lo: 0x1DC0, Hi: 0x1DFF, Stride: 1}, {Lo: 0x20D0, Hi: 0x20FF, Stride: 1}, {Lo: 0xFE20, Hi: 0xFE2F, Stride: 1}},
}

// accented maps Latin letters from U+00C0 on to those without their accents.
var accented = sync.OnceValue(func() (out [0x250 - 0xC0]rune) {
	for i := range out {
		r, _ := utf8.DecodeRuneInString(norm.NFD.String(string(rune(i + 0xC0))))
		out[i] = unicode.ToLower(r)
	}
	return out
})

// lookAlike maps lower-case letters of other scripts to the Latin ones that they look like.
var lookAlike = sync.OnceValue(func() map[rune]rune {
	out := map[rune]rune{}
	for _, letters := range [][2]string{
		{"абвеёіјкмнорсѕтухԁһӏьԛԝүѵг", "abbeeijkmhopcstyxdhlbqwyvr"},
		{"αορντικυχεηγβρσωζ", "aopvtikuxenybpowz"},
		{"օսհոցզեյ", "ouhngqej"},
		{"ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢɑɡɩɾʋʟɛǀ", "abcdefghijklmnopqrstuvwyzagirvlel"},
		{"ꭺᏼꮯꭰꭼꮐꮋꭵꮖꭻꮶꮮꮇꮲꭱꮪꭲꮩꮤꮃꭹꮓ", "abcdeghiijklmprstvwwyz"},
		{"⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", "abcdefghijklmnopqrstuvwxyz"},
	} {
		from, to := []rune(letters[0]), letters[1]
		for i, r := range from {
			out[r] = rune(to[i])
		}
	}
	return out
})
