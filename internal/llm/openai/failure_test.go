package openai_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"judgement/internal/advice"
	"judgement/internal/fault"
	"judgement/internal/llm/openai"
)

// answering returns a client of a server that gives every request the same answer.
func answering(t *testing.T, status int, body string) *openai.Client {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	c, err := openai.New(openai.Options{BaseURL: s.URL, APIKey: testKey, Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// TestServersOwnWaysToFail: answers of servers that differ from OpenAI's.
func TestServersOwnWaysToFail(t *testing.T) {
	const gemini = `[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.\n`
	tests := []struct {
		name    string
		status  int
		body    string
		kind    fault.Code
		wait    time.Duration
		charged bool
		words   string
	}{
		{"Gemini, limit per minute", 429, gemini + `Please retry in 2.4s.\nMore text","status":"RESOURCE_EXHAUSTED"}}]`, fault.ModelRateLimit, 2400 * time.Millisecond, false, "retry in 2.4s"},
		{"Gemini, empty account", 429, gemini + `","status":"RESOURCE_EXHAUSTED"}}]`, fault.ModelQuota, 0, false, "exceeded"},
		{"OpenAI, limit per minute", 429, `{"error":{"message":"Rate limit reached. Please try again in 6m0s.","code":"rate_limit_exceeded"}}`, fault.ModelRateLimit, 6 * time.Minute, false, "429"},
		{"OpenAI, empty account", 429, `{"error":{"message":"You exceeded your current quota. Try again in 2s","code":"insufficient_quota"}}`, fault.ModelQuota, 2 * time.Second, false, "429"},
		{"a wait beyond reason", 429, `{"error":{"message":"retry in 999999h"}}`, fault.ModelRateLimit, 24 * time.Hour, false, "429"},
		{"no wait", 429, `{"error":{"message":"try again in 2.4.4s or h"}}`, fault.ModelRateLimit, 0, false, "429"},
		{"LM Studio, address without /v1", 200, `{"error":"Unexpected endpoint or method. (POST /chat/completions)"}`, fault.ModelNotFound, 0, false, "status 200: Unexpected endpoint"},
		{"Open WebUI, address of its pages", 200, "\n<!doctype html><title>Open WebUI</title>", fault.ModelNotFound, 0, false, "a web page, not JSON: Open WebUI"},
		{"an error in a 200", 200, `{"error":"worker died"}`, fault.ModelTransport, 0, true, "status 200: worker died"},
		{"an error with its status in a 200", 200, `{"error":{"message":"slow down","code":429}}`, fault.ModelRateLimit, 0, true, "status 200: slow down"},
		{"text in a 200", 200, "upstream gone", fault.ModelTransport, 0, true, "not JSON: upstream gone"},
		{"nothing in a 200", 200, "", fault.ModelTransport, 0, true, "the answer is empty"},
		{"a message that is no text", 200, `{"choices":[{"message":{"content":{"a":1}}}]}`, fault.ModelTransport, 0, true, "not a chat completion"},
		{"text with a key that is wrong, in a 200", 200, `{"code":40101,"msg":"invalid api key"}`, fault.ModelCredentials, 0, true, "invalid api key"},
		{"compressed, and no header says so", 200, "\x1f\x8b\x08\x00\xff\xff", fault.ModelTransport, 0, true, "not text"},
		{"a stream that is cut off", 200, `data: {"choices":[{"delta":{"content":"a"},"finish_reason":null}]}`, fault.ModelTransport, 0, true, "not JSON"},
		{"a stream that ends in an error", 200, "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"error\":{\"message\":\"slow down\",\"code\":429}}\n\n", fault.ModelRateLimit, 0, true, "slow down"},
		{"Groq, no capacity", 498, `{"error":{"message":"Flex tier capacity exceeded"}}`, fault.ModelRateLimit, 0, false, "capacity"},
		{"plain HTTP to a server with TLS", 400, "Client sent an HTTP request to an HTTPS server.\n", fault.ModelScheme, 0, false, "HTTPS server"},
		{"a proxy wants a password", 407, "", fault.ModelProxy, 0, false, "407"},
		{"a completion in a redirect", 302, `{"choices":[{"message":{"content":"a"}}]}`, fault.ModelRedirect, 0, false, "redirects"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := answering(t, tt.status, tt.body).Complete(t.Context(), scoreRequest("j"))
			e := errorOf(t, err)
			if e.Fault.Code != tt.kind || e.Status != tt.status || e.RetryAfter != tt.wait || !strings.Contains(e.Error(), tt.words) {
				t.Errorf("got %q, status %d, wait %v, %q", string(e.Fault.Code), e.Status, e.RetryAfter, e.Error())
			}
			if u := e.Usage; u.Calls != 1 || u.FailedCalls != 1 || (u.PromptTokens > 0) != tt.charged {
				t.Errorf("usage %+v", u)
			}
		})
	}
}

// TestTLSOfAServerWithoutIt: the fix for https:// in the address of an http server is
// to write http://.
func TestTLSOfAServerWithoutIt(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	c, err := openai.New(openai.Options{BaseURL: strings.Replace(s.URL, "http:", "https:", 1), Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = c.Complete(t.Context(), scoreRequest("j"))
	if e := errorOf(t, err); e.Retryable() || !strings.Contains(e.Error(), "does not speak https") || !strings.Contains(advice.Model(e.Fault), "http://") {
		t.Errorf("%q, %q", e.Error(), advice.Model(e.Fault))
	}
}
