package evidence

import "strings"

// Present verifies a quote and reports whether its words are in the document, whatever is
// said around them. The status is that of Verify; a quote that is only present, such as one
// that is cut or too short to be proven, has the first place of its words in normal form.
func (x *Index) Present(quote string) (Citation, bool) {
	c := x.Verify(quote)
	switch c.Status {
	case Exact, Normalised, Ellipsis, OutOfScope:
		return c, true
	case Altered, TooShort:
	default:
		return c, false
	}
	for f := range x.forms(c.Quote) {
		want := strings.TrimSpace(f.Text)
		i := strings.Index(x.folded.Text, want)
		if want == "" || i < 0 {
			continue
		}
		start, end := x.span(i, i+len(want))
		return x.citation(c.Quote, finding{status: c.Status, start: start, end: end, note: c.Note}), true
	}
	return c, false
}
