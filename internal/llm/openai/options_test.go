package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"judgement/internal/advice"
	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
)

const headerSecret = "hdr-secret-998877"

// everything prints a value in all the ways in which it may reach a log.
func everything(v any) string {
	text := fmt.Sprintf("%v %+v %#v %s", v, v, v, v)
	var e *llm.Error
	if err, ok := v.(error); ok && errors.As(err, &e) {
		text += e.Error() + advice.Model(e.Fault)
		for cause := error(e); cause != nil; cause = errors.Unwrap(cause) {
			text += fmt.Sprintf("%v %+v %#v", cause, cause, cause)
		}
	}
	encoded, _ := json.Marshal(v)
	return text + string(encoded)
}

// TestKeyNeverShows has a server echo the request's secrets in every shape of
// error that there is.
func TestKeyNeverShows(t *testing.T) {
	const key = `sk-"quoted"/+=key&0123456789`
	quoted, _ := json.Marshal(key)
	bodies := map[string]string{
		"object":         `{"error":{"message":"bad key ` + strings.Trim(string(quoted), `"`) + ` or ` + headerSecret + `","code":` + string(quoted) + `}}`,
		"text in error":  `{"error":` + string(quoted) + `}`,
		"detail":         `{"detail":[{"loc":["body",` + string(quoted) + `],"msg":` + string(quoted) + `}]}`,
		"list":           `[{"error":{"message":` + string(quoted) + `}}]`,
		"text":           "no access for " + key + " " + headerSecret,
		"html":           "<html><h1>" + key + "</h1></html>",
		"split":          strings.Join(strings.Split(key, ""), "\x00"),
		"split by space": "\x01" + key[:9] + "\x02" + key[9:],
		"at the cut":     strings.Repeat("x", 190) + key,
		"raw JSON":       "not JSON " + string(quoted),
		"plain JSON":     "not JSON " + strings.ReplaceAll(string(quoted), `\u0026`, "&"),
	}
	for name, body := range bodies {
		for _, status := range []int{200, 301, 400, 401, 404, 429, 500} {
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", "https://other.invalid/"+key+"?k="+key)
				w.WriteHeader(status)
				_, _ = w.Write([]byte(body))
			}))
			c, err := openai.New(openai.Options{
				BaseURL: srv.URL + "/v1", APIKey: key, Model: "m",
				Headers: map[string]string{"X-Token": "Token " + headerSecret},
			})
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Complete(context.Background(), scoreRequest("j"))
			for _, text := range []string{everything(err), everything(c), everything(c.Probe(context.Background()))} {
				for _, secret := range []string{key, "0123456789", headerSecret} {
					if strings.Contains(text, secret) {
						t.Errorf("%s, %d: %.300s", name, status, text)
					}
				}
			}
			if e := errorOf(t, err); len([]rune(e.Error())) > 300 {
				t.Errorf("%s, %d: %d characters", name, status, len([]rune(e.Error())))
			}
			c.Close()
			srv.Close()
		}
	}
	opts := openai.Options{BaseURL: "http://h/v1", APIKey: key, Headers: map[string]string{"A": headerSecret}}
	if text := fmt.Sprintf("%v %+v %#v %s", opts, opts, opts, opts); strings.Contains(text, "0123456789") || strings.Contains(text, headerSecret) {
		t.Errorf("options print as %s", text)
	}
}

