package child

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/document"
	"judgement/internal/fault"
)

// messages are frames as a child sends them.
func messages(t testing.TB, frames ...frame) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, f := range frames {
		if err := json.NewEncoder(&out).Encode(f); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

func TestFrames(t *testing.T) {
	want := &document.Document{
		Name: "a.pdf", Format: document.PDF, Title: "Plan 计划", Text: "a\n\n系统 <b>",
		Pages: []document.Page{{Number: 1, Start: 0, End: 3}}, Warnings: []document.Warning{{Kind: document.HiddenText, Excerpt: "x", Start: -1, End: -1, Count: 2}},
	}
	sent := messages(t, frame{Ready: true}, frame{Ready: true, Pages: 2}, frame{Document: want, Text: want.Text})
	count := 0
	got, err := collect(bytes.NewReader(sent), func(n int) { count = n })
	if err != nil || count != 2 {
		t.Fatalf("%v, %d pages", err, count)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}
	if _, err := collect(bytes.NewReader(sent[:100]), func(int) {}); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a message that is cut: %v", err)
	}
}

// TestRefusalsKeepTheirKind: every kind of error comes through the pipe as it was.
func TestRefusalsKeepTheirKind(t *testing.T) {
	for _, kind := range fault.Codes() {
		if !strings.HasPrefix(string(kind), "document_") {
			continue
		}
		in := document.Refuse(kind, "", "why", "do", errors.New("deep"))
		_, err := collect(bytes.NewReader(messages(t, frame{Error: refuse(in)})), func(int) {})
		var got *fault.Error
		if !errors.Is(err, kind) || !errors.As(err, &got) || got.Error() != in.Error() || got.Cause.Error() != "deep" {
			t.Errorf("%s came as %v", kind, err)
		}
	}
}

func FuzzCollect(f *testing.F) {
	f.Add(messages(f, frame{Ready: true, Pages: 1}, frame{Document: &document.Document{}, Text: "a"}))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := collect(bytes.NewReader(data), func(int) {})
		if (err == nil) == (doc == nil) {
			t.Fatalf("a document and an error, or neither: %v, %v", doc, err)
		}
	})
}
