package doctor

import (
	"cmp"
	"context"
	"errors"
	"time"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/llm/openai"
)

// Model is what was found of the model.
type Model struct {
	Provider   string     `json:"provider"` // openai, offline or replay
	BaseURL    string     `json:"base_url,omitempty"`
	Model      string     `json:"model"`
	KeySet     bool       `json:"key_set"`
	Reachable  bool       `json:"reachable"`
	Models     []string   `json:"models"` // that the server lists
	Mode       string     `json:"mode,omitempty"`
	Structured bool       `json:"structured"`
	LatencyMS  int64      `json:"latency_ms"`
	Usage      *llm.Usage `json:"usage"`
}

// model tries the model. Its error is only the context's.
func (d *Diagnosis) model(ctx context.Context, p *app.Process, s *config.Settings) error {
	d.Model = &Model{Provider: "openai", Model: s.LLM.Model, KeySet: s.LLM.APIKey != "", Models: []string{}}
	switch {
	case app.UsesOffline(s):
		d.offline(s)
		return nil
	case s.LLM.Provider == "replay":
		d.Model.Provider = "replay"
		if records, err := p.Records(); err != nil {
			d.modelFailed("model", err)
		} else {
			d.ok("model", "%d recorded replies of %s answer; no model is called", records.Len(), some(records.Models(), 4))
		}
		return nil
	}
	client, err := p.Client(false) // what was remembered is found out again
	if err != nil {
		d.modelFailed("model", err)
		return nil
	}
	key, url := "no key is set", ""
	if d.Model.KeySet {
		key = "a key is set"
	}
	for _, v := range s.Values() {
		if v.Key == "llm.base_url" {
			url = v.Value // without its secrets
		}
	}
	d.ok("model", "%s at %s, %s", cmp.Or(s.LLM.Model, "–"), url, key)
	done := d.look.Busy("asking " + url + ", at most " + s.LLM.Timeout.String())
	found := client.Probe(ctx)
	done()
	if err := ctx.Err(); err != nil {
		return err
	}
	d.server(found)
	return nil
}

// offline says why the offline baseline answers.
func (d *Diagnosis) offline(s *config.Settings) {
	d.Model.Provider, d.Model.Model = "offline", ""
	text := "no model is set"
	if !app.NoModel(s) {
		text = "the settings ask for the offline baseline"
	} else if d.Model.KeySet {
		text = "a key is set but no model"
	}
	d.add("model", Note, "for real judgements "+app.SetModel+", then run 'judgement doctor' again",
		"%s: the offline baseline answers. It counts words and figures, understands nothing, and no language model is used.", text)
}

// server turns a probe into findings.
func (d *Diagnosis) server(p openai.Probe) {
	m := d.Model
	m.BaseURL, m.Reachable, m.Mode, m.Structured = p.BaseURL, p.Reachable, string(p.Mode), p.Structured
	m.LatencyMS, m.Usage = p.Latency.Milliseconds(), &p.Usage
	m.Models = append(m.Models, p.Models...)
	switch {
	case !p.Reachable:
		d.modelFailed("server", p.Err)
		return
	case p.Models == nil:
		d.ok("server", "answers; it lists no models")
	case p.ModelListed:
		d.ok("server", "answers and lists the model among %d", len(p.Models))
	default:
		d.add("server", Note, "", "answers but does not list %s; it lists: %s", p.Model, some(p.Models, 8))
	}
	if p.Err == nil {
		d.ok("test call", "answered as asked in %s, reply format %s, %d tokens", p.Latency.Round(time.Millisecond), p.Mode, p.Usage.Tokens())
		return
	}
	f := d.modelFailed("test call", p.Err)
	if errors.Is(p.Err, fault.ModelNotFound) && len(p.Models) > 0 {
		f.Fix = "set JUDGEMENT_LLM_MODEL to a model that the server lists: " + some(p.Models, 8)
	}
}

// modelFailed adds the finding that the model cannot be used.
func (d *Diagnosis) modelFailed(name string, err error) *Finding {
	fix := d.look.Advise(err)
	if in := fault.From(err); in != nil && in.Params["fix"] != "" {
		fix = in.Params["fix"]
	}
	f := d.fail(name, cmp.Or(fix, "set OPENAI_API_KEY, JUDGEMENT_LLM_MODEL and OPENAI_BASE_URL, then run 'judgement doctor' again"), "%s", err)
	f.Cause = ModelAccess
	return f
}
