package cmd

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"judgement/internal/app"
	"judgement/internal/jury"
	"judgement/panel"
)

// callsLine sums calls up. What a reply is worth is known of whole answers only,
// which may take several calls.
func callsLine(calls []app.JobCall, events []jury.Event) string {
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
	line := fmt.Sprintf("calls: %d, %d of them failed; %d tokens in, %d out", len(calls), bad, in, out)
	if unusable, of := app.Answers(events); of > 0 {
		line = fmt.Sprintf("answers: %d, %d of them without a usable reply; %s", of, unusable, line)
	}
	for _, currency := range slices.Sorted(maps.Keys(cost)) {
		line += fmt.Sprintf("; %s %s", cost[currency].Decimal(4), currency)
	}
	return line
}
