package cmd

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/app"
	"judgement/internal/chat/lark/larkfake"
	"judgement/internal/logtest"
)

// chatWorld is a copy of the starter workspace with bots on a platform for
// tests.
type chatWorld struct {
	*larkfake.Server
	t    *testing.T
	dir  string
	env  map[string]string
	logs *logtest.Buffer
}

func newChatWorld(t *testing.T, scenes ...string) *chatWorld {
	t.Helper()
	w := &chatWorld{t: t, dir: filepath.Join(t.TempDir(), "w"), env: map[string]string{}, logs: &logtest.Buffer{}}
	copyStarter(t, w.dir)
	var apps []larkfake.App
	for _, s := range scenes {
		name := strings.ToUpper(strings.ReplaceAll(s, "-", "_"))
		apps = append(apps, larkfake.App{ID: "cli_" + s, Secret: "secret", OpenID: "ou_" + s})
		w.env["CHAT_APP_ID_"+name], w.env["CHAT_APP_SECRET_"+name] = "cli_"+s, "secret"
	}
	w.Server = larkfake.New(t, apps...)
	t.Cleanup(w.Close)
	w.env["JUDGEMENT_CHAT_BASE_URL"], w.env["JUDGEMENT_LLM_PROVIDER"] = w.URL, "offline"
	w.env["JUDGEMENT_LOG_FORMAT"] = "text"
	return w
}

// copyStarter copies the repository's own workspace.
func copyStarter(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"scenes", "anchors", "judges"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join("..", name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"SKILL.md", "VERSION"} {
		b, err := os.ReadFile(filepath.Join("..", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func unixClient(socket string) *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", socket)
	}}}
}

// socket is the path of a Unix socket, of which names may not be long.
func (w *chatWorld) socket(name string) string {
	w.t.Helper()
	dir, err := os.MkdirTemp("", "chat")
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, name)
}

// get asks the chat process's metrics.
func (w *chatWorld) get(url string) string {
	w.t.Helper()
	resp, err := unixClient(w.env["JUDGEMENT_CHAT_METRICS_LISTEN"]).Get(url)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(b)
}

// start runs a command until it is stopped; stop returns its exit code.
func (w *chatWorld) start(args ...string) (stop func() int) {
	w.t.Helper()
	app := &App{In: strings.NewReader(""), Out: io.Discard, Err: w.logs, Options: app.Options{Dir: w.dir, Now: time.Now, Random: rand.Reader, Env: func(k string) string { return w.env[k] }}}
	ctx, cancel := context.WithCancel(context.Background())
	code := make(chan int, 1)
	go func() { code <- app.Run(ctx, args) }()
	stop = sync.OnceValue(func() int { cancel(); return <-code })
	w.t.Cleanup(func() { stop() })
	return stop
}

// once runs a command to its end.
func (w *chatWorld) once(args ...string) (code int, stdout, stderr string) {
	w.t.Helper()
	var out, err strings.Builder
	app := &App{In: strings.NewReader(""), Out: &out, Err: &err, Width: 120, Options: app.Options{Dir: w.dir, Now: time.Now, Random: rand.Reader, Env: func(k string) string { return w.env[k] }}}
	code = app.Run(w.t.Context(), args)
	return code, out.String(), err.String()
}

func (w *chatWorld) until(what string, ok func() bool) {
	w.t.Helper()
	for deadline := time.Now().Add(120 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			var all strings.Builder
			for _, m := range w.Messages() {
				fmt.Fprintf(&all, "%s in %s: %.400s\n", m.Type, m.Chat, m.Content)
			}
			w.t.Fatalf("waited without result until %s\n%s\n%s", what, &all, w.logs)
		}
	}
}

// says reports whether a message to a chat holds the words.
func (w *chatWorld) says(chat string, words ...string) bool {
	for _, m := range w.Messages() {
		ok := m.Chat == chat
		for _, word := range words {
			ok = ok && strings.Contains(m.Content+m.FileName, word)
		}
		if ok {
			return true
		}
	}
	return false
}

// sealed holds all that ever stood in a chat of a redacted scene, earlier forms of
// its card included, to have nothing of the document, its name, the judges or the
// case in it; and the bot to have uploaded no file.
func (w *chatWorld) sealed(chat, app, file string) {
	w.t.Helper()
	var all strings.Builder
	for _, m := range w.Messages() {
		if m.Chat == chat {
			fmt.Fprintln(&all, strings.Join(m.History, "\n"), m.Content, m.FileName, string(m.File))
		}
	}
	text := strings.ToLower(all.String())
	words := strings.Fields(strings.ToLower(string(w.example(file))))
	for i := 0; i+3 <= len(words); i++ {
		if run := strings.Join(words[i:i+3], " "); len(run) > 12 && strings.Contains(text, run) {
			w.t.Errorf("%s shows %q of the document", chat, run)
		}
	}
	secrets := []string{strings.TrimSuffix(file, filepath.Ext(file)), "c-2026-", "c-20", "reports/", "report."}
	for _, dir := range []string{"anchors", "judges"} {
		entries, err := os.ReadDir(filepath.Join(w.dir, dir))
		if err != nil {
			w.t.Fatal(err)
		}
		for _, e := range entries {
			secrets = append(secrets, e.Name(), strings.ReplaceAll(e.Name(), "-", " "))
		}
	}
	for _, s := range secrets {
		if strings.Contains(text, strings.ToLower(s)) {
			w.t.Errorf("%s shows %q in\n%s", chat, s, text)
		}
	}
	for _, c := range w.Calls() {
		if c.App == app && c.Kind == "upload" {
			w.t.Errorf("the bot of %s uploaded %s", chat, c.Target)
		}
	}
}

func (w *chatWorld) example(name string) []byte {
	w.t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "examples", name))
	if err != nil {
		w.t.Fatal(err)
	}
	return b
}

// process is a command line as a process of its own that prints no result: what
// the chat SDK prints is kept from standard output.
func (w *chatWorld) process(args ...string) *exec.Cmd {
	w.t.Helper()
	cmd := command(w.t.Context(), w.t, args...)
	cmd.Dir = w.dir
	cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, fixedEnv+"=") }) // bots need a clock that goes
	for k, v := range w.env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	var out bytes.Buffer
	cmd.Stdout = &out
	w.t.Cleanup(func() { // after the process has ended
		if out.Len() > 0 {
			w.t.Errorf("%v printed to standard output: %s", args, &out)
		}
	})
	return started(w.t, cmd)
}
