package chart

import (
	"math"

	"judgement/report"
)

// MaxAxes is the most rows that a radar can show so that its labels stay apart.
const MaxAxes = 16

// Radar draws the rows as a polygon of shares of their maxima, with the lowest
// and highest judge as a whisker on each axis. A missing score leaves a gap.
// The second result is false if a radar can't be drawn: fewer than three
// rows, more than MaxAxes, or no score at all.
func Radar(title string, rows []report.Bar, o Options) (Scene, bool) {
	scored := 0
	for _, r := range rows {
		if r.Score != nil {
			scored++
		}
	}
	if len(rows) < 3 || len(rows) > MaxAxes || scored == 0 {
		return Scene{}, false
	}
	o = o.norm()
	s := Scene{Width: o.Width, Title: clean(title), Desc: describe(rows, o.Lang)}
	d := &radarDrawing{Scene: &s, o: o, n: len(rows)}
	d.place(rows)
	d.web()
	d.values(rows)
	d.text()
	return s, true
}

// radarDrawing is a radar in the making.
type radarDrawing struct {
	*Scene
	o      Options
	n      int
	c      Point // the centre
	r      float64
	labels []radarLabel
}

// radarLabel is a label with its box: x as its anchor says, y its top.
type radarLabel struct {
	lines []string
	value string
	x, y  float64
	a     Anchor
}

func (l radarLabel) height() float64 { return lineHeight*float64(len(l.lines)) + 15 }

const radarGap, radarPad = 10.0, 2.0

// at returns the point on axis i at a share of the radius.
func (d *radarDrawing) at(i int, share float64) Point {
	cos, sin := d.angle(i)
	return Point{d.c.X + d.r*share*cos, d.c.Y + d.r*share*sin}
}

// angle returns the direction of axis i; the first points up, the rest follow
// clockwise.
func (d *radarDrawing) angle(i int) (cos, sin float64) {
	a := 2*math.Pi*float64(i)/float64(d.n) - math.Pi/2
	return math.Cos(a), math.Sin(a)
}

// place measures the labels, then fits the height of the scene to them.
func (d *radarDrawing) place(rows []report.Bar) {
	d.r = math.Min(150, d.Width*0.23)
	for _, row := range rows {
		value, _ := values(row, d.o.Lang)
		d.r = math.Min(d.r, d.Width/2-radarPad-radarGap-d.o.Measure(value, smallSize, true))
	}
	d.c = Point{X: d.Width / 2}
	top, bottom := -d.r, d.r
	for i, row := range rows {
		l := d.label(i, row)
		d.labels = append(d.labels, l)
		top, bottom = math.Min(top, l.y), math.Max(bottom, l.y+l.height())
	}
	d.c.Y = radarPad - top
	for i := range d.labels {
		d.labels[i].y += d.c.Y
	}
	d.Height = d.c.Y + bottom + radarPad
}

// label places the label of axis i round a centre at height 0, within the width
// that is left beside the axis.
func (d *radarDrawing) label(i int, row report.Bar) radarLabel {
	cos, sin := d.angle(i)
	room := d.Width/2 - radarPad - (d.r+radarGap)*math.Abs(cos)
	l := radarLabel{a: Middle, x: d.c.X}
	switch {
	case cos > 0.05:
		l.a, l.x = Start, d.c.X+(d.r+radarGap)*cos
	case cos < -0.05:
		l.a, l.x = End, d.c.X+(d.r+radarGap)*cos
	default:
		room = math.Max(2*d.r*math.Sin(2*math.Pi/float64(d.n)), 96)
	}
	l.lines = wrap(clean(row.Label), labelSize, false, room, 5, d.o.Measure)
	l.value, _ = values(row, d.o.Lang)
	y := (d.r + radarGap) * sin
	l.y = y - l.height()*(1-sin)/2
	return l
}

// web draws the rings and axes.
func (d *radarDrawing) web() {
	for _, ring := range []float64{0.2, 0.4, 0.6, 0.8, 1} {
		pts := make([]Point, d.n)
		for i := range pts {
			pts[i] = d.at(i, ring)
		}
		d.add(Polygon{Points: pts, Stroke: Grid, Width: 1})
	}
	for i := range d.n {
		d.add(Line{d.c, d.at(i, 1), 1, Grid, false})
	}
}

// values draws the polygon, or what there is of it, with whiskers and points.
func (d *radarDrawing) values(rows []report.Bar) {
	pts := make([]Point, d.n)
	whole := true
	for i, r := range rows {
		if r.Score == nil {
			whole = false
			continue
		}
		pts[i] = d.at(i, Share(*r.Score, r.Max))
	}
	if whole {
		d.add(Polygon{pts, Accent, 0.18, Accent, 2})
	}
	for i, r := range rows {
		next := (i + 1) % d.n
		if !whole && r.Score != nil && rows[next].Score != nil {
			d.add(Line{pts[i], pts[next], 2, Accent, false})
		}
	}
	for i, r := range rows {
		if r.Score == nil {
			continue
		}
		if r.Spread != nil && r.Spread.Judges > 1 {
			d.add(Line{d.at(i, Share(r.Spread.Min, r.Max)), d.at(i, Share(r.Spread.Max, r.Max)), 2, Ink, false})
		}
		p := pts[i]
		d.add(Polygon{[]Point{{p.X, p.Y - 4}, {p.X + 4, p.Y}, {p.X, p.Y + 4}, {p.X - 4, p.Y}}, Accent, 1, Paper, 1})
	}
}

func (d *radarDrawing) text() {
	for _, l := range d.labels {
		for k, line := range l.lines {
			d.add(Text{l.x, l.y + lineHeight*float64(k) + 13, labelSize, false, l.a, Ink, line})
		}
		d.add(Text{l.x, l.y + lineHeight*float64(len(l.lines)) + 11, smallSize, true, l.a, Muted, l.value})
	}
}
