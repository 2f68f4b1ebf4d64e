package openai

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	goopenai "github.com/sashabaranov/go-openai"

	"judgement/internal/llm"
)

// Client is an llm.Model that calls an OpenAI-compatible server. It is safe for
// concurrent use.
type Client struct {
	api       *goopenai.Client
	transport *http.Transport
	endpoint  string // for messages: the base URL without secrets
	model     string
	timeout   time.Duration
	maxReply  int
	prices    map[string]llm.Price
	fields    ownFields
	modes     modes
	clean     func(string) string
	now       func() time.Time
	keySet    bool
}

var _ llm.Model = (*Client)(nil)

// New checks the options and returns a client. It opens nothing. Its errors are
// *llm.Error values, joined.
func New(opts Options) (*Client, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	if opts.Timeout == 0 {
		opts.Timeout = DefaultTimeout
	}
	if opts.MaxConns == 0 {
		opts.MaxConns = DefaultMaxConns
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	fields, err := newOwnFields(opts.ExtraBody)
	if err != nil {
		return nil, &llm.Error{Kind: llm.ErrBadRequest, Message: "the extra body fields can't be written as JSON"}
	}
	headers := make(http.Header, len(opts.Headers))
	for name, value := range opts.Headers {
		headers.Set(name, value)
	}
	transport := newTransport(opts.MaxConns)
	config := goopenai.DefaultConfig(opts.APIKey)
	config.BaseURL = strings.TrimRight(opts.BaseURL, "/")
	config.HTTPClient = &doer{transport: transport, headers: headers}
	prices := make(map[string]llm.Price, len(opts.Prices))
	for name, price := range opts.Prices {
		prices[name] = price
	}
	clean := opts.redactor().clean
	return &Client{
		api: goopenai.NewClientWithConfig(config), transport: transport, endpoint: clean(config.BaseURL),
		model: opts.Model, timeout: opts.Timeout, maxReply: opts.MaxReplyTokens, prices: prices, fields: fields,
		modes: modes{fixed: opts.Mode, known: knownModes(opts.Known)},
		clean: clean, now: opts.Now, keySet: opts.APIKey != "",
	}, nil
}

// Close gives up idle connections. Calls under way go on.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// String names the server and the model, and no secret.
func (c *Client) String() string {
	return fmt.Sprintf("openai{base_url: %s, model: %s}", c.endpoint, c.model)
}

// Info describes the model that a request for the given one would go to.
func (c *Client) Info(model string) llm.Info {
	if model == "" {
		model = c.model
	}
	info := llm.Info{Name: model, Provider: "openai"}
	if price, ok := c.prices[model]; ok {
		info.Price = &price
	}
	return info
}

// Mode returns how replies of a model are asked for, and whether the server
// has confirmed it.
func (c *Client) Mode(model string) (Mode, bool) {
	if model == "" {
		model = c.model
	}
	return c.modes.mode(model)
}

// Modes returns how replies are asked for, by model, as far as the server has
// confirmed it.
func (c *Client) Modes() map[string]Mode { return c.modes.confirmed() }

// Complete makes one attempt. Where the server turns the response format down,
// it steps down to the next one; each such call counts as a failed one. Every
// error is an *llm.Error.
func (c *Client) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	if req.Model == "" {
		req.Model = c.model
	}
	if err := c.check(req); err != nil {
		return llm.Reply{}, err
	}
	if len(req.Schema.JSON) == 0 {
		return c.settle(c.attempt(ctx, req, Text))
	}
	var spent llm.Usage
	for range Modes() {
		l, err := c.modes.acquire(ctx, req.Model)
		if err != nil {
			return llm.Reply{}, c.cancelled(ctx, spent)
		}
		out := c.attempt(ctx, req, l.mode)
		words := strings.ToLower(out.said.message + " " + out.said.param)
		v := out.verdict(l.mode)
		c.modes.release(l, v, words)
		out.reply.Usage = spent.Add(out.reply.Usage)
		if v != rejected || c.modes.fixed != "" {
			return c.settle(out)
		}
		spent = out.reply.Usage
		if l.mode == Text {
			return c.settle(out)
		}
	}
	return llm.Reply{}, &llm.Error{
		Kind: llm.ErrBadRequest, Usage: spent,
		Message: c.endpoint + " keeps changing its mind about response formats",
		Fix:     "set the response format of this server by hand",
	}
}

