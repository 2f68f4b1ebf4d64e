package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"judgement/internal/fault"
	"judgement/internal/job"
)

// generator makes requests from the description: what its schemas allow, and
// what lies beside it.
type generator struct {
	*rand.Rand
	t    *testing.T
	spec *spec
}

func pick[T any](g *generator, of ...T) T { return of[g.IntN(len(of))] }

func (g *generator) odds(percent int) bool { return g.IntN(100) < percent }

// value makes a value of a schema.
func (g *generator) value(schema map[string]any) any {
	if ref, ok := schema["$ref"].(string); ok {
		return g.value(g.spec.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...))
	}
	kind := ""
	switch t := schema["type"].(type) {
	case string:
		kind = t
	case []any:
		kind = pick(g, t...).(string)
	}
	if of, ok := schema["enum"].([]any); ok && g.odds(80) {
		return pick(g, of...)
	}
	switch kind {
	case "integer":
		return g.IntN(60) - 5
	case "object":
		out := map[string]any{}
		properties, _ := schema["properties"].(map[string]any)
		for _, name := range sortedKeys(properties) {
			if value, ok := g.plain(name); ok && g.odds(70) {
				out[name] = value
			} else if g.odds(60) {
				out[name] = g.value(properties[name].(map[string]any))
			}
		}
		return out
	case "boolean":
		return g.odds(50)
	case "string":
		return g.text()
	case "null":
		return nil
	}
	return g.anything(3)
}

// plain is a value of a field that by chance would seldom be a good one.
func (g *generator) plain(field string) (any, bool) {
	switch field {
	case "scene_slug":
		return pick(g, "pitch", "fair", "nope"), true
	case "brand":
		return pick(g, any("acme"), "b-2", nil), true
	case "document":
		return pick(g, "# Text", "評審"), g.odds(80)
	case "document_base64":
		return pick(g, any("eA=="), nil), true
	case "filename", "callback_url", "language", "checkpoints", "repeats", "max_tokens", "max_cost":
		return nil, g.odds(80)
	}
	return nil, false
}

// query makes parameters of a list, good and bad.
func (g *generator) query() string {
	return pick(g, "?limit=1", "?limit=0", "?limit=x", "?status=done", "?status=%00", "?cursor=am9iLTAwMQ", "?cursor=%21", "?scene_slug=fair&limit=100", "?limit=2&cursor=am9iLTAwMg&status=pending")
}

// job makes the path of a job out of a template.
func (g *generator) job(template string) string {
	return strings.Replace(template, "{job_id}", pick(g, "job-001", "job-002", "job-003", "job-004", "job-999", "%00", "%e8%a9%95", "..x"), 1)
}

func (g *generator) text() string {
	return pick(g, "", "C-2026-0001", "C-2026-9999", "on", "YES", "o\u017ff", "\u0000", "\u2028", "評審", "../../etc/passwd", "x\ny",
		strings.Repeat("长", 600), fmt.Sprint(g.Uint64()))
}

func (g *generator) anything(depth int) any {
	switch g.IntN(7 + min(depth, 1)*2) {
	case 0:
		return nil
	case 1:
		return g.odds(50)
	case 2:
		return g.Int64() - 1<<62
	case 3:
		return g.NormFloat64() * 1e300
	case 4:
		return pick(g, 0, 1, 2, -1)
	case 5, 6:
		return g.text()
	case 7:
		out := []any{}
		for range g.IntN(4) {
			out = append(out, g.anything(depth-1))
		}
		return out
	}
	out := map[string]any{}
	for range g.IntN(4) {
		out[pick(g, "dry_run", "case_id", "x", g.text())] = g.anything(depth - 1)
	}
	return out
}

