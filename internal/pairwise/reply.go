package pairwise

import (
	"errors"
	"fmt"
	"strings"

	"judgement/internal/format"
	"judgement/internal/jury"
)

// Reply is a judge's answer to one call. ParseReply makes the winner A, B or tie.
type Reply struct {
	QuotesA []string `json:"quotes_a"`
	QuotesB []string `json:"quotes_b"`
	Reason  string   `json:"reason"`
	Winner  string   `json:"winner"`
}

// Limits of a reply in characters and numbers; what is longer is cut.
const (
	maxReason = 2_000
	maxQuotes = 4 // from each document
)

// ParseReply reads a raw reply: one JSON object with a winner and a reason. All
// problems come in one error, a line each, worded for the model. A judge that can't
// compare the two is one of jury.Abstain.
func ParseReply(raw string) (Reply, error) {
	w, err := format.DecodeObject[Reply](raw, "winner")
	if err != nil {
		return Reply{}, err
	}
	out := Reply{Reason: format.Clean(w.Reason, maxReason), QuotesA: format.Quotes(w.QuotesA, maxQuotes), QuotesB: format.Quotes(w.QuotesB, maxQuotes)}
	var problems []error
	for _, answer := range []string{first, second, tie, none} {
		if strings.EqualFold(answer, strings.TrimSpace(w.Winner)) {
			out.Winner = answer
		}
	}
	if out.Winner == "" {
		problems = append(problems, fmt.Errorf("winner: %q is not one of A, B, tie, none", format.Clean(w.Winner, 60)))
	}
	if out.Reason == "" {
		problems = append(problems, errors.New("reason: say what decided it"))
	}
	if len(problems) > 0 {
		return Reply{}, errors.Join(problems...)
	}
	if out.Winner == none {
		return Reply{}, jury.Abstain(format.Clean(out.Reason, 300))
	}
	return out, nil
}
