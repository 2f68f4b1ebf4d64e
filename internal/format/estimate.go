package format

import (
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/report"
)

// Estimate is what calls to one judge may need.
type Estimate struct {
	Judge    string        `json:"judge"`
	Provider string        `json:"provider"`
	Model    string        `json:"model"` // as it is configured; after Price its own name
	Calls    int           `json:"calls"`
	Prompt   int           `json:"prompt_tokens"`
	Reply    int           `json:"reply_tokens"` // at most
	Cost     *report.Money `json:"cost"`         // null: unknown
}

// EstimateCalls estimates each call.
func EstimateCalls(calls []jury.Call) []Estimate {
	out := make([]Estimate, len(calls))
	for i, c := range calls {
		r := c.Request
		out[i] = Estimate{Judge: c.Judge, Model: r.Model, Calls: 1, Prompt: llm.EstimatePrompt(r), Reply: r.MaxTokens}
	}
	return out
}

// Price fills in the models' own names and what the judges cost, and returns the
// sum; its cost is nil if one is unknown or of another currency.
func Price(judges []Estimate, models Models) (sum Estimate) {
	for i := range judges {
		j := &judges[i]
		info := models.Info(j.Model)
		if j.Provider, j.Model = info.Provider, info.Name; info.NoModel {
			j.Prompt, j.Reply = 0, 0
		}
		if info.Price != nil {
			j.Cost = &report.Money{Currency: info.Price.Currency, Amount: info.Price.Cost(llm.Usage{PromptTokens: j.Prompt, CompletionTokens: j.Reply})}
		}
	}
	u, cost := Total(judges, func(j Estimate) (report.Usage, *report.Money) {
		return report.Usage{Calls: j.Calls, PromptTokens: j.Prompt, CompletionTokens: j.Reply}, j.Cost
	})
	return Estimate{Calls: u.Calls, Prompt: u.PromptTokens, Reply: u.CompletionTokens, Cost: cost}
}
