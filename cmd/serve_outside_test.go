package cmd

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/queue"
)

// TestServeOutside: outside of a workspace the built-in one is served, with a
// warning, and nothing is left in the folder.
func TestServeOutside(t *testing.T) {
	s := startIn(t, t.TempDir(), map[string]string{"SERVICE_API_TOKEN": serveToken, "JUDGEMENT_LLM_PROVIDER": "offline"}, "serve", "--log-format", "text")
	for _, path := range []string{"/v1/healthz", "/v1/version", "/v1/panels", "/v1/anchors", "/v1/scenes"} {
		s.ask(t, http.MethodGet, path, "", http.StatusOK)
	}
	if v := s.ask(t, http.MethodGet, "/v1/healthz", "", http.StatusOK); v["status"] != "degraded" {
		t.Errorf("healthz says %v", v)
	}
	s.ask(t, http.MethodPost, "/v1/attribution/check", `{}`, http.StatusOK)
	s.ask(t, http.MethodPost, "/v1/attribution/check", `{"dry_run":false}`, http.StatusUnprocessableEntity)
	for method, body := range map[string]string{http.MethodGet: "", http.MethodPost: `{"scene_slug":"pitch-review","brand":"a","document":"x"}`} {
		if v := s.ask(t, method, "/v2/judgement", body, http.StatusServiceUnavailable); !strings.Contains(v["detail"].(string), "the built-in workspace") {
			t.Errorf("%s: %v", method, v)
		}
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	logs := s.logs.String()
	for _, want := range []string{"level=WARN msg=\"no workspace is here: the built-in one is served", "folder=" + s.dir, "change into the workspace", "no place for jobs"} {
		if !strings.Contains(logs, want) {
			t.Errorf("the log has no %q:\n%s", want, logs)
		}
	}
	if left, err := os.ReadDir(s.dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestServeGoesOn: a missing bot does not take the API down, and a token that may
// be guessed is taken; both are warnings.
func TestServeGoesOn(t *testing.T) {
	env := map[string]string{"SERVICE_API_TOKEN": "guessable-9", "JUDGEMENT_CHAT_MODE": "callback"}
	s := serveStarter(t, env, "--log-format", "text")
	s.ask(t, http.MethodGet, "/v1/healthz", "", http.StatusOK)
	s.ask(t, http.MethodGet, "/v1/version", "", http.StatusUnauthorized)
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	logs := s.logs.String()
	for _, want := range []string{"chat.mode is callback and no scene has a bot", "shorter than 32 characters", "openssl rand -hex 32"} {
		if !strings.Contains(logs, want) {
			t.Errorf("the log has no %q:\n%s", want, logs)
		}
	}
	if strings.Contains(logs, "guessable-9") {
		t.Errorf("the log has the token:\n%s", logs)
	}
	long := serveStarter(t, map[string]string{"SERVICE_API_TOKEN": serveToken}, "--log-format", "text")
	long.stop()
	if strings.Contains(long.logs.String(), "shorter than") {
		t.Errorf("a warning about a token of %d characters:\n%s", len(serveToken), long.logs)
	}
}

// TestServeTellsLacks: a server that refuses jobs, or has nobody to run them, says
// so as it starts; one whose process works as well says neither.
func TestServeTellsLacks(t *testing.T) {
	const model, worker = "no model is set: version 2 of the API takes no jobs", "no worker is running: jobs wait until one is"
	token := map[string]string{"SERVICE_API_TOKEN": serveToken}
	offline := map[string]string{"SERVICE_API_TOKEN": serveToken, "JUDGEMENT_LLM_PROVIDER": "offline"}
	for name, tt := range map[string]struct {
		command string
		env     map[string]string
		logged  map[string]bool
	}{
		"no model": {"serve", token, map[string]bool{model: true, worker: true}},
		"offline":  {"serve", offline, map[string]bool{model: false, worker: true}},
		"up":       {"up", offline, map[string]bool{model: false, worker: false}},
	} {
		t.Run(name, func(t *testing.T) {
			s := startStarter(t, tt.env, tt.command, "--log-format", "text")
			if code := s.stop(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			logs := s.logs.String()
			for line, want := range tt.logged {
				if n := strings.Count(logs, line); n != 1 && want || n != 0 && !want {
					t.Errorf("%q is there %d times in the log:\n%s", line, n, logs)
				}
			}
			for _, line := range strings.Split(logs, "\n") {
				if (strings.Contains(line, model) || strings.Contains(line, worker)) && !strings.Contains(line, "fix=") {
					t.Errorf("no fix: %s", line)
				}
			}
		})
	}
}

// TestServeBesideAWorker: nothing lacks where a worker lives.
func TestServeBesideAWorker(t *testing.T) {
	env := map[string]string{"SERVICE_API_TOKEN": serveToken, "JUDGEMENT_LLM_PROVIDER": "offline"}
	up := startStarter(t, env, "up")
	up.awaitWorker(t)
	beside := startIn(t, up.dir, env, "serve")
	beside.stop()
	if logs := beside.logs.String(); strings.Contains(logs, "no worker is running") {
		t.Errorf("the log:\n%s", logs)
	}
}

// awaitWorker waits until a worker of the server's workspace lives.
func (s *served) awaitWorker(t *testing.T) {
	t.Helper()
	db, err := database.Connect(t.Context(), filepath.Join(s.dir, ".judgement", "judgement.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	q, err := queue.New(db, queue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if alive, err := q.Workers(t.Context()); err == nil && len(alive) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("no worker lives; log:\n%s", s.logs)
}
