package attribution

import (
	"fmt"
	"time"
	"unique"

	"judgement/internal/casefile"
)

// CheckpointStatus is the status of one checkpoint: draft, pending, due or overdue while
// nothing is known, else the state of its outcome.
type CheckpointStatus struct {
	ID      string         `json:"id"`
	NoModel bool           `json:"no_model,omitempty"` // its forecasts are of no language model
	State   Status         `json:"state"`              // draft, pending, due, overdue, confirmed, partial, falsified, skipped
	Due     string         `json:"due"`                // YYYY-MM-DD
	Outcome *StoredOutcome `json:"outcome"`
}

// StoredOutcome names the current outcome of a checkpoint.
type StoredOutcome struct {
	Seq   int       `json:"seq"`
	At    time.Time `json:"at"`
	Value string    `json:"value"`
	By    string    `json:"by"`
}

// checkpointStatuses gives the status of every checkpoint of a case on a day, in the
// order of case.yaml, and that of the case.
func checkpointStatuses(info *casefile.Info, h *history, today time.Time) (Status, []CheckpointStatus) {
	all := make([]CheckpointStatus, 0, len(info.Checkpoints))
	seen := map[Status]bool{}
	for i := range info.Checkpoints {
		cp := &info.Checkpoints[i]
		s := CheckpointStatus{ID: intern(cp.ID), NoModel: forecastsBaseline(cp), State: Draft, Due: intern(cp.Due)}
		if o := h.of(cp.ID); o != nil {
			s.State = Status(o.State)
			s.Outcome = &StoredOutcome{Seq: o.Seq, At: o.At, Value: o.Value, By: o.By}
		} else if !cp.Draft {
			s.State = openState(cp, today)
		}
		seen[s.State] = true
		all = append(all, s)
	}
	return caseStatus(seen), all
}

// intern returns a text of its own, the same for equal ones: what is kept of
// 100,000 cases must not keep the files that it was read from.
func intern(s string) string { return unique.Make(s).Value() }

// checkLocks compares all accepted checkpoints with what was locked.
func checkLocks(info *casefile.Info) error {
	for i := range info.Checkpoints {
		if cp := &info.Checkpoints[i]; !cp.Draft {
			if err := checkLocked(info.ID, cp); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkLocked compares an accepted checkpoint with what was locked.
func checkLocked(caseID string, cp *casefile.Checkpoint) error {
	if cp.Seal(caseID) != cp.LockSHA256 {
		return fmt.Errorf("checkpoint %s was changed after it was accepted: restore case.yaml from a backup", cp.ID)
	}
	due, err := parseDay(cp.Due)
	if err != nil {
		return fmt.Errorf("checkpoint %s: %w", cp.ID, err)
	}
	if !cp.AcceptedAt.Before(due.AddDate(0, 0, 1)) {
		return fmt.Errorf("checkpoint %s was accepted after its due date: its answer could be known", cp.ID)
	}
	return nil
}

func openState(cp *casefile.Checkpoint, today time.Time) Status {
	due, _ := parseDay(cp.Due) // checked before
	switch {
	case today.Before(due):
		return Pending
	case today.After(due.AddDate(0, 0, cp.GraceDays)):
		return Overdue
	}
	return Due
}

// caseStatus is the first status of the list that one of the checkpoints has;
// drafts count only if there is nothing else.
func caseStatus(seen map[Status]bool) Status {
	if len(seen) == 0 {
		return NoCheckpoints
	}
	if len(seen) == 1 && seen[Draft] {
		return Draft
	}
	for _, s := range statuses {
		if s != Draft && seen[s] {
			return s
		}
	}
	return Error // not reached: every state is a status
}

// parseDay reads a date as its midnight in UTC.
func parseDay(s string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is no date like 2026-03-31", s)
	}
	return day, nil
}

// dayOf is the date of a moment in a zone, as its midnight in UTC.
func dayOf(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// Today returns the day of a run that names none.
func (c *Checker) Today() time.Time { return c.today(time.Time{}) }

func (c *Checker) today(asked time.Time) time.Time {
	if !asked.IsZero() {
		return dayOf(asked, asked.Location())
	}
	return dayOf(c.Now(), c.zone())
}

func (c *Checker) zone() *time.Location {
	if c.Zone == nil {
		return time.UTC
	}
	return c.Zone
}
