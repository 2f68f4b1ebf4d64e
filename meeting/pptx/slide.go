package pptx

import (
	"fmt"
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
	fill        string
	bold        bool
	anchor      string // t, ctr or b
	right       bool
	numbered    bool
}

// Slots of the presentation's colour scheme.
const (
	inkSlot         = "tx1"
	groundSlot      = "bg1"
	coverSlot       = "tx2"
	bandSlot        = "bg2"
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
	fill := "<a:noFill/>"
	if st.fill != "" {
		fill = solid(st.fill)
	}
	fmt.Fprintf(&s.b, `<p:sp><p:nvSpPr><p:cNvPr id="%d" name="%s" descr="%s"/><p:cNvSpPr%s/><p:nvPr>%s</p:nvPr></p:nvSpPr>`,
		s.id, escape(st.name), escape(st.alt), kind, ph)
	fmt.Fprintf(&s.b, `<p:spPr><a:xfrm><a:off x="%d" y="%d"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>%s</p:spPr>`,
		emu(b.x), emu(b.y), emu(b.w), emu(b.h), fill)
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
	align := "l"
	if st.right {
		align = "r"
	}
	before := 0
	if i > 0 {
		before = int(gap * size * 100)
	}
	indent, bullet := 0, "<a:buNone/>"
	if st.numbered {
		indent, bullet = emu(p.indent), `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod"/>`
	}
	fmt.Fprintf(&s.b, `<a:p><a:pPr marL="%d" indent="%d" algn="%s"><a:lnSpc><a:spcPts val="%d"/></a:lnSpc><a:spcBef><a:spcPts val="%d"/></a:spcBef>%s</a:pPr>`,
		indent, -indent, align, int(leading*size*100), before, bullet)
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
	return fit(paras, wide, high, most, latinScale(w.theme.Latin))
}

// cover is the first slide: title, where it is from, what a reader must know,
// and the judges.
func (w *writer) cover() string {
	s := w.newShapes()
	d := w.deck
	title := d.Title
	if title == "" {
		title = w.say("Meeting summary", "会议总结")
	}
	at := box{0.8, 0.75, 12.2, 1.55}
	s.text(at, w.fit(at, words(true, title), 44), style{
		name: "Title", placeholder: `type="ctrTitle"`, color: coverTextSlot, bold: true, anchor: "b",
	})
	at = box{0.8, 2.4, 12.2, 0.6}
	s.text(at, w.fit(at, words(false, d.Subtitle), 20), style{
		name: "Subtitle", placeholder: `type="subTitle" idx="1"`, color: coverTextSlot, anchor: "t",
	})
	if len(d.Notes) > 0 {
		at = box{0.8, 3.1, 12.2, 1.6}
		s.text(at, w.fit(at, words(false, d.Notes...), 16), style{
			name: "Notes", alt: w.say("What to know before reading", "阅读前须知"), color: coverTextSlot, anchor: "t",
		})
	}
	if len(d.Slides) > 0 {
		names := make([]para, len(d.Slides))
		for i, j := range d.Slides {
			names[i] = para{text: w.name(j), indent: 0.42}
		}
		at = box{13.6, 0.85, 5.8, 3.85}
		s.text(at, w.fit(at, names, 20), style{
			name: "Judges", alt: w.say("The judges of this deck", "评委名单"), color: coverTextSlot, anchor: "t", numbered: true,
		})
	}
	return s.b.String()
}

func (w *writer) name(j meeting.Slide) string {
	switch {
	case j.Name != "":
		return j.Name
	case j.Judge != "":
		return j.Judge
	}
	return w.say("Judge", "评委")
}

// Places on a judge's slide.
const (
	columnTop  = 0.86
	columnBody = 1.3
	bodyHeight = 2.68
)

