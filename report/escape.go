package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/text"
)

// text escapes untrusted text for one line of Markdown. start says that a block may
// begin there.
func (w *mdWriter) text(s string, start bool) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	escapeText(&b, oneLine(s), start)
	return b.String()
}

// PlainMarkdown is untrusted text as one line of Markdown, in which nothing is a mark,
// a link or HTML.
func PlainMarkdown(s string) string { return (&mdWriter{}).text(s, true) }

// inlines writes a run of inlines on one line.
func (w *mdWriter) inlines(text []Inline, start bool) string {
	var b strings.Builder
	for i, in := range text {
		atStart := start && b.Len() == 0
		switch in := in.(type) {
		case Plain:
			escapeText(&b, spaced(string(in), b.Len() == 0), atStart)
		case Strong:
			s := oneLine(string(in))
			if s == "" {
				continue
			}
			next := ""
			if i+1 < len(text) {
				next = inlineText(text[i+1])
			}
			marks := ""
			if flanks(b.String(), s, next) {
				marks = "**"
			}
			b.WriteString(marks)
			escapeText(&b, s, atStart && marks == "")
			b.WriteString(marks)
		case Code:
			codeSpan(&b, oneLine(string(in)))
		case Link:
			if in.Code {
				codeSpan(&b, oneLine(in.Text))
				break
			}
			escapeText(&b, spaced(in.Text, b.Len() == 0), atStart)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// flanks reports whether ** around s would be read as strong type between prev
// and next: at an end of s that is punctuation, no letter may follow directly.
// Without spaces between words, as in Chinese, that is common.
func flanks(prev, s, next string) bool {
	before, _ := utf8.DecodeLastRuneInString(prev)
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	after, _ := utf8.DecodeRuneInString(next)
	open := prev == "" || !isMark(first) || unicode.IsSpace(before) || isMark(before)
	return open && (next == "" || !isMark(last) || unicode.IsSpace(after) || isMark(after))
}

func isMark(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// spaced puts s on one line but keeps one space at an end that had some, so
// that runs stay apart; first drops the leading one.
func spaced(s string, first bool) string {
	s = strings.ReplaceAll(Clean(s), "\n", " ")
	out := text.OneLine(s)
	if out == "" {
		if s != "" && !first {
			return " "
		}
		return ""
	}
	if s[0] == ' ' && !first {
		out = " " + out
	}
	if s[len(s)-1] == ' ' {
		out += " "
	}
	return out
}

// codeSpan writes s as a code span that it can't close. A bar is written as a
// look-alike, since in a table cell no code span may hold one.
func codeSpan(b *strings.Builder, s string) {
	if s == "" {
		return
	}
	s = strings.ReplaceAll(s, "|", "¦")
	ticks := strings.Repeat("`", longestRun(s, '`')+1)
	pad := ""
	if s[0] == '`' || s[len(s)-1] == '`' {
		pad = " "
	}
	b.WriteString(ticks + pad + s + pad + ticks)
}

// escapeText writes one clean line so that Markdown shows it as it is. Web
// addresses become code spans, since renderers would make links of them.
func escapeText(b *strings.Builder, s string, start bool) {
	dollars := strings.Count(s, "$") > 1
	for i := 0; i < len(s); {
		if n := addressAt(s, i); n > 0 {
			codeSpan(b, s[i:i+n])
			i += n
			continue
		}
		if start && i == 0 {
			if n := orderedMarker(s); n > 0 {
				b.WriteString(s[:n-1] + "\\" + s[n-1:n])
				i = n
				continue
			}
		}
		if needsEscape(s, i, start, dollars) {
			b.WriteByte('\\')
		}
		n := 1 // with the letters and digits that go on the same word
		for isWord(s[i]) && i+n < len(s) && isAlnum(s[i+n]) {
			n++
		}
		b.WriteString(s[i : i+n])
		i += n
	}
}

// needsEscape reports whether the byte at i would mean something to a Markdown
// renderer.
func needsEscape(s string, i int, start, dollars bool) bool {
	switch s[i] {
	case '\\', '`', '*', '[', ']', '<', '|', '~':
		return true
	case '_':
		return !(i > 0 && i+1 < len(s) && isAlnum(s[i-1]) && isAlnum(s[i+1]))
	case '#':
		return start && i == 0 || i > 0 && s[i-1] == ' '
	case '-', '+', '=', '>', ':':
		return start && i == 0
	case '&':
		return i+1 < len(s) && (isAlnum(s[i+1]) || s[i+1] == '#')
	case '$':
		return dollars
	}
	return false
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// orderedMarker returns the length of a list number at the start of s, such as
// 2 for "1. x", else 0.
func orderedMarker(s string) int {
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if n == 0 || n == len(s) || s[n] != '.' && s[n] != ')' {
		return 0
	}
	return n + 1
}

// addressAt returns the length of the word at i if a renderer would make a
// link of it (an address with a scheme, www. or a mail address), else 0. Words
// are runs of printable ASCII; they begin only at their first byte.
func addressAt(s string, i int) int {
	if !isWord(s[i]) || i > 0 && isWord(s[i-1]) {
		return 0
	}
	n := i
	for n < len(s) && isWord(s[n]) {
		n++
	}
	word := strings.ToLower(s[i:n])
	if strings.Contains(word, "://") || strings.Contains(word, "www.") ||
		strings.Contains(word, "mailto:") || strings.Contains(word, "xmpp:") {
		return n - i
	}
	if at := strings.IndexByte(word, '@'); at > 0 && strings.IndexByte(word[at:], '.') > 0 {
		return n - i
	}
	return 0
}

func isWord(c byte) bool { return c > ' ' && c < 0x7f && c != '`' && c != '|' && c != '<' }
