// Package config owns settings: their names, defaults, validation, and where
// each value came from; and the workspace, the folder that everything is judged
// with. No viper type leaves it. Secrets come from the environment only.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // time zones, for machines and images that have none

	"github.com/spf13/viper"

	"judgement/internal/yamlfile"
	"judgement/panel"
)

// File is the name of the settings file in the workspace.
const File = "judgement.yaml"

// Settings are all settings of a run, checked.
type Settings struct {
	LLM           LLM
	Review        Review
	Report        Report
	Database      Database
	Server        Server
	Chat          Chat
	Webhook       Webhook
	Worker        Worker
	DefaultAnchor string         `mapstructure:"default_anchor"`
	TimeZone      *time.Location `mapstructure:"time_zone"`
	RateLimit     int            `mapstructure:"rate_limit"` // requests per hour and scene, if the scene names none

	sources map[string]Source
	shown   map[string]string
	given   map[string]string // the variable that a value came from
	secrets map[string]bool   // variables that are set
}

// LLM says which model answers and how it is called.
type LLM struct {
	Provider       string // "", openai, offline or replay; "" is openai if a model is set
	Replay         string // folder of recorded replies; relative to where cases are kept
	BaseURL        string `mapstructure:"base_url"`
	Model          string
	APIKey         string        `mapstructure:"-"` // secret; from OPENAI_API_KEY
	Timeout        time.Duration // of one call
	Concurrency    int           // calls at once
	Attempts       int           // of one call
	CallsPerMinute int           `mapstructure:"calls_per_minute"` // of all processes on one database; 0: no limit
	MaxReplyTokens int           `mapstructure:"max_reply_tokens"`
	Temperature    float64
	Seed           int64
	ContextTokens  int    `mapstructure:"context_tokens"` // of the model; longer documents are refused before a call
	ExtraBody      string `mapstructure:"extra_body"`     // a JSON object that is merged into every request
	Prices         []ModelPrice
}

// ModelPrice is what a model costs per million tokens.
type ModelPrice struct {
	Model, Currency       string
	Input, Cached, Output panel.Points
}

// Review holds the defaults of a review's own options.
type Review struct {
	Repeats   int
	MaxTokens int           `mapstructure:"max_tokens"` // 0: no limit
	MaxCost   *panel.Points `mapstructure:"max_cost"`   // nil: no limit
}

// Report says which files a review writes.
type Report struct {
	Formats   []string
	PDFEngine string `mapstructure:"pdf_engine"` // builtin or chromium
}

// Database says where cases, reports and jobs are kept when files are not
// enough.
type Database struct {
	URL  string
	Keep time.Duration // of ended jobs with all that is theirs; 0: for ever
}

// Source says where a value came from.
type Source string

// The sources, strongest first.
const (
	FromFlag    Source = "flag"
	FromEnv     Source = "environment"
	FromFile    Source = "file"
	FromDefault Source = "default"
)

// Value is one setting as `config show` prints it. Secrets read "set" or "not
// set".
type Value struct {
	Key    string   `json:"key"`
	Value  string   `json:"value"`
	Source Source   `json:"source"`
	From   string   `json:"from,omitempty"` // the variable or the file that gave it
	Env    []string `json:"env"`            // strongest first; empty: only the file can set it
	Doc    string   `json:"doc"`
}

