package document

import (
	"strconv"
	"strings"
)

// wordStyle is a named style; empty fields come from the style it is based on.
type wordStyle struct {
	based string
	level int // heading level, 0 for none
	look  runProps
	list  string
	depth int
}

// runLook is what decides whether a reader sees a run.
type runLook struct {
	vanish bool
	narrow bool    // squeezed to next to no width
	color  string  // RRGGBB, "" for automatic
	size   float64 // points, 0 if unknown
	ground string  // its own shading or highlight, "" for none
}

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

// runProps is w:rPr; what it does not set is nil.
type runProps struct {
	Style      value     `xml:"rStyle"`
	Vanish     *value    `xml:"vanish"`
	SpecVanish *value    `xml:"specVanish"`
	Width      *value    `xml:"w"` // percent
	Color      *inkProps `xml:"color"`
	Size       value     `xml:"sz"` // half points
	Shading    *shading  `xml:"shd"`
	Highlight  *value    `xml:"highlight"`
}

// with lays what is set over a look.
func (l runLook) with(p *runProps) runLook {
	if p.Vanish != nil || p.SpecVanish != nil {
		l.vanish = p.Vanish.on() || p.SpecVanish.on()
	}
	if p.Width != nil {
		l.narrow = atoi(strings.TrimSuffix(p.Width.Val, "%"), 100) < minScale
	}
	if p.Color != nil {
		l.color = p.Color.colour()
	}
	if n, err := strconv.ParseFloat(p.Size.Val, 64); err == nil {
		l.size = n / 2
	}
	if p.Shading != nil {
		l.ground = p.Shading.over("")
	}
	if p.Highlight != nil {
		l.ground = highlight(p.Highlight.Val)
	}
	return l
}

// inkProps is w:color.
type inkProps struct {
	Val   string `xml:"val,attr"`
	Theme string `xml:"themeColor,attr"`
	Shade string `xml:"themeShade,attr"`
}

// colour is RRGGBB; theme backgrounds count as white.
func (c *inkProps) colour() string {
	switch {
	case (c.Theme == "background1" || c.Theme == "light1") && c.Shade == "":
		return "FFFFFF"
	case c.Val == "auto":
		return ""
	}
	return c.Val
}

// shading is w:shd.
type shading struct {
	Val       string `xml:"val,attr"`
	Fill      string `xml:"fill,attr"`
	Color     string `xml:"color,attr"`
	ThemeFill string `xml:"themeFill,attr"`
}

// over is the colour of a shading, or what was there before.
func (s *shading) over(before string) string {
	switch {
	case s == nil:
		return before
	case s.Val == "solid" && s.Color != "" && s.Color != "auto":
		return s.Color
	case s.ThemeFill != "" && s.Fill == "":
		return "?" // a ground that is not known
	case s.Fill == "" || s.Fill == "auto":
		return before
	}
	return s.Fill
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
	var doc struct {
		Defaults runProps `xml:"docDefaults>rPrDefault>rPr"`
		Styles   []struct {
			ID      string   `xml:"styleId,attr"`
			Default string   `xml:"default,attr"`
			Type    string   `xml:"type,attr"`
			Name    value    `xml:"name"`
			Based   value    `xml:"basedOn"`
			Look    runProps `xml:"rPr"`
			Level   *value   `xml:"pPr>outlineLvl"`
			List    value    `xml:"pPr>numPr>numId"`
			Depth   *value   `xml:"pPr>numPr>ilvl"`
		} `xml:"style"`
	}
	err := x.decode(part, &doc)
	x.base = x.base.with(&doc.Defaults)
	for _, d := range doc.Styles {
		s := &wordStyle{based: d.Based.Val, look: d.Look, list: d.List.Val, depth: min(8, d.Depth.number(0))}
		name := strings.ToLower(d.Name.Val)
		if n, ok := strings.CutPrefix(name, "heading "); ok {
			s.level = min(6, atoi(n, 0))
		} else if name == "title" {
			s.level = 1
		}
		if n := d.Level.number(9); n < 6 && s.level == 0 {
			s.level = n + 1
		}
		x.styles[d.ID] = s
		if d.Default == "1" && d.Type == "paragraph" {
			x.styles[""] = s
		}
	}
	return err
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
	return look.with(&s.look)
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