// body makes a request's body: by the schema, any JSON, or JSON that is broken.
func (g *generator) body(op map[string]any) string {
	content, _ := op["requestBody"].(map[string]any)
	var v any
	if content != nil && g.odds(50) {
		v = g.value(content["content"].(map[string]any)["application/json"].(map[string]any)["schema"].(map[string]any))
	} else {
		v = g.anything(4)
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	for g.odds(30) && len(b) > 0 {
		switch i := g.IntN(len(b)); g.IntN(4) {
		case 0:
			b[i] = byte(g.Uint32())
		case 1:
			b = b[:i]
		case 2:
			b = slices.Insert(b, i, pick(g, []byte("\xff"), []byte(`"`), []byte("\x00"), []byte("NaN"), []byte(`\ud800`))...)
		case 3:
			b = append(b, b[i:]...)
		}
	}
	return string(b)
}

// form makes a multipart body and its content type.
func (g *generator) form() (contentType, body string) {
	parts := []part{{"scene_slug", "", pick(g, "pitch", "fair", "x")}, {"document", pick(g, "a.md", "b.pdf", ""), pick(g, "text", "", "%PDF-1.7")}}
	for g.odds(40) {
		parts = append(parts, part{pick(g, "brand", "repeats", "document", "x", ""), pick(g, "", "f.txt"), g.text()})
	}
	contentType, body = form(g.t, parts...)
	if g.odds(30) {
		body = body[:g.IntN(len(body))]
	}
	return contentType, body
}

func (g *generator) header(token string) http.Header {
	h := http.Header{}
	switch g.IntN(6) {
	case 0:
	case 1:
		h["Authorization"] = []string{pick(g, "Bearer", "Basic abc", "Bearer "+token+"x", "bearer\t"+token, "")}
	case 2:
		h["Authorization"] = []string{"Bearer " + token, "Bearer " + token}
	default:
		h.Set("Authorization", pick(g, "Bearer ", "bearer   ", "BEARER ")+token)
	}
	if g.odds(85) {
		h.Set("Content-Type", pick(g, "application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "application/x+json", "text/plain", "application/json, text/plain", ";", "multipart/form-data"))
	}
	if g.odds(30) {
		h.Set("If-None-Match", pick(g, "*", `"x"`, `W/"x", "y"`, ",,,", `"`))
	}
	if g.odds(20) {
		h.Set("Last-Event-Id", pick(g, "0", "1", "99", "x", "-1", ""))
	}
	if g.odds(20) {
		h.Set("Idempotency-Key", pick(g, "k1", "k2", "no good", ""))
	}
	if g.odds(20) {
		h.Set("X-Request-Id", pick(g, "ok-1", "no good", strings.Repeat("x", 300)))
	}
	if g.odds(20) {
		h.Set("Accept", pick(g, "text/html", "application/json;q=0", "*/*"))
	}
	if g.odds(10) {
		h.Set("Origin", "https://elsewhere.example")
	}
	return h
}

// TestProperties sends thousands of requests that are made from the
// description. Every answer is a documented one, and no status is 5xx but the
// 503 of a server without a token.
func TestProperties(t *testing.T) {
	check := fakeCheck(func(ctx context.Context, req AttributionRequest) (AttributionResponse, error) {
		if req.CaseID != nil && *req.CaseID != "C-2026-0001" {
			return AttributionResponse{}, errors.Join(fault.UnknownCase)
		}
		return emptyCheck(ctx, req)
	})
	f, m := withJobs(t, func(o *Options) { o.Attributor = check })
	for i, change := range []func(j *memJob){func(j *memJob) { j.run(3); j.finish() }, func(j *memJob) { j.run(1); j.Status, j.Reason = job.Failed, "model" }, func(*memJob) {}, func(*memJob) {}} {
		m.move(t, f.submit(fmt.Sprintf(`{"scene_slug":"pitch","document":"x","brand":"b-%d"}`, i)), change)
	}
	unset := newFixture(t, func(o *Options) { o.Attributor, o.Tokens = check, "" })
	g := &generator{rand.New(rand.NewPCG(20260301, 4)), t, f.spec}
	paths := append(sortedKeys(f.spec.at("paths")), "/v1/nothing", "/v1/scenes/pitch")
	seen := map[string]int{}
	for range 6000 {
		path := pick(g, paths...)
		item, _ := f.spec.at("paths")[path].(map[string]any)
		method := pick(g, "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "LINK")
		if op := pick(g, append(sortedKeys(item), "get")...); g.odds(75) {
			method = strings.ToUpper(op)
		}
		op, _ := item[strings.ToLower(method)].(map[string]any)
		target := g.job(path)
		if path == "/v2/judgement" && g.odds(60) {
			target += g.query()
		} else if g.odds(20) {
			target += pick(g, "?", "?limit=1&offset=-1", "?x=%00", "?%zz", "?a=1;b=2")
		}
		body := ""
		if method != "GET" && method != "HEAD" && g.odds(90) {
			body = g.body(op)
		}
		on, header := f, g.header(testToken)
		if g.odds(10) {
			on = unset
		}
		if path == "/v2/judgement" && method == "POST" && g.odds(40) {
			var contentType string
			contentType, body = g.form()
			header.Set("Content-Type", contentType)
		}
		if strings.HasSuffix(path, "/events") && (strings.Contains(target, "job-003") || strings.Contains(target, "job-004")) {
			continue // such a stream stays open while the job does
		}
		a := on.do(method, target, header, body)
		seen[fmt.Sprint(path, " ", a.status)]++
		if a.status >= 500 && (on == f || a.status != 503) {
			t.Errorf("%s %s with %q: %d %s", method, target, body, a.status, a.body)
		}
	}
	// The run is worth something only if it reached every documented answer
	// that a client can bring about.
	for path, statuses := range map[string][]int{
		"/v1/healthz": {200, 405}, "/v1/version": {200, 304, 401, 405, 503}, "/v1/panels": {200, 304, 401, 405, 503},
		"/v1/anchors": {200, 304, 401, 405, 503}, "/v1/scenes": {200, 304, 401, 405, 503},
		"/v1/attribution/check": {200, 400, 401, 405, 422, 503}, "/chat/event": {200, 405, 503}, "/v1/nothing": {404},
		"/v2/judgement": {200, 202, 400, 401, 405, 422, 503}, "/v2/judgement/{job_id}": {200, 202, 401, 404, 405, 409, 503},
		"/v2/judgement/{job_id}/result": {200, 401, 404, 405, 409, 503}, "/v2/judgement/{job_id}/events": {200, 204, 401, 404, 405, 422, 503},
	} {
		for _, status := range statuses {
			if seen[fmt.Sprint(path, " ", status)] == 0 {
				t.Errorf("%s was never answered with %d", path, status)
			}
		}
	}
}
