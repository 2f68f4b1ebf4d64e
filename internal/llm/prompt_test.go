package llm_test

import (
	"encoding/json"
	"testing"

	"judgement/internal/llm"
)

func prompt() llm.Request {
	return llm.Request{
		Kind: llm.KindScore, Judge: "frugal", Model: "m", Mark: "5eed5eed5eed5eed",
		Messages: []llm.Message{{Role: llm.System, Content: "a"}, {Role: llm.User, Content: "<5eed5eed5eed5eed b 5eed5eed5eed5eed>"}},
		Schema:   llm.Schema{Name: "score", JSON: json.RawMessage(`{}`)}, MaxTokens: 10, Seed: 1,
	}
}

func TestPromptSHA256SeesEveryField(t *testing.T) {
	seen := map[string]string{llm.PromptSHA256("n", prompt()): "another model"}
	change := map[string]func(*llm.Request){
		"nothing": func(*llm.Request) {},
		"role":    func(r *llm.Request) { r.Messages[0].Role = llm.User },
		"moved text": func(r *llm.Request) {
			r.Messages[0].Content, r.Messages[1].Content = "a<", "5eed5eed5eed5eed b 5eed5eed5eed5eed>"
		},
		"merged":       func(r *llm.Request) { r.Messages = r.Messages[:1] },
		"no mark":      func(r *llm.Request) { r.Messages[1].Content = "< b >" },
		"another mark": func(r *llm.Request) { r.Messages[1].Content = "<0000000000000000 b 0000000000000000>" },
		"schema":       func(r *llm.Request) { r.Schema.JSON = json.RawMessage(`{"a":1}`) },
		"schema name":  func(r *llm.Request) { r.Schema.Name = "s" },
		"max tokens":   func(r *llm.Request) { r.MaxTokens++ },
		"temperature":  func(r *llm.Request) { r.Temperature = 0.5 },
		"seed":         func(r *llm.Request) { r.Seed++ },
	}
	for name, f := range change {
		req := prompt()
		f(&req)
		sum := llm.PromptSHA256("m", req)
		if other, ok := seen[sum]; ok {
			t.Errorf("%s and %s share a name", name, other)
		}
		seen[sum] = name
	}
}

func TestPromptSHA256LeavesOutRandomParts(t *testing.T) {
	want := llm.PromptSHA256("m", prompt())
	req := prompt()
	req.Kind, req.Judge, req.Document, req.Language, req.Repeat, req.Try = llm.KindProbe, "x", "y", "zh", 2, 1
	if got := llm.PromptSHA256("m", req); got != want {
		t.Error("a field that stays off the wire changed the name")
	}
	req = prompt()
	req.Mark = "feedfeedfeedfeed"
	req.Messages[1].Content = "<feedfeedfeedfeed b feedfeedfeedfeed>"
	if got := llm.PromptSHA256("m", req); got != want {
		t.Error("another review's random mark changed the name")
	}
}
