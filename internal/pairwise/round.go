package pairwise

import (
	"context"
	"fmt"
	"sync"

	"judgement/internal/evidence"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/jury"
)

// question is one comparison that is asked for: two calls.
type question struct {
	at            pair
	judge, repeat int
}

// round asks for the comparisons that the pairs lack, and keeps what came. done
// says that there is no use in going on.
func (r *Run) round(ctx context.Context, number int, pairs []pair, out *Ended) (done bool, err error) {
	out.Rounds++
	var asked []question
	var calls []jury.Call
	for _, p := range pairs {
		r.tried[p] = true
		a, b := r.Documents[p[0]], r.Documents[p[1]]
		indexes := sync.OnceValue(func() map[Winner]*evidence.Index { return newIndexes(a, b) })
		marks, err := r.marks(a, b)
		if err != nil {
			return false, err
		}
		repeat, _ := r.found.ending(r.Plan, p)
		for j, there := range r.found.repeat(p, repeat) {
			if there != nil {
				continue
			}
			q := question{p, j, repeat}
			two, err := r.calls(q, a, b, marks, indexes)
			if err != nil {
				return false, err
			}
			asked, calls = append(asked, q), append(calls, two...)
		}
	}
	if r.OnRound != nil {
		r.OnRound(Round{
			Number: number, Pairs: len(pairs), Calls: len(calls), Compared: len(r.found.by),
			Limit: r.Plan.Limit(len(r.Documents)), Used: r.found.calls(),
		})
	}
	answers, err := jury.Ask(ctx, r.Jury, Phase, calls)
	if err != nil {
		return false, err
	}
	return r.keep(ctx, asked, answers, out)
}

// marks are the random marks of a pair's two orders. All judges have the same, so that
// their prompts begin alike and servers can cache them.
func (r *Run) marks(one, two Document) (out [2]string, err error) {
	texts := []string{one.Text, two.Text}
	for _, j := range r.Plan.Judges {
		texts = append(texts, j.body)
	}
	for i := range out {
		if out[i], err = format.Mark(r.Random, texts...); err != nil {
			return out, err
		}
	}
	return out, nil
}

// calls are the two calls of one comparison, one per order.
func (r *Run) calls(q question, one, two Document, marks [2]string, indexes func() map[Winner]*evidence.Index) ([]jury.Call, error) {
	j := r.Plan.Judges[q.judge]
	documents := map[Winner]Document{WinnerOne: one, WinnerTwo: two}
	var out []jury.Call
	for i, order := range [][2]Winner{{WinnerOne, WinnerTwo}, {WinnerTwo, WinnerOne}} {
		req, err := r.Plan.request(j, documents[order[0]], documents[order[1]], marks[i])
		if err != nil {
			return nil, err
		}
		s := shown{order, indexes}
		out = append(out, jury.Call{Judge: j.Slug, SkillSHA256: j.SkillSHA256, Provider: j.provider, Repeat: q.repeat, Request: req, Again: again, Parse: s.vote, Unproven: s.unproven})
	}
	return out, nil
}

// keep stores the comparisons that were answered.
func (r *Run) keep(ctx context.Context, asked []question, answers []jury.Answer, out *Ended) (done bool, err error) {
	kept, over := 0, false
	var blocked *fault.Error
	for i, q := range asked {
		both := answers[2*i : 2*i+2]
		for _, a := range both {
			over = over || a.Outcome == jury.OverBudget
			if a.Outcome != jury.Failed {
				continue
			}
			out.Reason, out.Cause = a.Reason, fault.CodeOf(a.Fault)
			if a.Blocked() {
				blocked = a.Fault
			}
		}
		c := r.comparison(q, both)
		if !c.final() {
			if both[0].Outcome == jury.Failed || both[1].Outcome == jury.Failed {
				out.Failed++
			}
			continue
		}
		if err := r.choose(ctx); err != nil {
			return false, fmt.Errorf("keep the plan of the comparisons: %w", err)
		}
		if err := keepComparison(ctx, r.Store, c); err != nil {
			return false, fmt.Errorf("keep a comparison: %w", err)
		}
		r.found.add(q.at, q.judge, c)
		kept++
	}
	switch {
	case over:
		out.Stop = StopCalls
	case kept == 0 && len(asked) > 0:
		out.Stop, out.Model = StopFailed, blocked
	default:
		return false, nil
	}
	return true, nil
}

// comparison is what a judge's two answers come to.
func (r *Run) comparison(q question, answers []jury.Answer) *Comparison {
	j := r.Plan.Judges[q.judge]
	vote := func(a jury.Answer) Vote { return finish(a, format.Cost(a, r.Jury.Model, j.asked)) }
	return &Comparison{
		Schema: 1, Basis: j.Basis, One: r.hashes[q.at[0]], Two: r.hashes[q.at[1]], Judge: j.Slug, NoModel: j.NoModel, Repeat: q.repeat,
		Model: answers[0].Model, At: r.Jury.Now().UTC(),
		Votes: [2]Vote{vote(answers[0]), vote(answers[1])},
	}
}
