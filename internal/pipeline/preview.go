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
	out := &Preview{Plan: plan, Source: r.Document()}
	known := true
	for _, e := range estimates {
		info := p.Model.Info(e.Model)
		j := PreviewJudge{Judge: e.Judge, Model: info.Name, Calls: e.Calls}
		if !info.NoModel {
			j.Prompt, j.Reply = e.Prompt, e.Reply
		}
		j.Cost = mostCost(info, j.Prompt, j.Reply)
		out.Calls, out.Prompt, out.Reply = out.Calls+j.Calls, out.Prompt+j.Prompt, out.Reply+j.Reply
		out.Cost = addCost(out.Cost, j.Cost, &known)
		out.Judges = append(out.Judges, j)
	}
	if !known {
		out.Cost = nil
	}
	return out, nil
}

// mostCost is what a prompt and a reply of that length cost; nil: unknown.
func mostCost(info llm.Info, prompt, reply int) *report.Money {
	if info.Price == nil {
		return nil
	}
	return &report.Money{
		Currency: info.Price.Currency,
		Amount:   info.Price.Cost(llm.Usage{PromptTokens: prompt, CompletionTokens: reply}),
	}
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
