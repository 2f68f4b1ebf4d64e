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
	mu    sync.Mutex
	keys  map[jury.Key]bool
	now   []format.Spent // by calls that were made, with earlier tries of them that got no reply
	parts []report.Part  // of now, by models
	again int            // calls of earlier runs that got no reply and were made again
	open  int            // calls that were under way when the run was stopped
}

// first reports whether a call is counted for the first time.
func (c *counted) first(key jury.Key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.keys[key]
	c.keys[key] = true
	return !was
}

// storedReplies is a ledger that hands over each of its records once, also those of calls
// that got no reply.
type storedReplies struct {
	jury.Ledger
	seen *counted
	each func(jury.Record)
}

// Get implements jury.Ledger.
func (s storedReplies) Get(ctx context.Context, key jury.Key) (jury.Record, bool, error) {
	rec, ok, err := s.Ledger.Get(ctx, key)
	if err == nil && s.seen.first(key) {
		rec.Key = key // of a call without a record, too
		s.each(rec)
	}
	return rec, ok, err
}

// tally is the ledger of one document in one setting. It knows what its calls used,
// whether they were made now, before, or for another document.
type tally struct {
	jury.Ledger
	shared *counted
	model  func(judge string) llm.Info
	halted func() bool // the run was stopped
	mu     sync.Mutex
	used   map[jury.Key]llm.Usage
	paid   map[jury.Key]llm.Usage // of used: made now, with earlier tries that got no reply
	before map[jury.Key]llm.Usage // of paid: what the record that is put next does not have
	lost   map[jury.Key]int       // calls of earlier runs that got no reply
	open   int                    // calls that were under way when the run was stopped
}

func newTally(ledger jury.Ledger, shared *counted, model func(judge string) llm.Info, halted func() bool) *tally {
	usage := func() map[jury.Key]llm.Usage { return map[jury.Key]llm.Usage{} }
	return &tally{Ledger: ledger, shared: shared, model: model, halted: halted, used: usage(), paid: usage(), before: usage(), lost: map[jury.Key]int{}}
}

// Get implements jury.Ledger.
func (t *tally) Get(ctx context.Context, key jury.Key) (jury.Record, bool, error) {
	rec, ok, err := t.Ledger.Get(ctx, key)
	if err != nil || rec.Usage.Calls == 0 {
		return rec, ok, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.used[key] = rec.Usage
	switch first := t.shared.first(key); {
	case !first:
		rec.Usage, t.before[key] = llm.Usage{}, t.paid[key]
	case !ok:
		t.lost[key] = rec.Usage.Calls
	}
	return rec, ok, nil
}

// Put implements jury.Ledger. A record has the usage of the failed tries before it.
func (t *tally) Put(ctx context.Context, rec jury.Record) error {
	t.shared.first(rec.Key)
	t.mu.Lock()
	t.paid[rec.Key] = t.before[rec.Key].Add(rec.Usage)
	t.used[rec.Key] = t.paid[rec.Key]
	if rec.Unanswered && t.halted() {
		t.open++
	}
	t.mu.Unlock()
	return t.Ledger.Put(ctx, rec)
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

// end hands what was paid for the document to the experiment.
func (t *tally) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shared.mu.Lock()
	defer t.shared.mu.Unlock()
	t.shared.open += t.open
	for key, u := range t.paid { // a sum
		spent := format.Spent{Usage: report.Usage(u)}
		info := t.model(key.Judge)
		if p := info.Price; p != nil {
			spent.Cost = &report.Money{Currency: p.Currency, Amount: p.Cost(u)}
		}
		t.shared.parts = append(t.shared.parts, report.Part{Model: info.Name, Calls: u.Calls, Cost: spent.Cost})
		t.shared.now, t.shared.again = append(t.shared.now, spent), t.shared.again+t.lost[key]
	}
}
