package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"judgement/config"
	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/anthropic"
	"judgement/internal/ratelimit"
)

// Providers is the model of a process whose judges may name providers: each call goes to
// the provider of its llm.Ref.
type Providers struct {
	standard string // the provider of judges who name none
	names    []string
	models   map[string]llm.Model
	listed   map[string]config.Provider
	problems map[string]error // of providers that can't be used
	context  int              // tokens of prompt and reply, of providers that have no setting of their own
}

var _ llm.Model = (*Providers)(nil)

// Complete implements llm.Model.
func (p *Providers) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	info, m := p.find(req.Model)
	if m == nil {
		return llm.Reply{}, llm.Fail(fault.ModelBadRequest, info.Problem, fmt.Sprint(info.Problem))
	}
	req.Model = info.Name
	reply, err := m.Complete(ctx, req)
	if e, ok := errors.AsType[*llm.Error](err); ok && info.Provider != config.KindOpenAI {
		// Advice names the settings of this provider.
		e.Fault = e.Fault.With("key_env", p.listed[info.Provider].KeyEnv).With("address", addressSetting(p.listed[info.Provider]))
	}
	return reply, err
}

func addressSetting(provider config.Provider) string {
	if provider.Name == config.KindAnthropic {
		return "llm.anthropic_base_url (ANTHROPIC_BASE_URL)"
	}
	return "base_url of " + provider.Name + " in llm.providers"
}

// Learn reads the lists of models of the servers that have a key, and of the standard
// one: they may say how long prompts can be.
func (p *Providers) Learn(ctx context.Context) {
	for _, name := range p.names {
		m, ok := p.models[name].(interface{ Learn(context.Context) })
		if ok && (name == p.standard || p.listed[name].APIKey != "") {
			m.Learn(ctx)
		}
	}
}

// Info implements llm.Model.
func (p *Providers) Info(ref string) llm.Info {
	info, _ := p.find(ref)
	return info
}

// find describes a model and returns what answers for it; nil: nothing does.
func (p *Providers) find(ref string) (llm.Info, llm.Model) {
	name, model := llm.SplitRef(ref)
	if name == "" {
		name = p.standard
	}
	m := p.models[name]
	if m == nil {
		return llm.Info{Name: model, Provider: name, Problem: p.problem(name)}, nil
	}
	info := m.Info(model)
	info.Provider, info.Context = name, cmp.Or(p.listed[name].ContextTokens, min(info.Context, p.context))
	if info.Name == "" && name != p.standard {
		info.Problem = fault.New(fault.ModelSettings, nil, "text", "the provider "+name+" has no model of its own",
			"fix", "write model beside provider in panel.yaml, or model at "+name+" in llm.providers of judgement.yaml")
	}
	return info, m
}

// problem says why a provider can't be asked.
func (p *Providers) problem(name string) error {
	if err := p.problems[name]; err != nil {
		return err
	}
	return fault.New(fault.ModelSettings, nil, "text", fmt.Sprintf("there is no provider %q: the providers are %s", name, strings.Join(p.names, ", ")),
		"fix", "correct provider in panel.yaml, or list it under llm.providers in judgement.yaml")
}

// Provider returns the model of one provider, with what is set for it; nil: its settings
// are at fault, and the error says how.
func (p *Providers) Provider(name string) (llm.Model, config.Provider, error) {
	return p.models[name], p.listed[name], p.problems[name]
}

// Standard is the provider of judges who name none.
func (p *Providers) Standard() string { return p.standard }

// Providers builds the models of all providers of the settings. The settings of one that
// no judge names may be at fault. remembered is that of Client.
func (p *Process) Providers(remembered bool) (*Providers, error) {
	s := p.Settings
	out := &Providers{standard: s.LLM.Provider, context: s.LLM.ContextTokens, models: map[string]llm.Model{}, listed: map[string]config.Provider{}, problems: map[string]error{}}
	if out.standard == "" {
		out.standard = config.KindOpenAI
	}
	for _, provider := range s.LLM.Providers {
		if provider.Name == out.standard && s.LLM.Model != "" {
			provider.Model = s.LLM.Model
		}
		m, err := p.client(provider, remembered)
		out.names, out.listed[provider.Name] = append(out.names, provider.Name), provider
		if err != nil {
			out.problems[provider.Name] = err
			continue
		}
		out.models[provider.Name] = m
	}
	return out, out.problems[out.standard]
}

// client builds the client of one provider.
func (p *Process) client(provider config.Provider, remembered bool) (llm.Model, error) {
	if provider.Kind == config.KindOpenAI {
		c, err := p.openAI(provider, remembered)
		if err != nil {
			return nil, err // no nil in an interface
		}
		return c, nil
	}
	c, err := anthropic.New(anthropic.Options{
		BaseURL: provider.BaseURL, APIKey: provider.APIKey, KeyVariable: provider.KeyEnv, Model: provider.Model, Timeout: provider.Timeout,
		MaxConns: provider.Concurrency, MaxReplyTokens: p.Settings.LLM.MaxReplyTokens, Prices: p.prices(), Now: p.Now,
	})
	if err != nil {
		return nil, err
	}
	p.onClose(func() error {
		c.Close()
		return nil
	})
	return c, nil
}

// limits are those of each provider. A provider without a rate of its own has that of all
// calls.
func (p *Process) limits(ctx context.Context) (map[string]jury.Limits, error) {
	out := map[string]jury.Limits{}
	for _, provider := range p.Settings.LLM.Providers {
		limits := jury.Limits{Slots: make(jury.Slots, provider.Concurrency)}
		gate, rate := "llm "+provider.Name, provider.CallsPerMinute
		if rate == 0 {
			gate, rate = "llm", p.Settings.LLM.CallsPerMinute
		}
		if rate > 0 {
			db, err := p.Database(ctx)
			if err != nil {
				return nil, err
			}
			limits.RateLimiter = ratelimit.NewTurns(db, gate, rate)
		}
		out[provider.Name] = limits
	}
	return out, nil
}