// Load reads the settings: flags (by key), then the environment, then
// judgement.yaml in the workspace, then defaults. It returns all problems at
// once; a default then stands in for each bad value.
func Load(workspace fs.FS, getenv func(string) string, flags map[string]string) (*Settings, error) {
	v := viper.New()
	v.SetConfigType("yaml")
	if err := readFile(v, workspace); err != nil {
		return nil, err
	}
	s := &Settings{sources: map[string]Source{}, shown: map[string]string{}, given: map[string]string{}, secrets: map[string]bool{}}
	var problems []error
	for _, k := range keys {
		v.SetDefault(k.name, k.fallback)
		source := FromDefault
		if v.InConfig(k.name) {
			source = FromFile
		}
		for _, name := range k.env {
			if val := strings.TrimSpace(getenv(name)); val != "" {
				v.Set(k.name, val)
				source, s.given[k.name] = FromEnv, name
				break
			}
		}
		if val, ok := flags[k.name]; ok {
			v.Set(k.name, val)
			source = FromFlag
		}
		text := textOf(v.Get(k.name))
		s.sources[k.name], s.shown[k.name] = source, text
		if k.check == nil {
			continue
		}
		err := k.check(text)
		if err == nil {
			err = s.checkMetrics(k.name)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s (from the %s): %w", k.name, describe(source, s.given[k.name]), err))
			v.Set(k.name, k.fallback)
		}
	}
	if err := v.UnmarshalExact(s, viper.DecodeHook(decode)); err != nil {
		problems = append(problems, fmt.Errorf("read the settings: %w", err))
	}
	s.LLM.BaseURL = strings.TrimRight(s.LLM.BaseURL, "/")
	s.Chat.BaseURL = strings.TrimRight(s.Chat.BaseURL, "/")
	for _, sec := range secrets {
		text := getenv(sec.env)
		s.secrets[sec.name] = strings.TrimSpace(text) != ""
		sec.set(s, text)
	}
	return s, errors.Join(problems...)
}

// readFile reads judgement.yaml if the workspace has one. Unknown keys are
// problems with their places.
func readFile(v *viper.Viper, workspace fs.FS) error {
	data, err := fs.ReadFile(workspace, File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", File, err)
	}
	if err := checkFile(yamlfile.Parse(File, data)); err != nil {
		return err
	}
	if err := v.ReadConfig(bytes.NewReader(data)); err != nil {
		return fmt.Errorf("read %s: %w", File, err)
	}
	return nil
}

func describe(s Source, variable string) string {
	switch s {
	case FromEnv:
		return "environment: " + variable
	case FromFile:
		return "file " + File
	case FromFlag:
		return "command line"
	}
	return "default"
}

// Values lists every setting with its value and source, by name.
func (s *Settings) Values() []Value {
	out := make([]Value, 0, len(keys)+len(secrets)+1)
	for _, k := range keys {
		v := Value{Key: k.name, Value: mask(k, s.shown[k.name]), Source: s.sources[k.name], Env: k.env, Doc: k.doc}
		switch v.Source {
		case FromEnv:
			v.From = s.given[k.name]
		case FromFile:
			v.From = File
		}
		out = append(out, v)
	}
	for _, sec := range secrets {
		v := Value{Key: sec.name, Value: "not set", Source: FromDefault, Env: []string{sec.env}, Doc: sec.doc}
		if s.secrets[sec.name] {
			v.Value, v.Source, v.From = "set", FromEnv, sec.env
		}
		out = append(out, v)
	}
	out = append(out, s.prices())
	slices.SortFunc(out, func(a, b Value) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// prices shows the one setting that is a table.
func (s *Settings) prices() Value {
	v := Value{Key: "llm.prices", Source: FromDefault, Env: []string{}, Doc: "prices of models for a million tokens: a list of model, currency, input, cached, output; only in " + File}
	var all []string
	for _, p := range s.LLM.Prices {
		all = append(all, fmt.Sprintf("%s: %s in, %s cached, %s out (%s)", p.Model, p.Input, p.Cached, p.Output, p.Currency))
	}
	if len(all) > 0 {
		v.Value, v.Source, v.From = strings.Join(all, "; "), FromFile, File
	}
	return v
}

// Defaults lists every setting with its default value, by name.
func Defaults() []Value {
	s := &Settings{sources: map[string]Source{}, shown: map[string]string{}}
	for _, k := range keys {
		s.sources[k.name], s.shown[k.name] = FromDefault, k.fallback
	}
	return s.Values()
}

// mask hides the password and the parameters of a URL.
func mask(k key, text string) string {
	if !k.url || text == "" {
		return text
	}
	u, err := url.Parse(text)
	if err != nil {
		return "(not a URL)"
	}
	if u.RawQuery != "" { // it may hold a password, too
		u.RawQuery = "xxxxx"
	}
	return u.Redacted()
}
