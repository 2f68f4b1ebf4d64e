package report

import (
	"strings"
	"unicode"

	"judgement/panel"
)

func cell(s string) Cell { return Cell{Plain(s)} }

// cells are a row of plain text.
func cells(texts ...string) []Cell {
	row := make([]Cell, len(texts))
	for i, s := range texts {
		row[i] = cell(s)
	}
	return row
}

// which returns the rows that are so.
func which[T any](rows []T, is func(T) bool) []T {
	var out []T
	for _, r := range rows {
		if is(r) {
			out = append(out, r)
		}
	}
	return out
}

// column is a column of a table: its head, and its texts from the top.
type column struct {
	head  string
	align Align
	texts []string
}

// tableOf puts columns side by side.
func tableOf(columns ...column) Table {
	t := Table{Rows: make([][]Cell, len(columns[0].texts))}
	for _, c := range columns {
		t.Header, t.Align = append(t.Header, c.head), append(t.Align, c.align)
		for i, s := range c.texts {
			t.Rows[i] = append(t.Rows[i], cell(s))
		}
	}
	return t
}

// each returns a text of each row.
func each[T any](rows []T, of func(T) string) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = of(r)
	}
	return out
}

// para is a paragraph of plain text.
func para(s string) Paragraph { return Paragraph{[]Inline{Plain(s)}} }

// note is a note of plain text.
func note(kind NoteKind, s string) Note { return Note{Kind: kind, Text: []Inline{Plain(s)}} }

// entry is a list item of plain text.
func entry(s string) Item { return Item{Text: []Inline{Plain(s)}} }

// tick marks a status as proven or not.
func tick(status string) string {
	if Proven(status) {
		return "✓"
	}
	return "✗"
}

// outOf is a score and its maximum as they are shown.
func outOf(score, max panel.Points) string { return Shown(score, max) + " / " + max.String() }

// parens puts s in the language's parentheses.
func (l Lang) parens(s string) string { return l.pick(" (", "（") + s + l.pick(")", "）") }

func percentText(score, max panel.Points) string { return ShownPercent(score, max) + "%" }

// sentence ends a phrase with the language's full stop.
func sentence(l Lang, s string) string {
	if l == Chinese {
		return s + "。"
	}
	return s + "."
}

// remarkList shows remarks as a list: the lens if named is set, the text,
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
			item.Text = append(item.Text, Plain(l.parens(judgeName(p, l, r.Judge))))
		}
		if len(r.Citations) > 0 {
			item.Blocks = append(item.Blocks, Evidence{Citations: r.Citations, By: byline(p, l, r.Judge, r.Lens)})
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// byline names a judge, and the lens that it speaks of if there is one.
func byline(p *panel.Panel, l Lang, judge, lens string) string {
	var parts []string
	if judge != "" {
		parts = append(parts, judgeName(p, l, judge))
	}
	if found, ok := p.Lens(lens); ok {
		parts = append(parts, l.Lens(found))
	}
	return strings.Join(parts, " · ")
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

func judgeName(p *panel.Panel, l Lang, slug string) string { return named(l, p.Judges, slug) }

// inlines reads one line of untrusted Markdown as text: **strong** and `code`
// keep their meaning, links and images become their text, everything else is
// plain.
func inlines(line string) []Inline {
	var out []Inline
	var plain strings.Builder
	for line != "" {
		in, n := inlineAt(line)
		line = line[n:]
		if p, ok := in.(Plain); ok {
			plain.WriteString(string(p))
			continue
		}
		if plain.Len() > 0 {
			out = append(out, Plain(plain.String()))
			plain.Reset()
		}
		out = append(out, in)
	}
	if plain.Len() > 0 {
		out = append(out, Plain(plain.String()))
	}
	return out
}

// inlineAt reads what s starts with, and returns how many bytes it takes.
func inlineAt(s string) (in Inline, n int) {
	switch {
	case s[0] == '\\' && len(s) > 1 && isPunct(s[1]):
		return Plain(s[1:2]), 2
	case s[0] == '`':
		ticks := len(s) - len(strings.TrimLeft(s, "`"))
		code, n := between(s, s[:ticks], s[:ticks])
		if n == 0 || ticks > 3 {
			return Plain(s[:ticks]), ticks
		}
		return Code(strings.TrimSpace(code)), n
	case strings.HasPrefix(s, "**"):
		strong, n := between(s, "**", "**")
		if n == 0 || strings.HasPrefix(strong, " ") || strings.HasSuffix(strong, " ") {
			return Plain("**"), 2
		}
		return Strong(plainText(strong)), n
	case s[0] == '[' || strings.HasPrefix(s, "!["):
		if text, n := linkText(s); n > 0 {
			return Plain(text), n
		}
		return Plain(s[:1]), 1
	}
	n = 1
	for n < len(s) && strings.IndexByte("\\`*[!", s[n]) < 0 {
		n++
	}
	return Plain(s[:n]), n
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
// and how many bytes the whole takes; 0 if there is no text between.
func between(s, open, close string) (string, int) {
	end := strings.Index(s[len(open):], close)
	if end <= 0 {
		return "", 0
	}
	return s[len(open) : len(open)+end], len(open) + end + len(close)
}

// linkText returns the text of the inline link or image at the start of s and
// how many bytes it takes, 0 if there is none.
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