func TestErrorTextIsClean(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(500)
		_, _ = w.Write([]byte(`{"error":{"message":"a\u001b[31mred\u202e\nline ` + strings.Repeat("long ", 500) + `"}}`))
	}))
	defer s.Close()
	c, err := openai.New(openai.Options{BaseURL: s.URL, Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = c.Complete(context.Background(), scoreRequest("j"))
	message := errorOf(t, err).Error()
	if strings.ContainsAny(message, "\x1b\n\u202e") || !strings.Contains(message, "a[31mred line long") || len([]rune(message)) > 300 {
		t.Errorf("%q", message)
	}
}

func TestOptionsSayWhatToDo(t *testing.T) {
	ok := openai.Options{BaseURL: "http://127.0.0.1:1/v1"}
	with := func(f func(*openai.Options)) openai.Options {
		o := ok
		f(&o)
		return o
	}
	base := func(u string) openai.Options { return openai.Options{BaseURL: u} }
	tests := []struct {
		name string
		opts openai.Options
		want string // message → fix
	}{
		{"no address", base(" "), "the model server's address is not set → set llm.base_url (OPENAI_BASE_URL) to a server that speaks OpenAI's API, such as https://api.openai.com/v1"},
		{"no scheme", base("localhost:8000/v1"), `the model server's address "localhost:8000/v1" has no scheme → set llm.base_url (OPENAI_BASE_URL) to http://localhost:8000/v1`},
		{"no scheme, address", base("10.0.0.5:8000/v1"), `the model server's address "10.0.0.5:8000/v1" has no scheme → set llm.base_url (OPENAI_BASE_URL) to http://10.0.0.5:8000/v1`},
		{"ftp", base("ftp://h/v1"), `the model server's address "ftp://h/v1" is neither http nor https → set llm.base_url (OPENAI_BASE_URL) to an http:// or https:// address`},
		{"no host", base("http:///v1"), `the model server's address "http:///v1" names no host → set llm.base_url (OPENAI_BASE_URL) to something like https://api.openai.com/v1`},
		{"user", base("http://me:pw@h/v1"), "the model server's address holds a user or a password → take them out of llm.base_url (OPENAI_BASE_URL) and set OPENAI_API_KEY"},
		{"query", base("http://h/v1?k=secret"), "the model server's address holds a query or a fragment → take off what follows ? or # in llm.base_url (OPENAI_BASE_URL), except api-version, and set OPENAI_API_KEY to the key if it was there"},
		{"whole path", base("http://h/v1/chat/completions/"), `the model server's address "http://h/v1/chat/completions/" holds the path of the call → set llm.base_url (OPENAI_BASE_URL) to http://h/v1`},
		{"key with a line break", with(func(o *openai.Options) { o.APIKey = "sk-1\n" }), "the API key holds a blank, a line break or a letter that no key has → set OPENAI_API_KEY to the key alone, on one line, without quotes"},
		{"negative", with(func(o *openai.Options) { o.Timeout = -1 }), "a model client's time limit, connections, reply tokens and context can't be negative → use 0 for the default"},
		{"mode", with(func(o *openai.Options) { o.Mode = "xml" }), `unknown response format "xml" → use one of [json_schema_strict json_schema json_object text], or leave it empty`},
		{"extra field", with(func(o *openai.Options) { o.ExtraBody = map[string]any{"stream": true} }), `the extra body field "stream" belongs to the adapter → remove it; reserved are messages, model, n, response_format, stream, stream_options, tools`},
		{"extra value", with(func(o *openai.Options) { o.ExtraBody = map[string]any{"a": func() {}} }), "the extra body fields can't be written as JSON → use text, numbers, booleans, lists and objects only"},
		{"header name", with(func(o *openai.Options) { o.Headers = map[string]string{"a b": "c"} }), `the extra header "a b" can't be sent → use letters, digits and hyphens in its name`},
		{"header value", with(func(o *openai.Options) { o.Headers = map[string]string{"A": "c\nd"} }), `the extra header "A" can't be sent → take the line breaks and control characters out of its value`},
		{"header of ours", with(func(o *openai.Options) { o.Headers = map[string]string{"content-type": "x"} }), `the extra header "content-type" can't be sent → remove it; the adapter sets it`},
		{"two keys", with(func(o *openai.Options) { o.APIKey, o.Headers = "k", map[string]string{"Authorization": "x"} }), `the extra header "Authorization" can't be sent → remove it, or unset OPENAI_API_KEY`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := openai.New(tt.opts)
			if err == nil || c != nil {
				t.Fatalf("got a client, %v", err)
			}
			e := fault.From(err)
			if got := e.Error() + " → " + e.Params["fix"]; e.Code != fault.ModelSettings || got != tt.want {
				t.Errorf("\ngot  %s\nwant %s", got, tt.want)
			}
		})
	}
	both := openai.Options{APIKey: "a b", Mode: "xml"}
	if lines := strings.Split(both.Validate().Error(), "\n"); len(lines) != 3 {
		t.Errorf("not all problems at once: %q", lines)
	}
	if err := ok.Validate(); err != nil {
		t.Error(err)
	}
}

