package pipeline

import (
	"context"
	"fmt"

	"judgement/internal/casefile"
	"judgement/internal/evidence"
	"judgement/internal/review"
	"judgement/meeting"
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

// quoteAt is a quote in its place.
type quoteAt struct {
	judge, place string
	report.Citation
}

// unchanged holds every file of every version of a case to its recorded hash.
func unchanged(ctx context.Context, c *casefile.Case) (*casefile.Published, error) {
	info, err := c.Info(ctx)
	if err != nil {
		return nil, err
	}
	return c.Check(ctx, info)
}

// recheck compares the quotes before and after.
func recheck(before, after []quoteAt) *Recheck {
	key := func(q quoteAt) [3]string { return [3]string{q.judge, q.place, q.Quote} }
	was := map[[3]string]string{}
	for _, q := range before {
		was[key(q)] = q.Status
	}
	out := &Recheck{Quotes: len(after)}
	for _, q := range after {
		if evidence.Status(q.Status).Proven() {
			out.Proven++
		}
		if old := was[key(q)]; old != q.Status {
			out.Changed = append(out.Changed, QuoteChange{Judge: q.judge, Quote: q.Quote, Was: old, Now: q.Status})
		}
	}
	return out
}

// quotesAt are a place's citations that have a quote.
func quotesAt(judge, place string, list []report.Citation) []quoteAt {
	var out []quoteAt
	for _, c := range list {
		if c.Status != string(evidence.Uncited) {
			out = append(out, quoteAt{judge, place, c})
		}
	}
	return out
}

// verdictQuotes are all quotes of a review.
func verdictQuotes(verdicts []report.Verdict) []quoteAt {
	var out []quoteAt
	for i, v := range verdicts {
		for j, cell := range v.Cells {
			out = append(out, quotesAt(v.Judge, fmt.Sprint(i, " lens ", j), cell.Citations)...)
		}
		for k, remarks := range [][]report.Remark{v.MustFix, v.Suggestions, v.Cuts} {
			for j, r := range remarks {
				out = append(out, quotesAt(v.Judge, fmt.Sprint(i, " remark ", k, j), r.Citations)...)
			}
		}
	}
	return out
}

// viewQuotes are all citations of a meeting's summary.
func viewQuotes(views []meeting.View) []quoteAt {
	var out []quoteAt
	for i, v := range views {
		for k, points := range [][]meeting.Point{v.Highlights, v.Shortcomings} {
			for j, pt := range points {
				out = append(out, quotesAt(v.Judge, fmt.Sprint(i, " point ", k, j), pt.Citations)...)
			}
		}
	}
	return out
}

// verify proves the quotes of a stored result again. The methods that the
// judges were shown are those of the workspace as it is now.
func (p *Pipeline) verify(out *Result) {
	others := map[string]string{}
	if s, err := p.Open(out.Scene); err == nil {
		others = s.methods(out.Plan)
	}
	prover := prover(&out.Document, others)
	before := verdictQuotes(out.Verdicts)
	again := func(list []report.Citation) {
		for i, c := range list {
			if c.Status == string(evidence.Uncited) {
				continue
			}
			list[i] = review.Cite(c.Quote, prover)
		}
	}
	for _, v := range out.Verdicts {
		for _, cell := range v.Cells {
			again(cell.Citations)
		}
		for _, remarks := range [][]report.Remark{v.MustFix, v.Suggestions, v.Cuts} {
			for _, r := range remarks {
				again(r.Citations)
			}
		}
	}
	out.Recheck = recheck(before, verdictQuotes(out.Verdicts))
}
