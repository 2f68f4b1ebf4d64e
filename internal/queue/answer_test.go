package queue

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/riverqueue/river/riverdriver"

	"judgement/internal/database/lease"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// TestResultsOutliveTheQueue: results do not need River's rows.
func TestResultsOutliveTheQueue(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		s := w.work(t, WorkerOptions{ttl: brief})
		r, err := w.q.Submit(t.Context(), job.Submission{SceneSlug: "s", Brand: "k", Filename: "k.md", Data: []byte(kettle), IdempotencyKey: "key", Fingerprint: "f"})
		if err != nil {
			t.Fatal(err)
		}
		w.finish(t, r.Job.ID)
		s.stop()
		<-s.done
		if err := store.DeleteQueued(t.Context(), w.db, w.queued(t, r.Job.ID).ID); err != nil {
			t.Fatal(err)
		}
		w.work(t, WorkerOptions{ttl: 200 * time.Millisecond})
		again, err := w.q.Submit(t.Context(), job.Submission{IdempotencyKey: "key", Fingerprint: "f"})
		if err != nil || again.Job.ID != r.Job.ID || again.Job.Status != job.Done {
			t.Errorf("the same request again: %+v, %v", again, err)
		}
		if res, err := w.q.Result(t.Context(), r.Job.ID); err != nil || res.Report == "" {
			t.Errorf("Result: %+v, %v", res, err)
		}
	})
}

// TestResultOfAnEarlierRun: a job whose worker died between publishing and the
// job's end has the same result as any other.
func TestResultOfAnEarlierRun(t *testing.T) {
	t.Parallel()
	both(t, 2, fakeserver.Options{}, func(t *testing.T, w *world) {
		m := w.files["scenes/m/scene.yaml"] // the presentation is not written, which is a warning
		m.Data = bytes.Replace(m.Data, []byte("report: {"), []byte("report: {theme: theme.yaml, "), 1)
		w.files["theme.yaml"] = &fstest.MapFile{Data: []byte("schema: 1\nlogo: 7\n")}
		for _, scene := range []string{"s", "m"} {
			twice, once := w.submitTo(t, scene, "twice"), w.submitTo(t, scene, "once")
			before := w.asked()
			w.publish(t, twice)
			asked := w.asked()
			s := w.work(t, WorkerOptions{})
			w.finish(t, once)
			w.finish(t, twice)
			s.stop()
			<-s.done
			if n := w.asked() - asked; n != asked-before {
				t.Errorf("scene %s: %d calls after the first report was published, want those of the other job", scene, n)
			}
			want, err := w.q.Result(t.Context(), once)
			if err != nil || len(want.Files) == 0 {
				t.Fatalf("scene %s: the result is %+v, %v", scene, want, err)
			}
			got, err := w.q.Result(t.Context(), twice)
			if err != nil {
				t.Fatal(err)
			}
			own := cmpopts.IgnoreFields(job.Result{}, "JobID", "Brand", "Report", "Reviews", "Outcome.CaseID", "Outcome.Folder", "Outcome.Texts", "Outcome.Total", "Outcome.Grade", "Outcome.Probabilities")
			if diff := cmp.Diff(want, got, own); diff != "" || got.Report == "" || len(got.Reviews) != 2 {
				t.Errorf("scene %s (-want +got):\n%s", scene, diff)
			}
		}
	})
}

// TestCancelReachesAnotherProcess: only the notice that goes with the cancel can
// stop this job, since the worker looks after its lease once in minutes. River
// alone sends none on SQLite.
func TestCancelReachesAnotherProcess(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, arrived, release := held()
			w := newWorld(t, 2, o, address(t, name))
			defer close(release)
			w.work(t, WorkerOptions{ttl: lease.Max})
			id := w.submit(t, "kettle")
			<-arrived
			if j, err := w.q.Cancel(t.Context(), id); err != nil || !j.Cancelling {
				t.Errorf("Cancel = %+v, %v", j, err)
			}
			j := w.await(t, id, ended)
			if j.Status != job.Failed || j.Reason != job.Cancelled {
				t.Errorf("the job ended as %+v", j)
			}
			eventually(t, func() bool { return w.state(t, id) == "cancelled" }, func() string { return w.state(t, id) })
			if n := w.versions(t, "s-kettle"); n != 0 {
				t.Errorf("%d versions were published", n)
			}
		})
	}
}

