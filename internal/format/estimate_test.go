package format_test

import (
	"strings"
	"testing"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/llmtest"
	"judgement/panel"
)

// TestExpect: three calls on one document, of which the first writes the cache, with
// half of the third judge's repeats expected.
func TestExpect(t *testing.T) {
	models := llmtest.Models(func(string) llm.Info {
		return llm.Info{Name: "m", Price: &llm.Price{
			Currency: "EUR", Input: panel.PointsOf(10), Cached: panel.PointsOf(1), CacheWrite: panel.PointsOf(12), Output: panel.PointsOf(20),
		}}
	})
	document := strings.Repeat("word ", 4000)
	req := llm.Request{Kind: llm.KindScore, Document: document, MaxTokens: 4096, Criteria: make([]llm.Criterion, 3), Messages: []llm.Message{{Content: document}}}
	calls := format.EstimateCalls([]jury.Call{{Judge: "a", Request: req}, {Judge: "b", Request: req}, {Judge: "c", Request: req}})
	calls[2].Share = 0.5
	prompt, shared := llm.EstimatePrompt(req), llm.EstimateTokens(document)

	e := format.Expect(calls, models, 1024)
	if want := shared + shared/2; e.Calls != 3 || e.Cached != want || e.Reply != 600+600+300 || e.Prompt != 2*prompt+prompt/2 {
		t.Errorf("%+v, want 3 calls, %d cached, 1500 of replies, %d of prompts", e, want, 2*prompt+prompt/2)
	}
	fresh := e.Prompt - e.Cached - shared
	want := panel.PointsOf(int64(10*fresh + 1*e.Cached + 12*shared + 20*1500)).Quo(panel.PointsOf(1_000_000))
	if e.Cost == nil || e.Cost.Amount.Cmp(want) != 0 {
		t.Errorf("cost %v, want %v", e.Cost, want)
	}
	for name, from := range map[string]int{"off": 0, "a short document": shared} {
		if e := format.Expect(calls, models, from); e.Cached != 0 || e.Cost == nil {
			t.Errorf("caching %s: %+v", name, e)
		}
	}
	sum := format.Price(calls, models)
	if sum.Calls != 3 || sum.Reply != 3*4096 || sum.Cost.Amount.Cmp(e.Cost.Amount) <= 0 {
		t.Errorf("at most: %+v", sum)
	}
	unpriced := llmtest.Models(func(string) llm.Info { return llm.Info{Name: "m"} })
	if e := format.Expect(calls, unpriced, 1024); e.Cost != nil || e.Prompt == 0 {
		t.Errorf("without a price: %+v", e)
	}
}
