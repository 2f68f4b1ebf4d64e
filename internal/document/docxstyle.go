package document

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// wordStyle is a named style; empty fields come from the style it is based on.
type wordStyle struct {
	based string
	name  string
	level int // heading level, 0 for none
	look  *runLook
	list  string
	depth int
	set   runSet
}

// runLook is what decides whether a reader sees a run.
type runLook struct {
	vanish bool
	narrow bool    // squeezed to next to no width
	color  string  // RRGGBB, "" for automatic
	size   float64 // points, 0 where unknown
	ground string  // its own shading or highlight, "" for none
}

// runSet tells which fields of a look a style sets.
type runSet struct{ vanish, narrow, color, size, ground bool }

// maxColour bounds a colour as it is written, in bytes.
const maxColour = 64

// What counts as readable at least.
const (
	minPoints = 2 // size of writing, and height of a line
	minScale  = 5 // width of its characters in percent
)

// hidden reports a run that is not shown, too small, or in its ground's colour.
func (l runLook) hidden(ground string) bool {
	if l.vanish || l.narrow || l.size > 0 && l.size < minPoints {
		return true
	}
	if l.ground != "" {
		ground = l.ground
	}
	return l.color != "" && ground != "" && len(l.color)+len(ground) <= 2*maxColour && sameColour("#"+l.color, "#"+ground, "")
}

// merge lays b's set fields over l.
func (l runLook) merge(b runLook, set runSet) runLook {
	if set.vanish {
		l.vanish = b.vanish
	}
	if set.narrow {
		l.narrow = b.narrow
	}
	if set.color {
		l.color = b.color
	}
	if set.size {
		l.size = b.size
	}
	if set.ground {
		l.ground = b.ground
	}
	return l
}

// runProps reads w:rPr over a look.
func (x *docxReader) runProps(r *xmlReader, look runLook) (runLook, error) {
	own, set, style, err := readRunProps(r)
	if style != "" {
		look = x.styleLook(style, look, 0)
	}
	return look.merge(own, set), err
}

// readRunProps reads the properties themselves and the name of their style.
func readRunProps(r *xmlReader) (own runLook, set runSet, style string, err error) {
	err = r.each(func(name string, e *xml.StartElement) error {
		switch name {
		case "w:rStyle":
			style = attrLocal(e, "val")
		case "w:vanish", "w:specVanish":
			own.vanish, set.vanish = onOff(e), true
		case "w:w":
			own.narrow, set.narrow = atoi(strings.TrimSuffix(attrLocal(e, "val"), "%"), 100) < minScale, true
		case "w:color":
			own.color, set.color = wordColour(e), true
		case "w:sz":
			if n, err := strconv.ParseFloat(attrLocal(e, "val"), 64); err == nil {
				own.size, set.size = n/2, true
			}
		case "w:shd":
			own.ground, set.ground = shading(e, ""), true
		case "w:highlight":
			own.ground, set.ground = highlight(attrLocal(e, "val")), true
		}
		return r.skip()
	}, nil)
	return own, set, style, err
}

// wordColour is a run's colour as RRGGBB; theme backgrounds count as white.
func wordColour(e *xml.StartElement) string {
	switch attrLocal(e, "themeColor") {
	case "background1", "light1":
		if attrLocal(e, "themeShade") == "" {
			return "FFFFFF"
		}
	}
	if v := attrLocal(e, "val"); v != "auto" {
		return v
	}
	return ""
}

// shading is the colour of a w:shd, or what was there before.
func shading(e *xml.StartElement, before string) string {
	v, fill := attrLocal(e, "val"), attrLocal(e, "fill")
	if c := attrLocal(e, "color"); v == "solid" && c != "" && c != "auto" {
		return c
	}
	if attrLocal(e, "themeFill") != "" && fill == "" {
		return "?" // a ground that is not known
	}
	if fill == "" || fill == "auto" {
		return before
	}
	return fill
}

