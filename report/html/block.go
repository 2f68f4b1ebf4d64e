package html

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"judgement/report"
	"judgement/report/chart"
	"judgement/report/internal/place"
)

func (w *writer) blocks(blocks []report.Block) {
	for _, b := range blocks {
		w.block(b)
	}
}

func (w *writer) block(b report.Block) {
	switch b := b.(type) {
	case report.Heading:
		w.heading(b)
	case report.Paragraph:
		w.raw("<p>")
		w.inlines(b.Text)
		w.raw("</p>\n")
	case report.Prose:
		w.prose(b.Markdown)
	case report.Grade:
		w.grade(b)
	case report.Sheet:
		w.sheet(b)
	case report.Strips:
		w.strips(b)
	case report.Bars:
		w.bars(b)
	case report.Radar:
		w.figure(b.Title, 560, func(o chart.Options) (chart.Scene, bool) { return chart.Radar(b.Title, b.Rows, o) })
	case report.Reliability:
		w.figure(b.Title, 420, func(o chart.Options) (chart.Scene, bool) { return chart.Reliability(b.Title, b.Steps, o) })
	case report.Intervals:
		w.figure(b.Title, 720, func(o chart.Options) (chart.Scene, bool) { return chart.Intervals(b, o) })
	case report.List:
		w.list(b)
	case report.Table:
		w.table(b)
	case report.Note:
		w.note(b)
	case report.Fold:
		w.raw(`<details class="fold"><summary>`)
		w.heading(b.Heading)
		w.raw("</summary>\n")
		w.blocks(b.Blocks)
		w.raw("</details>\n")
	case report.Evidence:
		w.evidence(b)
	case report.Source:
		w.source(b)
	}
}

// heading keeps levels in order: never above 2, never more than one deeper than
// the one before.
func (w *writer) heading(h report.Heading) {
	if strings.TrimSpace(h.Text) == "" {
		return
	}
	w.level = max(2, min(h.Level, w.level+1, 6))
	id := w.claim(h.ID)
	if id == "" && w.level == 2 {
		id = w.index.Fresh("section-" + strconv.Itoa(len(w.toc)+1))
		w.given[id] = true
	}
	if w.level == 2 {
		w.toc = append(w.toc, entry{id, h.Text})
	}
	tag := "h" + strconv.Itoa(w.level)
	w.raw("<" + tag + idAttr(id) + ">" + esc(h.Text) + "</" + tag + ">\n")
}

func (w *writer) grade(g report.Grade) {
	w.raw(`<div class="grade">` + "\n" + w.total(g) + "</div>\n")
}

// total is the grade with the total, and how the judges' totals spread.
func (w *writer) total(g report.Grade) string {
	text := `<p class="letter b-` + string(chart.GradeOf(g.Letter)) + `"><span class="vh">` + w.say("Grade", "等级") + ` </span>` + esc(g.Letter) + `</p>`
	if g.NoModel {
		text = `<p class="nomodel">` + esc(w.page.Lang.Baseline()) + `</p>`
	}
	text += `<div><p class="total"><span class="vh">` + w.say("Total", "总分") + ` </span><strong>` + report.Shown(g.Total, g.Max) + `</strong> / ` + g.Max.String() + `</p>`
	if line := place.GradeLine(w.page.Lang, g); line != "" {
		text += `<p class="spread">` + esc(line) + `</p>`
	}
	return text + "</div>"
}

func (w *writer) bars(b report.Bars) {
	for _, r := range b.Rows {
		if id := w.claim(r.ID); id != "" {
			w.raw(`<span class="anchor" id="` + id + `"></span>`)
		}
	}
	w.figure(b.Title, 808, func(o chart.Options) (chart.Scene, bool) { return chart.Bars(b.Title, b.Rows, o), len(b.Rows) > 0 })
}

// narrow is the width of charts on phones, in pixels.
const narrow = 330

// figure writes a chart that draw makes, if it can be drawn, as wide as it is on wide
// screens and paper, and on phones; the style sheet shows the one that fits.
func (w *writer) figure(title string, wide float64, draw func(chart.Options) (chart.Scene, bool)) {
	large, ok := draw(chart.Options{Width: wide, Lang: w.page.Lang})
	if !ok {
		return
	}
	small, _ := draw(chart.Options{Width: narrow, Lang: w.page.Lang})
	w.charts++
	id := w.index.Fresh("chart-" + strconv.Itoa(w.charts))
	w.raw(`<figure><div class="wide">` + large.SVG(id) + `</div><div class="small">` + small.SVG(w.index.Fresh(id+"s")) + `</div>`)
	if title != "" {
		w.raw(`<figcaption>` + glued(esc(title)) + `</figcaption>`)
	}
	w.raw("</figure>\n")
}

