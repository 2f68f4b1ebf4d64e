package jury_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/jury/ledgertest"
	"judgement/internal/llm"
	"judgement/internal/llm/llmtest"
	"judgement/panel"
)

// scripted answers each judge's calls with its steps in turn, and then with a good
// reply.
func scripted(steps map[string][]any) *llmtest.Model {
	return &llmtest.Model{Models: llmtest.Named, Answer: llmtest.Script(`{"n":1}`, steps)}
}

// priced is scripted with a price.
func priced(price *llm.Price, steps map[string][]any) *llmtest.Model {
	m := scripted(steps)
	m.Models = func(string) llm.Info { return llm.Info{Name: "m", Provider: "test", Price: price} }
	return m
}

// slow is scripted with good replies only, that take so long.
func slow(d time.Duration) *llmtest.Model {
	m := scripted(nil)
	m.Delay = d
	return m
}

type reply struct{ N int }

func parse(raw string) (any, error) {
	var r reply
	if strings.Contains(raw, "abstain") {
		return r, jury.Abstain("not my field")
	}
	if err := json.Unmarshal([]byte(raw), &r); err != nil {
		return r, errors.New("no JSON object")
	}
	return r, nil
}

func newRunner(m llm.Model, l jury.Ledger) *jury.Runner {
	return &jury.Runner{
		Model: m, Ledger: l, Slots: make(jury.Slots, 4), Retry: jury.DefaultRetry(),
		Now:    func() time.Time { return time.Unix(0, 0) },
		Sleep:  func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Jitter: func() float64 { return 0.5 },
	}
}

func calls(names ...string) []jury.Call {
	var out []jury.Call
	for _, n := range names {
		out = append(out, jury.Call{
			Judge: n, SkillSHA256: "s", Parse: parse,
			Request: llm.Request{Judge: n, Messages: []llm.Message{{Role: llm.User, Content: "judge this, " + n}}},
		})
	}
	return out
}

func TestAskOutcomes(t *testing.T) {
	transport := llm.Fail(fault.ModelTransport, nil, "connection cut")
	final := llm.Fail(fault.ModelCredentials, nil, "key refused")
	late := llm.Fail(fault.ModelTimeout, nil, "no whole answer within 2m0s")
	tests := []struct {
		name    string
		script  []any
		outcome jury.Outcome
		reason  string
		n       int
		calls   int
		failed  int
	}{
		{"plain", []any{`{"n":3}`}, jury.OK, "", 3, 1, 0},
		{"repair", []any{"I think 3", `{"n":3}`}, jury.OK, "", 3, 2, 0},
		{"fresh try", []any{"prose", "", `{"n":4}`}, jury.OK, "", 4, 3, 0},
		{"unparsable", []any{"prose", "prose", "prose"}, jury.Unparsable, "no JSON object", 0, 3, 0},
		{"retries", []any{transport, transport, `{"n":5}`}, jury.OK, "", 5, 3, 2},
		{"gives up", []any{transport, transport, transport, transport, transport, transport}, jury.Failed, "after 6 attempts", 0, 6, 6},
		{"too slow", []any{late, late, late, late}, jury.Failed, "after 3 attempts", 0, 3, 3},
		{"final error", []any{final}, jury.Failed, "key refused", 0, 1, 1},
		{"refusal", []any{llm.Reply{Text: "no", Finish: llm.FinishRefusal}}, jury.Refused, "declined", 0, 1, 0},
		{"filter", []any{llm.Fail(fault.ModelRefused, nil, "filtered")}, jury.Refused, "filtered", 0, 1, 1},
		{"abstains", []any{"abstain"}, jury.Abstained, "not my field", 0, 1, 0},
		{"patience ends", []any{&llm.Error{Fault: fault.New(fault.ModelRateLimit, nil, "text", "slow down"), RetryAfter: time.Hour}}, jury.Failed, "slow down", 0, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := scripted(map[string][]any{"a": tt.script})
			got, err := jury.Ask(t.Context(), newRunner(m, nil), "score", calls("a"))
			if err != nil {
				t.Fatal(err)
			}
			a := got[0]
			if a.Outcome != tt.outcome || !strings.Contains(a.Reason, tt.reason) || a.Reply != nil && a.Reply.(reply).N != tt.n || a.Reply == nil && tt.n != 0 {
				t.Errorf("answer = %+v", a)
			}
			if a.Usage.Calls != tt.calls || a.Usage.FailedCalls != tt.failed {
				t.Errorf("usage = %+v, want %d calls, %d failed", a.Usage, tt.calls, tt.failed)
			}
			if (a.Outcome == jury.OK) != (a.ReplySHA256 != "") {
				t.Errorf("reply hash %q for outcome %s", a.ReplySHA256, a.Outcome)
			}
		})
	}
}

