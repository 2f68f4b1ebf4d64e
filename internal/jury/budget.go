package jury

import (
	"fmt"
	"sync"

	"judgement/internal/llm"
	"judgement/panel"
)

// Budget is a hard limit in tokens and money for one review. A call reserves
// what it may cost at most before it starts; one that no longer fits is not
// made. A nil *Budget has no limit. Safe for concurrent use.
type Budget struct {
	maxTokens int           // 0: no limit
	maxCost   *panel.Points // nil: no limit
	replyMax  int           // tokens that a reply may have where the request does not say
	maxCalls  int           // 0: no limit

	mu     sync.Mutex
	tokens int
	cost   panel.Points
	calls  int
}

// NewBudget returns a budget of so many tokens (0: no limit) and so much money
// (nil: no limit; in the currency of the models' prices). replyMax is the most
// tokens of a reply where a request does not say.
func NewBudget(maxTokens int, maxCost *panel.Points, replyMax int) *Budget {
	return &Budget{maxTokens: maxTokens, maxCost: maxCost, replyMax: replyMax}
}

// NewCallBudget is NewBudget with a limit in calls too, failed ones and repairs
// included, of which so many are used already.
func NewCallBudget(maxCalls, used, maxTokens int, maxCost *panel.Points, replyMax int) *Budget {
	b := NewBudget(maxTokens, maxCost, replyMax)
	b.maxCalls, b.calls = maxCalls, used
	return b
}

// reservation is what a call may cost at most, until it is settled.
type reservation struct {
	budget *Budget
	tokens int
	cost   panel.Points
	price  *llm.Price
}

func (b *Budget) reserve(req llm.Request, price *llm.Price) (*reservation, error) {
	if b == nil {
		return nil, nil
	}
	reply := req.MaxTokens
	if reply == 0 {
		reply = b.replyMax
	}
	most := llm.Usage{PromptTokens: llm.EstimatePrompt(req), CompletionTokens: reply}
	r := &reservation{budget: b, tokens: most.Tokens(), price: price}
	if price != nil {
		r.cost = price.Cost(most)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.maxCalls > 0 && b.calls >= b.maxCalls {
		return nil, fmt.Errorf("%w: %d of %d calls made", errOverBudget, b.calls, b.maxCalls)
	}
	if b.maxTokens > 0 && b.tokens+r.tokens > b.maxTokens {
		return nil, fmt.Errorf("%w: %d of %d tokens used, the next call may need %d",
			errOverBudget, b.tokens, b.maxTokens, r.tokens)
	}
	if b.maxCost != nil {
		if price == nil {
			return nil, fmt.Errorf("%w: the price of the model is unknown, so no cost can be kept to", errOverBudget)
		}
		if b.cost.Add(r.cost).Cmp(*b.maxCost) > 0 {
			return nil, fmt.Errorf("%w: %s of %s %s used, the next call may need %s",
				errOverBudget, b.cost.Decimal(6), b.maxCost.Decimal(6), price.Currency, r.cost.Decimal(6))
		}
	}
	b.calls++
	b.tokens += r.tokens
	b.cost = b.cost.Add(r.cost)
	return r, nil
}

// settle replaces what was reserved by what was used.
func (r *reservation) settle(u llm.Usage) {
	if r == nil {
		return
	}
	r.budget.mu.Lock()
	defer r.budget.mu.Unlock()
	r.budget.calls += u.Calls - 1
	r.budget.tokens += u.Tokens() - r.tokens
	if r.price != nil {
		r.budget.cost = r.budget.cost.Add(r.price.Cost(u)).Sub(r.cost)
	}
}

// replayed counts what a reply from the ledger cost when it was bought.
func (b *Budget) replayed(u llm.Usage, price *llm.Price) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls += u.Calls
	b.tokens += u.Tokens()
	if price != nil {
		b.cost = b.cost.Add(price.Cost(u))
	}
}
