package evidence

import (
	"slices"
	"strings"
	"unicode/utf8"

	"judgement/internal/origin"
)

// Check reports whether a citation with a proven status still holds, without
// looking for it again: the bytes at its offsets are the quote (Exact), or equal
// it in normal form (Normalised), or hold its parts in order (Ellipsis). It is
// cheap; a changed document fails it. Other statuses are never confirmed.
func (x *Index) Check(c Citation) bool {
	if !c.Status.Proven() || c.Start < 0 || c.Start >= c.End || c.End > len(x.text) {
		return false
	}
	span := x.text[c.Start:c.End]
	if c.Status == Exact {
		return span == c.Quote
	}
	if !utf8.ValidString(span) || utf8.RuneCountInString(c.Quote) > MaxQuote {
		return false
	}
	return slices.ContainsFunc(readings(c.Quote), func(quote string) bool {
		if c.Status == Normalised {
			return x.saysSame(c, quote)
		}
		return x.holdsParts(ellipsisParts(cleanest(quote)), c.Start, c.End) || x.holdsSeveral(severalQuotes(quote), c)
	})
}

// body is [s, e) of the document in normal form.
func (x *Index) body(s, e int) string {
	return strings.Trim(x.folded.Text[x.folded.Place(s):x.folded.Place(e)], " ")
}

// holdsParts reports whether [s, e) of the document holds parts in their order.
func (x *Index) holdsParts(parts []string, s, e int) bool {
	body, at := x.body(s, e), 0
	for _, part := range parts {
		n := x.within(body[at:], part)
		if n < 0 {
			return false
		}
		at += n
	}
	return at > 0
}

// holdsSeveral reports whether each of several quotes is in a place of the document that was found.
func (x *Index) holdsSeveral(quotes []string, c Citation) bool {
	for _, q := range quotes {
		if !slices.ContainsFunc(c.Parts, func(p [2]int) bool {
			return x.Check(Citation{Quote: q, Status: Normalised, Start: p[0], End: p[1]})
		}) && !x.holdsParts(ellipsisParts(cleanest(q)), c.Start, c.End) {
			return false
		}
	}
	return len(quotes) > 1
}

// within returns where a part of a quote ends in a text in normal form, −1 if it is not
// there.
func (x *Index) within(text, part string) int {
	forms := x.allForms(part)
	for _, f := range forms {
		if i := strings.Index(text, f.Text); i >= 0 {
			return i + len(f.Text)
		}
	}
	numbers := looseForm(text)
	for _, f := range forms {
		want := looseForm(f.Text).Text
		if i := strings.Index(numbers.Text, want); i >= 0 && want != "" {
			return numbers.Origin(i+len(want)-1) + 1
		}
	}
	return -1
}

// saysSame reports whether the body of a normalised citation, in normal form, is one of
// the quote's forms.
func (x *Index) saysSame(c Citation, quote string) bool {
	body := x.body(c.Start, c.End)
	number := looseForm(body).Text
	for _, f := range x.allForms(quote) {
		if f.Text == body || looseForm(f.Text).Text == number {
			return true
		}
	}
	f := x.cellsOf(quote)
	return f.status == Normalised && f.start == c.Start && f.end == c.End
}

// allForms are the normal forms of a quote and of its cleaned forms.
func (x *Index) allForms(quote string) []origin.Text {
	out := slices.Collect(x.forms(quote))
	for _, q := range cleaned(quote) {
		out = slices.AppendSeq(out, x.forms(q))
	}
	return out
}
