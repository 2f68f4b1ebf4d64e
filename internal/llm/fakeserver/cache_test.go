package fakeserver_test

import (
	"encoding/json"
	"strings"
	"testing"

	"judgement/internal/llm/fakeserver"
)

// TestCacheCountsAsProvidersDo: the schema, then the messages, in whole blocks of 128
// tokens of four bytes, from 1,024 tokens on.
func TestCacheCountsAsProvidersDo(t *testing.T) {
	s := start(t, fakeserver.Options{PromptCache: true})
	long := strings.Repeat("0123456789abcdef", 500) // 2,000 tokens
	schema := `{"type":"object","properties":{"a":{"type":"string"}}}`
	cached := func(schema, head, tail string) int {
		t.Helper()
		body, err := json.Marshal(map[string]any{
			"model":           "fake-1",
			"messages":        []map[string]string{{"role": "user", "content": head + tail}},
			"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "n", "schema": json.RawMessage(schema)}},
		})
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Usage struct {
				Details struct {
					Cached int `json:"cached_tokens"`
				} `json:"prompt_tokens_details"`
			}
		}
		if err := json.Unmarshal([]byte(post(t, s, string(body)).body), &got); err != nil {
			t.Fatal(err)
		}
		return got.Usage.Details.Cached
	}
	for _, step := range []struct {
		what, schema, head, tail string
		want                     int
	}{
		{"the first", schema, long, "one", 0},
		{"the same again", schema, long, "one", 1920},
		{"another end", schema, long, "two", 1920},
		{"another schema", strings.Replace(schema, "a", "b", 1), long, "one", 0},
		{"a part", schema, long[:6000], "one", 1408},
		{"another beginning", schema, "x" + long, "one", 0},
		{"fewer than 1,024", schema, long[:4000], "one", 0},
	} {
		if got := cached(step.schema, step.head, step.tail); got != step.want {
			t.Errorf("%s: %d tokens from the cache, want %d", step.what, got, step.want)
		}
	}
}
