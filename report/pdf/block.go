package pdf

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"judgement/internal/prose"
	"judgement/internal/text"
	"judgement/report"
	"judgement/report/chart"
	"judgement/report/internal/place"
)

func (w *writer) blocks(blocks []report.Block) {
	blocks = unfolded(blocks)
	for i, b := range blocks {
		if i+1 < len(blocks) {
			switch b := b.(type) {
			case report.Heading:
				w.unseen(func() { w.need(headingRoom(b) + w.room(blocks[i+1:])) })
			case report.Paragraph:
				if isLabel(b) {
					w.need(labelRoom)
				}
			}
		}
		w.block(b)
	}
}

// unfolded returns blocks with folds as headings and what is under them: paper
// shows everything.
func unfolded(blocks []report.Block) []report.Block {
	out := make([]report.Block, 0, len(blocks))
	for _, b := range blocks {
		if f, ok := b.(report.Fold); ok {
			out = append(append(out, f.Heading), f.Blocks...)
			continue
		}
		out = append(out, b)
	}
	return out
}

// labelRoom is a label with two lines of what follows it.
const labelRoom = 20

// isLabel reports whether a paragraph is only a few strong words, such as "What
// would help": it belongs to what follows it.
func isLabel(p report.Paragraph) bool {
	if len(p.Text) != 1 {
		return false
	}
	s, ok := p.Text[0].(report.Strong)
	return ok && utf8.RuneCountInString(string(s)) <= 60
}

// headingRoom is about what a heading takes.
func headingRoom(h report.Heading) float64 {
	return []float64{20, 20, 20, 13, 11}[min(max(0, h.Level), 4)]
}

// room is what must fit under a heading: the whole of what can't be parted.
func (w *writer) room(next []report.Block) float64 {
	switch b := next[0].(type) {
	case report.Heading:
		if len(next) > 1 {
			return headingRoom(b) + w.room(next[1:])
		}
	case report.Bars:
		n := min(len(b.Rows), maxRows)
		return chart.Bars(b.Title, b.Rows[:n], w.options((w.right-w.left)/px)).Height*px + 8
	case report.Grade:
		return 32
	case report.Paragraph: // what introduces a table stays with it
		if len(next) > 1 {
			if _, ok := next[1].(report.Table); ok {
				return 14 + w.room(next[1:])
			}
		}
	case report.Table:
		if parts := w.parts(tableOf(w, b)); len(parts) == 1 && parts[0].height <= keptTable {
			return max(22, parts[0].height)
		}
	}
	return 22
}

func (w *writer) block(b report.Block) {
	switch b := b.(type) {
	case report.Heading:
		w.heading(b)
	case report.Paragraph:
		w.para(w.inlines(b.Text), bodySize)
		w.skip(1.6)
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
		w.drawn(b.Title, func(o chart.Options) (chart.Scene, bool) { return chart.Radar(b.Title, b.Rows, o) }, 540, 480, 420, 360)
	case report.Intervals:
		w.drawn(b.Title, func(o chart.Options) (chart.Scene, bool) { return chart.Intervals(b, o) }, 640)
	case report.Reliability:
		w.drawn(b.Title, func(o chart.Options) (chart.Scene, bool) { return chart.Reliability(b.Title, b.Steps, o) }, 360)
	case report.List:
		w.list(b)
	case report.Table:
		w.table(tableOf(w, b))
	case report.Note:
		w.note(b)
	case report.Evidence:
		w.evidence(b)
	case report.Source:
		w.source(b)
	}
}

func (w *writer) inlines(text []report.Inline) []span {
	var out []span
	for _, in := range text {
		switch in := in.(type) {
		case report.Plain:
			out = append(out, span{text: string(in)})
		case report.Strong:
			out = append(out, span{text: string(in), style: style{bold: true}})
		case report.Code:
			out = append(out, span{text: string(in), style: style{code: true}})
		case report.Link:
			s := span{text: in.Text, style: style{code: in.Code}}
			if id, ok := w.index.Has(in.Target); ok {
				s.link, s.role = id, accent
			}
			out = append(out, s)
		}
	}
	return out
}