// judge is a judge's one slide.
func (w *writer) judge(number int, j meeting.Slide) string {
	s := w.newShapes()
	name := w.name(j)
	at := box{0.4, 0.15, 17, 0.64}
	title := w.fit(at, words(true, name), 28)
	s.text(at, title, style{name: "Title", placeholder: `type="title"`, color: inkSlot, bold: true, anchor: "ctr"})
	cut := title.cut
	empty := len(j.Logic) == 0 && len(j.Highlights) == 0 && len(j.Shortcomings) == 0 && j.Verdict == ""
	if empty && len(j.Notes) > 0 {
		at = box{0.4, 1.2, 19.2, 2.6}
		f := w.fit(at, words(false, j.Notes...), 22)
		s.text(at, f, style{name: "No judgement", alt: name + ": " + j.Notes[0], color: shortcomingSlot, anchor: "ctr"})
		s.footer(number, j, nil, cut || f.cut)
		return s.b.String()
	}
	for _, c := range []struct {
		x, w         float64
		name, slot   string
		paras        []para
		numbered     bool
		descriptions string
	}{
		{0.4, 5.8, w.say("Judgement logic", "评判逻辑"), accentSlot, words(false, j.Logic...), false, w.say("How %s judged", "%s 的评判逻辑")},
		{6.5, 6.4, w.say("Highlights", "亮点"), highlightSlot, w.entries(j.Highlights), true, w.say("Highlights named by %s", "%s 指出的亮点")},
		{13.2, 6.4, w.say("Shortcomings", "不足"), shortcomingSlot, w.entries(j.Shortcomings), true, w.say("Shortcomings named by %s", "%s 指出的不足")},
	} {
		head := box{c.x, columnTop, c.w, 0.4}
		s.text(head, w.fit(head, words(true, c.name), 17), style{name: c.name, alt: c.name, color: c.slot, bold: true, anchor: "ctr"})
		numbered := c.numbered
		if len(c.paras) == 0 {
			c.paras, numbered = words(false, w.say("None was given.", "未给出。")), false
		}
		body := box{c.x, columnBody, c.w, bodyHeight}
		f := w.fit(body, c.paras, 18)
		cut = cut || f.cut
		s.text(body, f, style{
			name: c.name + w.say(": text", "：正文"), alt: fmt.Sprintf(c.descriptions, name), color: inkSlot, anchor: "t", numbered: numbered,
		})
	}
	verdict := j.Verdict
	if verdict == "" {
		verdict = w.say("No verdict was given.", "未给出结论。")
	}
	at = box{0.4, 4.02, 19.2, 0.62}
	f := w.fit(at, words(true, verdict), 20)
	s.text(at, f, style{name: w.say("Verdict", "一句话结论"), alt: w.say("Verdict of ", "结论：") + name, color: inkSlot, fill: bandSlot, bold: true, anchor: "ctr"})
	s.footer(number, j, j.Notes, cut || f.cut)
	return s.b.String()
}

// entries are highlights or shortcomings with the time stamps of their proven
// evidence, and a flag where something is not proven.
func (w *writer) entries(list []meeting.Entry) []para {
	var out []para
	for _, e := range list {
		p := para{text: e.Text, indent: 0.36}
		var stamps []string
		for _, c := range e.Cites {
			if c.Proven && c.Stamp != "" && (len(stamps) == 0 || stamps[len(stamps)-1] != c.Stamp) {
				stamps = append(stamps, c.Stamp)
			}
		}
		if len(stamps) > 0 {
			p.tail = "[" + strings.Join(stamps, ", ") + "]"
		}
		if !e.Proven() {
			p.flag = w.say("(not proven)", "（未核实）")
		}
		out = append(out, p)
	}
	return out
}

// footer is one line: what was trimmed or cut, and the page.
func (s *shapes) footer(number int, j meeting.Slide, notes []string, cut bool) {
	w := s.w
	pointer := ""
	if cut {
		pointer = w.say("Cut to fit.", "内容有删节。")
		if j.Judge != "" {
			pointer = fmt.Sprintf(w.say("Cut to fit; in full in reviews/%s.md", "内容有删节，全文见 reviews/%s.md"), j.Judge)
		}
	}
	text := strings.Join(notes, " ")
	at := box{0.4, 4.66, 16.6, 0.31}
	if pointer != "" || text != "" {
		// The pointer stays where there are more remarks than the line holds.
		p := para{text: text, tail: pointer}
		if text == "" {
			p = para{text: pointer}
		}
		s.text(at, w.fit(at, []para{p}, Floor), style{name: w.say("Remarks", "说明"), alt: strings.TrimSpace(text + " " + pointer), color: mutedSlot, anchor: "ctr"})
	}
	at = box{17.2, 4.66, 2.4, 0.31}
	page := fmt.Sprintf("%d / %d", number, len(w.deck.Slides)+1)
	s.text(at, w.fit(at, words(false, page), Floor), style{name: w.say("Page", "页码"), alt: page, color: mutedSlot, anchor: "ctr", right: true})
}
