package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"judgement/internal/llm/fakeserver"
	"judgement/internal/testtool"
)

// TestMCP: a host that starts the command gets a review, and its errors with what to do.
func TestMCP(t *testing.T) {
	s := newSite(t, t.TempDir(), 2, fakeserver.Options{})
	if err := os.WriteFile(filepath.Join(s.dir, "judgement.yaml"), []byte("llm: {prices: [{model: fake-1, currency: USD, input: 1, output: 2}]}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := command(t.Context(), t, "mcp", "--workspace", s.dir)
	c.Env = append(c.Env, "OPENAI_BASE_URL="+s.server.URL(), "OPENAI_API_KEY=none", "JUDGEMENT_LLM_MODEL=fake-1")
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: c}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "plan", Arguments: map[string]any{"scene": "s", "text": ferry, "name": "ferry.md"}})
	if err != nil || r.IsError {
		t.Fatalf("plan: %v %+v", err, r)
	}
	most := r.StructuredContent.(map[string]any)
	usual := most["expected"].(map[string]any)
	if usual["calls"] != 2. || usual["prompt_tokens"] != most["prompt_tokens"] || usual["reply_tokens"].(float64) >= most["reply_tokens"].(float64) ||
		!strings.HasPrefix(usual["cost"].(string), "USD 0.0") || usual["cost"] == most["cost"] {
		t.Errorf("plan: %v", most)
	}
	r, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "review", Arguments: map[string]any{"scene": "s", "text": ferry, "name": "ferry.md"}})
	if err != nil || r.IsError {
		t.Fatalf("review: %v %+v", err, r)
	}
	if got := r.StructuredContent.(map[string]any); got["case"] != "C-2026-0001" || got["no_model"] != false || got["judges_answered"] != 2. {
		t.Errorf("review: %v", got)
	}
	r, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "plan", Arguments: map[string]any{"scene": "sx", "text": ferry}})
	if err != nil || !r.IsError || !strings.Contains(r.Content[0].(*mcp.TextContent).Text, "sx") {
		t.Errorf("an unknown scene: %v %+v", err, r)
	}
	if err := session.Close(); err != nil {
		t.Errorf("the command does not end with its host: %v", err)
	}
}

// TestMCPCancel: a host that cancels a review ends its calls, and the same review later
// pays only for what is missing.
func TestMCPCancel(t *testing.T) {
	var calls atomic.Int32
	second, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	s := newSite(t, t.TempDir(), 3, fakeserver.Options{Responder: func(r fakeserver.Request) string {
		if calls.Add(1) == 2 {
			close(second)
			<-release
		}
		return fakeserver.Answer(r)
	}})
	if err := os.WriteFile(filepath.Join(s.dir, "judgement.yaml"), []byte("llm: {concurrency: 1}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := command(t.Context(), t, "mcp", "--workspace", s.dir)
	c.Env = append(c.Env, "OPENAI_BASE_URL="+s.server.URL(), "OPENAI_API_KEY=none", "JUDGEMENT_LLM_MODEL=fake-1")
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: c}, nil)
	if err != nil {
		t.Fatal(err)
	}
	review := &mcp.CallToolParams{Name: "review", Arguments: map[string]any{"scene": "s", "text": ferry, "name": "ferry.md"}}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-second
		cancel()
	}()
	if r, err := session.CallTool(ctx, review); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled review: %v %+v", err, r)
	}
	r, err := session.CallTool(t.Context(), review)
	if err != nil || r.IsError {
		t.Fatalf("the review again: %v %+v", err, r)
	}
	if got := r.StructuredContent.(map[string]any); got["version"] != 1. || got["judges_answered"] != 3. || got["already_judged"] != nil {
		t.Errorf("the review again: %v", got)
	}
	if n := calls.Load(); n != 4 { // one that was answered, the cancelled one, and the two that were missing
		t.Errorf("%d calls", n)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}

// TestForeignMCPClient: a client by other people gets the tools, a review and its
// progress.
func TestForeignMCPClient(t *testing.T) {
	python, err := filepath.Abs("../.ci/python/env/bin/python")
	if err != nil {
		t.Fatal(err)
	}
	testtool.Need(t, python)
	s := newSite(t, t.TempDir(), 2, fakeserver.Options{})
	server := command(t.Context(), t, "mcp", "--workspace", s.dir)
	judgement := filepath.Join(t.TempDir(), "judgement") // by which name the test's program is the command line
	if err := os.Symlink(server.Path, judgement); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), python, append([]string{"testdata/mcp_client.py", "s", s.document, judgement}, server.Args[1:]...)...)
	c.Env = append(server.Env, "OPENAI_BASE_URL="+s.server.URL(), "OPENAI_API_KEY=none", "JUDGEMENT_LLM_MODEL=fake-1")
	out, err := c.Output()
	if err != nil {
		var ended *exec.ExitError
		if errors.As(err, &ended) {
			t.Fatalf("%v: %s", err, ended.Stderr)
		}
		t.Fatal(err)
	}
	var got struct {
		Tools, Resources []string
		Failed           bool
		Result           struct {
			Case     string
			Answered int `json:"judges_answered"`
		}
		Progress [][]any
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if len(got.Tools) != 7 || len(got.Resources) != 1 || got.Failed || got.Result.Case != "C-2026-0001" || got.Result.Answered != 2 || len(got.Progress) != 2 {
		t.Errorf("%s", out)
	}
}

