package config

import (
	"strings"
	"testing"
	"time"
)

func TestProviders(t *testing.T) {
	s, err := load(t, `llm:
  timeout: 30s
  providers:
    - {name: anthropic, concurrency: 2, calls_per_minute: 50, context_tokens: 200000, timeout: 3m}
    - {name: local-box, kind: openai, base_url: "http://127.0.0.1:8000/v1/", model: small}
    - {name: second, kind: anthropic, key_env: SECOND_KEY}
`, map[string]string{"OPENAI_API_KEY": "k1", "ANTHROPIC_API_KEY": "k2", "SECOND_KEY": "k3"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []Provider{
		{Name: "openai", Kind: "openai", BaseURL: "https://api.openai.com/v1", KeyEnv: "OPENAI_API_KEY", APIKey: "k1", Concurrency: 8, Timeout: 30 * time.Second},
		{
			Name: "anthropic", Kind: "anthropic", BaseURL: "https://api.anthropic.com", KeyEnv: "ANTHROPIC_API_KEY", APIKey: "k2",
			Concurrency: 2, CallsPerMinute: 50, ContextTokens: 200000, Timeout: 3 * time.Minute,
		},
		{Name: "local-box", Kind: "openai", BaseURL: "http://127.0.0.1:8000/v1", Model: "small", Concurrency: 8, Timeout: 30 * time.Second},
		{Name: "second", Kind: "anthropic", BaseURL: "https://api.anthropic.com", KeyEnv: "SECOND_KEY", APIKey: "k3", Concurrency: 8, Timeout: 30 * time.Second},
	}
	for i, p := range s.LLM.Providers {
		if i >= len(want) || p != want[i] {
			t.Errorf("%+v", p)
		}
	}
	for _, v := range s.Values() {
		if strings.Contains(v.Value, "k1") || strings.Contains(v.Value, "k3") {
			t.Errorf("%s shows a key: %s", v.Key, v.Value)
		}
	}
}

func TestBadProviders(t *testing.T) {
	for entry, want := range map[string]string{
		`{kind: openai}`:                                   `lacks the key "name"`,
		`{name: Claude, kind: anthropic}`:                  "is not a name of a provider",
		`{name: offline}`:                                  "offline answers without a server",
		`{name: a, kind: gemini}`:                          "kind",
		`{name: a}`:                                        "the provider a has no kind",
		`{name: a, kind: openai}`:                          "the provider a has no base_url",
		`{name: openai, kind: anthropic}`:                  "can't be of kind anthropic",
		`{name: a, kind: openai, base_url: "localhost:1"}`: "base_url is not an http or https address",
		`{name: a, kind: openai, base_url: "https://h/v1?key=hidden"}`:                   "base_url holds more than an address",
		`{name: a, kind: openai, base_url: "https://u:hidden@h/v1"}`:                     "base_url holds more than an address",
		`{name: a, kind: anthropic, key_env: sk-hidden}`:                                 "key_env is not the name of a variable",
		`{name: a, kind: anthropic, timeout: 2h}`:                                        "is not such a time limit",
		`{name: a, kind: anthropic, concurrency: 0}`:                                     "concurrency",
		`{name: a, kind: anthropic, api_key: hidden}`:                                    "api_key",
		`{name: a, kind: anthropic, key_env: ANTHROPIC_API_KEY}`:                         "the providers anthropic and a share the key variable ANTHROPIC_API_KEY",
		`{name: anthropic}, {name: anthropic}`:                                           "listed twice",
		`{name: a, kind: anthropic, key_env: K}, {name: b, kind: anthropic, key_env: K}`: "the providers a and b share the key variable K",
	} {
		_, err := load(t, "llm:\n  providers: ["+entry+"]\n", nil, nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: %v", entry, err)
		}
	}
	_, err := load(t, "llm: {provider: magic, providers: [{name: a, kind: anthropic}]}\n", nil, nil)
	if err == nil || !strings.Contains(err.Error(), `unknown value "magic"; choose one of: openai, anthropic, a, offline, replay`) {
		t.Error(err)
	}
	if s, err := load(t, "llm: {provider: a, providers: [{name: a, kind: anthropic}]}\n", nil, nil); err != nil || s.LLM.Provider != "a" {
		t.Error(err)
	}
}

// TestRefuses: what judges and integrity readers may not name.
func TestRefuses(t *testing.T) {
	const file = "llm:\n  providers: [{name: a, kind: anthropic, model: m}, {name: b, kind: anthropic, key_env: K}]\n"
	for _, tt := range []struct{ standard, provider, model, why, fix string }{
		{},
		{model: "m"},
		{provider: "a"},
		{provider: "openai"},
		{provider: "b", model: "m"},
		{provider: "b", why: "the provider b has no model of its own", fix: "write model beside provider, or model at b in llm.providers of judgement.yaml"},
		{standard: "b", provider: "b"},
		{standard: "b", provider: "openai", why: "the provider openai has no model of its own", fix: "write model beside provider, or model at openai in llm.providers of judgement.yaml"},
		{provider: "c", model: "m", why: `there is no provider "c": the providers are openai, anthropic, a, b`, fix: "correct provider, or list it under llm.providers in judgement.yaml"},
		{standard: "offline", provider: "c"},
		{standard: "replay", provider: "c"},
	} {
		s, err := load(t, file, map[string]string{"JUDGEMENT_LLM_PROVIDER": tt.standard}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if why, fix := s.LLM.Refuses(tt.provider, tt.model); why != tt.why || fix != tt.fix {
			t.Errorf("%+v: %q, %q", tt, why, fix)
		}
	}
}
