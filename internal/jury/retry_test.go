package jury_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/jury/ledgertest"
	"judgement/internal/llm"
)

// TestStoppedAttemptsCount stops a run in which one call has failed and another is
// under way: the run that goes on counts both, in its budget and in its answers.
func TestStoppedAttemptsCount(t *testing.T) {
	cut := llm.Fail(fault.ModelTransport, nil, "cut")
	ledger := &ledgertest.Memory{}
	ctx, cancel := context.WithCancel(t.Context())
	m := scripted(map[string][]any{"a": {cut, cut}})
	j := newRunner(m, ledger)
	j.Sleep = func(ctx context.Context, _ time.Duration) error {
		if m.Count() == 2 {
			cancel()
		}
		return ctx.Err()
	}
	if _, err := jury.Ask(ctx, j, "score", calls("a")); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for range 2 { // the second time from the ledger alone
		again := newRunner(scripted(nil), ledger)
		again.Budget = &jury.Budget{MaxTokens: 1_000_000}
		got, err := jury.Ask(t.Context(), again, "score", calls("a"))
		if err != nil {
			t.Fatal(err)
		}
		want := llm.Usage{Calls: 3, FailedCalls: 2, PromptTokens: 300, CompletionTokens: 10}
		tokens, n := again.Budget.Used()
		if got[0].Outcome != jury.OK || got[0].Usage != want || tokens != 310 || n != 3 {
			t.Errorf("%s, usage %+v; the budget has %d tokens in %d calls", got[0].Outcome, got[0].Usage, tokens, n)
		}
	}
}

// TestFailedJudgeCountsAgain: a judge whose calls all failed is asked again when the
// run goes on, and what the failed calls used leaves less of the budget.
func TestFailedJudgeCountsAgain(t *testing.T) {
	final := llm.Fail(fault.ModelCredentials, nil, "key refused")
	ledger := &ledgertest.Memory{}
	first, err := jury.Ask(t.Context(), newRunner(scripted(map[string][]any{"a": {final}}), ledger), "score", calls("a"))
	if err != nil || first[0].Outcome != jury.Failed || first[0].Replayed {
		t.Fatal(first, err)
	}
	m := scripted(nil)
	again := newRunner(m, ledger)
	again.Budget = &jury.Budget{MaxTokens: 150, MaxReply: 50}
	got, err := jury.Ask(t.Context(), again, "score", calls("a"))
	if err != nil || got[0].Outcome != jury.OverBudget || got[0].Usage.PromptTokens != 100 || m.Count() != 0 {
		t.Errorf("%+v after %d calls, %v", got, m.Count(), err)
	}
}

// TestUnkeptAttemptEndsTheReview: on a full disk a failed call ends the review, but
// a run that is stopped says that it was.
func TestUnkeptAttemptEndsTheReview(t *testing.T) {
	full := errors.New("no space left on device")
	final := llm.Fail(fault.ModelCredentials, nil, "key refused")
	j := newRunner(scripted(map[string][]any{"a": {final}}), &ledgertest.Memory{Fail: full})
	if _, err := jury.Ask(t.Context(), j, "score", calls("a")); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	m := scripted(map[string][]any{"a": {final}})
	fail := m.Answer
	m.Answer = func(ctx context.Context, req llm.Request) (llm.Reply, error) {
		cancel() // while the call is under way
		return fail(ctx, req)
	}
	j.Model = m
	if _, err := jury.Ask(ctx, j, "score", calls("a")); !errors.Is(err, context.Canceled) || errors.Is(err, full) {
		t.Errorf("stopped: %v", err)
	}
}

func TestWait(t *testing.T) {
	r := jury.Retry{Attempts: 3, Base: time.Second, Max: 3 * time.Second, MaxRetryAfter: 10 * time.Second}
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
		if got, ok := r.Wait(tt.n, tt.err, 0.5); got != tt.want || ok != tt.ok {
			t.Errorf("wait(%d, %v) = %v, %v; want %v, %v", tt.n, tt.err.RetryAfter, got, ok, tt.want, tt.ok)
		}
	}
}
