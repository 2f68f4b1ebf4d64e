package jury

import (
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/llm"
)

func TestWait(t *testing.T) {
	r := Retry{Attempts: 3, Base: time.Second, Max: 3 * time.Second, MaxRetryAfter: 10 * time.Second}
	plain := llm.Fail(fault.ModelRateLimit, nil, "slow down")
	tests := []struct {
		n    int
		err  *llm.Error
		want time.Duration
		ok   bool
	}{
		{1, plain, time.Second, true},
		{2, plain, 2 * time.Second, true},
		{3, plain, 0, false},
		{1, &llm.Error{RetryAfter: 4 * time.Second}, 4500 * time.Millisecond, true},
		{1, &llm.Error{RetryAfter: 11 * time.Second}, 0, false},
	}
	for _, tt := range tests {
		if got, ok := r.wait(tt.n, tt.err, 0.5); got != tt.want || ok != tt.ok {
			t.Errorf("wait(%d, %v) = %v, %v; want %v, %v", tt.n, tt.err.RetryAfter, got, ok, tt.want, tt.ok)
		}
	}
}
