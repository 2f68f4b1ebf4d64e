package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"judgement/report/chart"
)

// style is how a piece of text looks.
type style struct {
	bold, italic, code, strike, marked, raised bool

	role chart.Role // "" is ink
	link string     // identifier that it points to
	url  string     // address that it points to
}

// span is text in one style, with the identifiers of places that begin at it.
type span struct {
	style
	text    string
	anchors []string
}

// frag is a part of a line in one style. Its text can be drawn as it is.
type frag struct {
	style
	text    string
	w       float64 // millimetres
	anchors []string
}

// size returns the type size of a style within text of a size.
func (s style) size(size float64) float64 {
	switch {
	case s.raised:
		return size * 0.72
	case s.code:
		return size * 0.94
	}
	return size
}

// width measures text that the fonts have, in millimetres.
func (w *writer) width(text string, size float64, bold bool) float64 {
	sum := 0
	for _, r := range text {
		if f := faceOf(r, bold); r <= 0xFFFF && f.width[r] != absent {
			sum += int(f.width[r])
		}
	}
	return float64(sum) / 1000 * size * mm
}

// wrap breaks spans into lines no wider than width, by Unicode line breaking
// (UAX #14), which keeps closing punctuation off the start of a line. A word
// that is too long is broken between characters, with the same care.
func (w *writer) wrap(spans []span, width, size float64) [][]frag {
	b := w.breaker(spans, width, size)
	b.segments(b.segment)
	if len(b.line) > 0 {
		b.flush()
	}
	return b.lines
}

// widest returns the width of the widest piece of spans that wrap would not break
// while there is room.
func (w *writer) widest(spans []span, size float64) (most float64) {
	b := w.breaker(spans, 0, size)
	b.segments(func(seg string, _ bool) {
		most = max(most, b.measure(strings.TrimRightFunc(seg, unicode.IsSpace)))
		b.at += len(seg)
	})
	return most
}

func (w *writer) breaker(spans []span, width, size float64) *breaker {
	b := &breaker{w: w, width: width, size: size}
	var text strings.Builder
	for _, s := range spans {
		s.text = w.set(s.text)
		text.WriteString(s.text)
		b.spans = append(b.spans, s)
		b.ends = append(b.ends, text.Len())
	}
	b.text = text.String()
	return b
}

// segments calls f with each piece of the text after which a line may end, or must.
func (b *breaker) segments(f func(seg string, must bool)) {
	// Breaks are looked for in the text without tags, which is as long.
	tagged, rest, state := b.text, breakable(b.text), -1
	for rest != "" {
		var seg string
		var must bool
		seg, rest, must, state = uniseg.FirstLineSegmentInString(rest, state)
		seg, tagged = tagged[:len(seg)], tagged[len(seg):]
		f(seg, must && (rest != "" || strings.HasSuffix(seg, "\n")))
	}
}

// breaker fills lines segment by segment.
type breaker struct {
	w           *writer
	width, size float64
	text        string // of all spans
	spans       []span
	ends        []int // where each span ends in the joined text
	at          int   // offset of the next segment
	cur         int   // span of that offset
	lines       [][]frag
	line        []frag
	used        float64
}

func (b *breaker) segment(seg string, must bool) {
	body := strings.TrimRight(seg, "\n\r")
	tight := strings.TrimRightFunc(body, unicode.IsSpace)
	need := b.measure(tight)
	if b.used > 0 && b.used+need > b.width {
		b.flush()
	}
	if need > b.width {
		b.split(body)
	} else {
		b.add(body)
	}
	b.at += len(seg) - len(body)
	if must {
		b.flush()
	}
}

// split adds a segment that is wider than a line.
func (b *breaker) split(body string) {
	for body != "" {
		end, last, sum := 0, 0, b.used
		for g := uniseg.NewGraphemes(body); g.Next(); {
			from, to := g.Positions()
			sum += b.measureAt(from, body[from:to])
			if end > 0 && sum > b.width {
				if closing(body[from:to]) && last > 0 {
					end = last
				}
				break
			}
			last, end = from, to
		}
		b.add(body[:end])
		body = body[end:]
		if body != "" {
			b.flush()
		}
	}
}

// closing reports characters that must not begin a line.
func closing(cluster string) bool {
	r, _ := utf8.DecodeRuneInString(cluster)
	return unicode.In(r, unicode.Pe, unicode.Pf) || strings.ContainsRune("，。、；：？！…‥·・％%,.;:?!”’」』】》〉）", r)
}

// measure returns the width of text that begins at the current offset.
func (b *breaker) measure(text string) float64 { return b.measureAt(0, text) }

func (b *breaker) measureAt(shift int, text string) float64 {
	sum := 0.0
	b.pieces(b.at+shift, text, func(s span, part string, _ bool) {
		sum += b.w.width(part, s.style.size(b.size), s.bold)
	})
	return sum
}

// pieces calls f with each part of a text that lies in one span.
func (b *breaker) pieces(at int, text string, f func(s span, part string, begins bool)) {
	i := b.cur
	for i < len(b.ends)-1 && b.ends[i] <= at {
		i++
	}
	for text != "" && i < len(b.ends) {
		n := min(len(text), b.ends[i]-at)
		start := 0
		if i > 0 {
			start = b.ends[i-1]
		}
		if n > 0 {
			f(b.spans[i], text[:n], at == start)
		}
		text, at = text[n:], at+n
		i++
	}
}

// add puts text on the current line.
func (b *breaker) add(text string) {
	b.pieces(b.at, text, func(s span, part string, begins bool) {
		f := frag{style: s.style, text: part, w: b.w.width(part, s.style.size(b.size), s.bold)}
		if begins {
			f.anchors = s.anchors
		}
		if n := len(b.line); n > 0 && b.line[n-1].style == f.style && f.anchors == nil {
			b.line[n-1].text += f.text
			b.line[n-1].w += f.w
		} else {
			b.line = append(b.line, f)
		}
		b.used += f.w
	})
	b.at += len(text)
	for b.cur < len(b.ends)-1 && b.ends[b.cur] <= b.at {
		b.cur++
	}
}

// flush ends the line. White space at its end has no width on paper.
func (b *breaker) flush() {
	if n := len(b.line); n > 0 {
		f := &b.line[n-1]
		if t := strings.TrimRight(f.text, " "); t != f.text {
			f.w -= b.w.width(f.text[len(t):], f.style.size(b.size), f.bold)
			f.text = t
		}
	}
	b.lines = append(b.lines, b.line)
	b.line, b.used = nil, 0
}
