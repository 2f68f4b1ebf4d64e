package chart_test

import (
	"math"
	"testing"

	"judgement/report"
	"judgement/report/chart"
	"judgement/report/internal/sample"
)

// rows returns the sample's bars, cut or repeated to n.
func rows(t *testing.T, lang report.Lang, n int) []report.Bar {
	t.Helper()
	for _, b := range sample.Page(lang).Blocks {
		if bars, ok := b.(report.Bars); ok {
			out := make([]report.Bar, n)
			for i := range out {
				out[i] = bars.Rows[i%len(bars.Rows)]
			}
			return out
		}
	}
	t.Fatal("the sample has no bars")
	return nil
}

// recorder keeps what is drawn.
type recorder struct {
	rects []chart.Rect
	lines []chart.Line
	polys []chart.Polygon
	texts []chart.Text
	dots  []chart.Circle
}

func (r *recorder) Rect(s chart.Rect) { r.rects = append(r.rects, s) }

func (r *recorder) Line(s chart.Line) { r.lines = append(r.lines, s) }

func (r *recorder) Polygon(s chart.Polygon) { r.polys = append(r.polys, s) }

func (r *recorder) Circle(s chart.Circle) { r.dots = append(r.dots, s) }

func (r *recorder) Text(s chart.Text) { r.texts = append(r.texts, s) }

func record(s chart.Scene) *recorder {
	r := &recorder{}
	s.Draw(r)
	return r
}

// box returns where a text is.
func box(t chart.Text) (x0, y0, x1, y1 float64) {
	w := chart.Estimate(t.Text, t.Size, t.Bold)
	x0 = t.X - w*float64(t.Anchor)/2
	return x0, t.Y - t.Size*0.8, x0 + w, t.Y + t.Size*0.2
}

// inside fails where a shape leaves the scene.
func inside(t *testing.T, s chart.Scene) {
	t.Helper()
	const slack = 0.5
	check := func(what string, x, y float64) {
		if x < -slack || y < -slack || x > s.Width+slack || y > s.Height+slack || math.IsNaN(x+y) {
			t.Errorf("%s at %.1f, %.1f leaves the scene of %.0f × %.0f", what, x, y, s.Width, s.Height)
		}
	}
	r := record(s)
	for _, q := range r.rects {
		check("rect", q.X, q.Y)
		check("rect", q.X+q.W, q.Y+q.H)
	}
	for _, q := range r.lines {
		check("line", q.From.X, q.From.Y)
		check("line", q.To.X, q.To.Y)
	}
	for _, q := range r.polys {
		for _, p := range q.Points {
			check("polygon", p.X, p.Y)
		}
	}
	for _, q := range r.texts {
		x0, y0, x1, y1 := box(q)
		check("text "+q.Text, x0, y0)
		check("text "+q.Text, x1, y1)
	}
}

// apart fails where two texts cover one another.
func apart(t *testing.T, s chart.Scene) {
	t.Helper()
	texts := record(s).texts
	for i, a := range texts {
		for _, b := range texts[i+1:] {
			ax0, ay0, ax1, ay1 := box(a)
			bx0, by0, bx1, by1 := box(b)
			if min(ax1, bx1)-max(ax0, bx0) > 1 && min(ay1, by1)-max(ay0, by0) > 1 {
				t.Errorf("%q and %q overlap", a.Text, b.Text)
			}
		}
	}
}
