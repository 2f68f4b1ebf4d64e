package cmd

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chatdb"
	"judgement/internal/chat/lark/larkfake"
	"judgement/internal/store"
)

// chatWorld is a copy of the starter workspace with bots on a platform for
// tests.
type chatWorld struct {
	*larkfake.Server
	t    *testing.T
	dir  string
	env  map[string]string
	logs *logBuffer
}

func newChatWorld(t *testing.T, scenes ...string) *chatWorld {
	t.Helper()
	w := &chatWorld{t: t, dir: filepath.Join(t.TempDir(), "w"), env: map[string]string{}, logs: &logBuffer{}}
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

// start runs a command until it is stopped; stop returns its exit code.
func (w *chatWorld) start(args ...string) (stop func() int) {
	w.t.Helper()
	app := &App{
		In: strings.NewReader(""), Out: io.Discard, Err: w.logs, Dir: w.dir, Now: time.Now, Random: rand.Reader,
		Env: func(k string) string { return w.env[k] },
	}
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
	app := &App{
		In: strings.NewReader(""), Out: &out, Err: &err, Dir: w.dir, Now: time.Now, Random: rand.Reader, Width: 120,
		Env: func(k string) string { return w.env[k] },
	}
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
			w.t.Fatalf("waited in vain until %s\n%s\n%s", what, &all, w.logs)
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

// TestChat takes documents from chats to reports: the chat process and a worker
// on one database, three scenes of the starter workspace.
func TestChat(t *testing.T) {
	w := newChatWorld(t, "pitch-review", "proposal-review", "meeting")
	w.env["CHAT_WHITELIST_PITCH_REVIEW"] = "ou_1, oc_9"
	stopChat := w.start("chat")
	stopWorker := w.start("worker")
	w.until("three bots are connected", func() bool { return w.Connected("") == 3 })
	send := func(bot, chat, file string, kind, content string) {
		t.Helper()
		id := "om_" + chat
		w.Store(id, "key", larkfake.Stored{Name: file, Data: w.example(file)})
		w.People(chat, id)
		e := larkfake.Event{App: "cli_" + bot, Message: id, Chat: chat, Sender: "ou_1", Type: kind, Content: content}
		w.until("the event is acknowledged", func() bool { // the platform delivers again what was not
			code, _, err := w.Push(e.App, e.JSON(), 5*time.Second)
			return code == 200 && err == nil
		})
	}
	send("pitch-review", "oc_pitch", "pitch-good-en.md", "file", larkfake.File("key", "pitch-good-en.md"))
	send("proposal-review", "oc_proposal", "pitch-good-en.md", "file", larkfake.File("key", "pitch-good-en.md"))
	meetings, err := filepath.Glob("../examples/*meeting*")
	if err != nil || len(meetings) == 0 {
		t.Fatalf("no example of a meeting: %v", err)
	}
	name := filepath.Base(meetings[0])
	send("meeting", "oc_meeting", name, "file", larkfake.File("key", name))
	w.until("the pitch has its grade and files", func() bool {
		return w.says("oc_pitch", "Grade ", "pitch-good-en.md") && w.says("oc_pitch", "report.html") && w.says("oc_pitch", "report.pdf")
	})
	w.until("the proposal has its grade", func() bool { return w.says("oc_proposal", "Grade ") })
	w.until("the meeting has its counts", func() bool { return w.says("oc_meeting", "Done", "Judges") })
	if w.says("oc_proposal", "report.") || w.says("oc_meeting", "report.") || w.says("oc_meeting", "pptx") {
		t.Error("files of redacted scenes went out")
	}
	w.sealed("oc_proposal", "cli_proposal-review", "pitch-good-en.md")
	w.sealed("oc_meeting", "cli_meeting", name)
	w.until("the log shows a handled result", func() bool {
		return strings.Contains(w.logs.String(), "msg=handled status=queued scene_slug=meeting")
	})
	if !strings.Contains(w.logs.String(), "scene workshop has no bot: CHAT_APP_ID_WORKSHOP is not set") && !strings.Contains(w.logs.String(), "has no bot: CHAT_APP_ID_") {
		t.Errorf("skipped scenes are not named:\n%s", w.logs)
	}
	var status chatStatus
	w.until("the status shows three bots", func() bool {
		_, out, _ := w.once("chat", "status", "--output", "json")
		status = chatStatus{}
		if err := json.Unmarshal([]byte(out), &status); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, b := range status.Bots {
			if b.State == "connected" {
				n++
			}
		}
		return n == 3
	})
	w.until("the status shows that all is delivered", func() bool {
		code, out, _ := w.once("chat", "status")
		return code == 0 && strings.Contains(out, "CHAT_APP_ID_PITCH_REVIEW") && strings.Contains(out, "mode websocket, 0 open jobs, 0 undelivered")
	})
	if code := stopChat(); code != 0 {
		t.Errorf("chat ended with %d\n%s", code, w.logs)
	}
	stopWorker()
	if code, out, _ := w.once("chat", "status"); code != 1 || !strings.Contains(out, "stopped") {
		t.Errorf("chat status of a stopped process: exit %d\n%s", code, out)
	}
}

// TestChatRefuses: what is wrong with the bots' settings stops the process with
// what to do.
func TestChatRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		env  map[string]string
		code int
		want []string
	}{
		{"no bots", map[string]string{"CHAT_APP_ID_PITCH_REVIEW": ""}, 4, []string{"no scene has a bot", "CHAT_APP_ID, CHAT_APP_SECRET and CHAT_SCENE"}},
		{"no secret", map[string]string{"CHAT_APP_SECRET_PITCH_REVIEW": ""}, 4, []string{"CHAT_APP_SECRET_PITCH_REVIEW is not"}},
		{"the same application twice", map[string]string{"CHAT_APP_ID_PROPOSAL_REVIEW": "cli_pitch-review", "CHAT_APP_SECRET_PROPOSAL_REVIEW": "s"}, 4, []string{"the same application id", "make an application for each"}},
		{"single bot without a scene", map[string]string{"CHAT_APP_ID_PITCH_REVIEW": "", "CHAT_APP_ID": "cli_x", "CHAT_APP_SECRET": "s"}, 4, []string{"CHAT_SCENE", "pitch-review"}},
		{"callback mode", map[string]string{"JUDGEMENT_CHAT_MODE": "callback"}, 2, []string{"chat.mode is callback", "POST /chat/event"}},
		{"no model", map[string]string{"JUDGEMENT_LLM_PROVIDER": ""}, 4, []string{"needs a model"}},
		{"no address", map[string]string{"JUDGEMENT_CHAT_BASE_URL": "feishu"}, 2, []string{"https://open.larksuite.com"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newChatWorld(t, "pitch-review")
			for k, v := range c.env {
				w.env[k] = v
			}
			code, _, stderr := w.once("chat")
			if code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			for _, want := range c.want {
				if !strings.Contains(stderr, want) {
					t.Errorf("stderr lacks %q:\n%s", want, stderr)
				}
			}
		})
	}
}

