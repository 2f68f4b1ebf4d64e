package pdf

import (
	"math"
	"strings"

	"judgement/internal/text"
	"judgement/report"
	"judgement/report/chart"
	"judgement/report/internal/place"
)

// closer is the scale of type that is set closer.
const closer = 0.91

// sheet writes the verdict at a glance.
func (w *writer) sheet(s report.Sheet) {
	w.badge(s)
	k := (w.right - w.left) / 640
	scene := chart.Verdict(s.Grade, s.Dots, w.options(640))
	w.need(scene.Height*k + 4)
	scene.Draw(canvas{w: w, k: k, x: w.left, y: w.y})
	w.y += scene.Height*k + 3
	w.scale = closer
	defer func() { w.scale = 0 }()
	for _, f := range s.Facts {
		w.fact(f)
	}
	w.skip(1.5)
	w.para([]span{{text: w.page.Lang.Say(place.FixFirst), style: style{bold: true}}}, bodySize)
	if len(s.Fixes.Items) > 0 {
		s.Fixes.Ordered = true
		w.list(s.Fixes)
		return
	}
	w.para(w.inlines(s.NoFixes), bodySize)
}

// badge writes the grade with the total. If no language model judged, it says so in the
// grade's place and as large, and what the scores come from under it.
func (w *writer) badge(s report.Sheet) {
	const h, r = 25.0, 11.0
	y, x := w.y+1, w.left
	if s.NoModel {
		y = w.baseline(y)
	} else {
		w.fill(chart.GradeOf(s.Letter))
		w.p.Circle(w.left+r, y+h/2, r, "F")
		letter := w.set(text.OneLine(s.Letter))
		w.text(span{text: letter, style: style{bold: true, role: chart.Paper}}, w.left+r-w.width(letter, 30, true)/2, y, 30, h)
		x += 2*r + 6
	}
	total := span{text: report.Shown(s.Total, s.Max), style: style{bold: true}}
	total.w = w.width(total.text, 26, true)
	w.text(total, x, y+2, 26, 13)
	w.text(span{text: " / " + s.Max.String(), style: style{role: muted}}, x+total.w+1, y+4, 13, 13)
	w.text(span{text: w.set(place.GradeLine(w.page.Lang, s.Grade)), style: style{role: muted}}, x, y+16, bodySize, 5.5)
	w.y = y + h + 2
	if s.Warning == "" {
		return
	}
	gs := []gutter{{w.left, w.right - w.left, panel}, {w.left, 2.5, chart.Poor}}
	w.within(6, gs, func() {
		w.pad(1.5)
		w.para([]span{{text: s.Warning, style: style{role: chart.Poor}}}, bodySize)
		w.pad(1.5)
	})
	w.y += 2
}

// baseline writes at y that no language model judged, as large as a grade, and returns
// what follows.
func (w *writer) baseline(y float64) float64 {
	w.text(span{text: w.set(w.page.Lang.Baseline()), style: style{bold: true, role: chart.Poor}}, w.left, y, 30, 14)
	return y + 14
}

// fact writes one line of a sheet: its name beside its text.
func (w *writer) fact(f report.Fact) {
	const name = 30.0
	h := closer * bodySize * mm * leading
	w.need(h)
	role := grid
	if f.Kind == report.Caution {
		role = chart.Fair
	}
	title := span{text: w.set(text.OneLine(f.Name)), style: style{role: muted}}
	w.text(title, w.left+3, w.y, closer*bodySize, h)
	left := w.left
	w.within(name, []gutter{{left, 1, role}}, func() { w.para(w.inlines(f.Text), bodySize) })
	w.y += 0.5
}

// strips writes the dimensions under each other, and then what the judges say of each.
func (w *writer) strips(s report.Strips) {
	w.para([]span{{text: w.page.Lang.Say(place.StripLegend), style: style{role: muted}}}, smallSize)
	w.y++
	h := w.rowsOf(s.Rows)
	for _, r := range s.Rows {
		w.strip(r, place.Safe(r.ID), h)
	}
	title := w.page.Lang.Say(report.Phrase{EN: "What the judges say", ZH: "各评委评语"})
	headed := false
	for _, r := range s.Rows {
		if len(r.Said.Items) == 0 {
			continue
		}
		if !headed {
			headed = true
			w.need(58 + w.tall(r.Said.Items[0]))
			w.heading(report.Heading{Level: 2, Text: title})
		}
		w.said(r)
	}
	w.scale = closer // up to the document
}

