package chart

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"

	"judgement/internal/text"
	"judgement/report"
)

// Measure returns the width of one line of text at a size, in the unit of the
// size.
type Measure func(text string, size float64, bold bool) float64

// Estimate is a Measure for text whose font is not known. It errs on the wide
// side: Latin advances are those of a wide sans serif, an East Asian or unknown
// character takes a whole em.
func Estimate(text string, size float64, bold bool) float64 {
	em := 0.0
	for _, r := range text {
		em += advance(r)
	}
	if bold {
		em *= 1.13
	}
	return em * size
}

// latin holds the advances of U+0020 to U+007E in thousandths of an em.
var latin = [...]float64{
	318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
	636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
	1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
	603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
	500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
	635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
}

func advance(r rune) float64 {
	switch {
	case r >= ' ' && r <= '~':
		return latin[r-' '] / 1000
	case unicode.Is(unicode.Mn, r), isolates(r):
		return 0
	case r == '…' || r == '—' || r >= 0x1100:
		return 1
	case unicode.IsLower(r):
		return 0.66
	case unicode.IsUpper(r):
		return 0.85
	case unicode.IsLetter(r):
		return 1
	}
	return 0.64
}

// clean makes text from outside fit for one line of a drawing: controls,
// including line ends and direction marks, become single spaces. Marks that only
// part a name from its neighbours stay.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if isolates(r) {
			return r
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, " "))
	return text.OneLine(s)
}

// isolates reports the marks round a run of text, which take no room.
func isolates(r rune) bool { return r == report.FirstStrong || r == report.Pop }

// wrap breaks cleaned text into at most maxLines lines that are no wider than
// width; what does not fit ends in "…". A word that is too long is broken
// between characters. What follows the last middle dot is on no line alone.
func wrap(s string, size float64, bold bool, width float64, maxLines int, measure Measure) []string {
	const dot, glued = " · ", "\u00a0·\u00a0"
	if i := strings.LastIndex(s, dot); i >= 0 && !strings.Contains(s[i+len(dot):], " ") {
		s = s[:i] + glued + s[i+len(dot):]
	}
	lines := wrapped(s, size, bold, width, maxLines, measure)
	open := false // a run that is parted from its neighbours goes on in the next line
	for i, line := range lines {
		line = strings.ReplaceAll(line, "\u00a0", " ")
		if open {
			line = string(report.FirstStrong) + line
		}
		if open = strings.LastIndex(line, string(report.FirstStrong)) > strings.LastIndex(line, string(report.Pop)); open {
			line += string(report.Pop)
		}
		lines[i] = line
	}
	return lines
}

func wrapped(s string, size float64, bold bool, width float64, maxLines int, measure Measure) []string {
	var lines []string
	line := ""
	fits := func(t string) bool { return measure(strings.TrimRight(t, " "), size, bold) <= width }
	push := func(t string) {
		if t = strings.TrimRight(t, " "); t != "" {
			lines = append(lines, t)
		}
	}
	for rest, state := s, -1; rest != "" && len(lines) <= maxLines; {
		var seg string
		seg, rest, _, state = uniseg.FirstLineSegmentInString(rest, state)
		if fits(line + seg) {
			line += seg
			continue
		}
		push(line)
		line = seg
		for !fits(line) && len(lines) <= maxLines {
			head, tail := splitAt(line, fits)
			push(head)
			line = tail
		}
	}
	push(line)
	if len(lines) <= maxLines {
		return lines
	}
	lines = lines[:maxLines]
	last := lines[maxLines-1]
	last, _ = splitAt(last, func(t string) bool { return fits(t + "…") })
	lines[maxLines-1] = strings.TrimRight(last, " ") + "…"
	return lines
}

// splitAt cuts text after the longest prefix that fits, one character at least.
func splitAt(s string, fits func(string) bool) (head, tail string) {
	end := 0
	for g := uniseg.NewGraphemes(s); g.Next(); {
		_, to := g.Positions()
		if end > 0 && !fits(s[:to]) {
			break
		}
		end = to
	}
	return s[:end], s[end:]
}
