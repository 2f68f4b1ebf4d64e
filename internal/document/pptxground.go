package document

import (
	"image/png"
	"math"
	"path"
	"slices"
	"strings"
)

// area is a place on a slide in EMU.
type area struct{ left, top, right, bottom float64 }

func (a area) empty() bool { return a.right <= a.left || a.bottom <= a.top }

func (a area) meet(b area) area {
	return area{max(a.left, b.left), max(a.top, b.top), min(a.right, b.right), min(a.bottom, b.bottom)}
}

func (a area) holds(b area) bool {
	return a.left <= b.left && a.top <= b.top && a.right >= b.right && a.bottom >= b.bottom
}

// without is what is left of a when b is taken out of it: four areas at most.
func (a area) without(b area) []area {
	b = a.meet(b)
	if b.empty() {
		return []area{a}
	}
	return slices.DeleteFunc([]area{
		{a.left, a.top, a.right, b.top},
		{a.left, b.bottom, a.right, a.bottom},
		{a.left, b.top, b.left, b.bottom},
		{b.right, b.top, a.right, b.bottom},
	}, area.empty)
}

// item is a shape, picture or table of a slide, in the order of painting.
type item struct {
	n      *node
	at     area
	placed bool // at is known
	off    bool // switched off, alone or with its group
	holder []*node
}

// scale is how the places in a group are read.
type scale struct{ sx, sy, dx, dy float64 }

func (s scale) area(left, top, wide, high float64) area {
	return area{left*s.sx + s.dx, top*s.sy + s.dy, (left+wide)*s.sx + s.dx, (top+high)*s.sy + s.dy}
}

// items lists what is below n, with the contents of groups in their places.
func (d *design) items(n *node, in scale, off bool) []item {
	var out []item
	for _, c := range n.children() {
		switch c.name {
		case "p:sp", "p:cxnSp", "p:pic", "p:graphicFrame":
			it := item{n: c, off: off || switchedOff(c.find("p:cNvPr")), holder: d.holders(c)}
			it.at, it.placed = c.place(in)
			for _, h := range it.holder {
				if !it.placed && c.find("a:xfrm") == nil {
					it.at, it.placed = h.place(in)
				}
			}
			out = append(out, it)
		case "p:grpSp":
			out = append(out, d.items(c, in.group(c.child("p:grpSpPr", "a:xfrm")), off || switchedOff(c.child("p:nvGrpSpPr", "p:cNvPr")))...)
		case "mc:Fallback", "p:timing", "p:transition", "p:extLst":
		default:
			out = append(out, d.items(c, in, off)...)
		}
	}
	return out
}

// group is the scale in a group with a place in s.
func (s scale) group(xfrm *node) scale {
	off, size, from, of := xfrm.child("a:off"), xfrm.child("a:ext"), xfrm.child("a:chOff"), xfrm.child("a:chExt")
	if off == nil || of == nil {
		return s
	}
	part := func(name string) float64 {
		if whole := number(of.get(name)); whole > 0 {
			return number(size.get(name)) / whole
		}
		return 1
	}
	x, y := part("cx"), part("cy")
	return scale{
		s.sx * x, s.sy * y,
		s.sx*(number(off.get("x"))-number(from.get("x"))*x) + s.dx, s.sy*(number(off.get("y"))-number(from.get("y"))*y) + s.dy,
	}
}

// place is where a shape is; ok is false if it has no place of its own or is turned.
func (n *node) place(in scale) (at area, ok bool) {
	xfrm := n.child("p:spPr", "a:xfrm")
	if n != nil && n.name == "p:graphicFrame" {
		xfrm = n.child("p:xfrm")
	}
	off, size := xfrm.child("a:off"), xfrm.child("a:ext")
	at = in.area(number(off.get("x")), number(off.get("y")), number(size.get("cx")), number(size.get("cy")))
	half := math.Mod(number(xfrm.get("rot")), 180*60_000)
	return at, off != nil && size != nil && half == 0
}

// outside reports an item next to the slide.
func (x *pptxReader) outside(it item) bool {
	return it.placed && x.width > 0 && (it.at.left >= x.width || it.at.top >= x.height || it.at.right <= 0 || it.at.bottom <= 0)
}

// cover is an item that lets nothing through.
type cover struct {
	area
	order int // among the items of the slide; later ones are in front
}

// covers lists the opaque rectangles, pictures and tables among items, in order.
func (x *pptxReader) covers(d *design, items []item, rels []relation) []cover {
	var out []cover
	for i, it := range items {
		switch at := d.filledRows(it); {
		case !it.placed || it.off:
		case x.opaque(d, it.n, rels):
			out = append(out, cover{it.at, i})
		case !at.empty():
			out = append(out, cover{at, i})
		}
	}
	return out
}

// filledRows is what the rows of a table cover at least, as far as all cells from the first
// one on are opaque: a row grows with its text, and moves those after it.
func (d *design) filledRows(it item) area {
	table := it.n.child("a:graphic", "a:graphicData", "a:tbl")
	at := area{it.at.left, it.at.top, it.at.left, it.at.top}
	columns := table.child("a:tblGrid").children()
	for _, c := range columns {
		at.right += number(c.get("w"))
	}
	for _, row := range table.children() {
		cells := 0
		for _, c := range row.kids {
			f := d.fill(c.child("a:tcPr"), nil)
			if c.name == "a:tc" && (f.filled && f.a >= 0.95 || strings.ContainsAny(c.get("hMerge")+c.get("vMerge"), "1t")) {
				cells++
			}
		}
		if row.name == "a:tr" && cells < len(columns) {
			break
		}
		at.bottom += number(row.get("h"))
	}
	return at.meet(it.at)
}

