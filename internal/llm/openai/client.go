package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	goopenai "github.com/sashabaranov/go-openai"

	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/text"
)

// Client is an llm.Model that calls an OpenAI-compatible server. It is safe for
// concurrent use.
type Client struct {
	opts      Options // without secrets
	keySet    bool
	api       *goopenai.Client
	transport *transport
	near      bool                       // the server is on this machine or in the private network
	endpoint  string                     // for messages: the base URL without secrets
	extra     map[string]json.RawMessage // the extra body fields
	modes     *modes
	shapes    shapes
	listed    listing
	clean     func(string) string
}

var _ llm.Model = (*Client)(nil)

// New checks the options and returns a client. It opens nothing. Its errors are
// faults of the settings, joined.
func New(opts Options) (*Client, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	opts.Timeout, opts.MaxConns = cmp.Or(opts.Timeout, DefaultTimeout), cmp.Or(opts.MaxConns, DefaultMaxConns)
	if opts.Now == nil {
		opts.Now = time.Now
	}
	extra := make(map[string]json.RawMessage, len(opts.ExtraBody))
	for name, value := range opts.ExtraBody {
		extra[name], _ = json.Marshal(value) // Validate has checked that it encodes
	}
	address, query := opts.address()
	transport := newTransport(opts.MaxConns, opts.headers(), query)
	config := goopenai.DefaultConfig("") // the transport sends the key
	config.BaseURL = address
	config.HTTPClient = &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the key stays with its server
	}
	clean := opts.redactor().clean
	keySet := opts.APIKey != ""
	opts.APIKey, opts.Headers, opts.BaseURL = "", nil, address
	c := &Client{
		opts: opts, keySet: keySet, api: goopenai.NewClientWithConfig(config), transport: transport, near: opts.near(), endpoint: clean(text.Address(address)),
		extra: extra, modes: newModes(opts.Mode, opts.known()), clean: clean,
	}
	for model, refused := range opts.Refused {
		c.shapes.learn(model, func(s *shape) { *s = shapeOf(refused) })
	}
	return c, nil
}

// Refused returns what the server was found to refuse, by model.
func (c *Client) Refused() map[string][]Refusal { return c.shapes.refused() }

// Close closes idle connections. Calls that are running continue.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// String names the server and the model, and no secret.
func (c *Client) String() string {
	return fmt.Sprintf("openai{base_url: %s, model: %s}", c.endpoint, c.opts.Model)
}

// Info describes the model that a request for the given one would go to. Its context is
// what the settings say, else what the list of models said when it was read by Learn.
func (c *Client) Info(model string) llm.Info {
	model = cmp.Or(model, c.opts.Model)
	info := llm.Info{Name: model, Provider: "openai", Context: cmp.Or(c.opts.Context, c.listed.context(model))}
	if price, ok := c.opts.Prices[model]; ok {
		info.Price = &price
	}
	return info
}

// Mode returns how replies of a model are asked for, and whether the server
// has confirmed it.
func (c *Client) Mode(model string) (Mode, bool) { return c.modes.mode(cmp.Or(model, c.opts.Model)) }

// Modes returns how replies are asked for, by model, as far as the server has
// confirmed it.
func (c *Client) Modes() map[string]Mode { return c.modes.all() }

// maxCalls bounds the calls of one Complete: one for each response format, and some to
// find out which fields and lengths a server takes.
const maxCalls = 12

