package jury

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/panel"
)

// scripted answers each seat's calls in turn: an entry is a reply's text, an
// *llm.Error or an llm.Reply.
type scripted struct {
	mu      sync.Mutex
	script  map[string][]any // by judge
	calls   []llm.Request
	running atomic.Int32
	most    atomic.Int32
	price   *llm.Price
	delay   time.Duration
}

func (m *scripted) Info(model string) llm.Info {
	return llm.Info{Name: "m-" + model, Provider: "test", Price: m.price}
}

func (m *scripted) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	n := m.running.Add(1)
	defer m.running.Add(-1)
	for old := m.most.Load(); n > old && !m.most.CompareAndSwap(old, n); old = m.most.Load() {
	}
	if m.delay > 0 {
		if err := Sleep(ctx, m.delay); err != nil {
			return llm.Reply{}, llm.Fail(fault.ModelCancelled, err, "cancelled")
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls = append(m.calls, req)
	use := llm.Usage{Calls: 1, PromptTokens: 100, CompletionTokens: 10}
	steps := m.script[req.Judge]
	if len(steps) == 0 {
		return llm.Reply{Text: `{"n":1}`, Usage: use, Finish: llm.FinishStop, Model: "m"}, nil
	}
	m.script[req.Judge] = steps[1:]
	switch s := steps[0].(type) {
	case *llm.Error:
		e := *s
		e.Usage = llm.Usage{Calls: 1, FailedCalls: 1, PromptTokens: 100}
		return llm.Reply{}, &e
	case llm.Reply:
		s.Usage, s.Model = use, "m"
		return s, nil
	case string:
		return llm.Reply{Text: s, Usage: use, Finish: llm.FinishStop, Model: "m"}, nil
	}
	panic("unknown step")
}

type memory struct {
	mu   sync.Mutex
	recs map[Key]Record
	fail error

	unready error
}

func (m *memory) Get(_ context.Context, k Key) (Record, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.recs[k]
	return r, ok && !r.Unanswered, nil
}

func (m *memory) Put(_ context.Context, r Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return m.fail
	}
	if old, ok := m.recs[r.Key]; !ok || old.Unanswered {
		m.recs[r.Key] = r
	}
	return nil
}

func (m *memory) Ready(context.Context, int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.unready
}

type reply struct{ N int }

func parse(raw string) (any, error) {
	var r reply
	if strings.Contains(raw, "abstain") {
		return r, Abstain("not my field")
	}
	if err := json.Unmarshal([]byte(raw), &r); err != nil {
		return r, errors.New("no JSON object")
	}
	return r, nil
}

func newRunner(m llm.Model, l Ledger) *Runner {
	return &Runner{
		Model: m, Ledger: l, Slots: make(Slots, 4), Retry: DefaultRetry(),
		Now:    func() time.Time { return time.Unix(0, 0) },
		Sleep:  func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Jitter: func() float64 { return 0.5 },
	}
}

func calls(names ...string) []Call {
	var out []Call
	for _, n := range names {
		out = append(out, Call{
			Judge: n, SkillSHA256: "s", Parse: parse,
			Request: llm.Request{Judge: n, Messages: []llm.Message{{Role: llm.User, Content: "judge this, " + n}}},
		})
	}
	return out
}

func TestAskOutcomes(t *testing.T) {
	transport := llm.Fail(fault.ModelTransport, nil, "connection cut")
	final := llm.Fail(fault.ModelCredentials, nil, "key refused")
	tests := []struct {
		name    string
		script  []any
		outcome Outcome
		reason  string
		n       int
		calls   int
		failed  int
	}{
		{"plain", []any{`{"n":3}`}, OK, "", 3, 1, 0},
		{"repair", []any{"I think 3", `{"n":3}`}, OK, "", 3, 2, 0},
		{"fresh try", []any{"prose", "", `{"n":4}`}, OK, "", 4, 3, 0},
		{"unparsable", []any{"prose", "prose", "prose"}, Unparsable, "no JSON object", 0, 3, 0},
		{"retries", []any{transport, transport, `{"n":5}`}, OK, "", 5, 3, 2},
		{"gives up", []any{transport, transport, transport, transport, transport, transport}, Failed, "after 6 attempts", 0, 6, 6},
		{"final error", []any{final}, Failed, "key refused", 0, 1, 1},
		{"refusal", []any{llm.Reply{Text: "no", Finish: llm.FinishRefusal}}, Refused, "declined", 0, 1, 0},
		{"filter", []any{llm.Fail(fault.ModelRefused, nil, "filtered")}, Refused, "filtered", 0, 1, 1},
		{"abstains", []any{"abstain"}, Abstained, "not my field", 0, 1, 0},
		{"patience ends", []any{&llm.Error{Fault: fault.New(fault.ModelRateLimit, nil, "text", "slow down"), RetryAfter: time.Hour}}, Failed, "slow down", 0, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := &scripted{script: map[string][]any{"a": tt.script}}
			got, err := Ask(t.Context(), newRunner(m, nil), "score", calls("a"))
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
			if (a.Outcome == OK) != (a.ReplySHA256 != "") {
				t.Errorf("reply hash %q for outcome %s", a.ReplySHA256, a.Outcome)
			}
		})
	}
}

