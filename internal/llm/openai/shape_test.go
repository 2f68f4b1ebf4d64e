package openai

import (
	"encoding/json"
	"testing"

	"judgement/internal/llm"
)

// TestLengthsOnlyNearby: only servers nearby, which turn a schema into a grammar, get one
// with lengths.
func TestLengthsOnlyNearby(t *testing.T) {
	req := llm.Request{
		Model: "m", Messages: []llm.Message{{Role: llm.User, Content: "x"}},
		Schema: llm.Schema{Name: "n", JSON: json.RawMessage(`{"plain":1}`), Bounded: json.RawMessage(`{"bounded":1}`)},
	}
	for _, tt := range []struct {
		address string
		mode    Mode
		shape   shape
		bounded bool
	}{
		{"http://127.0.0.1:8080/v1", StrictSchema, shape{}, true},
		{"http://192.168.1.7:8000/v1", LaxSchema, shape{}, true},
		{"http://models:8000/v1", StrictSchema, shape{}, true},
		{"http://models:8000/v1", StrictSchema, shape{noBounds: true}, false},
		{"https://api.openai.com/v1", StrictSchema, shape{}, false},
		{"https://r.openai.azure.com/openai/v1", StrictSchema, shape{}, false},
	} {
		c, err := New(Options{BaseURL: tt.address, Model: "m"})
		if err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(c.request(req, tt.mode, sent{shape: tt.shape}).ResponseFormat.JSONSchema.Schema)
		if want := map[bool]string{true: `{"bounded":1}`, false: `{"plain":1}`}[tt.bounded]; err != nil || string(body) != want {
			t.Errorf("%s %s %+v: %s, want %s, %v", tt.address, tt.mode, tt.shape, body, want, err)
		}
		c.Close()
	}
}
