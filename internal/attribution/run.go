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
	"judgement/internal/job"
	"judgement/report"
)

// Errors of this package that callers tell apart.
const (
	// ErrUnknownCase: Options.Case names no case.
	ErrUnknownCase = casefile.ErrNotFound
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
	Files   fs.FS // the workspace, for files that decide rules
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

// Summary is what a run found. Its JSON is the HTTP API's answer.
type Summary struct {
	InvokedAt    string `json:"invoked_at"` // RFC 3339, UTC
	Today        string `json:"today"`      // YYYY-MM-DD
	TotalChecked int    `json:"total_checked"`
	ByStatus     Counts `json:"by_status"`
	RawOutput    string `json:"raw_output"` // the same bytes for the same cases, day and options

	DryRun   bool        `json:"-"`
	Evidence Evidence    `json:"-"` // of all cases together; Version is 0
	Cases    []*CaseInfo `json:"-"` // in the order of their ids
	News     int         `json:"-"` // of all cases together
	Changed  int         `json:"-"` // cases of which a real run wrote something
	// EvidenceBroken counts the cases that are in error because a published
	// file was changed or a proven quote is no longer in the document.
	EvidenceBroken int `json:"-"`
	// Unrecorded counts the versions of earlier releases: case.yaml has no hash of
	// them, and no HTML or PDF was kept.
	Unrecorded int `json:"-"`
	// Boards are the differences of the boards from what was published, one per line;
	// only a run over all cases looks at boards.
	Boards []string `json:"-"`
	// UnrecordedBoards counts the boards of earlier releases, which have no hashes.
	UnrecordedBoards int `json:"-"`
	// JobsUnread says why the jobs could not be read, which is an error of the run and
	// of no case; empty if they were.
	JobsUnread string `json:"-"`
}

// CaseInfo is what a run found of one case.
type CaseInfo struct {
	Case        string             `json:"case"`
	Status      Status             `json:"status"`
	Reason      string             `json:"reason"` // of the status error, else empty
	Checkpoints []CheckpointStatus `json:"checkpoints"`
	Evidence    Evidence           `json:"evidence"`
	Notes       []string           `json:"notes"`
	News        []News             `json:"news"` // of a real run; empty if nothing came of it

	changed    bool
	broken     bool // the evidence part found the error
	unrecorded int  // versions of earlier releases
	scored     *scored
	lang       report.Lang // of its page; empty without checkpoints, or if no calibration follows
}

// News is what a real run decided or found of one checkpoint: that a rule gave
// it an outcome, or that a person had given it one that needs a failure card.
type News struct {
	Checkpoint string `json:"checkpoint"`
	State      State  `json:"state"`
	By         string `json:"by"` // rule or person
	Reason     string `json:"reason"`
	Card       string `json:"card"` // the failure card that the run made, from the workspace on; empty without one
}

// stopped says how far a run got before its context ended, with err. What was
// written is whole; the next run goes on.
func stopped(done, total int, err error) error {
	return fault.New(fault.CheckStopped, err, "done", strconv.Itoa(done), "total", strconv.Itoa(total), "detail", err.Error())
}

// Run checks one case or all of them. A case that can't be read is counted as
// error and stops no other. The error is ErrUnknownCase, ErrBusy, ErrClock, an
// fault.CheckStopped with done and total, or that of a storage that can't be listed or take a receipt.
func (c *Checker) Run(ctx context.Context, o Options) (Summary, error) {
	invoked := c.Now().UTC()
	today := c.today(o.Today)
	sum := Summary{InvokedAt: invoked.Format(time.RFC3339), Today: today.Format(time.DateOnly), DryRun: o.DryRun}
	if o.NoEvidence && !o.DryRun {
		return sum, errors.New("a real run checks the evidence too: leave it out in a dry run only")
	}
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
	switch {
	case o.DryRun:
	case sum.Today < last:
		return sum, fmt.Errorf("%w: today is %s, the last run was for %s: set the clock, or give a later day", ErrClock, sum.Today, last)
	case today.After(c.Today()):
		return sum, fmt.Errorf("%w: a real run for %s has to wait until then", ErrClock, sum.Today)
	}
	r := c.newRun(o, today)
	if err := r.readJobs(ctx, &sum); err != nil {
		return sum, err
	}
	ids, err := c.ids(ctx, o.Case)
	if err != nil {
		return sum, err
	}
	if o.Case == "" && !o.NoEvidence {
		if ids, err = r.withLost(ctx, ids); err != nil {
			return sum, err
		}
		if err := r.checkBoards(ctx, &sum); err != nil {
			return sum, err
		}
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

// run is one run under way.
type run struct {
	*Checker
	Options
	today   time.Time
	cases   *casefile.Cases
	sources *sources
	scenes  *languages
	roster  *roster
	jobs    map[string][]job.Published // by case
	gone    map[string]error           // cases that are lost
	collect bool                       // gather what the calibration needs
	began   func() (time.Time, error)
}

func (c *Checker) newRun(o Options, today time.Time) *run {
	return &run{
		Checker: c, Options: o, today: today, cases: casefile.New(c.Storage, c.Now),
		sources: &sources{files: c.Files}, scenes: &languages{files: c.Files}, roster: &roster{},
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
	out, plan, err := CaseInfo{}, (*planned)(nil), error(nil)
	defer func() {
		// A mistake of ours over one odd case must not stop the others.
		if v := recover(); v != nil {
			found, err = broken(id, fmt.Errorf("internal error: %v", v), &out), nil
		}
	}()
	if out, plan, err = r.look(ctx, id); ctx.Err() != nil {
		return out, ctx.Err()
	}
	if err == nil && !r.DryRun {
		// A case is written whole, also when the caller has gone.
		out.changed, err = r.write(context.WithoutCancel(ctx), &out, plan)
	}
	if err != nil {
		return broken(id, err, &out), nil
	}
	return out, nil
}

// ownFolder holds a case to its report folder: if that says whose it is, it
// must be this case's.
func (r *run) ownFolder(ctx context.Context, info *casefile.Info) error {
	owner, err := r.cases.IDOf(ctx, info.ReportFolder)
	switch {
	case errors.Is(err, casefile.ErrNotFound):
		return nil
	case err == nil && owner != info.ID:
		return fmt.Errorf("report_folder %s belongs to case %s: correct cases/%s/case.yaml", info.ReportFolder, owner, info.ID)
	}
	return err
}

// broken is a case in error.
func broken(id string, err error, found *CaseInfo) CaseInfo {
	return CaseInfo{
		Case: id, Status: Error, Reason: oneLine(err.Error()), Checkpoints: []CheckpointStatus{},
		Evidence: found.Evidence, Notes: []string{}, News: []News{}, broken: found.broken,
	}
}

// look reads a case and gives its status, with the rules applied that can
// be; a dry run applies none.
func (r *run) look(ctx context.Context, id string) (CaseInfo, *planned, error) {
	out := CaseInfo{Case: id, Notes: []string{}, News: []News{}}
	c, info, err := r.cases.Load(ctx, id)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("cases/%s has no case.yaml: restore it from a backup, or remove the folder", id)
		if lost := errors.Join(r.gone[id], r.lost(id, nil)); lost != nil {
			out.broken, err = true, lost
		}
	}
	if err != nil {
		return out, nil, err
	}
	if err := r.ownFolder(ctx, &info); err != nil {
		return out, nil, err
	}
	was, err := loadSeen(ctx, r.Storage, id)
	if err != nil {
		return out, nil, err
	}
	h, err := loadHistory(ctx, r.Storage, &info, was)
	if err != nil {
		return out, nil, err
	}
	latest := verified{Evidence: out.Evidence, sha256: was.VersionSHA256}
	if !r.NoEvidence {
		latest, err = verify(ctx, c, info, r.Deep)
		out.unrecorded = latest.unrecorded
		switch {
		case errors.Is(err, casefile.ErrPublishing):
			latest = verified{Evidence: was.Evidence, sha256: was.VersionSHA256}
			out.Notes = append(out.Notes, fmt.Sprintf("version %d is being published: its evidence is checked in the next run", info.LatestVersion))
		case err == nil:
			err = errors.Join(was.sameVersion(id, latest.Version, latest.sha256), r.lost(id, latest.versions))
		}
		out.Evidence = latest.Evidence
		if err != nil && !errors.Is(err, casefile.ErrPublishing) {
			out.broken = true
			return out, nil, err
		}
	}
	if was.damaged {
		out.Notes = append(out.Notes, "attribution.json is damaged; a real run writes it again")
	}
	if len(h.torn) > 0 {
		out.Notes = append(out.Notes, "the last line of outcomes.jsonl is torn and does not count; a real run removes it")
	}
	// Before a rule acts on what somebody changed.
	if out.Status, out.Checkpoints, err = checkpointStatuses(&info, h, r.today); err != nil {
		return out, nil, err
	}
	known := len(h.all)
	if !r.DryRun {
		notes, err := r.sources.decide(ctx, &info, h, r.today, r.began)
		if err != nil {
			return out, nil, err
		}
		out.Notes = append(out.Notes, notes...)
	}
	if len(h.all) > known {
		if out.Status, out.Checkpoints, err = checkpointStatuses(&info, h, r.today); err != nil {
			return out, nil, err
		}
	}
	if r.collect {
		if out.scored, err = r.score(ctx, &info, h, latest.verdicts); err != nil {
			return out, nil, err
		}
		if len(info.Checkpoints) > 0 {
			out.lang = r.scenes.language(&info)
		}
	}
	return out, &planned{info: &info, history: h, was: was, version: latest.sha256, known: known}, nil
}
