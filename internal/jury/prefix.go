package jury

import (
	"context"
	"slices"
	"strings"
	"sync"

	"judgement/internal/llm"
	"judgement/internal/text"
)

// sharedPrefix has the calls whose prompts begin alike wait until the first of them
// was answered once: before that a server has nothing in its cache. It is done with its
// first attempt, also if that failed, so that no call waits for retries. Methods of a
// nil one do nothing.
type sharedPrefix struct {
	llm.Prefix

	mu       sync.Mutex
	joined   bool
	first    int // place of the first call that goes to the model
	answered chan struct{}
}

// prefixes returns for each call the prefix that it shares with others; nil: none that
// is worth waiting for.
func (j *Runner) prefixes(calls []Call) []*sharedPrefix {
	out := make([]*sharedPrefix, len(calls))
	type group struct{ provider, model, mark, document string }
	groups := map[group][]int{}
	var order []group
	for i, c := range calls {
		info := j.Model.Info(c.Request.Model)
		if j.CacheFrom == 0 || info.Price == nil || info.Price.Cached.Cmp(info.Price.Input) >= 0 {
			continue
		}
		g := group{info.Provider, info.Name, c.Request.Mark, c.Request.Document}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], i)
	}
	for _, g := range order {
		prefix, tokens := commonPrefix(calls, groups[g])
		if len(groups[g]) < 2 || tokens <= j.CacheFrom {
			continue
		}
		shared := &sharedPrefix{Prefix: prefix, answered: make(chan struct{})}
		for _, i := range groups[g] {
			out[i] = shared
		}
	}
	return out
}

// commonPrefix is what the prompts of some calls have in common, and the tokens of its
// last message, which holds the document.
func commonPrefix(calls []Call, at []int) (llm.Prefix, int) {
	first := calls[at[0]].Request
	whole, part := len(first.Messages)-1, first.Messages[len(first.Messages)-1].Content
	for _, i := range at[1:] {
		req := calls[i].Request
		if req.Schema.Name != first.Schema.Name || string(req.Schema.JSON) != string(first.Schema.JSON) ||
			len(req.Messages) != len(first.Messages) || !slices.Equal(req.Messages[:whole], first.Messages[:whole]) {
			return llm.Prefix{}, 0
		}
		other := req.Messages[whole].Content
		n := 0
		for n < min(len(part), len(other)) && part[n] == other[n] {
			n++
		}
		part = part[:n]
	}
	part = part[:strings.LastIndexByte(part, '\n')+1]
	var b strings.Builder
	b.Write(first.Schema.JSON)
	for _, m := range first.Messages[:whole] {
		b.WriteString("\x00" + m.Content)
	}
	b.WriteString("\x00" + part)
	return llm.Prefix{Key: text.Hash([]byte(b.String())), Messages: whole, Bytes: len(part)}, llm.EstimateTokens(part)
}

// join says that the call at a place goes to the model. All calls that do have joined
// before one of them waits.
func (p *sharedPrefix) join(place int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.joined || place < p.first {
		p.joined, p.first = true, place
	}
}

// wait returns when the call may be made: at once for the first, for the others when the
// first was answered.
func (p *sharedPrefix) wait(ctx context.Context, place int) error {
	if p == nil || place == p.leader() {
		return nil
	}
	select {
	case <-p.answered:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (p *sharedPrefix) leader() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.first
}

// release lets the others go once the first call's attempt is over.
func (p *sharedPrefix) release(place int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if place != p.first {
		return
	}
	select {
	case <-p.answered:
	default:
		close(p.answered)
	}
}
