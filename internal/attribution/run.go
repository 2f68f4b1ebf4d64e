package attribution

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/report"
)

// Errors of this package that callers distinguish.
const (
	// ErrBusy: another runner or writer holds the lock.
	ErrBusy = fault.AttributionBusy
	// ErrClock: the day of a real run is before that of an earlier one, or has
	// not come yet.
	ErrClock = fault.AttributionClock
)

// Checker runs attribution checks. Every field but Zone and Workers must be
// set. It is safe for concurrent use.
type Checker struct {
	Storage casefile.Storage
	Files   fs.FS           // the workspace, for files that decide rules
	Records []format.Record // of all formats: where versions keep their evidence
	Now     func() time.Time
	Zone    *time.Location // says which day it is; nil: UTC
	Workers int            // cases at once; 0: one per processor, at least two
	// Published returns the versions that done jobs published: one that is not there
	// is an error of its case. nil: there are no jobs.
	Published func(context.Context) ([]job.Published, error)
}

// Options are one run's own settings.
type Options struct {
	// Case restricts the run to one case: its id, the name of its report folder
	// or its brand; empty: all cases.
	Case string
	// DryRun looks and writes nothing at all.
	DryRun bool
	// Deep looks for every proven quote again instead of comparing bytes.
	Deep bool
	// NoEvidence leaves versions and citations alone; only with DryRun.
	NoEvidence bool
	// Today is the day of the run, of which the date counts; zero: now in Zone.
	Today time.Time
	// OnProgress gets how many cases are done, one call at a time; may be nil.
	OnProgress func(done, total int)
}

// stopped says how far a run got before its context ended, with err. What was
// written is whole; the next run goes on.
func stopped(done, total int, err error) error {
	return fault.New(fault.CheckStopped, err, "done", strconv.Itoa(done), "total", strconv.Itoa(total))
}

// Run checks one case or all of them. A case that can't be read is counted as
// error and stops no other. The error is casefile.ErrNotFound, ErrBusy, ErrClock, an
// fault.CheckStopped with done and total, or that of a storage that can't be listed or take a receipt.
func (c *Checker) Run(ctx context.Context, o Options) (Summary, error) {
	invoked := c.Now().UTC()
	today := c.today(o.Today)
	sum := Summary{InvokedAt: invoked.Format(time.RFC3339), Today: today.Format(time.DateOnly), DryRun: o.DryRun}
	if !o.DryRun {
		unlock, err := c.lock(ctx)
		if err != nil {
			return sum, err
		}
		defer unlock()
	}
	last, err := c.lastDay(ctx)
	if err != nil {
		return sum, err
	}
	if err := c.mayRun(o, today, last); err != nil {
		return sum, err
	}
	r := c.newRun(o, today)
	if err := r.readJobs(ctx, &sum); err != nil {
		return sum, err
	}
	ids, err := c.ids(ctx, o.Case)
	if err == nil && o.Case == "" && !o.NoEvidence {
		if ids, err = r.withLost(ctx, ids); err == nil {
			err = r.checkBoards(ctx, &sum)
		}
	}
	if err != nil {
		return sum, err
	}
	r.began = c.began(ctx, sum.Today, invoked)
	r.collect = !o.DryRun && o.Case == ""
	cases, err := r.all(ctx, ids)
	if err != nil {
		return sum, err
	}
	sum.add(cases)
	sum.RawOutput = raw(&sum, o, last)
	if !o.DryRun {
		err = r.finish(ctx, &sum, invoked)
	}
	return sum, err
}

// mayRun refuses a real run without evidence, for a day before the last run's, or for a
// future one.
func (c *Checker) mayRun(o Options, today time.Time, last string) error {
	day := today.Format(time.DateOnly)
	switch {
	case o.DryRun:
	case o.NoEvidence:
		return errors.New("a real run checks the evidence too: leave it out in a dry run only")
	case day < last:
		return fmt.Errorf("%w: today is %s, the last run was for %s: set the clock, or give a later day", ErrClock, day, last)
	case today.After(c.Today()):
		return fmt.Errorf("%w: a real run for %s has to wait until then", ErrClock, day)
	}
	return nil
}

// run is one run under way.
type run struct {
	*Checker
	Options
	today   time.Time
	cases   *casefile.Cases
	sources *sources
	scenes  *memo[report.Lang]
	jobs    map[string][]job.Published // by case
	gone    map[string]error           // cases that are lost
	collect bool                       // gather what the calibration needs
	began   func() (time.Time, error)
}

func (c *Checker) newRun(o Options, today time.Time) *run {
	return &run{
		Checker: c, Options: o, today: today, cases: casefile.New(c.Storage, c.Now),
		sources: newSources(c.Files), scenes: sceneLanguages(c.Files),
	}
}

