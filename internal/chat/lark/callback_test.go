package lark_test

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	larkevent "github.com/larksuite/oapi-sdk-go/v3/event"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark"
	"judgement/internal/chat/lark/larkfake"
)

var callbackNow = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// encrypt closes a body as the platform does.
func encrypt(t testing.TB, plain []byte, key string) []byte {
	t.Helper()
	pad := aes.BlockSize - len(plain)%aes.BlockSize
	plain = append(bytes.Clone(plain), bytes.Repeat([]byte{byte(pad)}, pad)...)
	sum := sha256.Sum256([]byte(key))
	block, err := aes.NewCipher(sum[:])
	if err != nil {
		t.Fatal(err)
	}
	iv := []byte("0123456789abcdef")
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(plain, plain)
	b, err := json.Marshal(map[string]string{"encrypt": base64.StdEncoding.EncodeToString(append(iv, plain...))})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// signed are the headers of a request at a time.
func signed(body []byte, key string, at time.Time) http.Header {
	h := http.Header{}
	stamp := strconv.FormatInt(at.Unix(), 10)
	h.Set("X-Lark-Request-Timestamp", stamp)
	h.Set("X-Lark-Request-Nonce", "n0nce")
	h.Set("X-Lark-Signature", larkevent.Signature(stamp, "n0nce", key, string(body)))
	return h
}

func TestCallback(t *testing.T) {
	event := func(app, token string) []byte {
		return larkfake.Event{Created: callbackNow, App: app, Token: token, Message: "om_1", Chat: "oc_1", Sender: "ou_1", Type: "text", Content: larkfake.Text(longText)}.JSON()
	}
	open, good := []string{"tok"}, event("cli_cb", "tok")
	closed := encrypt(t, good, "key")
	challenge := []byte(`{"challenge":"c1","token":"tok","type":"url_verification"}`)
	old := callbackNow.Add(-9 * time.Hour)
	at := func(created time.Time) []byte {
		return larkfake.Event{Created: created, App: "cli_cb", Token: "tok", Message: "om_1", Chat: "oc_1", Sender: "ou_1", Type: "text", Content: larkfake.Text(longText)}.JSON()
	}
	sealed := func(text string) []byte { return []byte(`{"encrypt":` + text + `}`) }
	changed := bytes.Replace(bytes.Clone(closed), []byte(`"}`), []byte(`" }`), 1)
	for _, c := range []struct {
		name   string
		keys   []string
		body   []byte
		header http.Header
		status int
		answer string
		taken  int
	}{
		{name: "challenge", body: challenge, status: 200, answer: `{"challenge":"c1"}`},
		{name: "challenge with a wrong token", body: []byte(`{"challenge":"c1","token":"no","type":"url_verification"}`), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "challenge without a token", body: []byte(`{"challenge":"c1","type":"url_verification"}`), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "encrypted challenge", keys: []string{"key"}, body: encrypt(t, challenge, "key"), status: 200, answer: `{"challenge":"c1"}`},
		{name: "challenge in the clear beside a key", keys: []string{"key"}, body: challenge, status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "event, token in header", body: good, status: 200, answer: `{"status":"queued"}`, taken: 1},
		{name: "event of schema 1, which nobody subscribes to", body: []byte(`{"uuid":"1","token":"tok","type":"event_callback","event":{"type":"message"}}`), status: 200, answer: `{"reason":"the event can't be read","status":"ignored"}`},
		{name: "event of schema 1 with a forged token", body: []byte(`{"uuid":"1","token":"no","type":"event_callback","event":{"type":"message"}}`), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "forged token", body: event("cli_cb", "forged"), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "empty token", body: event("cli_cb", ""), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "another application", body: event("cli_other", "tok"), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "encrypted and signed", keys: []string{"other", "key"}, body: closed, header: signed(closed, "key", callbackNow), status: 200, answer: `{"status":"queued"}`, taken: 1},
		{name: "delivered again after six hours", keys: []string{"key"}, body: closed, header: signed(closed, "key", callbackNow.Add(-6*time.Hour)), status: 200, answer: `{"status":"queued"}`, taken: 1},
		{name: "forged signature", keys: []string{"key"}, body: closed, header: signed(closed, "wrong", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "no signature", keys: []string{"key"}, body: closed, status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "too old", keys: []string{"key"}, body: closed, header: signed(closed, "key", old), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "from the future", keys: []string{"key"}, body: closed, header: signed(closed, "key", callbackNow.Add(time.Hour)), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "encrypted with another key", keys: []string{"key"}, body: encrypt(t, good, "zzz"), header: signed(encrypt(t, good, "zzz"), "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "encrypted where no key is set", body: closed, header: signed(closed, "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "signed in the clear beside a key", keys: []string{"key"}, body: good, header: signed(good, "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "token in the place of schema 1", body: bytes.Replace(event("cli_cb", ""), []byte(`{"event"`), []byte(`{"token":"tok","event"`), 1), status: 200, answer: `{"status":"queued"}`, taken: 1},
		{name: "event of a day ago, without a key", body: at(callbackNow.Add(-24 * time.Hour)), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "event of tomorrow, without a key", body: at(callbackNow.Add(24 * time.Hour)), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "delivered again after seven hours, without a key", body: at(callbackNow.Add(-7*time.Hour - 6*time.Minute)), status: 200, answer: `{"status":"queued"}`, taken: 1},
		{name: "event of a day ago under a fresh signature", keys: []string{"key"}, body: encrypt(t, at(old), "key"), header: signed(encrypt(t, at(old), "key"), "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "event of schema 1 of a day ago", body: []byte(`{"uuid":"1","token":"tok","ts":"1772279999.7171419","type":"event_callback","event":{"type":"message"}}`), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "event of schema 1 of now", body: []byte(`{"uuid":"1","token":"tok","ts":"1772366399.7171419","type":"event_callback","event":{"type":"message"}}`), status: 200, answer: `{"reason":"the event can't be read","status":"ignored"}`},
		{name: "a time that is none", body: []byte(`{"token":"tok","type":"event_callback","ts":"soon"}`), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "no time at all", body: []byte(`{"schema":"2.0","header":{"token":"tok","app_id":"cli_cb","event_type":"im.chat.updated_v1","create_time":null}}`), status: 200, answer: `{"status":"ignored"}`},
		{name: "a changed body under the old signature", keys: []string{"key"}, body: changed, header: signed(closed, "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "a changed time under the old signature", keys: []string{"key"}, body: closed, header: with(signed(closed, "key", old), "X-Lark-Request-Timestamp", strconv.FormatInt(callbackNow.Unix(), 10)), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "a changed nonce under the old signature", keys: []string{"key"}, body: closed, header: with(signed(closed, "key", callbackNow), "X-Lark-Request-Nonce", "other"), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "a signature in capitals", keys: []string{"key"}, body: closed, header: with(signed(closed, "key", callbackNow), "X-Lark-Signature", strings.ToUpper(signed(closed, "key", callbackNow).Get("X-Lark-Signature"))), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "forged token, signed and encrypted", keys: []string{"key"}, body: encrypt(t, event("cli_cb", "forged"), "key"), header: signed(encrypt(t, event("cli_cb", "forged"), "key"), "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "another application, signed and encrypted", keys: []string{"key"}, body: encrypt(t, event("cli_other", "tok"), "key"), header: signed(encrypt(t, event("cli_other", "tok"), "key"), "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "encrypted: no base64", keys: []string{"key"}, body: sealed(`"***"`), header: signed(sealed(`"***"`), "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "encrypted: nothing but a vector", keys: []string{"key"}, body: sealed(`"MDEyMzQ1Njc4OWFiY2RlZg=="`), header: signed(sealed(`"MDEyMzQ1Njc4OWFiY2RlZg=="`), "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "encrypted: half a block", keys: []string{"key"}, body: sealed(`"MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA=="`), header: signed(sealed(`"MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA=="`), "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "encrypted: no JSON inside", keys: []string{"key"}, body: encrypt(t, []byte("hello"), "key"), header: signed(encrypt(t, []byte("hello"), "key"), "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "encrypted twice", keys: []string{"key"}, body: encrypt(t, closed, "key"), header: signed(encrypt(t, closed, "key"), "key", callbackNow), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "encrypted: a number", keys: []string{"key"}, body: sealed(`7`), status: 400, answer: `{"detail":"There was an error parsing the body"}`},
		{name: "encrypted: empty beside a key", keys: []string{"key"}, body: sealed(`""`), status: 403, answer: `{"detail":"Forbidden"}`},
		{name: "nested without end", body: bytes.Repeat([]byte("["), 1<<20-1), status: 400, answer: `{"detail":"There was an error parsing the body"}`},
		{name: "no JSON", body: []byte("hello"), status: 400, answer: `{"detail":"There was an error parsing the body"}`},
		{name: "empty", body: nil, status: 400, answer: `{"detail":"There was an error parsing the body"}`},
		{name: "another kind of event", body: []byte(`{"schema":"2.0","header":{"token":"tok","app_id":"cli_cb","event_type":"im.chat.updated_v1"}}`), status: 200, answer: `{"status":"ignored"}`},
		{name: "an event without a message", body: []byte(`{"schema":"2.0","header":{"token":"tok","app_id":"cli_cb","event_type":"im.message.receive_v1"}}`), status: 200, answer: `{"reason":"the event can't be read","status":"ignored"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			taken := 0
			cb := callbackOf(open, c.keys, func(context.Context, chat.Message) (chat.Handled, error) { taken++; return chat.Queued, nil })
			status, answer := post(cb, bytes.NewReader(c.body), c.header)
			if status != c.status || answer != c.answer || taken != c.taken {
				t.Errorf("answered %d %s, taken %d; want %d %s, %d", status, answer, taken, c.status, c.answer, c.taken)
			}
		})
	}
}

func with(h http.Header, name, value string) http.Header {
	h.Set(name, value)
	return h
}

func callbackOf(tokens, keys []string, receive lark.Receiver) *lark.Callback {
	bot := lark.New(lark.Options{Bot: &chat.Bot{Scene: chattest.Scene("pitch"), AppID: "cli_cb", AppSecret: "s"}, Now: time.Now, Base: "http://127.0.0.1:1"})
	return &lark.Callback{
		Bots: []*lark.Bot{bot}, Receive: receive, Tokens: tokens, EncryptKeys: keys,
		Now: func() time.Time { return callbackNow }, Log: slog.New(slog.DiscardHandler),
	}
}

func post(h http.Handler, body io.Reader, header http.Header) (int, string) {
	r := httptest.NewRequest(http.MethodPost, "/chat/event", body)
	for k, v := range header {
		r.Header[k] = v
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func TestCallbackWithoutTokensTakesNothing(t *testing.T) {
	cb := callbackOf([]string{""}, nil, func(context.Context, chat.Message) (chat.Handled, error) {
		t.Error("taken")
		return chat.Queued, nil
	})
	for _, body := range []string{`{"challenge":"c","token":"","type":"url_verification"}`, `{"challenge":"c","type":"url_verification"}`} {
		if status, answer := post(cb, strings.NewReader(body), nil); status != 403 {
			t.Errorf("%s: answered %d %s", body, status, answer)
		}
	}
}

// zeros is a body of so many bytes that counts what is read of it.
type zeros struct{ left, read int }

func (z *zeros) Read(p []byte) (int, error) {
	n := min(len(p), z.left)
	if n == 0 {
		return 0, io.EOF
	}
	clear(p[:n])
	z.left, z.read = z.left-n, z.read+n
	return n, nil
}

func TestCallbackReadsNoLargeBody(t *testing.T) {
	cb := callbackOf([]string{"tok"}, nil, nil)
	body := &zeros{left: 64 << 20}
	if status, answer := post(cb, body, nil); status != http.StatusRequestEntityTooLarge || body.read > 2<<20 {
		t.Errorf("answered %d %s after %d bytes", status, answer, body.read)
	}
}

// TestCallbackReplay sends a right request twice: the platform may do so, and a
// listener on the wire too. One job comes of it.
func TestCallbackReplay(t *testing.T) {
	w := newWorld(t, 1, nil)
	event := larkfake.Event{Created: callbackNow, App: w.bots[0].AppID, Token: "tok", Message: "om_1", Chat: "oc_1", Sender: "ou_1", Type: "text", Content: larkfake.Text(longText)}
	body := encrypt(t, event.JSON(), "key")
	cb := &lark.Callback{Bots: w.larks, Receive: w.service.Receive, Tokens: []string{"tok"}, EncryptKeys: []string{"key"}, Now: func() time.Time { return callbackNow }, Log: slog.New(slog.DiscardHandler)}
	var answers []string
	for range 3 {
		status, answer := post(cb, bytes.NewReader(body), signed(body, "key", callbackNow))
		answers = append(answers, fmt.Sprint(status, answer))
	}
	jobs, _, _ := w.queue.Submitted()
	if got := strings.Join(answers, " "); got != `200{"status":"queued"} 200{"status":"duplicate"} 200{"status":"duplicate"}` || len(jobs) != 1 {
		t.Errorf("answered %s, %d jobs", got, len(jobs))
	}
}

func TestCallbackFailure(t *testing.T) {
	cb := callbackOf([]string{"tok"}, nil, func(context.Context, chat.Message) (chat.Handled, error) {
		return "", errors.New("the database at secret.example is gone")
	})
	body := larkfake.Event{Created: callbackNow, App: "cli_cb", Token: "tok", Message: "om_1", Chat: "oc_1", Type: "text", Content: larkfake.Text("x")}.JSON()
	if status, answer := post(cb, bytes.NewReader(body), nil); status != 500 || answer != `{"detail":"Internal Server Error"}` {
		t.Errorf("answered %d %s; the platform must deliver again and learn nothing", status, answer)
	}
}

// FuzzCallback: nothing without the right token and signature is ever taken.
func FuzzCallback(f *testing.F) {
	good := larkfake.Event{Created: callbackNow, App: "cli_cb", Token: "tok", Message: "om_1", Chat: "oc_1", Type: "text", Content: larkfake.Text("x")}.JSON()
	f.Add([]byte(`{"challenge":"c1","token":"tok","type":"url_verification"}`), "")
	f.Add(good, "")
	f.Add(encrypt(f, good, "key"), "00")
	f.Add([]byte(`{"encrypt":"AAAA"}`), "")
	f.Fuzz(func(t *testing.T, body []byte, sig string) {
		cb := callbackOf([]string{"tok"}, []string{"key"}, func(context.Context, chat.Message) (chat.Handled, error) {
			t.Fatalf("taken unsigned: %q", body)
			return "", nil
		})
		h := http.Header{}
		h.Set("X-Lark-Signature", sig)
		h.Set("X-Lark-Request-Timestamp", strconv.FormatInt(callbackNow.Unix(), 10))
		status, answer := post(cb, bytes.NewReader(body), h)
		if status == 200 && !strings.HasPrefix(answer, `{"challenge"`) {
			t.Fatalf("answered %d %s to %q", status, answer, body)
		}
		// The same under the right key: what is taken is for the bot and has its token.
		cb.Receive = func(_ context.Context, m chat.Message) (chat.Handled, error) {
			if m.AppID != "cli_cb" || m.MessageID == "" || m.ChatID == "" || !bytes.Contains(body, []byte("tok")) && !bytes.Contains(body, []byte(`\u`)) {
				t.Fatalf("taken: %+v from %q", m, body)
			}
			return chat.Queued, nil
		}
		sealed := encrypt(t, body, "key")
		switch status, answer := post(cb, bytes.NewReader(sealed), signed(sealed, "key", callbackNow)); status {
		case 200, 403, 413, 500:
		default:
			t.Fatalf("answered %d %s to %q", status, answer, body)
		}
	})
}
