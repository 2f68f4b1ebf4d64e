package api

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
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
var homePage = template.Must(template.New("home").Parse(`<!doctype html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>judgement</title><link rel="icon" href="data:,"><style>:root{--paper:#fff;--ink:#1b2330;--muted:#555f70;--line:#d8dee7;--accent:#1d57b0;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--paper:#12161c;--ink:#e8ecf2;--muted:#a9b3c1;--line:#37414e;--accent:#8fb8ff}}
body{background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI","Noto Sans",Arial,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;max-width:44rem;margin:0 auto;padding:3rem 1.5rem;overflow-wrap:anywhere}
h1{font-size:1.9rem;margin:0 0 .3rem;border-top:4px solid var(--accent);padding-top:1.2rem}
h2{font-size:1.1rem;margin:2rem 0 .3rem}
ul{list-style:none;padding:0;margin:0}
li{padding:.55rem 0;border-top:1px solid var(--line)}
a{color:var(--accent);font-weight:600;text-underline-offset:.18em}
p,span{color:var(--muted)}</style></head>
<body><main><h1>judgement</h1><p>{{.Is}}</p>
{{with .Boards}}<h2>{{$.Public}}</h2><ul>{{range .}}<li><a href="/boards/{{.Slug}}"><bdi>{{.Name}}</bdi></a></li>{{end}}</ul>
{{end}}{{range .Parts}}<h2>{{.Title}}</h2><ul>{{range .Links}}<li><a href="{{.Path}}">{{.Name}}</a><br><span>{{.Text}}</span></li>{{end}}</ul>
{{end}}</main></body></html>
`))

// home is what homePage shows.
type home struct {
	Lang       report.Lang
	Is, Public string
	Boards     []publicBoard
	Parts      []homePart
}

type homePart struct {
	Title string
	Links []homeLink
}

type homeLink struct{ Path, Name, Text string }

// newHome is the page in a language, without boards.
func newHome(lang report.Lang) home {
	say := func(en, zh string) string { return lang.Say(report.Phrase{EN: en, ZH: zh}) }
	return home{
		Lang: lang, Public: say("Public boards", "公开榜单"),
		Is: say("This is a judgement service: panels of judges score documents and say why.", "这里是评审服务：由评审团为文档评分，并说明理由。"),
		Parts: []homePart{
			{say("For people", "供人查看"), []homeLink{
				{"/cases", say("Cases", "案例"), say("Past reports, running reviews and boards. The page asks for the API token: the value of SERVICE_API_TOKEN on the server, which whoever runs the service has.", "历次报告、进行中的评审与榜单。需要 API 令牌，即服务器上 SERVICE_API_TOKEN 的值，由服务的管理员提供。")},
				{"/cases/new", say("Hand in a document", "提交文档"), say("Choose a scene, see the plan and its price, and start the review. It needs the token too.", "选择场景，查看计划与价格，然后开始评审。同样需要令牌。")},
			}},
			{say("For programs", "供程序调用"), []homeLink{
				{"/docs", say("Try the API", "在线试用接口"), say("Every request with its fields, to be sent from the page.", "列出全部请求及其字段，可在页面上直接发送。")},
				{"/redoc", say("Read the API", "接口说明"), say("The same description on one page.", "同一说明，单页显示。")},
				{"/openapi.json", "openapi.json", say("The description for tools.", "供工具读取的接口描述。")},
			}},
		},
	}
}

// browserPages are pages for people, by language, at addresses that programs get a
// 404 from.
type browserPages struct {
	absent map[report.Lang][]byte // of a board that is not shown
}

func newBrowserPages() (p browserPages, err error) {
	p.absent = map[report.Lang][]byte{}
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		if p.absent[lang], err = audience.Absent(lang); err != nil {
			return p, err
		}
	}
	return p, nil
}

// home is GET / for browsers.
func (a *API) home(w http.ResponseWriter, r *http.Request) error {
	page := newHome(languageOf(r.Header))
	if a.o.Boards != nil {
		page.Boards = a.catalog.current.Load().boards
	}
	if a.cases == nil {
		page.Parts = page.Parts[1:]
	}
	var b bytes.Buffer
	if err := homePage.Execute(&b, page); err != nil {
		return fmt.Errorf("fill the home page: %w", err)
	}
	writePage(w, http.StatusOK, docPolicy, b.Bytes())
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
