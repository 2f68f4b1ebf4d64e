package cmd

import (
	"testing"

	"judgement/internal/app"
	"judgement/internal/jury"
)

// TestCallsLine: calls that were answered may all be of no use.
func TestCallsLine(t *testing.T) {
	unparsable, ok := jury.Unparsable, jury.OK
	phase := jury.Event{Type: jury.PhaseStarted, Phase: "score"}
	ended := func(o *jury.Outcome) jury.Event {
		return jury.Event{Type: jury.JudgeFinished, Phase: "score", Outcome: o}
	}
	calls := []app.JobCall{
		{Outcome: "ok", TokensIn: 10, TokensOut: 2, Cost: "0.5 EUR"}, {Outcome: "ok", TokensIn: 10, TokensOut: 2, Cost: "0.25 EUR"}, {Outcome: "timeout"},
	}
	first := []jury.Event{phase, ended(&unparsable), ended(&unparsable)}
	again := append(first, phase, ended(&ok), ended(&unparsable)) // the last run counts
	for want, events := range map[string][]jury.Event{
		"answers: 2, 2 of them without a usable reply; calls: 3, 1 of them failed; 20 tokens in, 4 out; 0.75 EUR": first,
		"answers: 2, 1 of them without a usable reply; calls: 3, 1 of them failed; 20 tokens in, 4 out; 0.75 EUR": again,
		"calls: 3, 1 of them failed; 20 tokens in, 4 out; 0.75 EUR":                                               nil,
	} {
		if got := callsLine(calls, events); got != want {
			t.Errorf("callsLine = %q, want %q", got, want)
		}
	}
}
