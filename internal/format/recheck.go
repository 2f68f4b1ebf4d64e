package format

import (
	"judgement/internal/evidence"
	"judgement/report"
)

// Recheck is what looking up the stored quotes again has found.
type Recheck struct {
	// Replace puts the new statuses in the place of the stored ones; without it they are
	// only compared.
	Replace bool

	Quotes   int // looked up
	Passages int // of these, of the integrity reader
	Proven   int // of these quotes, now
	Changed  []QuoteChange
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
	Was   string // internal/evidence's statuses; empty if it was not stored
	Now   string
}

// Compare counts the citations of a judge that were looked up again, each in its old
// place, keeps what changed, and returns those that the report shows.
func (r *Recheck) Compare(judge string, before, after []report.Citation) []report.Citation {
	for i, now := range after {
		if now.Status == string(evidence.Uncited) {
			continue
		}
		r.Quotes++
		if judge == IntegrityReader {
			r.Passages++
		}
		if report.Proven(now.Status) {
			r.Proven++
		}
		was := ""
		if i < len(before) {
			was = before[i].Status
		}
		if was != now.Status {
			r.Changed = append(r.Changed, QuoteChange{Judge: judge, Quote: now.Quote, Was: was, Now: now.Status})
		}
	}
	if r.Replace {
		return after
	}
	return before
}
