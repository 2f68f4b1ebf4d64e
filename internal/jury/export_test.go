package jury

import (
	"time"

	"judgement/internal/llm"
)

// Used is what a budget has counted.
func (b *Budget) Used() (tokens, calls int) { return b.tokens, b.calls }

// Wait is wait.
func (r Retry) Wait(n int, e *llm.Error, jitter float64) (time.Duration, bool) {
	return r.wait(n, e, jitter)
}
