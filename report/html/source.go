package html

import (
	"strconv"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"judgement/internal/prose"
	"judgement/report"
	"judgement/report/internal/place"
)

// rendered writes a document that is Markdown as its reader sees it, with its marks; it
// reports false, and writes nothing, if the document is shown as it is.
func (w *writer) rendered(s report.Source) bool {
	if !s.Markdown || len(s.Text) > maxSource || !utf8.ValidString(s.Text) {
		return false
	}
	doc := prose.Document(s.Text)
	if doc.Plain {
		return false
	}
	d := sourceWriter{writer: w, src: doc.Source, cut: place.NewCutter(s)}
	d.children(doc.Root)
	d.runs(d.cut.Rest())
	return true
}

// sourceWriter writes the tree of a document.
type sourceWriter struct {
	*writer
	src []byte
	cut *place.Cutter
	// Around each piece of text that is struck through or a link. The numbers between the
	// pieces are outside: a line through or below text is also through all inside it.
	open, shut string
}

// lined writes a node's children, whose text has a line.
func (d sourceWriter) lined(n ast.Node, tag string) {
	d.open, d.shut = d.open+"<"+tag+">", "</"+tag+">"+d.shut
	d.children(n)
}

func (d sourceWriter) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		d.node(c)
	}
}

// around writes a node's children inside an element.
func (d sourceWriter) around(n ast.Node, open, shut string) {
	d.raw(open)
	d.children(n)
	if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
		d.runs(d.cut.Ended(n.Lines().At(n.Lines().Len() - 1).Stop))
	}
	d.raw(shut)
}

func (d sourceWriter) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		d.around(n, `<p class="h h`+strconv.Itoa(n.Level)+`">`, "</p>\n")
	case *ast.Paragraph:
		d.around(n, "<p>", "</p>\n")
	case *ast.TextBlock:
		d.around(n, "", "")
	case *ast.Blockquote:
		d.around(n, "<blockquote>", "</blockquote>\n")
	case *ast.List:
		open, shut := "<ul>", "</ul>\n"
		if n.IsOrdered() {
			open, shut = `<ol start="`+strconv.Itoa(n.Start)+`">`, "</ol>\n"
		}
		d.around(n, open, shut)
	case *ast.ListItem:
		d.around(n, "<li>", "</li>\n")
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		d.raw("<pre>")
		for i := range n.Lines().Len() {
			seg := n.Lines().At(i)
			d.text(seg.Start, seg.Stop, esc)
		}
		d.raw("</pre>\n")
	case *ast.ThematicBreak:
		d.raw("<hr>\n")
	case *east.Table:
		d.table(n)
	default:
		d.inline(n)
	}
}

func (d sourceWriter) table(t *east.Table) {
	d.raw(`<div class="scroll" role="group" tabindex="0" aria-label="` + d.scrolls() + `"><table>`)
	for row := t.FirstChild(); row != nil; row = row.NextSibling() {
		d.raw("<tr>")
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			tag := "td"
			open := tag
			if row.Kind() == east.KindTableHeader && c.HasChildren() {
				tag, open = "th", `th scope="col"`
			}
			if cell, ok := c.(*east.TableCell); ok && cell.Alignment == east.AlignRight {
				open += ` class="r"`
			}
			d.around(c, "<"+open+">", "</"+tag+">")
		}
		d.raw("</tr>\n")
	}
	d.raw("</table></div>\n")
}

func (d sourceWriter) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		d.textNode(n)
	case *ast.String:
		d.raw(d.open + esc(string(n.Value)) + d.shut)
	case *ast.CodeSpan:
		d.around(n, "<code>", "</code>")
	case *ast.Emphasis:
		tag := "em"
		if n.Level > 1 {
			tag = "strong"
		}
		d.around(n, "<"+tag+">", "</"+tag+">")
	case *east.Strikethrough:
		d.lined(n, "del")
	case *ast.Link: // the reader of a report follows no link of the document
		d.lined(n, "u")
		d.raw(` <span class="where">(` + esc(string(n.Destination)) + `)</span>`)
	case *ast.Image:
		d.around(n, `<span class="where">[`, `]</span>`)
	case *ast.AutoLink:
		d.raw(d.open + esc(string(n.Label(d.src))) + d.shut)
	case *east.TaskCheckBox:
		d.raw(map[bool]string{true: "☑ ", false: "☐ "}[n.IsChecked])
	default:
		d.children(n)
	}
}

// textNode writes text with its entities and escapes resolved. A line end between
// Chinese characters is no space.
func (d sourceWriter) textNode(t *ast.Text) {
	shown := func(s string) string {
		if !t.IsRaw() {
			s = string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations([]byte(s)))))
		}
		if s == "" {
			return ""
		}
		return d.open + esc(s) + d.shut
	}
	d.text(t.Segment.Start, t.Segment.Stop, shown)
	switch {
	case t.HardLineBreak():
		d.raw("<br>\n")
	case t.SoftLineBreak():
		last, _ := utf8.DecodeLastRune(t.Segment.Value(d.src))
		next, ok := t.NextSibling().(*ast.Text)
		if ok {
			first, _ := utf8.DecodeRune(next.Segment.Value(d.src))
			ok = util.IsEastAsianWideRune(last) && util.IsEastAsianWideRune(first)
		}
		if !ok {
			d.raw("\n")
		}
	}
}

// text writes a range of the document.
func (d sourceWriter) text(from, to int, shown func(string) string) {
	for _, r := range d.cut.Pieces(from, to) {
		d.run(r, shown)
	}
}

func (d sourceWriter) runs(runs []place.Run) {
	for _, r := range runs {
		d.run(r, esc)
	}
}
