package attribution

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/fault"
)

// refuse says why a person's request is against the rules, and what to do instead.
// Nothing was written.
func refuse(fix, format string, args ...any) error {
	return fault.New(fault.Refused, nil, "text", fmt.Sprintf(format, args...), "fix", fix)
}

// Accepted is what Accept did.
type Accepted struct {
	Case     string            `json:"case"`
	Accepted []string          `json:"accepted"` // checkpoints, in the order of case.yaml
	Left     map[string]string `json:"left"`     // drafts that could not be accepted, with the reason
}

// Accept turns drafts into checkpoints that count: question, rule, source,
// dates and forecasts are locked by a hash from then on. names are checkpoints;
// none means all drafts, of which those that fell due already are left with a
// reason. Accepting on or after the due date is refused: the answer could be
// known, and questions picked by their answers say nothing about a judge.
func (c *Checker) Accept(ctx context.Context, name string, names []string) (Accepted, error) {
	var out Accepted
	cs, unlock, err := c.openCase(ctx, name)
	if err != nil {
		return out, err
	}
	defer unlock()
	out = Accepted{Case: cs.ID, Accepted: []string{}, Left: map[string]string{}}
	if err := c.adopt(ctx, cs); err != nil {
		return out, err
	}
	at, today := c.Now().UTC().Truncate(time.Second), c.Today().Format(time.DateOnly)
	err = cs.Update(ctx, func(info *casefile.Info) error {
		for _, n := range names {
			if findCheckpoint(info, n) == nil {
				return refuse("choose one of: "+checkpointList(info), "case %s has no checkpoint %q", info.ID, n)
			}
		}
		for i := range info.Checkpoints {
			cp := &info.Checkpoints[i]
			if len(names) == 0 && !cp.Draft || len(names) > 0 && !slices.Contains(names, cp.ID) {
				continue
			}
			if err := out.accept(info.ID, cp, at, today, len(names) > 0); err != nil {
				return err
			}
		}
		if len(out.Accepted) == 0 {
			return errNothing
		}
		return nil
	})
	if errors.Is(err, errNothing) {
		err = nil
	}
	return out, err
}

// accept locks a checkpoint on a day. One that is past its due date is left, or refused
// if it was named.
func (a *Accepted) accept(caseID string, cp *casefile.Checkpoint, at time.Time, today string, named bool) error {
	switch {
	case !cp.Draft:
		return refuse("leave it out", "checkpoint %s is accepted already", cp.ID)
	case cp.Due <= today && named:
		return refuse("accept drafts soon after their review", "checkpoint %s fell due on %s: its answer could be known", cp.ID, cp.Due)
	case cp.Due <= today:
		a.Left[cp.ID] = "it fell due on " + cp.Due + ": its answer could be known"
		return nil
	}
	cp.Draft, cp.AcceptedAt = false, at
	cp.LockSHA256 = cp.Seal(caseID)
	a.Accepted = append(a.Accepted, cp.ID)
	return nil
}

// adopt adds the drafts of the latest version to case.yaml if its review was
// killed after it had published them and before it could.
func (c *Checker) adopt(ctx context.Context, cs *casefile.Case) error {
	info, err := cs.Info(ctx)
	if err != nil {
		return err
	}
	for _, cp := range info.Checkpoints {
		if cp.Version == info.LatestVersion {
			return nil
		}
	}
	name := fmt.Sprintf("cases/%s/v%d/checkpoints.json", info.ID, info.LatestVersion)
	data, err := casefile.ReadLimited(ctx, c.Storage, name, casefile.MaxInfo)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var drafts []casefile.Checkpoint
	if err := json.Unmarshal(data, &drafts); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return cs.AddDrafts(ctx, drafts)
}

// errNothing ends an update that has nothing to write.
var errNothing = errors.New("nothing to do")

// Resolution is what a person found out about a checkpoint.
type Resolution struct {
	State  State  // confirmed, partial, falsified or skipped
	Value  string // what was observed; needed for numeric and ordinal questions
	Source string // the place at which it can be seen; needed except for skipped
	Reason string // in words, may be empty
}

// Resolve adds a person's outcome for an open checkpoint. A value that says
// something else than the state is refused, and so is falsified before the due
// date: no news is never a contradiction.
func (c *Checker) Resolve(ctx context.Context, name, checkpoint string, r Resolution) (Outcome, error) {
	return c.append(ctx, name, checkpoint, func(cp *casefile.Checkpoint, h *history) (Outcome, error) {
		if o := h.of(cp.ID); o != nil {
			return Outcome{}, refuse("undo it first", "checkpoint %s is %s since %s", cp.ID, o.State, o.At.In(c.zone()).Format(time.DateOnly))
		}
		if err := r.check(cp, c.Today()); err != nil {
			return Outcome{}, err
		}
		return Outcome{State: r.State, Value: r.Value, Source: r.Source, Reason: r.Reason}, nil
	})
}

