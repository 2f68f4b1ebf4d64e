package chattest

import (
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"judgement/internal/chat"
)

// ConformLeases holds leases to what chat.Leases says. open returns those of two
// processes that share one store.
func ConformLeases(t *testing.T, open func(t *testing.T) (one, two chat.Leases)) {
	for _, c := range []struct {
		name string
		run  func(t *testing.T, one, two chat.Leases)
	}{
		{"one at a time", oneAtATime},
		{"lapse", lapse},
		{"at once", holdAtOnce},
	} {
		t.Run(c.name, func(t *testing.T) {
			one, two := open(t)
			c.run(t, one, two)
		})
	}
}

func oneAtATime(t *testing.T, one, two chat.Leases) {
	ctx := t.Context()
	hold := func(l chat.Leases, want map[string]string, apps ...string) {
		t.Helper()
		if got := must(l.Hold(ctx, apps, time.Minute))(t); !maps.Equal(got, want) {
			t.Errorf("held by others: %v, want %v", got, want)
		}
	}
	hold(one, nil, "b", "a")
	hold(one, nil, "a", "b") // renewed
	hold(two, map[string]string{"a": "one", "b": "one"}, "a", "b", "c")
	hold(one, map[string]string{"c": "two"}, "c", "a")
	if err := two.Drop(ctx, []string{"a", "c"}); err != nil { // a is not its own
		t.Fatal(err)
	}
	hold(two, map[string]string{"a": "one"}, "a")
	if err := one.Drop(ctx, []string{"a"}); err != nil {
		t.Fatal(err)
	}
	hold(two, map[string]string{"b": "one"}, "a", "b")
	hold(one, map[string]string{"a": "two"}, "a", "b", "c")
	hold(one, nil)
}

func lapse(t *testing.T, one, two chat.Leases) {
	must(one.Hold(t.Context(), []string{"a"}, 20*time.Millisecond))(t)
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		if others := must(two.Hold(t.Context(), []string{"a"}, time.Minute))(t); len(others) == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a lease that is not renewed does not lapse")
		}
	}
	if others := must(one.Hold(t.Context(), []string{"a"}, time.Minute))(t); others["a"] != "two" {
		t.Errorf("the lease that lapsed is taken back from its new holder: %v", others)
	}
}

// holdAtOnce: of two processes that ask for the same leases in opposite order,
// each lease is one's.
func holdAtOnce(t *testing.T, one, two chat.Leases) {
	apps := []string{"a", "b", "c", "d"}
	back := slices.Clone(apps)
	slices.Reverse(back)
	got := make([]map[string]string, 2)
	var all sync.WaitGroup
	for range 5 {
		for i, l := range []chat.Leases{one, two} {
			all.Go(func() {
				others, err := l.Hold(t.Context(), [][]string{apps, back}[i], time.Minute)
				if err != nil {
					t.Error(err)
				}
				got[i] = others
			})
		}
		all.Wait()
		for _, app := range apps {
			if (got[0][app] == "") == (got[1][app] == "") {
				t.Errorf("%s is both's, or nobody's: %v", app, got)
			}
		}
	}
}
