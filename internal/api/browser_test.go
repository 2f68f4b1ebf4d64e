package api

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"judgement/report"
)

// browser is what browsers send, with a language.
func browser(language string) http.Header {
	return http.Header{
		"Accept":          {"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"},
		"Accept-Language": {language},
	}
}

// TestBoardThatIsNotShown: an audience gets a calm page in its language, the same
// whatever the reason; programs get JSON.
func TestBoardThatIsNotShown(t *testing.T) {
	f, s, _ := theatre(t)
	s.put(1, 1)
	s.close("fair")
	none := newFixture(t)
	pages := map[string][]byte{}
	for language, want := range map[string]string{
		"en-GB,en;q=0.9,zh;q=0.4": "No ranking is shown at this address.",
		"zh-CN,zh;q=0.9,en;q=0.8": "此网址没有可显示的排名榜。",
		"de-DE,de;q=0.9":          "No ranking is shown at this address.",
		"":                        "No ranking is shown at this address.",
	} {
		for _, path := range []string{"/boards/nope", "/boards/fair", "/boards/spring-cup", "/boards/fair/", "/boards/fair%2f", "/boards/a/b/c", "/boards/", "/boards", "/boards/fair/events"} {
			for _, f := range []*fixture{f, none} {
				a := f.do("GET", path, browser(language), "")
				if a.status != 404 || a.header.Get("Content-Type") != "text/html; charset=utf-8" || a.header.Get("Cache-Control") != "no-store" || a.header.Get("Vary") != "Accept, Accept-Language" {
					t.Fatalf("GET %s in %q: %d %v %s", path, language, a.status, a.header, a.body)
				}
				if pages[language] == nil {
					pages[language] = a.body
				}
				if !bytes.Equal(a.body, pages[language]) {
					t.Errorf("GET %s in %q differs:\n%s", path, language, a.body)
				}
			}
		}
		if !strings.Contains(string(pages[language]), want) || strings.Contains(string(pages[language]), "fair") {
			t.Errorf("in %q: %s", language, pages[language])
		}
	}
	if a := f.do("HEAD", "/boards/nope", browser("en"), ""); a.status != 404 || len(a.body) > 0 || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
		t.Errorf("HEAD: %d %v", a.status, a.header)
	}
	if csp := f.do("GET", "/boards/nope", browser("en"), "").header.Get("Content-Security-Policy"); csp != boardPolicy {
		t.Errorf("policy %q", csp)
	}
	for _, accept := range []string{"", "*/*", "application/json", "application/json, text/html;q=0.9", "text/html;q=0", "text/html;q=x", "text/html;q=NaN", "text/event-stream"} {
		for _, path := range []string{"/boards/nope", "/boards/fair/events", "/boards/"} {
			a := f.do("GET", path, http.Header{"Accept": {accept}}, "")
			if a.status != 404 || string(a.body) != `{"detail":"Not Found"}` || a.header.Get("Vary") != "Accept, Accept-Language" {
				t.Errorf("GET %s, Accept %q: %d %v %s", path, accept, a.status, a.header, a.body)
			}
		}
	}
	if a := f.do("POST", "/boards/nope", browser("en"), ""); a.status != 405 || string(a.body) != `{"detail":"Method Not Allowed"}` {
		t.Errorf("POST: %d %s", a.status, a.body)
	}
	for _, path := range []string{"/boardsx", "/v1/nothing", "/nothing", "/v1/scenes/x"} {
		if a := f.do("GET", path, browser("en"), ""); a.status != 404 || string(a.body) != `{"detail":"Not Found"}` {
			t.Errorf("GET %s: %d %s", path, a.status, a.body)
		}
	}
}

// TestHome: the service's own address shows people where to go, without a token and
// with nothing that is confidential; for programs it is no path.
func TestHome(t *testing.T) {
	f := newFixture(t)
	a := f.do("GET", "/", browser("en"), "")
	if a.status != 200 || a.header.Get("Content-Type") != "text/html; charset=utf-8" || a.header.Get("Content-Security-Policy") != docPolicy || a.header.Get("Vary") != "Accept, Accept-Language" {
		t.Errorf("%d %v", a.status, a.header)
	}
	for _, want := range []string{`<html lang="en">`, "<h1>judgement</h1>", `href="/docs"`, `href="/redoc"`} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("the page lacks %q:\n%s", want, a.body)
		}
	}
	if strings.Contains(string(a.body), "/boards/") {
		t.Errorf("a board that is not public is shown: %s", a.body)
	}
	if a := f.do("GET", "/", browser("zh-TW"), ""); !strings.Contains(string(a.body), `<html lang="zh">`) || !strings.Contains(string(a.body), "评审服务") {
		t.Errorf("in Chinese: %s", a.body)
	}
	if a := f.do("HEAD", "/", browser("en"), ""); a.status != 200 || len(a.body) > 0 {
		t.Errorf("HEAD: %d", a.status)
	}
	for _, method := range []string{"GET", "HEAD", "POST", "OPTIONS"} {
		if a := f.do(method, "/", nil, ""); a.status != 404 || method != "HEAD" && string(a.body) != `{"detail":"Not Found"}` {
			t.Errorf("%s without Accept: %d %s", method, a.status, a.body)
		}
	}
	if a := f.do("POST", "/", browser("en"), ""); a.status != 404 || string(a.body) != `{"detail":"Not Found"}` {
		t.Errorf("POST: %d %s", a.status, a.body)
	}
	closed := newFixture(t, func(o *Options) { o.Tokens = "" })
	if a := closed.do("GET", "/", browser("en"), ""); a.status != 503 {
		t.Errorf("without a token: %d", a.status)
	}
}

// TestHomeListsPublicBoards: by name, and none that is not public.
func TestHomeListsPublicBoards(t *testing.T) {
	f, _, _ := theatre(t)
	f.write("scenes/fair/scene.yaml", workspaceFiles()["scenes/fair/scene.yaml"]+"display_name: 'Fair <b>'\nboard:\n  public: true\n")
	f.api.catalog.refresh(t.Context())
	a := f.do("GET", "/", browser("en"), "")
	if !strings.Contains(string(a.body), `<a href="/boards/fair"><bdi>Fair &lt;b&gt;</bdi></a>`) || strings.Contains(string(a.body), "/boards/pitch") {
		t.Errorf("%s", a.body)
	}
}

func TestLanguageOf(t *testing.T) {
	for header, want := range map[string]report.Lang{
		"zh": report.Chinese, "ZH-hans-CN": report.Chinese, "zh;q=0.5, en;q=0.4": report.Chinese, "fr, zh;q=0.2": report.Chinese,
		"en, zh": report.English, "zh;q=0.5, en;q=0.9": report.English, "zh;q=0": report.English, "zhx": report.English, ";;,,": report.English, "*": report.English,
		"zh, en": report.Chinese,
	} {
		if got := languageOf(http.Header{"Accept-Language": {header}}); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}
