package cmd

import (
	"bytes"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/app"
	"judgement/internal/llm/openai"
	"judgement/internal/llm/servertest"
	"judgement/scene/scenetest"
)

// user is a person who sets variables and reviews a document.
type user struct {
	dir, document string
	env           map[string]string
}

// newUser has a workspace with two judges. A long document has some 9,000 tokens.
func newUser(t *testing.T, s *servertest.Server, b servertest.Behaviour) *user {
	t.Helper()
	dir := t.TempDir()
	text := ferry
	if b.Long {
		text += strings.Repeat("The pilot wrote down every departure of every ferry for a month, with its delay.\n", 450)
	}
	u := &user{dir: filepath.Join(dir, "ws"), document: filepath.Join(dir, "ferry.md"), env: map[string]string{
		"XDG_CACHE_HOME": filepath.Join(dir, "cache"), "OPENAI_API_KEY": "none", "JUDGEMENT_LLM_MODEL": "good", "OPENAI_BASE_URL": s.Address(),
		"JUDGEMENT_LLM_CONCURRENCY": "2",
	}}
	files := scenetest.Workspace(2, scenetest.Scene{Slug: "s", Prefix: "t-", Panel: "scoring_lenses:\n  - {slug: sense, max_score: 10}\n  - {slug: proof, max_score: 20}\n"})
	if err := errors.Join(os.WriteFile(u.document, []byte(text), 0o644), os.CopyFS(u.dir, files)); err != nil {
		t.Fatal(err)
	}
	maps.Copy(u.env, s.Fill(b.Settings))
	return u
}

// run runs a command line and returns its exit code and all that it wrote.
func (u *user) run(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	a := &App{In: strings.NewReader(""), Out: &out, Err: &out, Options: app.Options{
		Dir: u.dir, Starter: os.DirFS(".."), Now: time.Now, Random: rand.Reader, Env: func(k string) string { return u.env[k] },
	}}
	code := a.Run(t.Context(), args)
	return code, strings.Join(strings.Fields(out.String()), " ")
}

// review reviews the document. It returns what judges scored, if that worked.
func (u *user) review(t *testing.T) (code int, said, scores string) {
	t.Helper()
	code, said = u.run(t, "review", u.document, "--scene", "s", "--workspace", u.dir, "--formats", "md")
	if code != 0 {
		return code, said, ""
	}
	found, err := filepath.Glob(filepath.Join(u.dir, "reports", "*", "report.md"))
	if err != nil || len(found) != 1 {
		t.Fatalf("reports: %v, %v", found, err)
	}
	report, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(report)) {
		if strings.Contains(line, "Sense") || strings.Contains(line, "Proof") {
			scores += line
		}
	}
	return code, said, scores
}

// TestServers reviews a document with every behaviour of every server. A review is
// right, or it says what to do, and that works.
func TestServers(t *testing.T) {
	t.Parallel()
	behaviours := servertest.Behaviours()
	if len(behaviours) < 40 {
		t.Errorf("%d behaviours", len(behaviours))
	}
	right := map[bool]string{}
	for _, long := range []bool{false, true} {
		plain := servertest.Behaviour{Long: long}
		u := newUser(t, servertest.Start(t, plain.Fake), plain)
		code, said, scores := u.review(t)
		if code != 0 || !strings.Contains(scores, "7") || !strings.Contains(scores, "15") {
			t.Fatalf("a plain server: exit code %d: %s\n%s", code, said, scores)
		}
		right[long] = scores
	}
	for _, b := range behaviours {
		t.Run(b.Server+" "+b.Name, func(t *testing.T) {
			t.Parallel()
			s := servertest.Start(t, b.Fake)
			u := newUser(t, s, b)
			code, said, scores := u.review(t)
			if b.Words != nil {
				checkAdvice(t, b, code, said)
				if b.Fixed != nil {
					s = servertest.Start(t, *b.Fixed)
					u.env["OPENAI_BASE_URL"] = s.Address()
				}
				maps.Copy(u.env, s.Fill(b.Fix))
				code, said, scores = u.review(t)
			}
			if code != 0 {
				t.Fatalf("exit code %d: %s", code, said)
			}
			if diff := cmp.Diff(right[b.Long], scores); diff != "" {
				t.Errorf("another review than with a plain server:\n%s", diff)
			}
			if b.Calls > 0 && s.Calls() > b.Calls {
				t.Errorf("%d calls, at most %d", s.Calls(), b.Calls)
			}
		})
	}
}

