package jury_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/jury/ledgertest"
	"judgement/internal/llm"
	"judgement/internal/llm/llmtest"
	"judgement/panel"
)

var cheapCache = &llm.Price{Currency: "USD", Input: panel.PointsOf(10), Cached: panel.PointsOf(1)}

// onDocument has the judges read one document: the rest of their prompts differs.
func onDocument(document string, names ...string) []jury.Call {
	out := calls(names...)
	for i := range out {
		r := &out[i].Request
		r.Document, r.Mark = document, "5eed"
		r.Messages = []llm.Message{{Role: llm.System, Content: "You judge."}, {Role: llm.User, Content: document + "\n\nYou judge as " + names[i] + "."}}
	}
	return out
}

// watched answers after a while, and says how many calls had been answered when each
// call came.
func watched(price *llm.Price, fail bool) (*llmtest.Model, func() map[string]int) {
	type arrival struct {
		judge    string
		answered int
	}
	answered := make(chan struct{}, 100)
	came := make(chan arrival, 100)
	m := priced(price, nil)
	m.Answer = func(_ context.Context, req llm.Request) (llm.Reply, error) {
		came <- arrival{req.Judge, len(answered)}
		time.Sleep(20 * time.Millisecond)
		answered <- struct{}{}
		if fail && req.Judge == "a" {
			e := llm.Fail(fault.ModelBadRequest, nil, "no")
			e.Usage = llm.Usage{Calls: 1, FailedCalls: 1}
			return llm.Reply{}, e
		}
		return llmtest.Text(`{"n":1}`), nil
	}
	return m, func() map[string]int {
		out := map[string]int{}
		for len(came) > 0 {
			a := <-came
			out[a.judge] = a.answered
		}
		return out
	}
}

func TestFirstCallOnADocumentGoesAhead(t *testing.T) {
	long, short := strings.Repeat("A line of the document that all judges read.\n", 200), "A short document.\n"
	for _, tt := range []struct {
		name     string
		price    *llm.Price
		document string
		from     int
		fail     bool
		ahead    bool
	}{
		{"caching pays", cheapCache, long, 1024, false, true},
		{"the first call fails", cheapCache, long, 1024, true, true},
		{"a short document", cheapCache, short, 1024, false, false},
		{"cached tokens cost as much", &llm.Price{Currency: "USD", Input: panel.PointsOf(1), Cached: panel.PointsOf(1)}, long, 1024, false, false},
		{"no price is known", nil, long, 1024, false, false},
		{"turned off", cheapCache, long, 0, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, arrivals := watched(tt.price, tt.fail)
			r := newRunner(m, nil)
			r.CacheFrom = tt.from
			if _, err := jury.Ask(t.Context(), r, "score", onDocument(tt.document, "a", "b", "c")); err != nil {
				t.Fatal(err)
			}
			got := arrivals()
			for _, judge := range []string{"b", "c"} {
				if ahead := got["a"] == 0 && got[judge] > 0; ahead != tt.ahead {
					t.Errorf("%s came after %d answers, a after %d", judge, got[judge], got["a"])
				}
			}
			for _, req := range m.Requests() {
				p := req.Prefix
				if (p != nil) != tt.ahead {
					t.Fatalf("judge %s: prefix %+v", req.Judge, p)
				}
				if p != nil && (p.Messages != 1 || req.Messages[1].Content[:p.Bytes] != long+"\n\n") {
					t.Errorf("judge %s: the prefix ends after %d bytes", req.Judge, p.Bytes)
				}
			}
		})
	}
}

// TestKeptRepliesDoNotHoldOthersUp: the first call that goes to the model is ahead, and
// one that goes alone has nothing to wait for.
func TestKeptRepliesDoNotHoldOthersUp(t *testing.T) {
	document := strings.Repeat("A line of the document that all judges read.\n", 200)
	ledger := &ledgertest.Memory{}
	m, arrivals := watched(cheapCache, false)
	r := newRunner(m, ledger)
	r.CacheFrom = 1024
	if _, err := jury.Ask(t.Context(), r, "score", onDocument(document, "a")); err != nil {
		t.Fatal(err)
	}
	arrivals()
	if _, err := jury.Ask(t.Context(), r, "score", onDocument(document, "a", "b", "c", "d")); err != nil {
		t.Fatal(err)
	}
	got := arrivals()
	if _, asked := got["a"]; asked || got["b"] != 1 || got["c"] < 2 || got["d"] < 2 {
		t.Errorf("answers before each call: %v", got)
	}
}

