package cmd

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"judgement/internal/app"
	"judgement/internal/logtest"
)

const serveToken = "0b7c3a5e9d1f42680b7c3a5e9d1f42680b7c3a5e9d1f42680b7c3a5e9d1f4268"

// served is `judgement serve` over a copy of the starter workspace, on a Unix
// socket.
type served struct {
	client *http.Client
	logs   *logtest.Buffer
	dir    string
	stop   func() int // returns the exit code
}

func serveStarter(t *testing.T, env map[string]string, args ...string) *served {
	t.Helper()
	return startStarter(t, env, append([]string{"serve"}, args...)...)
}

// startStarter runs a command that serves.
func startStarter(t *testing.T, env map[string]string, args ...string) *served {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "w")
	for _, name := range []string{"scenes", "anchors", "judges"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join("..", name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"SKILL.md", "VERSION"} {
		b, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return startIn(t, dir, env, args...)
}

// readTimeEnv is how long a small document may take in a server that startIn runs.
const readTimeEnv = "JUDGEMENT_TEST_READ_TIME"

// startIn runs a command that serves in a folder, which need be no workspace.
func startIn(t *testing.T, dir string, env map[string]string, args ...string) *served {
	t.Helper()
	s := &served{logs: &logtest.Buffer{}, dir: dir}
	short, err := os.MkdirTemp("", "s") // a socket's path has to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(short) })
	socket := filepath.Join(short, "s")
	app := &App{In: strings.NewReader(""), Out: io.Discard, Err: s.logs, Options: app.Options{Dir: s.dir, Now: time.Now, Random: rand.Reader, Starter: os.DirFS(".."), Env: func(k string) string { return env[k] }}}
	if at := env[readTimeEnv]; at != "" {
		if app.ReadTime, err = time.ParseDuration(at); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() { code <- app.Run(ctx, append(args, "--listen", socket)) }()
	s.stop = sync.OnceValue(func() int { cancel(); return <-code })
	t.Cleanup(func() { s.stop() })
	s.client = &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", socket)
	}}}
	for range 1000 {
		if resp, err := s.client.Get("http://socket/v1/healthz"); err == nil {
			_ = resp.Body.Close()
			return s
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the server does not answer; log:\n%s", s.logs)
	return nil
}

// documented is one curl line of docs/http.md with the answer below it.
type documented struct {
	method, path, body string
	header             http.Header
	form               []string // name=value or name=@file
	answer             string   // may be empty
}

var (
	curlBlock = regexp.MustCompile("(?s)```sh\n(curl [^\n]+)\n```\n(?:\n```json\n([^\n]+)\n```)?")
	curlWord  = regexp.MustCompile(`'([^']*)'|"([^"]*)"|(\S+)`)
)

func readDocumented(t *testing.T) []documented {
	t.Helper()
	text, err := os.ReadFile("../docs/http.md")
	if err != nil {
		t.Fatal(err)
	}
	var out []documented
	for _, m := range curlBlock.FindAllStringSubmatch(string(text), -1) {
		d := documented{method: http.MethodGet, header: http.Header{}, answer: m[2]}
		var words []string
		for _, w := range curlWord.FindAllStringSubmatch(m[1], -1) {
			words = append(words, strings.NewReplacer("$ACCESS_TOKEN", serveToken).Replace(w[1]+w[2]+w[3]))
		}
		for i := 1; i < len(words); i++ {
			switch w := words[i]; {
			case w == "-s", w == "-N":
			case w == "-X":
				i++
				d.method = words[i]
			case w == "-F":
				i++
				d.method, d.form = http.MethodPost, append(d.form, words[i])
			case w == "-H":
				i++
				k, v, _ := strings.Cut(words[i], ": ")
				d.header.Set(k, v)
			case w == "-d":
				i++
				d.method, d.body = http.MethodPost, words[i]
			case strings.HasPrefix(w, "$BASE_URL/"):
				d.path = strings.TrimPrefix(w, "$BASE_URL")
			default:
				t.Fatalf("unknown word %q in %s", w, m[1])
			}
		}
		out = append(out, d)
	}
	return out
}

// request builds what a line sends. job replaces $JOB.
func (d *documented) request(t *testing.T, job string) *http.Request {
	t.Helper()
	body := io.Reader(strings.NewReader(d.body))
	if d.form != nil {
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		for _, field := range d.form {
			name, value, _ := strings.Cut(field, "=")
			var err error
			if file, isFile := strings.CutPrefix(value, "@"); isFile {
				var data []byte
				if data, err = os.ReadFile(filepath.Join("..", file)); err == nil {
					var part io.Writer
					if part, err = w.CreateFormFile(name, filepath.Base(file)); err == nil {
						_, err = part.Write(data)
					}
				}
			} else {
				err = w.WriteField(name, value)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		body = &b
		d.header.Set("Content-Type", w.FormDataContentType())
	}
	r, err := http.NewRequestWithContext(t.Context(), d.method, "http://socket"+strings.ReplaceAll(d.path, "$JOB", job), body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = d.header
	return r
}

// template is the path of the description that a line's path is one of.
func (d *documented) template() string {
	path, _, _ := strings.Cut(d.path, "?")
	return strings.ReplaceAll(path, "$JOB", "{job_id}")
}

// TestDocumentedCommands runs every curl line of docs/http.md against the
// program, jobs included. Each answer, and the one that is printed below the
// line, is what the description says.
func TestDocumentedCommands(t *testing.T) {
	s := startStarter(t, map[string]string{"SERVICE_API_TOKEN": "old, " + serveToken}, "up", "--provider", "offline")
	doc := openapiDoc(t)
	seen := map[string]bool{}
	job := ""
	for _, d := range readDocumented(t) {
		if d.method == http.MethodDelete {
			job = s.submit(t, `{"scene_slug":"pitch-review","brand":"late","document":"We asked 50 passengers."}`)
		}
		resp, err := s.client.Do(d.request(t, job))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode < 300 {
			seen[strings.ToLower(d.method)+" "+d.template()] = true
		}
		if id := resp.Header.Get("Location"); id != "" {
			job = strings.TrimPrefix(id, "/v2/judgement/")
			s.await(t, job)
		}
		texts := []string{string(body), d.answer}
		schema := answerSchema(t, doc, d.method, d.template(), resp.StatusCode)
		if schema == nil { // a stream
			texts = nil
			if !strings.Contains(string(body), "\nevent: judge_finished\n") || !strings.Contains(string(body), "\nevent: end\n") {
				t.Errorf("%s %s: %s", d.method, d.path, body)
			}
		}
		for _, text := range texts {
			if text == "" {
				continue
			}
			v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%s %s: %s: %v", d.method, d.path, text, err)
			}
			if err := schema.Validate(v); err != nil {
				t.Errorf("%s %s: %s: %v", d.method, d.path, text, err)
			}
		}
	}
	for path, item := range doc["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
			if !seen[method+" "+path] && !strings.HasPrefix(path, "/boards/") { // TestServeBoards has those
				t.Errorf("docs/http.md has no example of %s %s that works", method, path)
			}
		}
	}
}

func openapiDoc(t *testing.T) map[string]any {
	t.Helper()
	var out bytes.Buffer
	app := &App{Out: &out, Err: io.Discard, Options: app.Options{Env: func(string) string { return "" }, Now: time.Now}}
	if code := app.Run(t.Context(), []string{"openapi"}); code != 0 {
		t.Fatalf("openapi: exit code %d", code)
	}
	v, err := jsonschema.UnmarshalJSON(&out)
	if err != nil {
		t.Fatal(err)
	}
	return v.(map[string]any)
}

// answerSchema compiles the schema of a documented answer; nil is that of a
// stream.
func answerSchema(t *testing.T, doc map[string]any, method, path string, status int) *jsonschema.Schema {
	t.Helper()
	at := []string{"paths", path, strings.ToLower(method), "responses", strconv.Itoa(status)}
	var v any = doc
	for _, k := range at {
		v = v.(map[string]any)[k]
		if v == nil {
			t.Fatalf("the description has no %v", at)
		}
	}
	content := v.(map[string]any)["content"].(map[string]any)
	if content["text/event-stream"] != nil {
		return nil
	}
	ref := content["application/json"].(map[string]any)["schema"].(map[string]any)["$ref"].(string)
	c := jsonschema.NewCompiler()
	if err := c.AddResource("openapi.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("openapi.json" + ref)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestServeStops: the log is whole when the command ends, the exit code is 0,
// and the token is nowhere in it.
func TestServeStops(t *testing.T) {
	s := serveStarter(t, map[string]string{"SERVICE_API_TOKEN": serveToken}, "--metrics-listen", "127.0.0.1:0")
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://socket/v1/version", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+serveToken)
	r.Header.Set("X-Request-Id", "the-last-one")
	resp, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if code := s.stop(); code != 0 || resp.StatusCode != 200 {
		t.Errorf("exit code %d, status %d", code, resp.StatusCode)
	}
	logs := s.logs.String()
	for _, want := range []string{`"msg":"listening"`, `"request_id":"the-last-one"`, `"msg":"stopped"`} {
		if !strings.Contains(logs, want) {
			t.Errorf("the log lacks %s:\n%s", want, logs)
		}
	}
	if strings.Contains(logs, serveToken) || strings.Contains(logs, "not set") {
		t.Errorf("the log has the token, or says that there is none:\n%s", logs)
	}
}

// TestServeWithoutToken: only the health is shown, and the log says why.
func TestServeWithoutToken(t *testing.T) {
	s := serveStarter(t, map[string]string{"SERVICE_API_TOKEN": " , "}, "--log-format", "text")
	resp, err := s.client.Get("http://socket/v1/scenes")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	s.stop()
	if resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(s.logs.String(), "SERVICE_API_TOKEN is not set") {
		t.Errorf("status %d, log:\n%s", resp.StatusCode, s.logs)
	}
}

// TestServeTraces: with a collector that is away requests are answered, and the
// command ends.
func TestServeTraces(t *testing.T) {
	s := serveStarter(t, map[string]string{"SERVICE_API_TOKEN": serveToken, "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"})
	if code := s.stop(); code != 0 || !strings.Contains(s.logs.String(), "the last traces were not sent") {
		t.Errorf("exit code %d, log:\n%s", code, s.logs)
	}
}
