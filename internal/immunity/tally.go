package immunity

import (
	"context"
	"sync"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/report"
)

// counted are the calls of an experiment whose usage its budget has counted. The same
// call is asked in several settings, and paid once.
type counted struct {
	mu   sync.Mutex
	keys map[jury.Key]bool
	now  []format.Spent // by calls that were made, not found in the ledger
}

// first reports whether a call is counted for the first time.
func (c *counted) first(key jury.Key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.keys[key]
	c.keys[key] = true
	return !was
}

func (c *counted) made(s format.Spent) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = append(c.now, s)
}

// tally is the ledger of one document in one setting. It knows what its calls used,
// whether they were made now, before, or for another document.
type tally struct {
	jury.Ledger
	shared *counted
	price  func(judge string) *llm.Price
	mu     sync.Mutex
	used   map[jury.Key]llm.Usage
}

// Get implements jury.Ledger.
func (t *tally) Get(ctx context.Context, key jury.Key) (jury.Record, bool, error) {
	rec, ok, err := t.Ledger.Get(ctx, key)
	if err != nil || rec.Usage.Calls == 0 {
		return rec, ok, err
	}
	t.note(key, rec.Usage)
	if !t.shared.first(key) {
		rec.Usage = llm.Usage{}
	}
	return rec, ok, nil
}

// Put implements jury.Ledger.
func (t *tally) Put(ctx context.Context, rec jury.Record) error {
	t.note(rec.Key, rec.Usage)
	if t.shared.first(rec.Key) {
		spent := format.Spent{Usage: report.Usage(rec.Usage)}
		if p := t.price(rec.Key.Judge); p != nil {
			spent.Cost = &report.Money{Currency: p.Currency, Amount: p.Cost(rec.Usage)}
		}
		t.shared.made(spent)
	}
	return t.Ledger.Put(ctx, rec)
}

func (t *tally) note(key jury.Key, u llm.Usage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.used[key] = u
}

// usage is what all calls of the document used.
func (t *tally) usage() (sum llm.Usage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, u := range t.used { // a sum
		sum = sum.Add(u)
	}
	return sum
}
