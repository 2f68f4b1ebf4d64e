// Package offline answers requests without any language model: a deterministic
// lexical baseline. It counts what can be counted (figures, words of evidence,
// reasons, limits and plans, praise without content, lists of keywords,
// repetitions, layout) and quotes the sentences that it counted, word for word.
// It understands nothing and says so in every reply. It never reaches the
// network and keeps no state.
package offline

import (
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"judgement/internal/evidence"
	"judgement/internal/fault"
	"judgement/internal/llm"
)

// Name is the model name of every reply.
const Name = llm.Baseline

// Model is the baseline. It is safe for concurrent use.
type Model struct{}

var _ llm.Model = (*Model)(nil)

// New returns the baseline.
func New() *Model { return &Model{} }

// Info says that no language model is behind the answers, and that they
// cost nothing.
func (*Model) Info(string) llm.Info {
	return llm.Info{Name: Name, Provider: "offline", NoModel: true, Price: &llm.Price{Currency: "USD"}}
}

// Complete answers from the typed part of a request: Kind, Document, Language
// (zh, else English) and Criteria. The same request gives the same reply. It
// takes time in proportion to the document, counts one call and no tokens, and
// fails only if the context has ended (ErrCancelled) or the kind is not
// known (ErrBadRequest).
//
// The reply is a JSON object:
//   - score: scores, must_fix, suggestions, cuts, summary, over the criteria
//   - meeting: logic, highlights, shortcomings, verdict
//   - checkpoints: checkpoints, questions about sentences with dates or figures
//   - forecast: forecasts, a probability of 0.5 for each criterion: without a
//     model nothing is known
//   - compare: quotes_a, quotes_b, reason, winner; the two criteria are the
//     documents, by identifier
//   - probe: ok
//   - any other kind: what the request's Offline makes of the findings
func (*Model) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	if err := ctx.Err(); err != nil {
		return llm.Reply{}, llm.Fail(fault.ModelCancelled, err, "the call was cancelled")
	}
	var body any
	switch req.Kind {
	case llm.KindScore:
		body = newReader(req).scores()
	case llm.KindMeeting:
		body = newReader(req).meeting()
	case llm.KindCheckpoints:
		body = newReader(req).checkpoints()
	case llm.KindForecast:
		body = forecast(req)
	case llm.KindCompare:
		body = compare(req)
	case llm.KindProbe:
		body = map[string]bool{"ok": true}
	default:
		if req.Offline != nil {
			body = req.Offline(newReader(req).reading())
			break
		}
		unknown := llm.Fail(fault.ModelBadRequest, nil, fmt.Sprintf("the offline baseline cannot answer a request of kind %q", req.Kind))
		unknown.Usage = llm.Usage{Calls: 1, FailedCalls: 1}
		return llm.Reply{}, unknown
	}
	text, err := json.Marshal(body)
	if err != nil {
		return llm.Reply{}, fmt.Errorf("encode the offline reply: %w", err)
	}
	return llm.Reply{Text: string(text), Model: Name, Usage: llm.Usage{Calls: 1}, Finish: llm.FinishStop}, nil
}

// reader is one document under one request.
type reader struct {
	*measures
	language string
	criteria []llm.Criterion
	index    *evidence.Index
	used     map[int]bool // sentences that were quoted, by order
}

func newReader(req llm.Request) *reader {
	texts := make([]string, len(req.Criteria))
	for i, c := range req.Criteria {
		texts[i] = c.Text
	}
	return &reader{
		measures: measure(req.Document, texts),
		language: req.Language,
		criteria: req.Criteria,
		index:    evidence.New(req.Document),
		used:     map[int]bool{},
	}
}

// Limits of quotes, in characters.
const (
	maxQuote   = 400
	maxTries   = 200 // sentences that are tried for one list of quotes
	wantQuotes = 2
)

// quotes picks up to n sentences that are proven to be in the document as
// they are and were not quoted before; if there is none and again is set,
// ones that were.
func (r *reader) quotes(from []sentence, n int, again bool) []string {
	out := []string{}
	for _, used := range []bool{false, true} {
		if used && (!again || len(out) > 0) {
			break
		}
		for _, s := range from[:min(len(from), maxTries)] {
			if len(out) < n && r.used[s.order] == used && utf8.RuneCountInString(s.text) <= maxQuote &&
				r.index.Verify(s.text).Status == evidence.Exact {
				out = append(out, s.text)
				r.used[s.order] = true
			}
		}
	}
	return out
}
