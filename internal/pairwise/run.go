package pairwise

import (
	"context"
	"io"
	"slices"

	"judgement/internal/fault"
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
