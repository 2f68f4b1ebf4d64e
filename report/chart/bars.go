package chart

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"judgement/panel"
	"judgement/report"
)

// Options shape a chart.
type Options struct {
	Width   float64 // of the whole scene; less than 300 counts as 300
	Lang    report.Lang
	Measure Measure // nil: Estimate
}

func (o Options) norm() Options {
	o.Width = math.Max(o.Width, 300)
	if o.Measure == nil {
		o.Measure = Estimate
	}
	return o
}

// Sizes of the bar chart, in pixels.
const (
	labelSize  = 13.0
	smallSize  = 11.0
	lineHeight = 17.0
	barHeight  = 14.0
	narrow     = 480.0 // below it, labels are above their bars
	maxLines   = 4     // of a label
	gap        = 14.0
)

// Bars draws one horizontal bar per row, from zero, as the share of the row's own
// maximum. The whisker is the lowest and highest judge, the tick on it the
// score. A row without a score has an empty track and says so.
func Bars(title string, rows []report.Bar, o Options) Scene {
	o = o.norm()
	s := Scene{Width: o.Width, Title: clean(title), Desc: describe(rows, o.Lang)}
	d := &barsDrawing{Scene: &s, o: o}
	d.columns(rows)
	for i, r := range rows {
		d.row(r, i > 0)
	}
	d.axis()
	return s
}

// barsDrawing is a bar chart in the making.
type barsDrawing struct {
	*Scene
	o       Options
	y       float64 // top of the next row
	x0, x1  float64 // the track
	labelW  float64
	stacked bool
}

// columns decides where labels, tracks and values are.
func (d *barsDrawing) columns(rows []report.Bar) {
	d.y = 2
	labelW, valueW := 0.0, 0.0
	for _, r := range rows {
		labelW = math.Max(labelW, d.o.Measure(clean(r.Label), labelSize, false))
		main, small := values(r, d.o.Lang)
		valueW = math.Max(valueW, math.Max(d.o.Measure(main, labelSize, true), d.o.Measure(small, smallSize, false)))
	}
	d.stacked = d.Width < narrow
	if d.stacked {
		d.x0, d.x1 = 1, d.Width-1
		d.labelW = math.Max(d.Width-valueW-gap, d.Width*0.35)
		return
	}
	d.labelW = math.Min(labelW+1, d.Width*0.3)
	d.x0, d.x1 = d.labelW+gap, d.Width-valueW-gap
}

func (d *barsDrawing) row(r report.Bar, rule bool) {
	lines := wrap(clean(r.Label), labelSize, false, d.labelW, maxLines, d.o.Measure)
	main, small := values(r, d.o.Lang)
	valueLines := 1
	if small != "" {
		valueLines = 2
	}
	textH := lineHeight * float64(max(len(lines), valueLines))
	h, barY := textH+10, d.y+(textH+10-barHeight)/2
	if d.stacked {
		h, barY = textH+barHeight+18, d.y+textH+8
	}
	if rule {
		d.add(Line{Point{0, d.y}, Point{d.Width, d.y}, 1, Grid, false})
	}
	top := d.y + 5
	for i, l := range lines {
		y := top + (textH-lineHeight*float64(len(lines)))/2 + lineHeight*float64(i)
		d.add(Text{0, y + 13, labelSize, false, Start, Ink, l})
	}
	top += (textH - lineHeight*float64(valueLines)) / 2
	d.add(Text{d.Width, top + 13, labelSize, true, End, Ink, main})
	if small != "" {
		d.add(Text{d.Width, top + lineHeight + 12, smallSize, false, End, Muted, small})
	}
	d.bar(r, barY)
	d.y += h
}

