package pdfium

import (
	"math"
	"strings"
	"unicode"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// How text is looked at to see if its letters lie on each other.
const (
	windowChars = 32   // characters that are looked at together
	fewChars    = 4    // fewer may be a ligature, or a sign of several glyphs
	denseBox    = 0.45 // of the height of a box is its width per character at most, if letters are looked at
	denseStep   = 0.4  // of the width of a letter is the next one away at least
	slantedStep = 0.2  // the same if the text is turned, since its boxes are larger then
)

// span is characters of a page, half-open.
type span struct{ from, to int }

// letters is a page's characters.
type letters struct {
	lib  pdfium.Pdfium
	page references.FPDF_TEXTPAGE
	n    int
}

// overprinted lists the characters that can't be read, since each lies on the one before.
func (l letters) overprinted() []span {
	var out []span
	for i := 0; i < l.n; {
		s := span{i, l.sameObject(i, min(l.n, i+windowChars))}
		i = s.to
		last := len(out) - 1
		goesOn := last >= 0 && out[last].to == s.from && l.objects(span{s.from - 1, s.from + 1}) == 1
		switch {
		case s.to-s.from < fewChars && goesOn, l.dense(s) && l.stacked(s):
			if goesOn {
				out[last].to = s.to
			} else {
				out = append(out, s)
			}
		}
	}
	return out
}

// objects counts the text objects that have ink in a span.
func (l letters) objects(s span) int {
	n, err := l.lib.FPDFText_CountRects(&requests.FPDFText_CountRects{TextPage: l.page, StartIndex: s.from, Count: s.to - s.from})
	if err != nil {
		return 0
	}
	return n.Count
}

// sameObject is the end of the text object in which from is, at most to.
func (l letters) sameObject(from, to int) int {
	if l.objects(span{from, to}) <= 1 {
		return to
	}
	low := from + 1
	for low < to-1 { // low is in the object, to is not
		if mid := (low + to) / 2; l.objects(span{from, mid}) <= 1 {
			low = mid
		} else {
			to = mid
		}
	}
	return low
}

// dense reports a span of one object with too little room for its characters, or not much
// more: it is a quick test.
func (l letters) dense(s span) bool {
	if s.to-s.from < fewChars || l.objects(s) != 1 {
		return false
	}
	r, err := l.lib.FPDFText_GetRect(&requests.FPDFText_GetRect{TextPage: l.page, Index: 0})
	if err != nil {
		return false
	}
	wide, high := math.Abs(r.Right-r.Left), math.Abs(r.Top-r.Bottom)
	return max(wide, high) < denseBox*min(wide, high)*float64(s.to-s.from) || min(wide, high) > 0.5*max(wide, high)
}

// stacked reports a span in which most letters lie on the ones before them.
func (l letters) stacked(s span) bool {
	step := slantedStep
	angle, err := l.lib.FPDFText_GetCharAngle(&requests.FPDFText_GetCharAngle{TextPage: l.page, Index: s.from})
	if err == nil && math.Abs(math.Sin(2*float64(angle.CharAngle))) < 0.1 {
		step = denseStep
	}
	var last box
	pairs, on := 0, 0
	for i := s.from; i < s.to; i++ {
		c, err := l.lib.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: l.page, Index: i})
		if err != nil || unicode.IsMark(rune(c.Unicode)) || unicode.IsSpace(rune(c.Unicode)) {
			continue
		}
		at := l.box(i)
		if at.empty() {
			continue
		}
		if !last.empty() {
			pairs++
			if math.Hypot(at.left-last.left, at.bottom-last.bottom) < step*min(at.side(), last.side()) {
				on++
			}
		}
		last = at
	}
	return pairs >= fewChars-1 && 2*on > pairs
}

// side is the shorter side of a box.
func (b box) side() float64 { return min(b.right-b.left, b.top-b.bottom) }

// box is the place of a character, zero if unknown.
func (l letters) box(i int) box {
	b, err := l.lib.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: l.page, Index: i})
	if err != nil {
		return box{}
	}
	return box{float64(b.Rect.Left), float64(b.Rect.Bottom), float64(b.Rect.Right), float64(b.Rect.Top)}
}

// text is the page's text in which blanks are in the place of the spans, and the text of each.
func (l letters) text(without []span) (string, []string, error) {
	var b strings.Builder
	var left []string
	at := 0
	for _, s := range append(without, span{l.n, l.n}) {
		seen, err := l.part(span{at, s.from})
		if err != nil {
			return "", nil, err
		}
		b.WriteString(seen)
		hidden, err := l.part(s)
		if err != nil {
			return "", nil, err
		}
		if hidden != "" {
			left = append(left, strings.TrimSpace(hidden))
		}
		b.WriteString(strings.Repeat(" ", units(hidden)))
		at = s.to
	}
	return b.String(), left, nil
}

// part is the text of a span.
func (l letters) part(s span) (string, error) {
	if s.from >= s.to {
		return "", nil
	}
	t, err := l.lib.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: l.page, StartIndex: s.from, Count: s.to - s.from})
	if err != nil {
		return "", err
	}
	return t.Text, nil
}