func (x *pptxReader) opaque(d *design, n *node, rels []relation) bool {
	props := n.child("p:spPr")
	switch geometry := props.child("a:prstGeom").get("prst"); {
	case n.name == "p:pic":
		blip := n.child("p:blipFill", "a:blip")
		return (geometry == "" || geometry == "rect") && props.child("a:custGeom") == nil && blip.child("a:alphaModFix") == nil && blip.child("a:clrChange") == nil && x.opaquePicture(blip.get("r:embed"), rels)
	case n.name != "p:sp" || geometry != "rect" && geometry != "roundRect" && geometry != "flowChartProcess":
		return false
	}
	if blip := props.child("a:blipFill", "a:blip"); blip != nil {
		return blip.child("a:alphaModFix") == nil && x.opaquePicture(blip.get("r:embed"), rels)
	}
	f := d.fill(props, n.child("p:style", "a:fillRef"))
	return f.filled && f.a >= 0.95
}

// Limits of the pictures that are searched for clear places, in pixels. Others count as
// having some.
const (
	maxPixels    = 4_000_000  // of one
	maxAllPixels = 20_000_000 // of all in a file
)

// opaquePicture reports a picture without clear places. Each one is read once.
func (x *pptxReader) opaquePicture(id string, rels []relation) bool {
	i := slices.IndexFunc(rels, func(r relation) bool { return r.id == id })
	if i < 0 {
		return false
	}
	part := rels[i].target
	switch path.Ext(part) {
	case ".jpg", ".jpeg", ".bmp":
		return true
	case ".png":
	default:
		return false
	}
	known, ok := x.pictures[part]
	if !ok {
		known = x.opaquePNG(part)
		x.pictures[part] = known
	}
	return known
}

func (x *pptxReader) opaquePNG(part string) bool {
	size, err := x.open(part)
	if err != nil {
		return false
	}
	defer size.Close()
	config, err := png.DecodeConfig(size)
	if err != nil || config.Width > maxPixels || config.Height > maxPixels || config.Width*config.Height > maxPixels {
		return false
	}
	if x.pixels += config.Width * config.Height; x.pixels > maxAllPixels {
		return false
	}
	whole, err := x.open(part)
	if err != nil {
		return false
	}
	defer whole.Close()
	img, err := png.Decode(whole)
	if err != nil {
		return false
	}
	opaque, ok := img.(interface{ Opaque() bool })
	return ok && opaque.Opaque()
}

// Limits of comparing the items of a slide with each other. After them an item counts as
// not covered, and on an unknown colour.
const (
	maxCompared = 1_000_000
	maxPieces   = 200 // of one item that are not covered yet
)

// covered reports an item of which later covers leave nothing to see.
func (s *slide) covered(at area, later []cover) bool {
	if at.empty() {
		return false
	}
	left := []area{at}
	for _, c := range later {
		if s.compared++; s.compared > maxCompared || len(left) > maxPieces {
			return false
		}
		if c.meet(at).empty() {
			continue
		}
		s.compared += len(left)
		var next []area
		for _, a := range left {
			next = append(next, a.without(c.area)...)
		}
		if left = next; len(left) == 0 {
			return true
		}
	}
	return false
}

// painted is an item with a fill.
type painted struct {
	area
	fill
	placed bool
}

// paint lists the items with a fill.
func (d *design) paint(items []item) []painted {
	var out []painted
	for _, it := range items {
		if f := d.fillOf(it); f.filled && !it.off {
			out = append(out, painted{it.at, f, it.placed})
		}
	}
	return out
}

// fillOf is how an item is filled: by itself, or as its placeholder is.
func (d *design) fillOf(it item) fill {
	if it.n.name != "p:sp" && it.n.name != "p:cxnSp" {
		return fill{filled: true}
	}
	f := d.fill(it.n.child("p:spPr"), it.n.child("p:style", "a:fillRef"))
	for _, h := range it.holder {
		if !f.set {
			f = d.fill(h.child("p:spPr"), h.child("p:style", "a:fillRef"))
		}
	}
	return f
}

// ground is the colour behind the text of an item that is painted after others.
func (s *slide) ground(it item, before []painted) (colour, bool) {
	own := s.design.fillOf(it)
	if own.filled && own.a >= 0.95 || own.filled && !own.known {
		return own.colour, own.known
	}
	c, known := s.below(it, before)
	if own.filled {
		c = own.over(c)
	}
	return c, known
}

func (s *slide) below(it item, before []painted) (colour, bool) {
	for _, layer := range [][]painted{before, s.design.painted(2), s.design.painted(1)} {
		for _, p := range slices.Backward(layer) {
			s.compared++
			switch {
			case s.compared > maxCompared, !it.placed, !p.placed, it.at.empty(): // text of a box without a size runs out of it
				return colour{}, false
			case p.meet(it.at).empty():
			case p.holds(it.at) && p.known && p.a >= 0.95:
				return p.colour, true
			default:
				return colour{}, false
			}
		}
	}
	return s.back.colour, s.back.known
}