func (r *Resolution) check(cp *casefile.Checkpoint, today time.Time) error {
	if !slices.Contains(states[:len(states)-1], r.State) {
		return refuse("choose one of: confirmed, partial, falsified, skipped", "unknown state %q", r.State)
	}
	for _, f := range []struct{ name, text string }{{"value", r.Value}, {"source", r.Source}, {"reason", r.Reason}} {
		if len(f.text) > 2000 || strings.ContainsFunc(f.text, func(c rune) bool { return c < 0x20 }) {
			return refuse("give one line of at most 2,000 bytes", "the %s is too long or has more than one line", f.name)
		}
	}
	if r.State == IsSkipped {
		return nil
	}
	if strings.TrimSpace(r.Source) == "" {
		return refuse("name an address, a file or a person who can be asked", "an outcome needs a source that others can look at")
	}
	if r.State == IsFalsified && cp.Due > today.Format(time.DateOnly) {
		return refuse("wait for the date, or skip the question", "checkpoint %s is not due before %s: no news is never a contradiction", cp.ID, cp.Due)
	}
	if cp.Kind == casefile.Binary || r.State == IsPartial {
		return nil
	}
	true_, err := cp.Holds(r.Value)
	if err != nil {
		return refuse("give the value that was observed", "checkpoint %s: %v", cp.ID, err)
	}
	if true_ != (r.State == IsConfirmed) {
		return refuse("check the value and the state", "%s %s %s decides otherwise: it is not %s", r.Value, cp.Rule.Op, cp.Rule.Value, r.State)
	}
	return nil
}

// Undo adds a reopening of a checkpoint's outcome: it is open again, and both
// lines stay.
func (c *Checker) Undo(ctx context.Context, name, checkpoint, reason string) (Outcome, error) {
	return c.append(ctx, name, checkpoint, func(cp *casefile.Checkpoint, h *history) (Outcome, error) {
		o := h.of(cp.ID)
		if o == nil {
			return Outcome{}, refuse("nothing is to be undone", "checkpoint %s is open", cp.ID)
		}
		seq := o.Seq
		return Outcome{State: Reopened, Undoes: &seq, Reason: reason}, nil
	})
}

// append adds one outcome by a person to a case.
func (c *Checker) append(ctx context.Context, name, checkpoint string, make func(*casefile.Checkpoint, *history) (Outcome, error)) (Outcome, error) {
	var out Outcome
	cs, unlock, err := c.openCase(ctx, name)
	if err != nil {
		return out, err
	}
	defer unlock()
	info, err := cs.Info(ctx)
	if err != nil {
		return out, err
	}
	cp := findCheckpoint(&info, checkpoint)
	if cp == nil {
		return out, refuse("choose one of: "+checkpointList(&info), "case %s has no checkpoint %q", info.ID, checkpoint)
	}
	if cp.Draft {
		return out, fault.New(fault.Refused, nil, "text", fmt.Sprintf("checkpoint %s is a draft", cp.ID), "fix", "accept it first", "case", info.ID, "accept", cp.ID)
	}
	if err := checkLocked(info.ID, cp); err != nil {
		return out, err
	}
	_, h, err := c.loadHistory(ctx, &info)
	if err != nil {
		return out, err
	}
	if out, err = make(cp, h); err != nil {
		return out, err
	}
	out.At, out.Checkpoint, out.By = c.Now().UTC().Truncate(time.Second), cp.ID, ByPerson
	if since := h.notBefore(cp, out.At); out.At.Before(since) {
		return out, refuse("set the clock", "it is %s, and case %s has an entry of %s", out.At.Format(time.RFC3339), info.ID, since.Format(time.RFC3339))
	}
	if out, err = h.push(out, &info); err != nil {
		return out, err
	}
	return out, c.Storage.Write(ctx, casefile.File{Name: outcomesName(info.ID), Data: h.lines})
}

// maxWait is how long a person's command waits for a run that is under way.
const maxWait = 30 * time.Second

// openCase takes the lock, waiting for a run that is under way, and finds a
// case.
func (c *Checker) openCase(ctx context.Context, name string) (*casefile.Case, func(), error) {
	id, err := c.idOf(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	cs, _, err := casefile.New(c.Storage, c.Now).Load(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	limit, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	unlock, err := casefile.WaitLock(limit, c.Storage, lockName)
	if limit.Err() != nil && ctx.Err() == nil {
		err = ErrBusy
	}
	return cs, unlock, err
}

func checkpointList(info *casefile.Info) string {
	var ids []string
	for _, cp := range info.Checkpoints {
		ids = append(ids, cp.ID)
	}
	if len(ids) == 0 {
		return "(none)"
	}
	return strings.Join(ids, ", ")
}