// checkAdvice demands that a review failed with the words of a behaviour, and with the
// name of each variable that is to be changed.
func checkAdvice(t *testing.T, b servertest.Behaviour, code int, said string) {
	t.Helper()
	if code == 0 {
		t.Fatalf("the review worked: %s", said)
	}
	for _, words := range slices.Concat(b.Words, slices.Sorted(maps.Keys(b.Fix))) {
		if !strings.Contains(said, words) {
			t.Errorf("no %q in: %s", words, said)
		}
	}
	if b.Fix == nil && b.Fixed == nil {
		t.Error("the behaviour has no fix")
	}
}

// TestServersAreSourced: each behaviour is of a known server and has a dated source, and
// each server has some.
func TestServersAreSourced(t *testing.T) {
	count := map[string]int{"": 0}
	for _, s := range openai.Servers() {
		count[s.Slug] = 0
	}
	for _, b := range servertest.Behaviours() {
		if _, known := count[b.Server]; !known || !strings.HasPrefix(b.Source, "https://") || !strings.HasSuffix(b.Source, ")") || !strings.Contains(b.Source, " (") {
			t.Errorf("%s, %s: %s", b.Server, b.Name, b.Source)
		}
		count[b.Server]++
	}
	for _, slug := range slices.Sorted(maps.Keys(count)) {
		if count[slug] < 3 {
			t.Errorf("%s has %d behaviours", slug, count[slug])
		}
	}
}

// TestProxy: a proxy that wants a password, or is not there, is what doctor names, without
// the password that the variable has.
func TestProxy(t *testing.T) {
	t.Parallel()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusProxyAuthRequired) }))
	t.Cleanup(proxy.Close)
	for address, words := range map[string]string{
		strings.Replace(proxy.URL, "http://", "http://me:pass-4711@", 1): "the proxy answers 407",
		"http://127.0.0.1:1": "can't connect to the proxy",
	} {
		cmd := command(t.Context(), t, "doctor")
		cmd.Dir = t.TempDir()
		cmd.Env = append(cmd.Env, "XDG_CACHE_HOME="+cmd.Dir, "HTTPS_PROXY="+address, "OPENAI_BASE_URL=https://models.example/v1", "JUDGEMENT_LLM_MODEL=good")
		out, err := cmd.CombinedOutput()
		said := strings.Join(strings.Fields(string(out)), " ")
		if err == nil || !strings.Contains(said, words) || !strings.Contains(said, "HTTPS_PROXY") || strings.Contains(said, "4711") {
			t.Errorf("%s: %v\n%s", address, err, out)
		}
	}
}

// TestOwnCertificate: a server with a certificate of its own is refused with the variable
// to set, which then works.
func TestOwnCertificate(t *testing.T) {
	t.Parallel()
	s := httptest.NewTLSServer(servertest.Start(t, servertest.Fake{}).Config.Handler)
	t.Cleanup(s.Close)
	file := filepath.Join(t.TempDir(), "server.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, authority := range []string{"", file} {
		cmd := command(t.Context(), t, "doctor")
		cmd.Dir = t.TempDir()
		cmd.Env = append(cmd.Env, "XDG_CACHE_HOME="+filepath.Dir(file), "SSL_CERT_FILE="+authority, "OPENAI_BASE_URL="+s.URL+"/v1", "JUDGEMENT_LLM_MODEL=good")
		out, err := cmd.Output()
		if (err == nil) != (authority != "") || strings.Contains(string(out), "SSL_CERT_FILE") != (authority == "") {
			t.Errorf("SSL_CERT_FILE %q: %v\n%s", authority, err, out)
		}
	}
}
