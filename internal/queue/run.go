package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/calllog"
	"judgement/internal/database/lease"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/store"
)

// specSchema is the newest form of a job that this program knows. Older ones are read as
// they are: what they lack takes its default.
const specSchema = 1

// task is one run of a job.
type task struct {
	w     *worker
	river *rivertype.JobRow
	row   job.Job
	// competes says that a board is to hold the review.
	competes bool
	events   *reporter // nil before the job is begun
}

// laterError puts a job off without costing it an attempt. It is the cause, which
// people see, or nil.
type laterError struct {
	error
	in time.Duration
}

// work runs a job: River's worker for every kind. River's context ends when the worker
// stops. It turns the way the job ended into rows and into what River is to do.
func (w *worker) work(stopped context.Context, r *rivertype.JobRow, id string) error {
	t := &task{w: w, river: r}
	w.q.metrics.running.Inc()
	defer w.q.metrics.running.Dec()
	ctx, stop := context.WithCancelCause(stopped)
	defer stop(nil)
	defer context.AfterFunc(w.lease.ctx, func() { stop(errLapsed) })()
	w.running.Store(r.ID, stop)
	defer w.running.Delete(r.ID)
	defer w.look()
	how, err := t.end(ctx, stopped, t.guarded(ctx, id))
	w.q.metrics.runs.WithLabelValues(r.Kind, how).Inc()
	return err
}

// guarded runs a job and makes a panic an error of it.
func (t *task) guarded(ctx context.Context, id string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			t.w.log.Error("a job panicked", "job", t.row.ID, "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
		if t.events != nil {
			t.events.end()
		}
	}()
	return t.run(ctx, id)
}

func (t *task) run(ctx context.Context, id string) error {
	var found bool
	var err error
	if t.row, found, err = store.Job(ctx, t.w.q.db, id); err != nil {
		return &laterError{err, 5 * time.Second}
	}
	if !found || t.row.QueueID != t.river.ID || t.row.Status.Ended() {
		return river.JobCancel(fmt.Errorf("job %s is gone or queued again", id))
	}
	leave, err := t.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if t.row.Kind == kindAttribution {
		return t.attribute(ctx)
	}
	if t.row.Damaged != nil {
		return fault.New(fault.Payload, t.row.Damaged, "text", t.row.Damaged.Error())
	}
	if t.row.Spec.Schema > specSchema {
		return &laterError{fmt.Errorf("a newer judgement made this job (schema %d; this worker knows %d): it waits for a newer worker", t.row.Spec.Schema, specSchema), time.Minute}
	}
	free, err := t.slot(ctx)
	if err != nil {
		return err
	}
	defer free()
	return t.review(ctx)
}

// enter lets the job begin in this process: alone if a process died that ran it.
// While such a job waits for the others to end, no other begins.
func (t *task) enter(ctx context.Context) (leave func(), err error) {
	alone := t.w.alone
	if t.row.Crashes == 0 {
		if !alone.TryAcquire(1) {
			return nil, &laterError{nil, soon()}
		}
		return func() { alone.Release(1) }, nil
	}
	if err := alone.Acquire(ctx, allSlots); err != nil {
		return nil, err
	}
	if err := store.SetAlone(ctx, t.w.q.db, t.row.ID, t.w.id); err != nil {
		alone.Release(allSlots)
		return nil, &laterError{err, 5 * time.Second}
	}
	return func() {
		defer alone.Release(allSlots)
		t.w.runDetached(ctx, "note that a job has run alone", func(ctx context.Context) error { return store.SetAlone(ctx, t.w.q.db, t.row.ID, "") }, "job", t.row.ID)
	}, nil
}

// soon is about how long a job that finds no place waits for the next try.
func soon() time.Duration { return time.Second + rand.N(time.Second) }

// slot takes one of the scene's slots, which the worker's heartbeat holds until
// the returned function is called.
func (t *task) slot(ctx context.Context) (free func(), err error) {
	limit, db := t.w.o.SceneJobs, t.w.q.db
	if limit == 0 {
		return func() {}, nil
	}
	holder := t.w.id + "/" + t.row.ID
	name, err := lease.TakeSlot(ctx, db, "scene/"+t.row.SceneSlug+"/", limit, holder, t.w.o.ttl)
	if err != nil || name == "" {
		return nil, &laterError{err, soon()}
	}
	return func() {
		t.w.runDetached(ctx, "free the scene's slot", func(ctx context.Context) error { return lease.Drop(ctx, db, name, holder) }, "scene", t.row.SceneSlug)
	}, nil
}

// review has the pipeline do the whole job.
func (t *task) review(ctx context.Context) error {
	q, spec := t.w.q, t.row.Spec
	data, found, err := store.Blob(ctx, q.db, spec.DocumentSHA256)
	if err != nil {
		return err
	}
	if !found {
		return fault.DocumentGone
	}
	spec.JobID, spec.Unique, spec.Data, spec.Guard = t.row.ID, true, data, t.holds
	spec.Options.Repeats = cmp.Or(spec.Options.Repeats, q.opts.Defaults.Repeats) // a job of an older version has none
	spec.Options.MaxReplyTokens = cmp.Or(spec.Options.MaxReplyTokens, q.opts.Defaults.MaxReplyTokens)
	setup, err := t.w.o.Pipeline.Open(spec.SceneSlug)
	switch {
	case errors.Is(err, fault.UnknownScene):
		return err
	case err != nil:
		return fault.New(fault.InvalidScene, err, "text", err.Error())
	}
	t.competes, spec.Options.NoBoard = setup.Competes(), true // see boards
	t.events = newReporter(q.db, t.row, t.w.log)
	logged, noted := calllog.ForJob(ctx, t.row.ID)
	result, err := t.w.o.Pipeline.Run(logged, setup, spec, t.events.send)
	noted()
	if err != nil {
		return err
	}
	out, err := t.outcome(ctx, result)
	if err != nil {
		return err
	}
	return t.done(ctx, out)
}

// holds is the job's guard: nil while this run may publish.
func (t *task) holds(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	rows, err := rowsOf(ctx, t.w.q.db, t.river.ID)
	r := rows[t.river.ID]
	switch {
	case err != nil:
		return err
	case r == nil || r.State != rivertype.JobStateRunning || !sameRun(r, t.river):
		return errLost
	case cancelAsked(r):
		return errCancelled
	}
	return context.Cause(ctx)
}
