package jury

import (
	"cmp"
	"fmt"
	"strconv"
	"sync"

	"judgement/internal/llm"
	"judgement/panel"
)

// Budget is a hard limit in tokens and money for one review. A call reserves
// what it may cost at most before it starts and gives back what it did not use.
// One that does not fit beside the calls under way waits for them; one that does
// not fit beside what is spent is not made. A nil *Budget has no limit. Safe for
// concurrent use.
type Budget struct {
	MaxTokens     int           // 0: no limit
	MaxCost       *panel.Points // in the currency of the models' prices; nil: no limit
	MaxReply      int           // tokens that a reply may have if the request does not say
	MaxCalls      int           // failed ones and repairs included; 0: no limit
	PreviousCalls int           // of MaxCalls, made before

	mu         sync.Mutex
	tokens     int          // spent
	cost       panel.Points // spent
	calls      int          // made, without PreviousCalls
	heldTokens int          // reserved by calls under way
	heldCost   panel.Points
	ended      chan struct{} // closed when a call ends; nil: no call waits
	counted    bool          // all replies of the ledger are: Replayed counts no more
}

// reservation is what a call may cost at most, until it is charged.
type reservation struct {
	budget *Budget
	tokens int
	cost   panel.Points
	price  *llm.Price
}

// reserve sets aside what a call may cost at most. If that fits only once
// calls under way have ended, it returns a channel that is closed when one has:
// ask again then.
func (b *Budget) reserve(req llm.Request, price *llm.Price) (*reservation, <-chan struct{}, error) {
	if b == nil {
		return nil, nil, nil
	}
	most := llm.Usage{PromptTokens: llm.EstimatePrompt(req), CompletionTokens: cmp.Or(req.MaxTokens, b.MaxReply)}
	r := &reservation{budget: b, tokens: most.Tokens(), price: price}
	if price != nil {
		if price.CacheWrite.Cmp(price.Input) > 0 {
			most.CacheWrites = most.PromptTokens
		}
		r.cost = price.Cost(most)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.spent(r); err != nil {
		return nil, nil, err
	}
	if b.MaxTokens > 0 && b.tokens+b.heldTokens+r.tokens > b.MaxTokens ||
		b.MaxCost != nil && b.cost.Add(b.heldCost).Add(r.cost).Cmp(*b.MaxCost) > 0 {
		if b.ended == nil {
			b.ended = make(chan struct{})
		}
		return nil, b.ended, nil
	}
	b.calls++
	b.heldTokens += r.tokens
	b.heldCost = b.heldCost.Add(r.cost)
	return r, nil, nil
}

// spent says why a call can't be made beside what is spent, whatever the calls
// under way will cost.
func (b *Budget) spent(r *reservation) error {
	if calls := b.PreviousCalls + b.calls; b.MaxCalls > 0 && calls >= b.MaxCalls {
		return overBudget("the budget is spent: %d of %d calls made", calls, b.MaxCalls)
	}
	if b.MaxTokens > 0 && b.tokens+r.tokens > b.MaxTokens {
		left := strconv.Itoa(max(b.MaxTokens-b.tokens, 0))
		return tooSmall(b.tokens == 0, left, strconv.Itoa(b.MaxTokens), "tokens", strconv.Itoa(r.tokens))
	}
	if b.MaxCost == nil {
		return nil
	}
	if r.price == nil {
		return overBudget("the price of the model is unknown, so that no limit on cost can be kept")
	}
	if b.cost.Add(r.cost).Cmp(*b.MaxCost) > 0 {
		left := b.MaxCost.Sub(b.cost)
		if left.Sign() < 0 {
			left = panel.Points{}
		}
		return tooSmall(b.cost.Sign() == 0, left.Decimal(6), b.MaxCost.Decimal(6), r.price.Currency, r.cost.Decimal(6))
	}
	return nil
}

// tooSmall says what is left for a call and what it may need, in tokens or money.
func tooSmall(unused bool, left, limit, unit, need string) error {
	if unused {
		return overBudget("the budget of %s %s is too small: the first call may need %s (estimated)", limit, unit, need)
	}
	return overBudget("the budget is spent: %s of %s %s are left, the next call may need %s (estimated)", left, limit, unit, need)
}

func overBudget(format string, args ...any) error {
	return &ending{OverBudget, fmt.Sprintf(format, args...)}
}

// charge replaces what was reserved by what was used.
func (r *reservation) charge(u llm.Usage) {
	if r == nil {
		return
	}
	b := r.budget
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls += u.Calls - 1
	b.heldTokens -= r.tokens
	b.heldCost = b.heldCost.Sub(r.cost)
	b.tokens += u.Tokens()
	if r.price != nil {
		b.cost = b.cost.Add(r.price.Cost(u))
	}
	if b.ended != nil {
		close(b.ended)
		b.ended = nil
	}
}

// Spent is what has been spent: tokens, and money in the currency of the models' prices.
func (b *Budget) Spent() (tokens int, cost panel.Points) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tokens, b.cost
}

// CountStored has count pass all replies of the ledger to Replayed, which then counts no more:
// whatever order calls are made in, what was spent before is known first.
func (b *Budget) CountStored(count func() error) error {
	if b == nil {
		return nil
	}
	err := count()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counted = true
	return err
}

// Replayed counts what a reply from the ledger cost when it was bought.
func (b *Budget) Replayed(u llm.Usage, price *llm.Price) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.counted {
		return
	}
	b.calls += u.Calls
	b.tokens += u.Tokens()
	if price != nil {
		b.cost = b.cost.Add(price.Cost(u))
	}
}
