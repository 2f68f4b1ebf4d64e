package attribution

import (
	"fmt"
	"slices"
	"strings"
)

// Status is that of a case or a checkpoint; exactly one of the list below. The first that
// fits wins.
type Status string

// The statuses, in the order in which they are looked for.
const (
	Error         Status = "error"          // unreadable, inconsistent, or changed after it was published
	NoCheckpoints Status = "no_checkpoints" // nothing was asked
	Draft         Status = "draft"          // nothing but drafts
	Overdue       Status = "overdue"        // an open checkpoint past due and grace
	Due           Status = "due"            // an open checkpoint on or past its due date
	Falsified     Status = "falsified"      // at least one such outcome
	Partial       Status = "partial"        // at least one such outcome
	Pending       Status = "pending"        // an open checkpoint that is not yet due
	Confirmed     Status = "confirmed"      // all resolved, at least one so
	Skipped       Status = "skipped"        // all skipped
)

var statuses = [...]Status{Error, NoCheckpoints, Draft, Overdue, Due, Falsified, Partial, Pending, Confirmed, Skipped}

// Statuses returns all statuses in order.
func Statuses() []Status { return slices.Clone(statuses[:]) }

// Counts are numbers of cases by status. As JSON it always has all keys, in the
// order of Statuses.
type Counts [len(statuses)]int

// Of returns the number of cases with a status.
func (c Counts) Of(s Status) int {
	if i := slices.Index(statuses[:], s); i >= 0 {
		return c[i]
	}
	return 0
}

// MarshalJSON writes an object with all statuses.
func (c Counts) MarshalJSON() ([]byte, error) {
	var pairs []string
	for i, s := range statuses {
		pairs = append(pairs, fmt.Sprintf("%q:%d", s, c[i]))
	}
	return []byte("{" + strings.Join(pairs, ",") + "}"), nil
}