func TestRepairNamesTheProblem(t *testing.T) {
	m := scripted(map[string][]any{"a": {llm.Reply{Text: "{\"n\":", Finish: llm.FinishLength}, `{"n":1}`}})
	if _, err := jury.Ask(t.Context(), newRunner(m, nil), "score", calls("a")); err != nil {
		t.Fatal(err)
	}
	turn := m.Requests()[1].Messages
	if len(turn) != 3 || turn[1].Content != "{\"n\":" {
		t.Fatalf("repair turn = %+v", turn)
	}
	for _, want := range []string{"no JSON object", "cut off at the length limit", "whole reply again"} {
		if !strings.Contains(turn[2].Content, want) {
			t.Errorf("repair prompt lacks %q: %s", want, turn[2].Content)
		}
	}
}

func TestUnprovenIsAskedOnceMore(t *testing.T) {
	doubts := func(r any) []string { return make([]string, r.(reply).N) }
	tests := []struct {
		name   string
		script []any
		n      int
	}{
		{"better", []any{`{"n":3}`, `{"n":1}`}, 1},
		{"worse is dropped", []any{`{"n":1}`, `{"n":3}`}, 1},
		{"garbled is dropped", []any{`{"n":2}`, "prose"}, 2},
		{"failed call keeps the first", []any{`{"n":2}`, llm.Fail(fault.ModelBadRequest, nil, "no")}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := scripted(map[string][]any{"a": tt.script})
			s := calls("a")
			s[0].Unproven = doubts
			got, err := jury.Ask(t.Context(), newRunner(m, nil), "score", s)
			if err != nil {
				t.Fatal(err)
			}
			if got[0].Outcome != jury.OK || got[0].Reply.(reply).N != tt.n || m.Count() != 2 {
				t.Errorf("answer = %+v after %d calls", got[0], m.Count())
			}
		})
	}
}

// TestResumePaysNothingTwice replays every turn from the ledger: repair, fresh
// try and doubts included, with the same answer.
func TestResumePaysNothingTwice(t *testing.T) {
	script := func() map[string][]any {
		return map[string][]any{
			"a": {"prose", "prose", `{"n":2}`, `{"n":0}`},
			"b": {llm.Fail(fault.ModelTransport, nil, "cut"), `{"n":0}`},
			"c": {"prose", "prose", "prose"},
		}
	}
	s := calls("a", "b", "c")
	for i := range s {
		s[i].Unproven = func(r any) []string { return make([]string, r.(reply).N) }
	}
	ledger := &ledgertest.Memory{}
	first := scripted(script())
	want, err := jury.Ask(t.Context(), newRunner(first, ledger), "score", s)
	if err != nil {
		t.Fatal(err)
	}
	again := scripted(nil)
	got, err := jury.Ask(t.Context(), newRunner(again, ledger), "score", s)
	if err != nil {
		t.Fatal(err)
	}
	if again.Count() != 0 {
		t.Errorf("paid again for %d calls", again.Count())
	}
	for i := range want {
		w, g := want[i], got[i]
		if !g.Replayed || w.Replayed {
			t.Errorf("replayed: first %v, again %v", w.Replayed, g.Replayed)
		}
		w.Replayed, g.Replayed = false, false
		if fmt.Sprint(w) != fmt.Sprint(g) {
			t.Errorf("answers differ:\n%+v\n%+v", w, g)
		}
	}
}

