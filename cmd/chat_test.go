package cmd

import (
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/app"
	"judgement/internal/chat/lark/larkfake"
	"judgement/internal/database/pgtest"
)

// TestChat takes documents from chats to reports: the chat process and a worker
// on one database, three scenes of the starter workspace.
func TestChat(t *testing.T) {
	w := newChatWorld(t, "pitch-review", "proposal-review", "meeting")
	w.env["CHAT_WHITELIST_PITCH_REVIEW"] = "ou_1, oc_9"
	w.env["JUDGEMENT_CHAT_METRICS_LISTEN"] = w.socket("m")
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
	metrics := w.get("http://socket/metrics")
	for _, want := range []string{
		`judgement_chat_bot_connected{scene="meeting"} 1`, `judgement_chat_bot_served{scene="meeting"} 1`, `judgement_chat_bot_reconnects_total{scene="meeting"} 0`,
		`judgement_chat_bot_last_frame_timestamp_seconds{scene="meeting"} 1.`, `judgement_chat_events_total{scene="meeting",status="queued"} 1`,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s:\n%s", want, metrics)
		}
	}
	var status app.ChatStatus
	w.until("the status shows three bots", func() bool {
		_, out, _ := w.once("chat", "status", "--output", "json")
		status = app.ChatStatus{}
		if err := json.Unmarshal([]byte(out), &status); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, b := range status.Bots {
			if b.State == "connected" && b.Access == map[bool]string{true: "listed", false: "anyone"}[b.Scene == "pitch-review"] {
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

// TestServeCallback: in callback mode the server takes events and delivers.
func TestServeCallback(t *testing.T) {
	t.Parallel()
	w := newChatWorld(t, "pitch-review")
	w.env["CHAT_WHITELIST_PITCH_REVIEW"], w.env["JUDGEMENT_CHAT_MODE"], w.env["CHAT_VERIFICATION_TOKEN"] = "ou_1", "callback", "tok"
	w.env["SERVICE_API_TOKEN"], w.env["JUDGEMENT_LISTEN"] = serveToken, w.socket("s")
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
	if status, _ := post(make([]byte, 64<<20)); status != http.StatusRequestEntityTooLarge && status != 0 { // 0: the connection was closed under the sender
		t.Errorf("64 MiB are answered with %d", status)
	}
	event.Token, event.Message, event.Created = "tok", "om_2", time.Now().Add(-24*time.Hour)
	if status, body := post(event.JSON()); status != 403 {
		t.Errorf("an event of yesterday is answered with %d %s", status, body)
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
	t.Parallel()
	w := newChatWorld(t, "pitch-review")
	stopFirst := w.start("chat")
	w.until("the bot is connected", func() bool { return w.Connected("") == 1 })
	stopSecond := w.start("chat")
	w.until("the second says who serves the bot", func() bool {
		return strings.Contains(w.logs.String(), "another process serves this bot; waiting for it to end")
	})
	w.until("one connection is there", func() bool { return w.Connected("") == 1 })
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

// TestKilledChat kills the process that serves a bot in mid-review: another one,
// which waited for its lease, takes over and ends the same card.
func TestKilledChat(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newChatWorld(t, "pitch-review")
			w.env["CHAT_WHITELIST_PITCH_REVIEW"] = "ou_1"
			if name == "postgres" {
				w.env["JUDGEMENT_DATABASE_URL"] = pgtest.URL(t)
			}
			first := w.process("chat")
			w.until("the bot is connected", func() bool { return w.Connected("") == 1 })
			w.People("oc_1", "om_1")
			e := larkfake.Event{App: "cli_pitch-review", Message: "om_1", Chat: "oc_1", Sender: "ou_1", Type: "text", Content: larkfake.Text(string(w.example("pitch-good-en.md")))}
			w.until("the event is acknowledged", func() bool {
				code, _, err := w.Push(e.App, e.JSON(), 5*time.Second)
				return code == http.StatusOK && err == nil
			})
			w.until("the card is there", func() bool { return w.says("oc_1", "Queued") })
			w.process("chat")
			if err := first.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = first.Wait()
			w.start("worker")
			w.until("the report arrives", func() bool { return w.says("oc_1", "Grade ") && w.says("oc_1", "report.pdf") })
			if n := len(w.Messages()); n != 3 || w.Connected("") != 1 {
				t.Errorf("%d messages, want a card and two files; %d connections, want 1", n, w.Connected(""))
			}
		})
	}
}
