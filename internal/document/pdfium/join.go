package pdfium

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// line is one line of a page with the places of its first and last character.
type line struct {
	text        string
	first, last box
}

// known reports whether both ends have a place.
func (l line) known() bool { return !l.first.empty() && !l.last.empty() }

// height is the size of the line's writing in points.
func (l line) height() float64 { return l.first.top - l.first.bottom }

// joinLines makes paragraphs: lines that a layout broke are joined, with a
// hyphen at the end undone, and without a space between ideographs; a blank
// line is between paragraphs.
func joinLines(lines []line) string {
	right, step := columns(lines)
	var b strings.Builder
	for i, l := range lines {
		text := strings.NewReplacer("\x02", "", "\uFFFE", "", "\r", "").Replace(l.text)
		if i == 0 {
			b.WriteString(text)
			continue
		}
		prev := lines[i-1]
		switch {
		case hyphenated(prev.text):
			b.WriteString(text)
		case !continues(prev, l, right[i-1], step[i-1]):
			b.WriteString(breakBetween(prev, l) + text)
		case ideographs(prev.text, text):
			b.WriteString(text)
		default:
			b.WriteString(" " + text)
		}
	}
	return b.String()
}

// hyphenated reports a line that PDFium saw end in a dividing hyphen.
func hyphenated(s string) bool { return strings.HasSuffix(s, "\x02") || strings.HasSuffix(s, "\uFFFE") }

// columns gives each line the right edge of its column, the farthest end among
// the lines near it that start at about the same place, and the usual distance from
// one of them to the next, 0 if there is none.
func columns(lines []line) (right, step []float64) {
	right, step = make([]float64, len(lines)), make([]float64, len(lines))
	const near = 12
	var drops []float64
	for i, l := range lines {
		right[i] = l.last.right
		drops = drops[:0]
		for j := max(0, i-near); j < min(len(lines), i+near+1); j++ {
			m := lines[j]
			if !m.known() || math.Abs(m.first.left-l.first.left) > 3*l.height()+6 {
				continue
			}
			right[i] = math.Max(right[i], m.last.right)
			if j > 0 && lines[j-1].known() {
				if d := lines[j-1].first.bottom - m.first.bottom; d > 0.3*l.height() && d < 3*l.height() {
					drops = append(drops, d)
				}
			}
		}
		if len(drops) > 0 {
			slices.Sort(drops)
			step[i] = drops[len(drops)/2]
		}
	}
	return right, step
}

var bullet = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[•●○▪■◦‣–—·*-]\s|\(?\d{1,3}[.)、]\s?|[（(]?[一二三四五六七八九十]{1,3}[)）、.]|[a-z][.)]\s|第[一二三四五六七八九十\d]+[章节条])`)
})

// continues reports whether l goes on with the paragraph of prev.
func continues(prev, l line, right, step float64) bool {
	if !prev.known() || !l.known() || bullet().MatchString(l.text) {
		return false
	}
	h := prev.height()
	drop := prev.first.bottom - l.first.bottom
	switch {
	case math.Abs(l.height()-h) > 0.2*h:
		return false // another size: a heading, a note
	case drop > 2.1*h || step > 0 && drop > 1.3*step:
		return false // a gap
	case drop < 0.3*h:
		// beside or above: the next column or page part goes on only in
		// the middle of a sentence
		return drop < -3*h && midSentence(prev.text, l.text)
	case l.first.left > prev.first.left+0.8*h && !indentedFirst(prev, l):
		return false // an indent opens a paragraph
	}
	return right-prev.last.right < room(prev, l)
}

// room is the space at the end of a line that is too small for the beginning of
// the next: its first word, or two ideographs with a mark.
func room(prev, l line) float64 {
	h := prev.height()
	word, _, _ := strings.Cut(l.text, " ")
	if start, _ := utf8.DecodeRuneInString(word); wide(start) {
		return 2.5 * h
	}
	char := (prev.last.right - prev.first.left) / float64(max(1, utf8.RuneCountInString(prev.text)))
	return 1.1*char*float64(utf8.RuneCountInString(word)+1) + 0.6*h
}

// indentedFirst reports a first line that begins further left, as in lists.
func indentedFirst(prev, l line) bool {
	return bullet().MatchString(prev.text) && l.first.left-prev.first.left < 4*prev.height()
}

// midSentence reports that a line ends, and the next begins, inside a sentence.
func midSentence(a, b string) bool {
	end, _ := utf8.DecodeLastRuneInString(a)
	start, _ := utf8.DecodeRuneInString(b)
	return !strings.ContainsRune(".!?。！？:：;；”\"", end) && (unicode.IsLower(start) || unicode.Is(unicode.Han, start))
}

// breakBetween is one line break for lines set closely, as in tables and lists,
// and a blank line otherwise.
func breakBetween(prev, l line) string {
	if prev.known() && l.known() {
		drop := prev.first.bottom - l.first.bottom
		if drop >= 0 && drop < 1.75*prev.height() && math.Abs(l.height()-prev.height()) < 0.2*prev.height() {
			return "\n"
		}
	}
	return "\n\n"
}

// ideographs reports that no space belongs between two lines.
func ideographs(a, b string) bool {
	end, _ := utf8.DecodeLastRuneInString(a)
	start, _ := utf8.DecodeRuneInString(b)
	return wide(end) && wide(start)
}

// wide reports an ideograph, kana or full-width mark.
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF ||
		r == '“' || r == '”' || r == '—' || r == '…'
}
