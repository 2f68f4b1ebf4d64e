package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/textproto"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/job"
	"judgement/panel"
)

// withJobs is a fixture with a queue in memory.
func withJobs(t testing.TB, change ...func(*Options)) (*fixture, *memJobs) {
	t.Helper()
	m := newMemJobs()
	set := func(o *Options) {
		o.Jobs, o.Webhooks = m, true
		o.Reaches = func(a netip.Addr) bool { return !a.IsLoopback() }
	}
	return newFixture(t, append([]func(*Options){set}, change...)...), m
}

// submit sends a JSON submission and returns the job's id.
func (f *fixture) submit(body string) string {
	f.t.Helper()
	a := f.post("/v2/judgement", body)
	if a.status != http.StatusAccepted {
		f.t.Fatalf("submit %.200s: %d %s", body, a.status, a.body)
	}
	return a.json(f.t)["job_id"].(string)
}

// part is one part of a form.
type part struct{ name, file, text string }

func form(t testing.TB, parts ...part) (contentType, body string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		h := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name=%q`, p.name)}}
		if p.file != "" {
			h.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q; filename=%q`, p.name, p.file))
		}
		out, err := w.CreatePart(h)
		if err == nil {
			_, err = io.WriteString(out, p.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.String()
}

func (f *fixture) postForm(parts ...part) answer {
	f.t.Helper()
	h := bearerHeader()
	contentType, body := form(f.t, parts...)
	h.Set("Content-Type", contentType)
	return f.do(http.MethodPost, "/v2/judgement", h, body)
}

// TestSubmit: a document comes in as text, as Base64 and as a form, with the
// same outcome.
// TestSubmitAutoRepeats: auto is read in JSON and in a form.
func TestSubmitAutoRepeats(t *testing.T) {
	f, m := withJobs(t)
	for _, a := range []answer{
		f.post("/v2/judgement", `{"scene_slug":"pitch","document":"x","brand":"a","repeats":"auto"}`),
		f.postForm(part{"scene_slug", "", "pitch"}, part{"document", "a.md", "x"}, part{"repeats", "", "auto"}),
	} {
		if a.status != 202 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if got := m.find(a.json(t)["job_id"].(string)).sub.Options.Repeats; got != job.AutoRepeats {
			t.Errorf("repeats %d", got)
		}
	}
}

func TestSubmit(t *testing.T) {
	f, m := withJobs(t)
	const doc = "# Ferry\n\n評審 asked fifty passengers.\n"
	cost := panel.PointsOf(2)
	want := job.Submission{
		SceneSlug: "pitch", Brand: "ferry-评", Filename: "Ferry 评.md", Data: []byte(doc),
		Options: job.Options{Repeats: 3, MaxTokens: 1000, MaxCost: &cost, Language: "zh", Checkpoints: true},
		Origin:  job.Origin{Kind: "http"}, CallbackURL: "https://hooks.example/a?b=c", IdempotencyKey: "",
	}
	text := fmt.Sprintf(`{"scene_slug":"pitch","document":%s,"filename":"Ferry 评.md","callback_url":"https://hooks.example/a?b=c","repeats":"3","max_tokens":1000.0,"max_cost":2,"language":"zh","checkpoints":"on","brand":null}`, encode(doc))
	packed := fmt.Sprintf(`{"scene_slug":"pitch","document_base64":%q,"filename":"x/Ferry 评.md","callback_url":"https://hooks.example/a?b=c","repeats":3,"max_tokens":1000,"max_cost":"2.0","language":"zh","checkpoints":1,"brand":"ferry-评"}`, base64.StdEncoding.EncodeToString([]byte(doc)))
	for name, send := range map[string]func() answer{
		"text":   func() answer { return f.post("/v2/judgement", text) },
		"base64": func() answer { return f.post("/v2/judgement", packed) },
		"form": func() answer {
			return f.postForm(part{"scene_slug", "", "pitch"}, part{"document", "Ferry 评.md", doc}, part{"callback_url", "", "https://hooks.example/a?b=c"},
				part{"repeats", "", "3"}, part{"max_tokens", "", "1000"}, part{"max_cost", "", "2"}, part{"language", "", "zh"}, part{"checkpoints", "", "yes"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := send()
			if a.status != 202 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			id := a.json(t)["job_id"].(string)
			if a.header.Get("Location") != "/v2/judgement/"+id || a.header.Get("Idempotency-Replayed") != "" || a.json(t)["status"] != "pending" {
				t.Errorf("%v %s", a.header, a.body)
			}
			got := m.find(id).sub
			if len(got.Fingerprint) != 64 {
				t.Errorf("fingerprint %q", got.Fingerprint)
			}
			want.Fingerprint = m.jobs[0].sub.Fingerprint
			if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b panel.Points) bool { return a.Equal(b) })); diff != "" {
				t.Error(diff)
			}
		})
	}
	if a := f.postForm(part{"scene_slug", "", "fair"}, part{"document", "", "text in a field"}, part{"brand", "", "acme"}); a.status != 202 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if got := m.jobs[3].sub; got.Filename != "acme.md" || string(got.Data) != "text in a field" || got.Brand != "acme" {
		t.Errorf("%+v", got)
	}
}