func (c *Client) check(req llm.Request) error {
	bad := func(message, fix string) error {
		return &llm.Error{Kind: llm.ErrBadRequest, Message: message, Fix: fix}
	}
	switch {
	case req.Model == "":
		return bad("no model is named", "set llm.model, or a model for the judge")
	case len(req.Messages) == 0:
		return bad("the request holds no messages", "")
	case math.IsNaN(req.Temperature) || math.IsInf(req.Temperature, 0):
		return bad("the temperature is not a number", "use a number from 0 to 2")
	case len(req.Schema.JSON) > 0 && !json.Valid(req.Schema.JSON):
		return bad(fmt.Sprintf("the schema %q is not JSON", req.Schema.Name), "")
	}
	return nil
}

// outcome is what one HTTP call came to: a reply, or an error; Usage is in the
// reply in both cases.
type outcome struct {
	reply llm.Reply
	err   *llm.Error
	said  serverError // with an error status
}

// settle turns an outcome into what Complete returns.
func (c *Client) settle(out outcome) (llm.Reply, error) {
	if out.err != nil {
		out.err.Usage = out.reply.Usage
		return llm.Reply{}, out.err
	}
	return out.reply, nil
}

// verdict says what an outcome tells of the mode that it was asked in.
func (o outcome) verdict(mode Mode) verdict {
	switch {
	case o.err == nil:
		return accepted
	case mode != Text && formatTurnedDown(o.err.Status, o.said):
		return rejected
	case mode == Text && o.err.Kind == llm.ErrBadRequest:
		return hopeless
	}
	return unknown
}

// bodyRoom is what a body takes beside messages and schema: names and numbers.
const bodyRoom = 512

// attempt makes one HTTP call.
func (c *Client) attempt(ctx context.Context, req llm.Request, mode Mode) outcome {
	if ctx.Err() != nil {
		return outcome{err: c.cancelled(ctx, llm.Usage{})}
	}
	var temperature *float64
	if !reasons(req.Model) {
		temperature = &req.Temperature
	}
	ex := &exchange{fields: c.fields.encode(temperature, req.Seed, messagesIn(req, mode), len(req.Schema.JSON)+bodyRoom)}
	callCtx, cancel := context.WithTimeout(withExchange(ctx, ex), c.timeout)
	defer cancel()
	resp, err := c.api.CreateChatCompletion(callCtx, c.request(req, mode))
	if err == nil && ex.completion == nil && len(resp.Choices) > 0 {
		ex.completion = completionOf(resp)
	}
	if err == nil && ex.completion != nil {
		if read := promptRead(ex.completion.Usage); llm.Truncated(req, read) {
			return c.truncated(req, ex, read)
		}
		return outcome{reply: c.reply(req, *ex.completion)}
	}
	return c.failure(ctx, callCtx, req, ex, err)
}

// request writes a request for go-openai; messages, temperature and seed go
// another way.
func (c *Client) request(req llm.Request, mode Mode) goopenai.ChatCompletionRequest {
	out := goopenai.ChatCompletionRequest{Model: req.Model}
	limit := c.replyRoom(req)
	switch {
	case c.fields.taken["max_tokens"] || c.fields.taken["max_completion_tokens"]:
	case reasons(req.Model):
		out.MaxCompletionTokens = limit
	default:
		out.MaxTokens = limit
	}
	if len(req.Schema.JSON) == 0 {
		return out
	}
	switch mode {
	case StrictSchema, LaxSchema:
		out.ResponseFormat = &goopenai.ChatCompletionResponseFormat{
			Type: goopenai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &goopenai.ChatCompletionResponseFormatJSONSchema{
				Name: req.Schema.Name, Schema: req.Schema.JSON, Strict: mode == StrictSchema,
			},
		}
	case JSONObject:
		out.ResponseFormat = &goopenai.ChatCompletionResponseFormat{Type: goopenai.ChatCompletionResponseFormatTypeJSONObject}
	}
	return out
}

