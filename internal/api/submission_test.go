package api

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/job"
)

// FuzzSubmission: whatever is sent is refused with a documented status, or is a
// submission that holds what the queue is promised.
func FuzzSubmission(f *testing.F) {
	for _, seed := range []struct{ contentType, key, body string }{
		{"application/json", "", `{"scene_slug":"pitch","document":"x","brand":"a","repeats":"3","max_cost":1.5,"checkpoints":"on"}`},
		{"application/json", "k", `{"scene_slug":"pitch","document_base64":"eA==","filename":"a/b.pdf","callback_url":"https://h.example/x","language":"zh"}`},
		{"application/json", "", `{"scene_slug":"pitch","document":"x","brand":"a","repeats":"auto"}`},
		{"application/json", "k k", `{"scene_slug":3,"document":null,"max_tokens":1e99,"repeats":-99999999999999999999,"x":{}}`},
		{"multipart/form-data; boundary=b", "", "--b\r\nContent-Disposition: form-data; name=\"scene_slug\"\r\n\r\npitch\r\n--b\r\nContent-Disposition: form-data; name=\"document\"; filename=\"A.md\"\r\n\r\ntext\r\n--b--"},
		{"multipart/form-data; boundary=b", "", "--b\r\nContent-Disposition: form-data; name=document\r\n\r\n\xff\r\n--b"},
		{"text/plain", "", "\xff"},
	} {
		f.Add(seed.contentType, seed.key, seed.body)
	}
	a, err := New(Options{
		Workspace: mapFS(workspaceFiles()), Env: func(string) string { return "" }, Tokens: testToken,
		Attributor: fakeCheck(emptyCheck), Now: time.Now, Random: strings.NewReader("123456"), Jobs: newMemJobs(), Webhooks: true,
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, contentType, key, body string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v2/judgement", strings.NewReader(body))
		r.Header["Content-Type"] = []string{contentType}
		if key != "" {
			r.Header["Idempotency-Key"] = []string{key}
		}
		form, err := r.MultipartReader()
		if errors.Is(err, http.ErrMissingBoundary) {
			return
		}
		s, err := a.readSubmission(httptest.NewRecorder(), r, form, newUpload())
		if err != nil {
			var bad invalid
			if status, _ := errorAnswer(err); status != 400 && status != 413 && status != 422 || errors.As(err, &bad) && len(bad) == 0 {
				t.Fatalf("%d: %v", status, err)
			}
			encode(err.Error())
			return
		}
		o := s.Options
		switch {
		case s.SceneSlug != "pitch" && s.SceneSlug != "fair", casefile.CheckBrand(s.Brand) != nil, s.Filename == "", strings.ContainsAny(s.Filename, "/\\\n"):
			t.Fatalf("names: %+v", s)
		case len(s.Data) == 0 || len(s.Data) > documentLimit || len(s.Fingerprint) != 64:
			t.Fatalf("document: %+v", s)
		case o.Repeats < job.AutoRepeats || o.Repeats > maxRepeats || o.MaxTokens < 0 || o.MaxCost != nil && o.MaxCost.Sign() <= 0 || o.Language != "" && o.Language != "en" && o.Language != "zh":
			t.Fatalf("options: %+v", o)
		case s.IdempotencyKey != key || s.CallbackURL != "" && !strings.HasPrefix(strings.ToLower(s.CallbackURL), "http"):
			t.Fatalf("key or callback: %+v", s)
		}
	})
}
