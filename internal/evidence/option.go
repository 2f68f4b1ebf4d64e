package evidence

import (
	"slices"
	"strings"
	"sync"
)

// Option sets up an Index.
type Option func(*Index)

// WithPages fills Citation.Page: page returns the number of the page that holds
// a byte offset, 0 if there is none.
func WithPages(page func(offset int) int) Option {
	return func(x *Index) { x.page = page }
}

// Passage is a place of the document that has a finding, and the note of quotes that
// overlap it. Places are half-open byte offsets.
type Passage struct {
	Start, End int
	Note       string // a code, such as SpeaksToJudges
}

// WithPassages notes on quotes what was found of their text. It changes no status.
func WithPassages(list []Passage) Option {
	return func(x *Index) { x.marked = list }
}

// WithOthers names other texts that the judge was shown, such as its skill. A
// quote that is in one of them and not in the document is WrongSource. They
// are prepared when first needed.
func WithOthers(texts map[string]string) Option {
	return func(x *Index) {
		for name, text := range texts {
			x.others = append(x.others, other{name, sync.OnceValue(func() *Index { return New(text) })})
		}
		slices.SortFunc(x.others, func(a, b other) int { return strings.Compare(a.name, b.name) })
	}
}

// WithHidden has texts that the file of the document hides from its readers, of which the start may be kept
// only, with "…" behind it. A quote that is only in one of them is not proven, and its note says so.
func WithHidden(texts []string) Option {
	return func(x *Index) {
		x.unseen = sync.OnceValue(func() (out []*Index) {
			for _, t := range texts {
				out = append(out, New(t))
			}
			return out
		})
	}
}
