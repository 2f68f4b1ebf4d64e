package anthropic

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/llm/connect"
	"judgement/internal/text"
)

// redirected is an answer that the SDK takes for a message.
type redirected int

func (r redirected) Error() string { return fmt.Sprintf("%d, the server redirects", int(r)) }

// limited reads each answer whole, within the limit.
type limited struct{ *http.Transport }

// RoundTrip implements http.RoundTripper.
func (l limited) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := l.Transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	body, err := connect.Read(resp.Body)
	_ = resp.Body.Close()
	if err == nil && resp.StatusCode >= 300 && resp.StatusCode < 400 {
		err = redirected(resp.StatusCode)
	}
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// failure is the error of a call without a message.
func (c *Client) failure(ctx, callCtx context.Context, req llm.Request, err error) *llm.Error {
	var said *sdk.Error
	var out *llm.Error
	var elsewhere redirected
	switch {
	case errors.As(err, &elsewhere):
		out = c.problem(fault.ModelRedirect, int(elsewhere), elsewhere.Error())
	case ctx.Err() != nil:
		out = llm.Fail(fault.ModelCancelled, ctx.Err(), "the call to "+text.Address(c.opts.BaseURL)+" was given up: "+ctx.Err().Error())
	case callCtx.Err() != nil:
		out = c.problem(fault.ModelTimeout, 0, fmt.Sprintf("no whole answer within %s", c.opts.Timeout))
		out.Fault.Cause = context.DeadlineExceeded
	case errors.As(err, &said):
		out = c.reported(said)
	default:
		var sending *url.Error // http.Client wraps every error in one
		if errors.As(err, &sending) {
			err = sending.Err
		}
		code, what := connect.Problem(err, 0)
		out = c.problem(code, 0, what)
	}
	out.Usage = llm.Usage{Calls: 1, FailedCalls: 1}
	switch out.Fault.Code {
	case fault.ModelTransport, fault.ModelTimeout, fault.ModelCancelled, fault.ModelAnswerSize:
		if out.Status != 0 {
			break
		}
		// The server may have worked.
		out.Usage.PromptTokens, out.Usage.Estimated = llm.EstimatePrompt(req), true
	}
	return out
}

// reported is the error of an answer that says what is wrong.
func (c *Client) reported(said *sdk.Error) *llm.Error {
	var body struct {
		Error struct{ Type, Message string }
	}
	_ = json.Unmarshal([]byte(said.RawJSON()), &body) // what can't be read says nothing
	what := fmt.Sprintf("%d %s", said.StatusCode, http.StatusText(said.StatusCode))
	if said.StatusCode == statusOverloaded {
		what = fmt.Sprintf("%d Overloaded", said.StatusCode)
	}
	if body.Error.Message != "" {
		what += ": " + body.Error.Message
	}
	code := classify(said.StatusCode, body.Error.Type, strings.ToLower(body.Error.Message))
	if !c.keySet && (code == fault.ModelCredentials || code == fault.ModelForbidden) {
		code = fault.ModelNoKey
	}
	out := c.problem(code, said.StatusCode, what)
	if said.Response != nil {
		out.RetryAfter = retryAfter(said.Response.Header.Get("Retry-After"), c.opts.Now())
	}
	return out
}

// statusOverloaded is Anthropic's own.
const statusOverloaded = 529

// classify says which kind of error an answer with an error status is. The types are
// those of the API's documentation.
func classify(status int, kind, text string) fault.Code {
	switch {
	case kind == "billing_error", status == http.StatusPaymentRequired, strings.Contains(text, "credit balance is too low"):
		return fault.ModelQuota
	case status == http.StatusTooManyRequests:
		return fault.ModelRateLimit
	case status == http.StatusUnauthorized:
		return fault.ModelCredentials
	case status == http.StatusForbidden:
		return fault.ModelForbidden
	case status == http.StatusRequestEntityTooLarge, strings.Contains(text, "prompt is too long"), strings.Contains(text, "exceed context limit"):
		return fault.ModelTooLong
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed:
		return fault.ModelNotFound
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status >= 500:
		return fault.ModelTransport
	}
	return fault.ModelBadRequest
}

// longestWait bounds what a server asks for.
const longestWait = 24 * time.Hour

// retryAfter reads a Retry-After header: seconds or a date; 0: none.
func retryAfter(text string, now time.Time) time.Duration {
	var wait time.Duration
	if n, err := strconv.ParseFloat(text, 64); err == nil && n > 0 && n < longestWait.Seconds() {
		wait = time.Duration(n * float64(time.Second))
	} else if at, err := http.ParseTime(text); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, 0), longestWait)
}

// problem makes an error with a safe text.
func (c *Client) problem(code fault.Code, status int, what string) *llm.Error {
	what = c.clean(what)
	out := llm.Fail(code, errors.New(what), text.Address(c.opts.BaseURL)+": "+what)
	out.Status = status
	return out
}

const maxShown = 200 // characters of a server's words in an error

// cleaner makes words fit to be shown: one line, no control characters, no key.
func cleaner(key string) func(string) string {
	hide := func(text string) string {
		if key == "" {
			return text
		}
		return strings.ReplaceAll(text, key, "[redacted]")
	}
	return func(said string) string { return text.Foreign(said, maxShown, hide) }
}
