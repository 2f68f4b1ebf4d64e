package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/board/keeper"
	"judgement/internal/casefile"
	"judgement/internal/database"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/store"
	"judgement/report"
)

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
	sum, err := store.PutBlob(context.WithoutCancel(ctx), t.w.q.db, data)
	if err != nil {
		return job.Outcome{}, err
	}
	out := job.Outcome{Schema: 1, NoModel: r.Plan.NoModel(), Unchanged: r.Unchanged && t.row.Spec.Options.SkipUnchanged, CaseID: r.CaseID, Version: r.Version, Folder: r.Folder, Files: r.Files, Warnings: r.Warnings, Texts: sum}
	if s := r.Judgement.Overview().Score; s != nil {
		out.Total, out.Max, out.Grade = report.Shown(s.Total, s.Max), s.Max.String(), s.Grade
		for _, g := range s.Probabilities {
			out.Probabilities = append(out.Probabilities, job.GradeProbability(g))
		}
		if r := s.Repeats; r != nil {
			out.Repeats = &job.Repeats{Used: r.Used, Most: r.Most, Stop: string(r.Stop)}
		}
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
// still the run of both. What is published is done, also if the worker is
// stopped just now.
func (t *task) finish(ctx context.Context, to *riverdriver.JobSetStateIfRunningParams, e store.Ending) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	err := t.w.q.db.InTx(ctx, func(tx *database.Tx) error {
		row, found, err := store.LockJob(ctx, tx, t.row.ID)
		if err != nil {
			return err
		}
		if !found || row.QueueID != t.river.ID {
			return errLost
		}
		if _, err := transit(ctx, tx, t.river, to); err != nil {
			return err
		}
		if t.competes && e.Status == job.Done {
			if err := keeper.MarkStale(ctx, tx, row.SceneSlug, false); err != nil {
				return err
			}
		}
		return t.w.q.end(ctx, tx, row, t.river, e)
	})
	if errors.Is(err, errLost) || errors.Is(err, database.ErrCommitUnknown) { // or it is written already
		if row, found, look := store.Job(ctx, t.w.q.db, t.row.ID); look == nil && found && row.QueueID == t.river.ID && row.Status.Ended() {
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
		if later.error != nil {
			t.note(ctx, later.Error())
		}
		return runLater, river.JobSnooze(later.in)
	case errors.As(err, new(*river.JobCancelError)):
		return runFailed, err
	}
	f := fault.From(err)
	if f == nil {
		f = fault.New(fault.Failed, err, "text", err.Error())
	}
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
	t.w.runDetached(ctx, "note why a job waits", func(ctx context.Context) error { return store.Note(ctx, t.w.q.db, t.row.ID, message) }, "job", t.row.ID)
}

// failure is the ending of a job that failed. The row keeps code and parameters:
// who shows it words it.
func failure(f *fault.Error) store.Ending {
	return store.Ending{Status: job.Failed, Reason: f.Code.Word(), Message: f.Encode()}
}
