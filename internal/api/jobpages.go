package api

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// jobsCookie is the session of the jobs' pages.
	jobsCookie = "judgement_jobs"
	// sessionTime is how long a login lasts.
	sessionTime = 12 * time.Hour
	// knownCookie says that its browser was logged in before. It lets nobody in:
	// others can't use up this browser's tries.
	knownCookie = "judgement_known"
	knownTime   = 365 * 24 * time.Hour
	// What a sealed cookie is for.
	sealSession, sealKnown = "judgement jobs ", "judgement known "
	// maxLogin bounds the body of a login.
	maxLogin = 8 << 10
	// jobsPolicy lets the pages run their own script and style; their style is
	// set by script.
	jobsPolicy = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
		"font-src 'self' data:; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"
)

// loginPage asks for the API's token, or offers whoever has a session to end it.
// The hidden name lets password managers keep the token.
var loginPage = template.Must(template.New("login").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Jobs</title><link rel="icon" href="data:,"><style>:root{color-scheme:light dark}
body{font:16px system-ui,sans-serif;max-width:24rem;margin:4rem auto;padding:0 1rem}
input,button{font:inherit;padding:.5rem;width:100%;box-sizing:border-box;margin-top:.5rem}</style></head>
<body><h1>Jobs</h1>{{if .In}}<p>You are logged in. <a href="/jobs/jobs">To the jobs</a></p>
<form method="post" action="/jobs/logout"><button>Log out</button></form>{{else}}
<form method="post" action="/jobs/login"><input type="text" name="username" value="judgement" autocomplete="username" hidden>
<label for="token">API token (SERVICE_API_TOKEN)</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button>Log in</button></form>{{end}}{{if .Problem}}<p role="alert">{{.Problem}}</p>{{end}}</body></html>
`))

// loginView is what loginPage shows.
type loginView struct {
	In      bool // there is a session
	Problem string
}

// jobPages are pages that show and steer the queue, behind a login with the
// API's token. The login is a cookie: with credentials in the address the pages
// stay blank.
type jobPages struct {
	api   *API
	pages http.Handler
	tries loginTries
}

// jobPageRoutes returns the routes of the jobs' pages.
func (a *API) jobPageRoutes(pages http.Handler) []*route {
	if pages == nil {
		return nil
	}
	p := &jobPages{api: a, pages: http.NewCrossOriginProtection().Handler(pages)}
	rest := get("/jobs/{path...}", configured, p.serve)
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		rest.and(method, p.serve)
	}
	return []*route{get("/jobs", configured, p.home), get("/jobs/{$}", configured, p.home), get("/jobs/login", configured, p.form).and(http.MethodPost, p.login), post("/jobs/logout", configured, p.logout), rest}
}

// home is GET /jobs and /jobs/.
func (p *jobPages) home(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, "/jobs/jobs", http.StatusSeeOther)
	return nil
}

// form is GET /jobs/login.
func (p *jobPages) form(w http.ResponseWriter, r *http.Request) error {
	return writeLogin(w, http.StatusOK, loginView{In: p.logged(r)})
}

func writeLogin(w http.ResponseWriter, status int, v loginView) error {
	var b bytes.Buffer
	if err := loginPage.Execute(&b, v); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", jobsPolicy)
	h["Cache-Control"] = noStore
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
	return nil
}

// login is POST /jobs/login. Another site can't log anybody in.
func (p *jobPages) login(w http.ResponseWriter, r *http.Request) error {
	if err := http.NewCrossOriginProtection().Check(r); err != nil {
		return writeLogin(w, http.StatusForbidden, loginView{Problem: "Log in from this page."})
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxLogin)
	if err := r.ParseForm(); err != nil {
		return writeLogin(w, http.StatusBadRequest, loginView{Problem: "The form could not be read."})
	}
	who := p.clientOf(r)
	if wait := p.tries.take(who, p.api.now()); wait > 0 {
		seconds := int((wait + time.Second - 1) / time.Second)
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
		return writeLogin(w, http.StatusTooManyRequests, loginView{Problem: fmt.Sprintf("Too many wrong tokens. Try again in %d seconds.", seconds)})
	}
	token := strings.TrimSpace(r.PostForm.Get("token"))
	if !p.api.tokens.authorized(http.Header{"Authorization": {"Bearer " + token}}) {
		return writeLogin(w, http.StatusUnauthorized, loginView{Problem: "That is not the token."})
	}
	p.tries.give(who)
	key := sha256.Sum256([]byte(token))
	p.keep(w, r, sealed{jobsCookie, "/jobs", sealSession, sessionTime}, key)
	p.keep(w, r, sealed{knownCookie, "/jobs/login", sealKnown, knownTime}, key)
	http.Redirect(w, r, "/jobs/jobs", http.StatusSeeOther)
	return nil
}

// sealed is a cookie that only who knows a token can make.
type sealed struct {
	name, path string
	what       string // it is for
	lasts      time.Duration
}

// keep has the browser keep a cookie, sealed with a token's hash.
func (p *jobPages) keep(w http.ResponseWriter, r *http.Request, c sealed, key [sha256.Size]byte) {
	until := p.api.now().Add(c.lasts)
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure wherever the client came by TLS
		Name: c.name, Value: seal(key, c.what, until), Path: c.path, Expires: until,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https",
	})
}

// logout is POST /jobs/logout: the browser forgets its session. Another site
// can't log anybody out.
func (p *jobPages) logout(w http.ResponseWriter, r *http.Request) error {
	if err := http.NewCrossOriginProtection().Check(r); err != nil {
		return writeLogin(w, http.StatusForbidden, loginView{In: p.logged(r), Problem: "Log out from this page."})
	}
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // it holds nothing
		Name: jobsCookie, Path: "/jobs", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
	http.Redirect(w, r, "/jobs/login", http.StatusSeeOther)
	return nil
}

// seal is a cookie's value: when it ends, signed for a purpose with the hash of
// the token, so that every server that knows the token takes it and none has to
// keep it.
func seal(key [sha256.Size]byte, what string, until time.Time) string {
	end := strconv.FormatInt(until.Unix(), 10)
	mac := hmac.New(sha256.New, key[:])
	mac.Write([]byte(what + end))
	return end + "." + hex.EncodeToString(mac.Sum(nil))
}

// holds reports whether a cookie's value was sealed for the purpose with one of
// the tokens and has not ended.
func (p *jobPages) holds(value, what string) bool {
	end, _, _ := strings.Cut(value, ".")
	seconds, err := strconv.ParseInt(end, 10, 64)
	if err != nil || !p.api.now().Before(time.Unix(seconds, 0)) {
		return false
	}
	found := 0
	for _, key := range p.api.tokens {
		found |= subtle.ConstantTimeCompare([]byte(value), []byte(seal(key, what, time.Unix(seconds, 0))))
	}
	return found == 1
}

// logged reports whether a request has a session, or the token itself.
func (p *jobPages) logged(r *http.Request) bool {
	if p.api.tokens.authorized(r.Header) {
		return true
	}
	c, err := r.Cookie(jobsCookie)
	return err == nil && p.holds(c.Value, sealSession)
}

// serve is every other path of the pages: a browser without a session is sent
// to the login, a program is refused.
func (p *jobPages) serve(w http.ResponseWriter, r *http.Request) error {
	if !p.logged(r) {
		if r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html") {
			http.Redirect(w, r, "/jobs/login", http.StatusSeeOther)
			return nil
		}
		w.Header()["Www-Authenticate"] = challenge
		return errUnauthorized
	}
	w.Header().Set("Content-Security-Policy", jobsPolicy)
	p.pages.ServeHTTP(w, r)
	return nil
}