// TestCancelUnheard: if no notice comes through, the worker finds the wish in
// River's row.
func TestCancelUnheard(t *testing.T) {
	t.Parallel()
	o, arrived, release := held()
	w := newWorld(t, 2, o, address(t, "sqlite"))
	defer close(release)
	p, stopped := w.pipeline(t), make(chan struct{}, 9)
	p.Model = watched(p.Model, stopped)
	w.work(t, WorkerOptions{Pipeline: p, ttl: brief})
	id := w.submit(t, "kettle")
	<-arrived
	_, err := w.db.River().JobCancel(t.Context(), &riverdriver.JobCancelParams{ID: w.queued(t, id).ID, CancelAttemptedAt: time.Now()}) // the row only
	if err != nil {
		t.Fatal(err)
	}
	if j := w.await(t, id, ended); j.Reason != job.Cancelled || len(stopped) == 0 {
		t.Errorf("the job ended as %+v after %d calls were stopped", j, len(stopped))
	}
}

// TestCancelBeforePublishing: a run that is cancelled, and has not heard of it, may not
// publish.
func TestCancelBeforePublishing(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		id := w.submit(t, "kettle")
		k := w.quiet(t)
		run := &task{w: k, river: w.dead(t, id, 1, k.id, "{}")}
		if err := run.holds(t.Context()); err != nil {
			t.Errorf("before the cancel the guard says %v", err)
		}
		if j, err := w.q.Cancel(t.Context(), id); err != nil || !j.Cancelling {
			t.Errorf("Cancel = %+v, %v", j, err)
		}
		if err := run.holds(t.Context()); !errors.Is(err, errCancelled) {
			t.Errorf("after the cancel the guard says %v", err)
		}
	})
}

// TestRetryGoesOn: what was answered before a cancel is not asked again.
func TestRetryGoesOn(t *testing.T) {
	t.Parallel()
	arrived, release := make(chan struct{}, 100), make(chan struct{})
	var mu sync.Mutex
	n := 0
	w := newWorld(t, 3, fakeserver.Options{
		Responder: func(r fakeserver.Request) string {
			mu.Lock()
			n++
			wait := n > 1
			mu.Unlock()
			if wait {
				arrived <- struct{}{}
				<-release
			}
			return fakeserver.Answer(r)
		},
	}, address(t, "sqlite"))
	let := sync.OnceFunc(func() { close(release) })
	t.Cleanup(let) // before the model's server is closed
	w.work(t, WorkerOptions{})
	id := w.submit(t, "kettle")
	<-arrived
	w.await(t, id, func(j job.Job) bool { return j.Done == 1 })
	if _, err := w.q.Cancel(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	w.await(t, id, ended)
	asked := w.asked()
	let()
	if j, err := w.q.Retry(t.Context(), id); err != nil || j.Status != job.Pending {
		t.Fatalf("Retry = %+v, %v", j, err)
	}
	if j := w.finish(t, id); j.Version != 1 || w.asked() != asked+2 {
		t.Errorf("version %d after %d more calls, want version 1 after 2", j.Version, w.asked()-asked)
	}
	if _, err := w.q.Retry(t.Context(), id); err == nil {
		t.Error("a done job was tried again")
	}
}

// TestRetryOfNoQuorum: judges whose replies can't be used are asked again when the
// job is retried, and nobody else; while nobody asks for it, nothing is paid.
func TestRetryOfNoQuorum(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"sqlite", "postgres"} {
		for _, scene := range []string{"s", "m"} {
			t.Run(kind+" "+scene, func(t *testing.T) {
				t.Parallel()
				var good atomic.Bool
				w := newWorld(t, 3, fakeserver.Options{Responder: func(r fakeserver.Request) string {
					if !good.Load() && !strings.Contains(r.Messages[1].Content, "`judge-0`") {
						return "A fine document. 10/10."
					}
					return fakeserver.Answer(r)
				}}, address(t, kind))
				w.work(t, WorkerOptions{wait: quick})
				id := w.submitTo(t, scene, "kettle")
				j := w.await(t, id, ended)
				if j.Reason != "no_quorum" || !strings.Contains(j.Message, "retry of the job") {
					t.Errorf("the job ended as %+v", j)
				}
				spent := w.asked()
				good.Store(true)
				if _, err := w.q.Retry(t.Context(), id); err != nil {
					t.Fatal(err)
				}
				w.finish(t, id)
				if again := w.asked() - spent; again < 2 || again >= spent {
					t.Errorf("%d calls after the retry and %d before, want those of two judges", again, spent)
				}
			})
		}
	}
}
