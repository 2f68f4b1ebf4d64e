package jury

import (
	"context"
	"errors"
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/llm"
)

// TestStoppedAttemptsCount stops a run in which one call has failed and another is
// under way: the run that goes on counts both, in its budget and in its answers.
func TestStoppedAttemptsCount(t *testing.T) {
	cut := llm.Fail(fault.ModelTransport, nil, "cut")
	ledger := &memory{recs: map[Key]Record{}}
	ctx, cancel := context.WithCancel(t.Context())
	j := newRunner(&scripted{script: map[string][]any{"a": {cut, cut}}}, ledger)
	j.Sleep = func(ctx context.Context, _ time.Duration) error {
		if len(j.Model.(*scripted).calls) == 2 {
			cancel()
		}
		return ctx.Err()
	}
	if _, err := Ask(ctx, j, "score", calls("a")); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for range 2 { // the second time from the ledger alone
		again := newRunner(&scripted{script: map[string][]any{}}, ledger)
		again.Budget = &Budget{MaxTokens: 1_000_000}
		got, err := Ask(t.Context(), again, "score", calls("a"))
		if err != nil {
			t.Fatal(err)
		}
		want := llm.Usage{Calls: 3, FailedCalls: 2, PromptTokens: 300, CompletionTokens: 10}
		if got[0].Outcome != OK || got[0].Usage != want || again.Budget.tokens != 310 || again.Budget.calls != 3 {
			t.Errorf("%s, usage %+v; the budget has %d tokens in %d calls", got[0].Outcome, got[0].Usage, again.Budget.tokens, again.Budget.calls)
		}
	}
}

// TestFailedJudgeCountsAgain: a judge whose calls all failed is asked again when the
// run goes on, and what the failed calls used leaves less of the budget.
func TestFailedJudgeCountsAgain(t *testing.T) {
	final := llm.Fail(fault.ModelCredentials, nil, "key refused")
	ledger := &memory{recs: map[Key]Record{}}
	first, err := Ask(t.Context(), newRunner(&scripted{script: map[string][]any{"a": {final}}}, ledger), "score", calls("a"))
	if err != nil || first[0].Outcome != Failed || first[0].Replayed {
		t.Fatal(first, err)
	}
	m := &scripted{script: map[string][]any{}}
	again := newRunner(m, ledger)
	again.Budget = &Budget{MaxTokens: 150, MaxReply: 50}
	got, err := Ask(t.Context(), again, "score", calls("a"))
	if err != nil || got[0].Outcome != OverBudget || got[0].Usage.PromptTokens != 100 || len(m.calls) != 0 {
		t.Errorf("%+v after %d calls, %v", got, len(m.calls), err)
	}
}

// TestUnkeptAttemptEndsTheReview: on a full disk a failed call ends the review, but
// a run that is stopped says that it was.
func TestUnkeptAttemptEndsTheReview(t *testing.T) {
	full := errors.New("no space left on device")
	final := llm.Fail(fault.ModelCredentials, nil, "key refused")
	j := newRunner(&scripted{script: map[string][]any{"a": {final}}}, &memory{recs: map[Key]Record{}, fail: full})
	if _, err := Ask(t.Context(), j, "score", calls("a")); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	j.Model = stopping{&scripted{script: map[string][]any{"a": {final}}}, cancel}
	if _, err := Ask(ctx, j, "score", calls("a")); !errors.Is(err, context.Canceled) || errors.Is(err, full) {
		t.Errorf("stopped: %v", err)
	}
}

// stopping ends the run while a call is under way.
type stopping struct {
	*scripted
	stop func()
}

func (m stopping) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	m.stop()
	return m.scripted.Complete(context.WithoutCancel(ctx), req)
}

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