func (w *writer) list(l report.List) {
	tag := "ul"
	if l.Ordered {
		tag = "ol"
	}
	w.raw("<" + tag + ">\n")
	for _, it := range l.Items {
		w.raw("<li" + idAttr(w.claim(it.ID)) + ">")
		w.inlines(it.Text)
		w.blocks(it.Blocks)
		w.raw("</li>\n")
	}
	w.raw("</" + tag + ">\n")
}

// manyColumns is from how many columns on a table is set closer, and wider than
// the text if the screen has room beside it.
const manyColumns = 7

// mostColumns is how many columns make a table that fits paper in small type only.
const mostColumns = 10

// scrolls is the label of a table without a caption.
func (w *writer) scrolls() string {
	return w.say("Table, scrolls sideways", "表格，可左右滚动")
}

func (w *writer) table(t report.Table) {
	label := cmp.Or(t.Caption, w.scrolls())
	class := "scroll"
	if len(t.Header) >= manyColumns {
		class += " many"
	}
	if len(t.Header) >= mostColumns {
		class += " most"
	}
	w.raw(`<div class="` + class + `" role="group" tabindex="0" aria-label="` + esc(label) + `"><table>`)
	if t.Caption != "" {
		w.raw("<caption>" + esc(t.Caption) + "</caption>")
	}
	w.raw("<thead><tr>")
	for i, h := range t.Header {
		w.raw(`<th scope="col"` + align(t, i) + ">" + esc(h) + "</th>")
	}
	w.raw("</tr></thead>\n<tbody>")
	for n, row := range t.Rows {
		if slices.Contains(t.Parted, n) {
			w.raw(`<tr class="parted">`)
		} else {
			w.raw("<tr>")
		}
		for i, c := range row {
			tag, open := "td", "<td"
			if i == 0 && len(row) > 1 {
				tag, open = "th", `<th scope="row"`
			}
			w.raw(open + heat(t, n, i, align(t, i)) + ">")
			w.cell(c)
			w.raw("</" + tag + ">")
		}
		w.raw("</tr>\n")
	}
	w.raw("</tbody></table></div>\n")
	for _, legend := range place.Legends(t) {
		w.raw(`<p class="legend">` + esc(w.page.Lang.Say(legend)) + "</p>\n")
	}
}

func (w *writer) cell(c report.Cell) {
	if len(c) == 1 {
		if p, ok := c[0].(report.Plain); ok {
			w.raw(own(string(p)))
			return
		}
	}
	w.inlines(c)
}

// align returns the class of a column's alignment.
func align(t report.Table, column int) string {
	return [...]string{report.Left: "", report.Right: ` class="r"`, report.Center: ` class="c"`}[t.AlignOf(column)]
}

// heat adds the class of a cell's shade, in ten steps, to the class of its column.
func heat(t report.Table, row, column int, class string) string {
	step := place.Shade(t, row, column)
	if step < 0 {
		return class
	}
	shade := "heat" + strconv.Itoa(step)
	if class == "" {
		return ` class="` + shade + `"`
	}
	return strings.TrimSuffix(class, `"`) + " " + shade + `"`
}

// besides matches the report in another folder; what else a target may be is not linked.
var besides = regexp.MustCompile(`^\.\./[\p{L}\p{N}][\p{L}\p{N}._-]*/report\.html$`)

func (w *writer) note(n report.Note) {
	w.raw(`<div class="note ` + esc(string(n.Kind)) + `" role="note"><p>`)
	w.inlines(n.Text)
	w.raw("</p></div>\n")
}

// glued keeps a number and its percent sign on one line.
func glued(s string) string { return strings.ReplaceAll(s, " %", "\u00a0%") }

func (w *writer) inlines(text []report.Inline) {
	for _, in := range text {
		switch in := in.(type) {
		case report.Plain:
			w.raw(glued(isolated(string(in))))
		case report.Strong:
			w.raw("<strong>" + isolated(string(in)) + "</strong>")
		case report.Code:
			w.raw("<code>" + esc(string(in)) + "</code>")
		case report.Link:
			text := esc(in.Text)
			if in.Code {
				text = "<code>" + text + "</code>"
			}
			if id, ok := w.index.Has(in.Target); ok {
				w.raw(`<a href="#` + id + `">` + text + "</a>")
			} else if besides.MatchString(in.Target) {
				w.raw(`<a href="` + in.Target + `">` + isolated(in.Text) + "</a>")
			} else {
				w.raw(text)
			}
		}
	}
}
