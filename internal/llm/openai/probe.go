package openai

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
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
	// Models are the names that the models endpoint lists, sorted; nil if it
	// has none, or did not answer in its shape.
	Models []string
	// ModelListed is set when Model is among Models.
	ModelListed bool
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

// Probe looks at the server for the default model: the models endpoint, if
// there is one, and one tiny structured call. It always returns what it found;
// what went wrong is in Err.
func (c *Client) Probe(ctx context.Context) Probe {
	out := Probe{BaseURL: c.endpoint, Model: c.opts.Model}
	c.listModels(ctx, &out)
	start := c.opts.Now()
	reply, err := c.Complete(ctx, llm.Request{
		Kind: llm.KindProbe,
		Messages: []llm.Message{
			{Role: llm.System, Content: "You answer in JSON."},
			{Role: llm.User, Content: `Answer with the JSON object {"ok": true}.`},
		},
		Schema: llm.Schema{Name: "probe", JSON: json.RawMessage(probeSchema)},
	})
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
	if json.Unmarshal([]byte(reply.Text), &got) == nil && got.OK != nil {
		return nil
	}
	if reply.Finish == llm.FinishLength {
		return c.problem(fault.ModelReplyCut, 0, "the model's reply was cut at the token limit before any JSON")
	}
	return c.problem(fault.ModelNoJSON, 0, "the model did not answer with the JSON asked for, but with: "+reply.Text)
}

func (c *Client) listModels(ctx context.Context, out *Probe) {
	ex := &exchange{}
	ctx, cancel := context.WithTimeout(ex.attach(ctx), c.opts.Timeout)
	defer cancel()
	list, err := c.api.ListModels(ctx)
	out.Reachable = ex.status != 0
	if err != nil || ex.status != 200 {
		return
	}
	for _, m := range list.Models {
		out.Models = append(out.Models, m.ID)
	}
	slices.Sort(out.Models)
	_, out.ModelListed = slices.BinarySearch(out.Models, c.opts.Model)
}
