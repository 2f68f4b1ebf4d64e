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
	fill        string // RRGGBB of its own fill, "" if unknown
	paras       []slidePara
}

// slidePara is a paragraph of a shape.
type slidePara struct {
	text   string
	unseen string
	level  int
	bullet string // "none", "number", "char", "" if inherited
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
			sh.hidden = sh.hidden || hidden(e)
			x.found.unseen(attrLocal(e, "descr") + "\n" + attrLocal(e, "title"))
			return r.skip()
		case "p:ph":
			sh.placeholder = attrLocal(e, "type")
			return r.skip()
		case "p:spPr":
			return x.shapeProps(r, e, sh, grouped)
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
func (x *pptxReader) shapeProps(r *xmlReader, e *xml.StartElement, sh *shape, grouped bool) error {
	var props struct {
		At *struct {
			X string `xml:"x,attr"`
			Y string `xml:"y,attr"`
		} `xml:"xfrm>off"`
		Size struct {
			X string `xml:"cx,attr"`
			Y string `xml:"cy,attr"`
		} `xml:"xfrm>ext"`
		Fill *solidFill `xml:"solidFill"`
	}
	err := r.decode(e, &props)
	sh.fill = props.Fill.colour()
	if at := props.At; at != nil && !grouped && x.width > 0 {
		left, top := number(at.X), number(at.Y)
		sh.hidden = sh.hidden || left >= x.width || top >= x.height || left+number(props.Size.X) <= 0 || top+number(props.Size.Y) <= 0
	}
	return err
}

// solidFill is a:solidFill.
type solidFill struct {
	Colours []struct {
		XMLName xml.Name
		Val     string `xml:"val,attr"`
		Last    string `xml:"lastClr,attr"`
		Alpha   *value `xml:"alpha"`
	} `xml:",any"`
}

// colour is RRGGBB, "" for theme colours and without a fill, "clear" for one that
// can't be seen.
func (f *solidFill) colour() (out string) {
	if f == nil {
		return ""
	}
	for _, c := range f.Colours {
		switch {
		case c.Alpha != nil && number(c.Alpha.Val) < 5000:
			return "clear"
		case c.XMLName.Local == "srgbClr":
			out = c.Val
		case c.XMLName.Local == "sysClr":
			out = c.Last
		}
	}
	if len(out) > maxColour {
		return ""
	}
	return out
}

// hidden reports the switch of a drawing that is not shown.
func hidden(e *xml.StartElement) bool {
	v := attrLocal(e, "hidden")
	return v == "1" || v == "true"
}

func number(s string) float64 {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return n
}

// slideParaProps is a:pPr.
type slideParaProps struct {
	Level  string    `xml:"lvl,attr"`
	None   *struct{} `xml:"buNone"`
	Number *struct{} `xml:"buAutoNum"`
	Char   *struct{} `xml:"buChar"`
}

func (p *slideParaProps) bullet() string {
	switch {
	case p.None != nil:
		return "none"
	case p.Number != nil:
		return "number"
	case p.Char != nil:
		return "char"
	}
	return ""
}

// paragraph reads one a:p; ground is the colour behind it, if known.
func (x *pptxReader) paragraph(r *xmlReader, ground string) (slidePara, error) {
	var p slidePara
	var text, unseen strings.Builder
	err := r.each(func(name string, e *xml.StartElement) error {
		switch name {
		case "a:pPr":
			var props slideParaProps
			err := r.decode(e, &props)
			p.level, p.bullet = min(8, atoi(props.Level, 0)), props.bullet()
			return err
		case "a:r", "a:fld":
			if name == "a:fld" && attrLocal(e, "type") == "slidenum" {
				return r.skip()
			}
			var run textRun
			err := r.decode(e, &run)
			for _, t := range run.Text {
				if run.hidden(ground) {
					unseen.WriteString(t + " ")
				} else {
					text.WriteString(t)
				}
			}
			return err
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

// textRun is a:r or a:fld.
type textRun struct {
	Props struct {
		Size string     `xml:"sz,attr"`
		Fill *solidFill `xml:"solidFill"`
	} `xml:"rPr"`
	Text []string `xml:"t"`
}

// hidden reports writing that nobody sees on a ground.
func (r *textRun) hidden(ground string) bool {
	c := r.Props.Fill.colour()
	return r.Props.Size != "" && number(r.Props.Size) < minPoints*100 ||
		c == "clear" || c != "" && ground != "" && sameColour("#"+c, "#"+ground, "")
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
	to := &s.body
	visitors := map[string]visitor{}
	visitors["p:cNvPr"] = func(e *xml.StartElement) error {
		if hidden(e) {
			to = &s.unseen
		}
		return r.visit(visitors)
	}
	visitors["a:tr"] = func(*xml.StartElement) error {
		rows = append(rows, nil)
		return r.visit(visitors)
	}
	visitors["a:tc"] = func(*xml.StartElement) error {
		if cells++; cells > maxCells || len(rows) == 0 {
			return officeHostile(x.name, fmt.Sprintf("a table has more than %d cells, or cells without a row", maxCells))
		}
		text, err := x.tableCell(r, s)
		rows[len(rows)-1] = append(rows[len(rows)-1], text)
		return err
	}
	err := r.visit(visitors)
	if err == nil {
		writeTable(to, rows)
	}
	return err
}

func (x *pptxReader) tableCell(r *xmlReader, s *slide) (string, error) {
	var b strings.Builder
	err := r.visit(map[string]visitor{
		"a:p": func(*xml.StartElement) error {
			p, err := x.paragraph(r, "")
			b.WriteString(p.text + "\n")
			s.unseen.WriteString(p.unseen)
			return err
		},
		"a:tcPr": func(*xml.StartElement) error { return r.skip() },
	})
	return b.String(), err
}
