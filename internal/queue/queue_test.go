package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/database/pgtest"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// TestReviewAndMeeting runs one job of each kind whole.
func TestReviewAndMeeting(t *testing.T) {
	t.Parallel()
	both(t, 3, fakeserver.Options{}, func(t *testing.T, w *world) {
		w.work(t, WorkerOptions{})
		review, meeting := w.submit(t, "kettle"), w.submitTo(t, "m", "kettle")
		got := w.finish(t, review)
		if got.CaseID == "" || got.Version != 1 || got.Done != 3 || got.Total != 3 || got.Filename != "kettle.md" || got.FinishedAt.IsZero() {
			t.Errorf("the review ended as %+v", got)
		}
		res, err := w.q.Result(t.Context(), review)
		if err != nil {
			t.Fatal(err)
		}
		if res.Total == "" || res.Grade == "" || !strings.HasPrefix(res.Report, "# ") || len(res.Reviews) != 3 {
			t.Errorf("the result is %+v", res)
		}
		for _, r := range res.Reviews {
			if r.Outcome != "ok" || r.Text == "" {
				t.Errorf("review %+v", r)
			}
		}
		w.finish(t, meeting)
		if res, err := w.q.Result(t.Context(), meeting); err != nil || res.Total != "" || res.Report == "" || len(res.Reviews) != 3 {
			t.Errorf("the meeting's result is %+v, %v", res, err)
		}
		events, err := w.q.Events(t.Context(), review, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range events {
			if e.Seq != int64(i)+1 || e.JobID != review {
				t.Errorf("event %d is %+v", i, e)
			}
		}
		if last := events[len(events)-1]; last.Type != jury.JobDone || got.LastSeq != last.Seq {
			t.Errorf("the last event is %+v; the job says %d", last, got.LastSeq)
		}
		if _, err := w.q.Cancel(t.Context(), review); !errors.Is(err, job.ErrEnded) {
			t.Errorf("cancel of a done job: %v", err)
		}
		if _, err := w.q.Retry(t.Context(), review); !errors.Is(err, job.ErrNotFailed) {
			t.Errorf("retry of a done job: %v", err)
		}
	})
}

// TestSubmit covers keys, lists and unknown ids; no worker runs.
func TestSubmit(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		s := job.Submission{SceneSlug: "s", Brand: "a", Filename: "a.md", Data: []byte("x"), IdempotencyKey: "k", Fingerprint: "f"}
		first, err := w.q.Submit(t.Context(), s)
		if err != nil || first.Repeated || first.Job.Status != job.Pending {
			t.Fatalf("first: %+v, %v", first, err)
		}
		again, err := w.q.Submit(t.Context(), s)
		if err != nil || !again.Repeated || again.Job.ID != first.Job.ID {
			t.Errorf("again: %+v, %v", again, err)
		}
		s.Fingerprint = "g"
		if _, err := w.q.Submit(t.Context(), s); !errors.Is(err, job.ErrKeyReused) {
			t.Errorf("another request under the key: %v", err)
		}
		second := w.submit(t, "b")
		all, err := w.q.List(t.Context(), job.Query{Limit: 10})
		if err != nil || len(all) != 2 || all[0].ID != second && all[1].ID != second {
			t.Errorf("the list is %+v, %v", all, err)
		}
		rest, err := w.q.List(t.Context(), job.Query{Limit: 10, Before: all[0].ID, BeforeAt: all[0].CreatedAt})
		if diff := cmp.Diff(all[1:], rest); err != nil || diff != "" {
			t.Errorf("the list after its first: %v (-want +got):\n%s", err, diff)
		}
		if _, err := w.q.Result(t.Context(), second); !errors.Is(err, job.ErrNotDone) {
			t.Errorf("result of a pending job: %v", err)
		}
		for name, call := range map[string]func() error{
			"Job":    func() error { _, err := w.q.Job(t.Context(), "none"); return err },
			"Events": func() error { _, err := w.q.Events(t.Context(), "none", 0, 1); return err },
			"Cancel": func() error { _, err := w.q.Cancel(t.Context(), "none"); return err },
			"Retry":  func() error { _, err := w.q.Retry(t.Context(), "none"); return err },
		} {
			if err := call(); !errors.Is(err, job.ErrUnknown) {
				t.Errorf("%s of an unknown job: %v", name, err)
			}
		}
		if err := w.q.Health(t.Context()); err == nil || !strings.Contains(err.Error(), "2 jobs wait") {
			t.Errorf("Health without a worker: %v", err)
		}
		for range 2 { // cancelling again changes nothing
			if j, err := w.q.Cancel(t.Context(), second); err != nil || j.Status != job.Failed || j.Reason != job.Cancelled || j.LastSeq != 1 {
				t.Errorf("cancel of a pending job: %+v, %v", j, err)
			}
		}
	})
}

