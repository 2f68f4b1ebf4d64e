package pdf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"judgement/report/chart"
)

// style is how a piece of text looks.
type style struct {
	bold, italic, code, strike, raised bool

	role   chart.Role // "" is ink
	ground chart.Role // "" is none
	link   string     // identifier that it points to
	url    string     // address that it points to
}

// span is text in one style, with the identifiers of places that begin at it. In a
// laid out line its text can be drawn as it is, and w is its width in millimetres.
type span struct {
	style
	text    string
	anchors []string
	w       float64
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
	sum, widths := 0, embedded().width[weight(bold)]
	for _, r := range text {
		if r <= 0xFFFF && widths[r] != absent {
			sum += int(widths[r])
		}
	}
	return float64(sum) / 1000 * size * mm
}

// wrap breaks spans into lines no wider than width, by Unicode line breaking
// (UAX #14), which keeps closing punctuation off the start of a line. A word
// that is too long is broken between characters, with the same care.
func (w *writer) wrap(spans []span, width, size float64) (lines [][]span) {
	var line []span
	used := 0.0
	flush := func() {
		lines = append(lines, w.trimmed(line, size))
		line, used = nil, 0
	}
	add := func(seg []span) {
		for _, s := range seg {
			if n := len(line); n > 0 && line[n-1].style == s.style && s.anchors == nil {
				line[n-1].text += s.text
				line[n-1].w += s.w
			} else {
				line = append(line, s)
			}
			used += s.w
		}
	}
	w.segments(spans, size, func(seg []span, need float64, must bool) {
		if used > 0 && used+need > width {
			flush()
		}
		if need > width {
			seg = w.characters(seg, size)
			for n := fitting(seg, width); n < len(seg); n = fitting(seg, width) {
				add(seg[:n])
				flush()
				seg = seg[n:]
			}
		}
		add(seg)
		if must {
			flush()
		}
	})
	if len(line) > 0 {
		flush()
	}
	return lines
}

// trimmed takes the white space off the end of a line: it has no width on paper.
func (w *writer) trimmed(line []span, size float64) []span {
	if n := len(line); n > 0 {
		last := &line[n-1]
		text := strings.TrimRight(last.text, " ")
		last.w -= w.width(last.text[len(text):], last.size(size), last.bold)
		last.text = text
	}
	return line
}

// segments calls f with each piece of spans after which a line may end, or must:
// measured and without its line end, and with the width that it needs at the end of
// a line.
func (w *writer) segments(spans []span, size float64, f func(seg []span, need float64, must bool)) {
	rest := slices.Clone(spans)
	var text strings.Builder
	for i := range rest {
		rest[i].text = w.set(rest[i].text)
		text.WriteString(rest[i].text)
	}
	// Breaks are looked for in the text without tags, which is as long.
	for head, left, must, state := "", breakable(text.String()), false, -1; left != ""; {
		head, left, must, state = uniseg.FirstLineSegmentInString(left, state)
		var seg []span
		need := 0.0
		for n := len(head); n > 0; {
			s := rest[0]
			k := min(n, len(s.text))
			rest[0].text, rest[0].anchors = s.text[k:], nil
			if rest[0].text == "" {
				rest = rest[1:]
			}
			n -= k
			if s.text = strings.TrimRight(s.text[:k], "\r\n"); s.text != "" {
				s.w = w.width(s.text, s.size(size), s.bold)
				need += s.w
				seg = append(seg, s)
			}
		}
		for i := len(seg) - 1; i >= 0; i-- {
			s := seg[i]
			word := strings.TrimRightFunc(s.text, unicode.IsSpace)
			need -= w.width(s.text[len(word):], s.size(size), s.bold)
			if word != "" {
				break
			}
		}
		f(seg, need, must && (left != "" || strings.HasSuffix(head, "\n")))
	}
}

// characters parts a segment into its characters.
func (w *writer) characters(seg []span, size float64) (out []span) {
	for _, s := range seg {
		for g := uniseg.NewGraphemes(s.text); g.Next(); s.anchors = nil {
			s.text = g.Str()
			s.w = w.width(s.text, s.size(size), s.bold)
			out = append(out, s)
		}
	}
	return out
}

// fitting returns how many characters of a segment are on a line of a width: one at
// least, and one less rather than closing punctuation on the next line.
func fitting(seg []span, width float64) int {
	n, sum := 0, 0.0
	for n < len(seg) && (n == 0 || sum+seg[n].w <= width) {
		sum += seg[n].w
		n++
	}
	if n < len(seg) && n > 1 && closing(seg[n].text) {
		n--
	}
	return n
}

// closing reports characters that must not begin a line.
func closing(cluster string) bool {
	r, _ := utf8.DecodeRuneInString(cluster)
	return unicode.In(r, unicode.Pe, unicode.Pf) || strings.ContainsRune("，。、；：？！…‥·・％%,.;:?!”’」』】》〉）", r)
}