// highlight maps the named marker colours; those that hide no text are unknown.
func highlight(name string) string {
	switch name {
	case "white":
		return "FFFFFF"
	case "black":
		return "000000"
	case "yellow":
		return "FFFF00"
	case "none", "":
		return ""
	}
	return "?"
}

// readStyles reads styles and document defaults.
func (x *docxReader) readStyles(part string) error {
	return x.read(part, func(r *xmlReader) error {
		return r.each(func(string, *xml.StartElement) error {
			return r.each(func(name string, e *xml.StartElement) error {
				switch name {
				case "w:style":
					return x.readStyle(r, e)
				case "w:docDefaults":
					return x.readDefaults(r)
				}
				return r.skip()
			}, nil)
		}, nil)
	})
}

func (x *docxReader) readDefaults(r *xmlReader) error {
	return r.each(func(name string, _ *xml.StartElement) error {
		switch name {
		case "w:rPrDefault":
			return x.readDefaults(r)
		case "w:rPr":
			own, set, _, err := readRunProps(r)
			x.base = x.base.merge(own, set)
			return err
		}
		return r.skip()
	}, nil)
}

func (x *docxReader) readStyle(r *xmlReader, e *xml.StartElement) error {
	id, standard := attrLocal(e, "styleId"), attrLocal(e, "default") == "1" && attrLocal(e, "type") == "paragraph"
	s := &wordStyle{}
	err := r.each(func(name string, e *xml.StartElement) error {
		switch name {
		case "w:name":
			s.name = strings.ToLower(attrLocal(e, "val"))
			if n, ok := strings.CutPrefix(s.name, "heading "); ok {
				s.level = min(6, atoi(n, 0))
			} else if s.name == "title" {
				s.level = 1
			}
		case "w:basedOn":
			s.based = attrLocal(e, "val")
		case "w:rPr":
			own, set, _, err := readRunProps(r)
			s.look, s.set = &own, set
			return err
		case "w:pPr":
			return x.stylePara(r, s)
		}
		return r.skip()
	}, nil)
	x.styles[id] = s
	if standard {
		x.styles[""] = s
	}
	return err
}

// stylePara reads list and outline level of a paragraph style.
func (x *docxReader) stylePara(r *xmlReader, s *wordStyle) error {
	return r.each(func(name string, e *xml.StartElement) error {
		switch name {
		case "w:outlineLvl":
			if n := atoi(attrLocal(e, "val"), 9); n < 6 && s.level == 0 {
				s.level = n + 1
			}
		case "w:numPr":
			return r.each(func(name string, e *xml.StartElement) error {
				switch name {
				case "w:ilvl":
					s.depth = min(8, atoi(attrLocal(e, "val"), 0))
				case "w:numId":
					s.list = attrLocal(e, "val")
				}
				return r.skip()
			}, nil)
		}
		return r.skip()
	}, nil)
}

// maxStyleChain bounds styles based on styles, which may be a circle.
const maxStyleChain = 20

// styleLook lays a style, and those it is based on, over a look.
func (x *docxReader) styleLook(id string, look runLook, depth int) runLook {
	s := x.styles[id]
	if s == nil || depth > maxStyleChain {
		return look
	}
	if s.based != "" {
		look = x.styleLook(s.based, look, depth+1)
	}
	if s.look != nil {
		look = look.merge(*s.look, s.set)
	}
	return look
}

// applyStyle gives a paragraph its style's look, heading level and list.
func (x *docxReader) applyStyle(p *paragraph, id string) {
	p.look = x.styleLook(id, x.base, 0)
	p.level, p.list, p.depth = 0, "", 0
	for n := 0; n < maxStyleChain; n++ {
		s := x.styles[id]
		if s == nil {
			return
		}
		if p.level == 0 {
			p.level = s.level
		}
		if p.list == "" && s.list != "" {
			p.list, p.depth = s.list, s.depth
		}
		if s.based == "" || id == "" {
			return
		}
		id = s.based
	}
}