// replyRoom is the most tokens of a reply.
func (c *Client) replyRoom(req llm.Request) int {
	if req.MaxTokens > 0 {
		return req.MaxTokens
	}
	return c.maxReply
}

// messagesIn returns the messages as they are sent. Without a schema in the
// response format it goes into the text: at the end, so that what comes before
// stays a prefix that servers cache.
func messagesIn(req llm.Request, mode Mode) []llm.Message {
	messages := defused(req.Messages)
	if len(req.Schema.JSON) == 0 || mode == StrictSchema || mode == LaxSchema {
		return messages
	}
	out := slices.Clone(messages)
	out[len(out)-1].Content += schemaPrompt + string(req.Schema.JSON)
	return out
}

const schemaPrompt = "\n\nAnswer with one JSON object and nothing else. It must satisfy this JSON Schema:\n"

// reasons reports whether a model's name is one of those that take
// max_completion_tokens and no temperature.
func reasons(model string) bool {
	name := model[strings.LastIndexByte(model, '/')+1:]
	for _, prefix := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func (c *Client) reply(req llm.Request, got completion) llm.Reply {
	choice := got.Choices[0]
	out := llm.Reply{Text: choice.Message.Content, Model: got.Model, Finish: llm.FinishStop}
	if out.Model == "" {
		out.Model = req.Model
	}
	switch {
	case choice.Message.Refusal != "":
		out.Finish = llm.FinishRefusal
		if out.Text == "" {
			out.Text = choice.Message.Refusal
		}
	case choice.FinishReason == string(goopenai.FinishReasonContentFilter):
		out.Finish = llm.FinishRefusal
	case choice.FinishReason == string(goopenai.FinishReasonLength):
		out.Finish = llm.FinishLength
	}
	out.Usage = usageOf(req, got.Usage, out.Text)
	return out
}

// promptRead is how many prompt tokens a server says that it read. Some leave those
// from their cache out of the prompt's, so both are added: too many is no harm here.
func promptRead(u goopenai.Usage) int {
	if u.PromptTokens > maxTokens {
		return 0 // no count
	}
	if d := u.PromptTokensDetails; d != nil && d.CachedTokens > 0 && d.CachedTokens <= maxTokens {
		return u.PromptTokens + d.CachedTokens
	}
	return u.PromptTokens
}

// maxTokens is more than any model reads or writes in one call: what says more is
// no count, and would make sums and budgets overflow.
const maxTokens = 1 << 30

// usageOf reads a reply's usage, and estimates it where the server says nothing
// or what cannot be. Reasoning tokens are among the completion tokens.
func usageOf(req llm.Request, u goopenai.Usage, text string) llm.Usage {
	if u.CompletionTokens > maxTokens {
		u = goopenai.Usage{}
	}
	if u.PromptTokens <= 0 || u.PromptTokens > maxTokens {
		return llm.Usage{Calls: 1, PromptTokens: llm.EstimatePrompt(req), CompletionTokens: max(u.CompletionTokens, llm.EstimateTokens(text)), Estimated: true}
	}
	out := llm.Usage{Calls: 1, PromptTokens: u.PromptTokens, CompletionTokens: max(u.CompletionTokens, 0)}
	if u.PromptTokensDetails != nil {
		out.CachedTokens = min(max(u.PromptTokensDetails.CachedTokens, 0), u.PromptTokens)
	}
	return out
}
