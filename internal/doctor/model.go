package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/openai"
	"judgement/internal/text"
	"judgement/scene"
)

// Model is what was found of the model.
type Model struct {
	Provider   string     `json:"provider"` // openai, offline or replay
	BaseURL    string     `json:"base_url,omitempty"`
	Model      string     `json:"model"`
	KeySet     bool       `json:"key_set"`
	Reachable  bool       `json:"reachable"`
	Server     string     `json:"server,omitempty"` // its kind, if it was recognised
	Context    int        `json:"context_tokens"`   // that the server states; 0: nothing
	Models     []string   `json:"models"`           // that the server lists
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
	providers, err := p.Providers(false) // what was remembered is found out again
	if err != nil {
		d.Model.Provider = s.LLM.Provider
		d.modelFailed("model", err)
		return nil
	}
	standard := providers.Standard()
	d.Model.Provider = standard
	m, listed, _ := providers.Provider(standard)
	d.Model.KeySet = listed.APIKey != ""
	d.ok("model", "%s at %s, %s", cmp.Or(s.LLM.Model, listed.Model, "–"), text.Address(listed.BaseURL), keyState(listed))
	if client, ok := m.(*openai.Client); ok {
		var found openai.Probe
		err := d.patiently(ctx, s, listed, func() error {
			found = client.Probe(ctx)
			return found.Err
		})
		if err != nil {
			return err
		}
		if d.server(found) {
			d.context(ctx, p, s, providers, found)
			d.called(found)
		}
	} else if err := d.tryProvider(ctx, s, providers, standard, s.LLM.Model, "test call", d.Model); err != nil {
		return err
	}
	d.prices(s)
	return d.others(ctx, p, providers, s)
}

// patiently asks a provider as a review does: again after a fault that may pass, if the
// server answered, such as while it loads the model. Its error is only the context's.
func (d *Diagnosis) patiently(ctx context.Context, s *config.Settings, p config.Provider, ask func() error) error {
	retry := jury.DefaultRetry()
	retry.Attempts = s.LLM.Attempts
	asking := "asking " + text.Address(p.BaseURL) + ", at most " + p.Timeout.String()
	for n := 1; ; n++ {
		done := d.look.Busy(asking)
		err := ask()
		done()
		e, failed := errors.AsType[*llm.Error](err)
		if !failed || e.Status == 0 || !e.Retryable() || e.Fault.Code == fault.ModelTimeout {
			return ctx.Err()
		}
		wait, again := retry.Wait(n, e, 0)
		if !again {
			return ctx.Err()
		}
		done = d.look.Busy(e.Error() + jury.Again + wait.String())
		err = jury.Sleep(ctx, wait)
		done()
		if err != nil {
			return ctx.Err()
		}
	}
}

func keyState(p config.Provider) string {
	switch {
	case p.APIKey != "":
		return "a key is set"
	case p.KeyEnv != "":
		return "no key is set in " + p.KeyEnv
	}
	return "no key is set"
}

// others tries each provider and model that judges name beside the standard ones, and
// the providers that the settings give a model.
func (d *Diagnosis) others(ctx context.Context, p *app.Process, providers *app.Providers, s *config.Settings) error {
	type asked struct{ provider, model string }
	standard := asked{providers.Standard(), providers.Info("").Name}
	tried := map[asked]bool{standard: true}
	var todo []asked
	add := func(provider, model string) {
		one := asked{cmp.Or(provider, standard.provider), providers.Info(llm.Ref(provider, model)).Name}
		if !tried[one] {
			tried[one] = true
			todo = append(todo, asked{one.provider, model})
		}
	}
	for _, listed := range s.LLM.Providers {
		if listed.Model != "" {
			add(listed.Name, "")
		}
	}
	scenes, _ := scene.LoadAll(p.Workspace.FS) // what is wrong with them is another finding
	for _, l := range scenes {
		if l.Panel == nil || l.Scene == nil {
			continue
		}
		if r := l.Scene.IntegrityReader; r.Enabled {
			add(r.Provider, r.Model)
		}
		for _, j := range l.Panel.Judges {
			add(j.Provider, j.Model)
		}
	}
	for _, one := range todo {
		finding := "provider " + one.provider
		if one.provider == standard.provider {
			finding = "model " + one.model
		}
		if err := d.tryProvider(ctx, s, providers, one.provider, one.model, finding, nil); err != nil {
			return err
		}
	}
	return nil
}

