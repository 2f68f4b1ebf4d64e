package document

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// shape is one text shape under way.
type shape struct {
	placeholder string // type of placeholder, "-" for none
	hidden      bool
	fill        string // RRGGBB of its own fill, "" where unknown
	paras       []slidePara
}

// slidePara is a paragraph of a shape.
type slidePara struct {
	text   string
	unseen string
	level  int
	bullet string // "none", "number", "" where inherited
}

func (x *pptxReader) shape(r *xmlReader, s *slide, grouped bool) error {
	sh := &shape{placeholder: "-"}
	if err := x.shapeParts(r, sh, grouped); err != nil {
		return err
	}
	x.emit(s, sh)
	return nil
}

// shapeParts reads properties and text of a shape.
func (x *pptxReader) shapeParts(r *xmlReader, sh *shape, grouped bool) error {
	return r.each(func(name string, e *xml.StartElement) error {
		switch name {
		case "p:cNvPr":
			sh.hidden = sh.hidden || attrLocal(e, "hidden") == "1" || attrLocal(e, "hidden") == "true"
			x.found.unseen(attrLocal(e, "descr") + "\n" + attrLocal(e, "title"))
			return r.skip()
		case "p:ph":
			sh.placeholder = attrLocal(e, "type")
			return r.skip()
		case "p:spPr":
			return x.shapeProps(r, sh, grouped)
		case "p:txBody":
			return r.each(func(name string, _ *xml.StartElement) error {
				if name != "a:p" {
					return r.skip()
				}
				p, err := x.paragraph(r, sh.fill)
				sh.paras = append(sh.paras, p)
				return err
			}, nil)
		case "p:style", "mc:Fallback", "p:extLst":
			return r.skip()
		}
		return x.shapeParts(r, sh, grouped)
	}, nil)
}

// shapeProps reads a shape's fill and whether it lies off the slide.
func (x *pptxReader) shapeProps(r *xmlReader, sh *shape, grouped bool) error {
	var left, top, width, height float64
	placed := false
	err := r.each(func(name string, _ *xml.StartElement) error {
		switch name {
		case "a:xfrm":
			return r.each(func(name string, e *xml.StartElement) error {
				switch name {
				case "a:off":
					left, top, placed = number(attrLocal(e, "x")), number(attrLocal(e, "y")), true
				case "a:ext":
					width, height = number(attrLocal(e, "cx")), number(attrLocal(e, "cy"))
				}
				return r.skip()
			}, nil)
		case "a:solidFill":
			c, err := solidColour(r)
			sh.fill = c
			return err
		}
		return r.skip()
	}, nil)
	if placed && !grouped && x.width > 0 && (left >= x.width || top >= x.height || left+width <= 0 || top+height <= 0) {
		sh.hidden = true
	}
	return err
}

// solidColour reads a fill: RRGGBB, "" for theme colours, "clear" for none.
func solidColour(r *xmlReader) (string, error) {
	c, alpha := "", 100_000.0
	err := r.deep(func(name string, e *xml.StartElement) {
		switch name {
		case "a:srgbClr":
			c = attrLocal(e, "val")
		case "a:sysClr":
			c = attrLocal(e, "lastClr")
		case "a:alpha":
			alpha = number(attrLocal(e, "val"))
		}
	})
	if len(c) > maxColour {
		c = ""
	}
	if alpha < 5000 {
		c = "clear"
	}
	return c, err
}

func number(s string) float64 {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return n
}

// paragraph reads one a:p; ground is the colour behind it, if known.
func (x *pptxReader) paragraph(r *xmlReader, ground string) (slidePara, error) {
	var p slidePara
	var text, unseen strings.Builder
	err := r.each(func(name string, e *xml.StartElement) error {
		switch name {
		case "a:pPr":
			p.level = min(8, atoi(attrLocal(e, "lvl"), 0))
			return r.each(func(name string, _ *xml.StartElement) error {
				switch name {
				case "a:buNone":
					p.bullet = "none"
				case "a:buAutoNum":
					p.bullet = "number"
				case "a:buChar":
					p.bullet = "char"
				}
				return r.skip()
			}, nil)
		case "a:r", "a:fld":
			if t := attrLocal(e, "type"); name == "a:fld" && t == "slidenum" {
				return r.skip()
			}
			return x.textRun(r, ground, &text, &unseen)
		case "a:br":
			text.WriteByte('\n')
			return r.skip()
		case "mc:Fallback":
			return r.skip()
		}
		return x.mathOrText(r, name, &text)
	}, nil)
	p.text, p.unseen = text.String(), unseen.String()
	return p, err
}

