package format

import (
	"sync"

	"judgement/internal/evidence"
	"judgement/report"
)

// Prover finds out whether a quote stands in the judged document. It must be
// safe for concurrent use.
type Prover interface {
	Verify(quote string) evidence.Citation
}

// SkipRepeats is a prover that looks for each quote once and remembers what it found: a
// quote is looked for when its reply arrives and again for the verdict, and
// judges of one document often quote the same passages.
func SkipRepeats(p Prover) Prover {
	return &remembering{prover: p, found: map[string]evidence.Citation{}}
}

type remembering struct {
	prover Prover
	mu     sync.Mutex
	found  map[string]evidence.Citation
}

func (o *remembering) Verify(quote string) evidence.Citation {
	o.mu.Lock()
	c, ok := o.found[quote]
	o.mu.Unlock()
	if ok {
		return c
	}
	c = o.prover.Verify(quote)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.found[quote] = c
	return c
}

// Cite proves one quote.
func Cite(quote string, prover Prover) report.Citation {
	c := prover.Verify(quote)
	return report.Citation{
		Quote: c.Quote, Status: string(c.Status), Start: c.Start, End: c.End, Page: c.Page, Note: c.Note,
	}
}

// Uncited is the citation of a claim without a quote.
func Uncited() report.Citation {
	return report.Citation{Status: string(evidence.Uncited), Start: -1, End: -1}
}
