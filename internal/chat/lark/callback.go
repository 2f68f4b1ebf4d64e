package lark

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"time"

	larkevent "github.com/larksuite/oapi-sdk-go/v3/event"

	"judgement/internal/chat"
)

const (
	// maxEvent is the largest body of an event, in bytes.
	maxEvent = 1 << 20
	// oldest is how old an event may be: the platform's last delivery of one
	// comes about seven hours after the first. What is replayed within it was
	// seen before and makes no second job.
	oldest = 8 * time.Hour
	// ahead is how far the platform's clock may be before ours.
	ahead = 5 * time.Minute
)

// Callback answers POST /chat/event, if events come in by HTTP instead of
// long connections. Nothing is taken in whose token, signature, age or
// application is not right; the SDK's own handler checks the token of the first
// request only. The age is that of the signature, and that of the event if it
// says when it came about.
type Callback struct {
	Bots    []*Bot
	Receive Receiver
	// Tokens are the applications' verification tokens; at least one.
	Tokens []string
	// EncryptKeys are the applications' encrypt keys. If there is one, only
	// encrypted events are taken, and only signed ones.
	EncryptKeys []string
	Now         func() time.Time
	Log         *slog.Logger
}

// Errors of a request.
var (
	errForbidden = errors.New("forbidden")
	errBadEvent  = errors.New("bad request")
	errOld       = errors.New("an event that is too old, or from the future")
)

// outline is what is read of a request before it is trusted: the first request
// of the platform, events of schema 1 and 2, encrypted or not.
type outline struct {
	Encrypt   string `json:"encrypt"`
	Type      string `json:"type"`
	Challenge string `json:"challenge"`
	Token     string `json:"token"`
	Time      stamp  `json:"ts"` // of schema 1
	Header    struct {
		Token      string `json:"token"`
		CreateTime stamp  `json:"create_time"` // of schema 2
	} `json:"header"`
}

// stamp is when the event came about, empty if it does not say.
func (o outline) stamp() stamp {
	if o.Header.CreateTime != "" {
		return o.Header.CreateTime
	}
	return o.Time
}

// ServeHTTP implements http.Handler.
func (c *Callback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxEvent))
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		answer(w, http.StatusRequestEntityTooLarge, map[string]string{"detail": "Request body too large"})
		return
	}
	var plain []byte
	var out outline
	if err == nil {
		plain, out, err = c.open(r.Header, raw)
	} else {
		err = errBadEvent
	}
	switch {
	case errors.Is(err, errBadEvent):
		answer(w, http.StatusBadRequest, map[string]string{"detail": "There was an error parsing the body"})
	case err != nil:
		c.refuse(w, r, slog.String("reason", err.Error()))
	case out.Type == "url_verification":
		answer(w, http.StatusOK, map[string]string{"challenge": out.Challenge})
	default:
		c.take(w, r, plain)
	}
}

// refuse logs why an event is refused, and does not tell the caller.
func (c *Callback) refuse(w http.ResponseWriter, r *http.Request, why ...slog.Attr) {
	c.Log.LogAttrs(r.Context(), slog.LevelWarn, "event refused", why...)
	answer(w, http.StatusForbidden, map[string]string{"detail": "Forbidden"})
}

// open checks who sent a request, and returns what it says.
func (c *Callback) open(h http.Header, raw []byte) (plain []byte, out outline, err error) {
	if json.Unmarshal(raw, &out) != nil {
		return nil, out, errBadEvent
	}
	switch {
	case out.Encrypt != "":
		if plain, err = c.decrypt(h, raw, out.Encrypt); err != nil {
			return nil, out, err
		}
		out = outline{}
		if json.Unmarshal(plain, &out) != nil {
			return nil, out, errForbidden
		}
		if out.Type != "url_verification" && h.Get("X-Lark-Signature") == "" {
			return nil, out, errors.New("an encrypted event without a signature")
		}
	case len(c.EncryptKeys) > 0:
		return nil, out, errors.New("an event in plain text although an encrypt key is set")
	default:
		plain = raw
	}
	token := out.Header.Token
	if token == "" {
		token = out.Token
	}
	if !oneOf(c.Tokens, token) {
		return nil, out, errors.New("a wrong verification token")
	}
	if at := out.stamp(); at != "" && !c.fresh(at) {
		return nil, out, errOld
	}
	return plain, out, nil
}

// oneOf compares in constant time; an empty value is none of any.
func oneOf(list []string, value string) bool {
	found := 0
	for _, s := range list {
		if s != "" {
			found |= subtle.ConstantTimeCompare([]byte(s), []byte(value))
		}
	}
	return found == 1
}

// decrypt finds the key that signs and decrypts a request: the cipher text
// names no application.
func (c *Callback) decrypt(h http.Header, raw []byte, text string) ([]byte, error) {
	sig, at := h.Get("X-Lark-Signature"), stamp(h.Get("X-Lark-Request-Timestamp"))
	for _, key := range c.EncryptKeys {
		if sig != "" && !oneOf([]string{larkevent.Signature(string(at), h.Get("X-Lark-Request-Nonce"), key, string(raw))}, sig) {
			continue
		}
		plain, err := larkevent.EventDecrypt(text, key)
		if err != nil || !json.Valid(plain) { // under another key it is noise
			continue
		}
		if sig != "" && !c.fresh(at) {
			return nil, errOld
		}
		return plain, nil
	}
	return nil, errors.New("no encrypt key signs and opens the event")
}

// fresh reports whether a time is near enough to now.
func (c *Callback) fresh(s stamp) bool {
	at, ok := s.time()
	age := c.Now().Sub(at)
	return ok && age <= oldest && age >= -ahead
}

// take hands a trusted event to its bot.
func (c *Callback) take(w http.ResponseWriter, r *http.Request, plain []byte) {
	e, err := parseEvent(plain)
	if err != nil {
		answer(w, http.StatusOK, map[string]string{"status": "ignored", "reason": "the event can't be read"})
		return
	}
	i := slices.IndexFunc(c.Bots, func(b *Bot) bool { return b.appID == e.Header.AppID })
	if i < 0 {
		c.refuse(w, r, slog.String("reason", "an unknown application"), slog.String("app_id", clip(e.Header.AppID)))
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), handleLimit)
	defer cancel()
	status := chat.Ignored
	err = c.Bots[i].take(ctx, e, func(ctx context.Context, m chat.Message) (chat.Handled, error) {
		var err error
		status, err = c.Receive(ctx, m)
		return status, err
	})
	if err != nil { // the platform delivers it again
		failed := map[string]string{"detail": "Internal Server Error"}
		if id := w.Header().Get("X-Request-Id"); id != "" { // the server's, which the log has too
			failed["request_id"] = id
		}
		answer(w, http.StatusInternalServerError, failed)
		return
	}
	answer(w, http.StatusOK, map[string]string{"status": string(status)})
}

// answer writes an object of texts.
func answer(w http.ResponseWriter, status int, body map[string]string) {
	b, err := json.Marshal(body)
	if err != nil {
		panic(err) // it has texts only
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(b) // the client is gone: no one reads an error
}
