package cmd

import (
	"bytes"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"judgement/internal/chat/lark/larkfake"
	"judgement/internal/store/pgtest"
)

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
			w.until("the card stands", func() bool { return w.says("oc_1", "Queued") })
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
