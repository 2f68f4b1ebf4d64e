package cmd

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
)

const webhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// ask sends a request with the token and wants a status.
func (s *served) ask(t *testing.T, method, path, body string, status int) map[string]any {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://socket"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+serveToken)
	r.Header.Set("Content-Type", "application/json")
	resp, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(b, &v); err != nil || resp.StatusCode != status {
		t.Fatalf("%s %s: %d %s, %v; log:\n%s", method, path, resp.StatusCode, b, err, s.logs)
	}
	return v
}

func (s *served) submit(t *testing.T, body string) string {
	t.Helper()
	return s.ask(t, http.MethodPost, "/v2/judgement", body, http.StatusAccepted)["job_id"].(string)
}

// await waits for a job's end and returns it.
func (s *served) await(t *testing.T, id string) map[string]any {
	t.Helper()
	for range 3000 {
		j := s.ask(t, http.MethodGet, "/v2/judgement/"+id, "", http.StatusOK)
		if j["status"] == "done" || j["status"] == "failed" {
			return j
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("job %s does not end: %v", id, s.ask(t, http.MethodGet, "/v2/judgement/"+id, "", http.StatusOK))
	return nil
}

// events returns the stream of a job that ended.
func (s *served) events(t *testing.T, id string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://socket/v2/judgement/"+id+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+serveToken)
	resp, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// slowPDF takes PDFium about 30 s: twenty pages draw the same packed 30 MB.
func slowPDF(t *testing.T) string {
	t.Helper()
	var packed, b bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, err := w.Write(bytes.Repeat([]byte("q Q "), 30<<18))
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	const pages = 20
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n")
	fmt.Fprintf(&b, "2 0 obj<</Type/Pages/Count %d/Kids[%s]>>endobj\n", pages, strings.Repeat("4 0 R ", pages))
	fmt.Fprintf(&b, "3 0 obj<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream endobj\n", packed.Len(), packed.Bytes())
	b.WriteString("4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 3 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF")
	return b.String()
}

// TestRefusedDocuments: a document that intake refuses, in the process that reads
// it or before, fails its job at once, with what is wrong with it and what to do;
// the worker goes on. So does one that takes that process too much memory or time.
func TestRefusedDocuments(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	if err := sharePDFCache(cache + "/judgement"); err != nil {
		t.Fatal(err)
	}
	s := startStarter(t, map[string]string{"SERVICE_API_TOKEN": serveToken, "XDG_CACHE_HOME": cache, readTimeEnv: "5s"}, "up", "--provider", "offline", "--log-format", "json")
	type refused struct {
		filename, document string
		want               []string
	}
	tests := map[string]refused{
		"nested too deeply": {"deep.html", "<html>" + strings.Repeat("<div>", 1000) + "x", []string{"deep.html: the document breaks a safety limit", "save it as text or PDF"}},
		"damaged":           {"x.docx", "PK\x03\x04broken", []string{"x.docx: the document is damaged"}},
		"too short":         {"hi.md", "# hi!", []string{"hi.md: the document is too short to be judged: characters in its text: 4", "give the whole document"}},
		"too slow":          {"slow.pdf", slowPDF(t), []string{"slow.pdf: reading the document took too long: stopped after", "print it to a new PDF file"}},
	}
	if runtime.GOOS == "linux" && !faulttest.Race { // elsewhere nothing holds a child's memory
		tests["too much memory"] = refused{"wide.html", "<html>" + strings.Repeat("<p>x", 3<<20), []string{"wide.html: the document breaks a safety limit: reading it takes more than 768 MiB of memory", "save it again"}}
	}
	for name, tt := range tests {
		body, err := json.Marshal(map[string]string{"scene_slug": "pitch-review", "brand": "bad", "filename": tt.filename, "document_base64": base64.StdEncoding.EncodeToString([]byte(tt.document))})
		if err != nil {
			t.Fatal(err)
		}
		j := s.await(t, s.submit(t, string(body)))
		if j["status"] != "failed" || j["reason"] != "document" {
			t.Errorf("%s: %v", name, j)
			continue
		}
		for _, want := range tt.want {
			if !strings.Contains(j["message"].(string), want) {
				t.Errorf("%s: %q lacks %q", name, j["message"], want)
			}
		}
	}
	good := s.submit(t, `{"scene_slug":"pitch-review","brand":"good","document":"# Ferry\n\nWe asked 50 passengers at two piers.\n"}`)
	if j := s.await(t, good); j["status"] != "done" {
		t.Errorf("after the refused ones: %v", j)
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// hook is a receiver of webhooks that answers the first try of each message
// with a 500.
type hook struct {
	*httptest.Server
	got chan *http.Request
}

func newHook(t *testing.T) *hook {
	t.Helper()
	h := &hook{got: make(chan *http.Request, 100)}
	tries := map[string]int{}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(b))
		id := r.Header.Get("Webhook-Id")
		if tries[id]++; tries[id] == 1 {
			w.WriteHeader(http.StatusInternalServerError)
		}
		h.got <- r
	}))
	t.Cleanup(h.Close)
	return h
}

// next returns the next message, which must be genuine.
func (h *hook) next(t *testing.T) (id string, message map[string]any) {
	t.Helper()
	select {
	case r := <-h.got:
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		v, err := standardwebhooks.NewWebhook(webhookSecret)
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Verify(b, r.Header); err != nil {
			t.Errorf("%v: %s", err, b)
		}
		if err := json.Unmarshal(b, &message); err != nil {
			t.Fatal(err)
		}
		return r.Header.Get("Webhook-Id"), message
	case <-time.After(30 * time.Second):
		t.Fatal("no webhook came")
		return "", nil
	}
}

// TestJobFromEndToEnd: a document goes in over HTTP, a worker judges it, the
// result comes out, and the end is reported, again after a try that failed, and
// each try can be seen.
func TestJobFromEndToEnd(t *testing.T) {
	t.Parallel()
	h := newHook(t)
	env := map[string]string{
		"SERVICE_API_TOKEN": serveToken, "JUDGEMENT_WEBHOOK_SECRET": webhookSecret, "JUDGEMENT_WEBHOOK_ALLOW_NETWORKS": "127.0.0.0/8",
	}
	s := startStarter(t, env, "up", "--provider", "offline", "--log-format", "json")
	body := `{"scene_slug":"pitch-review","brand":"acme","document":"# Ferry\n\nWe asked 50 passengers at two piers. 41 would pay 3 euros.\n","callback_url":"` + h.URL + `/done?k=1"}`
	id := s.submit(t, body)
	done := s.await(t, id)
	if done["status"] != "done" || done["case_id"] == nil || done["version"] != 1.0 || done["no_model"] != true {
		t.Fatalf("%v", done)
	}
	result := s.ask(t, http.MethodGet, "/v2/judgement/"+id+"/result", "", http.StatusOK)
	if result["grade"] == nil || !strings.Contains(result["report"].(string), "acme") || len(result["reviews"].([]any)) < 2 {
		t.Errorf("%v", result)
	}
	if result["no_model"] != true {
		t.Errorf("no_model is %v in the result", result["no_model"])
	}
	if events := s.events(t, id); !regexp.MustCompile(`event: done\ndata: \{.*"no_model":true`).MatchString(events) || strings.Count(events, `"no_model":true`) != 9+2 {
		t.Errorf("no_model is not in the events of 9 judges, the event done and the job of end:\n%s", events)
	}
	list := s.ask(t, http.MethodGet, "/v2/judgement?status=done&limit=2", "", http.StatusOK)
	if !slices.ContainsFunc(list["jobs"].([]any), func(j any) bool { return j.(map[string]any)["job_id"] == id }) { // the other may be the day's check
		t.Errorf("%v", list)
	}
	first, message := h.next(t)
	second, again := h.next(t) // five seconds later
	data := message["data"].(map[string]any)
	if first != second || !strings.HasPrefix(first, "msg_"+id+"_") || message["type"] != "judgement.done" || data["job_id"] != id || data["case_id"] != done["case_id"] || again["timestamp"] != message["timestamp"] {
		t.Errorf("%s %v, then %s %v", first, message, second, again)
	}
	var shown struct {
		Calls []struct {
			Judge, Outcome string
		}
		Messages []struct {
			Status string
			Tries  []struct{ Code int }
		}
	}
	for range 500 {
		var out bytes.Buffer
		app := &App{In: strings.NewReader(""), Out: &out, Err: io.Discard, Options: app.Options{Dir: s.dir, Now: time.Now, Env: func(k string) string { return env[k] }}}
		if code := app.Run(t.Context(), []string{"jobs", "show", id, "--output", "json"}); code != 0 {
			t.Fatalf("jobs show: %d", code)
		}
		if err := json.Unmarshal(out.Bytes(), &shown); err != nil {
			t.Fatal(err)
		}
		if len(shown.Messages) == 1 && shown.Messages[0].Status == "delivered" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if len(shown.Messages) != 1 || len(shown.Messages[0].Tries) != 2 || shown.Messages[0].Tries[0].Code != 500 || shown.Messages[0].Tries[1].Code != 200 {
		t.Errorf("%+v", shown)
	}
	if len(shown.Calls) < 2 || shown.Calls[0].Judge == "" || shown.Calls[0].Outcome != "ok" {
		t.Errorf("calls %+v", shown.Calls)
	}
	// A job that cannot be judged is reported too.
	broken := s.submit(t, `{"scene_slug":"pitch-review","filename":"x.docx","document_base64":"UEsDBCBicm9rZW4=","callback_url":"`+h.URL+`/done"}`)
	if j := s.await(t, broken); j["status"] != "failed" || j["reason"] == nil || j["message"] == nil {
		t.Errorf("%v", j)
	}
	if _, message := h.next(t); message["type"] != "judgement.failed" || message["data"].(map[string]any)["job_id"] != broken {
		t.Errorf("%v", message)
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d; log:\n%s", code, s.logs)
	}
	logs := s.logs.String()
	if strings.Contains(logs, webhookSecret) || strings.Contains(logs, serveToken) || strings.Contains(logs, "done?k=1") {
		t.Errorf("the log has a secret:\n%s", logs)
	}
	if reports, err := filepath.Glob(filepath.Join(s.dir, "reports", "*acme", "report.md")); err != nil || len(reports) != 1 {
		t.Errorf("reports %v, %v", reports, err)
	}
}

// TestServeRefusesJobs: without a model no job is taken, and a secret that is
// none ends the program before it begins.
func TestServeRefusesJobs(t *testing.T) {
	s := serveStarter(t, map[string]string{"SERVICE_API_TOKEN": serveToken})
	v := s.ask(t, http.MethodPost, "/v2/judgement", `{"scene_slug":"pitch-review","brand":"acme","document":"x"}`, http.StatusServiceUnavailable)
	if !strings.Contains(v["detail"].(string), "llm.provider") {
		t.Errorf("%v", v)
	}
	s.ask(t, http.MethodGet, "/v2/judgement", "", http.StatusOK)
	s.stop()
	var errOut bytes.Buffer
	env := map[string]string{"JUDGEMENT_WEBHOOK_SECRET": "hunter2", "JUDGEMENT_LLM_PROVIDER": "offline"}
	for _, command := range []string{"serve", "worker"} {
		app := &App{In: strings.NewReader(""), Out: io.Discard, Err: &errOut, Options: app.Options{Dir: s.dir, Now: time.Now, Env: func(k string) string { return env[k] }}}
		if code := app.Run(t.Context(), []string{command}); code != fault.ExitUsage || !strings.Contains(errOut.String(), "JUDGEMENT_WEBHOOK_SECRET") || strings.Contains(errOut.String(), "hunter2") {
			t.Errorf("%s: exit code %d, %s", command, code, errOut.String())
		}
	}
}