// TestPostgresRestarts: while Postgres is killed and restarted, whatever is asked
// succeeds, or fails as job.ErrUnavailable, which clients may try again.
func TestPostgresRestarts(t *testing.T) {
	t.Parallel()
	c := pgtest.Start(t)
	w := newWorld(t, 1, fakeserver.Options{}, c.URL(t))
	id, cancelled := w.submit(t, "first"), w.submit(t, "cancelled")
	if _, err := w.q.Cancel(t.Context(), cancelled); err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	var asking sync.WaitGroup
	for name, ask := range map[string]func(ctx context.Context, n int) error{
		"Submit": func(ctx context.Context, n int) error {
			_, err := w.q.Submit(ctx, job.Submission{SceneSlug: "s", Brand: fmt.Sprint("k", n), Filename: "k.md", Data: []byte(kettle), IdempotencyKey: fmt.Sprint(n), Fingerprint: "f"})
			return err
		},
		"Job":    func(ctx context.Context, _ int) error { _, err := w.q.Job(ctx, id); return err },
		"List":   func(ctx context.Context, _ int) error { _, err := w.q.List(ctx, job.Query{Limit: 3}); return err },
		"Events": func(ctx context.Context, _ int) error { _, err := w.q.Events(ctx, cancelled, 0, 1); return err },
		"Retry and Cancel": func(ctx context.Context, _ int) error {
			if _, err := w.q.Retry(ctx, cancelled); err != nil && !errors.Is(err, job.ErrNotFailed) {
				return err
			}
			_, err := w.q.Cancel(ctx, cancelled)
			return err
		},
	} {
		asking.Go(func() {
			for n := 0; ; n++ {
				ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
				err := ask(ctx, n)
				if err != nil && ctx.Err() == nil && !errors.Is(err, job.ErrUnavailable) {
					t.Errorf("%s: %v", name, err)
				}
				cancel()
				select {
				case <-over:
					return
				default:
				}
			}
		})
	}
	for _, down := range []func(){c.Kill, c.Down, c.Kill} {
		time.Sleep(200 * time.Millisecond)
		down()
		time.Sleep(200 * time.Millisecond)
		if err := c.Up(); err != nil {
			t.Error(err)
		}
	}
	close(over)
	asking.Wait()
	if j, err := w.q.Job(t.Context(), id); err != nil || j.Status != job.Pending {
		t.Errorf("the job is %+v, %v", j, err)
	}
}

// TestListGoesOn: a list goes on if the last job of its page was removed. Jobs that have
// not ended are listed once, the oldest first.
func TestListGoesOn(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		for _, brand := range []string{"a", "b", "c"} {
			w.submit(t, brand)
		}
		all, err := w.q.List(t.Context(), job.Query{Limit: 10})
		if err != nil || len(all) != 3 {
			t.Fatalf("the list is %+v, %v", all, err)
		}
		if _, err := w.db.Exec(t.Context(), `DELETE FROM job WHERE job_id = $1`, all[0].ID); err != nil {
			t.Fatal(err)
		}
		rest, err := w.q.List(t.Context(), job.Query{Limit: 10, Before: all[0].ID, BeforeAt: all[0].CreatedAt})
		if diff := cmp.Diff(all[1:], rest); err != nil || diff != "" {
			t.Errorf("the list after a removed job: %v (-want +got):\n%s", err, diff)
		}
		if _, err := w.q.Cancel(t.Context(), all[1].ID); err != nil {
			t.Fatal(err)
		}
		later := w.submit(t, "d")
		if ids, err := w.q.Unended(t.Context()); err != nil || !slices.Equal(ids, []string{all[2].ID, later}) {
			t.Errorf("jobs that have not ended: %q, %v", ids, err)
		}
	})
}

