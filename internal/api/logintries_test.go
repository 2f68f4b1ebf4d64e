package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// loginWorld is a server whose login is tried from anywhere.
type loginWorld struct {
	t   *testing.T
	api *API
	now time.Time
}

func newLoginWorld(t *testing.T) *loginWorld {
	w := &loginWorld{t: t, now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	w.api = pagesAPI(t, "secret", func() time.Time { return w.now })
	return w
}

// try logs in from an address; more are headers, name and value by turns.
func (w *loginWorld) try(from, token string, more ...string) *httptest.ResponseRecorder {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/jobs/login", strings.NewReader("token="+token))
	r.RemoteAddr = from
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(more); i += 2 {
		r.Header.Add(more[i], more[i+1])
	}
	out := httptest.NewRecorder()
	w.api.ServeHTTP(out, r)
	return out
}

// wants holds an answer to a status.
func (w *loginWorld) wants(what string, got *httptest.ResponseRecorder, status int) {
	w.t.Helper()
	if got.Code != status {
		w.t.Errorf("%s: %d, want %d", what, got.Code, status)
	}
	after, err := strconv.Atoi(got.Header().Get("Retry-After"))
	if (status == http.StatusTooManyRequests) != (err == nil && after > 0) {
		w.t.Errorf("%s: %d with Retry-After %q", what, got.Code, got.Header().Get("Retry-After"))
	}
}

// TestLoginTriesOfOneClient: a client's wrong tokens are refused beyond ten, the
// right one too, so that guesses learn nothing; another client is not touched;
// after Retry-After one more is taken; and right tokens cost nothing.
func TestLoginTriesOfOneClient(t *testing.T) {
	const mallory, olive = "203.0.113.7:4711", "203.0.113.8:4711"
	w := newLoginWorld(t)
	for range 100 {
		w.wants("a right token", w.try(mallory, "secret"), http.StatusSeeOther)
	}
	for i := range ownTries {
		w.wants(fmt.Sprint("wrong token ", i), w.try(mallory, "wrong"), http.StatusUnauthorized)
	}
	refused := w.try(mallory, "wrong")
	w.wants("one too many", refused, http.StatusTooManyRequests)
	if !strings.Contains(refused.Body.String(), "Try again in 30 seconds.") || refused.Header().Get("Retry-After") != "30" {
		t.Errorf("Retry-After %s, %s", refused.Header().Get("Retry-After"), refused.Body)
	}
	w.wants("a right guess beyond the limit", w.try("203.0.113.7:9", "secret"), http.StatusTooManyRequests)
	w.wants("another client", w.try(olive, "secret"), http.StatusSeeOther)
	w.now = w.now.Add(ownPause - time.Second)
	w.wants("before Retry-After", w.try(mallory, "wrong"), http.StatusTooManyRequests)
	w.now = w.now.Add(time.Second)
	w.wants("after Retry-After", w.try(mallory, "wrong"), http.StatusUnauthorized)
	w.wants("and once more", w.try(mallory, "wrong"), http.StatusTooManyRequests)
	foreign := w.try(olive, "wrong", "Sec-Fetch-Site", "cross-site")
	w.wants("another site", foreign, http.StatusForbidden)
}

// TestLoginTriesOfAll: guesses from many addresses are bounded together, and lock
// out neither a browser that was logged in before, nor this machine, nor the token
// in the header.
func TestLoginTriesOfAll(t *testing.T) {
	w := newLoginWorld(t)
	before := w.try("203.0.113.8:1", "secret")
	cookie := ""
	for _, c := range before.Result().Cookies() {
		if c.Name == knownCookie {
			cookie = c.Name + "=" + c.Value
		}
	}
	// A day later the session is over; the browser is still known.
	w.now = w.now.Add(24 * time.Hour)
	taken := 0
	for i := range 300 {
		if w.try(fmt.Sprintf("[2001:db8:%x::1]:80", i), "wrong").Code == http.StatusUnauthorized {
			taken++
		}
	}
	if taken != allTries {
		t.Errorf("%d guesses of 300 addresses were looked at, want %d", taken, allTries)
	}
	w.wants("a new browser meanwhile", w.try("203.0.113.9:1", "secret"), http.StatusTooManyRequests)
	w.wants("a forged cookie", w.try("203.0.113.9:1", "secret", "Cookie", strings.Replace(cookie, ".", ".0", 1)), http.StatusTooManyRequests)
	w.wants("a known browser", w.try("203.0.113.9:1", "secret", "Cookie", cookie), http.StatusSeeOther)
	w.wants("this machine", w.try("127.0.0.1:1", "secret"), http.StatusSeeOther)
	w.wants("this machine's socket", w.try("@", "secret"), http.StatusSeeOther)
	if got := askPages(w.api, "GET", "/jobs/api/jobs", "", http.Header{"Authorization": {"Bearer secret"}}); got.Code != 200 {
		t.Errorf("the token in the header: %d", got.Code)
	}
	for range ownTries {
		w.wants("a known browser's guess", w.try("203.0.113.9:1", "wrong", "Cookie", cookie), http.StatusUnauthorized)
	}
	w.wants("a known browser's guesses end, too", w.try("203.0.113.9:1", "wrong", "Cookie", cookie), http.StatusTooManyRequests)
	w.now = w.now.Add(allPause)
	w.wants("a second later", w.try("203.0.113.9:1", "secret"), http.StatusSeeOther)
}

// TestLoginTriesBehindProxy: who stands behind a reverse proxy is told by the
// address that the proxy puts last; what a client puts there itself changes
// nothing, nor does the header where there is no proxy.
func TestLoginTriesBehindProxy(t *testing.T) {
	const xff = "X-Forwarded-For"
	for _, proxy := range []string{"127.0.0.1:80", "[::1]:80", "[::ffff:10.0.0.2]:80", "192.168.0.1:80", "@"} {
		w := newLoginWorld(t)
		for i := range ownTries {
			w.wants("through "+proxy, w.try(proxy, "wrong", xff, fmt.Sprintf("10.1.1.%d, 203.0.113.7", i)), http.StatusUnauthorized)
		}
		w.wants("one too many through "+proxy, w.try(proxy, "secret", xff, "9.9.9.9", xff, "203.0.113.7:80"), http.StatusTooManyRequests)
		w.wants("another client through "+proxy, w.try(proxy, "secret", xff, "203.0.113.7, 203.0.113.8"), http.StatusSeeOther)
		w.wants("an odd header through "+proxy, w.try(proxy, "secret", xff, "unknown"), http.StatusSeeOther)
	}
	w := newLoginWorld(t)
	for i := range ownTries {
		w.wants("a header of a stranger", w.try("203.0.113.7:1", "wrong", xff, fmt.Sprintf("10.1.1.%d", i)), http.StatusUnauthorized)
	}
	w.wants("a stranger's lies", w.try("203.0.113.7:1", "wrong", xff, "127.0.0.1"), http.StatusTooManyRequests)
	for i := range ownTries {
		w.wants("one network of IPv6", w.try(fmt.Sprintf("[2001:db8:0:1::%x]:1", i), "wrong"), http.StatusUnauthorized)
	}
	w.wants("one network of IPv6", w.try("[2001:db8:0:1:ffff::1]:1", "wrong"), http.StatusTooManyRequests)
	w.wants("another network of IPv6", w.try("[2001:db8:0:2::1]:1", "secret"), http.StatusSeeOther)
}

// TestLoginTriesAreForgotten: clients that have all their tries again take no room.
func TestLoginTriesAreForgotten(t *testing.T) {
	var l loginTries
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for i := range 10 * manyClients {
		now = now.Add(allPause)
		if wait := l.take(client{key: strconv.Itoa(i), stranger: true}, now); wait != 0 {
			t.Fatalf("client %d waits %v", i, wait)
		}
	}
	if n := len(l.clients); n > manyClients+1 {
		t.Errorf("%d clients are remembered", n)
	}
}
