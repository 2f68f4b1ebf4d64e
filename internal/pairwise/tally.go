package pairwise

import (
	"judgement/internal/jury"
	"judgement/internal/stat"
	"judgement/report"
)

// Sure is the probability from which an order counts as settled.
const Sure = 0.95

// asideFrom is the number of comparisons from which a judge that contradicts itself
// in more than half of them is set aside: a coin would contradict itself in half.
const asideFrom = 8

// judgeTally counts how one judge compared.
type judgeTally struct {
	report.PairwiseJudge
	firstWon, won int // calls
}

// tallies counts the comparisons by judge.
func tallies(p *Plan, f *found) []judgeTally {
	out := make([]judgeTally, len(p.Judges))
	for j, judge := range p.Judges {
		out[j].Judge, out[j].Model, out[j].NoModel = judge.Slug, judge.Model, judge.NoModel
	}
	f.each(func(j int, c *Comparison) { out[j].add(c) })
	for j := range out {
		t := &out[j]
		t.SetAside = t.Comparisons >= asideFrom && 2*t.Contradicted > t.Comparisons
		if t.won > 0 {
			share := decimal(float64(t.firstWon)/float64(t.won), 3)
			t.FirstWon = &share
		}
	}
	return out
}

func (t *judgeTally) add(c *Comparison) {
	for k, v := range c.Votes {
		if v.Outcome != jury.OK || v.Winner == WinnerTie {
			continue
		}
		t.won++
		if (v.Winner == WinnerOne) == (k == 0) {
			t.firstWon++
		}
	}
	if !c.voted() {
		t.Unanswered++
		return
	}
	t.Comparisons++
	a, b := c.Votes[0].Winner, c.Votes[1].Winner
	switch {
	case a == b:
		t.Consistent++
		if a == WinnerTie {
			t.Ties++
		}
	case c.contradictory():
		t.Contradicted++
	}
}

// duels turns comparisons into counts. Judges who are set aside answer by place: their
// contradictions say nothing of how close two submissions are. Each of the two orders counts half of the
// judge's weight, so that a judge who prefers a place gives each submission half a
// win: what the order alone decides cancels out. A comparison without both answers
// would not cancel, and counts for nothing. Repeats of a judge share its weight: they
// lessen its noise, not what it gets wrong every time.
func duels(p *Plan, f *found, judges []judgeTally) []stat.Duel {
	mean := 0.0
	for _, j := range p.Judges {
		mean += j.Weight.Float() / float64(len(p.Judges))
	}
	var out []stat.Duel
	for _, at := range f.pairs() {
		d := stat.Duel{A: at[0], B: at[1]}
		voted := make([]float64, len(p.Judges)) // repeats in which a judge did
		for i, c := range f.by[at] {
			if c != nil && c.voted() {
				voted[i%len(voted)]++
			}
		}
		for i, c := range f.by[at] {
			j := i % len(voted)
			if c == nil || !c.voted() || judges[j].SetAside && c.contradictory() {
				continue
			}
			half := 0.5 / voted[j]
			if mean > 0 {
				half *= p.Judges[j].Weight.Float() / mean
			}
			for _, v := range c.Votes {
				switch v.Winner {
				case WinnerOne:
					d.WinsA += half
				case WinnerTwo:
					d.WinsB += half
				case WinnerTie:
					d.Tie += half
				}
			}
		}
		out = append(out, d)
	}
	return out
}
