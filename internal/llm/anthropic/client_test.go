package anthropic_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/llm/anthropic"
	"judgement/internal/llm/fakeserver"
	"judgement/panel"
)

const (
	testKey = "sk-ant-test-0123456789abcdef"
	shape   = `{"type":"object","properties":{"scores":{"type":"array","items":{"type":"object","properties":{"lens":{"enum":["clarity","risk"],"type":"string"},"score":{"description":"clarity 0..10","type":["number","null"]}},"required":["lens","score"],"additionalProperties":false}},"cuts":{"type":"array","items":{"type":"string"}}},"required":["scores","cuts"],"additionalProperties":false}`
)

var document = strings.Repeat("The pilot ran in three shops for two months. Unit cost fell by 18 %.\n", 100)

func start(t *testing.T, opts fakeserver.Options) *fakeserver.Server {
	t.Helper()
	s, err := fakeserver.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func connect(t *testing.T, s *fakeserver.Server, change func(*anthropic.Options)) *anthropic.Client {
	t.Helper()
	opts := anthropic.Options{BaseURL: s.URL(), APIKey: testKey, KeyVariable: "ANTHROPIC_API_KEY", Model: "claude-test", Timeout: 30 * time.Second}
	if change != nil {
		change(&opts)
	}
	c, err := anthropic.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func request(judge string) llm.Request {
	return llm.Request{
		Kind: llm.KindScore, Judge: judge, MaxTokens: 700,
		Messages: []llm.Message{
			{Role: llm.System, Content: "You judge."},
			{Role: llm.User, Content: "<<<DOCUMENT 5f3a\n" + document + "\nDOCUMENT 5f3a>>>\nYou judge as " + judge},
		},
		Schema: llm.Schema{Name: "reply", JSON: json.RawMessage(shape)},
	}
}

func shared(req llm.Request) llm.Request {
	req.Prefix = &llm.Prefix{Key: "k", Messages: 1, Bytes: strings.LastIndexByte(req.Messages[1].Content, '\n') + 1}
	return req
}

// TestReply: a structured reply, what went over the wire, and the tokens that were
// written to the cache and read from it.
func TestReply(t *testing.T) {
	var last fakeserver.Request
	s := start(t, fakeserver.Options{APIKey: testKey, PromptCache: true, OnRequest: func(r fakeserver.Request) { last = r }})
	c := connect(t, s, nil)
	first, err := c.Complete(t.Context(), shared(request("a")))
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid([]byte(first.Text)) || first.Finish != llm.FinishStop || first.Model != "claude-test" {
		t.Errorf("%+v", first)
	}
	if u := first.Usage; u.Calls != 1 || u.CacheWrites < 1500 || u.CachedTokens != 0 || u.PromptTokens <= u.CacheWrites || u.CompletionTokens == 0 || u.Estimated {
		t.Errorf("the first call used %+v", u)
	}
	if last.MaxTokens != 700 || last.Temperature == nil || *last.Temperature != 0 || last.Format != "json_schema" || last.Messages[0].Role != "system" {
		t.Errorf("sent %s", last.Body)
	}
	if body := string(last.Body); strings.Index(body, `"scores":{`) > strings.Index(body, `"cuts":{`) {
		t.Errorf("the schema's properties are in another order: %s", body[len(body)-900:])
	}
	if strings.Count(string(last.Body), `"cache_control":{"type":"ephemeral"}`) != 1 {
		t.Error("the document's end is not marked once")
	}
	second, err := c.Complete(t.Context(), shared(request("b")))
	if err != nil {
		t.Fatal(err)
	}
	if u := second.Usage; u.CachedTokens != first.Usage.CacheWrites || u.CacheWrites != 0 {
		t.Errorf("the second call used %+v", u)
	}
	price := llm.Price{Currency: "USD", Input: panel.PointsOf(4), Cached: panel.MustPoints("0.4"), CacheWrite: panel.PointsOf(5), Output: panel.PointsOf(20)}
	u := llm.Usage{PromptTokens: 1_000_000, CachedTokens: 500_000, CacheWrites: 250_000, CompletionTokens: 100_000}
	if cost := price.Cost(u).String(); cost != "4.45" { // 1 + 0.2 + 1.25 + 2
		t.Errorf("cost %s", cost)
	}
}

// TestNothingShared: without a shared beginning nothing is marked for the cache.
func TestNothingShared(t *testing.T) {
	var body string
	s := start(t, fakeserver.Options{OnRequest: func(r fakeserver.Request) { body = string(r.Body) }})
	c := connect(t, s, nil)
	if _, err := c.Complete(t.Context(), request("a")); err != nil || strings.Contains(body, "cache_control") {
		t.Errorf("%v: %s", err, body)
	}
	repair := shared(request("a"))
	repair.Messages = append(repair.Messages, llm.Message{Role: llm.Assistant}, llm.Message{Role: llm.User, Content: "Again."})
	if _, err := c.Complete(t.Context(), repair); err != nil || strings.Count(body, "cache_control") != 1 {
		t.Errorf("a repair turn after an empty reply: %v: %s", err, body)
	}
}

// TestRefusedFields: what a model does not take is left out from then on.
func TestRefusedFields(t *testing.T) {
	s := start(t, fakeserver.Options{Refuse: []string{"temperature", "output_config"}})
	c := connect(t, s, nil)
	reply, err := c.Complete(t.Context(), request("a"))
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid([]byte(reply.Text)) || reply.Usage.Calls != 3 || reply.Usage.FailedCalls != 2 {
		t.Errorf("%+v", reply)
	}
	if reply, err = c.Complete(t.Context(), request("b")); err != nil || reply.Usage.Calls != 1 {
		t.Errorf("the second call: %+v, %v", reply.Usage, err)
	}
}

// TestLongestReply: a reply limit above the model's, or above what the prompt leaves of the
// context, is lowered; the first is remembered.
func TestLongestReply(t *testing.T) {
	calls := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Max int `json:"max_tokens"`
		}
		_ = json.NewDecoder(r.Body).Decode(&body)
		calls++
		said := ""
		switch {
		case body.Max > 8192:
			said = fmt.Sprintf("max_tokens: %d > 8192, which is the maximum allowed number of output tokens for m", body.Max)
		case body.Max > 2000:
			said = fmt.Sprintf("input length and `max_tokens` exceed context limit: 198000 + %d > 200000, decrease input length or `max_tokens` and try again", body.Max)
		}
		w.Header().Set("Content-Type", "application/json")
		if said != "" {
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]any{"type": "error", "error": map[string]string{"type": "invalid_request_error", "message": said}})
			return
		}
		_, _ = io.WriteString(w, `{"type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"{}"}],"stop_reason":"end_turn","usage":{"input_tokens":198000,"output_tokens":2}}`)
	}))
	defer s.Close()
	c := connectTo(t, s.URL)
	for _, want := range []int{3, 2} {
		calls = 0
		req := request("a")
		req.MaxTokens = 0
		if reply, err := c.Complete(t.Context(), req); err != nil || reply.Text != "{}" || calls != want || reply.Usage.FailedCalls != want-1 {
			t.Errorf("%d calls, at most %d: %+v, %v", calls, want, reply, err)
		}
	}
}

