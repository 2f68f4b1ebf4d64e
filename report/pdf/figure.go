package pdf

import (
	"codeberg.org/go-pdf/fpdf"

	"judgement/internal/text"
	"judgement/report"
	"judgement/report/chart"
	"judgement/report/internal/place"
)

// px is a scene's pixel in millimetres: a little less than on the screen, so
// that 13 pixels become 9 points.
const px = 0.245

// maxRows is how many bars one drawing has; more are drawn in parts.
const maxRows = 14

func (w *writer) options(width float64) chart.Options {
	return chart.Options{Width: width, Lang: w.page.Lang, Measure: func(text string, size float64, bold bool) float64 {
		return w.width(w.tag(w.shown(text)), size, bold) / mm
	}}
}

func (w *writer) bars(b report.Bars) {
	for rows := b.Rows; len(rows) > 0; {
		n := min(len(rows), maxRows)
		s := chart.Bars(b.Title, rows[:n], w.options((w.right-w.left)/px))
		w.need(s.Height*px + 8)
		for _, r := range rows[:n] {
			if r.ID != "" {
				w.arrive(place.Safe(r.ID), w.y)
			}
		}
		w.scene(s)
		rows = rows[n:]
	}
	w.caption(b.Title)
}

// drawn draws a chart that draw makes at the first of some widths, or at a smaller one
// if it then is not on the next page.
func (w *writer) drawn(title string, draw func(chart.Options) (chart.Scene, bool), widths ...float64) {
	var s chart.Scene
	for i, width := range widths {
		smaller, ok := draw(w.options(width))
		if !ok {
			return
		}
		fits := w.y+smaller.Height*px+8 <= bottom
		if i == 0 || fits {
			s = smaller
		}
		if fits {
			break
		}
	}
	w.need(s.Height*px + 8)
	w.scene(s)
	w.caption(title)
}

func (w *writer) caption(title string) {
	if title != "" {
		w.para([]span{{text: text.OneLine(title), style: style{role: muted}}}, smallSize)
		w.y += 2.5
	}
}

// scene draws a scene centred in the column, smaller if it would not fit a page.
func (w *writer) scene(s chart.Scene) {
	k := min(px, (w.right-w.left)/s.Width, (bottom-top-8)/s.Height)
	s.Draw(canvas{w: w, k: k, x: w.left + (w.right-w.left-s.Width*k)/2, y: w.y})
	w.y += s.Height*k + 2
}

// canvas draws shapes on the current page.
type canvas struct {
	w    *writer
	k    float64 // millimetres per pixel
	x, y float64 // the scene's origin
}

// at returns a point of the scene on the page.
func (c canvas) at(p chart.Point) fpdf.PointType {
	return fpdf.PointType{X: c.x + p.X*c.k, Y: c.y + p.Y*c.k}
}

// Rect implements chart.Canvas.
func (c canvas) Rect(r chart.Rect) {
	c.w.fill(r.Fill)
	at := c.at(chart.Point{X: r.X, Y: r.Y})
	if r.Radius > 0 {
		c.w.p.RoundedRect(at.X, at.Y, r.W*c.k, r.H*c.k, r.Radius*c.k, "1234", "F")
		return
	}
	c.w.p.Rect(at.X, at.Y, r.W*c.k, r.H*c.k, "F")
}

// Line implements chart.Canvas.
func (c canvas) Line(l chart.Line) {
	c.w.draw(l.Stroke, l.Width*c.k)
	if l.Dashed {
		c.w.p.SetDashPattern([]float64{3 * c.k, 3 * c.k}, 0)
		defer c.w.p.SetDashPattern(nil, 0)
	}
	from, to := c.at(l.From), c.at(l.To)
	c.w.p.Line(from.X, from.Y, to.X, to.Y)
}

// Polygon implements chart.Canvas.
func (c canvas) Polygon(p chart.Polygon) {
	pts := make([]fpdf.PointType, len(p.Points))
	for i, q := range p.Points {
		pts[i] = c.at(q)
	}
	if p.Opacity > 0 {
		c.w.fill(p.Fill)
		if p.Opacity < 1 {
			c.w.p.SetAlpha(p.Opacity, "Normal")
		}
		c.w.p.Polygon(pts, "F")
		if p.Opacity < 1 {
			c.w.p.SetAlpha(1, "Normal")
		}
	}
	c.w.draw(p.Stroke, p.Width*c.k)
	c.w.p.Polygon(pts, "D")
}

// Circle implements chart.Canvas.
func (c canvas) Circle(d chart.Circle) {
	at := c.at(chart.Point{X: d.X, Y: d.Y})
	if d.Open {
		c.w.draw(d.Fill, 2*c.k)
		c.w.p.Circle(at.X, at.Y, d.R*c.k, "D")
		return
	}
	c.w.fill(d.Fill)
	c.w.p.Circle(at.X, at.Y, d.R*c.k, "F")
}

// Text implements chart.Canvas.
func (c canvas) Text(t chart.Text) {
	text := c.w.set(t.Text)
	size := t.Size * c.k / mm
	x := c.x + t.X*c.k - c.w.width(text, size, t.Bold)*float64(t.Anchor)/2
	c.w.print(text, x, c.y+t.Y*c.k, size, t.Bold, t.Fill)
}
