package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/advice"
	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
	"judgement/panel"
)

const (
	testKey    = "sk-test-0123456789abcdef"
	scoreShape = `{"type":"object","properties":{"scores":{"type":"array","items":{"type":"object","properties":{"lens":{"enum":["clarity","risk"]},"score":{"description":"clarity 0..10"}}}}}}`
	document   = "The pilot ran in three shops for two months. Unit cost fell by 18 %."
)

func start(t testing.TB, opts fakeserver.Options) *fakeserver.Server {
	t.Helper()
	opts.Drip = time.Millisecond
	s, err := fakeserver.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func connect(t testing.TB, s *fakeserver.Server, change func(*openai.Options)) *openai.Client {
	t.Helper()
	opts := openai.Options{BaseURL: s.URL(), APIKey: testKey, Model: "fake-1", Timeout: 30 * time.Second}
	if change != nil {
		change(&opts)
	}
	c, err := openai.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func scoreRequest(judge string) llm.Request {
	return llm.Request{
		Kind: llm.KindScore, Judge: judge,
		Messages: []llm.Message{
			{Role: llm.System, Content: "You judge."},
			{Role: llm.User, Content: "<<<DOCUMENT 5f3a\n" + document + "\nDOCUMENT 5f3a>>>\n" + judge},
		},
		Schema: llm.Schema{Name: "score", JSON: json.RawMessage(scoreShape)},
	}
}

func errorOf(t *testing.T, err error) *llm.Error {
	t.Helper()
	var e *llm.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is not an *llm.Error", err)
	}
	return e
}

func TestFailuresHaveTheirKind(t *testing.T) {
	tests := []struct {
		fault   fakeserver.Fault
		kind    fault.Code
		status  int
		wait    time.Duration
		charged bool // the prompt is in the usage
		words   string
	}{
		{fakeserver.RateLimit, fault.ModelRateLimit, 429, 0, false, "Rate limit reached"},
		{fakeserver.RateLimitSeconds, fault.ModelRateLimit, 429, 3 * time.Second, false, "429"},
		{fakeserver.ServerError, fault.ModelTransport, 500, 0, true, "had an error"},
		{fakeserver.Overloaded, fault.ModelTransport, 503, 3 * time.Second, true, "overloaded"},
		{fakeserver.BadGateway, fault.ModelTransport, 502, 0, true, "502 Bad Gateway: 502 Bad Gateway"},
		{fakeserver.Cut, fault.ModelTransport, 200, 0, true, "cut off"},
		{fakeserver.Drop, fault.ModelTransport, 0, 0, true, "without an answer"},
		{fakeserver.Malformed, fault.ModelTransport, 200, 0, true, "cut off"},
		{fakeserver.NoChoices, fault.ModelTransport, 200, 0, true, "not a chat completion"},
		{fakeserver.ErrorIn200, fault.ModelTransport, 200, 0, true, "Provider returned error"},
		{fakeserver.Flood, fault.ModelAnswerSize, 200, 0, true, "larger than 4 MiB"},
		{fakeserver.Hang, fault.ModelTimeout, 0, 0, true, "no whole answer within 300ms"},
		{fakeserver.Unauthorized, fault.ModelCredentials, 401, 0, false, "Incorrect API key provided: [redacted]."},
		{fakeserver.Forbidden, fault.ModelForbidden, 403, 0, false, "not supported"},
		{fakeserver.NoModel, fault.ModelNotFound, 404, 0, false, "fake-1"},
		{fakeserver.TooLong, fault.ModelTooLong, 400, 0, false, "the prompt has 9001 tokens"},
		{fakeserver.TooLarge, fault.ModelTooLong, 413, 0, false, "too large"},
		{fakeserver.Quota, fault.ModelQuota, 429, 0, false, "quota"},
		{fakeserver.PayFirst, fault.ModelQuota, 402, 0, false, "Balance"},
		{fakeserver.Filtered, fault.ModelRefused, 400, 0, false, "content management policy"},
		{fakeserver.BadField, fault.ModelBadRequest, 400, 0, false, "user"},
		{fakeserver.Redirect, fault.ModelRedirect, 301, 0, false, "https://example.invalid/v2/chat/completions"},
	}
	for _, tt := range tests {
		t.Run(string(tt.fault), func(t *testing.T) {
			s := start(t, fakeserver.Options{Schedule: fakeserver.Always(tt.fault), RetryAfter: 3 * time.Second})
			c := connect(t, s, func(o *openai.Options) {
				if tt.fault == fakeserver.Hang {
					o.Timeout = 300 * time.Millisecond
				}
			})
			_, err := c.Complete(context.Background(), scoreRequest("j"))
			e := errorOf(t, err)
			if e.Fault.Code != tt.kind || e.Status != tt.status || e.RetryAfter != tt.wait || !strings.Contains(e.Error(), tt.words) || advice.Model(e.Fault) == "" {
				t.Errorf("got %q, status %d, wait %v, %q, fix %q", string(e.Fault.Code), e.Status, e.RetryAfter, e.Error(), advice.Model(e.Fault))
			}
			if u := e.Usage; u.Calls != 1 || u.FailedCalls != 1 || u.Estimated != tt.charged || (u.PromptTokens > 0) != tt.charged {
				t.Errorf("usage %+v", u)
			}
			if n := s.Counters().Calls; n != 1 {
				t.Errorf("%d calls for one attempt", n)
			}
		})
	}
}

func TestRetryAfterDate(t *testing.T) {
	s := start(t, fakeserver.Options{Schedule: fakeserver.Always(fakeserver.RateLimitDate), RetryAfter: time.Hour})
	_, err := connect(t, s, nil).Complete(context.Background(), scoreRequest("j"))
	if wait := errorOf(t, err).RetryAfter; wait < 50*time.Minute || wait > time.Hour {
		t.Errorf("waits %v", wait)
	}
}

func TestRepliesKeepTheirFinish(t *testing.T) {
	tests := []struct {
		fault  fakeserver.Fault
		finish llm.Finish
		words  string
	}{
		{fakeserver.None, llm.FinishStop, `{"scores":[{"lens":"clarity"`},
		{fakeserver.SlowDrip, llm.FinishStop, `{"scores":[`},
		{fakeserver.Prose, llm.FinishStop, "I have read"},
		{fakeserver.Fenced, llm.FinishStop, "```json"},
		{fakeserver.Wrapped, llm.FinishStop, "I hope this helps"},
		{fakeserver.Empty, llm.FinishStop, ""},
		{fakeserver.BrokenJSON, llm.FinishStop, `{"scores"`},
		{fakeserver.Refusal, llm.FinishRefusal, "I'm sorry"},
		{fakeserver.FilterFinish, llm.FinishRefusal, "content filter"},
		{fakeserver.Truncated, llm.FinishLength, `{"scores"`},
		{fakeserver.Huge, llm.FinishStop, `"padding"`},
		{fakeserver.NaN, llm.FinishStop, "NaN"},
		{fakeserver.StringNumbers, llm.FinishStop, "8 out of 10"},
		{fakeserver.OutOfRange, llm.FinishStop, `{"scores"`},
		{fakeserver.UnknownLens, llm.FinishStop, "no-such-lens"},
		{fakeserver.MissingLens, llm.FinishStop, `{"scores":[{"lens":"risk"`},
		{fakeserver.DuplicateLens, llm.FinishStop, `{"scores"`},
	}
	for _, tt := range tests {
		t.Run(string(tt.fault)+"-", func(t *testing.T) {
			s := start(t, fakeserver.Options{Schedule: fakeserver.Always(tt.fault)})
			got, err := connect(t, s, nil).Complete(context.Background(), scoreRequest("j"))
			if err != nil {
				t.Fatal(err)
			}
			if got.Finish != tt.finish || !strings.Contains(got.Text, tt.words) || got.Model != "fake-1" {
				t.Errorf("finish %s, text %.200q, model %s", got.Finish, got.Text, got.Model)
			}
			if (got.Text == "") != (tt.words == "") {
				t.Errorf("text %.200q", got.Text)
			}
			if u := got.Usage; u.Calls != 1 || u.FailedCalls != 0 || u.PromptTokens == 0 || u.CompletionTokens == 0 || u.Estimated {
				t.Errorf("usage %+v", u)
			}
		})
	}
}

func TestUsageIsEstimatedWhereTheServerIsSilent(t *testing.T) {
	s := start(t, fakeserver.Options{OmitUsage: true})
	got, err := connect(t, s, nil).Complete(context.Background(), scoreRequest("j"))
	if err != nil {
		t.Fatal(err)
	}
	want := llm.Usage{Calls: 1, PromptTokens: llm.EstimatePrompt(scoreRequest("j")), CompletionTokens: llm.EstimateTokens(got.Text), Estimated: true}
	if diff := cmp.Diff(want, got.Usage); diff != "" {
		t.Error(diff)
	}
}

func TestSlowDripRunsIntoTheTimeLimit(t *testing.T) {
	s, err := fakeserver.New(fakeserver.Options{Schedule: fakeserver.Always(fakeserver.SlowDrip), Drip: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = connect(t, s, func(o *openai.Options) { o.Timeout = 200 * time.Millisecond }).Complete(context.Background(), scoreRequest("j"))
	e := errorOf(t, err)
	if e.Fault.Code != fault.ModelTimeout || !errors.Is(err, context.DeadlineExceeded) || !e.Retryable() || e.Usage.CompletionTokens == 0 {
		t.Errorf("got %+v", e)
	}
}

func TestUnreachableServer(t *testing.T) {
	s := start(t, fakeserver.Options{})
	c := connect(t, s, nil)
	s.Close()
	_, err := c.Complete(context.Background(), scoreRequest("j"))
	e := errorOf(t, err)
	if e.Fault.Code != fault.ModelConnect || !strings.Contains(e.Error(), "can't connect") || !strings.Contains(advice.Model(e.Fault), "llm.base_url") {
		t.Errorf("%q, %q", e.Error(), advice.Model(e.Fault))
	}
	if diff := cmp.Diff(llm.Usage{Calls: 1, FailedCalls: 1}, e.Usage); diff != "" {
		t.Error(diff)
	}
}

func TestCallerCancels(t *testing.T) {
	s := start(t, fakeserver.Options{Schedule: fakeserver.Always(fakeserver.Hang)})
	c := connect(t, s, nil)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan error, 1)
	go func() {
		_, err := c.Complete(ctx, scoreRequest("j"))
		done <- err
	}()
	for s.Counters().Faults[fakeserver.Hang] == 0 {
		time.Sleep(time.Millisecond)
	}
	cancel()
	select {
	case err := <-done:
		e := errorOf(t, err)
		if e.Fault.Code != fault.ModelCancelled || !errors.Is(err, context.Canceled) || e.Retryable() || e.Usage.PromptTokens == 0 || !e.Usage.Estimated {
			t.Errorf("got %+v", e)
		}
	case <-time.After(20 * time.Second): // the call's own limit is 30 s
		t.Fatal("the call did not return")
	}
	_, err := c.Complete(ctx, scoreRequest("j"))
	if e := errorOf(t, err); e.Fault.Code != fault.ModelCancelled || e.Usage != (llm.Usage{}) {
		t.Errorf("a call that was never made: %+v", e)
	}
}

func TestInfoHasThePrice(t *testing.T) {
	s := start(t, fakeserver.Options{})
	price := llm.Price{Currency: "EUR", Input: panel.PointsOf(2), Cached: panel.PointsOf(1), Output: panel.PointsOf(8)}
	c := connect(t, s, func(o *openai.Options) { o.Prices = map[string]llm.Price{"fake-1": price} })
	info := c.Info("")
	if info.Name != "fake-1" || info.Provider != "openai" || info.NoModel || info.Price == nil || info.Price.Currency != "EUR" {
		t.Errorf("info %+v", info)
	}
	if info := c.Info("other"); info.Price != nil || info.Name != "other" {
		t.Errorf("info %+v", info)
	}
}

// TestUsageThatCannotBeIsEstimated: counts that would make sums negative, and a
// budget endless, are none.
func TestUsageThatCannotBeIsEstimated(t *testing.T) {
	for _, usage := range []string{
		`{"prompt_tokens":9223372036854775807,"completion_tokens":9223372036854775807}`, `{"prompt_tokens":5,"completion_tokens":9223372036854775807}`,
		`{"prompt_tokens":9223372036854775807,"completion_tokens":2}`, `{"prompt_tokens":-5,"completion_tokens":-2}`,
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"choices":[{"message":{"content":"ab"},"finish_reason":"stop"}],"usage":` + usage + `}`))
		}))
		c, err := openai.New(openai.Options{BaseURL: s.URL, Model: "m"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Complete(context.Background(), scoreRequest("j"))
		if u := got.Usage; err != nil || !u.Estimated || u.PromptTokens != llm.EstimatePrompt(scoreRequest("j")) || u.CompletionTokens < 1 || u.CompletionTokens > 2 {
			t.Errorf("%s: %+v, %v", usage, u, err)
		}
		c.Close()
		s.Close()
	}
}

// TestSilentlyCutPromptFails: a reply to a part of the prompt is an error with the
// numbers and the fix, and what the call used is counted.
func TestSilentlyCutPromptFails(t *testing.T) {
	s := start(t, fakeserver.Options{Context: 4096})
	c := connect(t, s, nil)
	long := scoreRequest("long")
	long.Messages[1].Content = "<<<DOCUMENT 5f3a\n" + strings.Repeat(document+"\n", 2000) + "DOCUMENT 5f3a>>>\n"
	_, err := c.Complete(t.Context(), long)
	e := errorOf(t, err)
	if e.Fault.Code != fault.ModelTruncated || e.Retryable() || !strings.Contains(e.Error(), "only 4096 tokens of a prompt of about") || !strings.Contains(e.Error(), "num_ctx") || advice.Model(e.Fault) == "" {
		t.Errorf("%s: %v, fix %q", e.Fault.Code, e, advice.Model(e.Fault))
	}
	if u := e.Usage; u.Calls != 1 || u.FailedCalls != 1 || u.PromptTokens != 4096 {
		t.Errorf("usage %+v", u)
	}
	if n := s.Counters().Calls; n != 1 {
		t.Errorf("%d calls", n)
	}
	if _, err := c.Complete(t.Context(), scoreRequest("short")); err != nil {
		t.Errorf("a prompt that fits: %v", err)
	}
}

// TestHostedNeedsKey: a company's server is not asked without a key.
func TestHostedNeedsKey(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // a call would end with this
	for address, hosted := range map[string]bool{"https://api.openai.com/v1": true, "https://my.openai.azure.com/openai/v1": true, "http://127.0.0.1:1234/v1": false, "https://models.example.org/v1": false} {
		c, err := openai.New(openai.Options{BaseURL: address, Model: "m"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Complete(ctx, llm.Request{Messages: []llm.Message{{Role: llm.User, Content: "hello"}}}); errors.Is(err, fault.ModelNoKey) != hosted {
			t.Errorf("%s: %v", address, err)
		}
	}
}
