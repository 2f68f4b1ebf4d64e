package cmd

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"judgement/internal/store"
	"judgement/panel"
)

// jobCall is one call of a model that a job made.
type jobCall struct {
	At        time.Time `json:"at"`
	Judge     string    `json:"judge"`
	Model     string    `json:"model"`
	Outcome   string    `json:"outcome"` // ok, length, refusal, or what went wrong
	TokensIn  int       `json:"tokens_in"`
	TokensOut int       `json:"tokens_out"`
	Cost      string    `json:"cost"` // with its currency; empty where the price is unknown
	TookMS    int64     `json:"took_ms"`
	Error     string    `json:"error"`
}

func jobCalls(ctx context.Context, db *store.DB, id string) ([]jobCall, error) {
	out := []jobCall{}
	all, err := db.Calls(ctx, id)
	for _, c := range all {
		out = append(out, jobCall{
			At: c.At, Judge: c.Judge, Model: c.Model, Outcome: c.Outcome, TokensIn: c.TokensIn, TokensOut: c.TokensOut,
			Cost: c.Cost, TookMS: c.Took.Milliseconds(), Error: c.Error,
		})
	}
	return out, err
}

// callsLine sums calls up.
func callsLine(calls []jobCall) string {
	bad, in, out := 0, 0, 0
	cost := map[string]panel.Points{}
	for _, c := range calls {
		if c.Outcome != "ok" {
			bad++
		}
		in, out = in+c.TokensIn, out+c.TokensOut
		amount, currency, _ := strings.Cut(c.Cost, " ")
		if p, err := panel.ParsePoints(amount); err == nil {
			cost[currency] = cost[currency].Add(p)
		}
	}
	line := fmt.Sprintf("calls: %d, %d of them without a usable reply; %d tokens in, %d out", len(calls), bad, in, out)
	var currencies []string
	for currency := range cost {
		currencies = append(currencies, currency)
	}
	slices.Sort(currencies)
	for _, currency := range currencies {
		line += fmt.Sprintf("; %s %s", cost[currency].Decimal(4), currency)
	}
	return line
}