// heading keeps levels in order, as the HTML does, and enters them into the
// outline.
func (w *writer) heading(h report.Heading) {
	title := strings.TrimSpace(h.Text)
	if title == "" {
		return
	}
	w.level = max(2, min(h.Level, w.level+1, 6))
	size := []float64{0, 20, 15, 12, 10.8, 10.2, 10}[w.level]
	gap := []float64{0, 0, 7, 5, 3.5, 3, 3}[w.level]
	w.need(gap + size*mm*leading + 22)
	w.skip(gap)
	if w.level == 2 && w.y > top {
		w.draw(grid, 0.25)
		w.p.Line(w.left, w.y, w.right, w.y)
		w.y += 3.5
	}
	if h.ID != "" {
		w.arrive(place.Safe(h.ID), w.y)
	}
	w.font(latin, false, size)
	w.outline = min(w.level-2, w.outline+1)
	w.p.Bookmark(text.OneLine(w.shown(title)), w.outline, max(0, w.y-4))
	scale := w.scale
	w.scale = 0
	w.para([]span{{text: text.OneLine(title), style: style{bold: true}}}, size)
	w.scale = scale
	w.y += 1.2
}

func (w *writer) grade(g report.Grade) {
	const h, r = 27.0, 9.5
	w.need(h + 18)
	w.skip(1)
	if g.NoModel {
		w.y = w.baseline(w.y)
	}
	y := w.y
	w.fill(panel)
	w.draw(grid, 0.25)
	w.p.RoundedRect(w.left, y, w.right-w.left, h, 2.5, "1234", "FD")
	w.fill(chart.GradeOf(g.Letter))
	w.p.Circle(w.left+6+r, y+h/2, r, "F")
	letter := w.set(text.OneLine(g.Letter))
	w.text(span{text: letter, style: style{bold: true, role: chart.Paper}}, w.left+6+r-w.width(letter, 26, true)/2, y, 26, h)
	x := w.left + 6 + 2*r + 7
	total := span{text: report.Shown(g.Total, g.Max), style: style{bold: true}}
	total.w = w.width(total.text, 24, true)
	w.text(total, x, y+3.5, 24, 13)
	w.text(span{text: " / " + g.Max.String(), style: style{role: muted}}, x+total.w+1, y+5.5, 13, 13)
	w.text(span{text: w.set(place.GradeLine(w.page.Lang, g)), style: style{role: muted}}, x, y+17, bodySize, 5.5)
	w.y = y + h + 4
}

func (w *writer) list(l report.List) {
	for i, it := range l.Items {
		marker := "•"
		if l.Ordered {
			marker = strconv.Itoa(i+1) + "."
		}
		if len(it.Blocks) > 0 {
			w.need(labelRoom) // a line stays with what is under it
		}
		w.item(marker, func() {
			if len(it.Text) > 0 {
				w.para(w.inlines(it.Text), bodySize)
			}
			w.blocks(it.Blocks)
		})
	}
	w.skip(1.2)
}

// item writes a list item with its marker beside its first line.
func (w *writer) item(marker string, body func()) {
	marker = w.tag(marker)
	h := bodySize * mm * leading
	w.need(2 * h)
	w.skip(0.7)
	f := span{text: marker, style: style{role: muted}}
	w.within(6.5, nil, func() {
		w.text(f, w.left-1.8-w.width(marker, bodySize, false), w.y, bodySize, h)
		body()
	})
}

