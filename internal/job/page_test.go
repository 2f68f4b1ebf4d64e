package job_test

import (
	"testing"

	"judgement/internal/job"
)

func TestPageOf(t *testing.T) {
	done := job.Job{ID: "j-1", SceneSlug: "s", Status: job.Done, CaseID: "C-2026-0001", Version: 2}
	running := job.Job{ID: "j-1", SceneSlug: "s", Status: job.Running}
	for _, c := range []struct {
		base string
		j    job.Job
		want string
	}{
		{"https://a.example/", done, "https://a.example/cases/C-2026-0001/v2"},
		{"https://a.example/x", running, "https://a.example/x/cases/jobs/j-1"},
		{"", done, ""},
		{"https://a.example", job.Job{ID: "j-2", Status: job.Done}, ""},
	} {
		if got := job.PageOf(c.base, c.j); got != c.want {
			t.Errorf("%s, %+v: %q, want %q", c.base, c.j, got, c.want)
		}
	}
}
