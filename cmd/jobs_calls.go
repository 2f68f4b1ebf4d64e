package cmd

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"judgement/internal/jury"
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

// callsLine sums calls up. What a reply is worth is known of whole answers only,
// which may take several calls.
func callsLine(calls []jobCall, events []jury.Event) string {
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
	if unusable, of := answersOf(events); of > 0 {
		line = fmt.Sprintf("answers: %d, %d of them without a usable reply; %s", of, unusable, line)
	}
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

// answersOf counts how asking each judge ended, and how often it gave nothing of
// use. Of a phase that ran several times the last time counts.
func answersOf(events []jury.Event) (unusable, all int) {
	type count struct{ unusable, all int }
	phases := map[string]count{}
	for _, e := range events {
		n := phases[e.Phase]
		switch e.Type {
		case jury.PhaseStarted:
			n = count{}
		case jury.JudgeFinished:
			n.all++
			if e.Outcome == nil || *e.Outcome != jury.OK {
				n.unusable++
			}
		case jury.JudgeStarted, jury.JudgeRetry, jury.JobDone, jury.JobFailed:
			continue
		}
		phases[e.Phase] = n
	}
	for _, n := range phases { // a sum
		unusable, all = unusable+n.unusable, all+n.all
	}
	return unusable, all
}
