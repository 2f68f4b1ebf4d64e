package jury_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/jury"
	"judgement/internal/jury/ledgertest"
	"judgement/internal/llm"
	"judgement/panel"
)

func budgetCalls(n int) []jury.Call {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprint("judge-", i))
	}
	return calls(names...)
}

// outcomes counts how seats ended and what they used.
func outcomes(as []jury.Answer) (ok, over, tokens int) {
	for _, a := range as {
		tokens += a.Usage.Tokens()
		switch a.Outcome {
		case jury.OK:
			ok++
		case jury.OverBudget:
			over++
		}
	}
	return ok, over, tokens
}

// TestBudgetTooSmallForOneCall: the reason says what the first call needs.
func TestBudgetTooSmallForOneCall(t *testing.T) {
	price := &llm.Price{Currency: "USD", Input: panel.PointsOf(10), Cached: panel.PointsOf(1), Output: panel.PointsOf(20)}
	call := budgetCalls(1)
	need, limit := llm.EstimatePrompt(call[0].Request)+2000, panel.MustPoints("0.01")
	for want, b := range map[string]*jury.Budget{
		fmt.Sprintf("the budget of 500 tokens is too small: the first call may need %d (estimated)", need): {MaxTokens: 500, MaxReply: 2000},
		"the budget of 0.01 USD is too small: the first call may need 0.04":                                {MaxCost: &limit, MaxReply: 2000},
	} {
		j := newRunner(priced(price, nil), nil)
		j.Budget = b
		got, err := jury.Ask(t.Context(), j, "score", call)
		if err != nil || got[0].Outcome != jury.OverBudget || !strings.HasPrefix(got[0].Reason, want) {
			t.Errorf("%+v, %v; want %q", got, err, want)
		}
	}
}

// A call that fits once those under way have given back what they did not use
// waits for them: what is refused does not depend on how many calls run at once.
func TestBudgetWaitsForCallsUnderWay(t *testing.T) {
	price := &llm.Price{Currency: "USD", Input: panel.PointsOf(10), Cached: panel.PointsOf(1), Output: panel.PointsOf(20)}
	all := budgetCalls(8)
	// The model uses 110 tokens a call, and a call reserves far more: eight calls
	// fit one after another, but not two at once.
	need := llm.EstimatePrompt(all[0].Request) + 2000
	used := llm.Usage{Calls: 1, PromptTokens: 100, CompletionTokens: 10}
	limit := price.Cost(llm.Usage{PromptTokens: need - 2000, CompletionTokens: 2000})
	for range 7 {
		limit = limit.Add(price.Cost(used))
	}
	for name, b := range map[string]*jury.Budget{
		"tokens": {MaxTokens: need + 7*used.Tokens(), MaxReply: 2000},
		"money":  {MaxCost: &limit, MaxReply: 2000},
	} {
		t.Run(name, func(t *testing.T) {
			m := priced(price, nil)
			m.Delay = time.Millisecond
			j := newRunner(m, nil)
			j.Budget = b
			got, err := jury.Ask(t.Context(), j, "score", all)
			if err != nil {
				t.Fatal(err)
			}
			if ok, over, tokens := outcomes(got); ok != 8 || tokens != 880 {
				t.Errorf("%d ok, %d over budget, %d tokens; want all eight", ok, over, tokens)
			}
		})
	}
}

// What waits for the budget holds no slot, and ends with its context.
func TestBudgetWaitEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := slow(time.Hour)
	j := newRunner(m, nil)
	j.Slots = make(jury.Slots, 2)
	j.Budget = &jury.Budget{MaxTokens: llm.EstimatePrompt(budgetCalls(1)[0].Request) + 2000, MaxReply: 2000}
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := jury.Ask(ctx, j, "score", budgetCalls(3)); err == nil {
			t.Error("a cancelled review has answers")
		}
	})
	for m.Count() == 0 {
		time.Sleep(time.Millisecond)
	}
	j.Slots <- struct{}{} // the second slot is free, whoever waits
	<-j.Slots
	cancel()
	wg.Wait()
	if len(j.Slots) != 0 {
		t.Errorf("%d slots are still taken", len(j.Slots))
	}
}

// late is a ledger that is slow to find one judge's reply.
type late struct {
	*ledgertest.Memory
	judge string
}

func (l *late) Get(ctx context.Context, k jury.Key) (jury.Record, bool, error) {
	if k.Judge == l.judge {
		time.Sleep(50 * time.Millisecond)
	}
	return l.Memory.Get(ctx, k)
}

// A resumed review counts all that was spent before it spends more.
func TestBudgetCountsAStoppedRunFirst(t *testing.T) {
	kept := &ledgertest.Memory{}
	all := budgetCalls(2)
	first := newRunner(scripted(nil), kept)
	if _, err := jury.Ask(t.Context(), first, "score", all[:1]); err != nil {
		t.Fatal(err)
	}
	m := scripted(nil)
	j := newRunner(m, &late{Memory: kept, judge: "judge-0"})
	j.Budget = &jury.Budget{MaxTokens: llm.EstimatePrompt(all[1].Request) + 50 + 109, MaxReply: 50}
	got, err := jury.Ask(t.Context(), j, "score", all)
	if err != nil {
		t.Fatal(err)
	}
	if ok, over, _ := outcomes(got); ok != 1 || over != 1 || m.Count() != 0 {
		t.Errorf("%d ok, %d over budget, %d calls; the 110 tokens of the first run leave no room for a call", ok, over, m.Count())
	}
}
