package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand/v2"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/offline"
	"judgement/internal/llm/openai"
	"judgement/internal/pipeline"
)

// settingFlags binds flags to settings: a flag that was given beats the
// environment and the file.
type settingFlags struct{ bound map[string]string } // flag → setting

func (s *settingFlags) add(c *cobra.Command, flag, key, usage string) {
	if s.bound == nil {
		s.bound = map[string]string{}
	}
	s.bound[flag] = key
	c.Flags().String(flag, "", usage)
}

func (s *settingFlags) given(c *cobra.Command) map[string]string {
	out := map[string]string{}
	for flag, key := range s.bound {
		if f := c.Flags().Lookup(flag); f != nil && f.Changed {
			out[key] = f.Value.String()
		}
	}
	return out
}

// modelFlags are the flags of every command that calls a model.
func (s *settingFlags) addModel(c *cobra.Command) {
	s.add(c, "model", "llm.model", "model of judges that name none (setting llm.model)")
	s.add(c, "provider", "llm.provider", "openai, offline or replay (setting llm.provider)")
	s.add(c, "concurrency", "llm.concurrency", "calls at once (setting llm.concurrency)")
}

// engine is what running reviews needs, built from the settings.
type engine struct {
	workspace config.Workspace
	settings  *config.Settings
	pipeline  *pipeline.Pipeline
	storage   *kept
	close     []func()
}

func (e *engine) Close() {
	for _, f := range e.close {
		f()
	}
}

// settings finds the workspace and reads its settings. It warns once of
// variables that no setting has.
func (a *App) settings(flags map[string]string) (config.Workspace, *config.Settings, error) {
	a.warnOfVariables(func(text string) { fmt.Fprintln(a.Err, "warning:", plainLine(text)) })
	return a.loadSettings(flags)
}

// warnOfVariables passes a sentence for each variable that no setting has, the
// first time it is called.
func (a *App) warnOfVariables(warn func(text string)) {
	a.warned.Do(func() {
		for _, text := range config.UnknownVariables(a.Environ) {
			warn(text)
		}
	})
}

func (a *App) loadSettings(flags map[string]string) (config.Workspace, *config.Settings, error) {
	ws, err := a.workspace()
	if err != nil {
		return ws, nil, err
	}
	s, err := config.Load(ws.FS, a.Env, flags)
	if err != nil {
		_ = ws.Close()
		return ws, nil, &failure{exit: exitUsage, code: "settings", err: err, fix: "correct the setting where it comes from; 'judgement help environment' lists every setting with its variables"}
	}
	return ws, s, nil
}

// engine wires a pipeline over the workspace. Where no model is set, the
// offline baseline answers; named says that this must have been asked for.
func (a *App) engine(ctx context.Context, flags map[string]string) (*engine, error) {
	ws, s, err := a.settings(flags)
	if err != nil {
		return nil, err
	}
	a.sayBuiltIn(ws)
	e := &engine{workspace: ws, settings: s, close: []func(){func() { _ = ws.Close() }}}
	model, err := a.newModel(s, e)
	if err != nil {
		e.Close()
		return nil, err
	}
	e.storage, err = a.keep(ctx, ws, s, a.storage...)
	if err != nil {
		e.Close()
		return nil, err
	}
	e.close = append(e.close, func() { _ = e.storage.close() })
	formats, err := a.renderers(s.Report)
	if err != nil {
		e.Close()
		return nil, err
	}
	documents, err := a.documentReader()
	if err != nil {
		e.Close()
		return nil, err
	}
	retry := jury.DefaultRetry()
	retry.Attempts = s.LLM.Attempts
	e.pipeline = &pipeline.Pipeline{
		Workspace: ws.FS, Cases: casefile.New(e.storage, a.Now), Model: model,
		Slots: make(jury.Slots, s.LLM.Concurrency), Retry: retry, ContextTokens: s.LLM.ContextTokens,
		Intake: document.Options{Isolator: documents, MinChars: document.JudgedChars}, Renderers: formats, Zone: s.TimeZone,
		Now: a.Now, Random: a.Random, Sleep: jury.Sleep, Jitter: mathrand.Float64,
	}
	if err := a.shareRate(ctx, e); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// noModel reports whether the offline baseline answers only because no model
// is set.
func noModel(s *config.Settings) bool { return s.LLM.Provider == "" && s.LLM.Model == "" }

// usesOffline reports whether the offline baseline answers.
func usesOffline(s *config.Settings) bool { return noModel(s) || s.LLM.Provider == "offline" }

func (a *App) newModel(s *config.Settings, e *engine) (llm.Model, error) {
	if usesOffline(s) {
		return offline.New(), nil
	}
	if s.LLM.Provider == "replay" {
		model, _, err := replayModel(e.workspace, s)
		if err != nil {
			return nil, err
		}
		return model, nil
	}
	cache := a.modeCache()
	client, err := openaiClient(s, cache.known(s.LLM.BaseURL))
	if err != nil {
		return nil, modelFailure(err)
	}
	e.close = append(e.close, func() {
		_ = cache.keep(s.LLM.BaseURL, client.Modes()) // a cache: the next run finds out again
		client.Close()
	})
	return client, nil
}

// modelFailure is the error of settings that no model can be called with.
func modelFailure(err error) error {
	fix := "run 'judgement doctor'"
	var e *llm.Error
	if errors.As(err, &e) && e.Fix != "" {
		fix = e.Fix + "; 'judgement doctor' checks it"
	}
	return &failure{exit: exitCredentials, code: "model_settings", err: err, fix: fix}
}

// openaiClient builds the client of an OpenAI-compatible server. known holds the
// reply formats that earlier runs found out. The caller closes the client.
func openaiClient(s *config.Settings, known map[string]openai.Mode) (*openai.Client, error) {
	var extra map[string]any
	if s.LLM.ExtraBody != "" {
		if err := json.Unmarshal([]byte(s.LLM.ExtraBody), &extra); err != nil {
			return nil, fmt.Errorf("llm.extra_body: %w", err)
		}
	}
	prices := map[string]llm.Price{}
	for _, p := range s.LLM.Prices {
		prices[p.Model] = llm.Price{Currency: p.Currency, Input: p.Input, Cached: p.Cached, Output: p.Output}
	}
	return openai.New(openai.Options{
		BaseURL: s.LLM.BaseURL, APIKey: s.LLM.APIKey, Model: s.LLM.Model, Timeout: s.LLM.Timeout,
		MaxConns: s.LLM.Concurrency, MaxReplyTokens: s.LLM.MaxReplyTokens, Prices: prices, ExtraBody: extra, Known: known,
	})
}

// setModel is how a model is set.
const setModel = "set OPENAI_API_KEY and JUDGEMENT_LLM_MODEL (and OPENAI_BASE_URL for a server of your own)"

// needModel refuses the offline baseline where it was not asked for by name.
func needModel(s *config.Settings, what string) error {
	if !noModel(s) {
		return nil
	}
	return &failure{
		exit: exitCredentials, code: "no_model",
		err: fmt.Errorf("%s needs a model, and none is set", what),
		fix: setModel + ", or ask for the offline baseline with --provider offline",
	}
}