func TestRequestsThatCannotBeSent(t *testing.T) {
	s := start(t, fakeserver.Options{})
	c := connect(t, s, func(o *openai.Options) { o.Model = "" })
	_, err := c.Complete(context.Background(), scoreRequest("j"))
	if e := errorOf(t, err); e.Fault.Code != fault.ModelBadRequest || e.Error() != "no model is named" {
		t.Errorf("%+v", e)
	}
	_, err = c.Complete(context.Background(), llm.Request{Model: "m", Messages: []llm.Message{{Content: "x"}}, Schema: llm.Schema{Name: "s", JSON: json.RawMessage("{")}})
	if e := errorOf(t, err); e.Fault.Code != fault.ModelBadRequest {
		t.Errorf("%+v", e)
	}
	req := scoreRequest("j")
	req.Model = "text-davinci-003" // go-openai knows that it is no chat model
	_, err = c.Complete(context.Background(), req)
	if e := errorOf(t, err); e.Fault.Code != fault.ModelBadRequest || e.Usage != (llm.Usage{}) || !strings.Contains(e.Error(), "not supported with this method") {
		t.Errorf("%+v", e)
	}
	if n := s.Counters().Calls; n != 0 {
		t.Errorf("%d calls", n)
	}
}

func TestHeadersAreSent(t *testing.T) {
	var got http.Header
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		w.WriteHeader(500)
	}))
	defer s.Close()
	c, err := openai.New(openai.Options{BaseURL: s.URL, Model: "m", APIKey: testKey, Headers: map[string]string{"x-title": "judgement"}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = c.Complete(context.Background(), scoreRequest("j"))
	if got.Get("X-Title") != "judgement" || got.Get("Authorization") != "Bearer "+testKey {
		t.Errorf("headers %v", got)
	}
}

func TestProbe(t *testing.T) {
	s := start(t, fakeserver.Options{Models: []string{"z", "fake-1"}, APIKey: testKey, Formats: fakeserver.NoSchema})
	got := connect(t, s, nil).Probe(context.Background())
	if !got.Reachable || !got.ModelListed || strings.Join(got.Models, " ") != "fake-1 z" || got.Mode != openai.JSONObject || !got.Structured || got.Err != nil || got.Latency <= 0 || got.Usage.Calls != 2 {
		t.Errorf("well: %+v", got)
	}
	got = connect(t, s, func(o *openai.Options) { o.APIKey = "wrong-key-0000" }).Probe(context.Background())
	if !got.Reachable || got.Models != nil || errorOf(t, got.Err).Fault.Code != fault.ModelCredentials {
		t.Errorf("wrong key: %+v", got)
	}
	got = connect(t, s, func(o *openai.Options) { o.APIKey = "" }).Probe(context.Background())
	if e := errorOf(t, got.Err); e.Fault.Code != fault.ModelNoKey || advice.Model(e.Fault) != "set OPENAI_API_KEY" {
		t.Errorf("no key: %+v", e)
	}
	got = connect(t, s, func(o *openai.Options) { o.Model = "other" }).Probe(context.Background())
	if got.ModelListed || errorOf(t, got.Err).Fault.Code != fault.ModelNotFound {
		t.Errorf("unknown model: %+v", got)
	}
	prose := start(t, fakeserver.Options{NoModelsEndpoint: true, Schedule: fakeserver.Always(fakeserver.Prose)})
	got = connect(t, prose, nil).Probe(context.Background())
	if !got.Reachable || got.Models != nil || got.Structured || !strings.Contains(errorOf(t, got.Err).Error(), "I have read the document") {
		t.Errorf("prose: %+v", got)
	}
	prose.Close()
	got = connect(t, prose, nil).Probe(context.Background())
	if got.Reachable || errorOf(t, got.Err).Fault.Code != fault.ModelConnect {
		t.Errorf("no server: %+v", got)
	}
}

// TestNothingIsLeftRunning: after calls of all fates and Close, no goroutine
// of the client remains.
func TestNothingIsLeftRunning(t *testing.T) {
	before := runtime.NumGoroutine()
	s := start(t, fakeserver.Options{Seed: 3, Schedule: fakeserver.Independent(0.7, append(fakeserver.TransportFaults(), fakeserver.Flood, fakeserver.SlowDrip))})
	c := connect(t, s, func(o *openai.Options) { o.Timeout = 100 * time.Millisecond })
	for i := range 60 {
		_, _ = c.Complete(context.Background(), scoreRequest(fmt.Sprint(i)))
	}
	if len(s.Counters().Faults) < 8 {
		t.Fatalf("too few faults: %v", s.Counters().Faults)
	}
	c.Close()
	s.Close()
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
	}
}
