package attribution

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/text"
)

// State is what an outcome says of its checkpoint.
type State string

// The states of outcomes. A reopened checkpoint is open again.
const (
	IsConfirmed State = "confirmed" // the rule came true
	IsPartial   State = "partial"   // neither clearly true nor false
	IsFalsified State = "falsified" // the rule did not come true
	IsSkipped   State = "skipped"   // it can no longer be found out, or no longer matters
	Reopened    State = "reopened"  // an earlier outcome is undone
)

var states = [...]State{IsConfirmed, IsPartial, IsFalsified, IsSkipped, Reopened}

// Who decided an outcome.
const (
	ByPerson = "person"
	ByRule   = "rule"
)

// Outcome is one line of outcomes.jsonl (schema 1). Lines are only ever added:
// PrevSHA256 is the hash of the line before, so that a change to an earlier
// line is found.
type Outcome struct {
	Schema     int       `json:"schema"`
	Seq        int       `json:"seq"` // from 1
	ID         string    `json:"id"`
	At         time.Time `json:"at"` // UTC; of a rule: when its run began, and never before the line before
	Checkpoint string    `json:"checkpoint"`
	State      State     `json:"state"`
	Value      string    `json:"value"`       // what was observed
	Reason     string    `json:"reason"`      // in words, may be empty
	Source     string    `json:"source"`      // the place at which it can be seen
	By         string    `json:"by"`          // person or rule
	Undoes     *int      `json:"undoes"`      // seq of the outcome that a reopening undoes
	PrevSHA256 string    `json:"prev_sha256"` // of the line before without its end, empty for the first
}

// maxOutcomes bounds outcomes.jsonl in bytes.
const maxOutcomes = 16 << 20

// history is outcomes.jsonl as read.
type history struct {
	lines []byte // whole lines, each with its end
	torn  []byte // what a writer that died left after them
	all   []Outcome
	heads []string       // hash of each line
	open  map[string]int // checkpoint → index of the outcome that resolves it
}

// readHistory reads outcomes.jsonl of a case strictly. A last line without its
// end is torn: it was never acknowledged and does not count.
func readHistory(name string, data []byte, info *casefile.Info) (*history, error) {
	h := &history{lines: data, open: map[string]int{}}
	if i := bytes.LastIndexByte(data, '\n'); i+1 < len(data) {
		h.lines, h.torn = data[:i+1], data[i+1:]
	}
	n := 0
	for line := range bytes.Lines(h.lines) {
		n++
		line = bytes.TrimSuffix(line, []byte("\n"))
		var o Outcome
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&o); err != nil {
			return nil, fmt.Errorf("%s:%d: %w: restore the file from a backup", name, n, err)
		}
		if dec.More() {
			return nil, fmt.Errorf("%s:%d: more than one outcome in a line: restore the file from a backup", name, n)
		}
		if o.PrevSHA256 != h.last() {
			return nil, fmt.Errorf("%s:%d: the line before it was changed, added or removed: restore the file from a backup", name, n)
		}
		if err := h.add(o, info); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		h.heads = append(h.heads, text.Hash(line))
	}
	return h, nil
}

// last is the hash of the last line, empty without one.
func (h *history) last() string {
	if len(h.heads) == 0 {
		return ""
	}
	return h.heads[len(h.heads)-1]
}

// add takes an outcome up after holding it to the rules.
func (h *history) add(o Outcome, info *casefile.Info) error {
	cp := findCheckpoint(info, o.Checkpoint)
	at, resolved := h.open[o.Checkpoint]
	switch {
	case o.Schema != 1:
		return fmt.Errorf("schema is %d, must be 1", o.Schema)
	case o.Seq != len(h.all)+1:
		return fmt.Errorf("seq is %d, must be %d", o.Seq, len(h.all)+1)
	case !slices.Contains(states[:], o.State):
		return fmt.Errorf("state %q is unknown", o.State)
	case o.By != ByPerson && o.By != ByRule:
		return fmt.Errorf("by %q must be person or rule", o.By)
	case cp == nil:
		return fmt.Errorf("there is no checkpoint %q in case.yaml", o.Checkpoint)
	case cp.Draft:
		return fmt.Errorf("checkpoint %s is a draft: a draft has no outcome", cp.ID)
	case o.At.Before(cp.AcceptedAt):
		return fmt.Errorf("checkpoint %s: its forecasts were locked after this outcome: they foresaw nothing", cp.ID)
	case o.State == Reopened && (!resolved || o.Undoes == nil || *o.Undoes != h.all[at].Seq):
		return fmt.Errorf("a reopening must undo the current outcome of checkpoint %s", cp.ID)
	case o.State != Reopened && o.Undoes != nil:
		return errors.New("only a reopening undoes")
	case o.State != Reopened && resolved:
		return fmt.Errorf("checkpoint %s has an outcome already (seq %d): undo it first", cp.ID, h.all[at].Seq)
	}
	h.all = append(h.all, o)
	if o.State == Reopened {
		delete(h.open, o.Checkpoint)
	} else {
		h.open[o.Checkpoint] = len(h.all) - 1
	}
	return nil
}

// push adds a new outcome as the next line: it fills in its number, id and
// chain.
func (h *history) push(o Outcome, info *casefile.Info) (Outcome, error) {
	o.Schema, o.Seq, o.PrevSHA256, o.At = 1, len(h.all)+1, h.last(), o.At.UTC()
	id := text.Hash(fmt.Appendf(nil, "%s\x00%d\x00%s\x00%s\x00%s", info.ID, o.Seq, o.Checkpoint, o.State, o.PrevSHA256))
	o.ID = "o-" + id[:16]
	if err := h.add(o, info); err != nil {
		return o, err
	}
	line, err := text.JSON(o, "")
	if err != nil {
		return o, err
	}
	h.lines = append(slices.Clip(h.lines), line...)
	h.torn = nil
	h.heads = append(h.heads, text.Hash(bytes.TrimSuffix(line, []byte("\n"))))
	return o, nil
}

// of returns the current outcome of a checkpoint, nil while it is open.
func (h *history) of(checkpoint string) *Outcome {
	if i, ok := h.open[checkpoint]; ok {
		return &h.all[i]
	}
	return nil
}

// notBefore returns a time that is no earlier than the checkpoint's acceptance
// and the line before: at, unless a clock was set back or a person's line came
// between a run that was killed and the one that goes on with it.
func (h *history) notBefore(cp *casefile.Checkpoint, at time.Time) time.Time {
	if cp.AcceptedAt.After(at) {
		at = cp.AcceptedAt
	}
	if n := len(h.all); n > 0 && h.all[n-1].At.After(at) {
		at = h.all[n-1].At
	}
	return at
}

// findCheckpoint returns a checkpoint by its id, nil if there is none.
func findCheckpoint(info *casefile.Info, id string) *casefile.Checkpoint {
	i := slices.IndexFunc(info.Checkpoints, func(cp casefile.Checkpoint) bool { return cp.ID == id })
	if i < 0 {
		return nil
	}
	return &info.Checkpoints[i]
}

// encodeFile gives the bytes of a JSON file.
func encodeFile(v any) ([]byte, error) { return text.JSON(v, "  ") }
