package chart

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
)

// SVG returns the scene as an inline svg element with title and description.
// The id prefixes its element ids and must be a valid, unique identifier.
// Shapes carry the class "f-" or "s-" and their role, so that a style sheet can
// recolour them, and the light palette's colour for documents without one.
func (s Scene) SVG(id string) string {
	w := &svgWriter{light: Light()}
	if s.Fluid {
		w.percent = s.Width
		w.element("svg", "xmlns", "http://www.w3.org/2000/svg", "class", "strip", "role", "img", "width", "100%", "height", s.Height,
			"aria-labelledby", id+"-t "+id+"-d")
	} else {
		w.element("svg", "xmlns", "http://www.w3.org/2000/svg", "class", "chart", "role", "img", "width", s.Width, "height", s.Height,
			"viewBox", "0 0 "+number(s.Width)+" "+number(s.Height), "aria-labelledby", id+"-t "+id+"-d")
	}
	fmt.Fprintf(&w.b, `><title id="%[1]s-t">%[2]s</title><desc id="%[1]s-d">%[3]s</desc>`, id, escape(s.Title), escape(s.Desc))
	s.Draw(w)
	w.b.WriteString(`</svg>`)
	return w.b.String()
}

type svgWriter struct {
	b     strings.Builder
	light Palette
	// percent is the width of a fluid scene; 0: the scene is not.
	percent float64
}

// x is a place or a length across the scene.
func (w *svgWriter) x(v float64) string {
	if w.percent > 0 {
		return number(100*v/w.percent) + "%"
	}
	return number(v)
}

// Rect implements Canvas.
func (w *svgWriter) Rect(r Rect) {
	w.element("rect", "x", w.x(r.X), "y", r.Y, "width", w.x(r.W), "height", r.H)
	if r.Radius > 0 {
		w.attrs("rx", r.Radius)
	}
	w.paint("fill", r.Fill)
	w.b.WriteString(`/>`)
}

// Line implements Canvas.
func (w *svgWriter) Line(l Line) {
	w.element("line", "x1", w.x(l.From.X), "y1", l.From.Y, "x2", w.x(l.To.X), "y2", l.To.Y, "stroke-width", l.Width)
	if l.Dashed {
		w.attrs("stroke-dasharray", "3 3")
	}
	w.paint("stroke", l.Stroke)
	w.b.WriteString(`/>`)
}

// Polygon implements Canvas.
func (w *svgWriter) Polygon(p Polygon) {
	points := make([]string, len(p.Points))
	for i, q := range p.Points {
		points[i] = number(q.X) + "," + number(q.Y)
	}
	w.element("polygon", "points", strings.Join(points, " "), "stroke-width", p.Width, "stroke-linejoin", "round")
	if p.Opacity > 0 {
		w.attrs("fill-opacity", p.Opacity, "class", "f-"+string(p.Fill)+" s-"+string(p.Stroke), "fill", w.light[p.Fill].Hex())
	} else {
		w.attrs("class", "s-"+string(p.Stroke), "fill", "none")
	}
	w.attrs("stroke", w.light[p.Stroke].Hex())
	w.b.WriteString(`/>`)
}

// Circle implements Canvas.
func (w *svgWriter) Circle(d Circle) {
	w.element("circle", "cx", w.x(d.X), "cy", d.Y, "r", d.R)
	if d.Open {
		w.attrs("fill", "none", "stroke-width", 2.0)
		w.paint("stroke", d.Fill)
	} else {
		w.paint("fill", d.Fill)
	}
	w.b.WriteString(`><title>` + escape(d.Title) + `</title></circle>`)
}

// Text implements Canvas.
func (w *svgWriter) Text(t Text) {
	w.element("text", "x", w.x(t.X), "y", t.Y, "font-size", t.Size)
	if t.Bold {
		w.attrs("font-weight", "700")
	}
	if t.Anchor != Start {
		w.attrs("text-anchor", [...]string{Middle: "middle", End: "end"}[t.Anchor])
	}
	w.paint("fill", t.Fill)
	w.b.WriteString(`>` + escape(t.Text) + `</text>`)
}

// element begins an element with attributes.
func (w *svgWriter) element(name string, attrs ...any) {
	w.b.WriteString("<" + name)
	w.attrs(attrs...)
}

// attrs writes names with their values, which are texts or coordinates.
func (w *svgWriter) attrs(attrs ...any) {
	for pair := range slices.Chunk(attrs, 2) {
		value, ok := pair[1].(string)
		if ok {
			value = escape(value)
		} else {
			value = number(pair[1].(float64))
		}
		w.b.WriteString(" " + pair[0].(string) + `="` + value + `"`)
	}
}

// paint writes the class and the fallback colour of a fill or stroke.
func (w *svgWriter) paint(property string, r Role) {
	w.attrs("class", property[:1]+"-"+string(r), property, w.light[r].Hex())
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
