package scan

import (
	"encoding/hex"
	"html"
	"net/url"
	"strconv"
	"strings"
)

// escapedBlanks finds words of a text that %20 joins.
func (c *collector) escapedBlanks() {
	text := c.folded.Source
	for at := strings.Index(text, "%20"); at >= 0 && at < len(text); {
		start := strings.LastIndexAny(text[:at], " \n\t") + 1
		end := len(text)
		if i := strings.IndexAny(text[at:], " \n\t"); i >= 0 {
			end = at + i
		}
		if word := text[start:end]; strings.Count(word, "%20") > 3 && !strings.Contains(word, "://") {
			if out, err := url.PathUnescape(word); err == nil {
				c.decode("escaped blanks", start, end, out)
			}
		}
		next := strings.Index(text[end:], "%20")
		if next < 0 {
			break
		}
		at = end + next
	}
}

// escapes finds characters written as codes: \x49, \u8bf7, %49, &#73; and hex or
// decimal numbers with blanks between them.
func (c *collector) escapes() {
	text := c.folded.Source
	for i := 0; i < len(text); {
		if text[i] != '\\' && text[i] != '%' && text[i] != '&' && (encodedKind[text[i]] != 1 || i > 0 && encodedKind[text[i-1]] != 0) {
			i++
			continue
		}
		end, n := i, 0
		var b strings.Builder
		for end < len(text) && n < 4096 {
			size, out := escape(text[end:])
			if size == 0 {
				break
			}
			b.WriteString(out)
			end += size
			n++
		}
		if n >= 8 {
			if out := b.String(); readable(out) {
				c.decode("character codes", i, end, out)
			}
		}
		i = max(i+1, end)
	}
}

// escape reads one coded character with the blanks after it; letters between codes
// belong to the text, as in %E8A.
func escape(s string) (size int, out string) {
	switch {
	case strings.HasPrefix(s, `\u`) && len(s) >= 6:
		if n, err := strconv.ParseUint(s[2:6], 16, 32); err == nil {
			return 6, string(rune(n))
		}
	case s[0] == '\\' && len(s) >= 4 && s[1] >= '0' && s[1] <= '3':
		if n, err := strconv.ParseUint(s[1:4], 8, 8); err == nil {
			return 4, string([]byte{byte(n)})
		}
	case strings.HasPrefix(s, `\x`) && len(s) >= 4:
		if b, err := hex.DecodeString(s[2:4]); err == nil {
			return 4, string(b)
		}
	case s[0] == '%' && len(s) >= 3:
		if out, err := url.PathUnescape(s[:3]); err == nil {
			return 3, out
		}
	case strings.HasPrefix(s, "&#"):
		if i := strings.IndexByte(s[:min(len(s), 10)], ';'); i > 0 {
			return i + 1, html.UnescapeString(s[:i+1])
		}
	case len(s) >= 3 && encodedKind[s[0]] == 1 && encodedKind[s[1]] == 1 && (s[2] == ' ' || s[2] == ',' || s[2] == ':'):
		if b, err := hex.DecodeString(s[:2]); err == nil {
			return 3, string(b)
		}
	case len(s) >= 4 && s[0] == '0' && s[1]|0x20 == 'x':
		if b, err := hex.DecodeString(s[2:4]); err == nil {
			return 4 + len(s[4:]) - len(strings.TrimLeft(s[4:], ", ")), string(b)
		}
	}
	if len(s) == 2 || len(s) > 2 && encodedKind[s[2]] == 0 {
		if b, err := hex.DecodeString(s[:2]); err == nil {
			return 2, string(b)
		}
	}
	return 0, ""
}