// Complete makes one attempt. If the server rejects the response format, a field or the
// reply limit, it asks again otherwise and remembers what the server takes; each rejected
// call counts as a failed one. Every error is an *llm.Error.
func (c *Client) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	req.Model = cmp.Or(req.Model, c.opts.Model)
	if err := c.check(req); err != nil {
		return llm.Reply{}, err
	}
	var spent llm.Usage
	limit, plain := 0, len(req.Schema.JSON) == 0
	for range maxCalls {
		mode := Text
		if !plain {
			mode, _ = c.modes.mode(req.Model)
		}
		sent := c.sent(req, limit)
		out := c.attempt(ctx, req, mode, sent)
		if c.cacheKeyRefused(req, sent, out) || c.boundsRefused(req, mode, sent, out) {
			spent = spent.Add(out.err.Usage)
			continue
		}
		if len(req.Schema.JSON) > 0 {
			c.modes.learn(req.Model, mode, out.verdict, strings.ToLower(out.said.message+" "+out.said.param))
		}
		again := out.verdict == rejected && c.modes.fixed == ""
		if failedSample(out.said) && !plain && ctx.Err() == nil {
			plain, again = true, true
		}
		if !again && out.verdict != rejected {
			limit, again = c.adapt(req, sent, &out)
		}
		if !again {
			if out.verdict == rejected {
				out.err.Fault.Code = fault.ModelFormats // the one that the settings ask for
			}
			return out.result(spent)
		}
		spent = spent.Add(out.err.Usage)
	}
	refused := llm.Fail(fault.ModelFormats, nil, c.endpoint+" rejects every form of the request")
	refused.Usage = spent
	return llm.Reply{}, refused
}

// failedSample reports that the model, not the request, broke the response format
// (Groq). The schema is then put into the prompt for this one call.
func failedSample(e serverError) bool { return e.code == "json_validate_failed" }

// sent is how a call is sent.
type sent struct {
	shape shape
	limit int // of the reply
}

// sent returns how to send a call; limit is a reply limit that it already needs; 0: none.
func (c *Client) sent(req llm.Request, limit int) sent {
	s := c.shapes.of(req.Model)
	if limit == 0 {
		limit = c.longest(req, s)
	}
	return sent{s, limit}
}

func (c *Client) check(req llm.Request) error {
	switch {
	case req.Model == "":
		return llm.Fail(fault.ModelBadRequest, nil, "no model is named")
	case len(req.Messages) == 0:
		return llm.Fail(fault.ModelBadRequest, nil, "the request holds no messages")
	case !c.keySet && hosted(c.opts.BaseURL):
		return llm.Fail(fault.ModelNoKey, nil, text.Address(c.opts.BaseURL)+" needs a key, and none is set")
	case math.IsNaN(req.Temperature) || math.IsInf(req.Temperature, 0):
		return llm.Fail(fault.ModelBadRequest, nil, "the temperature is not a number")
	case len(req.Schema.JSON) > 0 && !json.Valid(req.Schema.JSON):
		return llm.Fail(fault.ModelBadRequest, nil, fmt.Sprintf("the schema %q is not JSON", req.Schema.Name))
	}
	return nil
}

// outcome is the result of one HTTP call: a reply, or an error, each with the
// usage of the call.
type outcome struct {
	reply   llm.Reply
	err     *llm.Error
	said    serverError // of an answer that is an error
	verdict verdict
}

// result is what Complete returns after earlier calls that used spent.
func (o outcome) result(spent llm.Usage) (llm.Reply, error) {
	if o.err != nil {
		o.err.Usage = spent.Add(o.err.Usage)
		return llm.Reply{}, o.err
	}
	o.reply.Usage = spent.Add(o.reply.Usage)
	return o.reply, nil
}

// attempt makes one HTTP call.
func (c *Client) attempt(ctx context.Context, req llm.Request, mode Mode, sent sent) outcome {
	if ctx.Err() != nil {
		return outcome{err: c.cancelled(ctx, llm.Usage{})}
	}
	body := c.request(req, mode, sent)
	ex := &exchange{fields: c.fields(body, sent)}
	c.addCacheKey(ex.fields, req, sent)
	callCtx, cancel := context.WithTimeout(ex.attach(ctx), c.opts.Timeout)
	defer cancel()
	resp, err := c.api.CreateChatCompletion(callCtx, body)
	if req.Kind == llm.KindProbe {
		c.listed.saw(ex.header)
	}
	if ex.status >= 300 || len(resp.Choices) == 0 || !readable(err) {
		return c.failure(ctx, callCtx, req, mode, ex, err)
	}
	if read := promptRead(resp.Usage); llm.Truncated(req, read) || c.filled(ctx, req.Model, resp.Usage.PromptTokens) {
		return outcome{err: c.truncated(req, resp, read)}
	}
	out := outcome{reply: c.reply(req, resp), verdict: accepted}
	if out.reply.Finish == llm.FinishStop && !strings.Contains(out.reply.Text, "{") {
		out.verdict = ignored
	}
	return out
}

