package pipeline

import (
	"context"

	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/llm"
	"judgement/report"
)

// Preview is what a job would do.
type Preview struct {
	Plan   *format.Plan       `json:"plan"`
	Judges []PreviewJudge     `json:"judges"`
	Calls  int                `json:"calls"`
	Prompt int                `json:"prompt_tokens"` // estimated
	Reply  int                `json:"reply_tokens"`  // at most
	Cost   *report.Money      `json:"cost"`          // at most, when every first reply is usable; null: unknown
	Source *document.Document `json:"document"`
}

// PreviewJudge is one judge of a Preview.
type PreviewJudge struct {
	Judge  string        `json:"judge"`
	Model  string        `json:"model"`
	Calls  int           `json:"calls"`
	Prompt int           `json:"prompt_tokens"`
	Reply  int           `json:"reply_tokens"`
	Cost   *report.Money `json:"cost"`
}

// Preview reads the document and plans the job, and stops before the first
// call. It writes nothing.
func (p *Pipeline) Preview(ctx context.Context, s *Setup, spec job.Spec) (*Preview, error) {
	r, err := p.prepare(ctx, s, spec)
	if err != nil {
		return nil, err
	}
	plan := r.Frozen().Base()
	estimates, err := r.Preview(format.Version{Number: 1, Date: p.day(plan)})
	if err != nil {
		return nil, err
	}
	var asked []PreviewJudge
	for _, e := range estimates {
		asked = append(asked, PreviewJudge{Judge: e.Judge, Model: e.Model, Calls: e.Calls, Prompt: e.Prompt, Reply: e.Reply})
	}
	sum := p.price(asked)
	return &Preview{Plan: plan, Source: r.Document(), Judges: asked, Calls: sum.Calls, Prompt: sum.Prompt, Reply: sum.Reply, Cost: sum.Cost}, nil
}

// price fills in the models' own names and what the judges cost, and returns the sum; its
// cost is nil if one is unknown or of another currency.
func (p *Pipeline) price(judges []PreviewJudge) (sum PreviewJudge) {
	known := true
	for i := range judges {
		j := &judges[i]
		info := p.Model.Info(j.Model)
		if j.Model = info.Name; info.NoModel {
			j.Prompt, j.Reply = 0, 0
		}
		if info.Price != nil {
			j.Cost = &report.Money{Currency: info.Price.Currency, Amount: info.Price.Cost(llm.Usage{PromptTokens: j.Prompt, CompletionTokens: j.Reply})}
		}
		sum.Calls, sum.Prompt, sum.Reply = sum.Calls+j.Calls, sum.Prompt+j.Prompt, sum.Reply+j.Reply
		switch {
		case j.Cost == nil || sum.Cost != nil && sum.Cost.Currency != j.Cost.Currency:
			known = false
		case sum.Cost == nil:
			sum.Cost = &report.Money{Currency: j.Cost.Currency, Amount: j.Cost.Amount}
		default:
			sum.Cost.Amount = sum.Cost.Amount.Add(j.Cost.Amount)
		}
	}
	if !known {
		sum.Cost = nil
	}
	return sum
}
