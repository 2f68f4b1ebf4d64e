package pdf

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"judgement/internal/prose"
	"judgement/report"
	"judgement/report/internal/place"
)

// prose writes untrusted Markdown.
func (w *writer) prose(markdown string) {
	if strings.TrimSpace(markdown) == "" {
		return
	}
	doc := prose.Parse(markdown)
	if doc.Plain {
		w.para([]span{{text: w.page.Lang.Say(place.Raw), style: style{role: muted}}}, smallSize)
		w.para([]span{{text: string(doc.Source)}}, bodySize)
	} else {
		r := reader{w, doc.Source, nil}
		r.children(doc.Root)
	}
	if doc.Cut {
		w.para([]span{{text: w.page.Lang.Say(place.Cut), style: style{role: muted}}}, smallSize)
	}
}

// reader walks one Markdown tree.
type reader struct {
	*writer
	src []byte
	cut *place.Cutter // of the judged document; nil: prose, which has no marks
}

func (r reader) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		r.node(c)
	}
}

func (r reader) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		size := bodySize
		if r.cut != nil {
			size += max(0, 4-float64(n.Level))
		}
		r.need(3 * size * mm * leading)
		r.skip(1)
		r.para(r.block(n, style{bold: true}), size)
		r.skip(1)
	case *ast.Paragraph:
		r.para(r.block(n, style{}), bodySize)
		r.skip(1.6)
	case *ast.TextBlock:
		r.para(r.block(n, style{}), bodySize)
	case *ast.Blockquote:
		r.within(5, []gutter{{r.left + 0.5, 0.8, grid}}, func() { r.children(n) })
		r.skip(1)
	case *ast.List:
		r.items(n)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		r.code(n)
	case *ast.ThematicBreak:
		r.need(5)
		r.draw(grid, 0.25)
		r.p.Line(r.left, r.y+2, r.right, r.y+2)
		r.y += 4
	case *east.Table:
		r.sheet(n)
	default:
		r.children(n)
	}
}

// block returns the spans of a block, with the marks that end in it.
func (r reader) block(n ast.Node, st style) []span {
	out := r.spans(n, st)
	if lines := n.Lines(); r.cut != nil && lines.Len() > 0 {
		out = append(out, r.runs(r.cut.Ended(lines.At(lines.Len()-1).Stop))...)
	}
	return out
}

func (r reader) items(l *ast.List) {
	i := l.Start
	for c := l.FirstChild(); c != nil; c = c.NextSibling() {
		marker := "•"
		if l.IsOrdered() {
			marker = strconv.Itoa(i) + "."
			i++
		}
		if r.right-r.left < 40 {
			r.children(c)
			continue
		}
		r.item(marker, func() { r.children(c) })
	}
	r.skip(1.4)
}

// code writes a code block. Spaces that indent stay.
func (r reader) code(n ast.Node) {
	left := r.left
	r.within(3, []gutter{{left, r.right - left, panel}}, func() {
		r.pad(1.2)
		lines := n.Lines()
		for i := range lines.Len() {
			seg := lines.At(i)
			if r.cut != nil {
				r.para(r.runs(r.cut.Pieces(seg.Start, max(seg.Start, seg.Stop-1))), bodySize*0.9)
				continue
			}
			text := strings.ReplaceAll(strings.TrimRight(string(seg.Value(r.src)), "\r\n"), "\t", "    ")
			body := strings.TrimLeft(text, " ")
			text = strings.Repeat("\u00a0", len(text)-len(body)) + body
			if body == "" {
				text = "\u00a0"
			}
			r.para([]span{{text: text}}, bodySize*0.9)
		}
		r.pad(1.2)
	})
	r.y += 2
}

func (r reader) sheet(t *east.Table) {
	var s sheet
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		var cells [][]span
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			cells = append(cells, r.spans(c, style{bold: len(s.rows) == 0}))
		}
		s.rows = append(s.rows, append(cells, make([][]span, len(t.Alignments))...)[:len(t.Alignments)])
	}
	for _, a := range t.Alignments {
		s.align = append(s.align, map[east.Alignment]report.Align{east.AlignRight: report.Right, east.AlignCenter: report.Center}[a])
	}
	r.table(s)
}

// spans turns the inline nodes below n into spans.
func (r reader) spans(n ast.Node, st style) []span {
	var out []span
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		s := st
		switch c := c.(type) {
		case *ast.Text:
			out = append(out, r.text(c, s)...)
		case *ast.String:
			out = append(out, span{text: string(c.Value), style: s})
		case *ast.CodeSpan:
			s.code = true
			out = append(out, r.spans(c, s)...)
		case *ast.Emphasis:
			s.bold, s.italic = s.bold || c.Level > 1, s.italic || c.Level == 1
			out = append(out, r.spans(c, s)...)
		case *east.Strikethrough:
			s.strike = true
			out = append(out, r.spans(c, s)...)
		case *ast.Link:
			if r.cut != nil { // the reader of a report follows no link of the document
				out = append(append(out, r.spans(c, s)...), span{text: " (" + string(c.Destination) + ")", style: style{role: muted}})
				continue
			}
			out = append(out, r.spans(c, linked(s, string(c.Destination)))...)
		case *ast.Image:
			out = append(out, span{text: prose.Text(c, r.src), style: linked(s, string(c.Destination))})
		case *ast.AutoLink:
			out = append(out, span{text: string(c.Label(r.src)), style: linked(s, string(c.URL(r.src)))})
		case *east.TaskCheckBox:
			mark := "☐ "
			if c.IsChecked {
				mark = "☑ "
			}
			out = append(out, span{text: mark, style: s})
		default:
			out = append(out, r.spans(c, s)...)
		}
	}
	return out
}

func linked(s style, address string) style {
	if s.url = safeURL(address); s.url != "" {
		s.role = accent
	}
	return s
}

// text returns the spans of a text: of the judged document, cut at its marks.
func (r reader) text(t *ast.Text, st style) []span {
	if r.cut == nil {
		return []span{{text: r.textOf(t), style: st}}
	}
	out := r.runs(r.cut.Pieces(t.Segment.Start, t.Segment.Stop))
	for i := range out {
		s := &out[i]
		if !s.raised {
			s.text = unescaped(s.text, t.IsRaw())
			s.bold, s.italic, s.code, s.strike = st.bold, st.italic, st.code, st.strike
		}
	}
	return append(out, span{text: r.lineEnd(t, string(t.Segment.Value(r.src))), style: st})
}

// unescaped is text with its entities and escapes resolved.
func unescaped(s string, raw bool) string {
	if raw {
		return s
	}
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations([]byte(s)))))
}

// textOf returns the text of a node with its entities and escapes resolved. A
// line end between Chinese characters is no space.
func (r reader) textOf(t *ast.Text) string {
	text := unescaped(string(t.Value(r.src)), t.IsRaw())
	return text + r.lineEnd(t, text)
}

// lineEnd is what follows a text at the end of its line.
func (r reader) lineEnd(t *ast.Text, text string) string {
	switch {
	case t.HardLineBreak():
		return "\n"
	case t.SoftLineBreak():
		if next, ok := t.NextSibling().(*ast.Text); ok && wide(text, next.Value(r.src)) {
			return ""
		}
		return " "
	}
	return ""
}

// wide reports whether a line ends and the next begins with a Chinese
// character.
func wide(line string, next []byte) bool {
	a, _ := utf8.DecodeLastRuneInString(line)
	b, _ := utf8.DecodeRune(next)
	return util.IsEastAsianWideRune(a) && util.IsEastAsianWideRune(b)
}