// all checks the cases side by side and returns what it found, in their order.
func (r *run) all(ctx context.Context, ids []string) ([]*CaseInfo, error) {
	workers := r.Workers
	if workers == 0 {
		workers = max(2, runtime.GOMAXPROCS(0))
	}
	out := make([]*CaseInfo, len(ids))
	var mu sync.Mutex
	done := 0
	g, stop := errgroup.WithContext(ctx)
	g.SetLimit(workers)
	for i, id := range ids {
		if stop.Err() != nil {
			break
		}
		g.Go(func() error {
			c, err := r.one(stop, id)
			if err != nil {
				return err
			}
			out[i] = &c
			mu.Lock()
			defer mu.Unlock()
			if done++; r.OnProgress != nil && (done%64 == 0 || done == len(ids)) {
				r.OnProgress(done, len(ids))
			}
			return nil
		})
	}
	err := g.Wait()
	if ctx.Err() != nil {
		return nil, stopped(done, len(ids), ctx.Err())
	}
	if err != nil {
		return nil, fmt.Errorf("after %d of %d cases: %w", done, len(ids), err)
	}
	return out, nil
}

// one checks a case. What is wrong with the case, or keeps it from being
// written, is its status; the error is the context's.
func (r *run) one(ctx context.Context, id string) (found CaseInfo, err error) {
	out := CaseInfo{Case: id, Notes: []string{}, Updates: []Update{}}
	defer func() {
		// A mistake of ours over one odd case must not stop the others.
		if v := recover(); v != nil {
			found, err = broken(id, fmt.Errorf("internal error: %v", v), &out), nil
		}
	}()
	x, err := r.look(ctx, &out)
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	if err == nil && !r.DryRun {
		// A case is written whole, also when the caller has gone.
		out.changed, err = r.write(context.WithoutCancel(ctx), &out, x)
	}
	if err != nil {
		return broken(id, err, &out), nil
	}
	return out, nil
}

// broken is a case in error.
func broken(id string, err error, found *CaseInfo) CaseInfo {
	return CaseInfo{
		Case: id, NoModel: found.NoModel, byModel: found.byModel, Status: Error, Reason: oneLine(err.Error()), Checkpoints: []CheckpointStatus{},
		Evidence: found.Evidence, Notes: []string{}, Updates: []Update{}, broken: found.broken,
	}
}

// examined is a case as a run read it, with the outcomes that rules added.
type examined struct {
	info    *casefile.Info
	history *history
	was     stored
	latest  verified
	known   int // outcomes before the run
}

// notes say what of a case's files is damaged and does not count.
func (x *examined) notes() (out []string) {
	if x.was.damaged {
		out = append(out, "attribution.json is damaged; a real run writes it again")
	}
	if len(x.history.torn) > 0 {
		out = append(out, "the last line of outcomes.jsonl is torn and does not count; a real run removes it")
	}
	return out
}

// look reads a case and gives its status, with the rules applied that can
// be; a dry run applies none.
func (r *run) look(ctx context.Context, out *CaseInfo) (*examined, error) {
	c, info, err := r.cases.Load(ctx, out.Case)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("cases/%s has no case.yaml: restore it from a backup, or remove the folder", out.Case)
		if lost := errors.Join(r.gone[out.Case], r.lost(out.Case, nil)); lost != nil {
			out.broken, err = true, lost
		}
	}
	if err != nil {
		return nil, err
	}
	x := &examined{info: &info}
	if x.was, x.history, err = r.loadHistory(ctx, &info); err != nil {
		return nil, err
	}
	x.known = len(x.history.all)
	if x.latest.sha256 = x.was.VersionSHA256; !r.NoEvidence {
		if err := r.verify(ctx, c, x, out); err != nil {
			out.broken = true
			return nil, err
		}
	}
	out.sayNoModel(&info)
	out.Notes = append(out.Notes, x.notes()...)
	if err := checkLocks(&info); err != nil { // before a rule acts on what was changed by hand
		return nil, err
	}
	if !r.DryRun {
		notes, err := r.sources.decide(ctx, &info, x.history, r.today, r.began)
		if err != nil {
			return nil, err
		}
		out.Notes = append(out.Notes, notes...)
	}
	out.Status, out.Checkpoints = checkpointStatuses(&info, x.history, r.today)
	if r.collect {
		if len(info.Checkpoints) > 0 {
			out.lang = caseLanguage(r.scenes, &info)
		}
		out.scored, err = r.score(ctx, &info, x.history, x.latest.verdicts)
	}
	return x, err
}

// verify checks the versions of a case and the evidence of the latest one. While
// that is being published, what the last real run found counts.
func (r *run) verify(ctx context.Context, c *casefile.Case, x *examined, out *CaseInfo) (err error) {
	x.latest, err = verify(ctx, c, *x.info, r.Records, r.Deep)
	out.unrecorded = x.latest.unrecorded
	switch {
	case errors.Is(err, casefile.ErrPublishing):
		x.latest, err = verified{Evidence: x.was.Evidence, sha256: x.was.VersionSHA256}, nil
		out.Notes = append(out.Notes, fmt.Sprintf("version %d is being published: its evidence is checked in the next run", x.info.LatestVersion))
	case err == nil:
		err = errors.Join(x.was.sameVersion(out.Case, x.latest.Version, x.latest.sha256), r.lost(out.Case, x.latest.versions))
	}
	out.Evidence = x.latest.Evidence
	return err
}
