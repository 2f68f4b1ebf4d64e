package pages

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestRecent: a page waits a moment for an answer, then takes the last one.
func TestRecent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r recent[int]
		loads, slow, fails := 0, time.Minute, error(nil)
		load := func(context.Context) (int, error) {
			time.Sleep(slow)
			loads++
			return loads, fails
		}
		get := func(age time.Duration) (int, error) { return r.get(t.Context(), time.Now, age, load) }
		begin := time.Now()
		if _, err := get(0); !errors.Is(err, errSlow) || time.Since(begin) != firstWait {
			t.Errorf("without any answer: %v after %s", err, time.Since(begin))
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if v, err := get(10 * time.Minute); v != 1 || err != nil || loads != 1 {
			t.Errorf("a young answer: %d %v after %d loads", v, err, loads)
		}
		begin = time.Now()
		for range 3 {
			if v, err := get(0); v != 1 || err != nil {
				t.Errorf("while a load runs: %d %v", v, err)
			}
		}
		if took := time.Since(begin); took != 3*recentWait {
			t.Errorf("three visitors waited %s", took)
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if loads != 2 {
			t.Errorf("%d loads, not one at a time", loads)
		}
		slow, fails = 0, errors.New("away")
		if v, err := get(0); v != 3 || !errors.Is(err, fails) {
			t.Errorf("a quick error: %d %v", v, err)
		}
	})
}
