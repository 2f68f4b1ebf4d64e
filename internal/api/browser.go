package api

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"judgement/internal/api/pages"
	"judgement/internal/audience"
	"judgement/internal/fault"
	"judgement/report"
)

// homePage is what a person sees who opens the service's address.
const homePage = `<!doctype html>
<html lang="%s"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>judgement</title><link rel="icon" href="data:,"><style>:root{color-scheme:light dark}
body{background:Canvas;color:CanvasText;font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}
li{margin:.4rem 0}</style></head>
<body><main><h1>judgement</h1><p>%s</p>
<ul><li><a href="/cases">/cases</a> %s</li>
<li><a href="/docs">/docs</a> %s</li>
<li><a href="/redoc">/redoc</a> %s</li>
</ul></main></body></html>
`

// browserPages are pages for people, by language, at addresses that programs get a
// 404 from.
type browserPages struct {
	home, absent map[report.Lang][]byte // absent: of a board that is not shown
}

func newBrowserPages() (p browserPages, err error) {
	p.home = map[report.Lang][]byte{
		report.English: fmt.Appendf(nil, homePage, report.English, "This is a judgement service.", "shows reports, running reviews and boards; needs the API token", "tries the API out", "describes the API"),
		report.Chinese: fmt.Appendf(nil, homePage, report.Chinese, "这里是评审服务。", "查看报告、进行中的评审与榜单（需要 API 令牌）", "在线试用接口", "接口说明"),
	}
	p.absent = map[report.Lang][]byte{}
	for lang := range p.home {
		if p.absent[lang], err = audience.Absent(lang); err != nil {
			return p, err
		}
	}
	return p, nil
}

// home is GET / for browsers.
func (a *API) home(w http.ResponseWriter, r *http.Request) error {
	writePage(w, http.StatusOK, docPolicy, a.pages.home[languageOf(r.Header)])
	return nil
}

// failPage answers a browser that asks for a board which is not shown with a page,
// the same whether there is such a scene or not. It reports whether it did.
func (a *API) failPage(w http.ResponseWriter, r *http.Request, err error) bool {
	if a.failCasePage(w, r, err) {
		return true
	}
	p := r.URL.Path
	if !errors.Is(err, fault.NoPath) && !errors.Is(err, fault.NoBoard) || p != "/boards" && !strings.HasPrefix(p, "/boards/") {
		return false
	}
	w.Header().Set("Vary", "Accept, Accept-Language")
	if !fromBrowser(r) {
		return false
	}
	writePage(w, http.StatusNotFound, boardPolicy, a.pages.absent[languageOf(r.Header)])
	return true
}

// writePage writes a page that no cache keeps and that depends on who asks.
func writePage(w http.ResponseWriter, status int, policy string, page []byte) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Vary", "Accept, Accept-Language")
	write(w, status, "text/html; charset=utf-8", page)
}

// fromBrowser reports whether a person wants to see a page: HTML is asked for by
// name, and JSON is not asked for. Programs that take anything get JSON.
func fromBrowser(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && acceptsPage(r.Header)
}

// acceptsPage is fromBrowser for any method.
func acceptsPage(h http.Header) bool {
	accepted := acceptedTypes(h)
	return accepted["text/html"] && !accepted["application/json"]
}

// acceptedTypes are the media types that Accept names.
func acceptedTypes(h http.Header) map[string]bool {
	accepted := map[string]bool{}
	for part := range strings.SplitSeq(strings.Join(h["Accept"], ","), ",") {
		media, params, err := mime.ParseMediaType(part)
		q, notNumber := strconv.ParseFloat(params["q"], 64)
		accepted[media] = err == nil && (params["q"] == "" || notNumber == nil && q > 0)
	}
	return accepted
}

// languageOf is the language of pages that Accept-Language asks for.
func languageOf(h http.Header) report.Lang { return pages.Language(h) }
