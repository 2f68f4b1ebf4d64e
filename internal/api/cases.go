package api

import (
	"errors"
	"net/http"
	"strings"

	"judgement/internal/api/pages"
	"judgement/internal/fault"
)

// addPages makes the pages under /cases.
func (a *API) addPages() {
	if a.o.Pages == nil {
		return
	}
	o := *a.o.Pages
	o.Jobs, o.NoJobs = a.o.Jobs, a.o.NoJudging
	if a.o.Jobs == nil {
		o.NoJobs = details[fault.NoJobs]
		if a.o.NoJobs != "" {
			o.NoJobs = a.o.NoJobs
		}
	}
	o.Tokens, o.Read, o.Follow = splitTokens(a.o.Tokens), a.readHandIn, a.followPage
	a.cases = pages.New(o)
}

// routePages adds the pages' paths. Each page decides itself who may see it.
func (a *API) routePages(routes map[string]route) error {
	if a.cases == nil {
		return nil
	}
	for path, methods := range a.cases.Routes() {
		rt := route{access: configured, methods: map[string]handler{}}
		for method, h := range methods {
			rt.methods[method] = handler(h)
		}
		routes[path] = rt
	}
	for name, media := range map[string]string{"page.css": "text/css; charset=utf-8", "page.js": "text/javascript; charset=utf-8"} {
		data, err := pages.Asset(name)
		if err != nil {
			return err
		}
		routes["/cases/"+name] = get(configured, newContent(data, media, docPolicy).handle)
	}
	return nil
}

// isCasePage reports whether a path is one of the pages.
func isCasePage(path string) bool { return path == "/cases" || strings.HasPrefix(path, "/cases/") }

// failCasePage answers a browser with a page about an error. It reports whether it did.
func (a *API) failCasePage(w http.ResponseWriter, r *http.Request, err error) bool {
	if a.cases == nil || !isCasePage(r.URL.Path) {
		return false
	}
	w.Header().Set("Vary", "Accept, Accept-Language, Cookie")
	ex, ok := w.(*exchange)
	if !acceptsPage(r.Header) || ok && ex.status != 0 {
		return false
	}
	status, _ := errorAnswer(err)
	if ok && status >= fault.StatusLeft {
		ex.err = err
	}
	if c := shownCode(err); status == http.StatusServiceUnavailable && !c.Final() {
		w.Header().Set("Retry-After", retryAfter)
	}
	lang := languageOf(r.Header)
	text := pages.Problems(lang, shownCode(err))
	if text == "" {
		text = details[shownCode(err)]
	}
	if f := fault.From(err); text == "" && shownCode(err) != "" && f != nil {
		text = f.Params["text"]
	}
	if text == "" {
		text = pages.Problems(lang, "")
		if ok {
			text += " (" + ex.id + ")"
		}
	}
	if fail := a.cases.Fail(w, r, lang, status, text); fail != nil {
		a.fail(w, fail)
	}
	return true
}

// shownPaste is how many bytes of pasted text a form that has to be corrected shows again.
const shownPaste = 1 << 20

// readHandIn reads the form of a page that hands a document in.
func (a *API) readHandIn(w http.ResponseWriter, r *http.Request) (*pages.HandIn, error) {
	form, release, err := a.reserve(w, r)
	if err != nil {
		return nil, err
	}
	defer release()
	if form == nil {
		return nil, fault.BodyUnreadable
	}
	u := newUpload()
	u.page = map[string][]byte{}
	s, err := a.readSubmission(w, r, form, u)
	in := &pages.HandIn{Submission: s, CSRF: string(u.page[csrfField]), Values: map[string]string{}}
	for _, name := range known {
		if text, ok := decodeText(u.values[name]); ok {
			in.Values[name] = text
		}
	}
	if text := u.page[pastedField]; len(text) <= shownPaste {
		in.Values[pastedField] = string(text)
	}
	var bad invalid
	if !errors.As(err, &bad) {
		return in, err
	}
	for _, p := range bad {
		field := ""
		if len(p.Loc) > 0 {
			field, _ = p.Loc[len(p.Loc)-1].(string)
		}
		in.Problems = append(in.Problems, pages.Problem{Field: field, Text: p.Msg})
	}
	return in, nil
}

// followPage is jobEvents for a page, which names in its address the last event that
// it shows already.
func (a *API) followPage(w http.ResponseWriter, r *http.Request) error {
	if after := r.URL.Query().Get("after"); after != "" && r.Header.Get("Last-Event-Id") == "" {
		r.Header.Set("Last-Event-Id", after)
	}
	return a.jobEvents(w, r)
}
