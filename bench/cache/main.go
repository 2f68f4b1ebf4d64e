// Command cache measures how much of a document's tokens several judges read from a
// server's prompt cache, and what that costs, against a fake server that counts hits as
// providers do: the schema, then the messages, in blocks of 128 tokens from 1,024 on.
//
//	go run ./bench/cache
//
// The document has 8,000 tokens, cached tokens cost 10 % of others, each judge scores
// twice, and every third call needs a repair turn. The optimum is the least input that
// these rules allow for the same calls: the first call is paid in full, of each other
// one all blocks that an earlier one of them has, if calls were made one after another.
//
// Each call takes 1.5 s to the first byte of its answer, so that the load of the machine
// hardly shows. Calls are not streamed: the first byte comes with the rest. Added time is
// what waiting for the first call adds to the review, in times of that call.
package main

import (
	"bytes"
	"context"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
	"judgement/internal/pipeline"
	"judgement/panel"
	"judgement/scene/scenetest"
)

const (
	documentTokens = 8000
	firstByte      = 1500 * time.Millisecond
	repeats        = 2
	discount       = 0.9 // of cached tokens
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "cache:", err)
		os.Exit(1)
	}
}

func run() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "judges\tcalls\trepair turns\tprompt\tcached\tdocument from cache, 2nd judge on\tbilled input ÷ optimum\twithout waiting\tadded wall time ÷ time to first byte\treply tokens\t")
	if _, err := measure(3, 1024, 0); err != nil { // what only the first review costs
		return err
	}
	for _, judges := range []int{3, 6, 14} {
		ahead, err := measure(judges, 1024, firstByte)
		if err != nil {
			return err
		}
		together, err := measure(judges, 0, firstByte)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t%.1f %%\t%.3f\t%.3f\t%.2f\t%d\t\n", judges, len(ahead.calls), ahead.repairs(), ahead.sum.PromptTokens, ahead.sum.CachedTokens,
			100*ahead.documentHits(), ahead.billed()/ahead.optimum, together.billed()/together.optimum,
			float64(ahead.wall-together.wall)/float64(ahead.first), ahead.sum.CompletionTokens)
	}
	return w.Flush()
}

// result is one review.
type result struct {
	calls   []fakeserver.Request // in the order of their arrival
	sum     llm.Usage
	wall    time.Duration
	first   time.Duration // to the first byte of the first answer, as the client sees it
	optimum float64       // input, in tokens at the full price
}

// timed measures the first call that is answered.
type timed struct {
	*openai.Client
	once  sync.Once
	first time.Duration
}

func (t *timed) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	start := time.Now()
	reply, err := t.Client.Complete(ctx, req)
	t.once.Do(func() { t.first = time.Since(start) })
	return reply, err
}

func measure(judges, cacheFrom int, delay time.Duration) (*result, error) {
	out := &result{}
	var mu sync.Mutex
	s, err := fakeserver.New(fakeserver.Options{
		PromptCache: true, Delay: fakeserver.Delay{Median: delay},
		OnRequest: func(r fakeserver.Request) {
			mu.Lock()
			defer mu.Unlock()
			out.calls = append(out.calls, r)
		},
		Schedule: func(_ uint64, c fakeserver.Call) fakeserver.Fault {
			if c.Key%3 == 0 && c.Attempt == 0 {
				return fakeserver.Prose
			}
			return fakeserver.None
		},
	})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	price := llm.Price{Currency: "USD", Input: panel.PointsOf(10), Cached: panel.PointsOf(1), Output: panel.PointsOf(40)}
	client, err := openai.New(openai.Options{BaseURL: s.URL(), APIKey: "none", Model: "fake-1", MaxConns: 64, Timeout: time.Minute, Prices: map[string]llm.Price{"fake-1": price}})
	if err != nil {
		return nil, err
	}
	defer client.Close()
	model := &timed{Client: client}
	p := &pipeline.Pipeline{
		Workspace: scenetest.Workspace(judges, scenetest.Scene{Slug: "s", Prefix: "s-", Panel: lenses()}), Zone: time.UTC, Random: mathrand.NewChaCha8([32]byte{1}),
		Runner: jury.Runner{
			Model: model, Slots: make(jury.Slots, 64), Retry: jury.DefaultRetry(), Now: time.Now, Sleep: jury.Sleep,
			Jitter: mathrand.Float64, CacheFrom: cacheFrom,
		},
	}
	setup, err := p.Open("s")
	if err != nil {
		return nil, err
	}
	start := time.Now()
	r, err := p.Judge(context.Background(), setup, job.Spec{
		Schema: 1, SceneSlug: "s", Brand: "d", Filename: "d.md", Data: []byte(document()), Options: job.Options{Repeats: repeats},
	}, nil)
	if err != nil {
		return nil, err
	}
	out.wall, out.first = time.Since(start), model.first
	out.sum = llm.Usage(r.Judgement.Overview().Usage)
	out.optimum, err = optimum(out.calls)
	return out, err
}

func billed(prompt, cached int) float64 { return float64(prompt) - discount*float64(cached) }

func (r *result) billed() float64 { return billed(r.sum.PromptTokens, r.sum.CachedTokens) }

// optimum makes the same calls one after another.
func optimum(calls []fakeserver.Request) (float64, error) {
	s, err := fakeserver.New(fakeserver.Options{PromptCache: true})
	if err != nil {
		return 0, err
	}
	defer s.Close()
	for _, c := range calls {
		resp, err := http.Post(s.URL()+"/chat/completions", "application/json", bytes.NewReader(c.Body))
		if err != nil {
			return 0, err
		}
		_ = resp.Body.Close()
	}
	n := s.Counters()
	return billed(n.PromptTokens, n.CachedTokens), nil
}

// documentHits is the share of the document's tokens that came from the cache, in all
// calls but the first.
func (r *result) documentHits() float64 {
	hits, all := 0, 0
	for _, c := range r.calls[1:] {
		before := (len(c.Schema) + len(c.Messages[0].Content) + strings.Index(c.Messages[1].Content, c.Document)) / 4
		tokens := len(c.Document) / 4
		hits, all = hits+min(max(c.Cached-before, 0), tokens), all+tokens
	}
	return float64(hits) / float64(all)
}

func (r *result) repairs() int {
	n := 0
	for _, c := range r.calls {
		if len(c.Messages) > 2 {
			n++
		}
	}
	return n
}

func lenses() string {
	var b strings.Builder
	b.WriteString("scoring_lenses:\n")
	for l := range 6 {
		fmt.Fprintf(&b, "  - {slug: lens-%d, max_score: %d, description: What the document shows on point %d.}\n", l, 10+5*(l%2), l)
	}
	return b.String()
}

// document has 8,000 tokens of four bytes.
func document() string {
	var b strings.Builder
	for i := 0; b.Len() < 4*documentTokens; i++ {
		fmt.Fprintf(&b, "Trial %d ran for %d weeks with %d testers, who saved %d minutes a day on average.\n", i, 3+i, 10+i*7%37, 5+i%11)
	}
	return b.String()
}
