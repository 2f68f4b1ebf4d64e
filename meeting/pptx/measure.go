package pptx

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"judgement/report/chart"
)

// Sizes of text, in points.
const (
	// Floor is the smallest size of any text.
	Floor = 12.0
	// leading is the distance of two lines in sizes, written into the file as an
	// exact distance, so that it does not depend on the reader's fonts.
	leading = 1.28
	// gap is the space before a paragraph, in sizes.
	gap = 0.35
	// safety widens measured text: readers' fonts differ from the measure.
	safety = 1.04
)

// segment is a stretch of text that is never broken, as widths in em.
type segment struct {
	width float64 // without the space at its end
	full  float64
	end   int // byte offset in the text
}

// Widths in em of what the fonts of a reader draw and no table here knows.
const (
	emojiEm = 1.4
	spaceEm = 0.32
)

// width measures text in em; bold as its font draws it. What is neither East Asian nor
// an emoji is measured by a wide sans serif: a reader without the theme's font sees one
// that may be as wide, and no text may leave its slide there.
func width(s string, bold bool) float64 {
	if ascii(s) {
		return chart.Estimate(s, 1, bold)
	}
	total := 0.0
	for g := uniseg.NewGraphemes(s); g.Next(); {
		total += cluster(g.Str(), bold)
	}
	return total
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// cluster measures what is seen as one character. Emoji that are joined count
// one by one: older fonts draw them so.
func cluster(s string, bold bool) float64 {
	first, size := utf8.DecodeRuneInString(s)
	switch {
	case first >= 0x3000 && first <= 0xA4CF, first >= 0xFF00 && first <= 0xFF60, first >= 0x20000 && first <= 0x3FFFF:
		return 1 // Han, kana, full-width forms: a whole em in bold too
	case strings.ContainsRune("“”‘’—…", first):
		return 1 // East Asian fonts draw these wide
	}
	emoji := 0.0
	for _, r := range s {
		switch {
		case r >= 0x1F3FB && r <= 0x1F3FF: // skin tones
		case r >= 0x1F1E6 && r <= 0x1F1FF: // two make a flag
			emoji += 0.5
		case r >= 0x1F000 && r <= 0x1FAFF, r >= 0x2600 && r <= 0x27BF:
			emoji++
		case r == 0xFE0F && emoji == 0: // shown as an emoji
			emoji++
		}
	}
	if emoji > 0 {
		return emoji * emojiEm
	}
	if size == len(s) {
		return chart.Estimate(s, 1, bold)
	}
	return max(0.5, chart.Estimate(s, 1, bold))
}

func segments(s string, bold bool) []segment {
	out := make([]segment, 0, len(s)/3+1)
	for rest, state := s, -1; rest != ""; {
		var seg string
		seg, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		trimmed := strings.TrimRight(seg, " ")
		w := width(trimmed, bold)
		out = append(out, segment{w * safety, (w + spaceEm*float64(len(seg)-len(trimmed))) * safety, len(s) - len(rest)})
	}
	return out
}

// linesOf counts the lines that segments take at a line width in em.
func linesOf(list []segment, line float64) int {
	if len(list) == 0 {
		return 1
	}
	n, at := 1, 0.0
	for _, s := range list {
		if at > 0 && at+s.width > line {
			n, at = n+1, 0
		}
		if s.width > line { // broken between characters
			more := math.Ceil(s.width/line) - 1
			n, at = n+int(more), s.full-more*line
			continue
		}
		at += s.full
	}
	return n
}

// para is one paragraph: a text that may be cut and a tail that stays.
type para struct {
	text   string
	tail   string // such as a time stamp, after a space
	flag   string // such as "not proven", after the tail
	indent float64
	bold   bool
	segs   []segment
}

func (p *para) whole() string { return p.text + p.rest() }

func (p *para) rest() string {
	out := ""
	for _, s := range []string{p.tail, p.flag} {
		if s != "" {
			out += " " + s
		}
	}
	return out
}

func (p *para) lines(size, inches float64) int {
	return linesOf(p.segs, (inches-p.indent)*72/size)
}

// fitted is paragraphs at a size, as they go into a box.
type fitted struct {
	paras []para
	size  float64
	cut   bool
}

// height is how many points the paragraphs take at a width in inches.
func (f fitted) height(wide float64) float64 {
	lines := 0
	for i := range f.paras {
		lines += f.paras[i].lines(f.size, wide)
	}
	return float64(lines)*leading*f.size + float64(max(0, len(f.paras)-1))*gap*f.size
}

// fit picks the largest size from most down to Floor, in half points, at which
// the paragraphs fit into a box of so many inches. If none does, every
// paragraph is held to its share of the lines and cut.
func fit(paras []para, wide, high, most float64) fitted {
	for i := range paras {
		paras[i].segs = segments(paras[i].whole(), paras[i].bold)
	}
	for size := most; size >= Floor; size -= 0.5 {
		total := 0
		for i := range paras {
			total += paras[i].lines(size, wide)
		}
		if total <= room(size, high, len(paras)) {
			return fitted{paras, size, false}
		}
	}
	return fitted{cutDown(paras, wide, room(Floor, high, len(paras))), Floor, true}
}

// room is how many lines of a size fit into so many inches beside the gaps of n
// paragraphs.
func room(size, high float64, n int) int {
	return max(1, int((high*72-float64(n-1)*gap*size)/(leading*size)))
}

// cutDown shares lines out: short paragraphs keep theirs, long ones are cut to
// an equal number. Paragraphs for which no line is left go.
func cutDown(paras []para, wide float64, lines int) []para {
	if len(paras) > lines {
		paras = paras[:lines]
	}
	need := make([]int, len(paras))
	for i := range paras {
		need[i] = paras[i].lines(Floor, wide)
	}
	share := make([]int, len(paras))
	for left := lines; left > 0; {
		given := false
		for i := range share {
			if left > 0 && share[i] < need[i] {
				share[i]++
				left--
				given = true
			}
		}
		if !given {
			break
		}
	}
	for i := range paras {
		if share[i] < need[i] {
			paras[i] = shorten(paras[i], wide, share[i])
		}
	}
	return paras
}

// shorten cuts a paragraph's text so that it takes at most so many lines with
// its tail, with "…" in place of the rest: between words, if there is a
// break, else between characters.
func shorten(p para, wide float64, lines int) para {
	line := (wide - p.indent) * 72 / Floor
	rest := segments("…"+p.rest(), p.bold)
	list := slices.Clone(p.segs)
	n := sort.Search(len(list), func(i int) bool { // the first break after which it no longer fits
		return list[i].end > len(p.text) || linesOf(append(list[:i+1:i+1], rest...), line) > lines
	})
	if n > 0 {
		p.text = ended(p.text[:list[n-1].end])
		p.segs = segments(p.whole(), p.bold)
		if p.lines(Floor, wide) <= lines {
			return p
		}
	}
	return p.shortenInside(wide, lines)
}

// ended ends a cut text.
func ended(s string) string { return strings.TrimRight(s, " ,.;:，。；：、") + "…" }

// shortenInside cuts between characters, by trying.
func (p para) shortenInside(wide float64, lines int) para {
	var ends []int
	for g := uniseg.NewGraphemes(p.text); g.Next(); {
		_, to := g.Positions()
		ends = append(ends, to)
	}
	whole := p.text
	try := func(n int) bool {
		p.text = "…"
		if n > 0 {
			p.text = ended(whole[:ends[n-1]])
		}
		p.segs = segments(p.whole(), p.bold)
		return p.lines(Floor, wide) <= lines
	}
	n := sort.Search(len(ends), func(i int) bool { return !try(i + 1) })
	if !try(n) { // not even the tail fits
		p.tail = ""
		try(0)
	}
	return p
}