// tryProvider makes one tiny structured call. Its error is only the context's.
func (d *Diagnosis) tryProvider(ctx context.Context, s *config.Settings, providers *app.Providers, name, model, finding string, into *Model) error {
	info := providers.Info(llm.Ref(name, model))
	if info.Problem != nil {
		d.modelFailed(finding, info.Problem)
		return nil
	}
	_, listed, _ := providers.Provider(name)
	var took time.Duration
	var reply llm.Reply
	var err error
	ended := d.patiently(ctx, s, listed, func() error {
		start := time.Now()
		reply, err = providers.Complete(ctx, openai.ProbeRequest(llm.Ref(name, model)))
		took = time.Since(start)
		return err
	})
	if ended != nil {
		return ended
	}
	if into != nil {
		into.BaseURL, into.Model, into.LatencyMS, into.Usage = text.Address(listed.BaseURL), info.Name, took.Milliseconds(), &reply.Usage
		var failed *llm.Error
		into.Reachable = err == nil || errors.As(err, &failed) && failed.Status != 0
		into.Structured = err == nil
	}
	if err != nil {
		f := d.modelFailed(finding, err)
		if errors.Is(err, fault.ModelNoKey) || errors.Is(err, fault.ModelCredentials) {
			f.Fix = "set " + cmp.Or(listed.KeyEnv, "key_env of "+name+" in llm.providers") + " to a valid key of this server"
		}
		return nil
	}
	d.ok(finding, "%s at %s, %s: answered in %s, %d tokens", info.Name, text.Address(listed.BaseURL), keyState(listed), took.Round(time.Millisecond), reply.Usage.Tokens())
	return nil
}

// prices says that the price list lacks the model.
func (d *Diagnosis) prices(s *config.Settings) {
	if len(s.LLM.Prices) == 0 || s.LLM.Model == "" {
		return
	}
	var names []string
	for _, p := range s.LLM.Prices {
		if p.Model == s.LLM.Model {
			return
		}
		names = append(names, p.Model)
	}
	d.add("prices", Note, "add the model to llm.prices in judgement.yaml", "llm.prices lacks %s, so its cost is unknown and a limit in money is refused; the list has: %s", s.LLM.Model, some(names, 8))
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

// server turns what a probe shows of the server into findings, and reports whether it
// answers.
func (d *Diagnosis) server(p openai.Probe) (answers bool) {
	m := d.Model
	m.Context = p.Context
	m.BaseURL, m.Reachable, m.Mode, m.Structured = p.BaseURL, p.Reachable, string(p.Mode), p.Structured
	m.LatencyMS, m.Usage = p.Latency.Milliseconds(), &p.Usage
	m.Models = append(m.Models, p.Models...)
	switch {
	case !p.Reachable:
		d.modelFailed("server", p.Err)
		return false
	case p.Models == nil:
		d.ok("server", "answers; no list of models could be read")
	case len(p.Models) == 0:
		d.add("server", Note, "load or pull a model on the server, or set OPENAI_API_KEY to a key that may use some", "answers but lists no model")
	case p.ModelListed:
		d.ok("server", "answers and lists the model among %d", len(p.Models))
	default:
		d.add("server", Note, "", "answers but does not list %s; it lists: %s", p.Model, some(p.Models, 8))
	}
	d.kind(p.Server)
	return true
}

// called reports the tiny call of a probe.
func (d *Diagnosis) called(p openai.Probe) {
	if p.Err == nil {
		d.answered(p)
		return
	}
	f := d.modelFailed("test call", p.Err)
	if errors.Is(p.Err, fault.ModelNotFound) && len(p.Models) > 0 && !p.ModelListed {
		f.Fix = "set JUDGEMENT_LLM_MODEL to a model that the server lists: " + some(p.Models, 8)
	}
}

// answered reports the tiny call that worked.
func (d *Diagnosis) answered(p openai.Probe) {
	text := fmt.Sprintf("answered as asked in %s, reply format %s, %d tokens", p.Latency.Round(time.Millisecond), p.Mode, p.Usage.Tokens())
	if p.Latency > slow {
		d.add("test call", Note, d.look.Advise(fault.New(fault.ModelTimeout, nil)), "%s: a review's calls are about a hundred times as long; the first call may have loaded the model", text)
		return
	}
	d.ok("test call", "%s", text)
}

// slow is what the tiny call may take on a server that is fast enough for the default
// time limit.
const slow = 5 * time.Second

// kind says what the server was recognised as, with all that is to be set for it.
func (d *Diagnosis) kind(s *openai.Server) {
	if s == nil {
		return
	}
	d.Model.Server = s.Slug
	lines := []string{s.Name + "; what to set for it:"}
	for _, v := range s.Settings {
		lines = append(lines, v.Variable+"="+v.Value)
	}
	d.ok("server kind", "%s", strings.Join(lines, "\n"))
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
