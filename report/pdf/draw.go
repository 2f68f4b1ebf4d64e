package pdf

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"judgement/report/chart"
	"judgement/report/internal/place"
)

// Colour roles that the layout uses itself.
const (
	ink    = chart.Ink
	muted  = chart.Muted
	grid   = chart.Grid
	accent = chart.Accent
	panel  = chart.Panel
)

// gutter is drawn beside or under every line while it is in force: a bar
// at x of a width, or a filled ground between x and the right edge.
type gutter struct {
	x, w float64
	role chart.Role
}

func rgb(r chart.Role) (int, int, int) {
	c := chart.Light()[r]
	return int(c.R), int(c.G), int(c.B)
}

func (w *writer) fill(r chart.Role) { w.p.SetFillColor(rgb(r)) }

// shade fills with one of the ten shades of cells: as much of the accent as on screens.
func (w *writer) shade(step int) {
	mixed := func(accent, paper uint8) int {
		return (int(accent)*step*place.ShadePercent + int(paper)*(100-step*place.ShadePercent)) / 100
	}
	accent, paper := chart.Light()[chart.Accent], chart.Light()[chart.Paper]
	w.p.SetFillColor(mixed(accent.R, paper.R), mixed(accent.G, paper.G), mixed(accent.B, paper.B))
}

func (w *writer) draw(r chart.Role, width float64) {
	w.p.SetDrawColor(rgb(r))
	w.p.SetLineWidth(width)
}

// para writes spans as lines of the current column.
func (w *writer) para(spans []span, size float64) {
	size *= cmp.Or(w.scale, 1)
	h := size * mm * leading
	for _, l := range w.wrap(spans, w.right-w.left, size) {
		lh := h
		if len(l) == 0 {
			lh = h * 0.55
		}
		w.need(lh)
		w.ground(lh)
		w.line(l, w.left, w.y, size, lh)
		w.y += lh
	}
}

// ground draws the gutters beside the next h millimetres.
func (w *writer) ground(h float64) {
	for _, g := range w.gutters {
		w.fill(g.role)
		w.p.Rect(g.x, w.y, g.w, h+0.05, "F")
	}
}

// pad leaves h millimetres free with the gutters drawn on.
func (w *writer) pad(h float64) {
	w.ground(h)
	w.y += h
}

// within runs f with the column indented and a gutter beside it.
func (w *writer) within(indent float64, gs []gutter, f func()) {
	left, n := w.left, len(w.gutters)
	w.left += indent
	w.gutters = append(slices.Clone(w.gutters), gs...)
	f()
	w.left, w.gutters = left, w.gutters[:n]
}

// line draws fragments from x, in a line of height h with its top at y.
func (w *writer) line(spans []span, x, y, size, h float64) {
	for _, f := range spans {
		w.text(f, x, y, size, h)
		x += f.w
	}
}

func (w *writer) text(f span, x, y, size, h float64) {
	for _, id := range f.anchors {
		w.arrive(id, y)
	}
	pt := f.style.size(size)
	if f.ground != "" {
		w.fill(f.ground)
		w.p.Rect(x, y+h*0.1, f.w, h*0.8, "F")
	}
	if f.code {
		w.fill(panel)
		w.p.Rect(x, y+h*0.12, f.w, h*0.76, "F")
	}
	role := cmp.Or(f.role, ink)
	base := y + h*0.5 + size*mm*0.36
	if f.raised {
		base -= size * mm * 0.3
	}
	if f.italic {
		w.p.TransformBegin()
		w.p.TransformSkewX(12, x, base)
	}
	w.print(f.text, x, base, pt, f.bold, role)
	if f.italic {
		w.p.TransformEnd()
	}
	if f.strike {
		w.draw(role, 0.2)
		w.p.Line(x, base-pt*mm*0.3, x+f.w, base-pt*mm*0.3)
	}
	w.link(f, x, y, h, base)
}

// print sets text with its baseline at y.
func (w *writer) print(text string, x, y, size float64, bold bool, role chart.Role) {
	w.p.SetTextColor(rgb(role))
	for text != "" {
		first, _ := utf8.DecodeRuneInString(text)
		from := familyOf(first)
		n := strings.IndexFunc(text, func(r rune) bool { return familyOf(r) != from })
		if n < 0 {
			n = len(text)
		}
		w.font(from, bold, size)
		w.p.Text(x, y, untag(text[:n]))
		x += w.width(text[:n], size, bold)
		text = text[n:]
	}
}

// link makes a fragment clickable and underlines it.
func (w *writer) link(f span, x, y, h, base float64) {
	switch {
	case f.link != "":
		w.p.Link(x, y, f.w, h, w.linkTo(f.link))
	case f.url != "":
		w.p.LinkString(x, y, f.w, h, f.url)
	default:
		return
	}
	if !f.raised {
		w.draw(accent, 0.15)
		w.p.Line(x, base+0.7, x+f.w, base+0.7)
	}
}

// linkTo returns fpdf's link for an identifier. Until the place is reached it
// leads to the first page.
func (w *writer) linkTo(id string) int {
	n, ok := w.links[id]
	if !ok {
		n = w.p.AddLink()
		w.p.SetLink(n, 0, 1)
		w.links[id] = n
	}
	return n
}

// arrive makes links to an identifier lead here.
func (w *writer) arrive(id string, y float64) {
	if id != "" {
		w.p.SetLink(w.linkTo(id), max(0, y-6), w.p.PageNo())
	}
}

// safeURL returns an address that a reader may follow from untrusted text, or
// "".
func safeURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	switch u.Scheme {
	case "http", "https":
		if u.Host == "" {
			return ""
		}
		return u.String()
	case "mailto":
		return u.String()
	}
	return ""
}
