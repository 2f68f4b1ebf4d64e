package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/store"
	"judgement/report"
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

// work runs a job: River's worker for every kind. River's context ends when the worker
// stops. It turns the way the job ended into rows and into what River is to do.
func (w *worker) work(stopped context.Context, r *rivertype.JobRow, id string) error {
	t := &task{w: w, river: r}
	counted := w.q.opts.Metrics.began(r.Kind)
	ctx, stop := context.WithCancelCause(stopped)
	defer stop(nil)
	defer w.lease.onLapse(func() { stop(errLapsed) })()
	w.running.Store(r.ID, stop)
	defer w.running.Delete(r.ID)
	defer w.look()
	how, err := t.end(ctx, stopped, t.guarded(ctx, id))
	counted(how)
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
	if t.row, found, err = t.w.q.db.Job(ctx, id); err != nil {
		return &laterError{in: 5 * time.Second, err: err}
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
		return &laterError{in: time.Minute, why: fmt.Sprintf("a newer judgement made this job (schema %d; this worker knows %d): it waits for a newer worker", t.row.Spec.Schema, specSchema)}
	}
	free, err := t.slot(ctx)
	if err != nil {
		return err
	}
	defer free()
	return t.review(ctx)
}

// enter lets the job begin in this process: alone if a process died that ran it.
func (t *task) enter(ctx context.Context) (leave func(), err error) {
	jobs := &t.w.alone
	if t.row.Crashes == 0 {
		if !jobs.TryRLock() {
			return nil, &laterError{in: time.Second + rand.N(time.Second)}
		}
		return jobs.RUnlock, nil
	}
	if err := enterAlone(ctx, jobs); err != nil {
		return nil, err
	}
	if err := t.w.q.db.SetAlone(ctx, t.row.ID, t.w.id); err != nil {
		jobs.Unlock()
		return nil, &laterError{in: 5 * time.Second, err: err}
	}
	return func() {
		defer jobs.Unlock()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := t.w.q.db.SetAlone(last, t.row.ID, ""); err != nil && !t.w.lease.lapsed() {
			t.w.log.Warn("note that a job has run alone", "job", t.row.ID, "error", err)
		}
	}, nil
}

// slot takes one of the scene's slots, which the worker's heartbeat holds until
// the returned function is called.
func (t *task) slot(ctx context.Context) (free func(), err error) {
	limit, db := t.w.o.SceneJobs, t.w.q.db
	if limit == 0 {
		return func() {}, nil
	}
	holder := t.w.id + "/" + t.row.ID
	name, err := db.TakeSlot(ctx, "scene/"+t.row.SceneSlug+"/", limit, holder, t.w.o.ttl)
	if err != nil || name == "" {
		return nil, &laterError{in: time.Second + rand.N(time.Second), err: err}
	}
	return func() {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := db.DropLease(last, name, holder); err != nil && !t.w.lease.lapsed() {
			t.w.log.Warn("free the scene's slot", "scene", t.row.SceneSlug, "error", err)
		}
	}, nil
}

// review has the pipeline do the whole job.
func (t *task) review(ctx context.Context) error {
	q, spec := t.w.q, t.row.Spec
	data, found, err := q.db.Blob(ctx, spec.DocumentSHA256)
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
	logged, noted := logsCalls(ctx, t.row.ID)
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
	rows, err := rowsOf(ctx, t.w.q.db.River(), t.river.ID)
	r := rows[t.river.ID]
	switch {
	case err != nil:
		return t.w.q.db.Fault(ctx, "look the job up in the queue", err)
	case r == nil || r.State != rivertype.JobStateRunning || !sameRun(r, t.river):
		return errLost
	case cancelAsked(r):
		return errCancelled
	}
	return context.Cause(ctx)
}

// outcome is what the job's row will say of a result. The report's texts are
// kept beside it.
func (t *task) outcome(ctx context.Context, r *pipeline.Result) (job.Outcome, error) {
	files := r.Published
	if files == nil { // it was published by an earlier run
		rendered, err := t.w.o.Pipeline.Render(ctx, r.CaseID, pipeline.RenderOptions{Version: r.Version})
		if err != nil {
			return job.Outcome{}, err
		}
		files = rendered.Files
		r.Files, r.Warnings = rendered.Result.Files, rendered.Result.Warnings
	}
	data, err := json.Marshal(textsOf(r, files))
	if err != nil {
		return job.Outcome{}, fmt.Errorf("encode the report: %w", err)
	}
	sum, err := t.w.q.db.PutBlob(context.WithoutCancel(ctx), data)
	if err != nil {
		return job.Outcome{}, err
	}
	out := job.Outcome{Schema: 1, NoModel: r.Plan.NoModel(), CaseID: r.CaseID, Version: r.Version, Folder: r.Folder, Files: r.Files, Warnings: r.Warnings, Texts: sum}
	if s := r.Judgement.Overview().Score; s != nil {
		out.Total, out.Max, out.Grade = report.Shown(s.Total, s.Max), s.Max.String(), s.Grade
	}
	return out, nil
}

