package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/casefile"
	"judgement/internal/heartbeat"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/store"
)

// payloadSchema is the newest form of a job that this program knows. Older ones
// are read as they are: what they lack takes its default.
const payloadSchema = 1

// slotTTL is how long a scene's slot is held without being renewed.
const slotTTL = 30 * time.Second

// task is one run of a job.
type task struct {
	w     *worker
	river *rivertype.JobRow
	row   store.Job
	job   pipeline.Job
	fence int64
	begun bool // it holds the fence
	// competes says that a board is to hold the review.
	competes bool
	// parent is River's context of the run, for the wait in standAside, which
	// outlasts the run's own.
	parent context.Context //nolint:containedctx // a task is one call
}

// judge runs one review or meeting job: River's worker for both.
func (w *worker) judge(ctx context.Context, j *rivertype.JobRow, id string) error {
	t := &task{w: w, river: j}
	return t.within(ctx, id, func(ctx context.Context) error {
		if err := json.Unmarshal([]byte(t.row.Payload), &t.job); err != nil {
			return &endError{reason: "payload", err: fmt.Errorf("decode the job: %w", err)}
		}
		if t.job.Schema > payloadSchema {
			return &laterError{in: time.Minute, why: fmt.Sprintf("a newer judgement made this job (schema %d; this worker knows %d): it waits for a newer worker", t.job.Schema, payloadSchema)}
		}
		slot, err := t.slot(ctx)
		if err != nil {
			return err
		}
		defer slot()
		return t.review(ctx)
	})
}

// within loads the job and runs it under the worker's lease, and turns the way
// it ended into rows and into what River is to do.
func (t *task) within(ctx context.Context, id string, run func(context.Context) error) (err error) {
	term := t.w.lease.current()
	if term == nil {
		return river.JobSnooze(2 * time.Second)
	}
	counted := t.w.q.opts.Metrics.began(t.river.Kind)
	defer func() { counted(err, t.river.Attempt >= t.river.MaxAttempts) }()
	t.parent = ctx
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer context.AfterFunc(term, func() { stop(errLapsed) })()
	if !t.w.running.begin(t.river.ID, stop) {
		return river.JobSnooze(2 * time.Second) // an earlier run of it is still ending here
	}
	defer t.w.running.end(t.river.ID)
	defer t.w.look()
	defer t.isolate()()
	over, err := t.load(ctx, id)
	if err == nil && !over {
		err = t.guarded(ctx, run)
	}
	return t.settle(ctx, err)
}

// isolate waits until the job may run beside those that run, and returns what ends
// that.
func (t *task) isolate() (end func()) {
	if suspect(t.river) {
		t.w.alone.Lock()
		return t.w.alone.Unlock
	}
	t.w.alone.RLock()
	return t.w.alone.RUnlock
}