// withToken adds the token of the service.
type withToken struct{ http.RoundTripper }

func (w withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+serveToken)
	return w.RoundTripper.RoundTrip(r)
}

// TestMCPOverHTTP: a service answers at /mcp, with the token only, and its workers run
// the reviews.
func TestMCPOverHTTP(t *testing.T) {
	s := startStarter(t, map[string]string{"SERVICE_API_TOKEN": serveToken}, "up", "--provider", "offline")
	connect := func(c *http.Client) (*mcp.ClientSession, error) {
		return mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).
			Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://socket/mcp", HTTPClient: c, DisableStandaloneSSE: true}, nil)
	}
	if _, err := connect(s.client); err == nil {
		t.Error("/mcp answers without a token")
	}
	session, err := connect(&http.Client{Transport: withToken{s.client.Transport}})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	checkMCPAddress(t, &http.Client{Transport: withToken{s.client.Transport}})
	r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "review", Arguments: map[string]any{"scene": "pitch-review", "text": ferry, "name": "ferry.md"}})
	if err != nil || r.IsError {
		t.Fatalf("review: %v %+v", err, r)
	}
	first := r.StructuredContent.(map[string]any)
	if first["case"] == "" || first["no_model"] != true || first["already_judged"] != nil {
		t.Errorf("review: %v", first)
	}
	for _, c := range []struct {
		again   bool
		judged  any
		version float64
	}{{false, true, 1}, {true, nil, 2}} {
		r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "review", Arguments: map[string]any{"scene": "pitch-review", "text": ferry, "name": "ferry.md", "again": c.again}})
		if err != nil || r.IsError {
			t.Fatalf("again %v: %v %+v", c.again, err, r)
		}
		if got := r.StructuredContent.(map[string]any); got["case"] != first["case"] || got["version"] != c.version || got["already_judged"] != c.judged {
			t.Errorf("again %v: %v", c.again, got)
		}
	}
}

// TestMCPWithoutWorker: a service that runs no jobs says so to a host at once.
func TestMCPWithoutWorker(t *testing.T) {
	s := startStarter(t, map[string]string{"SERVICE_API_TOKEN": serveToken, "JUDGEMENT_LLM_PROVIDER": "offline"}, "serve")
	ctx, cancel := context.WithCancel(t.Context())
	said := make(chan string, 1)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			said <- r.Params.Message
			cancel()
		},
	})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://socket/mcp", HTTPClient: &http.Client{Transport: withToken{s.client.Transport}}, DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	params := &mcp.CallToolParams{Name: "review", Arguments: map[string]any{"scene": "pitch-review", "text": ferry, "name": "ferry.md"}}
	params.SetProgressToken("here")
	if r, err := session.CallTool(ctx, params); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v %+v", err, r)
	}
	_ = session.Ping(t.Context(), nil) // by then the server has most likely read that the call is cancelled
	if text := <-said; !strings.Contains(text, "no worker is running: start 'judgement worker'") {
		t.Error(text)
	}
}

func mcpPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../docs/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// checkMCPAddress sends what docs/mcp.md has readers send with curl.
func checkMCPAddress(t *testing.T, client *http.Client) {
	t.Helper()
	m := regexp.MustCompile(`(?s) -d '([^']+)'`).FindStringSubmatch(mcpPage(t))
	if m == nil {
		t.Fatal("docs/mcp.md has no command with a body")
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://socket/mcp", strings.NewReader(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || !strings.Contains(string(body), `"serverInfo"`) {
		t.Errorf("the command of docs/mcp.md: %s %s %v", resp.Status, body, err)
	}
}

// TestMCPConfigurations: the configurations of docs/mcp.md are JSON, start this command or
// name the service, and VS Code's ask for each input that they use.
func TestMCPConfigurations(t *testing.T) {
	t.Parallel()
	page := mcpPage(t)
	blocks := regexp.MustCompile("(?ms)^```json\n(.*?)^```$").FindAllStringSubmatch(page, -1)
	if len(blocks) < 3 {
		t.Errorf("%d configurations", len(blocks))
	}
	for _, b := range blocks {
		var c struct {
			Inputs  []struct{ ID string }
			Servers map[string]struct {
				Args []string
				URL  string
			}
			Desktop map[string]struct{ Args []string } `json:"mcpServers"`
		}
		if err := json.Unmarshal([]byte(b[1]), &c); err != nil {
			t.Errorf("%v:\n%s", err, b[1])
			continue
		}
		server := c.Servers["judgement"]
		if args := append(server.Args, c.Desktop["judgement"].Args...); (len(args) != 3 || args[0] != "mcp" || args[1] != "--workspace") && !strings.HasSuffix(server.URL, "/mcp") {
			t.Errorf("it starts %q at %q:\n%s", args, server.URL, b[1])
		}
		asked := map[string]bool{}
		for _, in := range c.Inputs {
			asked[in.ID] = true
		}
		for _, m := range regexp.MustCompile(`\$\{input:([^}]+)\}`).FindAllStringSubmatch(b[1], -1) {
			if !asked[m[1]] {
				t.Errorf("nothing asks for the input %s:\n%s", m[1], b[1])
			}
		}
	}
	for _, place := range []string{"claude_desktop_config.json", ".vscode/mcp.json", "~/.cursor/mcp.json", "MCP: List Servers"} {
		if !strings.Contains(page, place) {
			t.Errorf("docs/mcp.md does not name %s", place)
		}
	}
}
