//go:build unix

package document

import (
	"math"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestIntakeIsLinear reads texts made to upset scanners at two sizes, one eight
// times the other. It compares processor time, not the clock's: a step that
// looks at the rest of the text again and again takes 64 times as much.
func TestIntakeIsLinear(t *testing.T) {
	const small, factor, allowed, tries = 32 << 10, 8, 32, 2
	best := func(text string) time.Duration {
		least := time.Duration(math.MaxInt64)
		for range tries {
			began := processorTime(t)
			scanText(visibleMarkdown(clean(text, &findings{}), &findings{}), true)
			least = min(least, processorTime(t)-began)
		}
		return max(least, time.Millisecond)
	}
	for _, unit := range hardUnits() {
		a, b := best(strings.Repeat(unit, small/len(unit))), best(strings.Repeat(unit, factor*small/len(unit)))
		if b > allowed*a {
			t.Errorf("%q: %v, eight times of it %v", unit, a, b)
		}
	}
}

// processorTime is what this process has used.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
