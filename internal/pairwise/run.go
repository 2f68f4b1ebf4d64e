package pairwise

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"judgement/internal/evidence"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/stat"
	"judgement/panel"
)

// Phase names the phase in which judges compare.
const Phase = "compare"

// Run compares the documents of a scene until the order is settled or the calls
// are used up. What was compared before counts and is not asked again.
type Run struct {
	Plan        *Plan
	Submissions int        // on the board
	Documents   []Document // by hash, each text once
	Store       Store
	Jury        *jury.Runner  // Ledger and Budget are the run's own
	MaxCost     *panel.Points // of this run; nil: no limit
	Random      io.Reader     // for the documents' marks
	// ContextTokens is the models' context; a pair whose prompt is longer is not
	// compared. 0: unknown.
	ContextTokens int
	OnRound       func(Round) // nil: there is no listener

	hashes []string
	tokens []int // estimated, by document
	around int   // tokens of a prompt beside the documents, and of the reply
	found  *found
	tried  map[pair]bool // in this run
	chosen bool          // the plan is the one that boards go by
}

// Round describes a round, before its first call.
type Round struct {
	Number   int
	Pairs    int // of the round
	Calls    int // of the round, when every reply is usable at once
	Compared int // pairs so far
	Limit    int // calls in all
	Used     int // calls so far
}

// Stop says why a run ended.
type Stop string

// The ways in which a run ends.
const (
	StopDecided Stop = "decided" // each is better than the next with 95 %
	StopAll     Stop = "all"     // every pair is compared
	StopCalls   Stop = "calls"   // the calls are used up
	StopFailed  Stop = "failed"  // judges could not be asked
	StopOne     Stop = "one"     // there is no pair
)

// Ended is how a run ended.
type Ended struct {
	Stop   Stop
	Rounds int
	Failed int          // comparisons that could not be made for failed calls
	Model  *fault.Error // what kept judges from being asked at all, nil otherwise
	Reason string       // of the last failure
	Cause  fault.Code   // of it, if that is known
}

// maxBatch is how many pairs a round compares at most: their prompts are in memory
// together.
const maxBatch = 64

// batch is how many pairs a round chooses: about as many as give every document one
// more opponent, at least four so that calls run side by side.
func batch(documents int) int { return min(maxBatch, max(4, documents/2)) }

// Go compares. Its error is for what ends a run at once: a cancelled context, a
// store that can't keep what was bought.
func (r *Run) Go(ctx context.Context) (*Ended, error) {
	if err := r.begin(ctx); err != nil {
		return nil, err
	}
	out := &Ended{}
	if len(r.Documents) < 2 {
		out.Stop = StopOne
		return out, nil
	}
	chosen, last, err := rounds(ctx, r.Store, r.Plan, r.hashes)
	if err != nil {
		return nil, err
	}
	begun := append(chosen, r.found.pairs()...)
	slices.SortFunc(begun, comparePairs)
	for open := range slices.Chunk(slices.DeleteFunc(slices.Compact(begun), r.complete), maxBatch) {
		if done, err := r.settle(ctx, last, open, out); err != nil || done {
			return out, err
		}
	}
	for {
		todo, stop, err := r.next()
		if err != nil || stop != "" {
			if out.Stop = stop; out.Failed > 0 && stop == StopAll {
				out.Stop = StopFailed
			}
			if err == nil && len(r.found.by) > 0 {
				err = r.choose(ctx)
			}
			return out, err
		}
		last++
		if err := keepRound(ctx, r.Store, r.Plan, last, r.hashes, todo); err != nil {
			return nil, err
		}
		if done, err := r.settle(ctx, last, todo, out); err != nil || done {
			return out, err
		}
	}
}

// load reads what was compared before.
func (r *Run) load(ctx context.Context) (err error) {
	r.hashes = nil
	for _, d := range r.Documents {
		r.hashes = append(r.hashes, d.SHA256)
	}
	r.found, err = load(ctx, r.Store, r.Plan, r.hashes)
	return err
}

