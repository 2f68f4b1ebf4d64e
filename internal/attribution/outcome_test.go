package attribution

import (
	"bytes"
	"testing"
	"time"

	"judgement/internal/casefile"
)

// FuzzHistory: outcomes.jsonl of any content is read or refused, and what was
// read can be added to and reads back with the same lines first.
func FuzzHistory(f *testing.F) {
	at := time.Date(2026, 4, 2, 9, 0, 0, 0, time.UTC)
	info := &casefile.Info{ID: "C-2026-0001", Checkpoints: []casefile.Checkpoint{
		{ID: "v1-1", Kind: casefile.Binary, Due: "2026-03-31", AcceptedAt: at.AddDate(0, -1, 0)}, {ID: "v1-2", Draft: true},
	}}
	h, err := readHistory("outcomes.jsonl", nil, info)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []State{IsConfirmed, Reopened, IsSkipped} {
		o := Outcome{At: at, Checkpoint: "v1-1", State: s, By: ByPerson, Source: "a letter"}
		if seq := len(h.all); s == Reopened {
			o.Undoes = &seq
		}
		if _, err := h.push(o, info); err != nil {
			f.Fatal(err)
		}
		f.Add(h.lines)
	}
	f.Add(h.lines[:len(h.lines)-5])
	f.Add(bytes.Replace(h.lines, []byte("letter"), []byte("rumour"), 1))
	f.Add([]byte("{}\n"))
	f.Add([]byte("null\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := readHistory("outcomes.jsonl", data, info)
		if err != nil {
			return
		}
		if whole := append(bytes.Clone(h.lines), h.torn...); !bytes.Equal(whole, data) {
			t.Fatalf("lines and torn rest are not the file: %q", whole)
		}
		before, o := bytes.Clone(h.lines), Outcome{At: h.notBefore(&info.Checkpoints[0], time.Time{}), Checkpoint: "v1-1", State: IsPartial, By: ByRule}
		if old := h.of("v1-1"); old != nil {
			seq := old.Seq
			o.State, o.Undoes = Reopened, &seq
		}
		if _, err := h.push(o, info); err != nil {
			t.Fatalf("nothing can be added: %v", err)
		}
		again, err := readHistory("outcomes.jsonl", h.lines, info)
		if err != nil || len(again.all) != len(h.all) || !bytes.HasPrefix(h.lines, before) {
			t.Fatalf("it does not read back: %v", err)
		}
	})
}
