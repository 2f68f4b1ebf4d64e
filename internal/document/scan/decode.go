package scan

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/lazy"
)

// decode notes a stretch of the source if what it decodes to speaks to judges. Stretches are
// not counted: each is decoded in a few ways only, so the time stays linear.
func (c *collector) decode(encoding string, start, end int, texts ...string) bool {
	return c.decodeAs(encoding, false, start, end, texts...)
}

// decodeAs is decode for texts that may be only a guess.
func (c *collector) decodeAs(encoding string, guess bool, start, end int, texts ...string) bool {
	for _, text := range texts {
		if found := plain(text, encoding, guess); len(found) > 0 {
			if c.mentioned(c.folded.Place(start), c.folded.Place(end)) {
				return false
			}
			if found[0].End > maxExcerpt {
				text = text[found[0].Start:]
			}
			c.place(Finding{Kind: found[0].Kind, Start: start, End: end, Encoding: encoding, Decoded: strings.TrimSpace(text)})
			return true
		}
	}
	return false
}

// programText matches commands, assignments and settings.
var programText = lazy.Regexp(`&&|\|\||\$[({\w]|://|[)}]\s*;|\s--?[A-Za-z][\w-]*(?:[\s=]|$)|\w\s?=\s?\S|[{,]\s*"[\w-]+"\s*:|(?m:^\s*[-#]?\s*[\w.-]+:\s*(?:\S+\s*)?$)|(?i:\bselect\b[^.]*\bfrom\b)|</\w`)

// encodedKind says what a byte of the source may be part of: 1 hex and base64, 2 base64.
var encodedKind = func() (out [256]byte) {
	for c := range out {
		switch {
		case c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F':
			out[c] = 1
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '+' || c == '/' || c == '-' || c == '_' || c == '=':
			out[c] = 2
		}
	}
	return out
}()

// Least lengths of what is decoded, in bytes of the source.
const (
	minEncoded = 16
	minSpaced  = 8 // characters that are set apart
)

// encoded looks for base64, base32, hex, escapes and letters set apart.
func (c *collector) encoded() {
	if c.decoded {
		return
	}
	c.dense()
	c.escapes()
	c.numbers()
	c.morseCode()
	c.spaced()
}

// dense finds long words of base64, base32 and hex; base64 may run over lines.
func (c *collector) dense() {
	text := c.folded.Source
	for i := 0; i < len(text); {
		if encodedKind[text[i]] == 0 {
			i++
			continue
		}
		start, pure := i, true
		for i < len(text) && encodedKind[text[i]] != 0 {
			pure = pure && encodedKind[text[i]] == 1
			i++
		}
		if i-start < minEncoded {
			continue
		}
		if cut := strings.IndexByte(text[start:i], '='); cut >= 0 && i-start-cut > minEncoded { // name=value
			start += cut + 1
		}
		c.dense1(start, i, pure)
		if end := nextLines(text, i); end > i {
			c.decoded64("base64", start, end, unbase64(strings.ReplaceAll(text[start:end], "\n", "")))
			i = end
		}
	}
}

// dense1 decodes one word, which may itself be turned.
func (c *collector) dense1(start, end int, pure bool) {
	word := c.folded.Source[start:end]
	if number, hexed := strings.CutPrefix(word, "0x"); pure || hexed {
		if b, err := hex.DecodeString(number[:len(number)&^1]); err == nil {
			c.decoded64("hex", start, end, b)
		}
	}
	for _, w := range []string{word, reverse(word), rot13(word)} {
		c.decoded64("base64", start, end, unbase64(w))
	}
	if strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567=") == "" {
		if b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.TrimRight(word, "=")); err == nil {
			c.decoded64("base32", start, end, b)
		}
	}
}

// nextLines returns the end of the lines after i that are one word of base64 each.
func nextLines(text string, i int) int {
	for i < len(text) && text[i] == '\n' && text[i-1] != '=' {
		j := i + 1
		for j < len(text) && encodedKind[text[j]] != 0 {
			j++
		}
		if j == i+1 || j < len(text) && text[j] != '\n' {
			break
		}
		i = j
	}
	return i
}

func unbase64(word string) []byte {
	word = strings.NewReplacer("-", "+", "_", "/").Replace(strings.Trim(word, "="))
	if len(word)%4 == 1 {
		word = word[:len(word)-1]
	}
	b, err := base64.RawStdEncoding.DecodeString(word)
	if err != nil {
		return nil
	}
	return b
}

// maxNested is how often a text may be encoded in base64 or hex.
const maxNested = 3

// decoded64 decodes again as long as the bytes are a text that decodes.
func (c *collector) decoded64(encoding string, start, end int, b []byte) {
	var texts, turned []string
	for range maxNested {
		text := textOf(b)
		if !readable(text) && !isHex(text) {
			break
		}
		texts, turned = append(texts, text), append(turned, rot13(text), reverse(text))
		word := strings.TrimSpace(text)
		if b, _ = hex.DecodeString(word); len(b) == 0 {
			b = unbase64(word)
		}
	}
	if !c.decode(encoding, start, end, texts...) {
		c.decodeAs(encoding, true, start, end, turned...)
	}
}

// isHex reports that a text is a number of bytes in hex.
func isHex(s string) bool {
	_, err := hex.DecodeString(s)
	return len(s) >= minEncoded && err == nil
}

// readable reports a text, not bytes that happen to decode.
func readable(s string) bool {
	if len(s) < 6 || !utf8.ValidString(s) {
		return false
	}
	letters, others := 0, 0
	for _, r := range s {
		switch {
		case control(r):
			return false
		case unicode.IsLetter(r):
			letters++
		case !unicode.IsDigit(r) && !unicode.IsSpace(r) && !unicode.IsPunct(r):
			others++
		}
	}
	return letters*5 >= utf8.RuneCountInString(s) && others*10 <= utf8.RuneCountInString(s)
}

func reverse(s string) string {
	out := make([]rune, utf8.RuneCountInString(s))
	i := len(out)
	for _, r := range s {
		i--
		out[i] = r
	}
	return string(out)
}
