package pipeline

import (
	"context"
	"encoding/json"
	"fmt"

	"judgement/internal/board"
	"judgement/internal/document"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/pairwise"
	"judgement/panel"
	"judgement/report"
)

// CompareOptions are a run's own settings.
type CompareOptions struct {
	Calls          int           // limit in all, 0: the scene's, else by the number of submissions
	MaxCost        *panel.Points // of this run; nil: no limit
	MaxReplyTokens int
	Temperature    float64
	Seed           int64
}

// NotPairwiseError says that a scene compares nothing.
type NotPairwiseError struct{ Scene string }

func (e *NotPairwiseError) Error() string {
	return fmt.Sprintf("scene %s compares no submissions: its ranking.mode is scores", e.Scene)
}

// TooManyError says that there are more documents than can be compared.
type TooManyError struct{ Documents int }

func (e *TooManyError) Error() string {
	return fmt.Sprintf("%d documents can't be compared two at a time: %d is the most", e.Documents, pairwise.MaxDocuments)
}

// ComparePreview is what comparing would do.
type ComparePreview struct {
	Scene       string         `json:"scene"`
	Submissions int            `json:"submissions"` // on the board
	Documents   int            `json:"documents"`   // different texts among them
	Possible    int            `json:"possible_pairs"`
	Compared    int            `json:"compared_pairs"` // by every judge already
	Pairs       int            `json:"pairs"`          // to come, at most
	Limit       int            `json:"limit"`          // of calls
	Used        int            `json:"used"`           // of these already
	Judges      []PreviewJudge `json:"judges"`
	// CallsPerPair is what a pair takes when every reply is usable at once.
	CallsPerPair int           `json:"calls_per_pair"`
	Calls        int           `json:"calls"`         // to come, at most, when every reply is usable at once
	Prompt       int           `json:"prompt_tokens"` // estimated for documents of mean length
	Reply        int           `json:"reply_tokens"`  // at most
	Cost         *report.Money `json:"cost"`          // null: unknown
}

// Compared is a finished run of comparisons.
type Compared struct {
	*pairwise.Ended
	Ranking *Ranking
}

// PreviewCompare says what comparing a scene's submissions would take, before the
// first call. It writes nothing.
func (p *Pipeline) PreviewCompare(ctx context.Context, s *Setup, o CompareOptions) (*ComparePreview, error) {
	c, err := p.contest(ctx, s, o)
	if err != nil {
		return nil, err
	}
	out := &ComparePreview{
		Scene: s.Scene.Slug, Submissions: c.submissions, Documents: len(c.docs), Possible: len(c.docs) * (len(c.docs) - 1) / 2,
		Limit: c.plan.Limit(len(c.docs)), Judges: []PreviewJudge{},
		CallsPerPair: c.plan.CallsPerPair(),
	}
	if out.Compared, out.Used, err = pairwise.Progress(ctx, p.Cases.Comparisons(s.Scene.Slug), c.plan, c.docs); err != nil {
		return nil, err
	}
	out.Pairs = max(0, min(out.Possible-out.Compared, (out.Limit-out.Used)/c.plan.CallsPerPair()))
	calls, err := c.plan.Sample(c.docs)
	if err != nil {
		return nil, err
	}
	for i, call := range calls {
		n := 2 * out.Pairs
		out.Judges = append(out.Judges, PreviewJudge{Judge: c.plan.Judges[i].Slug, Model: call.Model, Calls: n, Prompt: n * llm.EstimatePrompt(call), Reply: n * call.MaxTokens})
	}
	sum := p.price(out.Judges)
	out.Calls, out.Prompt, out.Reply, out.Cost = sum.Calls, sum.Prompt, sum.Reply, sum.Cost
	return out, nil
}

