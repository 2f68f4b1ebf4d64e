package pages

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/report"
)

const (
	cookieName = "judgement_session"
	// sessionTime is how long a login lasts.
	sessionTime = 12 * time.Hour
	// endedDir has an empty file per session that was ended before its time.
	endedDir = ".judgement/ended"
)

// keys are derived from one token of the API: if it is taken away, so are its logins
// and links.
type keys struct{ token, session, link []byte }

func newKeys(token string) keys {
	sum := sha256.Sum256([]byte(token))
	return keys{sum[:], mac([]byte(token), "judgement pages: sessions"), mac([]byte(token), "judgement pages: links")}
}

// mac is an HMAC-SHA256 of a text.
func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	_, _ = io.WriteString(h, text) // a hash takes everything
	return h.Sum(nil)
}

// sign returns a text with its mark, in characters that paths and cookies take.
func sign(key []byte, text string) string {
	return text + "." + base64.RawURLEncoding.EncodeToString(mac(key, text))
}

// signed returns the text of what sign made with one of the keys, and the key.
func signed(value string, all []keys, of func(keys) []byte) (text string, key []byte, ok bool) {
	at := strings.LastIndexByte(value, '.')
	if at < 0 {
		return "", nil, false
	}
	got, err := base64.RawURLEncoding.Strict().DecodeString(value[at+1:])
	if err != nil {
		return "", nil, false
	}
	for _, k := range all {
		if hmac.Equal(got, mac(of(k), value[:at])) {
			return value[:at], of(k), true
		}
	}
	return "", nil, false
}

// session is a login.
type session struct {
	id  string
	end time.Time
	key []byte
}

// session returns the login of a request; nil: there is none.
func (p *Pages) session(r *http.Request) *session {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return nil
	}
	text, key, ok := signed(c.Value, p.keys, func(k keys) []byte { return k.session })
	id, seconds, _ := strings.Cut(text, "-")
	end, err := strconv.ParseInt(seconds, 10, 64)
	if !ok || err != nil || !p.o.Now().Before(time.Unix(end, 0)) {
		return nil
	}
	return &session{id, time.Unix(end, 0), key}
}

// csrf is what the session's forms carry.
func (s *session) csrf() string { return hex.EncodeToString(mac(s.key, "form "+s.id)[:16]) }

// holds reports whether a form is the session's.
func (s *session) holds(given string) bool {
	return s != nil && subtle.ConstantTimeCompare([]byte(given), []byte(s.csrf())) == 1
}

// ended reports whether somebody logged out of the session, in any process.
func (p *Pages) ended(ctx context.Context, s *session) (bool, error) {
	_, err := p.o.Storage.Read(ctx, s.record())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return true, fmt.Errorf("look up a session: %w", err)
	}
	return true, nil
}

// record is the name of the file that says that the session has ended.
func (s *session) record() string {
	return fmt.Sprintf("%s/%d-%s", endedDir, s.end.Unix(), s.id)
}

// loginPage is GET /cases/login.
func (p *Pages) loginPage(w http.ResponseWriter, r *http.Request) error {
	ticket, next, problem := r.URL.Query().Get("ticket"), safeNext(r.URL.Query().Get("next")), ""
	if p.takes(ticket) {
		return p.admitted(w, r, p.keys[0], "/cases")
	}
	v, err := p.visitor(r)
	if err != nil {
		return err
	}
	if v.Login {
		return p.redirect(w, r, next)
	}
	if ticket != "" && p.o.Ticket != "" {
		problem = "ticket_used"
	}
	return p.writeLogin(w, r, http.StatusOK, next, problem)
}

// askLogin shows the form at the address that needs it. A browser that comes from
// another site did not send its strict cookie: the page asks once more from here.
func (p *Pages) askLogin(w http.ResponseWriter, r *http.Request, lang report.Lang) error {
	if r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Site") == "cross-site" {
		v := p.view(r, lang, "judgement", r.URL.RequestURI())
		return p.write(w, http.StatusOK, "again", v)
	}
	next := ""
	if r.Method == http.MethodGet {
		next = safeNext(r.URL.RequestURI())
	}
	return p.writeLogin(w, r, http.StatusUnauthorized, next, "")
}

func (p *Pages) writeLogin(w http.ResponseWriter, r *http.Request, status int, next, problem string) error {
	lang := Language(r.Header)
	v := p.view(r, lang, say(lang, "login"), map[string]any{"Next": next, "Problem": problem})
	return p.write(w, status, "login", v)
}