func TestRepairNamesTheProblem(t *testing.T) {
	m := &scripted{script: map[string][]any{"a": {llm.Reply{Text: "{\"n\":", Finish: llm.FinishLength}, `{"n":1}`}}}
	if _, err := Ask(t.Context(), newRunner(m, nil), "score", calls("a")); err != nil {
		t.Fatal(err)
	}
	turn := m.calls[1].Messages
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
			m := &scripted{script: map[string][]any{"a": tt.script}}
			s := calls("a")
			s[0].Unproven = doubts
			got, err := Ask(t.Context(), newRunner(m, nil), "score", s)
			if err != nil {
				t.Fatal(err)
			}
			if got[0].Outcome != OK || got[0].Reply.(reply).N != tt.n || len(m.calls) != 2 {
				t.Errorf("answer = %+v after %d calls", got[0], len(m.calls))
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
	ledger := &memory{recs: map[Key]Record{}}
	first := &scripted{script: script()}
	want, err := Ask(t.Context(), newRunner(first, ledger), "score", s)
	if err != nil {
		t.Fatal(err)
	}
	again := &scripted{script: map[string][]any{}}
	got, err := Ask(t.Context(), newRunner(again, ledger), "score", s)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.calls) != 0 {
		t.Errorf("paid again for %d calls", len(again.calls))
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
	m := &scripted{script: map[string][]any{}}
	_, err := Ask(t.Context(), newRunner(m, &memory{recs: map[Key]Record{}, fail: full}), "score", calls("a", "b", "c", "d"))
	if !errors.Is(err, full) {
		t.Fatalf("err = %v", err)
	}
}

func TestCancelKeepsWhatIsDone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ledger := &memory{recs: map[Key]Record{}}
	m := &scripted{script: map[string][]any{}, delay: 20 * time.Millisecond}
	j := newRunner(m, ledger)
	j.Slots = make(Slots, 1)
	j.OnEvent = func(e Event) {
		if e.Type == JudgeFinished && e.Done == 2 {
			cancel()
		}
	}
	_, err := Ask(ctx, j, "score", calls("a", "b", "c", "d", "e"))
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("err = %v", err)
	}
	if n := len(ledger.recs); n < 2 {
		t.Fatalf("%d replies kept", n)
	}
	kept := len(ledger.recs)
	again := &scripted{script: map[string][]any{}}
	if _, err := Ask(t.Context(), newRunner(again, ledger), "score", calls("a", "b", "c", "d", "e")); err != nil {
		t.Fatal(err)
	}
	if len(again.calls) != 5-kept {
		t.Errorf("paid for %d calls, want %d", len(again.calls), 5-kept)
	}
}