func TestLedgerThatCannotWriteEndsTheReview(t *testing.T) {
	full := errors.New("no space left on device")
	m := scripted(nil)
	_, err := jury.Ask(t.Context(), newRunner(m, &ledgertest.Memory{Fail: full}), "score", calls("a", "b", "c", "d"))
	if !errors.Is(err, full) {
		t.Fatalf("err = %v", err)
	}
}

func TestCancelKeepsWhatIsDone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ledger := &ledgertest.Memory{}
	m := slow(20 * time.Millisecond)
	j := newRunner(m, ledger)
	j.Slots = make(jury.Slots, 1)
	j.OnEvent = func(e jury.Event) {
		if e.Type == jury.JudgeFinished && e.Done == 2 {
			cancel()
		}
	}
	_, err := jury.Ask(ctx, j, "score", calls("a", "b", "c", "d", "e"))
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("err = %v", err)
	}
	if n := ledger.Len(); n < 2 {
		t.Fatalf("%d replies kept", n)
	}
	kept := ledger.Len()
	again := scripted(nil)
	if _, err := jury.Ask(t.Context(), newRunner(again, ledger), "score", calls("a", "b", "c", "d", "e")); err != nil {
		t.Fatal(err)
	}
	if again.Count() != 5-kept {
		t.Errorf("paid for %d calls, want %d", again.Count(), 5-kept)
	}
}

