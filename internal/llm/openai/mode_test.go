package openai_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
	"judgement/internal/llm/servertest"
)

// A client that knows what an earlier one found out spends no call on it.
func TestKnownModesSaveTheProbing(t *testing.T) {
	s := start(t, fakeserver.Options{Formats: fakeserver.NoSchema})
	first := connect(t, s, nil)
	if _, err := first.Complete(t.Context(), scoreRequest("one")); err != nil {
		t.Fatal(err)
	}
	want := map[string]openai.Mode{"fake-1": openai.JSONObject}
	if diff := cmp.Diff(want, first.Modes()); diff != "" {
		t.Fatal(diff)
	}
	spent := s.Counters().FormatRejects
	if spent == 0 {
		t.Fatal("finding out cost no call; the test shows nothing")
	}
	second := connect(t, s, func(o *openai.Options) { o.Known = first.Modes() })
	if _, err := second.Complete(t.Context(), scoreRequest("two")); err != nil {
		t.Fatal(err)
	}
	if n := s.Counters().FormatRejects; n != spent {
		t.Errorf("%d more calls were turned down", n-spent)
	}
}

// What an earlier run found out may no longer hold.
func TestKnownModeThatNoLongerHolds(t *testing.T) {
	s := start(t, fakeserver.Options{Formats: fakeserver.NoFormats})
	c := connect(t, s, func(o *openai.Options) { o.Known = map[string]openai.Mode{"fake-1": openai.JSONObject} })
	if _, err := c.Complete(t.Context(), scoreRequest("one")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]openai.Mode{"fake-1": openai.Text}, c.Modes()); diff != "" {
		t.Error(diff)
	}
	if _, err := openai.New(openai.Options{BaseURL: s.URL(), Known: map[string]openai.Mode{"m": "xml"}}); err == nil {
		t.Error("an unknown mode passed")
	}
}

// TestThirdCallHasTheSchema: a server that ignores response formats answers the last of
// the three calls that a judge has, also if the panel has one judge.
func TestThirdCallHasTheSchema(t *testing.T) {
	without := func(r servertest.Request) bool { return !strings.Contains(r.Body, "JSON Schema") }
	s := servertest.Start(t, servertest.Fake{Rules: []servertest.Rule{{If: without, Answer: servertest.Answer{Body: servertest.Completion("A good pitch.", "stop", 900)}}}})
	c, err := openai.New(openai.Options{BaseURL: s.Address(), Model: "good"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var last llm.Reply
	for range 3 {
		if last, err = c.Complete(t.Context(), scoreRequest("one")); err != nil {
			t.Fatal(err)
		}
	}
	if mode, known := c.Mode(""); mode != openai.Text || !known || !strings.Contains(last.Text, "{") {
		t.Errorf("mode %s, known %v, reply %s", mode, known, last.Text)
	}
}
