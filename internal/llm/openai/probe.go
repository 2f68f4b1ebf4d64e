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
// there is one, and one tiny structured call. It always returns what it found;
// what went wrong is in Err.
func (c *Client) Probe(ctx context.Context) Probe {
	out := Probe{BaseURL: c.endpoint, Model: c.opts.Model}
	c.listModels(ctx, &out)
	start := c.opts.Now()
	reply, err := c.Complete(ctx, ProbeRequest(""))
	out.Latency = c.opts.Now().Sub(start)
	out.Mode, _ = c.Mode("")
	out.Usage = reply.Usage
	if err == nil {
		out.Reachable = true
		out.Err = c.checkProbe(reply)
		out.Structured = out.Err == nil
		return out
	}
	out.Err = err
	var e *llm.Error
	if errors.As(err, &e) {
		out.Usage = e.Usage
		out.Reachable = out.Reachable || e.Status != 0
	}
	return out
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
	if reply.Finish == llm.FinishLength {
		return c.problem(fault.ModelReplyCut, 0, "the model's reply was cut at the token limit before any JSON")
	}
	return c.problem(fault.ModelNoJSON, 0, "the model did not answer with the JSON asked for, but with: "+reply.Text)
}

func (c *Client) listModels(ctx context.Context, out *Probe) {
	ctx, cancel := context.WithTimeout(ctx, c.opts.Timeout)
	defer cancel()
	found := c.list(ctx)
	out.Reachable = found.status != 0
	out.Server = Recognise(c.opts.BaseURL, found.header, found.models)
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
}