// TestTimeOverWhileTryingAgain: a run that ends because a server can't be reached
// says so, whichever call was on when the time was over.
func TestTimeOverWhileTryingAgain(t *testing.T) {
	down := llm.Fail(fault.ModelConnect, nil, "can't connect")
	for name, j := range map[string]*jury.Runner{
		"while waiting": newRunner(scripted(map[string][]any{"a": {down}}), nil),
		"in a call":     newRunner(&llmtest.Model{Models: llmtest.Named, Answer: llmtest.Script("", map[string][]any{"a": {down}}), Delay: time.Millisecond}, nil),
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		over := fmt.Errorf("the limit was over: %w", context.DeadlineExceeded)
		j.Slots = make(jury.Slots, 1)
		j.Sleep = func(ctx context.Context, _ time.Duration) error {
			cancel(over)
			if name == "in a call" {
				return nil
			}
			return context.Cause(ctx)
		}
		_, err := jury.Ask(ctx, j, "score", calls("a", "b"))
		if !errors.Is(err, fault.Unfinished) || fault.From(err).Params["cause"] != string(fault.ModelConnect) || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "can't connect") {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	j := newRunner(scripted(map[string][]any{"a": {down}}), nil)
	j.Sleep = func(ctx context.Context, _ time.Duration) error { cancel(); return ctx.Err() }
	if _, err := jury.Ask(ctx, j, "score", calls("a")); !errors.Is(err, context.Canceled) || errors.Is(err, fault.Unfinished) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestProgressNeverGoesBack: a listener that is slow with the first judge's end
// sees the second's after it.
func TestProgressNeverGoesBack(t *testing.T) {
	j := newRunner(scripted(nil), nil)
	var mu sync.Mutex
	var done []int
	second := make(chan struct{}, 2)
	j.OnEvent = func(e jury.Event) {
		if e.Type != jury.JudgeFinished {
			return
		}
		if e.Done == 1 {
			select {
			case <-second:
			case <-time.After(100 * time.Millisecond):
			}
		}
		mu.Lock()
		done = append(done, e.Done)
		mu.Unlock()
		second <- struct{}{}
	}
	if _, err := jury.Ask(t.Context(), j, "score", calls("a", "b")); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(done, []int{1, 2}) {
		t.Errorf("ends were told as %v", done)
	}
}

func TestSlotsBoundCalls(t *testing.T) {
	m := slow(5 * time.Millisecond)
	j := newRunner(m, nil)
	j.Slots = make(jury.Slots, 3)
	var wg sync.WaitGroup
	for range 4 { // four documents share the slots
		wg.Go(func() {
			if _, err := jury.Ask(t.Context(), j, "score", calls("a", "b", "c", "d")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if m.Most() != 3 {
		t.Errorf("at most %d calls at once, want 3", m.Most())
	}
}

func TestBudget(t *testing.T) {
	price := &llm.Price{Currency: "USD", Input: panel.PointsOf(10), Cached: panel.PointsOf(1), Output: panel.PointsOf(20)}
	one := func(maxTokens int, maxCost string, p *llm.Price) []jury.Answer {
		t.Helper()
		var cost *panel.Points
		if maxCost != "" {
			c := panel.MustPoints(maxCost)
			cost = &c
		}
		m := priced(p, map[string][]any{"a": {llm.Fail(fault.ModelTransport, nil, "cut"), `{"n":1}`}})
		j := newRunner(m, nil)
		j.Slots = make(jury.Slots, 1)
		j.Budget = &jury.Budget{MaxTokens: maxTokens, MaxCost: cost, MaxReply: 50}
		got, err := jury.Ask(t.Context(), j, "score", calls("a", "b", "c", "d"))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	count := func(as []jury.Answer) (ok, over, tokens int) {
		for _, a := range as {
			tokens += a.Usage.Tokens()
			switch a.Outcome {
			case jury.OK:
				ok++
			case jury.OverBudget:
				over++
			}
		}
		return ok, over, tokens
	}
	if ok, over, _ := count(one(0, "", nil)); ok != 4 || over != 0 {
		t.Errorf("without limits: %d ok, %d over", ok, over)
	}
	ok, over, tokens := count(one(360, "", nil))
	if ok+over != 4 || over == 0 || tokens > 360 {
		t.Errorf("360 tokens: %d ok, %d over budget, %d tokens used", ok, over, tokens)
	}
	if ok, over, _ := count(one(0, "1", nil)); ok != 0 || over != 4 {
		t.Errorf("unknown price under a cost limit: %d ok, %d over", ok, over)
	}
	ok, over, _ = count(one(0, "0.004", price))
	if ok == 0 || over == 0 {
		t.Errorf("cost limit: %d ok, %d over", ok, over)
	}
}

// TestNothingIsBoughtThatCanNotBeKept: a ledger that can't write ends the review
// before a call; kept replies need none.
func TestNothingIsBoughtThatCanNotBeKept(t *testing.T) {
	full := errors.New("the disk is full")
	ledger := &ledgertest.Memory{Unready: full}
	m := scripted(nil)
	if _, err := jury.Ask(t.Context(), newRunner(m, ledger), "score", calls("a", "b")); !errors.Is(err, full) || m.Count() != 0 {
		t.Errorf("%v after %d calls", err, m.Count())
	}
	ledger.Unready = nil
	if _, err := jury.Ask(t.Context(), newRunner(m, ledger), "score", calls("a", "b")); err != nil {
		t.Fatal(err)
	}
	ledger.Unready = full
	answers, err := jury.Ask(t.Context(), newRunner(m, ledger), "score", calls("a", "b"))
	if err != nil || !answers[0].Replayed || !answers[1].Replayed {
		t.Errorf("%+v, %v", answers, err)
	}
}

// slowLedger takes its time, and notes how many calls were not kept yet.
type slowLedger struct {
	ledgertest.Memory
	model *llmtest.Model
	mu    sync.Mutex
	most  int
}

func (l *slowLedger) Put(ctx context.Context, r jury.Record) error {
	time.Sleep(5 * time.Millisecond)
	asked := l.model.Count()
	l.mu.Lock()
	l.most = max(l.most, asked-l.Len())
	l.mu.Unlock()
	return l.Memory.Put(ctx, r)
}

// TestNoMoreUnkeptThanSlots: a process that is killed loses at most as many paid
// replies as it has slots, also if keeping them is slow.
func TestNoMoreUnkeptThanSlots(t *testing.T) {
	m := scripted(nil)
	l := &slowLedger{model: m}
	j := newRunner(m, l)
	j.Slots = make(jury.Slots, 2)
	if _, err := jury.Ask(t.Context(), j, "score", calls("a", "b", "c", "d", "e", "f", "g", "h")); err != nil {
		t.Fatal(err)
	}
	if l.most > 2 || l.Len() != 8 {
		t.Errorf("%d calls were not kept at once, %d are kept in all", l.most, l.Len())
	}
}
