package attribution

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
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
	var b bytes.Buffer
	for i, s := range statuses {
		sep := byte(',')
		if i == 0 {
			sep = '{'
		}
		b.WriteByte(sep)
		b.WriteString(strconv.Quote(string(s)) + ":" + strconv.Itoa(c[i]))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads what MarshalJSON writes; an unknown key is an error.
func (c *Counts) UnmarshalJSON(data []byte) error {
	var m map[Status]int
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	*c = Counts{}
	for _, s := range slices.Sorted(maps.Keys(m)) {
		i := slices.Index(statuses[:], s)
		if i < 0 {
			return fmt.Errorf("unknown status %q", s)
		}
		c[i] = m[s]
	}
	return nil
}
