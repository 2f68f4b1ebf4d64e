package app

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"judgement/config"
	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/llm/offline"
	"judgement/internal/llm/openai"
	"judgement/internal/llm/replay"
)

// NoModel reports whether the offline baseline answers only because no model is
// set.
func NoModel(s *config.Settings) bool { return s.LLM.Provider == "" && s.LLM.Model == "" }

// UsesOffline reports whether the offline baseline answers.
func UsesOffline(s *config.Settings) bool { return NoModel(s) || s.LLM.Provider == "offline" }

// KeyWithoutModel reports whether somebody set a key and perhaps forgot the model.
func KeyWithoutModel(s *config.Settings) bool {
	return NoModel(s) && slices.ContainsFunc(s.LLM.Providers, func(p config.Provider) bool { return p.APIKey != "" })
}

// SetModel is what to do to have a model answer.
const SetModel = "set OPENAI_API_KEY and JUDGEMENT_LLM_MODEL (and OPENAI_BASE_URL for a server of your own)"

// NeedModel refuses the offline baseline if it was not asked for by name.
func (p *Process) NeedModel(what string) error {
	if !NoModel(p.Settings) {
		return nil
	}
	return fault.Refuse(fault.NoModel, SetModel+", or ask for the offline baseline with --provider offline", fmt.Errorf("%s needs a model, and none is set", what))
}

// Model builds the model that the settings name.
func (p *Process) Model() (llm.Model, error) {
	s := p.Settings
	switch {
	case UsesOffline(s):
		return baseline{offline.New(), &s.LLM}, nil
	case s.LLM.Provider == "replay":
		records, err := p.Records()
		if err != nil {
			return nil, err
		}
		return replay.New(records, s.LLM.Model), nil
	}
	providers, err := p.Providers(true)
	if err != nil {
		return nil, err
	}
	return providers, nil
}

// baseline is the offline baseline. Until a model is set, it refuses the names of
// providers and models that could not be asked after that.
type baseline struct {
	*offline.Model
	settings *config.LLM
}

// Info implements llm.Model.
func (b baseline) Info(ref string) llm.Info {
	info := b.Model.Info(ref)
	if why, fix := b.settings.Refuses(llm.SplitRef(ref)); why != "" {
		info.Problem = fault.New(fault.ModelSettings, nil, "text", why, "fix", fix)
	}
	return info
}

// prices are those of the settings, by model.
func (p *Process) prices() map[string]llm.Price {
	out := map[string]llm.Price{}
	for _, m := range p.Settings.LLM.Prices {
		out[m.Model] = llm.Price{Currency: m.Currency, Input: m.Input, Cached: m.Cached, CacheWrite: m.CacheWrite, Output: m.Output}
	}
	return out
}

// openAI builds the client of an OpenAI-compatible server. It starts with the
// reply formats that earlier runs found out if it is asked to, and those that it
// finds out are kept for later runs.
func (p *Process) openAI(provider config.Provider, remembered bool) (*openai.Client, error) {
	s := p.Settings
	header, mode := s.LLM.KeyHeader, s.LLM.ReplyFormat
	if provider.Name != config.KindOpenAI { // of whose server they are
		header, mode = "", ""
	}
	var extra map[string]any
	if s.LLM.ExtraBody != "" && provider.Name == config.KindOpenAI {
		if err := json.Unmarshal([]byte(s.LLM.ExtraBody), &extra); err != nil {
			return nil, fault.New(fault.ModelSettings, err, "text", "llm.extra_body: "+err.Error(), "fix", "write a JSON object")
		}
	}
	cache := openai.ModeCache{Path: p.cached("reply-formats.json"), Now: p.Now}
	var known map[string]openai.Mode
	var refused map[string][]openai.Refusal
	if remembered {
		known, refused = cache.Known(provider.BaseURL), cache.Refused(provider.BaseURL)
	}
	client, err := openai.New(openai.Options{
		BaseURL: provider.BaseURL, APIKey: provider.APIKey, Model: provider.Model, Timeout: provider.Timeout,
		MaxConns: provider.Concurrency, MaxReplyTokens: s.LLM.MaxReplyTokens, Prices: p.prices(), ExtraBody: extra, Known: known, Refused: refused,
		KeyHeader: header, Mode: openai.Mode(mode), Context: cmp.Or(provider.ContextTokens, givenContext(s)),
	})
	if err != nil {
		return nil, err
	}
	p.onClose(func() error {
		_ = cache.Keep(provider.BaseURL, client.Modes(), client.Refused()) // a cache: the next run finds out again
		client.Close()
		return nil
	})
	return client, nil
}

// givenContext is the models' context if a person has set it; 0: the server may say it.
func givenContext(s *config.Settings) int {
	for _, v := range s.Values() {
		if v.Key == "llm.context_tokens" && v.Source != config.FromDefault {
			return s.LLM.ContextTokens
		}
	}
	return 0
}

// Records reads the recorded replies of the folder that the settings name.
func (p *Process) Records() (*replay.Records, error) {
	ws, s := p.Workspace, p.Settings
	return ReadRecords(ws, s)
}

// ReadRecords reads recorded replies. Errors say what to do.
func ReadRecords(ws config.Workspace, s *config.Settings) (*replay.Records, error) {
	const fix = "run a review with a model first, or set llm.replay (JUDGEMENT_LLM_REPLAY) to a folder with cases, such as /path/to/workspace/cases"
	dir := s.LLM.Replay
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(ws.OutDir, dir)
	}
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("there is no folder %s with recorded replies", dir)
	}
	if err != nil {
		return nil, fault.Refuse(fault.NoRecords, fix, err)
	}
	defer root.Close()
	records, err := replay.Read(root.FS())
	if err != nil {
		return nil, fault.Refuse(fault.BadRecord, "delete the file, or put back the one that was recorded", fmt.Errorf("%s: %w", dir, err))
	}
	if records.Len() == 0 {
		return nil, fault.Refuse(fault.NoRecords, fix, fmt.Errorf("%s holds no reply of a language model%s", dir, records.LeftOut()))
	}
	return records, nil
}