// TestServeCallback: in callback mode the server takes events and delivers; in
// websocket mode it ignores them.
func TestServeCallback(t *testing.T) {
	w := newChatWorld(t, "pitch-review")
	w.env["CHAT_WHITELIST_PITCH_REVIEW"], w.env["JUDGEMENT_CHAT_MODE"], w.env["CHAT_VERIFICATION_TOKEN"] = "ou_1", "callback", "tok"
	w.env["SERVICE_API_TOKEN"], w.env["JUDGEMENT_LISTEN"] = serveToken, filepath.Join(w.dir, "sock")
	if len(w.env["JUDGEMENT_LISTEN"]) > 100 {
		w.env["JUDGEMENT_LISTEN"] = filepath.Join(os.TempDir(), fmt.Sprintf("cb%d", os.Getpid()))
		t.Cleanup(func() { _ = os.Remove(w.env["JUDGEMENT_LISTEN"]) })
	}
	stop := w.start("serve")
	stopWorker := w.start("worker")
	client := unixClient(w.env["JUDGEMENT_LISTEN"])
	post := func(body []byte) (int, string) {
		resp, err := client.Post("http://socket/chat/event", "application/json", strings.NewReader(string(body)))
		if err != nil {
			return 0, err.Error()
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(b)
	}
	w.until("the server answers the challenge", func() bool {
		status, body := post([]byte(`{"challenge":"c1","token":"tok","type":"url_verification"}`))
		return status == http.StatusOK && body == `{"challenge":"c1"}`
	})
	w.People("oc_1", "om_1")
	event := larkfake.Event{App: "cli_pitch-review", Token: "tok", Message: "om_1", Chat: "oc_1", Sender: "ou_1", Type: "text", Content: larkfake.Text(string(w.example("pitch-good-en.md")))}
	if status, body := post(event.JSON()); status != 200 || body != `{"status":"queued"}` {
		t.Fatalf("the event is answered with %d %s\n%s", status, body, w.logs)
	}
	event.Token = "forged"
	if status, body := post(event.JSON()); status != 403 {
		t.Errorf("a forged event is answered with %d %s", status, body)
	}
	w.until("the report arrives", func() bool { return w.says("oc_1", "Grade ") && w.says("oc_1", "report.pdf") })
	if w.Connected("") != 0 {
		t.Error("the server keeps a long connection in callback mode")
	}
	w.until("the status shows a bot by callback", func() bool {
		code, out, _ := w.once("chat", "status")
		return code == 0 && strings.Contains(out, "by callback")
	})
	if code := stop(); code != 0 {
		t.Errorf("serve ended with %d\n%s", code, w.logs)
	}
	stopWorker()
}

// TestChatTwice: a second process on the same bots says who serves them and
// waits; it goes on once the first has ended.
func TestChatTwice(t *testing.T) {
	w := newChatWorld(t, "pitch-review")
	stopFirst := w.start("chat")
	w.until("the bot is connected", func() bool { return w.Connected("") == 1 })
	stopSecond := w.start("chat")
	w.until("the second says who serves the bot", func() bool {
		return strings.Contains(w.logs.String(), "another process serves this bot; waiting for it to end")
	})
	w.until("one connection stands", func() bool { return w.Connected("") == 1 })
	if code := stopFirst(); code != 0 {
		t.Errorf("the first ended with %d\n%s", code, w.logs)
	}
	w.until("the second serves the bot", func() bool {
		code, out, _ := w.once("chat", "status")
		return w.Connected("") == 1 && code == 0 && strings.Contains(out, "connected")
	})
	if code := stopSecond(); code != 0 {
		t.Errorf("the second ended with %d\n%s", code, w.logs)
	}
}

// TestBotHealth: the HTTP API hears of bots that fell ill, not of those that were
// stopped, never ran, or belong to an application that was replaced.
func TestBotHealth(t *testing.T) {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "judgement.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	h := &botHealth{chatdb.New(db, nil)}
	if bots, err := h.Bots(t.Context()); err != nil || len(bots) != 0 {
		t.Fatalf("bots that never ran: %+v, %v", bots, err)
	}
	err = h.store.SetHealth(t.Context(), []chat.Health{
		{Scene: "connected", AppID: "a", Connected: true},
		{Scene: "stopped", AppID: "b", Stopped: true},
		{Scene: "by callback", AppID: "c", Callback: true},
		{Scene: "not connected", AppID: "d", Error: "refused", Process: "host/1/ab"},
		{Scene: "not running", AppID: "e", Connected: true},
		{Scene: "replaced", AppID: "f", Connected: true},
		{Scene: "replaced", AppID: "g", Connected: true},
		{Scene: "given up", AppID: "h", Connected: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	for app, age := range map[string]time.Duration{"e": time.Minute, "f": time.Hour, "h": 25 * time.Hour} {
		if _, err := db.Exec(t.Context(), `UPDATE chat_bot SET at_ms = at_ms - $2 WHERE app_id = $1`, app, age.Milliseconds()); err != nil {
			t.Fatal(err)
		}
	}
	bots, err := h.Bots(t.Context())
	if err != nil || len(bots) != 6 {
		t.Fatalf("%d bots, want 6: %+v, %v", len(bots), bots, err)
	}
	for _, b := range bots {
		if b.Scene == "replaced" {
			b.Scene = "connected"
		}
		if b.State != b.Scene || b.Ill != strings.HasPrefix(b.State, "not ") {
			t.Errorf("%+v", b)
		}
	}
}
