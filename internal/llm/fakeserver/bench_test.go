package fakeserver

import (
	"encoding/json"
	"strings"
	"testing"
)

// BenchmarkAnswer is the server's own work for one score request of a 4 KB
// document and 6 lenses, without HTTP. Goal: ≤ 100 µs.
func BenchmarkAnswer(b *testing.B) {
	text := strings.Repeat("Unit cost fell by 18 % in the two months of the pilot.\n", 75)
	body, err := json.Marshal(map[string]any{
		"model":    "m",
		"messages": []map[string]string{{"role": "user", "content": "<<<DOCUMENT a1\n" + text + "DOCUMENT a1>>>\nJudge it."}},
		"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": "score", "schema": json.RawMessage(`{"properties":{"scores":{"items":{"properties":{"lens":{"enum":["a","b","c","d","e","f"]}}}}}}`),
		}},
	})
	if err != nil {
		b.Fatal(err)
	}
	s, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	b.ReportAllocs()
	for b.Loop() {
		req, err := parseRequest(body, &s.schemas)
		if err != nil {
			b.Fatal(err)
		}
		s.envelope(req, spoil(Answer(req), None), Call{Key: req.Key})
	}
}