func (w *writer) note(n report.Note) {
	role := cmp.Or(map[report.NoteKind]chart.Role{report.Caution: chart.Fair, report.Problem: chart.Poor}[n.Kind], accent)
	w.need(bodySize*mm*leading + 5)
	w.skip(1)
	gs := []gutter{{w.left, w.right - w.left, panel}, {w.left, 1, role}}
	right := w.right
	w.within(5, gs, func() {
		w.right -= 4
		w.pad(1.8)
		w.para(w.inlines(n.Text), bodySize)
		w.pad(1.8)
	})
	w.right = right
	w.y += 3
}

func (w *writer) evidence(e report.Evidence) {
	all := w.index.Cites()
	gs := []gutter{{w.left + 0.5, 0.5, grid}}
	w.within(4.5, gs, func() {
		for range e.Citations {
			w.citation(all[w.cites])
			w.cites++
		}
	})
	w.skip(1.8)
}

func (w *writer) citation(c place.Cite) {
	spans := []span{
		{text: strconv.Itoa(c.Number) + "  ", style: style{role: muted}, anchors: []string{c.ID}},
		{text: place.Status(w.page.Lang, c.Citation), style: style{bold: true, ground: place.Ground(c.Citation)}},
	}
	if q := place.Quote(c.Quote); q != "" {
		s := span{text: "“" + q + "”"}
		if c.Mark != "" {
			s.link, s.role = c.Mark, accent
		}
		spans = append(spans, span{text: "  "}, s)
	}
	if c.Page > 0 {
		spans = append(spans, span{text: "  " + w.page.Lang.Say(place.Page, c.Page), style: style{role: muted}})
	}
	if len(c.Note) > 0 {
		spans = append(spans, span{text: "  " + w.page.Lang.Finding(c.Note), style: style{role: muted}})
	}
	w.para(spans, bodySize*0.93)
	if shown := c.InDocument(w.page.Lang); shown != "" {
		w.para([]span{{text: shown, style: style{role: muted}}}, bodySize*0.93)
	}
}

// source appends the judged document with its quoted places marked.
func (w *writer) source(s report.Source) {
	w.scale = 0
	if w.rendered(s) {
		return
	}
	for _, sec := range place.Sections(s, maxSource) {
		if sec.Omitted > 0 {
			w.para([]span{{text: w.page.Lang.Say(place.Left, sec.Omitted), style: style{role: muted}}}, smallSize)
			w.skip(2)
		}
		if sec.Page > 0 && (sec.Starts || sec.Omitted > 0) && len(sec.Runs) > 0 {
			w.pageLabel(w.page.Lang.Say(place.Page, sec.Page))
		}
		w.para(w.runs(sec.Trimmed()), sourceSize)
		w.skip(2)
	}
}

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
	r := reader{w, doc.Source, place.NewCutter(s)}
	r.children(doc.Root)
	w.para(w.runs(r.cut.Rest()), bodySize)
	return true
}

func (w *writer) pageLabel(label string) {
	h := smallSize * mm * leading
	w.need(3 * h)
	w.skip(1.5)
	f := span{text: w.set(label), style: style{role: muted}}
	f.w = w.width(f.text, smallSize, false)
	w.line([]span{f}, w.left, w.y, smallSize, h)
	w.draw(grid, 0.25)
	w.p.Line(w.left+f.w+3, w.y+h/2, w.right, w.y+h/2)
	w.y += h + 1
}

// runs turns runs of the source into spans, with a raised number after each
// quoted place that leads back to its citation.
func (w *writer) runs(runs []place.Run) []span {
	var out []span
	for _, r := range runs {
		s := span{text: r.Text}
		if len(r.In) > 0 {
			s.ground = place.MarkGrounds()[r.Kind]
		}
		for _, m := range r.Begin {
			s.anchors = append(s.anchors, m.ID)
		}
		out = append(out, s)
		for _, m := range r.End {
			for _, n := range w.index.Back(m.ID) {
				out = append(out, span{text: " " + strconv.Itoa(n), style: style{raised: true, role: accent, link: w.index.Cites()[n-1].ID}})
			}
		}
	}
	return out
}
