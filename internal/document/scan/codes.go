package scan

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	utf16 "golang.org/x/text/encoding/unicode"
)

// minCodes is the least number of characters that are written as codes.
const minCodes = 6

// escapeForm is one way to write a character as a code.
type escapeForm struct {
	prefix      string
	base        int
	least, most int // digits
	suffix      string
	char        bool // the code is a character's, not a byte's
}

var escapeForms = []escapeForm{
	{`\u{`, 16, 1, 6, "}", true},
	{`\u`, 16, 4, 4, "", true},
	{`\U`, 16, 8, 8, "", true},
	{`\x`, 16, 2, 2, "", false},
	{`\`, 8, 3, 3, "", false},
	{`%u`, 16, 4, 4, "", true},
	{`%`, 16, 2, 2, "", false},
	{`&#x`, 16, 1, 6, ";", true},
	{`&#`, 10, 1, 7, ";", true},
	{`&amp;#x`, 16, 1, 6, ";", true},
	{`&amp;#`, 10, 1, 7, ";", true},
	{`=`, 16, 2, 2, "", false},
	{`U+`, 16, 4, 6, "", true},
	{`0x`, 16, 2, 2, "", false},
}

// escape reads one character or byte that is written as a code.
func escape(s string) (size int, out []byte) {
	for _, f := range escapeForms {
		rest, ok := strings.CutPrefix(s, f.prefix)
		if !ok {
			continue
		}
		n := 0
		for n < min(len(rest), f.most) && hexDigit(rest[n]) {
			n++
		}
		if n < f.least || !strings.HasPrefix(rest[n:], f.suffix) {
			continue
		}
		code, err := strconv.ParseUint(rest[:n], f.base, 32)
		if err != nil {
			continue
		}
		size = len(f.prefix) + n + len(f.suffix)
		if f.char {
			return size, utf8.AppendRune(nil, rune(code))
		}
		return size, []byte{byte(code)}
	}
	return 0, nil
}

func hexDigit(c byte) bool { return encodedKind[c] == 1 }

// escapes finds lines with characters written as \x49, \u8bf7, %49, &#73;, =49, U+0049.
func (c *collector) escapes() {
	text := c.folded.Source
	for i := 0; i < len(text); i++ {
		if !escapeBytes[text[i]] || i+1 < len(text) && (text[i] == '0' && text[i+1] != 'x' || text[i] == 'U' && text[i+1] != '+') {
			continue // which most are
		}
		if size, _ := escape(text[i:]); size == 0 {
			continue
		}
		end, n := i, 0 // of the line, and of the codes in it
		last := i
		var line []byte
		for end < len(text) && text[end] != '\n' && end-i < maxCode {
			size, out := escape(text[end:])
			if n > 0 && strings.HasPrefix(text[end:], "=\n") { // the line goes on
				end += 2
				continue
			}
			if size == 0 {
				size, out = 1, []byte{text[end]}
			} else {
				n++
				last = end + size
				if rest := strings.TrimLeft(text[last:], " ,;"); (text[end] == 'U' || text[end] == '0') && last+len(rest) < len(text) {
					size = len(text) - len(rest) - end // signs between two codes
				}
			}
			line = append(line, out...)
			end += size
		}
		if n >= minCodes {
			for _, codes := range [][]byte{line, bytes.ReplaceAll(line, []byte(" "), nil)} { // blanks may part codes
				if out := textOf(codes); readable(out) && c.decode("character codes", i, last, out, c.lex.segment(out)) {
					break
				}
			}
		}
		i = end
	}
}

// maxCode bounds the bytes of one stretch of codes.
const maxCode = 1 << 14

// runs calls f for each stretch of at least minRun bytes of a class: one of so many bytes
// is in it.
func runs(text string, class *[256]bool, f func(start, end int)) {
	for i := minRun - 1; i < len(text); i += minRun {
		if !class[text[i]] {
			continue
		}
		start, end := i, i
		for start > 0 && class[text[start-1]] && i-start < minRun {
			start--
		}
		for end < len(text) && class[text[end]] && end-start < maxCode {
			end++
		}
		if end-start >= minRun {
			f(start, end)
			i = end
		}
	}
}

const minRun = 2 * minCodes

// classOf has the bytes of a text.
func classOf(text string) *[256]bool {
	var out [256]bool
	for i := range len(text) {
		out[text[i]] = true
	}
	return &out
}

var (
	numberBytes = classOf("0123456789abcdefABCDEF ,;:-|/.[]()_\n")
	morseBytes  = classOf(".-/| _·•–—−")
	escapeBytes = classOf(`\%&=U0`) // the first of each form
)

// numbers finds texts in lists of numbers: bits, octal, decimal and hexadecimal.
func (c *collector) numbers() {
	text := c.folded.Source
	runs(text, numberBytes, func(start, end int) {
		if start > 0 && letter(text[start-1]) { // the end of a word
			start = end - len(strings.TrimLeftFunc(text[start:end], wordy))
		}
		if end < len(text) && letter(text[end]) {
			end = start + len(strings.TrimRightFunc(text[start:end], wordy))
		}
		if c.codes(start, end) {
			return
		}
		for paragraph := range strings.SplitAfterSeq(text[start:end], "\n\n") {
			c.codes(start, start+len(paragraph))
			start += len(paragraph)
		}
	})
}

// codes decodes numbers in a row, also without words such as "A" before and after them,
// which look like hex.
func (c *collector) codes(start, end int) bool {
	groups := strings.FieldsFunc(c.folded.Source[start:end], func(r rune) bool { return !wordy(r) })
	word := func(g string) bool { return !strings.ContainsAny(g, "0123456789") }
	numbers := groups
	for len(numbers) > 0 && word(numbers[0]) {
		numbers = numbers[1:]
	}
	for len(numbers) > 0 && word(numbers[len(numbers)-1]) {
		numbers = numbers[:len(numbers)-1]
	}
	texts := ofGroups(groups)
	if len(numbers) < len(groups) {
		texts = append(texts, ofGroups(numbers)...)
	}
	for _, out := range texts {
		if readable(out) && c.decode("character codes", start, end, out, c.lex.segment(out)) {
			return true
		}
	}
	return false
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// ofGroups returns the texts that groups of digits may be.
func ofGroups(groups []string) (out []string) {
	all := strings.Join(groups, "")
	if all == "" {
		return nil
	}
	if bits := strings.Trim(all, "01") == ""; bits {
		width := 8
		if len(groups[0]) == 7 {
			width = 7
		}
		if len(all) < minCodes*width {
			return nil
		}
		return []string{textOf(ofNumbers(slices.Collect(slices.Chunk([]byte(all), width)), 2))}
	}
	if len(groups) < minCodes {
		return nil
	}
	same := func(least, most int, digits string) bool {
		return !slices.ContainsFunc(groups, func(g string) bool {
			return len(g) < least || len(g) > most || strings.Trim(g, digits) != ""
		})
	}
	const decimal = "0123456789"
	if same(3, 3, decimal[:8]) {
		out = append(out, textOf(ofNumbers(groups, 8)))
	}
	if same(1, 6, decimal) {
		out = append(out, textOf(ofNumbers(groups, 10)), ofLetters(groups))
	}
	if b, err := hex.DecodeString(all); err == nil && !slices.ContainsFunc(groups, func(g string) bool { return len(g) < 2 }) {
		out = append(out, textOf(b))
	}
	return out
}

// ofNumbers writes the bytes or characters with these numbers, nil if one is none.
func ofNumbers[T string | []byte](groups []T, base int) (out []byte) {
	for _, g := range groups {
		n, err := strconv.ParseUint(string(g), base, 17)
		switch {
		case err != nil:
			return nil
		case n <= 0xFF:
			out = append(out, byte(n))
		default:
			out = utf8.AppendRune(out, rune(n))
		}
	}
	return out
}

// ofLetters writes the letters with these numbers in the alphabet.
func ofLetters(groups []string) string {
	var b strings.Builder
	for _, g := range groups {
		n, err := strconv.Atoi(g)
		if err != nil || n < 1 || n > 26 {
			return ""
		}
		b.WriteByte('a' + byte(n-1))
	}
	return b.String()
}

// textOf reads bytes as UTF-8, UTF-16 or GB 18030; "" if they are no text of these.
func textOf(b []byte) string {
	if utf8.Valid(b) && !strings.ContainsFunc(string(b), control) {
		return string(b)
	}
	for _, e := range []interface {
		Bytes([]byte) ([]byte, error)
	}{
		utf16.UTF16(byteOrder(b), utf16.UseBOM).NewDecoder(),
		simplifiedchinese.GB18030.NewDecoder(),
	} {
		if out, err := e.Bytes(b); err == nil && strings.IndexFunc(string(out), foreign) < 0 {
			return string(out)
		}
	}
	return ""
}

// byteOrder guesses that of UTF-16: the characters of a text have few different high bytes.
func byteOrder(b []byte) utf16.Endianness {
	var seen [2][256]bool
	var n [2]int
	for i, c := range b {
		if !seen[i%2][c] {
			seen[i%2][c] = true
			n[i%2]++
		}
	}
	if n[0] < n[1] {
		return utf16.BigEndian
	}
	return utf16.LittleEndian
}

func control(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }

// foreign reports a character that texts in the languages of the scanner do not have.
func foreign(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return control(r)
	case r < 0x180, r >= 0x400 && r < 0x460, r == '\u3000', r == 'ー':
		return false
	}
	return !unicode.IsPunct(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// morseSigns are the signs of Morse code, and others that stand for them.
var morseSigns = strings.NewReplacer("·", ".", "•", ".", "–", "-", "—", "-", "−", "-", "_", "-", "   ", " / ", "|", "/")

// morse has the letters a to z.
var morse = strings.Fields(".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..")

// minMorse is the least number of letters in Morse code.
const minMorse = 16

// morseCode finds Morse code.
func (c *collector) morseCode() {
	text := c.folded.Source
	runs(text, morseBytes, func(start, end int) {
		if out := unmorse(morseSigns.Replace(strings.ToValidUTF8(text[start:end], ""))); len(out) >= minMorse {
			c.decode("Morse code", start, end, out)
		}
	})
}

// unmorse returns the letters of Morse code, "" if most of it is none.
func unmorse(s string) string {
	var b strings.Builder
	codes, letters := 0, 0
	for word := range strings.SplitSeq(s, "/") {
		for code := range strings.FieldsSeq(word) {
			codes++
			if i := slices.Index(morse, code); i >= 0 {
				b.WriteByte('a' + byte(i))
				letters++
			}
		}
		b.WriteByte(' ')
	}
	if letters*5 < codes*4 {
		return ""
	}
	return b.String()
}
