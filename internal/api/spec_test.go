package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// spec is the embedded description with its schemas compiled, stricter than
// published: of answers every property must be there and no other may be.
type spec struct {
	doc     map[string]any
	schemas map[string]*jsonschema.Schema
}

// lenient are the schemas whose properties may be missing, as the contract says.
var lenient = []string{"AttributionRunRequest", "ChatEventResponse", "ValidationError", "JudgementRequest", "JudgementForm"}

func loadSpec(t testing.TB) *spec {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(OpenAPI()))
	if err != nil {
		t.Fatal(err)
	}
	s := &spec{doc: v.(map[string]any), schemas: map[string]*jsonschema.Schema{}}
	all := s.at("components", "schemas")
	for name, schema := range all {
		schema := schema.(map[string]any)
		properties, ok := schema["properties"].(map[string]any)
		if !ok || slices.Contains(lenient, name) {
			continue
		}
		schema["additionalProperties"] = false
		required := []any{}
		for p := range properties {
			required = append(required, p)
		}
		schema["required"] = required
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("openapi.json", v); err != nil {
		t.Fatal(err)
	}
	for name := range all {
		if s.schemas[name], err = c.Compile("openapi.json#/components/schemas/" + name); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// at walks into the description along keys that must be there.
func (s *spec) at(keys ...string) map[string]any {
	v := s.doc
	for _, k := range keys {
		next, ok := v[k].(map[string]any)
		if !ok {
			panic(fmt.Sprintf("the description has no %v", keys))
		}
		v = next
	}
	return v
}

// resolve follows a $ref into the components.
func (s *spec) resolve(v any) map[string]any {
	m := v.(map[string]any)
	if ref, ok := m["$ref"].(string); ok {
		return s.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	return m
}

// template returns the path of the description that a path is one of.
func (s *spec) template(path string) string {
	for t := range s.at("paths") {
		before, rest, ok := strings.Cut(t, "{")
		_, after, _ := strings.Cut(rest, "}")
		id := strings.TrimSuffix(strings.TrimPrefix(path, before), after)
		if ok && id != "" && before+id+after == path && !strings.Contains(id, "/") && !strings.Contains(strings.ToLower(id), "%2f") {
			return t
		}
	}
	return path
}

// check returns what an answer breaks of the description.
func (s *spec) check(method, path string, a answer) error {
	if got := a.header.Get("X-Request-Id"); !saneID.MatchString(got) {
		return fmt.Errorf("X-Request-Id is %q", got)
	}
	item, known := s.at("paths")[s.template(path)].(map[string]any)
	op, hasMethod := item[strings.ToLower(strings.Replace(method, http.MethodHead, http.MethodGet, 1))].(map[string]any)
	switch {
	case !known:
		return s.checkBody(a, http.StatusNotFound, "Error")
	case !hasMethod:
		if a.header.Get("Allow") == "" {
			return fmt.Errorf("405 without Allow")
		}
		return s.checkBody(a, http.StatusMethodNotAllowed, "Error")
	}
	responses := op["responses"].(map[string]any)
	response, ok := responses[fmt.Sprint(a.status)]
	if !ok {
		return fmt.Errorf("%s %s does not document status %d", method, path, a.status)
	}
	r := s.resolve(response)
	headers, _ := r["headers"].(map[string]any)
	for name, h := range headers {
		got := a.header.Get(name)
		if got == "" && (name == "Retry-After" || name == "Idempotency-Replayed") {
			continue
		}
		if got == "" {
			return fmt.Errorf("status %d without the header %s", a.status, name)
		}
		if want, ok := s.resolve(h)["schema"].(map[string]any)["const"]; ok && got != want {
			return fmt.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	content, ok := r["content"].(map[string]any)
	if !ok || method == http.MethodHead {
		if len(a.body) != 0 {
			return fmt.Errorf("status %d has a body: %s", a.status, a.body)
		}
		return nil
	}
	if _, stream := content["text/event-stream"]; stream && strings.HasPrefix(path, "/v2/") {
		if got := a.header.Get("Content-Type"); got != "text/event-stream" {
			return fmt.Errorf("content type %q", got)
		}
		if err := s.schemas["JobEventStream"].Validate(string(a.body)); err != nil {
			return err
		}
		return s.checkStream(string(a.body))
	}
	mediaType, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
	described, ok := content["application/json"].(map[string]any)
	if _, other := content[mediaType]; !ok || other && mediaType != "application/json" {
		if _, ok := content[mediaType]; !ok {
			return fmt.Errorf("content type %q", mediaType)
		}
		return nil
	}
	ref := described["schema"].(map[string]any)["$ref"].(string)
	return s.checkBody(a, a.status, ref[strings.LastIndex(ref, "/")+1:])
}

// checkStream holds each event of a stream to its schema.
func (s *spec) checkStream(body string) error {
	for block := range strings.SplitSeq(body, "\n\n") {
		_, data, ok := strings.Cut(block, "\ndata: ")
		if !ok {
			continue
		}
		schema := "JobEvent"
		if strings.HasPrefix(block, "event: end\n") {
			schema = "Job"
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(data))
		if err != nil {
			return fmt.Errorf("event %q: %w", block, err)
		}
		if err := s.schemas[schema].Validate(v); err != nil {
			return fmt.Errorf("event %q: %w", block, err)
		}
	}
	return nil
}

func (s *spec) checkBody(a answer, status int, schema string) error {
	if a.status != status {
		return fmt.Errorf("status %d, want %d", a.status, status)
	}
	if got := a.header.Get("Content-Type"); got != "application/json" {
		return fmt.Errorf("content type %q", got)
	}
	if a.head {
		return nil
	}
	if !utf8.Valid(a.body) {
		return fmt.Errorf("body is not UTF-8: %q", a.body)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.body))
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	return s.schemas[schema].Validate(v)
}

// TestSpecFindsFaults: the checker is no rubber stamp.
func TestSpecFindsFaults(t *testing.T) {
	s := loadSpec(t)
	good := answer{status: 200, header: http.Header{"X-Request-Id": {"a"}, "Content-Type": {"application/json"}}, body: []byte(`{"status":"ok","timestamp":"2026-01-02T03:04:05Z"}`)}
	if err := s.check("GET", "/v1/healthz", good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(a *answer){
		"status":         func(a *answer) { a.status = 500 },
		"request id":     func(a *answer) { a.header = http.Header{"Content-Type": {"application/json"}} },
		"content type":   func(a *answer) { a.header = http.Header{"X-Request-Id": {"a"}} },
		"value":          func(a *answer) { a.body = []byte(`{"status":"fine","timestamp":"2026-01-02T03:04:05Z"}`) },
		"format":         func(a *answer) { a.body = []byte(`{"status":"ok","timestamp":"yesterday"}`) },
		"missing":        func(a *answer) { a.body = []byte(`{"status":"ok"}`) },
		"unknown field":  func(a *answer) { a.body = []byte(`{"status":"ok","timestamp":"2026-01-02T03:04:05Z","x":1}`) },
		"is not JSON":    func(a *answer) { a.body = []byte(`ok`) },
		"trailing bytes": func(a *answer) { a.body = append(bytes.Clone(a.body), "{}"...) },
	} {
		bad := good
		if spoil(&bad); s.check("GET", "/v1/healthz", bad) == nil {
			t.Errorf("a wrong %s passes", name)
		}
	}
}

// TestSpecExamples holds the description's own examples to its schemas.
func TestSpecExamples(t *testing.T) {
	s := loadSpec(t)
	seen := 0
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			schema, ok := v["schema"].(map[string]any)
			example, has := v["example"]
			if ref, isRef := schema["$ref"].(string); ok && has && isRef {
				seen++
				if err := s.schemas[ref[strings.LastIndex(ref, "/")+1:]].Validate(example); err != nil {
					t.Errorf("%s: %v", at, err)
				}
			}
			for k, child := range v {
				walk(at+"/"+k, child)
			}
		case []any:
			for i, child := range v {
				walk(fmt.Sprint(at, "/", i), child)
			}
		}
	}
	walk("", s.doc)
	if seen < 12 {
		t.Errorf("only %d examples were found", seen)
	}
}

// TestSpecContract holds the description to what the contract fixes.
func TestSpecContract(t *testing.T) {
	s := loadSpec(t)
	if s.doc["openapi"] != "3.1.0" || s.at("info")["version"] != "0.1.0" {
		t.Errorf("openapi %v, info.version %v", s.doc["openapi"], s.at("info")["version"])
	}
	want := map[string]struct {
		tag      string
		statuses []string
	}{
		"get /v1/healthz":                   {"meta", []string{"200"}},
		"get /v1/version":                   {"meta", []string{"200", "401", "503"}},
		"get /v1/panels":                    {"config", []string{"200", "401", "503"}},
		"get /v1/anchors":                   {"config", []string{"200", "401", "503"}},
		"get /v1/scenes":                    {"config", []string{"200", "401", "503"}},
		"post /v1/attribution/check":        {"action", []string{"200", "401", "422", "500", "503", "504"}},
		"post /chat/event":                  {"chat", []string{"200", "400", "403", "413", "500", "503"}},
		"get /boards/{scene}":               {"board", []string{"200", "404", "503"}},
		"get /boards/{scene}/events":        {"board", []string{"200", "404", "503"}},
		"get /v2/judgement":                 {"judgement", []string{"200", "401", "422", "503"}},
		"post /v2/judgement":                {"judgement", []string{"202", "400", "401", "413", "422", "503"}},
		"get /v2/judgement/{job_id}":        {"judgement", []string{"200", "401", "404", "503"}},
		"delete /v2/judgement/{job_id}":     {"judgement", []string{"202", "401", "404", "409", "503"}},
		"get /v2/judgement/{job_id}/result": {"judgement", []string{"200", "401", "404", "409", "503"}},
		"get /v2/judgement/{job_id}/events": {"judgement", []string{"200", "204", "401", "404", "422", "503"}},
	}
	operations := 0
	for path, item := range s.at("paths") {
		for method := range item.(map[string]any) {
			operations++
			op := s.at("paths", path, method)
			w := want[method+" "+path]
			if tags, _ := json.Marshal(op["tags"]); string(tags) != `["`+w.tag+`"]` {
				t.Errorf("%s has the tags %s", path, tags)
			}
			for _, status := range w.statuses {
				if _, ok := op["responses"].(map[string]any)[status]; !ok {
					t.Errorf("%s %s lacks the status %s", method, path, status)
				}
			}
		}
	}
	if operations != len(want) {
		t.Errorf("%d operations, want %d", operations, len(want))
	}
}