// guarded runs a job and makes a panic an error of it.
func (t *task) guarded(ctx context.Context, run func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			t.w.log.Error("a job panicked", "job", t.row.ID, "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return run(ctx)
}

// load reads the job's row and decides whether there is anything to do.
func (t *task) load(ctx context.Context, id string) (over bool, err error) {
	row, found, err := t.w.q.db.Job(ctx, id)
	if err != nil {
		return false, &laterError{in: 5 * time.Second, err: err}
	}
	if !found || row.QueueID != t.river.ID {
		return false, river.JobCancel(fmt.Errorf("job %s is gone or queued again", id))
	}
	if row.Status == store.Failed { // River's own pages had it tried again
		if _, err := t.w.q.db.RetryJob(ctx, id); err != nil {
			return false, &laterError{in: 5 * time.Second, err: err}
		}
	}
	t.row = row
	if row.Status == store.Running && row.Owner != t.w.id {
		alive, err := t.w.alive(ctx, row.Owner)
		if err != nil || alive {
			return false, &laterError{in: 2 * time.Second, err: err}
		}
	}
	return row.Status == store.Done, nil
}

// begin takes the job for this run: what earlier runs still write is refused.
func (t *task) begin(ctx context.Context) error {
	fence, ok, err := t.w.q.db.StartJob(ctx, t.row.ID, t.w.id)
	if err != nil {
		return &laterError{in: 5 * time.Second, err: err}
	}
	if !ok {
		return errLost
	}
	t.fence, t.begun = fence, true
	return nil
}

// slot takes one of the scene's slots and holds it until the returned function
// is called.
func (t *task) slot(ctx context.Context) (release func(), err error) {
	limit, db := t.w.o.SceneJobs, t.w.q.db
	if limit == 0 {
		return func() {}, nil
	}
	holder := t.w.id + "/" + t.row.ID
	ok, err := db.TakeSlot(ctx, t.row.Scene, limit, holder, slotTTL)
	if err != nil || !ok {
		return nil, &laterError{in: time.Second + rand.N(time.Second), err: err}
	}
	hold, end := context.WithCancel(context.WithoutCancel(ctx))
	go heartbeat.Every(hold, slotTTL/4, func() {
		if _, err := db.KeepSlot(hold, t.row.Scene, holder, slotTTL); err != nil && hold.Err() == nil {
			t.w.log.Warn("hold the scene's slot", "scene", t.row.Scene, "error", err)
		}
	})
	return func() {
		end()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := db.FreeSlot(last, t.row.Scene, holder); err != nil {
			t.w.log.Warn("free the scene's slot", "scene", t.row.Scene, "error", err)
		}
	}, nil
}

// review has the pipeline do the whole job.
func (t *task) review(ctx context.Context) error {
	db := t.w.q.db
	if err := t.begin(ctx); err != nil {
		return err
	}
	data, found, err := db.Blob(ctx, t.job.DocumentSHA256)
	if err != nil {
		return err
	}
	if !found {
		return &endError{reason: "document", err: errors.New("the document is no longer in the database: submit it again")}
	}
	t.job.JobID, t.job.Unique, t.job.Data, t.job.Guard = t.row.ID, true, data, t.holds
	t.defaults()
	setup, err := t.w.o.Pipeline.Open(t.job.SceneSlug)
	if err != nil {
		return &sceneError{err}
	}
	t.competes, t.job.Options.NoBoard = setup.Competes(), true // see boards
	logged, noted := logsCalls(ctx, t.row.ID)
	result, err := t.w.o.Pipeline.Run(logged, setup, t.job, t.report(ctx))
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

// defaults fills in what a job of an older version does not say.
func (t *task) defaults() {
	d, o := t.w.q.opts.Defaults, &t.job.Options
	if o.Repeats == 0 {
		o.Repeats = d.Repeats
	}
	if o.MaxReplyTokens == 0 {
		o.MaxReplyTokens = d.MaxReplyTokens
	}
}

// holds is the job's guard: nil while this run may publish.
func (t *task) holds(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	row, found, err := t.w.q.db.Job(ctx, t.row.ID)
	switch {
	case err != nil:
		return err
	case !found || row.Fence != t.fence || row.Status != store.Running:
		return errLost
	case !row.CancelAt.IsZero():
		return errCancelled
	}
	return nil
}

// done ends the job well.
func (t *task) done(ctx context.Context, out outcome) error {
	out.Schema = 1
	text, err := json.Marshal(out)
	if err != nil {
		return fmt.Errorf("encode the result: %w", err)
	}
	// What is published is done, also when the worker is told to stop just now.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	err = t.w.q.db.InTx(ctx, func(tx *store.Tx) error {
		if err := t.w.q.finish(ctx, tx, t.row.ID, t.fence, store.Ending{Status: store.Done, Result: string(text)}); err != nil || !t.competes {
			return err
		}
		return tx.OweBoard(ctx, t.row.Scene)
	})
	if err == nil {
		t.w.log.Info("a job is done", "job", t.row.ID, "kind", t.row.Kind, "scene", t.row.Scene, "brand", t.row.Brand, "case", out.CaseID, "version", out.Version)
	}
	return err
}

