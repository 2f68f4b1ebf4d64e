package board

import (
	"context"
	"sync"
	"time"
)

// Every is how often, at most, a board is made while a batch is under way.
const Every = time.Minute

// Longest is how long making a board may take; one of 10,000 submissions takes seconds.
const Longest = 2 * time.Minute

// Batch keeps a competition's board while a batch of it is judged. A nil Batch is of a
// scene without a board: it makes none. It is safe for concurrent use.
type Batch struct {
	maker *Maker

	mu   sync.Mutex
	last time.Time
}

// NewBatch starts with the batch: the first board comes Every later, or with Finish.
func NewBatch(m *Maker) *Batch { return &Batch{maker: m, last: m.Now()} }

// Reviewed is called after each review. It makes the board if the last one is Every
// old, and returns nil if it made none. While one call makes the board, others
// return at once.
func (b *Batch) Reviewed(ctx context.Context) (*Ranking, error) {
	if b == nil || !b.mu.TryLock() {
		return nil, nil
	}
	defer b.mu.Unlock()
	if b.maker.Now().Sub(b.last) < Every {
		return nil, nil
	}
	r, err := b.maker.Publish(ctx)
	b.last = b.maker.Now()
	return r, err
}

// Finish makes the board at the batch's end, also if that is the end of ctx; nil for a
// scene without one.
func (b *Batch) Finish(ctx context.Context) (*Ranking, error) {
	if b == nil {
		return nil, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), Longest)
	defer cancel()
	return b.maker.Publish(ctx)
}
