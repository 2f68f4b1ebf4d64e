package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"

	"judgement/internal/llm/connect"
)

// exchange is one HTTP call as the transport sees it. It travels in the call's
// context: go-openai keeps neither the raw answer nor the status of a success.
type exchange struct {
	fields map[string]json.RawMessage // set in the request's body; null removes a field
	sent   atomic.Bool                // the whole request was written to the connection

	status int // 0: no answer
	header http.Header
	body   []byte // what arrived, up to the limit
}

type exchangeKey struct{}

// attach returns a context for the call.
func (ex *exchange) attach(ctx context.Context) context.Context {
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(w httptrace.WroteRequestInfo) {
		if w.Err == nil {
			ex.sent.Store(true)
		}
	}})
	return context.WithValue(ctx, exchangeKey{}, ex)
}

// transport adds the headers and fields that go-openai has no setting for. It
// reads each answer whole, within the limit: connections can be used again, and
// answers that were cut off are errors.
type transport struct {
	*http.Transport
	headers http.Header
	query   string // of every request, such as api-version=2024-10-21
}

func newTransport(maxConns int, headers map[string]string, query string) *transport {
	t := &transport{connect.Transport(maxConns), http.Header{}, query}
	for name, value := range headers {
		t.headers.Set(name, value)
	}
	return t
}

// RoundTrip implements http.RoundTripper. The request's context holds an exchange.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ex, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return nil, errors.New("no exchange in the request's context")
	}
	req = req.Clone(req.Context())
	maps.Copy(req.Header, t.headers)
	if t.query != "" {
		req.URL.RawQuery = t.query
	}
	if len(ex.fields) > 0 {
		if err := setFields(req, ex.fields); err != nil {
			return nil, err
		}
	}
	resp, err := t.Transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	ex.status, ex.header = resp.StatusCode, resp.Header
	ex.body, err = connect.Read(resp.Body)
	_ = resp.Body.Close()
	if err != nil {
		return nil, err
	}
	ex.body = plain(ex.body)
	resp.Body = io.NopCloser(bytes.NewReader(ex.body))
	return resp, nil
}

// setFields sets fields of the JSON object in a request's body.
func setFields(req *http.Request, fields map[string]json.RawMessage) error {
	sent, err := io.ReadAll(req.Body)
	_ = req.Body.Close()
	if err != nil {
		return err
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(sent, &object); err != nil {
		return err
	}
	maps.Copy(object, fields)
	maps.DeleteFunc(object, func(_ string, value json.RawMessage) bool { return string(value) == "null" })
	body, err := json.Marshal(object)
	if err != nil {
		return err
	}
	req.ContentLength = int64(len(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	req.Body, err = req.GetBody()
	return err
}
