// Package replay answers requests from recorded replies: for tests, and for
// making a report again without a model. It never reaches the network, never
// records, and costs nothing: its replies carry the usage that was recorded.
package replay

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"math"

	"judgement/internal/llm"
)

// Record is a recorded reply.
type Record struct {
	Text   string     `json:"text"`
	Model  string     `json:"model"`
	Finish llm.Finish `json:"finish"` // empty: stop
	Usage  llm.Usage  `json:"usage"`
}

// Records are replies by the hash of what was asked, in lower-case hex.
type Records map[string]Record

// Model answers from records. It is safe for concurrent use.
type Model struct {
	records Records
	hash    func(llm.Request) string
}

var _ llm.Model = (*Model)(nil)

// New returns a model that answers from a copy of the records. hash names what
// is asked; nil: PromptSHA256. It must be the one that the records were kept
// under.
func New(records Records, hash func(llm.Request) string) *Model {
	if hash == nil {
		hash = PromptSHA256
	}
	return &Model{records: maps.Clone(records), hash: hash}
}

// Complete returns the reply recorded for the request, or an *llm.Error of
// kind unavailable. It never calls anything.
func (m *Model) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	if err := ctx.Err(); err != nil {
		return llm.Reply{}, &llm.Error{Kind: llm.ErrCancelled, Message: "the replay was given up: " + err.Error(), Err: err}
	}
	sum := m.hash(req)
	rec, ok := m.records[sum]
	if !ok {
		return llm.Reply{}, &llm.Error{
			Kind:    llm.ErrUnavailable,
			Message: fmt.Sprintf("no reply is recorded for %s (prompt %.12s, %d on record); no model was called", what(req), sum, len(m.records)),
			Fix:     "run it with a model: the prompt, the judge's skill, the document or the model changed since the replies were recorded",
		}
	}
	reply := llm.Reply{Text: rec.Text, Model: rec.Model, Finish: rec.Finish, Usage: rec.Usage}
	if reply.Finish == "" {
		reply.Finish = llm.FinishStop
	}
	if reply.Model == "" {
		reply.Model = req.Model
	}
	return reply, nil
}

// Info names the recorded model; replays have no price.
func (m *Model) Info(model string) llm.Info {
	return llm.Info{Name: model, Provider: "replay"}
}

func what(req llm.Request) string {
	if req.Judge == "" {
		return "this " + string(req.Kind) + " request"
	}
	return "the " + string(req.Kind) + " request of judge " + req.Judge
}

// PromptSHA256 is the lower-case hex SHA-256 of all that goes over the wire:
// model, messages, schema, reply limit, temperature and seed, each framed by
// its length, so that no two requests share a hash by moving text from one
// field to another.
func PromptSHA256(req llm.Request) string {
	h := sha256.New()
	field(h, req.Model)
	number(h, uint64(len(req.Messages)))
	for _, m := range req.Messages {
		field(h, string(m.Role))
		field(h, m.Content)
	}
	field(h, req.Schema.Name)
	field(h, string(req.Schema.JSON))
	number(h, uint64(req.MaxTokens))
	number(h, math.Float64bits(req.Temperature))
	number(h, uint64(req.Seed))
	return hex.EncodeToString(h.Sum(nil))
}

func field(h hash.Hash, s string) {
	number(h, uint64(len(s)))
	h.Write([]byte(s))
}

func number(h hash.Hash, n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	h.Write(b[:])
}