func (d *barsDrawing) bar(r report.Bar, y float64) {
	w := d.x1 - d.x0
	d.add(Rect{d.x0, y, w, barHeight, 3, Track})
	if r.Score == nil {
		d.add(Line{Point{d.x0, y + barHeight/2}, Point{d.x1, y + barHeight/2}, 1, Muted, true})
		return
	}
	at := func(p panel.Points) float64 { return d.x0 + w*Share(p, r.Max) }
	score := at(*r.Score)
	if score > d.x0 {
		d.add(Rect{d.x0, y, score - d.x0, barHeight, math.Min(3, (score-d.x0)/2), Grade(*r.Score, r.Max)})
	}
	if r.Spread == nil || r.Spread.Judges < 2 {
		return
	}
	lo, hi, mid := at(r.Spread.Min), at(r.Spread.Max), y+barHeight/2
	for _, l := range []struct {
		width, pad float64
		role       Role
	}{{5, 1.5, Paper}, {2, 0, Ink}} {
		d.add(Line{Point{lo, mid}, Point{hi, mid}, l.width, l.role, false})
		for _, x := range []float64{lo, hi} {
			d.add(Line{Point{x, mid - 4 - l.pad}, Point{x, mid + 4 + l.pad}, l.width, l.role, false})
		}
		d.add(Line{Point{score, y - 2 - l.pad}, Point{score, y + barHeight + 2 + l.pad}, l.width + 1, l.role, false})
	}
}

// axis draws the scale under the rows and closes the scene.
func (d *barsDrawing) axis() {
	d.add(Line{Point{d.x0, d.y + 2}, Point{d.x1, d.y + 2}, 1, Muted, false})
	ticks := []float64{0, 20, 40, 60, 80, 100}
	if d.x1-d.x0 < 300 {
		ticks = []float64{0, 50, 100}
	}
	for _, p := range ticks {
		x, a := d.x0+(d.x1-d.x0)*p/100, Middle
		switch {
		case p == 0:
			a = Start
		case p == 100:
			a = End
		}
		d.add(Line{Point{x, d.y + 2}, Point{x, d.y + 6}, 1, Muted, false})
		d.add(Text{x, d.y + 18, smallSize, false, a, Muted, strconv.Itoa(int(p)) + "%"})
	}
	d.Height = d.y + 24
}

// Share returns score ÷ max within 0 to 1; 0 if max is not positive.
func Share(score, max panel.Points) float64 {
	if max.Sign() <= 0 {
		return 0
	}
	return math.Max(0, math.Min(1, score.Quo(max).Float()))
}

// Grade returns the colour role of a score's grade; see report.Letter.
func Grade(score, max panel.Points) Role { return GradeOf(report.Letter(score, max)) }

// GradeOf returns the colour role of a grade.
func GradeOf(letter string) Role {
	roles := map[string]Role{"S": GradeS, "A": GradeA, "B": GradeB, "C": GradeC}
	return cmp.Or(roles[letter], GradeD)
}

// values returns what is beside a bar: the score and, small, its spread.
func values(r report.Bar, lang report.Lang) (main, small string) {
	if r.Score == nil {
		return lang.Say(report.Phrase{EN: "not scored", ZH: "未评分"}), ""
	}
	main = report.Shown(*r.Score, r.Max) + " / " + r.Max.String()
	if r.Spread != nil && r.Spread.Judges > 1 {
		small = Range(*r.Spread, lang)
	}
	return main, small
}

// Range shows a spread as "14–18 · SD 1.41", or as "SD 0" if all agree.
func Range(s report.Spread, lang report.Lang) string {
	sd := lang.Say(report.Phrase{EN: "SD ", ZH: "标准差 "}) + number(s.SD)
	if s.Min.Equal(s.Max) {
		return sd
	}
	return s.Min.String() + "–" + s.Max.String() + " · " + sd
}

// describe says a chart's rows in words.
func describe(rows []report.Bar, lang report.Lang) string {
	var parts []string
	for _, r := range rows {
		main, small := values(r, lang)
		label := clean(r.Label)
		part := report.Phrase{EN: label + ": " + main, ZH: label + "：" + main}
		if small != "" {
			part = report.Phrase{EN: part.EN + " (" + small + ")", ZH: part.ZH + "（" + small + "）"}
		}
		parts = append(parts, lang.Say(part))
	}
	return strings.Join(parts, lang.Say(report.Phrase{EN: "; ", ZH: "；"}))
}
