package api

import (
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// pagesAPI is an API whose jobs' pages say "inside".
func pagesAPI(t *testing.T, tokens string, now func() time.Time) *API {
	t.Helper()
	a, err := New(Options{
		Workspace: fstest.MapFS{}, Env: func(string) string { return "" }, Tokens: tokens, Now: now, Random: rand.Reader,
		JobPages: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("inside " + r.URL.Path)) }),
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func askPages(a *API, method, path, body string, header http.Header) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	for name, values := range header {
		r.Header[name] = values
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

// TestJobPagesLogin: the token gets a cookie, the cookie gets the pages, and
// nothing else does.
func TestJobPagesLogin(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	a := pagesAPI(t, "old,secret", func() time.Time { return now })
	form := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	browser := http.Header{"Accept": {"text/html"}}
	for _, path := range []string{"/jobs", "/jobs/"} {
		if w := askPages(a, "GET", path, "", browser); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/jobs/jobs" {
			t.Errorf("%s: %d to %s", path, w.Code, w.Header().Get("Location"))
		}
	}
	if w := askPages(a, "GET", "/jobs/jobs", "", browser); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/jobs/login" {
		t.Errorf("a browser without a session: %d to %s", w.Code, w.Header().Get("Location"))
	}
	if w := askPages(a, "GET", "/jobs/api/jobs", "", nil); w.Code != http.StatusUnauthorized {
		t.Errorf("a program without a session: %d", w.Code)
	}
	if w := askPages(a, "GET", "/jobs/login", "", nil); w.Code != 200 || !strings.Contains(w.Body.String(), `name="token"`) {
		t.Errorf("the login: %d %s", w.Code, w.Body)
	}
	if w := askPages(a, "POST", "/jobs/login", "token=wrong", form); w.Code != http.StatusUnauthorized || len(w.Result().Cookies()) != 0 {
		t.Errorf("a wrong token: %d", w.Code)
	}
	foreign := form.Clone()
	foreign.Set("Sec-Fetch-Site", "cross-site")
	if w := askPages(a, "POST", "/jobs/login", "token=secret", foreign); w.Code != http.StatusForbidden {
		t.Errorf("a login from another site: %d", w.Code)
	}
	w := askPages(a, "POST", "/jobs/login", url.Values{"token": {"secret"}}.Encode(), form)
	cookies := w.Result().Cookies()
	if w.Code != http.StatusSeeOther || len(cookies) != 2 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode ||
		cookies[0].Path != "/jobs" || strings.Contains(cookies[0].Value, "secret") {
		t.Fatalf("the login gave %d, %v", w.Code, cookies)
	}
	with := http.Header{"Cookie": {cookies[0].Name + "=" + cookies[0].Value}}
	if known := cookies[1]; !known.HttpOnly || known.SameSite != http.SameSiteStrictMode || known.Path != "/jobs/login" || strings.Contains(known.Value, "secret") {
		t.Errorf("the other cookie: %v", known)
	}
	for _, swapped := range []string{jobsCookie + "=" + cookies[1].Value, knownCookie + "=" + cookies[1].Value} {
		if w := askPages(a, "GET", "/jobs/api/jobs", "", http.Header{"Cookie": {swapped}}); w.Code != http.StatusUnauthorized {
			t.Errorf("a known browser got in without a session: %d", w.Code)
		}
	}
	if w := askPages(a, "GET", "/jobs/api/jobs", "", with); w.Code != 200 || w.Body.String() != "inside /jobs/api/jobs" {
		t.Errorf("with a session: %d %s", w.Code, w.Body)
	}
	cross := with.Clone()
	cross.Set("Sec-Fetch-Site", "cross-site")
	if w := askPages(a, "POST", "/jobs/api/jobs/cancel", "{}", cross); w.Code != http.StatusForbidden {
		t.Errorf("a change that another site asks for: %d", w.Code)
	}
	if w := askPages(a, "GET", "/jobs/api/jobs", "", http.Header{"Authorization": {"Bearer secret"}}); w.Code != 200 {
		t.Errorf("with the token itself: %d", w.Code)
	}
	if w := askPages(a, "GET", "/jobs/login", "", with); w.Code != 200 || !strings.Contains(w.Body.String(), `action="/jobs/logout"`) || strings.Contains(w.Body.String(), `name="token"`) {
		t.Errorf("the login with a session: %d %s", w.Code, w.Body)
	}
	if w := askPages(a, "POST", "/jobs/logout", "", cross); w.Code != http.StatusForbidden || len(w.Result().Cookies()) != 0 {
		t.Errorf("a logout that another site asks for: %d", w.Code)
	}
	if w := askPages(a, "GET", "/jobs/logout", "", with); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("GET of the logout: %d", w.Code)
	}
	out := askPages(a, "POST", "/jobs/logout", "", with)
	if gone := out.Result().Cookies(); out.Code != http.StatusSeeOther || len(gone) != 1 || gone[0].Name != jobsCookie || gone[0].Value != "" || gone[0].MaxAge >= 0 || gone[0].Path != "/jobs" {
		t.Errorf("the logout: %d %v", out.Code, out.Result().Cookies())
	}
	end, mac, _ := strings.Cut(cookies[0].Value, ".")
	for _, forged := range []string{"", end, "9" + end + "." + mac, end + ".00", "x." + mac} {
		if w := askPages(a, "GET", "/jobs/api/jobs", "", http.Header{"Cookie": {jobsCookie + "=" + forged}}); w.Code != http.StatusUnauthorized {
			t.Errorf("with the cookie %q: %d", forged, w.Code)
		}
	}
	if w := askPages(pagesAPI(t, "other", func() time.Time { return now }), "GET", "/jobs/api/jobs", "", with); w.Code != http.StatusUnauthorized {
		t.Errorf("after the token was changed: %d", w.Code)
	}
	now = now.Add(sessionTime)
	if w := askPages(a, "GET", "/jobs/api/jobs", "", with); w.Code != http.StatusUnauthorized {
		t.Errorf("after the session's end: %d", w.Code)
	}
	if w := askPages(pagesAPI(t, "", time.Now), "GET", "/jobs/login", "", nil); w.Code != http.StatusServiceUnavailable {
		t.Errorf("without a token set: %d", w.Code)
	}
}
