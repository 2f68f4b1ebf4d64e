package cmd

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/job"
	"judgement/internal/terminal"
)

// playedQueue is a queue whose one job and whose workers are played.
type playedQueue struct {
	job     job.Job
	workers []string
}

func (q *playedQueue) Job(context.Context, string) (job.Job, error) { return q.job, nil }
func (q *playedQueue) Workers(context.Context) ([]string, error)    { return q.workers, nil }

// TestWatchTellsWhatHolds: the lack of a worker is shown once, its coming and going
// too; in a pipe each change of the job's state is a line, on a terminal the bar
// shows them.
func TestWatchTellsWhatHolds(t *testing.T) {
	pending := job.Job{ID: "j-1", Brand: "ferry", Status: job.Pending}
	running, half, cancelling, done := pending, pending, pending, pending
	running.Status = job.Running
	half.Status, half.Done, half.Total = job.Running, 1, 2
	cancelling.Status, cancelling.Cancelling = job.Running, true
	done.Status, done.CaseID, done.Version = job.Done, "C-2026-0001", 1
	alive := []string{"w"}
	steps := []playedQueue{
		{pending, nil},
		{pending, nil},
		{pending, alive},
		{running, alive},
		{half, alive},
		{pending, nil},
		{pending, nil},
		{running, alive},
		{half, alive},
		{cancelling, alive},
		{done, alive},
	}
	lack := "no worker is running: start one with 'judgement worker'"
	here := "a worker is running now"
	for name, tt := range map[string]struct {
		tty  bool
		want []string
	}{
		"pipe":     {false, []string{"ferry pending", lack, here, "ferry running", "ferry pending", lack, "ferry running", here, "ferry cancelling", "1/1 ferry done C-2026-0001 v1"}},
		"terminal": {true, []string{lack, here, lack, here, "1/1 ferry done C-2026-0001 v1"}},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			q := &playedQueue{}
			w := &jobWatch{q: q, seen: map[string]job.Job{}, p: &progress{Progress: terminal.NewProgress(&out, tt.tty, 80, func() time.Time { return time.Time{} })}}
			w.p.Begin(1)
			for i, s := range steps {
				*q = s
				left, err := w.look(t.Context(), []string{"j-1"})
				if err == nil && len(left) > 0 {
					err = w.tellWorkers(t.Context())
				}
				if err != nil || len(left) == 0 != (i == len(steps)-1) {
					t.Fatalf("step %d: %v left, %v", i, left, err)
				}
			}
			if lines := screen(out.String()); strings.Contains(lines[len(lines)-1], "ferry") {
				t.Errorf("still under way: %s", lines[len(lines)-1])
			}
			w.p.End()
			if diff := cmp.Diff(tt.want, strings.Split(strings.Trim(strings.Join(screen(out.String()), "\n"), "\n"), "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestNothingToWatch: a queue that has only ended jobs is not an empty one.
func TestNothingToWatch(t *testing.T) {
	for ended, want := range map[int]string{0: "no jobs", 1: "no job waits or runs; 1 has ended", 13: "no job waits or runs; 13 have ended"} {
		if got := noneWaits(ended); got != want {
			t.Errorf("%d: %s", ended, got)
		}
	}
}
