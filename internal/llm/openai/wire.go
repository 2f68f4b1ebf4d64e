package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"judgement/internal/llm"
)

// errTooLarge is the cause of an answer above MaxReplyBytes.
var errTooLarge = errors.New("the answer is larger than 4 MiB")

// exchange is what happened on the wire in one HTTP call. go-openai hides most
// of it, so it travels in the call's context.
type exchange struct {
	fields []byte      // the body's beginning: a brace and fields of our own, each with a comma behind it
	began  bool        // go-openai found nothing wrong with the request
	sent   atomic.Bool // the body was handed to the connection in full

	status int
	header http.Header
	body   []byte // what arrived, up to the limit

	completion *completion // of a 200 in the usual shape
}

type exchangeKey struct{}

// doer sends go-openai's requests: it adds fields and headers, never follows a
// redirect, and reads the whole answer within the limit, so that connections
// can be used again and cut answers are seen.
type doer struct {
	transport *http.Transport
	headers   http.Header
}

func newTransport(maxConns int) *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:               proxyFor,
		DialContext:         dialer.DialContext,
		ForceAttemptHTTP2:   true,
		TLSHandshakeTimeout: 10 * time.Second,
		MaxIdleConns:        maxConns,
		MaxIdleConnsPerHost: maxConns,
		// Without this limit a call that finds no idle connection dials one
		// although another is about to come free.
		MaxConnsPerHost: maxConns,
		IdleConnTimeout: 90 * time.Second,
		WriteBufferSize: 16 << 10,
		ReadBufferSize:  8 << 10,
	}
}

// proxyFor heeds the environment's proxy for public hosts only: a model server
// on this machine or in the private network is always reached directly.
func proxyFor(req *http.Request) (*url.URL, error) {
	host := req.URL.Hostname()
	if host == "localhost" || strings.HasSuffix(host, ".local") || !strings.Contains(host, ".") && !strings.Contains(host, ":") {
		return nil, nil
	}
	if ip, err := netip.ParseAddr(host); err == nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()) {
		return nil, nil
	}
	return http.ProxyFromEnvironment(req)
}

// Do implements go-openai's HTTPDoer.
func (d *doer) Do(req *http.Request) (*http.Response, error) {
	ex, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return nil, errors.New("no exchange in the request's context")
	}
	ex.began = true
	for name, values := range d.headers {
		req.Header[name] = values
	}
	if err := ex.prepend(req); err != nil {
		return nil, err
	}
	resp, err := d.transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	ex.status, ex.header = resp.StatusCode, resp.Header
	ex.body, err = readAll(resp)
	_ = resp.Body.Close()
	if err != nil {
		return nil, err
	}
	left := ex.body // for go-openai to read
	if req.Method == http.MethodPost && ex.status == http.StatusOK {
		if ex.completion = parseCompletion(ex.body); ex.completion != nil {
			left = []byte("{}")
		}
	}
	resp.Body = io.NopCloser(bytes.NewReader(left))
	return resp, nil
}

// noMessages is how go-openai writes a request without messages. The adapter
// writes them itself, because go-openai's encoder goes over every message
// three times. Inside a JSON string these bytes can't stand: their quotes would
// be escaped.
const noMessages = `"messages":null,`

// prepend puts the exchange's fields behind the opening brace of the body and
// takes the empty messages out. No other field of theirs is among those that
// go-openai writes.
func (ex *exchange) prepend(req *http.Request) error {
	if req.Body == nil {
		return nil
	}
	var own bytes.Buffer
	own.Grow(int(max(req.ContentLength, 0)) + bytes.MinRead)
	_, err := own.ReadFrom(req.Body)
	_ = req.Body.Close()
	if err != nil {
		return err
	}
	before, after, ok := bytes.Cut(own.Bytes(), []byte(noMessages))
	if !ok || len(before) == 0 || before[0] != '{' {
		return errors.New("go-openai wrote a request of another shape")
	}
	body := append(append(ex.fields, before[1:]...), after...)
	req.ContentLength = int64(len(body))
	req.GetBody = func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(body)), nil // of a type that net/http sends in one piece with the headers
	}
	req.Body, err = req.GetBody()
	return err
}

func readAll(resp *http.Response) ([]byte, error) {
	if resp.ContentLength > MaxReplyBytes {
		return nil, errTooLarge
	}
	var buf bytes.Buffer
	if resp.ContentLength > 0 {
		buf.Grow(int(resp.ContentLength) + bytes.MinRead)
	}
	_, err := buf.ReadFrom(io.LimitReader(resp.Body, MaxReplyBytes+1))
	if err == nil && buf.Len() > MaxReplyBytes {
		err = errTooLarge
	}
	return buf.Bytes(), err
}

// ownFields are the fields of the body that the adapter writes itself, because
// go-openai leaves a zero temperature out and is slow with messages.
type ownFields struct {
	extra []byte // the caller's fields, each with a comma behind it
	taken map[string]bool
}

func newOwnFields(extra map[string]any) (ownFields, error) {
	f := ownFields{taken: map[string]bool{}}
	var b bytes.Buffer
	for _, name := range sortedKeys(extra) {
		f.taken[name] = true
		if extra[name] == nil {
			continue
		}
		key, err := json.Marshal(name)
		if err != nil {
			return f, err
		}
		value, err := json.Marshal(extra[name])
		if err != nil {
			return f, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
		b.WriteByte(',')
	}
	f.extra = b.Bytes()
	return f, nil
}

// encode begins a body with the caller's fields, the messages, temperature and
// seed. It leaves about so much room for the rest of the body.
func (f ownFields) encode(temperature *float64, seed int64, messages []llm.Message, room int) []byte {
	for _, m := range messages {
		room += len(m.Content) + len(m.Content)/16 // line breaks and quotes are escaped
	}
	var b bytes.Buffer
	b.Grow(len(f.extra) + room)
	b.WriteByte('{')
	b.Write(f.extra)
	b.WriteString(`"messages":`)
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(messages) // plain text always encodes
	b.WriteByte(',')
	out := b.Bytes()
	if temperature != nil && !f.taken["temperature"] {
		out = append(out, `"temperature":`...)
		out = strconv.AppendFloat(out, *temperature, 'f', -1, 64)
		out = append(out, ',')
	}
	if seed != 0 && !f.taken["seed"] {
		out = append(out, `"seed":`...)
		out = strconv.AppendInt(out, seed, 10)
		out = append(out, ',')
	}
	return out
}

func withExchange(ctx context.Context, ex *exchange) context.Context {
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(w httptrace.WroteRequestInfo) {
		if w.Err == nil {
			ex.sent.Store(true)
		}
	}})
	return context.WithValue(ctx, exchangeKey{}, ex)
}