// TestTimeOverWhileTryingAgain: a run that ends because a server can't be reached
// says so, whichever call was on when the time was over.
func TestTimeOverWhileTryingAgain(t *testing.T) {
	down := llm.Fail(fault.ModelConnect, nil, "can't connect")
	for name, j := range map[string]*Runner{
		"while waiting": newRunner(&scripted{script: map[string][]any{"a": {down}}}, nil),
		"in a call":     newRunner(&scripted{script: map[string][]any{"a": {down}}, delay: time.Millisecond}, nil),
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		over := fmt.Errorf("the limit was over: %w", context.DeadlineExceeded)
		j.Slots = make(Slots, 1)
		j.Sleep = func(ctx context.Context, _ time.Duration) error {
			cancel(over)
			if name == "in a call" {
				return nil
			}
			return context.Cause(ctx)
		}
		_, err := Ask(ctx, j, "score", calls("a", "b"))
		if !errors.Is(err, fault.Unfinished) || fault.From(err).Params["cause"] != string(fault.ModelConnect) || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "can't connect") {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	j := newRunner(&scripted{script: map[string][]any{"a": {down}}}, nil)
	j.Sleep = func(ctx context.Context, _ time.Duration) error { cancel(); return ctx.Err() }
	if _, err := Ask(ctx, j, "score", calls("a")); !errors.Is(err, context.Canceled) || errors.Is(err, fault.Unfinished) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestProgressNeverGoesBack: a listener that is slow with the first judge's end
// is told of the second's after it.
func TestProgressNeverGoesBack(t *testing.T) {
	j := newRunner(&scripted{script: map[string][]any{}}, nil)
	var mu sync.Mutex
	var done []int
	second := make(chan struct{}, 2)
	j.OnEvent = func(e Event) {
		if e.Type != JudgeFinished {
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
	if _, err := Ask(t.Context(), j, "score", calls("a", "b")); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(done, []int{1, 2}) {
		t.Errorf("ends were told as %v", done)
	}
}

func TestSlotsBoundCalls(t *testing.T) {
	m := &scripted{script: map[string][]any{}, delay: 5 * time.Millisecond}
	j := newRunner(m, nil)
	j.Slots = make(Slots, 3)
	var wg sync.WaitGroup
	for range 4 { // four documents share the slots
		wg.Go(func() {
			if _, err := Ask(t.Context(), j, "score", calls("a", "b", "c", "d")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if m.most.Load() != 3 {
		t.Errorf("at most %d calls at once, want 3", m.most.Load())
	}
}

func TestBudget(t *testing.T) {
	price := &llm.Price{Currency: "USD", Input: panel.PointsOf(10), Cached: panel.PointsOf(1), Output: panel.PointsOf(20)}
	one := func(maxTokens int, maxCost string, p *llm.Price) []Answer {
		t.Helper()
		var cost *panel.Points
		if maxCost != "" {
			c := panel.MustPoints(maxCost)
			cost = &c
		}
		m := &scripted{price: p, script: map[string][]any{"a": {llm.Fail(fault.ModelTransport, nil, "cut"), `{"n":1}`}}}
		j := newRunner(m, nil)
		j.Slots = make(Slots, 1)
		j.Budget = &Budget{MaxTokens: maxTokens, MaxCost: cost, MaxReply: 50}
		got, err := Ask(t.Context(), j, "score", calls("a", "b", "c", "d"))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	count := func(as []Answer) (ok, over, tokens int) {
		for _, a := range as {
			tokens += a.Usage.Tokens()
			switch a.Outcome {
			case OK:
				ok++
			case OverBudget:
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
	ledger := &memory{recs: map[Key]Record{}, unready: full}
	m := &scripted{script: map[string][]any{}}
	if _, err := Ask(t.Context(), newRunner(m, ledger), "score", calls("a", "b")); !errors.Is(err, full) || len(m.calls) != 0 {
		t.Errorf("%v after %d calls", err, len(m.calls))
	}
	ledger.unready = nil
	if _, err := Ask(t.Context(), newRunner(m, ledger), "score", calls("a", "b")); err != nil {
		t.Fatal(err)
	}
	ledger.unready = full
	answers, err := Ask(t.Context(), newRunner(m, ledger), "score", calls("a", "b"))
	if err != nil || !answers[0].Replayed || !answers[1].Replayed {
		t.Errorf("%+v, %v", answers, err)
	}
}

// slowLedger takes its time, and notes how many answered calls were not kept yet.
type slowLedger struct {
	memory
	model *scripted
	most  int
}

func (l *slowLedger) Put(ctx context.Context, r Record) error {
	time.Sleep(5 * time.Millisecond)
	l.model.mu.Lock()
	answered := len(l.model.calls)
	l.model.mu.Unlock()
	l.mu.Lock()
	l.most = max(l.most, answered-len(l.recs))
	l.mu.Unlock()
	return l.memory.Put(ctx, r)
}

// TestNoMoreUnkeptThanSlots: a process that is killed loses at most as many paid
// replies as it has slots, also where keeping them is slow.
func TestNoMoreUnkeptThanSlots(t *testing.T) {
	m := &scripted{script: map[string][]any{}}
	l := &slowLedger{memory: memory{recs: map[Key]Record{}}, model: m}
	j := newRunner(m, l)
	j.Slots = make(Slots, 2)
	if _, err := Ask(t.Context(), j, "score", calls("a", "b", "c", "d", "e", "f", "g", "h")); err != nil {
		t.Fatal(err)
	}
	if l.most > 2 || len(l.recs) != 8 {
		t.Errorf("%d answered calls were not kept at once, %d are kept in all", l.most, len(l.recs))
	}
}
