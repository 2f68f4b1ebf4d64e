package pairwise

import (
	"judgement/internal/jury"
	"judgement/internal/stat"
)

// Sure is the probability from which an order counts as settled.
const Sure = 0.95

// asideFrom is the number of comparisons from which a judge that contradicts itself
// in more than half of them is set aside: a coin would contradict itself in half.
const asideFrom = 8

// judgeTally counts how one judge compared.
type judgeTally struct {
	comparisons, consistent, contradicted, ties, unanswered int
	firstWon, won                                           int // calls
}

// tallies counts the comparisons by judge.
func tallies(p *Plan, f *found) []judgeTally {
	out := make([]judgeTally, len(p.Judges))
	for _, at := range f.pairs() {
		for j, c := range f.by[at] {
			if c != nil {
				out[j].add(c)
			}
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
		t.unanswered++
		return
	}
	t.comparisons++
	a, b := c.Votes[0].Winner, c.Votes[1].Winner
	switch {
	case a == b && a == WinnerTie:
		t.ties++
		t.consistent++
	case a == b:
		t.consistent++
	case a != WinnerTie && b != WinnerTie:
		t.contradicted++
	}
}

// setAside says which judges answer by place: their contradictions tell nothing of
// how close two submissions are.
func setAside(p *Plan, f *found) []bool {
	out := make([]bool, len(p.Judges))
	for j, t := range tallies(p, f) {
		out[j] = t.comparisons >= asideFrom && 2*t.contradicted > t.comparisons
	}
	return out
}

// duels turns comparisons into counts. Each of the two orders counts half of the
// judge's weight, so that a judge who prefers a place gives each submission half a
// win: what the order alone decides cancels out. A comparison without both answers
// would not cancel, and counts for nothing.
func duels(p *Plan, f *found, aside []bool) []stat.Duel {
	mean := 0.0
	for _, j := range p.Judges {
		mean += j.Weight.Float() / float64(len(p.Judges))
	}
	var out []stat.Duel
	for _, at := range f.pairs() {
		d := stat.Duel{A: at[0], B: at[1]}
		for j, c := range f.by[at] {
			if c == nil || !c.voted() {
				continue
			}
			a, b := c.Votes[0].Winner, c.Votes[1].Winner
			if aside[j] && a != b && a != WinnerTie && b != WinnerTie {
				continue
			}
			half := 0.5
			if mean > 0 {
				half = 0.5 * p.Judges[j].Weight.Float() / mean
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
