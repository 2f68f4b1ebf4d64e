package document

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
	"golang.org/x/net/html"
)

// tables renders tables of a page in time and space linear in the page: cells are
// not padded to the width of their column, short rows are not filled up, and what
// a cell says is written once, however many rows and columns it spans.
type tables struct{}

// Name is the plugin's name.
func (tables) Name() string { return "table" }

// Init registers the renderers.
func (t tables) Init(conv *converter.Converter) error {
	conv.Register.EscapedChar('|')
	conv.Register.RendererFor("table", converter.TagTypeBlock, t.table, converter.PriorityStandard)
	conv.Register.RendererFor("tr", converter.TagTypeBlock, t.looseRow, converter.PriorityStandard)
	return nil
}

// looseRow sets apart the rows of a table that is no Markdown table.
func (tables) looseRow(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	_, _ = w.WriteString("\n\n")
	ctx.RenderChildNodes(ctx, w, n)
	_, _ = w.WriteString("\n\n")
	return converter.RenderSuccess
}

// table writes a Markdown table. The first row is the header. A table that holds
// blocks, is inside of a link or emphasis, or serves the layout is left to the
// converter, which writes its cells as text.
func (t tables) table(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	if attrOf(n, "role") == "presentation" || below(n, tableBlocks...) != nil || inEmphasis(n) {
		return converter.RenderTryNext
	}
	rows := tableRows(n)
	if len(rows) == 0 {
		return converter.RenderTryNext
	}
	columns := 1
	for _, row := range rows {
		columns = max(columns, len(row))
	}
	_, _ = w.WriteString("\n\n")
	for i, row := range rows {
		t.row(ctx, w, row, columns, i == 0)
	}
	if caption := below(n, "caption"); caption != nil {
		_, _ = w.WriteString("\n\n")
		_, _ = w.Write(renderCell(ctx, caption))
	}
	_, _ = w.WriteString("\n\n")
	return converter.RenderSuccess
}

// row writes one row; the header has all columns and a line below it.
func (tables) row(ctx converter.Context, w converter.Writer, cells []*html.Node, columns int, header bool) {
	if header {
		cells = append(cells, make([]*html.Node, columns-len(cells))...)
	}
	_, _ = w.WriteString("|")
	for _, c := range cells {
		_, _ = w.WriteString(" ")
		if c != nil {
			text := bytes.ReplaceAll(renderCell(ctx, c), []byte{byte(marker.MarkerEscaping), '|'}, []byte(`\|`))
			_, _ = w.Write(bytes.ReplaceAll(ctx.UnEscapeContent(text), []byte("\n"), []byte("<br />")))
		}
		_, _ = w.WriteString(" |")
	}
	if len(cells) == 0 {
		_, _ = w.WriteString("  |")
	}
	_, _ = w.WriteString("\n")
	if !header {
		return
	}
	_, _ = w.WriteString("|")
	for _, c := range cells {
		mark := ""
		if c != nil {
			mark = alignments[attrOf(c, "align")]
		}
		_, _ = w.WriteString(cmp.Or(mark, "---") + "|")
	}
	_, _ = w.WriteString("\n")
}

// alignments are the marks under a header by the attribute align.
var alignments = map[string]string{"left": ":--", "center": ":-:", "right": "--:"}

func renderCell(ctx converter.Context, n *html.Node) []byte {
	var b bytes.Buffer
	ctx.RenderNodes(ctx, &b, n)
	return bytes.TrimSpace(b.Bytes())
}

// tableRows returns the cells of each row; nil is a place that another cell spans.
func tableRows(table *html.Node) [][]*html.Node {
	var rows [][]*html.Node
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Data == "tr" && n.Type == html.ElementNode:
			rows = append(rows, nil)
		case isCell(n) && len(rows) > 0:
			rows[len(rows)-1] = append(rows[len(rows)-1], n)
			return
		}
		for c := range n.ChildNodes() {
			walk(c)
		}
	}
	walk(table)
	return spread(rows)
}

// spread puts empty places where cells span columns or rows, so that columns stay
// in line. Spans that would make a table much larger than its cells are ignored.
func spread(rows [][]*html.Node) [][]*html.Node {
	room := 16
	for _, row := range rows {
		room += 4 * len(row)
	}
	var out [][]*html.Node
	var covered []int // per column: rows below that a cell spans
	for i, row := range rows {
		var line []*html.Node
		put := func(n *html.Node, down int) {
			if room--; len(covered) == len(line) {
				covered = append(covered, 0)
			}
			covered[len(line)] = down
			line = append(line, n)
		}
		skip := func() {
			for len(line) < len(covered) && covered[len(line)] > 0 && room > 0 {
				put(nil, covered[len(line)]-1)
			}
		}
		for _, cell := range row {
			skip()
			down := min(spanOf(cell, "rowspan"), len(rows)-i) - 1
			put(cell, down)
			for range min(spanOf(cell, "colspan")-1, room) {
				put(nil, down)
			}
		}
		skip()
		if room <= 0 {
			return rows
		}
		out = append(out, line)
	}
	return out
}

// spanOf is how many rows or columns a cell takes, at least one.
func spanOf(cell *html.Node, key string) int {
	n, err := strconv.Atoi(strings.TrimSpace(attrOf(cell, key)))
	if err != nil {
		return 1
	}
	return max(1, n)
}

func isCell(n *html.Node) bool {
	return n.Type == html.ElementNode && (n.Data == "td" || n.Data == "th")
}

// Elements that a Markdown table can't hold, and those that hold no table.
var (
	tableBlocks = strings.Fields("table hr ul ol blockquote h1 h2 h3 h4 h5 h6")
	tableMarks  = strings.Fields("a strong b em i del s strike")
)

// inEmphasis reports an element inside of one that takes no table.
func inEmphasis(n *html.Node) bool {
	for p := range n.Ancestors() {
		if slices.Contains(tableMarks, p.Data) {
			return true
		}
	}
	return false
}

// below returns the first element below n that has one of the names, nil if there
// is none.
func below(n *html.Node, names ...string) *html.Node {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && slices.Contains(names, c.Data) {
			return c
		}
	}
	return nil
}
