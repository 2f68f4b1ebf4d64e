// Package llmtest has the fake model that tests share: a function answers. Tests of
// what goes over the wire use the server of fakeserver.
package llmtest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"judgement/internal/fault"
	"judgement/internal/llm"
)

// Models describes models as a function does.
type Models func(model string) llm.Info

// Info implements format.Models.
func (f Models) Info(model string) llm.Info { return f(model) }

// Named describes each model by the name it is asked for with, "default" without one.
func Named(model string) llm.Info {
	return llm.Info{Name: cmp.Or(model, "default"), Provider: "test"}
}

// Answer answers a call.
type Answer func(ctx context.Context, req llm.Request) (llm.Reply, error)

// Model is an llm.Model that answers with a function and notes what it is asked.
type Model struct {
	Models
	Answer Answer
	Delay  time.Duration // before each answer, unless the context ends

	mu            sync.Mutex
	requests      []llm.Request
	running, most int
}

// Complete implements llm.Model.
func (m *Model) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	if ctx.Err() == nil {
		m.note(req)
		defer m.leave()
		if m.Delay == 0 {
			return m.Answer(ctx, req)
		}
		select {
		case <-time.After(m.Delay):
			return m.Answer(ctx, req)
		case <-ctx.Done():
		}
	}
	return llm.Reply{}, llm.Fail(fault.ModelCancelled, ctx.Err(), "cancelled")
}

func (m *Model) note(req llm.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, req)
	m.running++
	m.most = max(m.most, m.running)
}

func (m *Model) leave() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running--
}

// Requests lists what the model was asked, in order of arrival.
func (m *Model) Requests() []llm.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.requests)
}

// Count counts the requests of the kinds, without kinds all.
func (m *Model) Count(kinds ...llm.Kind) int {
	n := 0
	for _, r := range m.Requests() {
		if len(kinds) == 0 || slices.Contains(kinds, r.Kind) {
			n++
		}
	}
	return n
}

// Most is how many calls there were at once, at most.
func (m *Model) Most() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.most
}

// Text is a whole reply that used 110 tokens.
func Text(text string) llm.Reply {
	return llm.Reply{Text: text, Usage: llm.Usage{Calls: 1, PromptTokens: 100, CompletionTokens: 10}, Finish: llm.FinishStop, Model: "m"}
}

// Script answers the calls to each judge with its steps in turn, and the calls
// after them with last. A step is the text of a reply, an llm.Reply without usage
// or an *llm.Error.
func Script(last string, steps map[string][]any) Answer {
	var mu sync.Mutex
	next := map[string]int{}
	return func(_ context.Context, req llm.Request) (llm.Reply, error) {
		mu.Lock()
		defer mu.Unlock()
		own, n := steps[req.Judge], next[req.Judge]
		next[req.Judge]++
		if n >= len(own) {
			return Text(last), nil
		}
		switch s := own[n].(type) {
		case *llm.Error:
			failed := *s
			failed.Usage = llm.Usage{Calls: 1, FailedCalls: 1, PromptTokens: 100}
			return llm.Reply{}, &failed
		case llm.Reply:
			whole := Text(s.Text)
			whole.Finish = s.Finish
			return whole, nil
		case string:
			return Text(s), nil
		}
		panic("a step is a string, an llm.Reply or an *llm.Error")
	}
}
