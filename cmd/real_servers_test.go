//go:build models

package cmd

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"judgement/internal/llm/servertest"
	"judgement/scene/scenetest"
)

// TestLlamaCpp reviews with llama.cpp's own server and a model of 135 million parameters.
// "make models" starts it, with a context of 4,096 tokens, and names its address.
func TestLlamaCpp(t *testing.T) {
	long := newUser(t, servertest.Start(t, servertest.Fake{}), servertest.Behaviour{Long: true})
	address, calls := counting(t, "JUDGEMENT_TEST_LLAMACPP")
	long.use(address, "")
	long.doctorSays(t, true, "llama.cpp; what to set for it", "states 4096 tokens", "answered as asked", "json_schema_strict")

	before := calls.Load()
	code, said, _ := long.review(t)
	if code == 0 || calls.Load() != before || !strings.Contains(said, "more than the model's context of 4096 tokens") {
		t.Errorf("a document that does not fit: exit code %d, %d calls: %s", code, calls.Load()-before, said)
	}
	long.env["JUDGEMENT_LLM_CONTEXT_TOKENS"] = "60000"
	long.tooLong(t)
	reviewsShort(t, address)
}

// TestLiteLLM asks a LiteLLM proxy in front of llama.cpp's server. It makes no whole
// review, which would take as long as the one of TestLlamaCpp.
func TestLiteLLM(t *testing.T) {
	u := newUser(t, servertest.Start(t, servertest.Fake{}), servertest.Behaviour{Long: true})
	address, _ := counting(t, "JUDGEMENT_TEST_LITELLM")
	u.use(address, "sk-wrong")
	u.doctorSays(t, false, "No connected db", "set OPENAI_API_KEY to a valid key")
	u.use(address, "sk-house")
	u.doctorSays(t, true, "LiteLLM; what to set for it", "answered as asked", "json_schema_strict")
	u.tooLong(t)
	u.env["JUDGEMENT_LLM_MODEL"] = "absent"
	u.doctorSays(t, false, "Invalid model name", "set JUDGEMENT_LLM_MODEL to a model that the server lists: smollm2")
}

// use points a user at a slow server with one slot.
func (u *user) use(address, key string) {
	maps.Copy(u.env, map[string]string{
		"OPENAI_BASE_URL": address, "OPENAI_API_KEY": key, "JUDGEMENT_LLM_MODEL": "smollm2",
		"JUDGEMENT_LLM_CONCURRENCY": "1", "JUDGEMENT_LLM_TIMEOUT": "20m",
	})
}

// doctorSays demands words of doctor, and whether its test call works. It may fail for
// files that the workspace does not have.
func (u *user) doctorSays(t *testing.T, works bool, words ...string) {
	t.Helper()
	_, said := u.run(t, "doctor", "--workspace", u.dir)
	for _, w := range words {
		if !strings.Contains(said, w) {
			t.Errorf("no %q in %s", w, said)
		}
	}
	if works == strings.Contains(said, "FAIL test call") {
		t.Errorf("the test call should work: %t: %s", works, said)
	}
}

// tooLong demands that the server's refusal of a long document is worded.
func (u *user) tooLong(t *testing.T) {
	t.Helper()
	code, said, _ := u.review(t)
	for _, words := range []string{"the model's context is 4096 tokens", "too few", "--ctx-size"} {
		if code == 0 || !strings.Contains(said, words) {
			t.Errorf("a document that is too long, exit code %d: no %q in %s", code, words, said)
		}
	}
}

// reviewsShort demands a whole review of one judge and one dimension. The lengths in the
// schema make so small a model end its reply.
func reviewsShort(t *testing.T, address string) {
	t.Helper()
	u := newUser(t, servertest.Start(t, servertest.Fake{}), servertest.Behaviour{})
	u.use(address, "")
	one := scenetest.Workspace(1, scenetest.Scene{Slug: "s", Prefix: "t-", Panel: "scoring_lenses:\n  - {slug: sense, max_score: 10}\n"})
	u.dir, u.env["JUDGEMENT_LLM_MAX_REPLY_TOKENS"] = filepath.Join(t.TempDir(), "ws"), "2400"
	if err := os.CopyFS(u.dir, one); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	code, said, scores := u.review(t)
	t.Logf("the review, %s, exit code %d: %s", time.Since(start).Round(time.Second), code, said)
	if code != 0 || scores == "" {
		t.Errorf("no review: %q", scores)
	}
}

// counting is the address of a proxy that counts completions, of the server that a
// variable names.
func counting(t *testing.T, variable string) (string, *atomic.Int64) {
	t.Helper()
	server := os.Getenv(variable)
	to, err := url.Parse(server)
	if err != nil || server == "" {
		t.Fatalf("%s is no address: %q; run make models", variable, server)
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
