package api

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/internal/logtest"
)

const testToken = "4f0c1f5d9f3b4e8896a1a3f1c0d2e4b6a8c0e2f4061728394a5b6c7d8e9fa0b1"

// fakeCheck is an Attributor that the tests steer.
type fakeCheck func(ctx context.Context, req AttributionRequest) (AttributionResponse, error)

func (f fakeCheck) Check(ctx context.Context, req AttributionRequest) (AttributionResponse, error) {
	return f(ctx, req)
}

func emptyCheck(context.Context, AttributionRequest) (AttributionResponse, error) {
	return AttributionResponse{InvokedAt: "2026-03-01T09:00:00Z", Today: "2026-03-01"}, nil
}

// answer is what a client gets.
type answer struct {
	status int
	header http.Header
	body   []byte
	head   bool
}

func (a answer) json(t testing.TB) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
	return v
}

// fixture is an API over a workspace on disk, served on the loopback.
type fixture struct {
	t    testing.TB
	dir  string
	api  *API
	srv  *httptest.Server
	spec *spec
	logs *logtest.Buffer
	reg  *prometheus.Registry
	env  map[string]string
}

// workspaceFiles is a small workspace in which everything is good.
func workspaceFiles() map[string]string {
	skill := func(name string) string {
		return "---\nname: " + name + "\ndescription: Judges.\nmetadata:\n  version: \"1.2.3\"\n---\n# Method\n"
	}
	sceneFile := func(slug, rest string) string {
		env := strings.ToUpper(strings.ReplaceAll(slug, "-", "_"))
		return "slug: " + slug + "\nchat:\n  app_id_env: CHAT_APP_ID_" + env + "\n  app_secret_env: CHAT_APP_SECRET_" + env +
			"\nreport:\n  brand_prefix: p-\n" + rest
	}
	return map[string]string{
		"SKILL.md":                            skill("judgement"),
		"VERSION":                             "v4.5.6\n",
		"judges/careful/SKILL.md":             skill("careful"),
		"anchors/keeper/perspective/SKILL.md": skill("perspective"),
		"anchors/keeper/README.md":            "# Keeper\n\n![badge](x.png)\n\nA *plain* view\nof `things`.\n\nMore.\n",
		"anchors/keeper/talks/a.md":           "x",
		"anchors/keeper/essays/b.md":          "x",
		"anchors/empty/.keep":                 "",
		"scenes/_base/short.yaml":             "name: short\njudges:\n  - {slug: careful, judge_category: dimension, skill_path: judges/careful/SKILL.md}\nscoring_lenses:\n  - {slug: truth, max_score: 60}\n  - {slug: use, max_score: 40}\n",
		"scenes/fair/scene.yaml":              sceneFile("fair", "scene_type: competition\nanchor_judge: null\nshow_scores_publicly: true\n"),
		"scenes/fair/panel.yaml":              "extends: ../_base/short.yaml\nname: fair\ndisplay_name: Fair jury\noutput_format: workshop_ranking\n",
		"scenes/pitch/scene.yaml":             sceneFile("pitch", "scene_type: review\nanchor_judge: keeper\nshow_scores_publicly: false\n"),
		"scenes/pitch/panel.yaml":             "extends: ../_base/short.yaml\nname: pitch\nanchor_slug: keeper\njudges_add:\n  - {slug: keeper, display_name_cn: 守门人, judge_category: anchor, skill_path: anchors/keeper/perspective/SKILL.md, always_active: true}\n",
	}
}

func newFixture(t testing.TB, change ...func(*Options)) *fixture {
	t.Helper()
	f := &fixture{t: t, dir: t.TempDir(), spec: loadSpec(t), logs: &logtest.Buffer{}, reg: prometheus.NewRegistry()}
	f.env = map[string]string{"CHAT_APP_ID_PITCH": "cli_a1b2c3"}
	for name, text := range workspaceFiles() {
		f.write(name, text)
	}
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	o := Options{
		Workspace: root.FS(), Dir: f.dir, Env: func(k string) string { return f.env[k] }, Tokens: testToken,
		Attributor: fakeCheck(emptyCheck), Log: slog.New(slog.NewJSONHandler(f.logs, nil)), Metrics: f.reg,
		Now: time.Now, Random: strings.NewReader("123456"), Poll: 5 * time.Millisecond,
	}
	for _, c := range change {
		c(&o)
	}
	if f.api, err = New(o); err != nil {
		t.Fatal(err)
	}
	f.srv = httptest.NewServer(f.api)
	t.Cleanup(f.srv.Close)
	return f
}

