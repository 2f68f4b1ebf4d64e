package pairwise_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"judgement/internal/llm"
	"judgement/internal/pairwise"
)

// TestPairsStopByLead: pairs that judges see alike stop after two repeats, a tie takes
// all, and what nobody answers stops too.
func TestPairsStopByLead(t *testing.T) {
	for _, c := range []struct {
		name              string
		answer            func(llm.Request) (string, error)
		mean              string
		calls             int
		leads, full, none int
	}{
		{"clear", better, "2", 2 * 2 * 2, 1, 0, 0},
		{"tie", always("tie"), "8", 8 * 2 * 2, 0, 1, 0},
		{"the place decides", always("A"), "8", 8 * 2 * 2, 0, 1, 0},
		{"no answer", always("none"), "2", 2 * 2 * 2, 0, 0, 1},
	} {
		w := newWorld(2, 2, c.answer)
		w.repeats, w.calls = pairwise.Repeats{Most: 8, Auto: true}, 100
		out := w.run(t)
		r := w.board(t).Pairwise
		if n := w.model.Count(); n != c.calls || r == nil || r.Repeats == nil {
			t.Fatalf("%s: stop %s, %d calls, want %d: %+v", c.name, out.Stop, n, c.calls, r)
		}
		if got := r.Repeats; got.Mean != c.mean || got.Most != 8 || got.Leads != c.leads || got.Full != c.full || got.Unanswered != c.none || got.Open != 0 {
			t.Errorf("%s: %+v", c.name, got)
		}
		if again := w.run(t); w.model.Count() != c.calls {
			t.Errorf("%s: the same run again made calls, stop %s", c.name, again.Stop)
		}
	}
}

// TestRepeatsWeighOnce: repeats of a judge are not as good as further judges.
func TestRepeatsWeighOnce(t *testing.T) {
	once, thrice := newWorld(2, 1, better), newWorld(2, 1, better)
	thrice.repeats = pairwise.Repeats{Most: 3}
	once.run(t)
	thrice.run(t)
	a, b := once.board(t).Entries[0].Strength, thrice.board(t).Entries[0].Strength
	if a.Value != b.Value || a.SE != b.SE || thrice.model.Count() != 3*once.model.Count() {
		t.Errorf("once %+v, three times %+v with %d calls", a, b, thrice.model.Count())
	}
}

// TestRepeatsGoOn: a run that is stopped at any call goes on, pays nothing twice and
// ends with the same board. What was compared without repeats counts as the first.
func TestRepeatsGoOn(t *testing.T) {
	auto := pairwise.Repeats{Most: 8, Auto: true}
	whole := newWorld(3, 2, better)
	whole.run(t)
	whole.repeats = auto
	whole.run(t)
	want := whole.board(t).Pairwise
	if want.Repeats.Leads != 3 || whole.model.Count() != 3*2*2*2 {
		t.Fatalf("%d calls, %+v", whole.model.Count(), want.Repeats)
	}
	for stop := 1; stop < whole.model.Count(); stop += 5 {
		ctx, cancel := context.WithCancelCause(t.Context())
		var mu sync.Mutex
		n := 0
		w := newWorld(3, 2, func(req llm.Request) (string, error) {
			mu.Lock()
			defer mu.Unlock()
			if n++; n == stop {
				cancel(errors.New("stopped"))
			}
			return better(req)
		})
		w.repeats = auto
		if _, err := w.try(t, ctx); err == nil {
			t.Fatalf("stopped at call %d: no error", stop)
		}
		w.run(t)
		if got := w.board(t).Pairwise; *got.Repeats != *want.Repeats || got.Comparisons != want.Comparisons {
			t.Errorf("stopped at call %d: %+v, want %+v", stop, got.Repeats, want.Repeats)
		}
	}
}

// TestDamagedRepeat: a record under the name of another repeat does not count.
func TestDamagedRepeat(t *testing.T) {
	w := newWorld(2, 1, better)
	w.repeats = pairwise.Repeats{Most: 2}
	w.run(t)
	for name, data := range w.store.files {
		if strings.HasSuffix(name, "-2.json") {
			w.store.files[strings.Replace(name, "-2.json", "-3.json", 1)] = data
		}
	}
	w.repeats.Most = 3
	w.run(t)
	if n := w.model.Count(); n != 6 {
		t.Errorf("%d calls, want 6", n)
	}
}
