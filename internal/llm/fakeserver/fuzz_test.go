package fakeserver

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzRequest: any body is either refused or answered, and never panics.
func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"model":"m","messages":[{"role":"user","content":"<<<DOCUMENT a\nOne. Two.\nDOCUMENT a>>>"}]}`))
	f.Add([]byte(`{"model":"m","messages":[{"role":"user","content":"<<<DOCUMENT a\nDOCUMENT a>>>\nJSON Schema:\n{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\",\"minItems\":2,\"items\":{\"enum\":[1]}}}}"}]}`))
	f.Add([]byte(`{"model":"m","messages":[{"role":"user","content":"x"}],"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"properties":{"scores":{"items":{"properties":{"lens":{"enum":["a","b"]},"score":{"description":"a 0..1e300"}}}}}}}}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		req, err := parseRequest(body, &schemaCache{})
		if err != nil {
			return
		}
		if !strings.Contains(textOf(req), req.Document) {
			t.Errorf("document %q is not in the messages", req.Document)
		}
		content := Answer(req)
		for _, fault := range append(ContentFaults(), None) {
			spoil(content, fault)
		}
		if len(req.Schema) > 0 && !json.Valid([]byte(content)) {
			t.Errorf("answer to a schema is not JSON: %s", content)
		}
	})
}

func textOf(req Request) string {
	var b strings.Builder
	for _, m := range req.Messages {
		b.WriteString(m.Content)
	}
	return b.String()
}

// FuzzQuote: what is quoted is in the text.
func FuzzQuote(f *testing.F) {
	f.Add("# One\n\nTwo is a sentence. 三是一句话。", uint64(9))
	f.Add("。。。", uint64(1))
	f.Fuzz(func(t *testing.T, text string, h uint64) {
		q := Quote(text, h)
		if !strings.Contains(text, q) || len(q) > quoteMax || utf8.ValidString(text) && !utf8.ValidString(q) {
			t.Errorf("%q of %q", q, text)
		}
	})
}
