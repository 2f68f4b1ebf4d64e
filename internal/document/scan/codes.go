package scan

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/lazy"
)

// Codes of characters that have blanks between them, at least eight of them.
var (
	bitCodes     = lazy.Regexp(`(?:\b[01]{8}[ ,]*){8,}`)
	decimalCodes = lazy.Regexp(`(?:\b(?:3[2-9]|[4-9]\d|1\d\d|2[0-5]\d)[ ,]+){8,}\d{2,3}\b`)
	morseCodes   = lazy.Regexp(`(?:[.\-]{1,5}(?: ?/ ?| )){8,}[.\-]{1,5}`)
)

// maxCode bounds the bytes of one stretch of codes.
const maxCode = 1 << 14

// numbered finds texts in bits, decimal numbers and Morse code.
func (c *collector) numbered() {
	for _, line := range codeLines(c.folded.Source) {
		text := c.folded.Source[line[0]:line[1]]
		for _, way := range []struct {
			name string
			find *regexp.Regexp
			text func(string) string
		}{{"bits", bitCodes(), func(s string) string { return ofNumbers(s, 2) }}, {"character codes", decimalCodes(), func(s string) string { return ofNumbers(s, 10) }}, {"Morse code", morseCodes(), unmorse}} {
			for _, at := range way.find.FindAllStringIndex(text, 16) {
				if out := way.text(text[at[0]:at[1]]); readable(out) {
					c.decode(way.name, line[0]+at[0], line[0]+at[1], out, c.lex.segment(out))
				}
			}
		}
	}
}

// codeLines returns the lines that have more digits, dots and dashes than other signs.
func codeLines(text string) (out [][2]int) {
	for start := 0; start < len(text); {
		end := strings.IndexByte(text[start:], '\n')
		if end < 0 {
			end = len(text) - start
		}
		end = start + min(end, maxCode)
		others := 0
		for i := start; i < end && others*10 < 2*(end-start); i++ {
			if c := text[i]; c > '9' || c < '-' && c != ' ' && c != ',' {
				others++
			}
		}
		if end-start >= 24 && others*10 < 2*(end-start) && len(out) < maxDecoded {
			out = append(out, [2]int{start, end})
		}
		start = end + 1
	}
	return out
}

// ofNumbers writes the characters of a list of codes.
func ofNumbers(s string, base int) string {
	var out []byte
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' || r == ',' }) {
		if n, err := strconv.ParseUint(word, base, 8); err == nil {
			out = append(out, byte(n))
		}
	}
	return string(out)
}

// morse has the letters a to z.
var morse = strings.Fields(".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..")

func unmorse(s string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(s, "/") {
		for code := range strings.FieldsSeq(word) {
			if i := slices.Index(morse, code); i >= 0 {
				b.WriteByte('a' + byte(i))
			}
		}
		b.WriteByte(' ')
	}
	return b.String()
}