// TestKindIsReadBeforeTheTransaction: what a scene's jobs are called is read from files
// while nobody waits for the database, and a scene that can't be loaded is an error.
func TestKindIsReadBeforeTheTransaction(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	w.opts.Kind = func(scene string) (string, error) {
		if _, err := store.CountJobs(t.Context(), w.db); err != nil { // within a transaction it would wait for itself
			return "", err
		}
		if scene == "broken" {
			return "", errors.New("panel.yaml is broken")
		}
		return "meeting", nil
	}
	q, err := New(w.db, w.opts)
	if err != nil {
		t.Fatal(err)
	}
	w.q = q
	if j, err := q.Job(t.Context(), w.submitTo(t, "m", "a")); err != nil || j.Kind != "meeting" {
		t.Errorf("the job is %+v, %v", j, err)
	}
	if _, err := q.Submit(t.Context(), job.Submission{SceneSlug: "broken"}); !errors.Is(err, job.ErrScene) || !strings.Contains(err.Error(), "panel.yaml") {
		t.Errorf("a submission to a broken scene: %v", err)
	}
	if list, err := q.List(t.Context(), job.Query{Limit: 9}); err != nil || len(list) != 1 {
		t.Errorf("%d jobs, %v", len(list), err)
	}
}

// TestWhoComesFirst: a worker takes the jobs of chats first, then those of the
// HTTP API, then batches, in whatever order they came.
func TestWhoComesFirst(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		var ids []string
		for _, origin := range []string{"cli", "http", "chat", "cli", "chat"} {
			r, err := w.q.Submit(t.Context(), job.Submission{
				SceneSlug: "s", Brand: fmt.Sprintf("k%d", len(ids)), Filename: "k.md", Data: []byte(kettle), Origin: job.Origin{Kind: origin},
			})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, r.Job.ID)
		}
		w.work(t, WorkerOptions{Jobs: 1})
		var cases []string
		for _, id := range ids {
			cases = append(cases, w.finish(t, id).CaseID)
		}
		// Cases are numbered as they are begun.
		want := []string{"0004", "0003", "0001", "0005", "0002"}
		for i, c := range cases {
			if !strings.HasSuffix(c, want[i]) {
				t.Errorf("job %d became case %s, want the number %s: %q", i, c, want[i], cases)
			}
		}
	})
}

// TestSpecOfAutoRepeats: the greatest number of repeats goes with auto alone, so that
// other jobs keep their stored form.
func TestSpecOfAutoRepeats(t *testing.T) {
	q := &Queue{opts: Options{Defaults: job.Options{Repeats: 2, MaxRepeats: 6}}}
	if o := q.spec("j", "s", job.Submission{}).Options; o.Repeats != 2 || o.MaxRepeats != 0 {
		t.Errorf("fixed: %+v", o)
	}
	o := q.spec("j", "s", job.Submission{Options: job.Options{Repeats: job.AutoRepeats}}).Options
	if repeats, auto := o.Asked(); repeats != 6 || !auto {
		t.Errorf("auto: %+v", o)
	}
	q.opts.Defaults.Repeats = job.AutoRepeats
	if repeats, auto := q.spec("j", "s", job.Submission{Options: job.Options{Repeats: 3}}).Options.Asked(); repeats != 3 || auto {
		t.Error("a number that is asked for does not count")
	}
}
