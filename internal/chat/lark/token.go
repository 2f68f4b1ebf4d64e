package lark

import (
	"context"
	"sync"
	"time"
)

// renewBefore is how long before its end a token is replaced.
const renewBefore = 5 * time.Minute

// tokenStore keeps one application's access token: one fetch at a time,
// whoever asks. The SDK's own store is shared by the whole process, ignores the
// base address and goes on with a token that was refused.
type tokenStore struct {
	fetch func(context.Context) (token string, life time.Duration, err error)
	now   func() time.Time
	turn  chan struct{} // holds one token: the right to fetch

	mu    sync.Mutex
	token string
	until time.Time
}

func newTokenStore(now func() time.Time, fetch func(context.Context) (string, time.Duration, error)) *tokenStore {
	t := &tokenStore{fetch: fetch, now: now, turn: make(chan struct{}, 1)}
	t.turn <- struct{}{}
	return t
}

// get returns a token that is not known to be stale.
func (t *tokenStore) get(ctx context.Context) (string, error) {
	if token := t.current(); token != "" {
		return token, nil
	}
	select {
	case <-t.turn:
		defer func() { t.turn <- struct{}{} }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if token := t.current(); token != "" {
		return token, nil
	}
	token, life, err := t.fetch(ctx)
	if err != nil {
		return "", err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.token, t.until = token, t.now().Add(life-min(renewBefore, life/2))
	return token, nil
}

func (t *tokenStore) current() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.now().Before(t.until) {
		return t.token
	}
	return ""
}

// drop forgets a token that was refused; a newer one stays.
func (t *tokenStore) drop(token string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.token == token {
		t.token, t.until = "", time.Time{}
	}
}
