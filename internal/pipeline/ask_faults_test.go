package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/faulttest"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
	"judgement/internal/pipeline"
	"judgement/panel"
	"judgement/report"
)

// patience sums what a pipeline would have waited between tries, and waits for
// nothing.
type patience struct {
	mu    sync.Mutex
	total time.Duration
	most  time.Duration
}

func (p *patience) sleep(ctx context.Context, d time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total += d
	p.most = max(p.most, d)
	return ctx.Err()
}

// batch is 100 documents of one scene with six judges: 600 calls when nothing
// goes wrong.
type batch struct {
	*world
	waits   patience
	results []*pipeline.Result
	errs    []error
}

func runBatch(t *testing.T, schedule fakeserver.Schedule, seed uint64) *batch {
	t.Helper()
	const documents, atOnce = 100, 64
	b := &batch{world: newWorld(t, 6, fakeserver.Options{Seed: seed, Schedule: schedule})}
	// A hang ends with the call's time limit. A good answer takes milliseconds, under the
	// race detector on a busy machine a second or more: the limit is far from both.
	// The format of replies is known: to find it out changes requests, and with them the
	// faults that they meet.
	c, err := openai.New(openai.Options{BaseURL: b.server.URL(), APIKey: "none", Model: "fake-1", Mode: openai.StrictSchema, MaxConns: atOnce, Timeout: 8 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	b.dir = faulttest.FullDisk(t, 256<<20) // syncs at once
	b.Pipeline = newPipeline(t, b.dir, 6, c)
	b.Slots, b.Sleep = make(chan struct{}, atOnce), b.waits.sleep
	setup, err := b.Open("s")
	if err != nil {
		t.Fatal(err)
	}
	b.results, b.errs = make([]*pipeline.Result, documents), make([]error, documents)
	var wg sync.WaitGroup
	for i := range documents {
		wg.Go(func() {
			b.results[i], b.errs[i] = b.Run(t.Context(), setup, specOf(fmt.Sprintf("doc-%d", i), text(i, 600)), nil)
		})
	}
	wg.Wait()
	return b
}

// fitting returns the scores that a verdict has, or the first ones if it has none of them.
func fitting(v report.Verdict, gave []map[string]panel.Points) map[string]panel.Points {
	for _, scores := range gave {
		if !slices.ContainsFunc(v.Cells, func(c report.LensVerdict) bool { return c.Score == nil || !c.Score.Equal(scores[c.Lens]) }) {
			return scores
		}
	}
	if len(gave) == 0 {
		return nil
	}
	return gave[0]
}

// checkScores compares every published score with what the server gave for that
// document and judge, and every lens with their mean. It returns how many
// judges ended with each outcome.
func (b *batch) checkScores(t *testing.T) map[string]int {
	t.Helper()
	// By document and judge. There are several if the schema moves into the prompt, which
	// begins when the first replies of a server have no JSON.
	gave := map[string][]map[string]panel.Points{}
	for _, r := range b.seen.all() {
		key, scores := r.Document+"\x00"+judgeOf(r), goodScores(t, r)
		if !slices.ContainsFunc(gave[key], func(other map[string]panel.Points) bool { return maps.EqualFunc(other, scores, panel.Points.Equal) }) {
			gave[key] = append(gave[key], scores)
		}
	}
	outcomes := map[string]int{}
	for i, r := range b.results {
		if r == nil {
			continue
		}
		sums, n := map[string]panel.Points{}, 0
		for _, v := range scored(r).Verdicts {
			outcomes[v.Outcome]++
			if v.Outcome == "failed" {
				t.Logf("document %d, judge %s: %s", i, v.Judge, v.Reason)
			}
			want := fitting(v, gave[r.Document.Text+"\x00"+v.Judge])
			checkCells(t, v, want)
			if v.Outcome == "ok" {
				n++
				for lens, p := range want {
					sums[lens] = sums[lens].Add(p)
				}
			}
		}
		for _, l := range scored(r).Result.Lenses {
			if want := sums[l.Lens].Quo(panel.PointsOf(int64(n))); !l.Score.Equal(want) {
				t.Errorf("document %d, lens %s: published %s, the judges' mean is %s", i, l.Lens, l.Score, want)
			}
		}
	}
	return outcomes
}

// TestPassingFaults plays up to three transport faults and one fault of the
// content against each of 600 judges: every judge ends ok, with the score that
// the server gave.
func TestPassingFaults(t *testing.T) {
	contents := []fakeserver.Fault{fakeserver.Prose, fakeserver.Empty, fakeserver.BrokenJSON}
	b := runBatch(t, fakeserver.PerJudge(3, fakeserver.TransportFaults(), contents), 7)
	for i, err := range b.errs {
		if err != nil {
			t.Errorf("document %d: %v", i, err)
		}
	}
	outcomes := b.checkScores(t)
	if outcomes["ok"] != 600 || len(outcomes) != 1 {
		t.Errorf("outcomes %v, want 600 ok", outcomes)
	}
	c := b.server.Counters()
	for _, f := range append(fakeserver.TransportFaults(), contents...) {
		if c.Faults[f] == 0 {
			t.Errorf("the schedule never played %s", f)
		}
	}
	t.Logf("%d calls, faults %v, waits %s in all", c.Calls, c.Faults, b.waits.total)
}

// TestIndependentFaults plays faults of every kind at 30 %, each call for
// itself: no score is ever wrong, only outcomes.
func TestIndependentFaults(t *testing.T) {
	kinds := append(fakeserver.TransportFaults(), fakeserver.ContentFaults()...)
	kinds = append(kinds, fakeserver.NoChoices, fakeserver.ErrorIn200, fakeserver.Filtered, fakeserver.TooLong, fakeserver.BadField, fakeserver.Quota)
	kinds = slices.DeleteFunc(kinds, func(f fakeserver.Fault) bool { return f == fakeserver.Huge }) // 100 MB of it are tried elsewhere
	b := runBatch(t, fakeserver.Independent(0.3, kinds), 11)
	outcomes := b.checkScores(t)
	failed := 0
	for i, err := range b.errs {
		if err == nil {
			continue
		}
		quorum := fault.From(err)
		if errors.Is(err, fault.ModelQuota) { // it says why, around the quorum's error
			quorum = fault.From(quorum.Cause)
		}
		if quorum == nil || quorum.Code.Word() != "no_quorum" {
			t.Errorf("document %d: %v, want no quorum", i, err)
			continue
		}
		failed++
		for _, miss := range strings.Split(strings.TrimSpace(quorum.Params["misses"]), "\n") {
			if said := strings.SplitN(miss, ": ", 3); len(said) != 3 || said[1] == "ok" || said[2] == "" {
				t.Errorf("document %d: missing verdict %q", i, miss)
			}
		}
	}
	if outcomes["ok"] < 400 || outcomes["refused"] == 0 || outcomes["failed"] == 0 {
		t.Errorf("outcomes %v: the schedule has lost its bite, or retries theirs", outcomes)
	}
	t.Logf("%d calls, outcomes %v, %d documents without a quorum", b.server.Counters().Calls, outcomes, failed)
}

// TestRateLimitWithoutRetryAfter costs seconds, not minutes: twice and then an
// answer, and for ever.
func TestRateLimitWithoutRetryAfter(t *testing.T) {
	for _, tt := range []struct {
		name     string
		schedule fakeserver.Schedule
		calls    int
		ok       bool
		atMost   time.Duration
	}{
		{"twice", fakeserver.Script(fakeserver.RateLimit, fakeserver.RateLimit), 3, true, 2 * time.Second},
		{"for ever", fakeserver.Always(fakeserver.RateLimit), 6, false, 15 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 1, fakeserver.Options{Schedule: tt.schedule})
			var waits patience
			w.Sleep = waits.sleep
			_, err := w.review(t, specOf("acme", plain))
			if (err == nil) != tt.ok {
				t.Errorf("error %v", err)
			}
			if got := w.server.Counters().Calls; got != tt.calls {
				t.Errorf("%d calls, want %d", got, tt.calls)
			}
			if waits.total <= 0 || waits.total > tt.atMost {
				t.Errorf("waited %s in all, want more than none and at most %s", waits.total, tt.atMost)
			}
		})
	}
}

// TestRetryAfterIsHonoured waits as long as the server says, and no longer than
// jitter adds.
func TestRetryAfterIsHonoured(t *testing.T) {
	w := newWorld(t, 1, fakeserver.Options{Schedule: fakeserver.Script(fakeserver.RateLimitSeconds), RetryAfter: 7 * time.Second})
	var waits patience
	w.Sleep = waits.sleep
	w.mustReview(t, specOf("acme", plain))
	if waits.total < 7*time.Second || waits.total > 8*time.Second {
		t.Errorf("waited %s, the server asked for 7 s", waits.total)
	}
}
