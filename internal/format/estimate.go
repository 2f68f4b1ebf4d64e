package format

import (
	"math"

	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/report"
)

// Estimate is what calls to one judge may need.
type Estimate struct {
	Judge    string        `json:"judge"`
	Provider string        `json:"provider"`
	Model    string        `json:"model"`              // as it is configured; after Price its own name
	NoModel  bool          `json:"no_model,omitempty"` // no language model answers; known after Price
	Calls    int           `json:"calls"`
	Prompt   int           `json:"prompt_tokens"`
	Reply    int           `json:"reply_tokens"` // at most
	Cost     *report.Money `json:"cost"`         // null: unknown

	Share  float64 `json:"-"` // of the calls that is expected to be made, above 0 to 1
	Likely int     `json:"-"` // tokens of the reply as replies usually are
	Shared int     `json:"-"` // tokens of the prompt that calls of one group have in common
	Group  string  `json:"-"` // whose prompts begin alike; empty: none
}

// Expected is what calls are expected to need, beside the most that they may.
type Expected struct {
	Calls  int           `json:"calls"`
	Prompt int           `json:"prompt_tokens"`
	Cached int           `json:"cached_tokens"` // of the prompt, read from the server's cache
	Reply  int           `json:"reply_tokens"`
	Cost   *report.Money `json:"cost"` // null: unknown
	// NoModel says that no language model answers any call.
	NoModel bool `json:"no_model,omitempty"`
}

// usualTokens is what a reply takes per criterion and for the rest of it: a comment of
// some 60 words and a quote or two.
const usualTokens = 150

// EstimateCalls estimates each call.
func EstimateCalls(calls []jury.Call) []Estimate {
	out := make([]Estimate, len(calls))
	for i, c := range calls {
		r := c.Request
		out[i] = EstimateRequest(c.Judge, r)
	}
	return out
}

// EstimateRequest estimates one call.
func EstimateRequest(judge string, r llm.Request) Estimate {
	return Estimate{
		Judge: judge, Model: r.Model, Calls: 1, Prompt: llm.EstimatePrompt(r), Reply: r.MaxTokens,
		Share: 1, Likely: min(r.MaxTokens, usualTokens*(1+len(r.Criteria))),
		Shared: llm.EstimateTokens(r.Document), Group: string(r.Kind),
	}
}

// Expect returns what calls are expected to need. Their prices must be known as Price
// knows them, by the models that the calls ask for, so it goes before Price. Of calls
// with one model and group the first writes what they share to the cache, and the others
// read it, if that is more than cacheFrom tokens and cached tokens cost less.
func Expect(calls []Estimate, models Models, cacheFrom int) Expected {
	out, cost, known := Expected{NoModel: len(calls) > 0}, report.Money{}, len(calls) > 0
	type prefix struct{ model, group string }
	written := map[prefix]bool{}
	var made, prompt, cached, reply float64
	for _, c := range calls {
		info := models.Info(c.Model)
		made += c.Share * float64(c.Calls)
		if info.NoModel {
			c.Prompt, c.Likely = 0, 0
		} else {
			out.NoModel = false
		}
		u := llm.Usage{PromptTokens: int(c.Share * float64(c.Prompt)), CompletionTokens: int(c.Share * float64(c.Likely))}
		if p := info.Price; p != nil && cacheFrom > 0 && c.Shared > cacheFrom && p.Cached.Cmp(p.Input) < 0 {
			shared, at := int(c.Share*float64(c.Shared)), prefix{c.Model, c.Group}
			if written[at] {
				u.CachedTokens = shared
			} else {
				u.CacheWrites = shared
			}
			written[at] = true
		}
		prompt, cached, reply = prompt+float64(u.PromptTokens), cached+float64(u.CachedTokens), reply+float64(u.CompletionTokens)
		if info.Price == nil || cost.Currency != "" && cost.Currency != info.Price.Currency {
			known = false
			continue
		}
		cost.Currency, cost.Amount = info.Price.Currency, cost.Amount.Add(info.Price.Cost(u))
	}
	out.Calls, out.Prompt, out.Cached, out.Reply = int(math.Round(made)), int(prompt), int(cached), int(reply)
	if known {
		out.Cost = &cost
	}
	return out
}

// Price fills in the models' own names and what the judges cost, and returns the
// sum; its cost is nil if one is unknown or of another currency.
func Price(judges []Estimate, models Models) (sum Estimate) {
	for i := range judges {
		j := &judges[i]
		info := models.Info(j.Model)
		if j.Provider, j.Model, j.NoModel = info.Provider, info.Name, info.NoModel; info.NoModel {
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