// write puts a whole file in place at once: the watcher must not see half of it.
func (f *fixture) write(name, text string) {
	f.t.Helper()
	f.overwrite(name+".new", text)
	f.rename(name+".new", name)
}

func (f *fixture) rename(from, to string) {
	f.t.Helper()
	if err := os.Rename(filepath.Join(f.dir, from), filepath.Join(f.dir, to)); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) overwrite(name, text string) {
	f.t.Helper()
	path := filepath.Join(f.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) remove(name string) {
	f.t.Helper()
	if err := os.RemoveAll(filepath.Join(f.dir, name)); err != nil {
		f.t.Fatal(err)
	}
}

// bearerHeader is the header of a client with the right token.
func bearerHeader() http.Header { return http.Header{"Authorization": {"Bearer " + testToken}} }

// get asks with the token and wants a 200.
func (f *fixture) get(path string) answer {
	f.t.Helper()
	a := f.do(http.MethodGet, path, bearerHeader(), "")
	if a.status != http.StatusOK {
		f.t.Fatalf("GET %s: %d %s", path, a.status, a.body)
	}
	return a
}

// post sends a JSON body with the token.
func (f *fixture) post(path, body string) answer {
	f.t.Helper()
	h := bearerHeader()
	h.Set("Content-Type", "application/json")
	return f.do(http.MethodPost, path, h, body)
}

// watch watches the workspace, the queue and the bots until the test ends.
func (f *fixture) watch() {
	ctx, cancel := context.WithCancel(f.t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); f.api.Watch(ctx) }()
	f.t.Cleanup(func() { cancel(); <-stopped })
}

// do sends a request and holds the answer to the description. Pages of the
// documentation are not part of it and are held to their own tests.
func (f *fixture) do(method, path string, header http.Header, body string) answer {
	f.t.Helper()
	r, err := http.NewRequestWithContext(f.t.Context(), method, f.srv.URL+path, strings.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	r.Header = header.Clone()
	if r.Header == nil {
		r.Header = http.Header{}
	}
	resp, err := f.srv.Client().Do(r)
	if err != nil {
		f.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		f.t.Fatal(err)
	}
	a := answer{resp.StatusCode, resp.Header, b, method == http.MethodHead}
	bare, _, _ := strings.Cut(path, "?")
	if r.URL.RawPath != "" && plainPath(r) {
		bare = r.URL.Path // other spellings of the same path
	}
	if _, described := f.spec.at("paths")[f.spec.template(bare)]; !described && strings.Contains(header.Get("Accept"), "text/html") {
		return a // pages for browsers are for people, not in the description
	}
	if bare == "/openapi.json" || strings.HasPrefix(bare, "/docs") || strings.HasPrefix(bare, "/redoc") || strings.HasPrefix(bare, "/boards/page.") {
		return a
	}
	if err := f.spec.check(method, bare, a); err != nil {
		f.t.Errorf("%s %s: %d %s: %v", method, path, a.status, a.body, err)
	}
	return a
}

// settle waits until the watcher has shown what a condition asks for.
func (f *fixture) settle(what string, ok func() bool) {
	f.t.Helper()
	for range 2000 {
		if ok() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	f.t.Fatalf("%s did not happen; logs:\n%s", what, f.logs)
}

// mapFS is a workspace in memory.
func mapFS(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// serveOn runs the real server with its limits on a loopback port and returns
// its address.
func (f *fixture) serveOn() string {
	f.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	srv := &Server{Log: slog.New(slog.NewJSONHandler(f.logs, nil)), Drain: 5 * time.Second}
	go func() { done <- srv.Serve(ctx, map[net.Listener]http.Handler{l: f.api}) }()
	f.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			f.t.Errorf("serve: %v", err)
		}
	})
	return l.Addr().String()
}
