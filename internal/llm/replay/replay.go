// Package replay answers requests from the replies that earlier reviews kept: to
// try other settings, reports and code on real judgements, and to test, with no
// key, no server and no cost. It never reaches the network and never records.
// A request that was not made before is an error, never a guess.
package replay

import (
	"context"
	"fmt"

	"judgement/internal/fault"
	"judgement/internal/llm"
)

// Unnamed is the model name if no model was asked for and the records do not
// come from exactly one.
const Unnamed = "recorded"

// Model answers from records. It is safe for concurrent use.
type Model struct {
	records *Records
	name    string
}

var _ llm.Model = (*Model)(nil)

// New returns a model that answers from records. name is the model of requests
// that name none; empty: the one that all records are of, else Unnamed.
func New(records *Records, name string) *Model {
	if name == "" {
		name = Unnamed
		if len(records.models) == 1 {
			name = records.models[0]
		}
	}
	return &Model{records: records, name: name}
}

// Complete returns the reply that was recorded for the same judge, repeat, try
// and prompt, whichever of the recorded models it was asked of, or an *llm.Error
// with the code ModelUnavailable. Nothing is called and nothing is spent: the usage is
// zero.
func (m *Model) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	if err := ctx.Err(); err != nil {
		return llm.Reply{}, llm.Fail(fault.ModelCancelled, err, "the replay was given up: "+err.Error())
	}
	rec, ok := m.records.find(m.Info(req.Model).Name, req)
	if !ok {
		return llm.Reply{}, llm.Fail(fault.ModelUnavailable, nil,
			fmt.Sprintf("no reply is recorded for this %s request (%d on record%s); no model was called", req.Kind, m.records.Len(), m.records.LeftOut()))
	}
	reply := llm.Reply{Text: rec.Text, Model: rec.Model, Finish: rec.Finish}
	if reply.Finish == "" {
		reply.Finish = llm.FinishStop
	}
	return reply, nil
}

// Info names the model that a request would have gone to. Replays are free.
func (m *Model) Info(model string) llm.Info {
	_, model = llm.SplitRef(model) // the records have the replies of all providers
	if model == "" {
		model = m.name
	}
	return llm.Info{Name: model, Provider: "replay", Price: &llm.Price{Currency: "USD"}}
}
