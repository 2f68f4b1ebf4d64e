package pages

import (
	"context"
	"errors"
	"sync"
	"time"
)

// recent keeps the last answer of something that may be slow, so that a page never waits
// long for it.
type recent[T any] struct {
	mu      sync.Mutex
	value   T
	err     error
	at      time.Time     // of the answer; zero: there is none yet
	loading chan struct{} // closed when the load under way ends; nil: there is none
}

// How long a page waits for an answer: a moment if there is another one, which is then
// shown.
const (
	recentWait = 40 * time.Millisecond
	firstWait  = 2 * time.Second
)

// errSlow says that there is no answer yet.
var errSlow = errors.New("there is no answer yet")

// get returns an answer that is younger than age, or else the one that load gives soon,
// or else the last one.
func (r *recent[T]) get(ctx context.Context, now func() time.Time, age time.Duration, load func(context.Context) (T, error)) (value T, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.at.IsZero() && now().Sub(r.at) < age {
		return r.value, r.err
	}
	wait := recentWait
	if r.at.IsZero() {
		wait, r.err = firstWait, errSlow
	}
	if r.loading == nil {
		r.loading = make(chan struct{})
		go r.load(context.WithoutCancel(ctx), now, load)
	}
	loading := r.loading
	r.mu.Unlock()
	select {
	case <-loading:
	case <-time.After(wait):
	case <-ctx.Done():
	}
	r.mu.Lock()
	return r.value, r.err
}

func (r *recent[T]) load(ctx context.Context, now func() time.Time, load func(context.Context) (T, error)) {
	value, err := load(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.value, r.err, r.at = value, err, now()
	close(r.loading)
	r.loading = nil
}
