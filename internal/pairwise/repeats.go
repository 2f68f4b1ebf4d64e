package pairwise

import (
	"slices"

	"judgement/internal/stat"
	"judgement/report"
)

// ending says why a pair is not compared more often.
type ending int

const (
	open     ending = iota // judges still lack comparisons
	leads                  // one of the two leads by enough
	full                   // all repeats are made
	unvoiced               // no judge answered in the first repeats
)

// ending returns why a pair of the plan needs no more comparisons, and how many repeats
// all judges have compared. Each repeat gives the two the shares of its votes, by the
// judges' weights, on which stat.LeadThreshold was chosen too. Only repeats count here
// that all judges have compared, so that a run that goes on decides alike.
func (f *found) ending(p *Plan, at pair) (repeats int, e ending) {
	var sums [2]float64
	answered := false
	for n := range p.most() {
		list := f.repeat(at, n)
		if slices.Contains(list, nil) {
			return n, open
		}
		one, two, voted := p.shares(list)
		sums[0], sums[1], answered = sums[0]+one, sums[1]+two, answered || voted
		switch repeats = n + 1; {
		case !p.Auto || repeats < p.least():
		case !answered:
			return repeats, unvoiced
		case stat.Leads(sums[:], repeats, stat.LeadThreshold):
			return repeats, leads
		}
	}
	return repeats, full
}

// shares are the shares of one repeat's votes that each of a pair got, by the judges'
// weights. A tie gives half to each, as does a repeat without votes.
func (p *Plan) shares(list []*Comparison) (one, two float64, voted bool) {
	all := 0.0
	for j, c := range list {
		if c == nil || !c.voted() {
			continue
		}
		weight := p.Judges[j].Weight.Float()
		for _, v := range c.Votes {
			all += weight
			switch v.Winner {
			case WinnerOne:
				one += weight
			case WinnerTwo:
				two += weight
			case WinnerTie:
				one, two = one+weight/2, two+weight/2
			}
		}
	}
	if all <= 0 {
		return 0.5, 0.5, false
	}
	return one / all, two / all, true
}

// repeats says how often pairs were compared; nil if the plan fixes that at once.
func (t *tally) repeats() *report.PairwiseRepeats {
	if t.plan.most() == 1 {
		return nil
	}
	out, sum := &report.PairwiseRepeats{Most: t.plan.most(), Auto: t.plan.Auto}, 0
	for at := range t.found.by { // sums
		n, e := t.found.ending(t.plan, at)
		sum += n
		switch e {
		case leads:
			out.Leads++
		case full:
			out.Full++
		case unvoiced:
			out.Unanswered++
		case open:
			out.Open++
		}
	}
	if n := len(t.found.by); n > 0 {
		out.Mean = decimal(float64(sum)/float64(n), 2)
	}
	return out
}