// Compare has a scene's submissions compared two at a time, as many as the calls
// allow or as it takes to settle the order, and makes the board. What was compared
// before counts and is not asked again; so it does after a crash. Both listeners may
// be nil; events come one at a time.
func (p *Pipeline) Compare(ctx context.Context, s *Setup, o CompareOptions, onEvent func(jury.Event), onRound func(pairwise.Round)) (*Compared, error) {
	c, err := p.contest(ctx, s, o)
	if err != nil {
		return nil, err
	}
	store := p.Cases.Comparisons(s.Scene.Slug)
	unlock, err := store.Lock(ctx)
	if err != nil {
		return nil, fmt.Errorf("compare the submissions of scene %s: %w", s.Scene.Slug, err)
	}
	defer unlock()
	ev := &stream{now: p.Now, to: onEvent}
	run := &pairwise.Run{
		Plan: c.plan, Documents: c.docs, Store: store, MaxCost: o.MaxCost, Random: p.Random, ContextTokens: p.ContextTokens, OnRound: onRound,
		Jury: &jury.Runner{
			Model: p.Model, Slots: p.Slots, RateLimiter: p.Gate, Retry: p.Retry, OnEvent: ev.send,
			Now: p.Now, Sleep: p.Sleep, Jitter: p.Jitter,
		},
	}
	ended, err := run.Go(ctx)
	if err != nil {
		return nil, fmt.Errorf("compare the submissions of scene %s: %w", s.Scene.Slug, err)
	}
	if m := ended.Model; m != nil {
		return nil, ModelFault(m.Kind, m.Fix, fmt.Errorf("compare the submissions of scene %s: %w", s.Scene.Slug, m))
	}
	r, err := p.Ranking(ctx, s)
	if err != nil {
		return nil, err
	}
	return &Compared{Ended: ended, Ranking: r}, nil
}

// contest is a competition with the texts on its board and the plan by which they
// are compared.
type contest struct {
	submissions int
	docs        []pairwise.Document
	plan        *pairwise.Plan
}

func (p *Pipeline) contest(ctx context.Context, s *Setup, o CompareOptions) (*contest, error) {
	if !s.Competes() {
		return nil, &NoBoardError{Scene: s.Scene.Slug, Format: s.Panel.OutputFormat}
	}
	if !s.Scene.Ranking.Pairwise() {
		return nil, &NotPairwiseError{Scene: s.Scene.Slug}
	}
	if err := CheckModels(p.Model, s.Panel); err != nil {
		return nil, err
	}
	b, subs, err := p.scored(ctx, s)
	if err != nil {
		return nil, err
	}
	out := &contest{submissions: len(b.Entries)}
	calls := o.Calls
	if calls == 0 {
		calls = s.Scene.Ranking.Calls
	}
	judges := s.Panel
	if len(subs) > 0 {
		judges = subs[0].Panel // those whose scores are on the board
	}
	out.plan, err = pairwise.NewPlan(pairwise.Input{
		Scene: s.Scene.Slug, PanelSHA256: b.PanelSHA256, Language: string(b.Language), Panel: judges, Skills: s.Skills, Models: p.Model,
		Options: pairwise.Options{MaxReplyTokens: o.MaxReplyTokens, Temperature: o.Temperature, Seed: o.Seed},
		Calls:   calls, Now: p.Now(),
	})
	if err != nil {
		return nil, fmt.Errorf("plan the comparisons of scene %s: %w", s.Scene.Slug, err)
	}
	different := map[string]bool{}
	for _, sub := range subs {
		different[sub.Document] = true
	}
	if len(different) > pairwise.MaxDocuments {
		return nil, &TooManyError{len(different)}
	}
	for _, e := range b.Entries {
		d, err := p.text(ctx, e)
		if err != nil {
			return nil, err
		}
		out.docs = append(out.docs, d)
	}
	out.docs = pairwise.Sort(out.docs)
	return out, nil
}

// text reads the document that a board's entry was judged by.
func (p *Pipeline) text(ctx context.Context, e report.BoardEntry) (pairwise.Document, error) {
	c, err := p.Cases.Find(ctx, e.Case)
	if err != nil {
		return pairwise.Document{}, err
	}
	v, err := complete(ctx, c, e.CaseVersion)
	if err != nil {
		return pairwise.Document{}, err
	}
	kept, err := v.Plan(ctx)
	if err != nil {
		return pairwise.Document{}, err
	}
	var doc document.Document
	if err := json.Unmarshal(kept.DocumentJSON, &doc); err != nil {
		return pairwise.Document{}, fmt.Errorf("read the document's description of case %s: %w", e.Case, err)
	}
	return pairwise.Document{SHA256: doc.SHA256, Text: string(kept.Document), PageAt: doc.PageAt}, nil
}

// entrants are submissions as comparisons know them.
func entrants(subs []board.Submission) []pairwise.Entrant {
	var out []pairwise.Entrant
	for _, s := range subs {
		e := pairwise.Entrant{Case: s.Case, SHA256: s.Document}
		for _, k := range s.Tricks {
			if k.SpeaksToJudges() {
				e.Planted = append(e.Planted, string(k))
			}
		}
		out = append(out, e)
	}
	return out
}
