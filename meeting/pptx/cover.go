package pptx

// The cover's columns, in inches: what it is at the left, the judges at the
// right.
const (
	coverLeft   = 0.9
	coverWide   = 11.6
	judgesLeft  = 13.6
	judgesWide  = 5.9
	coverTop    = 0.4
	coverBottom = 4.6
)

// cover is the first slide: title, where it is from, what a reader must know,
// and the judges. Both columns are in the middle of the slide's height.
func (w *writer) cover() string {
	s := w.newShapes()
	d := w.deck
	if d.Title == "" {
		d.Title = w.say("Meeting summary", "会议总结")
	}
	title := w.stack(words(true, d.Title), coverWide, 1.8, 44)
	subtitle := w.stack(words(false, d.Subtitle), coverWide, 0.72, 20)
	blocks := []stacked{title, subtitle}
	if len(d.Notes) > 0 {
		left := coverBottom - coverTop - title.box.h - subtitle.box.h - 0.3
		blocks = append(blocks, w.stack(words(false, d.Notes...), coverWide, left, 16))
	}
	high := 0.3 * float64(len(blocks)-2)
	for _, b := range blocks {
		high += b.box.h
	}
	y := max(coverTop, (coverTop+coverBottom-high)/2)
	for i, st := range []style{
		{name: "Title", placeholder: `type="ctrTitle"`, color: coverTextSlot, bold: true, anchor: "b"},
		{name: "Subtitle", placeholder: `type="subTitle" idx="1"`, color: coverTextSlot, anchor: "t"},
		{name: "Notes", alt: w.say("What to know before reading", "阅读前须知"), color: coverTextSlot, anchor: "t"},
	}[:len(blocks)] {
		if i == 2 {
			s.rule(coverLeft+insetX, y+0.15, 0.9, 0, coverTextSlot)
			y += 0.3
		}
		b := blocks[i].box
		s.text(box{coverLeft, y, b.w, b.h}, blocks[i].fitted, st)
		y += b.h
	}
	if len(d.Slides) > 0 {
		w.judges(s)
	}
	return s.b.String()
}

// judges lists who judged, beside a rule.
func (w *writer) judges(s *shapes) {
	names := make([]para, len(w.deck.Slides))
	for i, j := range w.deck.Slides {
		names[i] = para{text: w.name(j), indent: 0.42}
	}
	top := coverTop
	if w.theme.Logo != nil {
		top = logoPlate.y + logoPlate.h + 0.15
	}
	const head = 0.42
	list := w.stack(names, judgesWide, coverBottom-top-head, 20)
	y := max(top, (coverTop+coverBottom-head-list.box.h)/2)
	s.rule(judgesLeft-0.3, y, 0, head+list.box.h, coverTextSlot)
	at := box{judgesLeft, y, judgesWide, head}
	s.text(at, w.fit(at, words(true, w.say("Judges", "评委")), 16), style{
		name: "Judges", alt: w.say("Judges", "评委"), color: coverTextSlot, bold: true, anchor: "t",
	})
	s.text(box{judgesLeft, y + head, judgesWide, list.box.h}, list.fitted, style{
		name: w.say("Judges: names", "评委：名单"), alt: w.say("The judges of this deck", "评委名单"), color: coverTextSlot, anchor: "t", numbered: coverTextSlot,
	})
}

// stacked is text in a box that is as high as the text.
type stacked struct {
	fitted fitted
	box    box
}

func (w *writer) stack(paras []para, wide, most, size float64) stacked {
	b := box{w: wide, h: most}
	f := w.fit(b, paras, size)
	inner, _ := b.inner()
	// An eighth of a line is left for descenders and for readers' rounding.
	b.h = min(most, (f.height(inner)+f.size/8)/72+2*insetY)
	return stacked{f, b}
}