// Widths of a dimension's row, in millimetres.
const (
	stripName  = 46.0
	stripValue = 34.0
	stripRow   = 6.9
	closeRow   = 5.3 // of rows that are set closer to fit a page
)

// rowsOf is the height of a row of one line: less if all rows then fit on the page.
func (w *writer) rowsOf(rows []report.Strip) float64 {
	lines := make([]int, len(rows))
	for i, r := range rows {
		lines[i] = len(w.label(r))
	}
	for h := stripRow; h >= closeRow; h -= 0.1 {
		sum := 0.0
		for _, n := range lines {
			sum += stripHeight(n, h)
		}
		if w.y+sum < bottom {
			return h
		}
	}
	return stripRow
}

// label is a dimension's name in lines.
func (w *writer) label(r report.Strip) [][]span {
	return w.wrap([]span{{text: r.Label}}, stripName-2, tableSize)
}

// stripHeight is the height of a row whose name has some lines, if one of one line has least.
func stripHeight(lines int, least float64) float64 {
	return math.Max(least, float64(lines)*tableLine+math.Min(2, least-tableLine))
}

// strip writes one dimension's row of at least a height, which leads to what is said of it.
func (w *writer) strip(r report.Strip, id string, least float64) {
	lines := w.label(r)
	h := stripHeight(len(lines), least)
	w.need(h)
	for i, l := range lines {
		w.line(l, w.left, w.y+(h-float64(len(lines))*tableLine)/2+float64(i)*tableLine, tableSize, tableLine)
	}
	width := w.right - w.left - stripName - stripValue - 6
	k := px
	scene := chart.Strip(r, w.options(width/k))
	scene.Draw(canvas{w: w, k: k, x: w.left + stripName + 2, y: w.y + (h-scene.Height*k)/2})
	if r.Score != nil {
		letter := report.Letter(*r.Score, r.Max)
		right := []span{{text: report.Shown(*r.Score, r.Max), style: style{bold: true}}, {text: " / " + r.Max.String() + "  ", style: style{role: muted}}, {text: letter, style: style{bold: true, role: chart.GradeOf(letter)}}}
		for _, l := range w.wrap(right, stripValue, tableSize) {
			w.line(l, w.right-lineWidth(l), w.y+(h-tableLine)/2, tableSize, tableLine)
		}
	}
	if len(r.Said.Items) > 0 {
		w.p.Link(w.left, w.y, w.right-w.left, h, w.linkTo(id))
	}
	w.y += h
	w.draw(grid, 0.15)
	w.p.Line(w.left, w.y, w.right, w.y)
}

// said writes what the judges say of a dimension. Each judge's words stay on one page,
// all of them if that leaves less than half of one empty.
func (w *writer) said(r report.Strip) {
	const room = 30
	heights, sum := make([]float64, len(r.Said.Items)), 0.0
	for i, it := range r.Said.Items {
		heights[i] = w.tall(it)
		sum += heights[i]
	}
	if sum+room < (bottom-top)/2 {
		w.need(sum + room)
	} else {
		w.need(heights[0] + room)
	}
	w.heading(report.Heading{Level: 3, ID: r.ID, Text: r.Label})
	w.strip(report.Strip{Bar: report.Bar{Label: w.page.Lang.Say(report.Phrase{EN: "Mean", ZH: "平均分"}), Score: r.Score, Max: r.Max, Spread: r.Spread}, Dots: r.Dots}, "", stripRow)
	w.y += 1.5
	for i, it := range r.Said.Items {
		w.need(math.Min(heights[i], bottom-top))
		w.within(3, nil, func() {
			w.scale = closer
			w.para(w.inlines(it.Text), bodySize)
			w.blocks(it.Blocks)
			w.scale = 0
		})
		w.y += 0.8
	}
}

// tall estimates the height of what a judge says.
func (w *writer) tall(it report.Item) float64 {
	lines := 1.0
	add := func(text string, indent float64) {
		for line := range strings.Lines(text) {
			lines += math.Ceil(1.01 * w.width(w.shown(line), closer*bodySize, false) / (w.right - w.left - indent))
		}
	}
	w.unseen(func() {
		for _, b := range it.Blocks {
			switch b := b.(type) {
			case report.Prose:
				add(b.Markdown, 3)
			case report.Evidence:
				for _, c := range b.Citations {
					add(c.Quote+strings.Repeat("x", 24), 8)
				}
			}
		}
	})
	return lines*closer*bodySize*mm*leading + 4
}
