package evidence

import (
	"regexp"
	"strings"
)

// maxGap is how much text an ellipsis may leave out, in bytes of the normal
// form: about two paragraphs.
const maxGap = 1500

// maxParts bounds the parts of a quote, maxFirst the places of the first one.
const (
	maxParts = 8
	maxFirst = 20
)

var ellipsisMark = regexp.MustCompile(`[\[(（［【]\s*(?:…+|⋯+|\.{3,}|。{3,})\s*[\])）］】]|…+|⋯+|\.{3,}|。{3,}|\.(?: \.){2,}`)

// ellipsisParts splits a quote at its ellipses and returns the parts that hold
// anything; nil if the quote has no ellipsis.
func ellipsisParts(quote string) []string {
	if !ellipsisMark.MatchString(quote) {
		return nil
	}
	var parts []string
	for _, p := range ellipsisMark.Split(quote, -1) {
		if p = strings.TrimSpace(p); p != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

// ellipsis finds the parts of a quote in order, each proven by itself, no more
// than maxGap apart, with no negation of the quoted sentences left out.
func (x *Index) ellipsis(parts []string) finding {
	if len(parts) > maxParts {
		return finding{status: NotFound, start: -1, end: -1, note: Found("more than 8 parts beside ellipses: not looked for")}
	}
	for _, p := range parts {
		if tooShort(p) {
			return finding{status: TooShort, start: -1, end: -1, note: Found("a part beside the ellipsis is too short")}
		}
	}
	best := missing
	lo := 0
	for range maxFirst {
		first := x.literal(parts[0], lo, len(x.text))
		if !first.status.Proven() {
			break
		}
		f := x.chain(first, parts[1:])
		if f.status.Proven() {
			return f
		}
		if best.status == NotFound {
			best = f
		}
		lo = first.end
	}
	return best
}

// chain finds the remaining parts after the first.
func (x *Index) chain(first finding, parts []string) finding {
	out := finding{status: Ellipsis, start: first.start, end: first.end, note: first.note}
	for _, p := range parts {
		i := x.folded.Place(out.end)
		hi := len(x.text)
		if k := i + maxGap + len(p); k < len(x.folded.Text) {
			hi = x.folded.Origin(k)
		}
		f := x.literal(p, out.end, hi)
		if f.status == Altered {
			return f
		}
		if !f.status.Proven() {
			return missing
		}
		gap := x.folded.Text[i:max(i, x.folded.Place(f.start))]
		if w := hiddenNegation(gap); w != "" {
			return finding{status: Altered, start: out.start, end: f.end, note: Found("the ellipsis leaves out {}", w)}
		}
		out.end = f.end
	}
	return out
}

// hiddenNegation returns a negation that a gap leaves out of the sentences that
// the quote shows: of the one that it breaks off and the one that it goes on
// with. Whole sentences between them may be left out.
func hiddenNegation(gap string) string {
	const ends = ".!?;。！？；\n"
	head, tail := gap, ""
	if i := strings.IndexAny(gap, ends); i >= 0 {
		head = gap[:i]
		tail = gap[strings.LastIndexAny(gap, ends):]
	}
	if w := negationIn(head); w != "" {
		return w
	}
	return negationIn(tail)
}