// settle turns the end of a run into the job's rows and River's next step.
func (t *task) settle(ctx context.Context, err error) error {
	var later *laterError
	cause := context.Cause(ctx)
	switch {
	case err == nil:
		return nil
	case errors.Is(cause, errLapsed), errors.Is(err, errLost):
		return t.standAside(ctx)
	case errors.Is(cause, errCancelled), errors.Is(cause, rivertype.ErrJobCancelledRemotely), errors.Is(err, errCancelled):
		t.write(ctx, func(ctx context.Context, tx *store.Tx) error {
			return t.w.q.finish(ctx, tx, t.row.ID, t.fence, store.Ending{Status: store.Failed, Reason: store.Cancelled, Message: "cancelled while it ran; what was answered is kept"})
		})
		return river.JobCancel(errCancelled)
	case errors.Is(t.parent.Err(), context.Canceled): // the worker stops
		t.release(ctx, "the worker was stopped; the job goes on with the next one")
		return context.Canceled
	case errors.As(err, &later):
		if later.why != "" || t.begun {
			t.release(ctx, later.message())
		}
		return river.JobSnooze(later.in)
	case errors.Is(err, casefile.ErrRunning):
		t.release(ctx, err.Error())
		return river.JobSnooze(2 * time.Second)
	case errors.As(err, new(*river.JobCancelError)):
		return err
	}
	return t.failed(ctx, err)
}

// failed ends the job or leaves it for another attempt.
func (t *task) failed(ctx context.Context, err error) error {
	reason, final := reasonOf(err)
	message := describe(err)
	t.w.log.Warn("a job failed", "job", t.row.ID, "kind", t.row.Kind, "scene", t.row.Scene, "brand", t.row.Brand,
		"reason", reason, "error", message, "attempt", t.river.Attempt, "final", final || t.river.Attempt >= t.river.MaxAttempts)
	switch {
	case final:
		err = river.JobCancel(err)
	case t.river.Attempt < t.river.MaxAttempts:
		t.release(ctx, fmt.Sprintf("attempt %d of %d: %v", t.river.Attempt, t.river.MaxAttempts, message))
		return err
	}
	end := func(ctx context.Context, tx *store.Tx) error {
		if !t.begun { // it failed before it began
			fence, ok, err := tx.StartJob(ctx, t.row.ID, t.w.id)
			if err != nil || !ok {
				return err
			}
			t.fence = fence
		}
		return t.w.q.finish(ctx, tx, t.row.ID, t.fence, store.Ending{Status: store.Failed, Reason: reason, Message: message})
	}
	// River keeps no reason, so the job is not given back to it before its own row
	// has one. If this worker stops first, the job runs again.
	for !t.write(ctx, end) {
		if jury.Sleep(t.parent, time.Second) != nil {
			return river.JobSnooze(time.Second)
		}
	}
	return err
}

// release gives the job back to wait, with a word for people. It is false where
// that could not be written.
func (t *task) release(ctx context.Context, message string) bool {
	return t.write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if !t.begun {
			return tx.NoteJob(ctx, t.row.ID, message)
		}
		_, err := tx.ReleaseJob(ctx, t.row.ID, t.fence, message)
		return err
	})
}

// write runs a last write of a job, also where its context has ended. Where it
// fails, which is false, the rows are mended later.
func (t *task) write(ctx context.Context, fn func(context.Context, *store.Tx) error) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	err := t.w.q.db.InTx(ctx, func(tx *store.Tx) error { return fn(ctx, tx) })
	if err != nil && !errors.Is(err, errLost) {
		t.w.log.Warn("note the end of a job's run", "job", t.row.ID, "error", err)
		return false
	}
	return true
}

// standAside lets the job go and waits while another worker runs it: River takes
// the word of whoever comes first, and this run's doesn't count any more. The job
// must be let go, as this worker lives on under its name with its next lease, and
// others leave a living worker's jobs alone.
func (t *task) standAside(ctx context.Context) error {
	for free := !t.begun; ; {
		if !free {
			free = t.release(ctx, errLapsed.Error())
		}
		look, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		row, err := t.w.q.client.get(look, t.river.ID)
		if err == nil { // others take this worker for dead
			err = t.w.clear(look, t.river.ID)
		}
		cancel()
		if errors.Is(err, river.ErrNotFound) {
			return river.JobSnooze(time.Second)
		}
		if err == nil {
			mine := row.Attempt == t.river.Attempt && len(row.AttemptedBy) > 0 && row.AttemptedBy[len(row.AttemptedBy)-1] == t.w.id
			if mine || row.State != rivertype.JobStateRunning {
				return river.JobSnooze(time.Second)
			}
		}
		select {
		case <-t.parent.Done():
			return context.Canceled
		case <-time.After(time.Second):
		}
	}
}
