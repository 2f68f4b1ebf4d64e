package format

import (
	"judgement/internal/evidence"
	"judgement/report"
)

// Recheck is what looking up the stored quotes again has found.
type Recheck struct {
	Quotes  int // looked up
	Proven  int // of these, now
	Changed []QuoteChange
	// Versions are the case's complete versions, of which every file is as it was
	// published.
	Versions []int
	// Unrecorded are those of them that an earlier release published: see
	// casefile.Published.
	Unrecorded []int
}

// QuoteChange is a quote whose status is another than the stored one.
type QuoteChange struct {
	Judge string
	Quote string
	Was   string // internal/evidence's statuses; empty where it was not stored
	Now   string
}

// Quote is a citation in its place.
type Quote struct {
	Judge, Place string
	report.Citation
}

// Compare fills in what differs between the quotes before and after.
func (r *Recheck) Compare(before, after []Quote) {
	key := func(q Quote) [3]string { return [3]string{q.Judge, q.Place, q.Quote} }
	was := map[[3]string]string{}
	for _, q := range before {
		was[key(q)] = q.Status
	}
	r.Quotes = len(after)
	for _, q := range after {
		if evidence.Status(q.Status).Proven() {
			r.Proven++
		}
		if old := was[key(q)]; old != q.Status {
			r.Changed = append(r.Changed, QuoteChange{Judge: q.Judge, Quote: q.Quote, Was: old, Now: q.Status})
		}
	}
}

// QuotesAt are a place's citations that have a quote.
func QuotesAt(judge, place string, list []report.Citation) []Quote {
	var out []Quote
	for _, c := range list {
		if c.Status != string(evidence.Uncited) {
			out = append(out, Quote{Judge: judge, Place: place, Citation: c})
		}
	}
	return out
}
