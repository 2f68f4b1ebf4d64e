package pptx

import (
	"fmt"
	"slices"
	"strings"

	"judgement/meeting"
)

// Places on a judge's slide, in inches: a dark panel with name and verdict, and
// three columns beside it.
const (
	panelWide  = 4.6 // drawn by the layout
	panelLeft  = 0.45
	panelText  = 3.95
	panelTop   = 0.34
	columnTop  = 0.42
	columnBody = 0.98
	bodyHeight = 3.5
	footTop    = 4.6
	footHeight = 0.3
	rightEdge  = 19.6
	firstLeft  = 5
)

// column is one of the three parts beside the panel.
type column struct {
	x, w      float64
	name, alt string
	slot      string
	paras     []para
	numbered  string
}

// judge is a judge's one slide.
func (w *writer) judge(number int, j meeting.Slide) string {
	s := w.newShapes()
	name := w.name(j)
	title := w.stack(words(true, name), panelText, 1, 26)
	s.text(box{panelLeft, panelTop, panelText, title.box.h}, title.fitted, style{name: "Title", placeholder: `type="title"`, color: coverTextSlot, bold: true, anchor: "t"})
	below := panelTop + title.box.h + 0.1
	s.rule(panelLeft+insetX, below, 0.9, 0, coverTextSlot)
	cut := title.fitted.cut
	empty := len(j.Logic) == 0 && len(j.Highlights) == 0 && len(j.Shortcomings) == 0 && j.Verdict == ""
	if empty && len(j.Notes) > 0 {
		s.rule(firstLeft+insetX, columnTop, rightEdge-firstLeft-insetX, 0, shortcomingSlot)
		at := box{firstLeft, 1, rightEdge - firstLeft, 2.8}
		f := w.fit(at, words(false, j.Notes...), 22)
		s.text(at, f, style{name: "No judgement", alt: name + ": " + j.Notes[0], color: shortcomingSlot, anchor: "ctr"})
		s.footer(number, j, nil, cut || f.cut)
		return s.b.String()
	}
	cut = s.verdict(j, name, below+0.16) || cut
	cut = s.columns(w.parts(j, name)) || cut
	s.footer(number, j, j.Notes, cut)
	return s.b.String()
}

// verdict writes the one sentence, large, from y on.
func (s *shapes) verdict(j meeting.Slide, name string, y float64) (cut bool) {
	w := s.w
	label := w.say("Verdict", "一句话结论")
	at := box{panelLeft, y, panelText, 0.36}
	s.text(at, w.fit(at, words(false, label), 14), style{name: w.say("Verdict: heading", "一句话结论：标题"), alt: label, color: coverTextSlot, anchor: "ctr"})
	text, bold := j.Verdict, true
	if text == "" {
		text, bold = w.say("No verdict was given.", "未给出结论。"), false
	}
	at = box{panelLeft, y + 0.38, panelText, footTop - 0.1 - y - 0.38}
	f := w.fit(at, words(bold, text), 22)
	s.text(at, f, style{name: label, alt: w.say("Verdict of ", "结论：") + name, color: coverTextSlot, bold: bold, anchor: "t"})
	return f.cut
}

// parts are the three columns of a judge.
func (w *writer) parts(j meeting.Slide, name string) []column {
	list := []column{
		{firstLeft, mostLogic, w.say("Judgement logic", "评判逻辑"), w.say("How %s judged", "%s 的评判逻辑"), accentSlot, words(false, j.Logic...), ""},
		{0, 0, w.say("Highlights", "亮点"), w.say("Highlights named by %s", "%s 指出的亮点"), highlightSlot, w.entries(j.Highlights), highlightSlot},
		{0, 0, w.say("Shortcomings", "不足"), w.say("Shortcomings named by %s", "%s 指出的不足"), shortcomingSlot, w.entries(j.Shortcomings), shortcomingSlot},
	}
	for i := range list {
		list[i].alt = fmt.Sprintf(list[i].alt, name)
	}
	return list
}

// largest is the size of a column's text if there is room, in points.
const largest = 20

// Widths of the column of the logic, in inches, and the space between columns.
const (
	leastLogic = 2.6
	mostLogic  = 4.0
	logicStep  = 0.2
	between    = 0.4
)

// columns writes the three parts. Highlights and shortcomings have one size, and
// the logic is no larger than they. It takes no more width than it needs at their size.
func (s *shapes) columns(list []column) (cut bool) {
	var sizes []float64
	for wide := leastLogic; ; wide += logicStep {
		side := (rightEdge - firstLeft - wide - 2*between) / 2
		list[0].w, list[1].w, list[2].w = wide, side, side
		list[1].x = firstLeft + wide + between
		list[2].x = list[1].x + side + between
		points := min(s.w.sizeOf(list[1], largest), s.w.sizeOf(list[2], largest))
		sizes = []float64{s.w.sizeOf(list[0], points), points, points}
		if wide+logicStep > mostLogic+0.01 || sizes[0] == points && !s.w.cuts(list[0], points) {
			break
		}
	}
	for i, c := range list {
		cut = s.column(c, sizes[i]) || cut
	}
	return cut
}

func (c column) body() box { return box{c.x, columnBody, c.w, bodyHeight} }

// sizeOf is the size at which a column fits, most at most; an empty one asks
// for nothing.
func (w *writer) sizeOf(c column, most float64) float64 {
	if len(c.paras) == 0 {
		return most
	}
	return w.fit(c.body(), slices.Clone(c.paras), most).size
}

// cuts reports whether a column does not fit at a size.
func (w *writer) cuts(c column, most float64) bool {
	return len(c.paras) > 0 && w.fit(c.body(), slices.Clone(c.paras), most).cut
}

func (s *shapes) column(c column, most float64) (cut bool) {
	w := s.w
	s.rule(c.x+insetX, columnTop, c.w-insetX, 0, c.slot)
	head := box{c.x, columnTop + 0.08, c.w, 0.42}
	s.text(head, w.fit(head, words(true, c.name), 17), style{name: c.name, alt: c.name, color: c.slot, bold: true, anchor: "ctr"})
	ink, numbered := inkSlot, c.numbered
	if len(c.paras) == 0 {
		c.paras, ink, numbered = words(false, w.say("None was given.", "未给出。")), mutedSlot, ""
	}
	f := w.fit(c.body(), c.paras, most)
	s.text(c.body(), f, style{name: c.name + w.say(": text", "：正文"), alt: c.alt, color: ink, anchor: "t", numbered: numbered})
	return f.cut
}

// footer is the page in the panel, and one line below the columns: what was
// trimmed or cut.
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
	if pointer != "" || text != "" {
		// The pointer stays if there are more remarks than the line holds.
		p := para{text: text, tail: pointer}
		if text == "" {
			p = para{text: pointer}
		}
		at := box{firstLeft, footTop, rightEdge - firstLeft - w.logoRoom(), footHeight}
		s.text(at, w.fit(at, []para{p}, Floor), style{name: w.say("Remarks", "说明"), alt: strings.TrimSpace(text + " " + pointer), color: mutedSlot, anchor: "ctr"})
	}
	at := box{panelLeft, footTop, 2.4, footHeight}
	page := fmt.Sprintf("%d / %d", number, len(w.deck.Slides)+1)
	s.text(at, w.fit(at, words(false, page), Floor), style{name: w.say("Page", "页码"), alt: page, color: coverTextSlot, anchor: "ctr"})
}
