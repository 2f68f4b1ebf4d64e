package llm

import "judgement/panel"

// Price is what a model costs, in currency units per million tokens.
type Price struct {
	Currency string       `json:"currency"` // ISO 4217
	Input    panel.Points `json:"input"`
	Cached   panel.Points `json:"cached"` // prompt tokens read from the server's cache
	// CacheWrite is for prompt tokens that a server with a price for that wrote to its cache.
	CacheWrite panel.Points `json:"cache_write"`
	Output     panel.Points `json:"output"`
}

// Cost returns the exact price of a usage, in units of the price's currency.
func (p Price) Cost(u Usage) panel.Points {
	fresh := panel.PointsOf(int64(u.PromptTokens - u.CachedTokens - u.CacheWrites)).Mul(p.Input)
	cached := panel.PointsOf(int64(u.CachedTokens)).Mul(p.Cached).Add(panel.PointsOf(int64(u.CacheWrites)).Mul(p.CacheWrite))
	out := panel.PointsOf(int64(u.CompletionTokens)).Mul(p.Output)
	return fresh.Add(cached).Add(out).Quo(panel.PointsOf(1_000_000))
}