// TestNoServer: what was never sent costs nothing, and has its own advice.
func TestNoServer(t *testing.T) {
	c := connectTo(t, "http://127.0.0.1:1")
	var e *llm.Error
	if _, err := c.Complete(t.Context(), request("a")); !errors.As(err, &e) || e.Fault.Code != fault.ModelConnect || e.Usage.PromptTokens != 0 {
		t.Error(err)
	}
}

// connectTo returns a client of a server.
func connectTo(t *testing.T, address string) *anthropic.Client {
	t.Helper()
	c, err := anthropic.New(anthropic.Options{BaseURL: address, APIKey: testKey, Model: "m", MaxReplyTokens: 64000})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestErrors(t *testing.T) {
	for fake, want := range map[fakeserver.Fault]fault.Code{
		fakeserver.RateLimit: fault.ModelRateLimit, fakeserver.RateLimitSeconds: fault.ModelRateLimit, fakeserver.Quota: fault.ModelQuota,
		fakeserver.ServerError: fault.ModelTransport, fakeserver.Overloaded: fault.ModelTransport, fakeserver.BadGateway: fault.ModelTransport,
		fakeserver.Unauthorized: fault.ModelCredentials, fakeserver.Forbidden: fault.ModelForbidden, fakeserver.NoModel: fault.ModelNotFound,
		fakeserver.TooLong: fault.ModelTooLong, fakeserver.TooLarge: fault.ModelTooLong, fakeserver.Filtered: fault.ModelBadRequest,
		fakeserver.Redirect: fault.ModelRedirect, fakeserver.Hang: fault.ModelTimeout, fakeserver.Drop: fault.ModelTransport,
		fakeserver.Malformed: fault.ModelTransport, fakeserver.Flood: fault.ModelAnswerSize,
	} {
		t.Run(string(fake), func(t *testing.T) {
			t.Parallel()
			s := start(t, fakeserver.Options{Schedule: fakeserver.Always(fake)})
			c := connect(t, s, func(o *anthropic.Options) {
				if fake == fakeserver.Hang {
					o.Timeout = 50 * time.Millisecond
				}
			})
			_, err := c.Complete(t.Context(), request("a"))
			var e *llm.Error
			if !errors.As(err, &e) || e.Fault.Code != want {
				t.Fatalf("%v", err)
			}
			if strings.Contains(fmt.Sprintf("%v %+v %#v", err, e, e.Fault), testKey) {
				t.Error("the key is in the error")
			}
			if e.Usage.Calls != 1 || e.Usage.FailedCalls != 1 {
				t.Errorf("used %+v", e.Usage)
			}
			if wait := e.RetryAfter; (fake == fakeserver.RateLimitSeconds || fake == fakeserver.Overloaded) != (wait == time.Second) {
				t.Errorf("wait %s", wait)
			}
		})
	}
}

func TestFinish(t *testing.T) {
	for fake, want := range map[fakeserver.Fault]llm.Finish{
		fakeserver.Refusal: llm.FinishRefusal, fakeserver.FilterFinish: llm.FinishRefusal, fakeserver.Truncated: llm.FinishLength, fakeserver.Prose: llm.FinishStop,
	} {
		c := connect(t, start(t, fakeserver.Options{Schedule: fakeserver.Always(fake)}), nil)
		if reply, err := c.Complete(t.Context(), request("a")); err != nil || reply.Finish != want || reply.Text == "" {
			t.Errorf("%s: %+v, %v", fake, reply, err)
		}
	}
}

// TestKeys: the key of the options alone is sent, whatever the environment has, and a
// missing one is said so.
func TestKeys(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", testKey)
	t.Setenv("ANTHROPIC_AUTH_TOKEN", testKey)
	s := start(t, fakeserver.Options{APIKey: testKey})
	var e *llm.Error
	c := connect(t, s, func(o *anthropic.Options) { o.APIKey = "" })
	if _, err := c.Complete(t.Context(), request("a")); !errors.As(err, &e) || e.Fault.Code != fault.ModelNoKey {
		t.Errorf("without a key: %v", err)
	}
	opts := anthropic.Options{BaseURL: "http://127.0.0.1:1", APIKey: testKey, Model: "m"}
	if text := fmt.Sprintf("%v %+v %#v %v", opts, opts, opts, c); strings.Contains(text, testKey) {
		t.Error(text)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Complete(ctx, request("a")); !errors.As(err, &e) || e.Fault.Code != fault.ModelCancelled {
		t.Errorf("given up: %v", err)
	}
}

func TestBadSettings(t *testing.T) {
	for address, want := range map[string]string{
		"": "not an http or https address", "api.anthropic.com": "not an http or https address", "https://u:secret@host": "holds a user or a password",
		"https://host/?key=secret": "holds a query",
	} {
		_, err := anthropic.New(anthropic.Options{BaseURL: address, KeyVariable: "K"})
		f := fault.From(err)
		if f == nil || f.Code != fault.ModelSettings || !strings.Contains(err.Error(), want) || f.Params["fix"] == "" || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := anthropic.New(anthropic.Options{BaseURL: "https://host", APIKey: "a b", KeyVariable: "K"}); err == nil || strings.Contains(err.Error(), "a b") {
		t.Error(err)
	}
}