func (r *Run) begin(ctx context.Context) (err error) {
	r.tried = map[pair]bool{}
	for _, d := range r.Documents {
		r.tokens = append(r.tokens, llm.EstimateTokens(d.Text))
	}
	if err := r.load(ctx); err != nil {
		return err
	}
	limit := r.Plan.Limit(len(r.Documents))
	r.Jury.Ledger = r.Store
	r.Jury.Budget = &jury.Budget{
		MaxCost: r.MaxCost, MaxReply: r.Plan.Options.MaxReplyTokens, MaxCalls: limit, PreviousCalls: r.found.calls(),
	}
	requests, err := r.Plan.requests(Document{})
	for _, req := range requests {
		r.around = max(r.around, llm.EstimatePrompt(req)+req.MaxTokens)
	}
	return err
}

// choose makes the run's plan the one that boards go by. That is due when it has
// comparisons: a run that finds no model leaves the board as it was.
func (r *Run) choose(ctx context.Context) error {
	if r.chosen {
		return nil
	}
	r.chosen = true
	return keepPlan(ctx, r.Store, r.Plan)
}

// settle asks for comparisons of pairs until each has as many as it needs, or can't
// get more. done says that there is no use in going on.
func (r *Run) settle(ctx context.Context, number int, pairs []pair, out *Ended) (done bool, err error) {
	for len(pairs) > 0 {
		before := map[pair]int{}
		for _, p := range pairs {
			before[p], _ = r.found.ending(r.Plan, p)
		}
		if done, err := r.round(ctx, number, pairs, out); done || err != nil {
			return done, err
		}
		pairs = slices.DeleteFunc(pairs, func(p pair) bool {
			n, e := r.found.ending(r.Plan, p)
			return e != open || n == before[p]
		})
	}
	return false, nil
}

// complete reports whether a pair needs no more comparisons.
func (r *Run) complete(at pair) bool {
	_, e := r.found.ending(r.Plan, at)
	return e != open
}

// next chooses the pairs of the next round, or says why there is none.
func (r *Run) next() ([]pair, Stop, error) {
	n := len(r.Documents)
	room := (r.Plan.Limit(n) - r.found.calls()) / r.Plan.CallsPerPair()
	done := make([][2]int, 0, len(r.found.by))
	for _, p := range r.found.pairs() {
		done = append(done, p)
	}
	skip := func(i, j int) bool {
		p := pair{i, j}
		return r.found.by[p] != nil || r.tried[p] || r.tooLong(p)
	}
	most := maxBatch
	next := slices.DeleteFunc(stat.FirstPairs(n, done), func(p [2]int) bool { return skip(p[0], p[1]) })
	if len(next) == 0 {
		fit, err := stat.FitStrengths(n, duels(r.Plan, r.found, tallies(r.Plan, r.found)))
		if err != nil {
			return nil, "", err
		}
		if fit.Decided(Sure) {
			return nil, StopDecided, nil
		}
		most = batch(n)
		next = fit.NextPairs(min(most, max(room, 1)), float64(len(r.Plan.Judges)), skip)
	}
	switch {
	case len(next) == 0:
		return nil, StopAll, nil
	case room < 1:
		return nil, StopCalls, nil
	}
	var out []pair
	for _, p := range next[:min(len(next), room, most)] {
		out = append(out, p)
	}
	return out, "", nil
}

// requests are the judges' calls that would compare a document with itself, for
// estimates.
func (p *Plan) requests(d Document) ([]llm.Request, error) {
	out := make([]llm.Request, len(p.Judges))
	for i, j := range p.Judges {
		var err error
		if out[i], err = p.request(j, d, d, "0123456789abcdef"); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r *Run) tooLong(p pair) bool {
	if r.ContextTokens == 0 || r.Plan.NoModel() {
		return false
	}
	return r.tokens[p[0]]+r.tokens[p[1]]+r.around > r.ContextTokens
}

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
		Schema: 1, Basis: j.Basis, One: r.hashes[q.at[0]], Two: r.hashes[q.at[1]], Judge: j.Slug, Repeat: q.repeat,
		Model: answers[0].Model, At: r.Jury.Now().UTC(),
		Votes: [2]Vote{vote(answers[0]), vote(answers[1])},
	}
}
