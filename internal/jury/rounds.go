package jury

import (
	"errors"
	"sync"
)

// TriesPerRound is how many values of Key.Try one round of asking a judge has: of
// the first try with its repair turn, and of the fresh try.
const TriesPerRound = 2

// Rounds says which judges are asked again although the ledger has their replies:
// those whose kept replies can't be used. The next round has keys of its own, so
// that its replies are kept beside the others. The zero value passes over nothing;
// a nil *Rounds never does. Safe for concurrent use.
type Rounds struct {
	mu    sync.Mutex
	over  map[roundKey]int  // rounds to pass over
	stale map[roundKey]bool // calls that ended with kept replies that can't be used
}

type roundKey struct {
	phase, judge string
	repeat       int
}

// Next has the calls made again that ended with nothing but kept replies that
// can't be used. It is false if there was none: asking again would change nothing.
func (r *Rounds) Next() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over == nil {
		r.over = map[roundKey]int{}
	}
	for k := range r.stale {
		r.over[k]++
	}
	some := len(r.stale) > 0
	r.stale = nil
	return some
}

func (r *Rounds) passed(phase, judge string, repeat int) int {
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.over[roundKey{phase, judge, repeat}]
}

func (r *Rounds) kept(phase, judge string, repeat int) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stale == nil {
		r.stale = map[roundKey]bool{}
	}
	r.stale[roundKey{phase, judge, repeat}] = true
}

// unusable reports whether a call ended because of what its replies say.
func unusable(err error) bool {
	return errors.As(err, new(*unreadable)) || errors.As(err, new(*refusal)) || errors.As(err, new(*Abstention))
}
