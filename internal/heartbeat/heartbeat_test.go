package heartbeat

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

const ttl = 12 * time.Second

// TestKeep: renewals come four times in the time to live, a lapse is reported once in
// time to stop, also while a renewal hangs, and again after the next success.
func TestKeep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		started := time.Now()
		var p Pulse
		var asked, lapsed []time.Duration
		fails := func(at time.Duration) bool { return at > 10*time.Second && at < 70*time.Second }
		renew := func(ctx context.Context) {
			at := time.Since(started)
			asked = append(asked, at)
			if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) != ttl/2 {
				t.Errorf("the renewal at %v may take %v", at, time.Until(deadline))
			}
			if fails(at) {
				<-ctx.Done() // it hangs
				return
			}
			p.Renewed(started.Add(at))
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			p.Keep(ctx, ttl, renew, func() { lapsed = append(lapsed, time.Since(started)) })
		}()
		time.Sleep(100 * time.Second)
		stop()
		<-done
		if len(asked) < 3 || asked[0] != ttl/4 || asked[1] != ttl/2 || asked[2] != 3*ttl/4 {
			t.Errorf("renewals at %v", asked)
		}
		// The last renewal that succeeded was sent at 9 s.
		if len(lapsed) != 1 || lapsed[0] <= 9*time.Second+ttl*5/6 || lapsed[0] >= 9*time.Second+ttl {
			t.Errorf("it lapses at %v; lapses are told at %v", 9*time.Second+ttl, lapsed)
		}
		if last := asked[len(asked)-1]; last < 90*time.Second {
			t.Errorf("the last renewal was at %v", last)
		}
	})
}

// TestNothingToLose: what was never held does not lapse.
func TestNothingToLose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		new(Pulse).Keep(ctx, ttl, func(context.Context) {}, func() { t.Error("it lapsed") })
	})
}

// TestEvery: calls come at their times, those that a slow one delays are left
// out, and none comes after the end.
func TestEvery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		started := time.Now()
		var at []time.Duration
		Every(ctx, time.Second, func() {
			if at = append(at, time.Since(started)); len(at) == 2 {
				time.Sleep(3500 * time.Millisecond)
			}
		})
		want := []time.Duration{1, 2, 5, 6, 7, 8, 9}
		if len(at) < len(want) || at[0] != time.Second || at[1] != 2*time.Second || len(at) > len(want)+2 {
			t.Errorf("calls at %v", at)
		}
		for _, a := range at {
			if a > 10*time.Second {
				t.Errorf("a call at %v", a)
			}
		}
	})
}
