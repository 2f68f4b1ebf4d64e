package chart

import (
	"html"
	"strconv"
	"strings"
)

// SVG returns the scene as an inline svg element with title and description.
// The id prefixes its element ids and must be a valid, unique identifier.
// Shapes carry the class "f-" or "s-" and their role, so that a style sheet can
// recolour them, and the light palette's colour for where there is none.
func (s Scene) SVG(id string) string {
	w := &svgWriter{light: Light()}
	b := &w.b
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" width="` + number(s.Width) +
		`" height="` + number(s.Height) + `" viewBox="0 0 ` + number(s.Width) + " " + number(s.Height) +
		`" aria-labelledby="` + id + `-t ` + id + `-d"><title id="` + id + `-t">` + escape(s.Title) +
		`</title><desc id="` + id + `-d">` + escape(s.Desc) + `</desc>`)
	s.Draw(w)
	b.WriteString(`</svg>`)
	return b.String()
}

type svgWriter struct {
	b     strings.Builder
	light Palette
}

func (w *svgWriter) Rect(r Rect) {
	w.open("rect")
	w.num("x", r.X)
	w.num("y", r.Y)
	w.num("width", r.W)
	w.num("height", r.H)
	if r.Radius > 0 {
		w.num("rx", r.Radius)
	}
	w.paint("fill", r.Fill)
	w.b.WriteString(`/>`)
}

func (w *svgWriter) Line(l Line) {
	w.open("line")
	w.num("x1", l.From.X)
	w.num("y1", l.From.Y)
	w.num("x2", l.To.X)
	w.num("y2", l.To.Y)
	w.num("stroke-width", l.Width)
	if l.Dashed {
		w.attr("stroke-dasharray", "3 3")
	}
	w.paint("stroke", l.Stroke)
	w.b.WriteString(`/>`)
}

func (w *svgWriter) Polygon(p Polygon) {
	w.open("polygon")
	var pts strings.Builder
	for i, q := range p.Points {
		if i > 0 {
			pts.WriteByte(' ')
		}
		pts.WriteString(number(q.X) + "," + number(q.Y))
	}
	w.attr("points", pts.String())
	w.num("stroke-width", p.Width)
	w.attr("stroke-linejoin", "round")
	if p.Opacity > 0 {
		w.num("fill-opacity", p.Opacity)
		w.attr("class", "f-"+string(p.Fill)+" s-"+string(p.Stroke))
		w.attr("fill", w.light[p.Fill].Hex())
	} else {
		w.attr("class", "s-"+string(p.Stroke))
		w.attr("fill", "none")
	}
	w.attr("stroke", w.light[p.Stroke].Hex())
	w.b.WriteString(`/>`)
}

func (w *svgWriter) Text(t Text) {
	w.open("text")
	w.num("x", t.X)
	w.num("y", t.Y)
	w.num("font-size", t.Size)
	if t.Bold {
		w.attr("font-weight", "700")
	}
	switch t.Anchor {
	case Middle:
		w.attr("text-anchor", "middle")
	case End:
		w.attr("text-anchor", "end")
	}
	w.paint("fill", t.Fill)
	w.b.WriteString(`>` + escape(t.Text) + `</text>`)
}

func (w *svgWriter) open(name string) { w.b.WriteString("<" + name) }

func (w *svgWriter) attr(name, value string) {
	w.b.WriteString(" " + name + `="` + escape(value) + `"`)
}

func (w *svgWriter) num(name string, v float64) { w.attr(name, number(v)) }

// paint writes the class and the fallback colour of a fill or stroke.
func (w *svgWriter) paint(property string, r Role) {
	w.attr("class", property[:1]+"-"+string(r))
	w.attr(property, w.light[r].Hex())
}

// number formats a coordinate with at most two decimals, alike everywhere.
func number(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" || s == "" {
		return "0"
	}
	return s
}

// escape makes text safe in SVG content and in quoted attributes.
func escape(s string) string { return html.EscapeString(clean(s)) }
