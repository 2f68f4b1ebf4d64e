//go:build models

package cmd

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"judgement/internal/llm/servertest"
	"judgement/scene/scenetest"
)

// TestLlamaCpp reviews with llama.cpp's own server and a model of 135 million parameters.
// "make models" starts it, with a context of 4,096 tokens, and names its address. The
// lengths in the schema make so small a model end its reply: a panel of one judge and one
// dimension gives a whole review.
func TestLlamaCpp(t *testing.T) {
	u := newUser(t, servertest.Start(t, servertest.Fake{}), servertest.Behaviour{})
	long := newUser(t, servertest.Start(t, servertest.Fake{}), servertest.Behaviour{Long: true})
	address, calls := counting(t, os.Getenv("JUDGEMENT_TEST_LLAMACPP"))
	for _, user := range []*user{u, long} {
		user.env["OPENAI_BASE_URL"], user.env["OPENAI_API_KEY"], user.env["JUDGEMENT_LLM_MODEL"] = address, "", "smollm2"
		user.env["JUDGEMENT_LLM_CONCURRENCY"], user.env["JUDGEMENT_LLM_TIMEOUT"] = "1", "10m"
	}

	code, said := u.run(t, "doctor", "--workspace", u.dir)
	for _, words := range []string{"llama.cpp; what to set for it", "states 4096 tokens", "answered as asked", "json_schema_strict"} {
		if !strings.Contains(said, words) {
			t.Errorf("doctor, exit code %d: no %q in %s", code, words, said)
		}
	}
	before := calls.Load()
	code, said, _ = long.review(t)
	if code == 0 || calls.Load() != before || !strings.Contains(said, "more than the model's context of 4096 tokens") {
		t.Errorf("a document that does not fit: exit code %d, %d calls: %s", code, calls.Load()-before, said)
	}
	long.env["JUDGEMENT_LLM_CONTEXT_TOKENS"] = "60000"
	code, said, _ = long.review(t)
	if code == 0 || !strings.Contains(said, "the model's context is 4096 tokens") || !strings.Contains(said, "too few") || !strings.Contains(said, "--ctx-size") {
		t.Errorf("with a wrong setting, exit code %d: %s", code, said)
	}
	one := scenetest.Workspace(1, scenetest.Scene{Slug: "s", Prefix: "t-", Panel: "scoring_lenses:\n  - {slug: sense, max_score: 10}\n"})
	u.dir, u.env["JUDGEMENT_LLM_MAX_REPLY_TOKENS"] = filepath.Join(t.TempDir(), "ws"), "2400"
	if err := os.CopyFS(u.dir, one); err != nil {
		t.Fatal(err)
	}
	code, said, scores := u.review(t)
	t.Logf("the review, exit code %d: %s", code, said)
	if code != 0 || scores == "" {
		t.Errorf("no review: %q", scores)
	}
}

// counting is the address of a proxy of a server that counts completions.
func counting(t *testing.T, server string) (string, *atomic.Int64) {
	t.Helper()
	to, err := url.Parse(server)
	if err != nil || server == "" {
		t.Fatalf("JUDGEMENT_TEST_LLAMACPP is no address: %q; run make models", server)
	}
	calls := &atomic.Int64{}
	proxy := httputil.NewSingleHostReverseProxy(to)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/chat/completions") {
			calls.Add(1)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1", calls
}
