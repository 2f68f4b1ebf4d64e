package replay_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/llm"
	"judgement/internal/llm/replay"
)

func request() llm.Request {
	return llm.Request{
		Kind: llm.KindScore, Judge: "frugal", Model: "m",
		Messages: []llm.Message{{Role: llm.System, Content: "a"}, {Role: llm.User, Content: "b"}},
		Schema:   llm.Schema{Name: "score", JSON: json.RawMessage(`{}`)}, MaxTokens: 10, Seed: 1,
	}
}

func TestAnswersFromTheRecord(t *testing.T) {
	req := request()
	usage := llm.Usage{Calls: 1, PromptTokens: 12, CompletionTokens: 3}
	records := replay.Records{replay.PromptSHA256(req): {Text: "{}", Usage: usage}}
	model := replay.New(records, nil)
	clear(records) // the model keeps its own copy
	got, err := model.Complete(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(llm.Reply{Text: "{}", Model: "m", Finish: llm.FinishStop, Usage: usage}, got); diff != "" {
		t.Error(diff)
	}
}

func TestUnknownPromptIsUnavailable(t *testing.T) {
	_, err := replay.New(nil, nil).Complete(context.Background(), request())
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.ErrUnavailable || e.Retryable() || e.Usage != (llm.Usage{}) {
		t.Fatalf("got %#v", err)
	}
	if !strings.Contains(e.Message, "no model was called") || !strings.Contains(e.Message, "judge frugal") || e.Fix == "" {
		t.Errorf("message %q, fix %q", e.Message, e.Fix)
	}
}

func TestCancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := replay.New(nil, nil).Complete(ctx, request())
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.ErrCancelled || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestOwnHash(t *testing.T) {
	model := replay.New(replay.Records{"frugal": {Text: "x", Model: "old"}}, func(r llm.Request) string { return r.Judge })
	got, err := model.Complete(context.Background(), request())
	if err != nil || got.Text != "x" || got.Model != "old" {
		t.Errorf("got %+v, %v", got, err)
	}
	if info := model.Info("m"); info.Provider != "replay" || info.Price != nil {
		t.Errorf("info %+v", info)
	}
}

func TestPromptSHA256SeesEveryField(t *testing.T) {
	seen := map[string]string{}
	change := map[string]func(*llm.Request){
		"nothing":     func(*llm.Request) {},
		"model":       func(r *llm.Request) { r.Model = "n" },
		"role":        func(r *llm.Request) { r.Messages[0].Role = llm.User },
		"moved text":  func(r *llm.Request) { r.Messages[0].Content, r.Messages[1].Content = "ab", "" },
		"merged":      func(r *llm.Request) { r.Messages = r.Messages[:1] },
		"schema":      func(r *llm.Request) { r.Schema.JSON = json.RawMessage(`{"a":1}`) },
		"schema name": func(r *llm.Request) { r.Schema.Name = "s" },
		"max tokens":  func(r *llm.Request) { r.MaxTokens++ },
		"temperature": func(r *llm.Request) { r.Temperature = 0.5 },
		"seed":        func(r *llm.Request) { r.Seed++ },
	}
	for name, f := range change {
		req := request()
		f(&req)
		sum := replay.PromptSHA256(req)
		if other, ok := seen[sum]; ok {
			t.Errorf("%s and %s share a hash", name, other)
		}
		seen[sum] = name
	}
	req := request()
	want := replay.PromptSHA256(req)
	req.Kind, req.Judge, req.Document, req.Language = llm.KindProbe, "x", "y", "zh"
	if got := replay.PromptSHA256(req); got != want {
		t.Error("a field that stays off the wire changed the hash")
	}
}