// readable reports whether a completion can be used although it was read with this
// error. Some servers write a field of another type than OpenAI, such as a fraction
// in created; decoding goes on after it. A message that can't be read is no reply.
func readable(err error) bool {
	var other *json.UnmarshalTypeError
	return err == nil || errors.As(err, &other) && !strings.HasPrefix(other.Field, "choices.message")
}

// request returns the request for go-openai.
func (c *Client) request(req llm.Request, mode Mode, sent sent) goopenai.ChatCompletionRequest {
	if sent.shape.noSystem {
		req.Messages = folded(req.Messages)
	}
	out := goopenai.ChatCompletionRequest{Model: req.Model, Messages: messagesIn(req, mode)}
	if !reasons(req.Model) && !sent.shape.noTemperature {
		out.Temperature = float32(req.Temperature)
	}
	if seed := int(req.Seed); seed != 0 && !sent.shape.noSeed {
		out.Seed = &seed
	}
	if len(req.Schema.JSON) == 0 {
		return out
	}
	schema := req.Schema.JSON
	if c.bounds(req, mode, sent) {
		schema = req.Schema.Bounded
	}
	switch mode {
	case StrictSchema, LaxSchema:
		out.ResponseFormat = &goopenai.ChatCompletionResponseFormat{
			Type: goopenai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &goopenai.ChatCompletionResponseFormatJSONSchema{
				Name: req.Schema.Name, Schema: schema, Strict: mode == StrictSchema,
			},
		}
	case JSONObject:
		out.ResponseFormat = &goopenai.ChatCompletionResponseFormat{Type: goopenai.ChatCompletionResponseFormatTypeJSONObject}
	}
	return out
}

// fields are the fields of the body that go-openai can't write: a temperature of 0, the
// reply limit under the name that the server takes, messages with an empty one among
// them, and the extra body fields.
func (c *Client) fields(body goopenai.ChatCompletionRequest, sent sent) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	if body.Temperature == 0 && !reasons(body.Model) && !sent.shape.noTemperature {
		out["temperature"] = json.RawMessage("0")
	}
	if sent.limit > 0 && !sent.shape.noLimit && c.extra[maxTokensField] == nil && c.extra[completionField] == nil {
		out[sent.shape.limitIn(body.Model)] = strconv.AppendInt(nil, int64(sent.limit), 10)
	}
	if slices.ContainsFunc(body.Messages, func(m goopenai.ChatCompletionMessage) bool { return m.Content == "" }) {
		messages := make([]llm.Message, len(body.Messages))
		for i, m := range body.Messages {
			messages[i] = llm.Message{Role: llm.Role(m.Role), Content: m.Content}
		}
		out["messages"], _ = json.Marshal(messages) // text always encodes
	}
	maps.Copy(out, c.extra)
	return out
}

// messagesIn returns the messages as they are sent. If the response format does not
// hold the schema, it is at the end of the last message, so that the text before it
// stays a prefix that servers cache.
func messagesIn(req llm.Request, mode Mode) []goopenai.ChatCompletionMessage {
	out := make([]goopenai.ChatCompletionMessage, len(req.Messages))
	for i, m := range req.Messages {
		out[i] = goopenai.ChatCompletionMessage{Role: string(m.Role), Content: withoutControlTokens(m.Content)}
	}
	if len(req.Schema.JSON) > 0 && mode != StrictSchema && mode != LaxSchema {
		out[len(out)-1].Content += schemaPrompt + string(req.Schema.JSON)
	}
	return out
}

const schemaPrompt = "\n\nAnswer with one JSON object and nothing else. It must satisfy this JSON Schema:\n"

// reasons reports whether a model's name is one of those that take
// max_completion_tokens and no temperature.
func reasons(model string) bool {
	name := model[strings.LastIndexByte(model, '/')+1:]
	return slices.ContainsFunc([]string{"o1", "o3", "o4", "gpt-5", "gpt-6"}, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}
