package queue

import (
	"strings"
	"testing"

	"judgement/internal/faulttest"
	"judgement/internal/llm/fakeserver"
)

func TestPublic(t *testing.T) {
	for text, want := range map[string]string{
		"write /srv/ws/cases/C-1/v1/plan.json: no space left": "write plan.json: no space left",
		`open "/srv/ws/a.md": denied`:                         `open "a.md": denied`,
		"mkdir /srv: denied":                                  "mkdir srv: denied",
		"write /srv/a.md: x\nread /srv/b.md":                  "write a.md: x\nread b.md",
		"scenes/a/scene.yaml:3:1: 40 / 100, and/or":           "scenes/a/scene.yaml:3:1: 40 / 100, and/or",
		"POST https://host.example/v1/chat: 404":              "POST https://host.example/v1/chat: 404",
		"write /srv/my files/C 1/v1/plan.json: no space left": "write plan.json: no space left",
		"write /srv/my files/my plan.json: no space left":     "write my plan.json: no space left",
		"mkdir /srv/Kim's (old) work, 2/cases: denied":        "mkdir cases: denied",
		`open "/srv/a: b/my plan.md": denied`:                 `open "my plan.md": denied`,
		"open '/srv/a b/c.md' or '/srv/d e/f.md': denied":     "open 'c.md' or 'f.md': denied",
		"/srv/my files/\nread /srv/x y/b.md":                  "my files\nread b.md",
		"3 / 4 judges; a / b":                                 "3 / 4 judges; a / b",
	} {
		if got := public(text); got != want {
			t.Errorf("public(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestNoPathsLeave: what is said of a job that failed on the server's disk names no
// folder of it.
func TestNoPathsLeave(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		faulttest.ReadOnly(t, w.dir)
		p := w.pipeline(t)
		w.work(t, WorkerOptions{Pipeline: p, wait: quick})
		id := w.submit(t, "kettle")
		j := w.await(t, id, ended)
		if j.Reason != "write" || strings.Contains(j.Message, w.dir) {
			t.Errorf("the job ended as %+v", j)
		}
		events, err := w.q.Events(t.Context(), id, 0, 100)
		if err != nil || len(events) == 0 {
			t.Fatal(events, err)
		}
		for _, e := range events {
			if strings.Contains(e.Text, w.dir) {
				t.Errorf("an event says %q", e.Text)
			}
		}
	})
}