// login is POST /cases/login.
func (p *Pages) login(w http.ResponseWriter, r *http.Request) error {
	if p.cross.Check(r) != nil {
		return fault.CrossSite
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if r.ParseForm() != nil {
		return fault.BodyUnreadable
	}
	next := safeNext(r.PostForm.Get("next"))
	sum := sha256.Sum256([]byte(strings.TrimSpace(r.PostForm.Get("token"))))
	at := -1
	for i, k := range p.keys { // every key: the time does not show which one fits
		if subtle.ConstantTimeCompare(sum[:], k.token) == 1 {
			at = i
		}
	}
	if at < 0 {
		return p.writeLogin(w, r, http.StatusUnauthorized, next, "wrong_token")
	}
	return p.admitted(w, r, p.keys[at], next)
}

// takes reports whether a text is the ticket, the first time that it is.
func (p *Pages) takes(ticket string) bool {
	return p.o.Ticket != "" && len(p.keys) > 0 && subtle.ConstantTimeCompare([]byte(ticket), []byte(p.o.Ticket)) == 1 &&
		p.used.CompareAndSwap(false, true)
}

// admitted begins a session with a token's keys and leads to a page.
func (p *Pages) admitted(w http.ResponseWriter, r *http.Request, k keys, next string) error {
	id, err := p.random(16)
	if err != nil {
		return err
	}
	end := p.o.Now().Add(sessionTime)
	http.SetCookie(w, p.cookie(r, sign(k.session, id+"-"+strconv.FormatInt(end.Unix(), 10)), int(sessionTime.Seconds())))
	return p.redirect(w, r, next)
}

// logout is POST /cases/logout.
func (p *Pages) logout(w http.ResponseWriter, r *http.Request) error {
	s := p.session(r)
	if s == nil { // it ended between two looks
		return fault.Unauthorized
	}
	http.SetCookie(w, p.cookie(r, "", -1))
	if err := p.o.Storage.Write(r.Context(), casefile.File{Name: s.record(), Data: []byte("{}\n")}); err != nil {
		return fmt.Errorf("note that a session has ended: %w", err)
	}
	if err := p.forget(r.Context()); err != nil {
		return err
	}
	return p.redirect(w, r, "/cases/login")
}

// forget removes the records of sessions that would be over by now.
func (p *Pages) forget(ctx context.Context) error {
	names, err := p.o.Storage.List(ctx, endedDir)
	if err != nil {
		return fmt.Errorf("list the ended sessions: %w", err)
	}
	var old []string
	for _, name := range names {
		end, _, _ := strings.Cut(name, "-")
		if n, err := strconv.ParseInt(end, 10, 64); err == nil && p.o.Now().After(time.Unix(n, 0)) {
			old = append(old, endedDir+"/"+name)
		}
	}
	return p.o.Storage.Remove(ctx, old...)
}

// cookie is the session's cookie. It is Secure if the request came over TLS, here or
// at the proxy.
func (p *Pages) cookie(r *http.Request, value string, seconds int) *http.Cookie {
	proto, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Proto"), ",")
	return &http.Cookie{ //nolint:gosec // without TLS, as on a loopback, a Secure cookie would never come back
		Name: cookieName, Value: value, Path: "/cases", MaxAge: seconds, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: r.TLS != nil || strings.EqualFold(strings.TrimSpace(proto), "https"),
	}
}

// redirect leads a browser to a page after a form.
func (p *Pages) redirect(w http.ResponseWriter, r *http.Request, to string) error {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to, http.StatusSeeOther) //nolint:gosec // paths of these pages only, see safeNext
	return nil
}

// safeNext returns a path of these pages, and the list for anything else.
func safeNext(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || strings.ContainsAny(next, "\\\r\n") ||
		u.Path != path.Clean(u.Path) || u.Path != "/cases" && !strings.HasPrefix(u.Path, "/cases/") ||
		u.Path == "/cases/login" || u.Path == "/cases/logout" {
		return "/cases"
	}
	return u.RequestURI()
}

// random returns random bytes in hexadecimal digits.
func (p *Pages) random(n int) (string, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(p.o.Random, b); err != nil {
		return "", fmt.Errorf("draw random bytes: %w", err)
	}
	return hex.EncodeToString(b), nil
}
