package queue

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/faulttest"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// TestReasonOutlivesTheLastWrite: a job that failed, but whose end could not be
// written, fails with its own reason once the database takes it.
func TestReasonOutlivesTheLastWrite(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		var ends atomic.Int64
		w.opts.Ended = func(context.Context, *database.Tx, job.Job) error {
			if ends.Add(1) == 1 {
				return errors.New("the database is away")
			}
			return nil
		}
		id := w.submitTo(t, "m", "a")
		delete(w.files, "scenes/m/scene.yaml") // removed while the job waits
		delete(w.files, "scenes/m/panel.yaml")
		first := w.work(t, WorkerOptions{ttl: brief})
		eventually(t, func() bool { return ends.Load() > 0 }, func() string { return "the job never failed" })
		first.stop()
		<-first.done
		w.work(t, WorkerOptions{ttl: brief})
		if j := w.await(t, id, ended); j.Reason != "unknown_scene" {
			t.Errorf("the job ended as %+v", j)
		}
	})
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

// TestEndsAreLogged: the log has a line for each job that ended, well or not.
func TestEndsAreLogged(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2, fakeserver.Options{}, address(t, "sqlite"))
	var lines bytes.Buffer
	w.opts.Log = slog.New(slog.NewTextHandler(&lines, nil))
	db, q := w.process(t)
	worker := w.workOn(t, db, q, WorkerOptions{})
	good, bad := w.submit(t, "kettle"), w.submitTo(t, "none", "lost")
	w.finish(t, good)
	w.await(t, bad, ended)
	worker.stop()
	<-worker.done
	for _, want := range []string{
		`msg="a job is done".* job=` + good + ` kind=review scene=s brand=kettle case=C-\d+-0001 version=1\n`,
		`msg="a job failed".* job=` + bad + ` kind=review scene=none brand=lost reason=unknown_scene error=.* attempt=1 final=true\n`,
	} {
		if !regexp.MustCompile(want).MatchString(lines.String()) {
			t.Errorf("no line of the log is like %s:\n%s", want, lines.String())
		}
	}
}

// TestTriesAreLogged: a model that refuses or is gone leaves a warning with the
// job and the reason at each try, and says whether it was the last.
func TestTriesAreLogged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		server fakeserver.Options
		gone   bool
		want   string // of the line behind the job's number
	}{
		{"refused", fakeserver.Options{APIKey: "another"}, false, `reason=credentials error=.* attempt=1 final=true`},
		{"gone", fakeserver.Options{}, true, `reason=no_quorum error=.*can't connect.* attempt=1 final=false`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 1, c.server, address(t, "sqlite"))
			if c.gone {
				w.server.Close()
			}
			var lines bytes.Buffer
			w.opts.Log = slog.New(slog.NewTextHandler(&lines, nil))
			db, q := w.process(t)
			worker := w.workOn(t, db, q, WorkerOptions{})
			id := w.submit(t, "kettle")
			w.await(t, id, func(j job.Job) bool { return ended(j) || strings.HasPrefix(j.Message, "attempt ") })
			worker.stop()
			<-worker.done
			want := `level=WARN msg="a job failed".* job=` + id + ` kind=review scene=s brand=kettle ` + c.want + `\n`
			if !regexp.MustCompile(want).MatchString(lines.String()) {
				t.Errorf("no line of the log is like %s:\n%s", want, lines.String())
			}
		})
	}
}

// TestFenceRefusesOldRuns: an older run can neither publish nor end the job,
// although it has the same number of the attempt, and River's row is running.
func TestFenceRefusesOldRuns(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		id := w.submit(t, "kettle")
		k := w.quiet(t)
		runs := []*task{}
		for range 2 {
			row, _, err := store.Job(t.Context(), w.db, id)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, &task{w: k, row: row, river: w.dead(t, id, 1, k.id, "{}")})
			time.Sleep(2 * time.Millisecond) // the precision of SQLite's times
		}
		old, now := runs[0], runs[1]
		if err := old.holds(t.Context()); !errors.Is(err, errLost) {
			t.Errorf("the old run's guard says %v", err)
		}
		if err := old.done(t.Context(), job.Outcome{}); !errors.Is(err, errLost) {
			t.Errorf("the old run ended the job: %v", err)
		}
		same := *now.river // of the same moment, in another worker
		same.AttemptedBy = []string{k.id, "another"}
		twin := &task{w: k, row: now.row, river: &same}
		if err := twin.holds(t.Context()); !errors.Is(err, errLost) {
			t.Errorf("the guard of another worker's run says %v", err)
		}
		if err := twin.done(t.Context(), job.Outcome{}); !errors.Is(err, errLost) {
			t.Errorf("another worker's run ended the job: %v", err)
		}
		if j, err := w.q.Job(t.Context(), id); err != nil || j.Status != job.Running {
			t.Errorf("the job is %+v, %v", j, err)
		}
		if err := now.holds(t.Context()); err != nil {
			t.Errorf("the latest run may not publish: %v", err)
		}
		if err := now.done(t.Context(), job.Outcome{}); err != nil {
			t.Errorf("the latest run can't end the job: %v", err)
		}
		if j, err := w.q.Job(t.Context(), id); err != nil || j.Status != job.Done || w.state(t, id) != "completed" {
			t.Errorf("the job is %+v, %v and %s", j, err, w.state(t, id))
		}
	})
}
