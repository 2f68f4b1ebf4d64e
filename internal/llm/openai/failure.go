package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	goopenai "github.com/sashabaranov/go-openai"

	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/llm/connect"
)

// failure is the outcome of a call without a usable completion.
func (c *Client) failure(ctx, callCtx context.Context, req llm.Request, mode Mode, ex *exchange, err error) outcome {
	var sending *url.Error // http.Client wraps every error in one
	errors.As(err, &sending)
	var mismatch *json.UnmarshalTypeError
	var out outcome
	switch {
	case ex.status == 0 && sending == nil:
		return outcome{err: c.problem(fault.ModelBadRequest, 0, "the request was not sent: "+err.Error())}
	case ctx.Err() != nil:
		out.err = c.cancelled(ctx, llm.Usage{})
	case callCtx.Err() != nil:
		out.err = c.problem(fault.ModelTimeout, ex.status, fmt.Sprintf("no whole answer within %s", c.opts.Timeout))
		out.err.Fault.Cause = context.DeadlineExceeded
	case ex.status < 300 && sending != nil:
		code, what := connect.Problem(sending.Err, ex.status)
		out.err = c.problem(code, ex.status, what)
	case ex.status < 300 && err != nil && !errors.As(err, &mismatch):
		out.err = c.notJSON(ex, err)
	default:
		out.said = readError(ex.body)
		out.err = c.reportedError(ex, out.said)
	}
	switch {
	case mode != Text && formatTurnedDown(ex.status, out.said):
		out.verdict = rejected
	case mode == Text && out.err.Fault.Code == fault.ModelBadRequest:
		out.verdict = formatIrrelevant
	}
	out.err.Usage = failedUsage(req, ex, out)
	return out
}

// failedUsage counts a failed call. An answer that comes before any model runs costs
// nothing: status 3xx or 4xx, a wrong address, a rejected response format. If the
// server may have worked, the prompt is estimated if it was sent in full, and what
// arrived of a 200 counts as completion.
func failedUsage(req llm.Request, ex *exchange, out outcome) llm.Usage {
	u := llm.Usage{Calls: 1, FailedCalls: 1}
	// An answer can arrive before the transport has said that it sent everything.
	sent := ex.sent.Load() || ex.status != 0
	if !sent || ex.status >= 300 && ex.status < 500 || out.err.Fault.Code == fault.ModelNotFound || out.verdict == rejected {
		return u
	}
	u.Estimated, u.PromptTokens = true, llm.EstimatePrompt(req)
	if ex.status == http.StatusOK {
		u.CompletionTokens = llm.EstimateTokens(string(ex.body))
	}
	return u
}

// truncated is the error of a reply to a part of the prompt.
func (c *Client) truncated(req llm.Request, resp goopenai.ChatCompletionResponse, read int) *llm.Error {
	about := llm.EstimatePrompt(req)
	out := c.problem(fault.ModelTruncated, http.StatusOK,
		fmt.Sprintf("the server read only %d tokens of a prompt of about %d: it cut the prompt and did not say so. Its context must hold %d tokens (num_ctx in Ollama)",
			read, about, (about+cmp.Or(req.MaxTokens, c.opts.MaxReplyTokens)+1023)/1024*1024))
	out.Usage = usageOf(req, resp.Usage, resp.Choices[0].Message.Content)
	out.Usage.FailedCalls = 1
	return out
}

// notJSON is the error of a 2xx that could not be decoded. A web page comes from a
// server that has one for every path: the address is wrong.
func (c *Client) notJSON(ex *exchange, err error) *llm.Error {
	text := strings.TrimSpace(string(ex.body[:min(len(ex.body), 1<<10)]))
	code, what := fault.ModelTransport, "the answer is not JSON: "+text
	switch {
	case strings.HasPrefix(text, "<"):
		code, what = fault.ModelNotFound, "the answer is a web page, not JSON: "+withoutTags(text)
	case !utf8.ValidString(text):
		what = "the answer is not text: a proxy may compress it and not say so"
	case text == "":
		what = "the answer is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		what = "the answer was cut off"
	}
	return c.problem(code, ex.status, what)
}

// reportedError is the error of an answer that says what is wrong, or is JSON of
// another shape.
func (c *Client) reportedError(ex *exchange, said serverError) *llm.Error {
	status := ex.status
	what := fmt.Sprintf("%d %s", status, http.StatusText(status))
	if status < 300 {
		if said.message == "" {
			return c.problem(fault.ModelTransport, status, "the answer is not a chat completion")
		}
		status = statusIn200(said)
		what = "an error in an answer with status 200"
	}
	if said.message != "" {
		what += ": " + said.message
	}
	wait := retryAfter(ex.header, said.message, c.opts.Now())
	code := classify(status, said, wait > 0 || ex.header.Get("Retry-After") != "")
	switch {
	case status < 400:
		code = fault.ModelRedirect
		what = fmt.Sprintf("%d, the server redirects to %s", status, withoutQuery(ex.header.Get("Location")))
	case !c.keySet && (code == fault.ModelCredentials || code == fault.ModelForbidden):
		code = fault.ModelNoKey
	}
	out := c.problem(code, ex.status, what)
	out.RetryAfter = wait
	return out
}

// statusIn200 is the status that an error object in a 200 names, or 502.
func statusIn200(e serverError) int {
	status, err := strconv.Atoi(e.code)
	if err != nil || status < 400 || status > 599 {
		return http.StatusBadGateway
	}
	return status
}

// withoutQuery is an address as it may be shown: scheme, host and the path
// with its escapes undone, so that a secret in it is recognised.
func withoutQuery(location string) string {
	u, err := url.Parse(location)
	if err != nil || u.Path == "" && u.Host == "" {
		return "another address"
	}
	if u.Host == "" {
		return u.Path
	}
	return u.Scheme + "://" + u.Host + u.Path
}

func (c *Client) cancelled(ctx context.Context, spent llm.Usage) *llm.Error {
	cause := ctx.Err()
	out := llm.Fail(fault.ModelCancelled, cause, "the call to "+c.endpoint+" was given up: "+cause.Error())
	out.Usage = spent
	return out
}

// problem makes an error with a safe text.
func (c *Client) problem(code fault.Code, status int, what string) *llm.Error {
	what = c.clean(what)
	out := llm.Fail(code, errors.New(what), c.endpoint+": "+what)
	out.Status = status
	return out
}
