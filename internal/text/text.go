// Package text owns small forms of bytes and text that stored files, messages and
// pages share. It knows nothing of what a text is about.
package text

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hash is the SHA-256 of data in hex.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Clip keeps at most n characters of a text and marks the cut with an ellipsis.
func Clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "…"
}

// Thousands writes a number with a comma before each three digits: 54,846.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// OneLine makes each run of white space one space, and none at the ends.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Cells is a text on one line. Rows of a Markdown table in it are their cells, as in
// "a | b / c | d"; lines of dashes, which are no words, are left out.
func Cells(s string) string {
	var b strings.Builder
	afterRow := false
	for line := range strings.Lines(s) {
		line = OneLine(line)
		if strings.Trim(line, "|-: ") == "" && (strings.Contains(line, "|") || strings.Contains(line, "---")) {
			continue
		}
		bounded := len(line) > 1 && line[0] == '|' && line[len(line)-1] == '|'
		row := bounded || strings.Contains(" "+line+" ", " | ")
		if row {
			cells := strings.Split(line, "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			line = strings.Join(slices.DeleteFunc(cells, func(c string) bool { return c == "" }), " | ")
		}
		switch {
		case line == "":
			continue
		case b.Len() > 0 && row && afterRow:
			b.WriteString(" / ")
		case b.Len() > 0:
			b.WriteByte(' ')
		}
		b.WriteString(line)
		afterRow = row
	}
	return b.String()
}

// Foreign makes the words of another program fit to be shown: one line, no control
// characters, at most n characters. hide takes secrets out, before and after control
// characters go, which may have split one.
func Foreign(s string, n int, hide func(string) string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, hide(strings.ToValidUTF8(s, "?")))
	if s = hide(OneLine(s)); utf8.RuneCountInString(s) > n {
		s = Clip(s, n-1)
	}
	return s
}

// OrNull returns nil for an empty text, which JSON writes as null.
func OrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// JSON gives the bytes of a stored value, with a line break at the end: equal values
// give equal bytes. An indent spreads it over lines.
func JSON(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	err := enc.Encode(v)
	return b.Bytes(), err
}