// TestModelsHaveCachesOfTheirOwn: calls to two models don't wait for each other.
func TestModelsHaveCachesOfTheirOwn(t *testing.T) {
	document := strings.Repeat("A line of the document that all judges read.\n", 200)
	m, arrivals := watched(cheapCache, false)
	m.Models = func(model string) llm.Info { return llm.Info{Name: model, Provider: "test", Price: cheapCache} }
	r := newRunner(m, nil)
	r.CacheFrom = 1024
	asked := onDocument(document, "a", "b", "c", "d", "e")
	for i, model := range []string{"m", "n", "m", "n", "alone"} {
		asked[i].Request.Model = model
	}
	if _, err := jury.Ask(t.Context(), r, "score", asked); err != nil {
		t.Fatal(err)
	}
	if got := arrivals(); got["a"] != 0 || got["b"] != 0 || got["e"] != 0 || got["c"] == 0 || got["d"] == 0 {
		t.Errorf("answers before each call: %v", got)
	}
	keys := map[string]string{}
	for _, req := range m.Requests() {
		if req.Prefix != nil {
			keys[req.Judge] = req.Prefix.Key
		}
	}
	if keys["a"] == "" || keys["a"] != keys["c"] || keys["e"] != "" {
		t.Errorf("keys of the prefixes: %v", keys)
	}
}

// TestRepliesUnderTheFormerSchema: what an earlier release stored is found, and what it
// spent on failed attempts counts.
func TestRepliesUnderTheFormerSchema(t *testing.T) {
	ledger := &ledgertest.Memory{}
	former := llm.Schema{Name: "n", JSON: []byte(`{"former":1}`)}
	old := calls("a", "b")
	for i := range old {
		old[i].Request.Schema = former
	}
	r := newRunner(scripted(map[string][]any{"b": slices.Repeat([]any{llm.Fail(fault.ModelTransport, nil, "cut")}, 6)}), ledger)
	if _, err := jury.Ask(t.Context(), r, "score", old); err != nil {
		t.Fatal(err)
	}
	now := calls("a", "b")
	for i := range now {
		now[i].Request.Schema, now[i].Request.FormerSchema = llm.Schema{Name: "n", JSON: []byte(`{"now":1}`)}, former
	}
	m := scripted(nil)
	for range 2 {
		answers, err := jury.Ask(t.Context(), newRunner(m, ledger), "score", now)
		if err != nil {
			t.Fatal(err)
		}
		if !answers[0].Replayed || answers[0].Outcome != jury.OK || answers[1].Outcome != jury.OK || answers[1].Usage.Calls != 7 {
			t.Errorf("%+v", answers)
		}
	}
	if n := len(m.Requests()); n != 1 {
		t.Errorf("%d calls were made, only b's was missing", n)
	}
}

// TestProvidersHaveSlotsOfTheirOwn: calls to a provider that hangs take no slot of
// another, and its failures are its own.
func TestProvidersHaveSlotsOfTheirOwn(t *testing.T) {
	m := scripted(nil)
	release := make(chan struct{})
	m.Answer = func(ctx context.Context, req llm.Request) (llm.Reply, error) {
		if req.Model == "slow" {
			<-release
			e := llm.Fail(fault.ModelCredentials, nil, "key refused")
			e.Usage = llm.Usage{Calls: 1, FailedCalls: 1}
			return llm.Reply{}, e
		}
		return llmtest.Text(`{"n":1}`), nil
	}
	r := newRunner(m, nil)
	r.Slots = nil // of no use here
	r.Providers = map[string]jury.Limits{"slow": {Slots: make(jury.Slots, 1)}, "fast": {Slots: make(jury.Slots, 1)}}
	asked := calls("a", "b", "c", "d")
	for i, provider := range []string{"slow", "slow", "fast", "fast"} {
		asked[i].Provider, asked[i].Request.Model = provider, provider
	}
	fast := 0
	r.OnEvent = func(e jury.Event) {
		if e.Type == jury.JudgeFinished && *e.Outcome == jury.OK {
			if fast++; fast == 2 {
				close(release) // the fast ones are done while the slow one hangs
			}
		}
	}
	answers, err := jury.Ask(t.Context(), r, "score", asked)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []jury.Outcome{jury.Failed, jury.Failed, jury.OK, jury.OK} {
		if answers[i].Outcome != want {
			t.Errorf("judge %s: %s", asked[i].Judge, answers[i].Outcome)
		}
	}
}