func TestSubmitRefused(t *testing.T) {
	f, m := withJobs(t)
	deaf := newFixture(t, func(o *Options) { o.Jobs = m })
	big := strings.Repeat("x", 2000)
	for _, test := range []struct{ name, body, want string }{
		{"nothing", ``, `[{"type":"missing","loc":["body"],"msg":"Field required","input":null}]`},
		{"a list", `[]`, `[{"type":"model_attributes_type","loc":["body"],"msg":"Input should be a valid dictionary or object to extract fields from","input":[]}]`},
		{"broken", `{"scene_slug"`, `json_invalid`},
		{"empty object", `{}`, `"loc":["body","scene_slug"],"msg":"Field required","input":null},{"type":"missing","loc":["body","document"],"msg":"Field required","input":null},{"type":"missing","loc":["body","brand"],"msg":"Field required, or give filename"`},
		{"unknown scene", `{"scene_slug":"nope","document":"x","brand":"a"}`, `{"type":"value_error","loc":["body","scene_slug"],"msg":"Value error, there is no scene of that slug; GET /v1/scenes lists them","input":"nope","ctx":{"error":{}}}`},
		{"scene of another type", `{"scene_slug":3,"document":"x","brand":"a"}`, `{"type":"string_type","loc":["body","scene_slug"],"msg":"Input should be a valid string","input":3}`},
		{"misspelt", `{"scene_slug":"pitch","document":"x","brand":"a","max_costs":1}`, `{"type":"extra_forbidden","loc":["body","max_costs"],"msg":"Extra inputs are not permitted","input":1}`},
		{"empty document", `{"scene_slug":"pitch","document":"","brand":"a"}`, `the document is empty`},
		{"two documents", `{"scene_slug":"pitch","document":"x","document_base64":"eA==","brand":"a"}`, `give the document once`},
		{"document of another type", `{"scene_slug":"pitch","document":["x"],"brand":"a"}`, `"string_type","loc":["body","document"]`},
		{"lone surrogate", `{"scene_slug":"pitch","document":"\ud800","brand":"a"}`, `"string_unicode","loc":["body","document"]`},
		{"no base64", `{"scene_slug":"pitch","document_base64":"e","brand":"a"}`, `"loc":["body","document_base64"],"msg":"Value error, this is no Base64`},
		{"base64 for URLs", `{"scene_slug":"pitch","document_base64":"__8=","brand":"a"}`, `this is no Base64`},
		{"bad brand", `{"scene_slug":"pitch","document":"x","brand":"Acme Inc"}`, `use the brand acme-inc`},
		{"reserved brand", `{"scene_slug":"pitch","document":"x","brand":"ranking"}`, `the name is reserved`},
		{"path as brand", `{"scene_slug":"pitch","document":"x","brand":"../../etc"}`, `"loc":["body","brand"]`},
		{"nameless file", `{"scene_slug":"pitch","document":"x","filename":"???.md"}`, `"loc":["body","filename"]`},
		{"callback elsewhere", `{"scene_slug":"pitch","document":"x","brand":"a","callback_url":"file:///etc/passwd"}`, `this is no http or https address`},
		{"callback without a host", `{"scene_slug":"pitch","document":"x","brand":"a","callback_url":"https://:443/"}`, `this is no http or https address`},
		{"callback to no port", `{"scene_slug":"pitch","document":"x","brand":"a","callback_url":"https://hooks.example:99999/"}`, `this is no http or https address`},
		{"callback to port 0", `{"scene_slug":"pitch","document":"x","brand":"a","callback_url":"https://hooks.example:0/"}`, `this is no http or https address`},
		{"callback with a password", `{"scene_slug":"pitch","document":"x","brand":"a","callback_url":"https://u:secret@hooks.example/"}`, `has no user, password or fragment`},
		{"callback to a closed network", `{"scene_slug":"pitch","document":"x","brand":"a","callback_url":"http://[::1]:9/x"}`, `webhook.allow_networks`},
		{"repeats", `{"scene_slug":"pitch","document":"x","brand":"a","repeats":0}`, `{"type":"greater_than_equal","loc":["body","repeats"],"msg":"Input should be greater than or equal to 1","input":0,"ctx":{"ge":1}}`},
		{"many repeats", `{"scene_slug":"pitch","document":"x","brand":"a","repeats":99999999999999999999}`, `"less_than_equal","loc":["body","repeats"],"msg":"Input should be less than or equal to 50"`},
		{"half a repeat", `{"scene_slug":"pitch","document":"x","brand":"a","repeats":1.5}`, `"int_from_float"`},
		{"endless repeats", `{"scene_slug":"pitch","document":"x","brand":"a","repeats":1e400}`, `"finite_number"`},
		{"repeats in words", `{"scene_slug":"pitch","document":"x","brand":"a","repeats":"--1"}`, `"int_parsing"`},
		{"repeats of a wrong word", `{"scene_slug":"pitch","document":"x","brand":"a","repeats":"two"}`, `{"type":"int_parsing","loc":["body","repeats"],"msg":"Input should be a valid integer or \"auto\", unable to parse`},
		{"list of repeats", `{"scene_slug":"pitch","document":"x","brand":"a","repeats":[]}`, `"int_type"`},
		{"negative cost", `{"scene_slug":"pitch","document":"x","brand":"a","max_cost":"-1"}`, `"loc":["body","max_cost"],"msg":"Value error, this is no amount above zero"`},
		{"cost as a list", `{"scene_slug":"pitch","document":"x","brand":"a","max_cost":[1]}`, `this is no amount`},
		{"empty document_base64", `{"scene_slug":"pitch","document_base64":"","brand":"a"}`, `the document is empty`},
		{"language", `{"scene_slug":"pitch","document":"x","brand":"a","language":"fr"}`, `{"type":"literal_error","loc":["body","language"],"msg":"Input should be 'en' or 'zh'","input":"fr","ctx":{"expected":"'en' or 'zh'"}}`},
		{"checkpoints", `{"scene_slug":"pitch","document":"x","brand":"a","checkpoints":"maybe"}`, `"bool_parsing","loc":["body","checkpoints"]`},
		{"long input is left out", `{"scene_slug":"pitch","document":"x","brand":"a","language":"` + big + `"}`, `"msg":"Input should be 'en' or 'zh'","ctx"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := f.post("/v2/judgement", test.body)
			if a.status != 422 || !strings.Contains(string(a.body), test.want) {
				t.Errorf("%d %s", a.status, a.body)
			}
			if strings.Contains(string(a.body), "secret") {
				t.Errorf("a password is repeated: %s", a.body)
			}
		})
	}
	if a := deaf.post("/v2/judgement", `{"scene_slug":"pitch","document":"x","brand":"a","callback_url":"https://hooks.example/"}`); a.status != 422 || !strings.Contains(string(a.body), "JUDGEMENT_WEBHOOK_SECRET") {
		t.Errorf("a callback without a secret: %d %s", a.status, a.body)
	}
	h := bearerHeader()
	h.Set("Content-Type", "application/x-www-form-urlencoded")
	if a := f.do("POST", "/v2/judgement", h, `{"scene_slug":"pitch"}`); a.status != 422 || !strings.Contains(string(a.body), `"ctx":{"error":"send the header Content-Type: application/json, or a form"}`) {
		t.Errorf("JSON as curl -d sends it: %d %s", a.status, a.body)
	}
	if len(m.jobs) != 0 {
		t.Errorf("%d jobs were kept", len(m.jobs))
	}
}

func TestSubmitForms(t *testing.T) {
	f, m := withJobs(t)
	many := []part{{"scene_slug", "", "pitch"}, {"document", "a.md", "x"}}
	for range maxParts {
		many = append(many, part{"brand", "", "a"})
	}
	for _, test := range []struct {
		name   string
		parts  []part
		status int
		want   string
	}{
		{"no document", []part{{"scene_slug", "", "pitch"}}, 422, `"loc":["body","document"]`},
		{"empty file", []part{{"scene_slug", "", "pitch"}, {"document", "a.md", ""}}, 422, "the document is empty"},
		{"file and text", []part{{"scene_slug", "", "pitch"}, {"document", "a.md", "x"}, {"document", "", "y"}}, 422, "give the document once"},
		{"two files", []part{{"scene_slug", "", "pitch"}, {"document", "a.md", "x"}, {"document", "b.md", "y"}}, 422, "give the document once"},
		{"an empty file and another", []part{{"scene_slug", "", "pitch"}, {"document", "a.md", ""}, {"document", "b.md", "y"}}, 422, "give the document once"},
		{"Base64 twice", []part{{"scene_slug", "", "pitch"}, {"document_base64", "", "eA=="}, {"document_base64", "", "eQ=="}}, 422, "give the document once"},
		{"unknown field", []part{{"scene_slug", "", "pitch"}, {"document", "a.md", "x"}, {"extra", "", "y"}}, 422, "extra_forbidden"},
		{"no name", []part{{"scene_slug", "", "pitch"}, {"document", "a.md", "x"}, {"", "", "y"}}, 422, "extra_forbidden"},
		{"bad UTF-8 in a field", []part{{"scene_slug", "", "pitch\xff"}, {"document", "a.md", "x"}}, 400, "error parsing the body"},
		{"long field", []part{{"scene_slug", "", strings.Repeat("x", maxField+1)}, {"document", "a.md", "x"}}, 413, "Request body too large"},
		{"many parts", many, 400, "error parsing"},
		{"large document", []part{{"scene_slug", "", "pitch"}, {"document", "a.md", strings.Repeat("x", documentLimit+1)}}, 413, "The document is larger than 25 MiB"},
		{"name with a path", []part{{"scene_slug", "", "pitch"}, {"document", `C:\x\..\Acme.md`, "x"}}, 202, "pending"},
		{"largest document", []part{{"scene_slug", "", "pitch"}, {"document", "a.md", strings.Repeat("x", documentLimit)}}, 202, "pending"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if a := f.postForm(test.parts...); a.status != test.status || !strings.Contains(string(a.body), test.want) {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	if got := m.jobs[0].sub; got.Filename != "Acme.md" || got.Brand != "acme" {
		t.Errorf("%+v", got)
	}
	h := bearerHeader()
	for contentType, body := range map[string]string{
		"multipart/form-data": "x", "multipart/form-data; boundary=a": "--a\r\nContent-Disposition: form-data; name=\"document\"\r\n\r\nno end",
		"multipart/form-data; boundary=b": "", "multipart/form-data; boundary=c": "--c\r\n" + strings.Repeat("X: y\r\n", 20_000) + "\r\n\r\n--c--",
	} {
		h.Set("Content-Type", contentType)
		if a := f.do(http.MethodPost, "/v2/judgement", h, body); a.status != 400 && a.status != 422 {
			t.Errorf("%s: %d %s", contentType, a.status, a.body)
		}
	}
	h.Set("Content-Type", "application/json")
	packed := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("x"), documentLimit))
	for size, status := range map[int]int{documentLimit: 202, documentLimit + 1: 413} {
		body := packed
		if size > documentLimit {
			body = base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("x"), size))
		}
		if a := f.do(http.MethodPost, "/v2/judgement", h, `{"scene_slug":"pitch","brand":"a","document_base64":"`+body+`"}`); a.status != status {
			t.Errorf("%d bytes as Base64: %d %s", size, a.status, a.body)
		}
	}
	if a := f.do(http.MethodPost, "/v2/judgement", h, strings.Repeat(" ", judgementLimit+1)); a.status != 413 {
		t.Errorf("a large body: %d %s", a.status, a.body)
	}
}

// TestUploadBudget: documents that come at once never take more memory than is
// set aside, and what was set aside comes back.
func TestUploadBudget(t *testing.T) {
	f, _ := withJobs(t)
	f.api.uploads.Store(uploadBudget - 50)
	if a := f.post("/v2/judgement", `{"scene_slug":"pitch","document":"x","brand":"a"}`); a.status != 503 || a.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	f.api.uploads.Store(0)
	f.submit(`{"scene_slug":"pitch","document":"x","brand":"a"}`)
	f.post("/v2/judgement", `{`)
	f.postForm(part{"scene_slug", "", "pitch"})
	if n := f.api.uploads.Load(); n != 0 {
		t.Errorf("%d bytes are set aside for nobody", n)
	}
}

// submitHook is a queue that calls during while it keeps a submission.
type submitHook struct {
	Jobs
	during func()
}

func (h submitHook) Submit(ctx context.Context, s job.Submission) (job.Receipt, error) {
	h.during()
	return h.Jobs.Submit(ctx, s)
}

// TestUploadBudgetLasts: a document is in memory until the queue has it, and
// counts until then.
func TestUploadBudgetLasts(t *testing.T) {
	var held int64
	var f *fixture
	f, _ = withJobs(t, func(o *Options) {
		o.Jobs = submitHook{o.Jobs, func() { held = f.api.uploads.Load() }}
	})
	body := `{"scene_slug":"pitch","document":"x","brand":"a"}`
	f.submit(body)
	if want := 5 * int64(len(body)); held != want {
		t.Errorf("%d bytes are set aside while the queue keeps the document, want %d", held, want)
	}
}

// TestHugeJSON: a JSON body of 29 MB that says nothing costs no more memory than is
// set aside, and gets a short answer.
func TestHugeJSON(t *testing.T) {
	f, _ := withJobs(t)
	const n = 2_500_000
	for _, test := range []struct {
		name, body string
		problems   int
		most       uint64 // bytes that are allocated
	}{
		{"unknown keys", `{"k":1` + strings.Repeat(`,"abcdefg":1`, n) + `}`, maxProblems, 40 << 20},
		{"names of 100 KB", `{"k":1` + strings.Repeat(`,"`+strings.Repeat("é", 50_000)+`":1`, 290) + `}`, maxProblems, 128 << 20},
		{"an unknown list", `{"x":[1` + strings.Repeat(`,123456789.1`, n) + `]}`, 4, 192 << 20},
		{"a list as the document", `{"document":[1` + strings.Repeat(`,123456789.1`, n) + `]}`, 3, 192 << 20},
		{"a list alone", `[1` + strings.Repeat(`,123456789.1`, n) + `]`, 1, 192 << 20},
		{"keys without an end", `{"k":1` + strings.Repeat(`,"abcdefg":1`, n), maxProblems, 40 << 20},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v2/judgement", strings.NewReader(test.body))
			r.Header = bearerHeader()
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			f.api.ServeHTTP(w, r)
			runtime.ReadMemStats(&after)
			var got struct{ Detail []problem }
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 422 || len(got.Detail) != test.problems {
				t.Errorf("%d with %d problems: %v", w.Code, len(got.Detail), err)
			}
			if w.Body.Len() > maxProblems*2*maxInput {
				t.Errorf("the answer has %d bytes", w.Body.Len())
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > test.most {
				t.Errorf("%d MiB are allocated, want at most %d", took>>20, test.most>>20)
			}
		})
	}
}

// TestUploadIsHeldUntilAnswered: the memory of a submission is set aside until
// its answer is written, good or bad.
func TestUploadIsHeldUntilAnswered(t *testing.T) {
	f, _ := withJobs(t)
	for _, body := range []string{`{"scene_slug":"pitch","document":"x","brand":"a"}`, `{"x":1}`, `{`} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v2/judgement", strings.NewReader(body))
		r.Header = bearerHeader()
		r.Header.Set("Content-Type", "application/json")
		w := &heldWriter{ResponseRecorder: httptest.NewRecorder(), uploads: &f.api.uploads}
		f.api.ServeHTTP(w, r)
		if w.held == 0 {
			t.Errorf("%s: nothing is set aside while %d is written", body, w.Code)
		}
		if n := f.api.uploads.Load(); n != 0 {
			t.Errorf("%s: %d bytes are set aside for nobody", body, n)
		}
	}
}

// heldWriter notes what is set aside while an answer is written.
type heldWriter struct {
	*httptest.ResponseRecorder
	uploads *atomic.Int64
	held    int64
}

func (w *heldWriter) Write(b []byte) (int, error) {
	w.held = w.uploads.Load()
	return w.ResponseRecorder.Write(b)
}

// TestAnswersAreUTF8: whatever bytes a client sends, the answer that repeats them
// is JSON in UTF-8.
func TestAnswersAreUTF8(t *testing.T) {
	f, _ := withJobs(t)
	id := f.submit(`{"scene_slug":"pitch","document":"x","brand":"a"}`)
	header := func(name, v string) http.Header {
		h := bearerHeader()
		h.Set(name, v)
		return h
	}
	h := bearerHeader()
	contentType, body := form(t, part{"scene_slug", "", "pitch"}, part{"b\xffd", "", "x"}, part{"document", "\xff\xfe", "x"})
	h.Set("Content-Type", contentType)
	for name, a := range map[string]answer{
		"parameters":      f.do("GET", "/v2/judgement?status=%ff&limit=%ff&cursor=%ff", bearerHeader(), ""),
		"Idempotency-Key": f.do("POST", "/v2/judgement", header("Idempotency-Key", "\xff"), `{}`),
		"Last-Event-ID":   f.do("GET", "/v2/judgement/"+id+"/events", header("Last-Event-ID", "\xff"), ""),
		"a field's name":  f.do("POST", "/v2/judgement", h, body),
		"a long name cut": f.do("POST", "/v2/judgement", header("Content-Type", "application/json"), `{"`+strings.Repeat("é", maxName)+`x":1}`),
	} {
		if a.status != 422 || !utf8.Valid(a.body) || !json.Valid(a.body) {
			t.Errorf("%s: %d %q", name, a.status, a.body)
		}
	}
}

func TestIdempotency(t *testing.T) {
	f, m := withJobs(t)
	send := func(body string, keys ...string) answer {
		h := bearerHeader()
		h.Set("Content-Type", "application/json")
		h["Idempotency-Key"] = keys
		return f.do(http.MethodPost, "/v2/judgement", h, body)
	}
	const one = `{"scene_slug":"pitch","document":"x","brand":"a"}`
	first := send(one, "k-1")
	id := first.json(t)["job_id"]
	m.move(t, id.(string), func(j *memJob) { j.run(1); j.finish() })
	again := send(`{"brand":"a","document_base64":"eA==","scene_slug":"pitch"}`, "k-1")
	if again.status != 202 || again.json(t)["job_id"] != id || again.header.Get("Idempotency-Replayed") != "true" || again.json(t)["status"] != "done" || len(m.jobs) != 1 {
		t.Errorf("%d %v %s", again.status, again.header, again.body)
	}
	for _, other := range []string{
		`{"scene_slug":"pitch","document":"y","brand":"a"}`, `{"scene_slug":"fair","document":"x","brand":"a"}`, `{"scene_slug":"pitch","document":"x","brand":"b"}`,
		`{"scene_slug":"pitch","document":"x","brand":"a","repeats":2}`, `{"scene_slug":"pitch","document":"x","brand":"a","max_cost":1}`,
		`{"scene_slug":"pitch","document":"x","brand":"a","callback_url":"https://hooks.example/"}`, `{"scene_slug":"pitch","document":"x","brand":"a","filename":"b.txt"}`,
	} {
		if a := send(other, "k-1"); a.status != 422 || !strings.Contains(string(a.body), `"loc":["header","idempotency-key"]`) {
			t.Errorf("%s: %d %s", other, a.status, a.body)
		}
	}
	for _, bad := range [][]string{{""}, {"a b"}, {"\xff"}, {"ключ"}, {strings.Repeat("k", maxKey+1)}, {"a", "a"}} {
		if a := send(one, bad...); a.status != 422 || !strings.Contains(string(a.body), `"loc":["header","idempotency-key"]`) {
			t.Errorf("key %q: %d %s", bad, a.status, a.body)
		}
	}
	if a := send(one, strings.Repeat("k", maxKey)); a.status != 202 || a.json(t)["job_id"] == id {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestJobLife(t *testing.T) {
	f, m := withJobs(t)
	id := f.submit(`{"scene_slug":"pitch","document":"x","brand":"acme"}`)
	path := "/v2/judgement/" + id
	want := `{"job_id":"job-001","kind":"review","status":"pending","reason":null,"message":null,"phase":null,"progress":{"done":0,"total":0},"cancelling":false,"scene_slug":"pitch","brand":"acme","filename":"acme.md","case_id":null,"version":null,"no_model":null,"created_at":"2026-03-01T09:00:00.000Z","started_at":null,"finished_at":null,"next_try_at":null,"page":null}`
	if got := f.get(path); string(got.body) != want || got.header.Get("Cache-Control") != "no-store" {
		t.Errorf("pending: %s", got.body)
	}
	result := func() answer { return f.do(http.MethodGet, path+"/result", bearerHeader(), "") }
	if a := result(); a.status != 409 || !strings.Contains(string(a.body), "The job is pending and has no result yet") || a.header.Get("Retry-After") != "5" {
		t.Errorf("result of a pending job: %d %s", a.status, a.body)
	}
	m.move(t, id, func(j *memJob) { j.run(4); j.Done = 3 })
	want = strings.NewReplacer(`"pending"`, `"running"`, `"phase":null,"progress":{"done":0,"total":0}`, `"phase":"scoring","progress":{"done":3,"total":4}`, `"started_at":null`, `"started_at":"2026-03-01T09:00:00.040Z"`).Replace(want)
	if got := f.get(path); string(got.body) != want {
		t.Errorf("running: %s", got.body)
	}
	if a := result(); a.status != 409 || !strings.Contains(string(a.body), "running") {
		t.Errorf("result of a running job: %d %s", a.status, a.body)
	}
	m.move(t, id, func(j *memJob) { j.finish() })
	if got := f.get(path).json(t); got["status"] != "done" || got["case_id"] != "C-2026-0001" || got["version"] != 1.0 || got["reason"] != nil {
		t.Errorf("done: %v", got)
	}
	want = `{"job_id":"job-001","case_id":"C-2026-0001","version":1,"scene_slug":"pitch","brand":"acme","total":"71.5","max":"100","grade":"B","grade_probabilities":[],"repeats":null,"no_model":false,"report":"# Report <b>\n","reviews":[{"judge":"careful","outcome":"ok","review":"# Careful\n"}],"folder":"reports/p-acme","files":["report.md"],"warnings":[],"page":null}`
	if a := result(); string(a.body) != want {
		t.Errorf("result: %s", a.body)
	}
	if a := f.do(http.MethodDelete, path, bearerHeader(), ""); a.status != 409 {
		t.Errorf("cancel a done job: %d %s", a.status, a.body)
	}
	m.move(t, id, func(j *memJob) {
		j.Kind, j.result.Total, j.result.Max, j.result.Grade, j.result.Reviews, j.result.Files = "meeting", "", "", "", nil, nil
	})
	if a := result().json(t); a["grade"] != nil || len(a["reviews"].([]any)) != 0 || len(a["files"].([]any)) != 0 {
		t.Errorf("result without scores: %v", a)
	}
}

func TestCancel(t *testing.T) {
	f, m := withJobs(t)
	pending, running := f.submit(`{"scene_slug":"pitch","document":"x","brand":"a"}`), f.submit(`{"scene_slug":"pitch","document":"x","brand":"b"}`)
	m.move(t, running, func(j *memJob) { j.run(1) })
	for range 2 { // the second time nothing changes
		a := f.do(http.MethodDelete, "/v2/judgement/"+pending, bearerHeader(), "")
		if got := a.json(t); a.status != 202 || got["status"] != "failed" || got["reason"] != "cancelled" {
			t.Errorf("%d %s", a.status, a.body)
		}
		a = f.do(http.MethodDelete, "/v2/judgement/"+running, bearerHeader(), "")
		if got := a.json(t); a.status != 202 || got["status"] != "running" || got["cancelling"] != true {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	m.move(t, running, func(j *memJob) {
		j.Status, j.Reason, j.Message, j.FinishedAt = job.Failed, "model", "no credit", time.Now()
	})
	if a := f.do(http.MethodGet, "/v2/judgement/"+running+"/result", bearerHeader(), ""); a.status != 409 || string(a.body) != `{"detail":"The job failed (model): no credit"}` || a.header.Get("Retry-After") != "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := f.do(http.MethodDelete, "/v2/judgement/"+running, bearerHeader(), ""); a.status != 409 {
		t.Errorf("cancel a failed job: %d %s", a.status, a.body)
	}
}

func TestList(t *testing.T) {
	f, m := withJobs(t)
	if got := string(f.get("/v2/judgement").body); got != `{"jobs":[],"next_cursor":null}` {
		t.Errorf("none: %s", got)
	}
	for i := range 7 {
		f.submit(fmt.Sprintf(`{"scene_slug":%q,"document":"x","brand":"b-%d"}`, []string{"pitch", "fair"}[i%2], i))
	}
	m.move(t, "job-003", func(j *memJob) { j.run(1) })
	ids := func(query string) (out []string, next string) {
		v := f.get("/v2/judgement?" + query).json(t)
		for _, j := range v["jobs"].([]any) {
			out = append(out, strings.TrimPrefix(j.(map[string]any)["job_id"].(string), "job-00"))
		}
		next, _ = v["next_cursor"].(string)
		return out, next
	}
	var pages []string
	next := ""
	for page := 0; page == 0 || next != ""; page++ {
		query := "limit=3"
		if next != "" {
			query += "&cursor=" + next
		}
		var got []string
		got, next = ids(query)
		pages = append(pages, strings.Join(got, ""))
		f.submit(fmt.Sprintf(`{"scene_slug":"pitch","document":"x","brand":"late-%d"}`, page)) // what comes meanwhile moves no page
	}
	if diff := cmp.Diff([]string{"765", "432", "1"}, pages); diff != "" {
		t.Error(diff)
	}
	_, next = ids("limit=3")
	want, _ := ids("limit=3&cursor=" + next)
	m.remove(7) // the page before ended with it
	if got, _ := ids("limit=3&cursor=" + next); !slices.Equal(got, want) {
		t.Errorf("after the cursor's job was removed: %v, want %v", got, want)
	}
	for query, want := range map[string]string{"status=running": "3", "scene_slug=fair": "642", "scene_slug=fair&status=pending&limit=2": "64", "scene_slug=nothing": "", "limit=1&limit=2&scene_slug=fair": "64"} {
		if got, _ := ids(query); strings.Join(got, "") != want {
			t.Errorf("%s: %v, want %s", query, got, want)
		}
	}
	for query, want := range map[string]string{
		"limit=0": `{"type":"greater_than_equal","loc":["query","limit"],"msg":"Input should be greater than or equal to 1","input":"0","ctx":{"ge":1}}`, "limit=101": `"less_than_equal"`,
		"limit=x": `"int_parsing"`, "limit=": `"int_parsing"`, "limit=99999999999999999999": `"less_than_equal"`,
		"cursor=": `"loc":["query","cursor"]`, "cursor=%21": `next_cursor`, "cursor=" + base64.RawURLEncoding.EncodeToString([]byte("job-999")): `next_cursor`,
		"cursor=" + base64.RawURLEncoding.EncodeToString([]byte("1 job\x00")): `next_cursor`,
		"status=gone":      `{"type":"literal_error","loc":["query","status"],"msg":"Input should be 'pending', 'running', 'done' or 'failed'","input":"gone","ctx":{"expected":"'pending', 'running', 'done' or 'failed'"}}`,
		"limit=0&status=x": `"loc":["query","limit"]`,
	} {
		if a := f.do(http.MethodGet, "/v2/judgement?"+query, bearerHeader(), ""); a.status != 422 || !strings.Contains(string(a.body), want) {
			t.Errorf("%s: %d %s", query, a.status, a.body)
		}
	}
}

// TestJobsRefused: who may not ask, what is not there, and a server that cannot
// judge.
func TestJobsRefused(t *testing.T) {
	f, m := withJobs(t)
	id := f.submit(`{"scene_slug":"pitch","document":"x","brand":"a"}`)
	none := newFixture(t)
	unset := newFixture(t, func(o *Options) { o.Jobs, o.Tokens = m, "" })
	mute := newFixture(t, func(o *Options) { o.Jobs, o.NoJudging = m, "No model is set" })
	for _, test := range []struct{ method, path string }{
		{"POST", "/v2/judgement"},
		{"GET", "/v2/judgement"},
		{"GET", "/v2/judgement/" + id},
		{"DELETE", "/v2/judgement/" + id},
		{"GET", "/v2/judgement/" + id + "/result"},
		{"GET", "/v2/judgement/" + id + "/events"},
	} {
		if a := f.do(test.method, test.path, nil, "{}"); a.status != 401 {
			t.Errorf("%v without a token: %d", test, a.status)
		}
		if a := unset.do(test.method, test.path, bearerHeader(), "{}"); a.status != 503 || !strings.Contains(string(a.body), "SERVICE_API_TOKEN") {
			t.Errorf("%v on a server without a token: %d %s", test, a.status, a.body)
		}
		if a := none.do(test.method, test.path, bearerHeader(), "{}"); a.status != 503 || !strings.Contains(string(a.body), "no job queue") {
			t.Errorf("%v on a server without a queue: %d %s", test, a.status, a.body)
		}
		if strings.Contains(test.path, id) {
			for _, odd := range []string{"job-999", "..%00", "%ff", "%20", strings.Repeat("x", 3000), "1%3B%20DROP"} {
				if a := f.do(test.method, strings.Replace(test.path, id, odd, 1), bearerHeader(), ""); a.status != 404 {
					t.Errorf("%v for job %.20q: %d %s", test, odd, a.status, a.body)
				}
			}
		}
	}
	if a := mute.post("/v2/judgement", `{"scene_slug":"pitch","document":"x","brand":"a"}`); a.status != 503 || string(a.body) != `{"detail":"No model is set"}` {
		t.Errorf("%d %s", a.status, a.body)
	}
	mute.get("/v2/judgement/" + id)
	m.set(fmt.Errorf("postgres at 10.0.0.7: %w", job.ErrUnavailable), false)
	for _, path := range []string{"", "/" + id, "/" + id + "/result", "/" + id + "/events"} {
		if a := f.do("GET", "/v2/judgement"+path, bearerHeader(), ""); a.status != 503 || a.header.Get("Retry-After") == "" || strings.Contains(string(a.body), "10.0.0.7") {
			t.Errorf("%s while the queue is away: %d %s", path, a.status, a.body)
		}
	}
	m.set(errors.New("disk /srv/secret is gone"), false)
	if a := f.post("/v2/judgement", `{"scene_slug":"pitch","document":"x","brand":"a"}`); a.status != 500 || strings.Contains(string(a.body), "secret") {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestQueueHangs: a queue that does not answer is reported as out of reach.
func TestQueueHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMemJobs()
		a, err := New(Options{
			Workspace: mapFS(workspaceFiles()), Env: func(string) string { return "" }, Tokens: testToken,
			Attributor: fakeCheck(emptyCheck), Now: time.Now, Random: strings.NewReader("123456"), Jobs: m,
		})
		if err != nil {
			t.Fatal(err)
		}
		m.set(nil, true)
		start := time.Now()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v2/judgement/x", nil)
		r.Header = bearerHeader()
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		if w.Code != 503 || time.Since(start) != jobTimeout {
			t.Errorf("%d after %s", w.Code, time.Since(start))
		}
	})
}

// TestJobsHealth: what keeps jobs from being run shows in healthz and, once, in
// the log.
func TestJobsHealth(t *testing.T) {
	f, m := withJobs(t)
	f.watch()
	health := func() any { return f.do("GET", "/v1/healthz", nil, "").json(t)["status"] }
	if health() != "ok" {
		t.Error("not ok at first")
	}
	m.set(errors.New("3 jobs wait and no worker lives"), false)
	f.settle("degraded", func() bool { return health() == "degraded" })
	m.set(nil, false)
	f.settle("ok again", func() bool { return health() == "ok" })
	logs := f.logs.String()
	if strings.Count(logs, "jobs are not run") != 1 || strings.Count(logs, "jobs are run again") != 1 || !strings.Contains(logs, "3 jobs wait") {
		t.Errorf("log: %s", logs)
	}
}
