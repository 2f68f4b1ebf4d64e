package api

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"judgement/internal/audience"
	"judgement/internal/fault"
	"judgement/report"
)

// homePage is what a person sees who opens the service's address.
const homePage = `<!doctype html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>judgement</title><link rel="icon" href="data:,"><style>:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}
li{margin:.4rem 0}</style></head>
<body><h1>judgement</h1><p>{{.About}}</p>
<ul><li><a href="/docs">/docs</a> {{.Docs}}</li>
<li><a href="/redoc">/redoc</a> {{.Redoc}}</li>
</ul></body></html>
`

// homeView is what homePage is filled with.
type homeView struct {
	Lang               report.Lang
	About, Docs, Redoc string
}

// browserPages are the pages for people who come to an address that programs get
// a 404 from, by language.
type browserPages struct {
	home   map[report.Lang][]byte
	absent map[report.Lang][]byte // of a board that is not shown
}

// newBrowserPages makes the pages.
func newBrowserPages() (*browserPages, error) {
	t, err := template.New("home").Parse(homePage)
	if err != nil {
		return nil, fmt.Errorf("read the service's page: %w", err)
	}
	p := &browserPages{home: map[report.Lang][]byte{}, absent: map[report.Lang][]byte{}}
	for _, v := range []homeView{
		{Lang: report.English, About: "This is the HTTP API of a judgement service.", Docs: "tries the API out", Redoc: "describes the API"},
		{Lang: report.Chinese, About: "这里是评审服务的 HTTP API。", Docs: "在线试用接口", Redoc: "接口说明"},
	} {
		var b bytes.Buffer
		if err := t.Execute(&b, v); err != nil {
			return nil, fmt.Errorf("fill the service's page: %w", err)
		}
		p.home[v.Lang] = b.Bytes()
		if p.absent[v.Lang], err = audience.Absent(v.Lang); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// homeRoute is the service's own address: a page for browsers; for programs there
// is no such path.
func (a *API) homeRoute() *route {
	rt := get("/{$}", configured, func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Content-Security-Policy", docPolicy)
		writeHTML(w, http.StatusOK, a.pages.home[languageOf(r.Header)])
		return nil
	})
	rt.browser = true
	return rt
}

// failPage answers a browser that asks for a board which is not shown with a page,
// the same whether there is such a scene or not. It reports whether it did.
func (a *API) failPage(w http.ResponseWriter, r *http.Request, err error) bool {
	if !errors.Is(err, fault.NoPath) && !errors.Is(err, audience.ErrNotShown) {
		return false
	}
	if p := r.URL.Path; p != "/boards" && !strings.HasPrefix(p, "/boards/") {
		return false
	}
	w.Header().Set("Vary", "Accept, Accept-Language")
	if !fromBrowser(r) {
		return false
	}
	w.Header().Set("Content-Security-Policy", boardPolicy)
	writeHTML(w, http.StatusNotFound, a.pages.absent[languageOf(r.Header)])
	return true
}

// writeHTML writes a page that no cache keeps and that depends on who asks.
func writeHTML(w http.ResponseWriter, status int, page []byte) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(page)))
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Vary", "Accept, Accept-Language")
	h["Cache-Control"] = noStore
	w.WriteHeader(status)
	_, _ = w.Write(page)
}

// fromBrowser reports whether a person wants to see a page: HTML is asked for by
// name, and JSON is not asked for sooner. Programs that take anything get JSON.
func fromBrowser(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	var page, data float64
	for name, q := range weighted(r.Header["Accept"]) {
		switch name {
		case "text/html":
			page = max(page, q)
		case "application/json":
			data = max(data, q)
		}
	}
	return page > 0 && page >= data
}

// languageOf is the language of Accept-Language that pages are in: of Chinese and
// English the one that is wanted more, the first where both are wanted alike,
// English where neither is.
func languageOf(h http.Header) report.Lang {
	lang, best := report.English, 0.0
	for name, q := range weighted(h["Accept-Language"]) {
		primary, _, _ := strings.Cut(name, "-")
		if q <= best {
			continue
		}
		switch primary {
		case "zh":
			lang, best = report.Chinese, q
		case "en":
			lang, best = report.English, q
		}
	}
	return lang
}

// weighted yields the values of a header with their weights from 0 to 1, in lower
// case and in their order. A weight that can't be read counts as 0.
func weighted(lines []string) func(yield func(string, float64) bool) {
	return func(yield func(string, float64) bool) {
		for _, line := range lines {
			for part := range strings.SplitSeq(strings.ToLower(line), ",") {
				name, params, _ := strings.Cut(part, ";")
				q := 1.0
				for p := range strings.SplitSeq(params, ";") {
					if text, ok := strings.CutPrefix(strings.TrimSpace(p), "q="); ok {
						q = weight(text)
					}
				}
				if !yield(strings.TrimSpace(name), q) {
					return
				}
			}
		}
	}
}

// weight reads the value of q.
func weight(text string) float64 {
	q, err := strconv.ParseFloat(text, 64)
	if err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}