// mathOrText takes the words of formulas and other content in a paragraph.
func (x *pptxReader) mathOrText(r *xmlReader, name string, out *strings.Builder) error {
	if name == "m:t" || name == "a:t" {
		t, err := r.text()
		out.WriteString(t)
		return err
	}
	return r.each(func(name string, _ *xml.StartElement) error {
		if name == "mc:Fallback" || name == "a:rPr" {
			return r.skip()
		}
		return x.mathOrText(r, name, out)
	}, nil)
}

// textRun reads a run; writing that nobody sees goes to unseen.
func (x *pptxReader) textRun(r *xmlReader, ground string, text, unseen *strings.Builder) error {
	hide := false
	return r.each(func(name string, e *xml.StartElement) error {
		switch name {
		case "a:rPr":
			if sz := attrLocal(e, "sz"); sz != "" && number(sz) < minPoints*100 {
				hide = true
			}
			return r.each(func(name string, _ *xml.StartElement) error {
				if name != "a:solidFill" {
					return r.skip()
				}
				c, err := solidColour(r)
				if c == "clear" || c != "" && ground != "" && sameColour("#"+c, "#"+ground, "") {
					hide = true
				}
				return err
			}, nil)
		case "a:t":
			t, err := r.text()
			if hide {
				unseen.WriteString(t + " ")
			} else {
				text.WriteString(t)
			}
			return err
		}
		return r.skip()
	}, nil)
}

// emit writes a shape's paragraphs onto the slide.
func (x *pptxReader) emit(s *slide, sh *shape) {
	switch sh.placeholder {
	case "sldNum", "dt", "ftr", "hdr", "sldImg":
		return
	}
	list := (sh.placeholder == "body" || sh.placeholder == "obj" || sh.placeholder == "") && len(sh.paras) > 1
	var b strings.Builder
	var count [9]int
	for _, p := range sh.paras {
		if p.unseen != "" {
			s.unseen.WriteString(p.unseen + "\n")
		}
		t := strings.TrimSpace(p.text)
		switch {
		case t == "":
		case sh.hidden:
			s.unseen.WriteString(t + "\n")
		case p.bullet == "number":
			count[p.level]++
			clear(count[p.level+1:])
			b.WriteString(strings.Repeat("  ", p.level) + strconv.Itoa(count[p.level]) + ". " + t + "\n")
		case list && p.bullet != "none" || p.bullet == "char":
			b.WriteString(strings.Repeat("  ", p.level) + "- " + t + "\n")
		default:
			b.WriteString(t + "\n\n")
		}
	}
	text := b.String()
	if (sh.placeholder == "title" || sh.placeholder == "ctrTitle") && s.title == "" {
		s.title = strings.Join(strings.Fields(strings.ReplaceAll(text, "- ", " ")), " ")
		return
	}
	if text != "" {
		s.body.WriteString(strings.TrimRight(text, "\n") + "\n\n")
	}
}

// frame reads a table; other frames hold their words in parts of their own.
func (x *pptxReader) frame(r *xmlReader, s *slide) error {
	var rows [][]string
	cells := 0
	hidden := false
	var walk func(string, *xml.StartElement) error
	walk = func(name string, e *xml.StartElement) error {
		switch name {
		case "p:cNvPr":
			hidden = hidden || attrLocal(e, "hidden") == "1" || attrLocal(e, "hidden") == "true"
		case "a:tr":
			rows = append(rows, nil)
		case "a:tc":
			if cells++; cells > maxCells || len(rows) == 0 {
				return officeHostile(x.name, fmt.Sprintf("a table has more than %d cells, or cells without a row", maxCells))
			}
			text, err := x.tableCell(r, s)
			rows[len(rows)-1] = append(rows[len(rows)-1], text)
			return err
		}
		return r.each(walk, nil)
	}
	if err := r.each(walk, nil); err != nil {
		return err
	}
	if hidden {
		writeTable(&s.unseen, rows)
		return nil
	}
	writeTable(&s.body, rows)
	return nil
}

func (x *pptxReader) tableCell(r *xmlReader, s *slide) (string, error) {
	var b strings.Builder
	var walk func(string, *xml.StartElement) error
	walk = func(name string, _ *xml.StartElement) error {
		switch name {
		case "a:p":
			p, err := x.paragraph(r, "")
			b.WriteString(p.text + "\n")
			s.unseen.WriteString(p.unseen)
			return err
		case "a:tcPr":
			return r.skip()
		}
		return r.each(walk, nil)
	}
	err := r.each(walk, nil)
	return b.String(), err
}
