package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestPackedDescription: the packed description is the one that people read and change.
func TestPackedDescription(t *testing.T) {
	plain, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(OpenAPI(), plain) {
		t.Error("openapi.json.zst is not openapi.json: run zstd --ultra -22 -f internal/api/openapi.json")
	}
}

// TestPages: every page is there, with its type, its policy and its tag, and
// whatever it names is there too.
func TestPages(t *testing.T) {
	f := newFixture(t)
	for _, p := range docFiles {
		a := f.do("GET", p.path, nil, "")
		if a.status != 200 || len(a.body) == 0 || a.header.Get("Content-Security-Policy") != docPolicy || a.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d, %d bytes, %v", p.path, a.status, len(a.body), a.header)
		}
		again := f.do("GET", p.path, http.Header{"If-None-Match": {a.header.Get("ETag")}}, "")
		if again.status != 304 || len(again.body) != 0 {
			t.Errorf("%s with its tag: %d", p.path, again.status)
		}
	}
	names := regexp.MustCompile(`(?:src|href)="([^"]+)"`)
	for _, page := range []string{"/docs", "/redoc"} {
		body := string(f.do("GET", page, nil, "").body)
		found := names.FindAllStringSubmatch(body, -1)
		if len(found) < 5 {
			t.Errorf("%s names only %v", page, found)
		}
		for _, m := range found {
			if m[1] == "data:," {
				continue
			}
			if a := f.do("GET", "/"+m[1], nil, ""); a.status != 200 {
				t.Errorf("%s names %s: %d", page, m[1], a.status)
			}
		}
		if strings.Contains(body, "<script>") || strings.Contains(body, "http") && !strings.Contains(body, "httpx") && strings.Contains(body, "://") {
			t.Errorf("%s has a script of its own, or something from elsewhere", page)
		}
	}
}

// TestPagesAskNobodyElse: no bundle names a server that its page would ask for
// something as it is shown. The validator that Swagger UI names is switched off.
func TestPagesAskNobodyElse(t *testing.T) {
	f := newFixture(t)
	for _, path := range []string{"/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css", "/redoc/redoc.standalone.js"} {
		body := string(f.do("GET", path, nil, "").body)
		for _, elsewhere := range []string{"//cdn.", "fonts.googleapis", "fonts.gstatic", "unpkg.com", "jsdelivr"} {
			if strings.Contains(body, elsewhere) {
				t.Errorf("%s names %s", path, elsewhere)
			}
		}
	}
	if start := string(f.do("GET", "/docs/init.js", nil, "").body); !strings.Contains(start, "validatorUrl: null") {
		t.Errorf("Swagger UI asks its validator: %s", start)
	}
}

func TestDescriptionIsServed(t *testing.T) {
	f := newFixture(t)
	var served, printed any
	a := f.do("GET", "/openapi.json", nil, "")
	if err := json.Unmarshal(a.body, &served); err != nil || a.header.Get("Content-Type") != "application/json" {
		t.Fatalf("%v, %v", err, a.header)
	}
	if err := json.Unmarshal(OpenAPI(), &printed); err != nil {
		t.Fatal(err)
	}
	one, _ := json.Marshal(served)
	two, _ := json.Marshal(printed)
	if !bytes.Equal(one, two) {
		t.Error("the served description is another one")
	}
}
