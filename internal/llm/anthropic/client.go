// Package anthropic is the adapter to Anthropic's Messages API, on Anthropic's SDK. It
// makes one attempt per call, marks the end of what calls share for the server's prompt
// cache, and turns everything that goes wrong into an *llm.Error whose text is safe to
// show. It never retries, never repairs a reply, keeps no reply, reads no environment and
// never puts the key into an error, a log or a printed value.
package anthropic

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/llm/connect"
)

// Client is an llm.Model that calls the Messages API. It is safe for concurrent use.
type Client struct {
	opts      Options // without the key
	keySet    bool
	api       sdk.MessageService
	transport *http.Transport
	clean     func(string) string

	mu     sync.Mutex
	learnt map[string]shape // by model
}

// shape is what a model was found not to take.
type shape struct {
	noTemperature bool // newer models choose it themselves
	noSchema      bool // the schema is put into the prompt
	reply         int  // its longest reply in tokens, as a refusal said; 0: unknown
}

var _ llm.Model = (*Client)(nil)

// New checks the options and returns a client. It opens nothing. Its errors are
// faults of the settings, joined.
func New(opts Options) (*Client, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	opts.Timeout, opts.MaxConns = cmp.Or(opts.Timeout, defaultTimeout), cmp.Or(opts.MaxConns, defaultMaxConns)
	opts.MaxReplyTokens = cmp.Or(opts.MaxReplyTokens, defaultReply)
	if opts.Now == nil {
		opts.Now = time.Now
	}
	opts.BaseURL = strings.TrimSuffix(strings.TrimRight(opts.BaseURL, "/"), "/v1")
	transport := connect.Transport(opts.MaxConns)
	calls := []option.RequestOption{
		option.WithBaseURL(opts.BaseURL), option.WithMaxRetries(0),
		option.WithHTTPClient(&http.Client{
			Transport:     limited{transport},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the key stays with its server
		}),
	}
	if opts.APIKey != "" {
		calls = append(calls, option.WithAPIKey(opts.APIKey))
	}
	clean, keySet := cleaner(opts.APIKey), opts.APIKey != ""
	opts.APIKey = ""
	return &Client{opts: opts, keySet: keySet, api: sdk.NewMessageService(calls...), transport: transport, clean: clean, learnt: map[string]shape{}}, nil
}

// Close closes idle connections. Calls that are running continue.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// String names the server and the model, and no secret.
func (c *Client) String() string {
	return fmt.Sprintf("anthropic{base_url: %s, model: %s}", c.opts.BaseURL, c.opts.Model)
}

// Info describes the model that a request for the given one would go to.
func (c *Client) Info(model string) llm.Info {
	model = cmp.Or(model, c.opts.Model)
	info := llm.Info{Name: model, Provider: "anthropic"}
	if price, ok := c.opts.Prices[model]; ok {
		info.Price = &price
	}
	return info
}

// Complete makes one attempt. If the model refuses a field that it can do without, the
// call is made again without it; each refused call counts as a failed one. Every error
// is an *llm.Error.
func (c *Client) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	req.Model = cmp.Or(req.Model, c.opts.Model)
	switch {
	case req.Model == "":
		return llm.Reply{}, llm.Fail(fault.ModelBadRequest, nil, "no model is named")
	case len(req.Messages) == 0:
		return llm.Reply{}, llm.Fail(fault.ModelBadRequest, nil, "the request holds no messages")
	case !c.keySet && c.opts.BaseURL == hosted:
		return llm.Reply{}, c.problem(fault.ModelNoKey, 0, "it needs a key, and none is set")
	}
	req.MaxTokens = cmp.Or(req.MaxTokens, c.opts.MaxReplyTokens)
	var spent llm.Usage
	for {
		known := c.shape(req.Model)
		if known.reply > 0 {
			req.MaxTokens = min(req.MaxTokens, known.reply)
		}
		reply, err := c.attempt(ctx, req, known)
		if err == nil {
			reply.Usage = spent.Add(reply.Usage)
			return reply, nil
		}
		spent = spent.Add(err.Usage)
		if c.learn(req, known, err) {
			continue
		}
		if room := roomIn(err); room >= leastReply && room < req.MaxTokens {
			req.MaxTokens = room
			continue
		}
		err.Usage = spent
		return llm.Reply{}, err
	}
}

func (c *Client) shape(model string) shape {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.learnt[model]
}

