package report

import (
	"strings"
	"unicode"

	"judgement/panel"
)

func cell(s string) Cell { return Cell{Plain(s)} }

func percentText(score, max panel.Points) string { return ShownPercent(score, max) + "%" }

// sentence ends a phrase with the language's full stop.
func sentence(l Lang, s string) string {
	if l == Chinese {
		return s + "。"
	}
	return s + "."
}

// remarkList shows remarks as a list: the lens where named is set, the text,
// who said so, and what of the quotes was found. withJudge names the judge.
func remarkList(p *panel.Panel, l Lang, remarks []Remark, named, withJudge bool) List {
	var list List
	for _, r := range remarks {
		label := ""
		if lens, ok := p.Lens(r.Lens); ok && named {
			label = l.Lens(lens)
		}
		item := labelled(l, label, r.Text)
		if withJudge && r.Judge != "" {
			by := l.Say(phOpenParen) + judgeName(p, l, r.Judge) + l.Say(phCloseParen)
			item.Text = append(item.Text, Plain(by))
		}
		if len(r.Citations) > 0 {
			item.Blocks = append(item.Blocks, Evidence{Citations: r.Citations})
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// labelled is an item of a label in strong type and untrusted text: its first
// line beside the label, the rest as prose under it.
func labelled(l Lang, label, text string) Item {
	first, rest, _ := strings.Cut(strings.TrimSpace(Clean(text)), "\n")
	var item Item
	if label != "" {
		item.Text = append(item.Text, Strong(label), Plain(l.Say(phColon)))
	}
	item.Text = append(item.Text, inlines(dropMarker(first))...)
	if rest = strings.TrimRight(rest, "\n"); strings.TrimSpace(rest) != "" {
		item.Blocks = append(item.Blocks, Prose{Markdown: strings.Trim(rest, "\n")})
	}
	return item
}

func judgeName(p *panel.Panel, l Lang, slug string) string {
	if j, ok := p.Judge(slug); ok {
		return l.Judge(j)
	}
	return slug
}

// inlines reads one line of untrusted Markdown as text: **strong** and `code`
// keep their meaning, links and images become their text, everything else is
// plain.
func inlines(line string) []Inline {
	var out []Inline
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			out = append(out, Plain(plain.String()))
			plain.Reset()
		}
	}
	for i := 0; i < len(line); {
		rest := line[i:]
		switch {
		case rest[0] == '\\' && len(rest) > 1 && isPunct(rest[1]):
			plain.WriteByte(rest[1])
			i += 2
		case rest[0] == '`':
			ticks := len(rest) - len(strings.TrimLeft(rest, "`"))
			code, n := between(rest, rest[:ticks], rest[:ticks])
			if n == 0 || ticks > 3 {
				plain.WriteString(rest[:ticks])
				i += ticks
				continue
			}
			flush()
			out = append(out, Code(strings.TrimSpace(code)))
			i += n
		case strings.HasPrefix(rest, "**"):
			strong, n := between(rest, "**", "**")
			if n == 0 || strings.HasPrefix(strong, " ") || strings.HasSuffix(strong, " ") {
				plain.WriteString("**")
				i += 2
				continue
			}
			flush()
			out = append(out, Strong(plainText(strong)))
			i += n
		case rest[0] == '[' || strings.HasPrefix(rest, "!["):
			text, n := linkText(rest)
			if n == 0 {
				plain.WriteByte(rest[0])
				i++
				continue
			}
			plain.WriteString(text)
			i += n
		default:
			n := 1
			for n < len(rest) && strings.IndexByte("\\`*[!", rest[n]) < 0 {
				n++
			}
			plain.WriteString(rest[:n])
			i += n
		}
	}
	flush()
	return out
}

// plainText reads one line of Markdown as bare text.
func plainText(line string) string {
	var b strings.Builder
	for _, in := range inlines(line) {
		b.WriteString(inlineText(in))
	}
	return b.String()
}

func inlineText(in Inline) string {
	switch in := in.(type) {
	case Plain:
		return string(in)
	case Strong:
		return string(in)
	case Code:
		return string(in)
	case Link:
		return in.Text
	}
	return ""
}

// between returns the text between open at the start of s and the next close,
// and how many bytes the whole takes; 0 where there is no text between.
func between(s, open, close string) (string, int) {
	end := strings.Index(s[len(open):], close)
	if end <= 0 {
		return "", 0
	}
	return s[len(open) : len(open)+end], len(open) + end + len(close)
}

// linkText returns the text of the inline link or image at the start of s and
// how many bytes it takes, 0 where there is none.
func linkText(s string) (string, int) {
	skip := 0
	if s[0] == '!' {
		skip = 1
	}
	text, n := between(s[skip:], "[", "](")
	if n == 0 || strings.ContainsAny(text, "[]") {
		return "", 0
	}
	end := strings.IndexByte(s[skip+n:], ')')
	if end < 0 {
		return "", 0
	}
	return text, skip + n + end + 1
}

func isPunct(b byte) bool {
	return b < unicode.MaxASCII && (unicode.IsPunct(rune(b)) || unicode.IsSymbol(rune(b)))
}