// textsOf picks the report and the judges' reviews out of published files. A
// judge that was asked several times is as it first ended well.
func textsOf(r *pipeline.Result, files []casefile.File) texts {
	byName := map[string]string{}
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".md") {
			byName[f.Name] = string(f.Data)
		}
	}
	out := texts{Report: byName["report.md"], Reviews: []job.Review{}}
	outcomes := map[string]jury.Outcome{}
	for _, e := range r.Judgement.Overview().Judges {
		if outcomes[e.Judge] != jury.OK && (outcomes[e.Judge] == "" || e.Outcome == jury.OK) {
			outcomes[e.Judge] = e.Outcome
		}
	}
	for _, j := range r.Plan.Judges {
		out.Reviews = append(out.Reviews, job.Review{Judge: j.Slug, Outcome: string(outcomes[j.Slug]), Text: byName["reviews/"+j.Slug+".md"]})
	}
	return out
}

// done ends the job well.
func (t *task) done(ctx context.Context, out job.Outcome) error {
	if t.events != nil {
		t.events.end()
	}
	err := t.finish(ctx, riverdriver.JobSetStateCompleted(t.river.ID, time.Now(), nil), store.Ending{Status: job.Done, Outcome: out})
	if err == nil {
		t.w.log.Info("a job is done", "job", t.row.ID, "kind", t.row.Kind, "scene", t.row.SceneSlug, "brand", t.row.Brand, "case", out.CaseID, "version", out.Version)
	}
	return err
}

// finish ends River's row and writes the outcome, in one transaction, if this is
// still the run of both. What is published is done, also if the worker is told to
// stop just now.
func (t *task) finish(ctx context.Context, to *riverdriver.JobSetStateIfRunningParams, e store.Ending) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	if t.river.AttemptedAt != nil {
		e.Started = *t.river.AttemptedAt
	}
	err := t.w.q.db.InTx(ctx, func(tx *store.Tx) error {
		row, found, err := tx.LockJob(ctx, t.row.ID)
		switch {
		case err != nil:
			return err
		case !found || row.QueueID != t.river.ID:
			return errLost
		}
		if _, err := transit(ctx, tx, t.river, to); err != nil {
			return err
		}
		if t.competes && e.Status == job.Done {
			if err := tx.MarkBoardStale(ctx, row.SceneSlug, false); err != nil {
				return err
			}
		}
		return t.w.q.end(ctx, tx, row, e)
	})
	if errors.Is(err, errLost) || errors.Is(err, store.ErrCommitUnknown) { // or it is written already
		if row, found, look := t.w.q.db.Job(ctx, t.row.ID); look == nil && found && row.QueueID == t.river.ID && row.Status.Ended() {
			return nil
		}
	}
	return err
}

// end turns the end of a run into the job's rows and River's next step, and
// names it for the metrics.
func (t *task) end(ctx, stopped context.Context, err error) (how string, next error) {
	var later *laterError
	cause := context.Cause(ctx)
	switch {
	case err == nil:
		return runDone, nil
	case errors.Is(cause, errLapsed), errors.Is(err, errLost):
		return runStopped, t.abandoned(err)
	case errors.Is(cause, errCancelled), errors.Is(cause, rivertype.ErrJobCancelledRemotely), errors.Is(err, errCancelled):
		return runFailed, t.fail(ctx, stopped, riverdriver.JobSetStateCancelled(t.river.ID, time.Now(), nil, nil),
			failure(fault.New(fault.Cancelled, nil, "detail", "while it ran; what was answered is kept")))
	case errors.Is(stopped.Err(), context.Canceled): // the worker stops
		t.note(ctx, "the worker was stopped; the job goes on with the next one")
		return runStopped, context.Canceled
	case errors.As(err, &later):
		if m := later.message(); m != "" {
			t.note(ctx, m)
		}
		return runLater, river.JobSnooze(later.in)
	case errors.As(err, new(*river.JobCancelError)):
		return runFailed, err
	}
	f := faultOf(err)
	final := f.Code.Final() || t.river.Attempt >= t.river.MaxAttempts
	t.w.log.Warn("a job failed", "job", t.row.ID, "kind", t.row.Kind, "scene", t.row.SceneSlug, "brand", t.row.Brand,
		"reason", f.Code.Word(), "error", err, "attempt", t.river.Attempt, "final", final)
	if !final {
		t.note(ctx, fmt.Sprintf("attempt %d of %d: %v", t.river.Attempt, t.river.MaxAttempts, job.Message(f)))
		return runAgain, err
	}
	return runFailed, t.fail(ctx, stopped, riverdriver.JobSetStateDiscarded(t.river.ID, time.Now(), nil, nil), failure(f))
}

// fail writes a bad end, until it is written: River knows no reason, and a job that
// is run again may pay again. If this worker stops first, the job is run again.
func (t *task) fail(ctx, stopped context.Context, to *riverdriver.JobSetStateIfRunningParams, e store.Ending) error {
	for {
		err := t.finish(ctx, to, e)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, errLost), t.w.lease.lapsed():
			return t.abandoned(err)
		}
		t.w.log.Warn("the end of a job can't be written; it is tried again", "job", t.row.ID, "error", err)
		if jury.Sleep(stopped, time.Second) != nil {
			return river.JobSnooze(time.Second)
		}
	}
}

// abandoned ends a run that is not this worker's any more. River would change the
// other run's row: so it waits until River can't write.
func (t *task) abandoned(err error) error {
	t.w.lease.lapse()
	<-t.w.severed
	return err
}

// note says for people why the job waits, also if the run's context has ended.
func (t *task) note(ctx context.Context, message string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := t.w.q.db.Note(ctx, t.row.ID, message); err != nil && !t.w.lease.lapsed() {
		t.w.log.Warn("note why a job waits", "job", t.row.ID, "error", err)
	}
}
