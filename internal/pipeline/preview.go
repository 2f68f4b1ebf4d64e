package pipeline

import (
	"context"

	"judgement/internal/document"
	"judgement/internal/llm"
	"judgement/internal/review"
	"judgement/report"
)

// Preview is what a job would do.
type Preview struct {
	Plan   *review.Plan       `json:"plan"`
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
func (p *Pipeline) Preview(ctx context.Context, s *Setup, job Job) (*Preview, error) {
	if s.IsMeeting() {
		return p.previewMeeting(ctx, s, job)
	}
	r, err := p.prepare(ctx, s, job)
	if err != nil {
		return nil, err
	}
	out := &Preview{Plan: r.plan, Source: r.doc}
	known := true
	calls, err := p.calls(r)
	if err != nil {
		return nil, err
	}
	for _, call := range calls {
		info := p.Model.Info(call.Model)
		j := PreviewJudge{Judge: call.Judge, Model: info.Name, Calls: 1}
		if !info.NoModel {
			j.Prompt, j.Reply = llm.EstimatePrompt(call), call.MaxTokens
		}
		j.Cost = mostCost(info, j.Prompt, j.Reply)
		out.add(j, &known)
	}
	if !known {
		out.Cost = nil
	}
	return out, nil
}

// add counts one judge; known turns false where a cost is unknown.
func (p *Preview) add(j PreviewJudge, known *bool) {
	p.Calls, p.Prompt, p.Reply = p.Calls+j.Calls, p.Prompt+j.Prompt, p.Reply+j.Reply
	p.Cost = addCost(p.Cost, j.Cost, known)
	p.Judges = append(p.Judges, j)
}

// addCost adds an amount to a sum, nil for none yet; known turns false where the
// amount is unknown or of another currency.
func addCost(sum, m *report.Money, known *bool) *report.Money {
	switch {
	case m == nil || sum != nil && sum.Currency != m.Currency:
		*known = false
		return sum
	case sum == nil:
		return &report.Money{Currency: m.Currency, Amount: m.Amount}
	}
	return &report.Money{Currency: sum.Currency, Amount: sum.Amount.Add(m.Amount)}
}
