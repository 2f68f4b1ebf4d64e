package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"judgement/report"
)

func TestReliability(t *testing.T) {
	if _, ok := Reliability("none", nil, Options{}); ok {
		t.Error("a diagram of nothing")
	}
	steps := []report.ReliabilityStep{
		{Low: 0, High: 0.2, Rate: 0, N: 10}, {Low: 0.3, High: 0.3, Rate: 0.25, N: 4}, {Low: 0.5, High: 1, Rate: 1, N: 40},
	}
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		for _, width := range []float64{240, 560} {
			s, ok := Reliability("who <b>foresaw</b> it", steps, Options{Width: width, Lang: lang})
			if !ok {
				t.Fatal("no diagram")
			}
			inside := &extent{t: t, s: s}
			s.Draw(inside)
			if inside.n < 20 {
				t.Errorf("%d shapes", inside.n)
			}
			svg := s.SVG("r")
			dec := xml.NewDecoder(strings.NewReader(svg))
			for {
				if _, err := dec.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%v:\n%s", err, svg)
				}
			}
		}
	}
}

// extent checks that shapes lie within their scene.
type extent struct {
	t *testing.T
	s Scene
	n int
}

func (e *extent) at(x, y float64) {
	e.n++
	if x < 0 || y < 0 || x > e.s.Width || y > e.s.Height {
		e.t.Errorf("(%v, %v) is outside of %v × %v", x, y, e.s.Width, e.s.Height)
	}
}

func (e *extent) Rect(r Rect) { e.at(r.X, r.Y); e.at(r.X+r.W, r.Y+r.H) }

func (e *extent) Line(l Line) { e.at(l.From.X, l.From.Y); e.at(l.To.X, l.To.Y) }

func (e *extent) Circle(d Circle) {
	e.at(d.X-d.R, d.Y-d.R)
	e.at(d.X+d.R, d.Y+d.R)
}

func (e *extent) Polygon(p Polygon) {
	for _, q := range p.Points {
		e.at(q.X, q.Y)
	}
}

func (e *extent) Text(x Text) { e.at(x.X, x.Y) }
