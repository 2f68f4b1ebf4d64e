package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/attribution"
	"judgement/internal/terminal"
)

// TestRealRunSaysWhatItDecided: each outcome of a rule is named with its state
// and its failure card, and so is a person's that needed one; the next run has
// no news.
func TestRealRunSaysWhatItDecided(t *testing.T) {
	dir := t.TempDir()
	foreseen(t, dir, 2)
	check := func() string {
		t.Helper()
		cmd := command(t.Context(), t, "attribution", "check", "--dry-run=false", "--today", "2026-02-05", "--workspace", dir)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(string(out)), " ")
	}
	got := check()
	for _, want := range []string{
		"New in this run: case checkpoint state what",
		"C-2026-0001 v1-1 falsified recorded by a person; see cases/C-2026-0001/failures/v1-1-1.json",
		"C-2026-0001 v1-2 confirmed 150 >= 140 holds",
		"C-2026-0002 v1-2 confirmed 150 >= 141 holds",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the run doesn't say %q:\n%s", want, got)
		}
	}
	if got := check(); strings.Contains(got, "New in this run") {
		t.Errorf("the second run has news:\n%s", got)
	}
}

// checkedCases is a result with odd texts: markup, quotes, line separators, what
// YAML could take for something else, empty and full lists.
func checkedCases(n int) *attributionView {
	v := &attributionView{DryRun: true, Evidence: attributionEvidence{Citations: 20, Proven: 19, Standing: 19}, Cases: []*attribution.CaseInfo{}}
	v.Summary = attribution.Summary{InvokedAt: "2026-04-01T09:00:00Z", Today: "2026-04-01", TotalChecked: n, RawOutput: "cases: []\n]\n}\n"}
	texts := []string{"", "no", "1e3", "a <b> & \"c\" \\ \u2028", "two\nlines: - x\n", "是否 # 是", "\t'", "2026-04-01", "~", "]\n}\n", strings.Repeat("long words ", 40)}
	for i := range n {
		text := texts[i%len(texts)]
		c := &attribution.CaseInfo{
			Case: fmt.Sprintf("C-2026-%04d", i+1), Status: attribution.Due, Reason: text, Notes: []string{}, Updates: []attribution.Update{},
			Checkpoints: []attribution.CheckpointStatus{{ID: "v1-1", State: attribution.Due, Due: "2026-03-31"}},
			Evidence:    attribution.Evidence{Version: 1, Citations: 2, Proven: 1, Standing: 1},
		}
		if i%2 == 1 {
			c.Notes = []string{text, text}
			c.Updates = []attribution.Update{{Checkpoint: "v1-1", State: attribution.IsFalsified, By: "rule", Reason: text}}
			c.Checkpoints[0].Outcome = &attribution.StoredOutcome{Seq: 1, At: time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC), Value: text, By: "rule"}
		}
		if i%5 == 4 {
			c.Checkpoints = []attribution.CheckpointStatus{}
		}
		v.Cases = append(v.Cases, c)
	}
	return v
}

// TestCheckIsStreamed: the result is written as it is made, in the bytes of one
// document, and never held.
func TestCheckIsStreamed(t *testing.T) {
	formats := []struct {
		name  string
		whole func(io.Writer, any) error
	}{{"json", terminal.WriteJSON}, {"yaml", terminal.WriteYAML}}
	for _, n := range []int{0, 1, 2, 23} {
		v := checkedCases(n)
		for _, f := range formats {
			var want, got bytes.Buffer
			if err := f.whole(&want, v); err != nil {
				t.Fatal(err)
			}
			if err := (&App{Out: &got, format: f.name}).print(v, nil); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.String(), got.String()); diff != "" {
				t.Errorf("%d cases as %s (-want +got):\n%s", n, f.name, diff)
			}
		}
	}
	const cases = 2000 // 1.3 MB
	v := checkedCases(cases)
	for _, f := range formats {
		w := &watched{}
		before := live()
		w.at = func() { w.live = max(w.live, live()-before) }
		if err := (&App{Out: w, format: f.name}).print(v, nil); err != nil {
			t.Fatal(err)
		}
		if w.total < 10*w.largest {
			t.Errorf("%d bytes of %s were written with one of %d", w.total, f.name, w.largest)
		}
		if w.live > 512<<10 {
			t.Errorf("%s holds %d bytes to write %d", f.name, w.live, w.total)
		}
	}
}

// watched looks at what is written, and at the memory at hand at some of it.
type watched struct {
	total, largest, count int
	live                  int64
	at                    func()
}

func (p *watched) Write(b []byte) (int, error) {
	p.total, p.largest = p.total+len(b), max(p.largest, len(b))
	if p.count++; p.count%4 == 1 {
		p.at()
	}
	return len(b), nil
}

// live is how many bytes of the heap are in use.
func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestCheckSaysWhenItsResultIsCut: a writer that fails in the middle ends the
// command with an error, not with half a document and success.
func TestCheckSaysWhenItsResultIsCut(t *testing.T) {
	full := errors.New("no space left")
	for _, format := range []string{"json", "yaml"} {
		for _, room := range []int{0, 100_000} {
			err := (&App{Out: &bounded{room: room, err: full}, format: format}).print(checkedCases(1000), nil)
			if !errors.Is(err, full) || !strings.Contains(err.Error(), "write the result") {
				t.Errorf("%s with room for %d bytes: %v", format, room, err)
			}
		}
	}
}

// bounded takes so many bytes, then fails.
type bounded struct {
	room int
	err  error
}

func (b *bounded) Write(p []byte) (int, error) {
	if len(p) > b.room {
		return 0, b.err
	}
	b.room -= len(p)
	return len(p), nil
}
