package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"judgement/internal/llm"
)

// failure makes an error of a call without a reply.
func (c *Client) failure(ctx, callCtx context.Context, req llm.Request, ex *exchange, err error) outcome {
	if !ex.began && err != nil {
		return outcome{err: c.problem(llm.ErrBadRequest, 0, "the request was not sent: "+err.Error(), "set llm.model to a chat model")}
	}
	out := outcome{reply: llm.Reply{Usage: c.failedUsage(req, ex)}}
	switch {
	case ctx.Err() != nil:
		out.err = c.cancelled(ctx, out.reply.Usage)
	case callCtx.Err() != nil:
		out.err = c.problem(llm.ErrTimeout, ex.status, fmt.Sprintf("no whole answer within %s", c.timeout), "")
		out.err.Err = context.DeadlineExceeded
	case ex.status >= 300:
		out.said = readError(ex.body)
		out.err = c.statusError(ex.status, ex, out.said)
	case ex.status == 0 || len(ex.body) == 0 || errors.Is(err, errTooLarge) || !json.Valid(ex.body):
		out.err = c.brokenError(ex, err)
	default:
		out.said = readError(ex.body)
		if out.said.message == "" {
			out.err = c.problem(llm.ErrTransport, ex.status, "the answer is not a chat completion", "")
			break
		}
		out.err = c.statusError(statusIn200(out.said), ex, out.said)
		out.err.Status = ex.status
	}
	return out
}

// truncated makes an error of a reply to a part of the prompt.
func (c *Client) truncated(req llm.Request, ex *exchange, read int) outcome {
	u := usageOf(req, ex.completion.Usage, ex.completion.Choices[0].Message.Content)
	u.FailedCalls = 1
	about := llm.EstimatePrompt(req)
	return outcome{reply: llm.Reply{Usage: u}, err: c.problem(llm.ErrTooLong, ex.status,
		fmt.Sprintf("the server read only %d tokens of a prompt of about %d: it cut the prompt and did not say so. Its context must hold %d tokens (num_ctx in Ollama)",
			read, about, (about+c.replyRoom(req)+1023)/1024*1024),
		"raise the server's context (num_ctx or OLLAMA_CONTEXT_LENGTH in Ollama, --ctx-size in llama.cpp), use a model with a larger context, or shorten the document")}
}

// brokenError is the error of an answer that is missing, cut or no JSON.
func (c *Client) brokenError(ex *exchange, err error) *llm.Error {
	if err == nil {
		err = errors.New("empty answer")
	}
	var syntax *json.SyntaxError
	if ex.status != 0 && (errors.As(err, &syntax) || len(ex.body) > 0 && ex.body[0] == '<') {
		return c.problem(llm.ErrTransport, ex.status, "the answer is not JSON: "+withoutTags(string(ex.body[:min(len(ex.body), 1<<10)])), "")
	}
	what, fix := transportProblem(err, ex.status)
	return c.problem(llm.ErrTransport, ex.status, what, fix)
}

// statusIn200 is the status that an error object inside a 200 speaks of.
func statusIn200(e serverError) int {
	var status int
	if _, err := fmt.Sscanf(e.code, "%d", &status); err == nil && status >= 400 && status <= 599 {
		return status
	}
	return http.StatusBadGateway
}

// statusError is the error of an answer that says that it is one.
func (c *Client) statusError(status int, ex *exchange, said serverError) *llm.Error {
	wait := retryAfter(ex.header, c.now())
	kind := classify(status, said, ex.header.Get("Retry-After") != "")
	what := fmt.Sprintf("%d %s", status, http.StatusText(status))
	if said.message != "" {
		what += ": " + said.message
	}
	fix := fixFor(kind, status)
	switch {
	case status < 400:
		what = fmt.Sprintf("%d, the server redirects to %s", status, withoutQuery(ex.header.Get("Location")))
		fix = "set llm.base_url (OPENAI_BASE_URL) to the address that the server redirects to"
	case kind == llm.ErrCredentials && !c.keySet:
		fix = "set OPENAI_API_KEY"
	}
	out := c.problem(kind, status, what, fix)
	out.RetryAfter = wait
	return out
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

// failedUsage counts a failed call. An answer with a 3xx or 4xx status came
// before any model ran and costs nothing; where the server may have worked
// (no answer, a cut one, 5xx), the prompt is estimated if it was sent in full,
// and what arrived of a 200 counts as completion.
func (c *Client) failedUsage(req llm.Request, ex *exchange) llm.Usage {
	u := llm.Usage{Calls: 1, FailedCalls: 1}
	// An answer can arrive before the transport has said that it sent everything.
	sent := ex.sent.Load() || ex.status != 0
	if !sent || ex.status >= 300 && ex.status < 500 {
		return u
	}
	u.Estimated, u.PromptTokens = true, llm.EstimatePrompt(req)
	if ex.status == http.StatusOK {
		u.CompletionTokens = llm.EstimateTokens(string(ex.body))
	}
	return u
}

func (c *Client) cancelled(ctx context.Context, spent llm.Usage) *llm.Error {
	cause := contextCause(ctx)
	return &llm.Error{Kind: llm.ErrCancelled, Message: "the call to " + c.endpoint + " was given up: " + cause.Error(), Usage: spent, Err: cause}
}

// problem makes an error with a safe text.
func (c *Client) problem(kind llm.ErrorKind, status int, what, fix string) *llm.Error {
	if fix == "" {
		fix = fixFor(kind, status)
	}
	what = c.clean(what)
	return &llm.Error{Kind: kind, Status: status, Message: c.endpoint + ": " + what, Fix: fix, Err: errors.New(what)}
}
