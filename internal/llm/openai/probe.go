package openai

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"judgement/internal/fault"
	"judgement/internal/llm"
)

// Probe is what one look at a server found.
type Probe struct {
	BaseURL string // as in the options
	Model   string // the one that was asked
	// Reachable is set when the server answered anything at all.
	Reachable bool
	// Models are the names that the models endpoint lists, sorted; nil if there is no
	// such endpoint, or it did not answer in its shape; empty if it lists none.
	Models []string
	// ModelListed is set when Model is among Models.
	ModelListed bool
	// Context is what the list says of the model's context, in tokens; 0: nothing.
	Context int
	// Given is the context that the options set, which counts; 0: none.
	Given int
	// Server is what the server was recognised as; nil: unknown.
	Server *Server
	// Mode is how replies are asked for; empty if that was not found out.
	Mode Mode
	// Structured is set when the tiny call's reply was the JSON asked for.
	Structured bool
	// Latency is how long the tiny call took, format rejections included.
	Latency time.Duration
	Usage   llm.Usage
	// Err is why the tiny call did not work: an *llm.Error, or nil.
	Err error
}

const probeSchema = `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`

// ProbeRequest is one tiny structured call to a model.
func ProbeRequest(model string) llm.Request {
	return llm.Request{
		Kind: llm.KindProbe, Model: model,
		Messages: []llm.Message{
			{Role: llm.System, Content: "You answer in JSON."},
			{Role: llm.User, Content: `Answer with the JSON object {"ok": true}.`},
		},
		Schema: llm.Schema{Name: "probe", JSON: json.RawMessage(probeSchema)},
	}
}

// Probe looks at the server for the default model: the models endpoint, if
// there is one, and one tiny structured call. A server that ignores the response format
// is found out as in a review: by replies without JSON. Probe always returns what it
// found; what went wrong is in Err.
func (c *Client) Probe(ctx context.Context) Probe {
	out := Probe{BaseURL: c.endpoint, Model: c.opts.Model, Given: c.opts.Context}
	found := c.listModels(ctx, &out)
	start := c.opts.Now()
	for range maxIgnored + 1 {
		reply, err := c.Complete(ctx, ProbeRequest(""))
		out.Usage = out.Usage.Add(reply.Usage)
		if out.Err = err; err != nil {
			break
		}
		out.Reachable = true
		if out.Err = c.checkProbe(reply); !errors.Is(out.Err, fault.ModelNoJSON) {
			break
		}
	}
	out.Structured = out.Err == nil
	out.Latency = c.opts.Now().Sub(start)
	out.Mode, _ = c.Mode("")
	if e, failed := errors.AsType[*llm.Error](out.Err); failed {
		out.Usage = out.Usage.Add(e.Usage)
		out.Reachable = out.Reachable || e.Status != 0
	}
	out.Server = c.recognise(found)
	return out
}

// recognise says what kind of server answers: some name themselves in the answers to
// calls only.
func (c *Client) recognise(found list) *Server {
	c.listed.mu.Lock()
	defer c.listed.mu.Unlock()
	if known := Recognise(c.opts.BaseURL, found.header, found.models); known != nil || c.listed.probed == nil {
		return known
	}
	return c.listed.probed
}

// checkProbe reports whether the tiny call's reply is what was asked for.
func (c *Client) checkProbe(reply llm.Reply) error {
	var got struct {
		OK *bool `json:"ok"`
	}
	text := reply.Text // also in a fence, or after thinking aloud, as reviews read it
	if at := strings.LastIndex(text, "</think>"); at >= 0 {
		text = text[at:]
	}
	if from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}'); from >= 0 && from < to {
		if json.Unmarshal([]byte(text[from:to+1]), &got) == nil && got.OK != nil {
			return nil
		}
	}
	switch reply.Finish {
	case llm.FinishRefusal:
		return c.problem(fault.ModelRefused, 0, reply.Text)
	case llm.FinishLength:
		return c.problem(fault.ModelReplyCut, 0, "the model's reply was cut at the token limit before any JSON")
	}
	return c.problem(fault.ModelNoJSON, 0, "the model did not answer with the JSON asked for, but with: "+reply.Text)
}

func (c *Client) listModels(ctx context.Context, out *Probe) list {
	ctx, cancel := context.WithTimeout(ctx, c.opts.Timeout)
	defer cancel()
	found := c.list(ctx, c.opts.Model)
	out.Reachable = found.status != 0
	for _, m := range found.models {
		out.Models = append(out.Models, m.id)
		if c.serves(m) {
			out.ModelListed, out.Context = true, m.context
		}
	}
	if found.models != nil && out.Models == nil {
		out.Models = []string{}
	}
	slices.Sort(out.Models)
	return found
}
