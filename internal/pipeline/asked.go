package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/report"
)

// Asked is one call of a version with its reply as it came.
type Asked struct {
	jury.Record
	Cost *report.Money // by today's prices; nil: unknown
	// Prompt is what was sent. It is made again from the frozen plan and kept if its
	// hash is the recorded one; nil: it can't be made again, as that of a repair turn,
	// or that of a skill that has changed.
	Prompt []llm.Message
}

// Asked returns the calls that a version made of one judge, the oldest first.
func (p *Pipeline) Asked(ctx context.Context, c *casefile.Case, number int, judge string) ([]Asked, error) {
	v, err := c.Version(ctx, number)
	if err != nil {
		return nil, err
	}
	var out []Asked
	for rec, err := range v.Records(ctx) {
		if err != nil {
			return nil, err
		}
		if rec.Key.Judge == judge {
			out = append(out, Asked{Record: rec, Cost: p.costOf(rec)})
		}
	}
	slices.SortFunc(out, func(a, b Asked) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Key.Repeat, b.Key.Repeat), cmp.Compare(a.Key.Try, b.Key.Try))
	})
	prompts := p.prompts(ctx, c, v)
	for i := range out {
		out[i].Prompt = prompts[out[i].Key.PromptSHA256]
	}
	return out, nil
}

// costOf is what a call cost.
func (p *Pipeline) costOf(rec jury.Record) *report.Money {
	price := p.Model.Info(rec.Model).Price
	if price == nil {
		return nil
	}
	return &report.Money{Currency: price.Currency, Amount: price.Cost(rec.Usage)}
}

// prompts makes the first prompts of a version again, by their hash. What can't be
// made is left out.
func (p *Pipeline) prompts(ctx context.Context, c *casefile.Case, v *casefile.Version) map[string][]llm.Message {
	out := map[string][]llm.Message{}
	kept, err := v.Plan(ctx)
	var doc document.Document
	if err != nil || json.Unmarshal(kept.DocumentJSON, &doc) != nil {
		return out
	}
	doc.Text = string(kept.Document)
	s, err := p.Open(c.Scene)
	if err != nil {
		return out
	}
	r, err := p.restore(s, kept, &doc)
	if err != nil {
		return out
	}
	round, err := r.Next(format.Version{Number: v.Number, Date: v.Date}, nil)
	if err != nil || round == nil {
		return out
	}
	for _, call := range round.Calls {
		out[llm.PromptSHA256(p.Model.Info(call.Request.Model).Name, call.Request)] = call.Request.Messages
	}
	return out
}

// Stored reads a published version back: what its report is made of.
func (p *Pipeline) Stored(ctx context.Context, c *casefile.Case, number int) (*Result, error) {
	v, err := c.Version(ctx, number)
	if err == nil && !v.Complete {
		err = fs.ErrNotExist
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out *Result
	if err == nil {
		out, _, err = p.stored(ctx, nil, c, v, format.Reread{})
	}
	if err != nil {
		return nil, fmt.Errorf("case %s, version %d: %w", c.ID, number, err)
	}
	return out, nil
}

// Planned returns the plan that a version was begun with.
func (p *Pipeline) Planned(ctx context.Context, c *casefile.Case, number int) (*format.Plan, error) {
	v, err := c.Version(ctx, number)
	if err != nil {
		return nil, err
	}
	kept, err := v.Plan(ctx)
	if err != nil {
		return nil, err
	}
	var plan format.Plan
	if err := json.Unmarshal(kept.JSON, &plan); err != nil || plan.Panel == nil {
		return nil, fmt.Errorf("plan.json of case %s v%d is damaged: restore it from a backup", c.ID, number)
	}
	return &plan, nil
}