// learn reports whether the call can be made again without a field that was refused.
func (c *Client) learn(req llm.Request, sent shape, err *llm.Error) bool {
	text := strings.ToLower(err.Error())
	now := sent
	switch {
	case err.Status != http.StatusBadRequest:
	case strings.Contains(text, "temperature") && !sent.noTemperature:
		now.noTemperature = true
	case (strings.Contains(text, "output_config") || strings.Contains(text, "output_format") || strings.Contains(text, "structured output")) &&
		len(req.Schema.JSON) > 0 && !sent.noSchema:
		now.noSchema = true
	case longestReply.MatchString(text):
		longest, _ := strconv.Atoi(longestReply.FindStringSubmatch(text)[1]) // digits; 0 if they are too many
		if longest < req.MaxTokens {
			now.reply = longest
		}
	}
	if now == sent {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.learnt[req.Model]
	c.learnt[req.Model] = shape{all.noTemperature || now.noTemperature, all.noSchema || now.noSchema, cmp.Or(now.reply, all.reply)}
	return true
}

// hosted is the address of Anthropic's own service.
const hosted = "https://api.anthropic.com"

// leastReply is the shortest reply limit, in tokens, that is worth a call.
const leastReply = 512

// The API's words for a reply limit above the model's, and for a prompt that leaves less
// than the reply limit of the context.
var (
	longestReply = regexp.MustCompile(`max_tokens: \d+ > (\d+)`)
	overContext  = regexp.MustCompile(`exceed context limit: (\d+) \+ \d+ > (\d+)`)
)

// roomIn is how many tokens a prompt leaves for the reply, as a refusal says; 0: it does
// not say.
func roomIn(err *llm.Error) int {
	found := overContext.FindStringSubmatch(err.Error())
	if found == nil {
		return 0
	}
	prompt, _ := strconv.Atoi(found[1]) // digits; 0 if they are too many
	context, _ := strconv.Atoi(found[2])
	return context - prompt
}

// attempt makes one HTTP call.
func (c *Client) attempt(ctx context.Context, req llm.Request, s shape) (llm.Reply, *llm.Error) {
	params, problem := c.params(req, s)
	if problem != nil {
		return llm.Reply{}, llm.Fail(fault.ModelBadRequest, problem, problem.Error())
	}
	callCtx, cancel := context.WithTimeout(ctx, c.opts.Timeout)
	defer cancel()
	message, err := c.api.New(callCtx, params, option.WithRequestTimeout(c.opts.Timeout))
	if err != nil {
		return llm.Reply{}, c.failure(ctx, callCtx, req, err)
	}
	reply, ok := replyOf(req, message)
	if !ok {
		out := c.problem(fault.ModelTransport, http.StatusOK, "the answer is not a message of the Messages API")
		out.Usage = llm.Usage{Calls: 1, FailedCalls: 1, PromptTokens: llm.EstimatePrompt(req), Estimated: true}
		return llm.Reply{}, out
	}
	return reply, nil
}

const schemaPrompt = "\n\nAnswer with one JSON object and nothing else. It must satisfy this JSON Schema:\n"

// params is the request as the SDK sends it.
func (c *Client) params(req llm.Request, s shape) (sdk.MessageNewParams, error) {
	out := sdk.MessageNewParams{Model: req.Model, MaxTokens: int64(req.MaxTokens)}
	if !s.noTemperature {
		out.Temperature = sdk.Float(min(req.Temperature, 1)) // the API's highest
	}
	for i, m := range req.Messages {
		content := m.Content
		if s.noSchema && len(req.Schema.JSON) > 0 && i == len(req.Messages)-1 {
			content += schemaPrompt + string(req.Schema.JSON)
		}
		if m.Role == llm.System {
			out.System = append(out.System, sdk.TextBlockParam{Text: content})
			continue
		}
		role := sdk.MessageParamRoleUser
		if m.Role == llm.Assistant {
			role = sdk.MessageParamRoleAssistant
		}
		out.Messages = append(out.Messages, sdk.MessageParam{Role: role, Content: blocks(content, i, req.Prefix)})
	}
	if len(req.Schema.JSON) == 0 || s.noSchema {
		return out, nil
	}
	// Raw values keep the order of properties, in which models write them.
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(req.Schema.JSON, &fields); err != nil {
		return out, fmt.Errorf("the schema %q is not a JSON object", req.Schema.Name)
	}
	schema := map[string]any{}
	for name, value := range fields {
		schema[name] = value
	}
	out.OutputConfig = sdk.OutputConfigParam{Format: sdk.JSONOutputFormatParam{Schema: schema}}
	return out, nil
}

// blocks are the parts of a message: the one in which the shared prefix ends is cut
// there, and its first part is marked for the cache.
func blocks(content string, at int, prefix *llm.Prefix) []sdk.ContentBlockParamUnion {
	if content == "" {
		content = "(empty)" // the API refuses empty text
	}
	if prefix == nil || at != prefix.Messages || prefix.Bytes <= 0 || prefix.Bytes >= len(content) || strings.TrimSpace(content[prefix.Bytes:]) == "" {
		return []sdk.ContentBlockParamUnion{sdk.NewTextBlock(content)}
	}
	head := sdk.TextBlockParam{Text: content[:prefix.Bytes], CacheControl: sdk.NewCacheControlEphemeralParam()}
	return []sdk.ContentBlockParamUnion{{OfText: &head}, sdk.NewTextBlock(content[prefix.Bytes:])}
}

// replyOf reads a message; false: it is none.
func replyOf(req llm.Request, m *sdk.Message) (llm.Reply, bool) {
	out := llm.Reply{Model: cmp.Or(m.Model, req.Model), Finish: llm.FinishStop}
	for _, b := range m.Content {
		if b.Type == "text" {
			out.Text += b.Text
		}
	}
	switch m.StopReason {
	case sdk.StopReasonRefusal:
		out.Finish = llm.FinishRefusal
		out.Text = cmp.Or(out.Text, "no reason is given")
	case sdk.StopReasonMaxTokens, "model_context_window_exceeded":
		out.Finish = llm.FinishLength
	}
	out.Usage = usageOf(req, m.Usage, out.Text)
	return out, m.Type == "message"
}

// maxTokens is more than any model reads or writes in one call.
const maxTokens = 1 << 30

// usageOf reads a reply's usage. The API counts what it read from the cache and wrote to
// it apart from the other input. Impossible counts are estimated.
func usageOf(req llm.Request, u sdk.Usage, text string) llm.Usage {
	prompt := u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens
	for _, n := range []int64{u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens} {
		if n < 0 || n > maxTokens {
			prompt = 0
		}
	}
	if prompt <= 0 {
		return llm.Usage{Calls: 1, PromptTokens: llm.EstimatePrompt(req), CompletionTokens: llm.EstimateTokens(text), Estimated: true}
	}
	return llm.Usage{
		Calls: 1, PromptTokens: int(prompt), CachedTokens: int(u.CacheReadInputTokens), CacheWrites: int(u.CacheCreationInputTokens),
		CompletionTokens: int(u.OutputTokens),
	}
}
