package pptx

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"judgement/meeting"
)

// box is a place on the slide, in inches.
type box struct{ x, y, w, h float64 }

// Insets of text in its box, in inches.
const (
	insetX = 0.1
	insetY = 0.04
)

func (b box) inner() (w, h float64) { return b.w - 2*insetX, b.h - 2*insetY }

// shapes collects the shapes of one slide; 1 is the tree's own id.
type shapes struct {
	w  *writer
	b  strings.Builder
	id int
}

func (w *writer) newShapes() *shapes { return &shapes{w: w, id: 1} }

// style is how a text box looks. Colours are theme slots, such as tx1.
type style struct {
	name, alt   string
	placeholder string // the p:ph attributes; empty for a text box
	color       string
	bold        bool
	anchor      string // t, ctr or b
	numbered    string // colour of the numbers; empty: none
}

// Slots of the presentation's colour scheme.
const (
	inkSlot         = "tx1"
	accentSlot      = "accent1"
	highlightSlot   = "accent2"
	shortcomingSlot = "accent3"
	mutedSlot       = "accent4"
	coverTextSlot   = "accent5"
)

// text writes one box of fitted text.
func (s *shapes) text(b box, f fitted, st style) {
	s.id++
	kind, ph := ` txBox="1"`, ""
	if st.placeholder != "" {
		kind, ph = "", "<p:ph "+st.placeholder+"/>"
	}
	fmt.Fprintf(&s.b, `<p:sp><p:nvSpPr><p:cNvPr id="%d" name="%s" descr="%s"/><p:cNvSpPr%s/><p:nvPr>%s</p:nvPr></p:nvSpPr>`,
		s.id, escape(st.name), escape(st.alt), kind, ph)
	fmt.Fprintf(&s.b, `<p:spPr><a:xfrm><a:off x="%d" y="%d"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr>`,
		emu(b.x), emu(b.y), emu(b.w), emu(b.h))
	fmt.Fprintf(&s.b, `<p:txBody><a:bodyPr wrap="square" lIns="%d" tIns="%d" rIns="%d" bIns="%d" anchor="%s"><a:noAutofit/></a:bodyPr><a:lstStyle/>`,
		emu(insetX), emu(insetY), emu(insetX), emu(insetY), st.anchor)
	for i, p := range f.paras {
		s.paragraph(i, p, f.size, st)
	}
	if len(f.paras) == 0 {
		fmt.Fprintf(&s.b, `<a:p><a:endParaRPr lang="%s" sz="%d"/></a:p>`, s.w.lang(), int(f.size*100))
	}
	s.b.WriteString(`</p:txBody></p:sp>`)
}

func solid(slot string) string { return `<a:solidFill><a:schemeClr val="` + slot + `"/></a:solidFill>` }

func (s *shapes) paragraph(i int, p para, size float64, st style) {
	before := 0
	if i > 0 {
		before = int(gap * size * 100)
	}
	indent, bullet := 0, "<a:buNone/>"
	if st.numbered != "" {
		indent, bullet = emu(p.indent), `<a:buClr><a:schemeClr val="`+st.numbered+`"/></a:buClr><a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod"/>`
	}
	fmt.Fprintf(&s.b, `<a:p><a:pPr marL="%d" indent="%d" algn="l"><a:lnSpc><a:spcPts val="%d"/></a:lnSpc><a:spcBef><a:spcPts val="%d"/></a:spcBef>%s</a:pPr>`,
		indent, -indent, int(leading*size*100), before, bullet)
	s.run(p.text, size, st.color, st.bold)
	if p.tail != "" {
		s.run(" "+p.tail, size, mutedSlot, false)
	}
	if p.flag != "" {
		s.run(" "+p.flag, size, shortcomingSlot, true)
	}
	if p.whole() == "" {
		fmt.Fprintf(&s.b, `<a:endParaRPr lang="%s" sz="%d"/>`, s.w.lang(), int(size*100))
	}
	s.b.WriteString(`</a:p>`)
}

func (s *shapes) run(text string, size float64, color string, bold bool) {
	if text == "" {
		return
	}
	b := ""
	if bold {
		b = ` b="1"`
	}
	fmt.Fprintf(&s.b, `<a:r><a:rPr lang="%s" sz="%d"%s dirty="0">%s</a:rPr><a:t>%s</a:t></a:r>`,
		s.w.lang(), int(size*100), b, solid(color), escape(text))
}

// rule draws a level or upright line, which only adorns.
func (s *shapes) rule(x, y, w, h float64, color string) {
	s.id++
	fmt.Fprintf(&s.b, `<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="%d" name="Rule %d"><a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}">`+
		`<adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst></p:cNvPr><p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr>`+
		`<p:spPr><a:xfrm><a:off x="%d" y="%d"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="line"><a:avLst/></a:prstGeom><a:ln w="%d">%s</a:ln></p:spPr></p:cxnSp>`,
		s.id, s.id, emu(x), emu(y), emu(w), emu(h), ruleWidth, solid(color))
}

// ruleWidth is the width of a line in EMU: 2.25 points.
const ruleWidth = 28575

// words are paragraphs of plain text.
func words(bold bool, texts ...string) []para {
	out := make([]para, 0, len(texts))
	for _, t := range texts {
		out = append(out, para{text: t, bold: bold})
	}
	return out
}

// fit fits paragraphs into a box in the theme's font, most points high at most.
func (w *writer) fit(b box, paras []para, most float64) fitted {
	wide, high := b.inner()
	return fit(paras, wide, high, most)
}

func (w *writer) name(j meeting.Slide) string {
	return cmp.Or(j.Name, j.Judge, w.say("Judge", "评委"))
}

// entries are highlights or shortcomings with the time stamps of their proven
// evidence, and a flag if something is not proven.
func (w *writer) entries(list []meeting.Entry) []para {
	var out []para
	for _, e := range list {
		p := para{text: e.Text, indent: 0.36}
		var stamps []string
		for _, c := range e.Cites {
			if c.Proven && c.Stamp != "" && !slices.Contains(stamps, c.Stamp) {
				stamps = append(stamps, c.Stamp)
			}
		}
		slices.SortStableFunc(stamps, func(a, b string) int { return cmp.Compare(meeting.Seconds(a), meeting.Seconds(b)) })
		if len(stamps) > 0 {
			p.tail = "[" + strings.Join(stamps, ", ") + "]"
		}
		if !e.Proven() {
			p.flag = w.say("(not\u00a0proven)", "（未核实）")
		}
		out = append(out, p)
	}
	return out
}
