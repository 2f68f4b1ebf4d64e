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
	"strconv"
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
	DefaultAnchor string
	TimeZone      *time.Location
	RateLimit     int // requests an hour and scene, where the scene names none

	sources map[string]Source
	shown   map[string]string
	given   map[string]string // the variable that a value came from
	secrets map[string]bool   // variables that are set
}

// LLM says which model answers and how it is called.
type LLM struct {
	Provider       string // "", openai, offline or replay; "" is openai where a model is set
	Replay         string // folder of recorded replies; relative to where cases are kept
	BaseURL        string
	Model          string
	APIKey         string        // secret; from OPENAI_API_KEY
	Timeout        time.Duration // of one call
	Concurrency    int           // calls at once
	Attempts       int           // of one call
	CallsPerMinute int           // of all processes on one database; 0: no limit
	MaxReplyTokens int
	Temperature    float64
	Seed           int64
	ContextTokens  int    // of the model; longer documents are refused before a call
	ExtraBody      string // a JSON object that is merged into every request
	Prices         []ModelPrice
}

// ModelPrice is what a model costs, a million tokens.
type ModelPrice struct {
	Model, Currency       string
	Input, Cached, Output panel.Points
}

// Review holds the defaults of a review's own options.
type Review struct {
	Repeats   int
	MaxTokens int           // 0: no limit
	MaxCost   *panel.Points // nil: no limit
}

// Report says which files a review writes.
type Report struct {
	Formats   []string
	PDFEngine string // builtin or chromium
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
// judgement.yaml in the workspace, then defaults. Every problem comes at once.
func Load(workspace fs.FS, getenv func(string) string, flags map[string]string) (*Settings, error) {
	v := viper.New()
	v.SetConfigType("yaml")
	var problems []error
	inFile := map[string]bool{}
	var prices []ModelPrice
	data, err := fs.ReadFile(workspace, File)
	switch {
	case err == nil:
		file := yamlfile.Parse(File, data)
		inFile, prices = readFile(file)
		if err := file.Problems().Err(); err != nil {
			return nil, err
		}
		if err := v.ReadConfig(bytes.NewReader(data)); err != nil {
			return nil, fmt.Errorf("read %s: %w", File, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("read %s: %w", File, err)
	}
	s := &Settings{sources: map[string]Source{}, shown: map[string]string{}, given: map[string]string{}, secrets: map[string]bool{}}
	s.LLM.Prices = prices
	for _, k := range keys {
		source := FromDefault
		if inFile[k.name] {
			source = FromFile
		} else {
			v.SetDefault(k.name, k.fallback)
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
		text := v.GetString(k.name)
		if text == "" {
			text = strings.Join(v.GetStringSlice(k.name), ",") // a YAML list
		}
		s.sources[k.name], s.shown[k.name] = source, text
		if err := k.set(s, text); err != nil {
			problems = append(problems, fmt.Errorf("%s (from the %s): %w", k.name, describe(source, s.given[k.name]), err))
		}
	}
	for _, sec := range secrets {
		text := getenv(sec.env)
		s.secrets[sec.name] = strings.TrimSpace(text) != ""
		sec.set(s, text)
	}
	return s, errors.Join(problems...)
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

// readFile checks the file's keys and returns those that are set, and the
// prices, which no environment variable can carry.
func readFile(f *yamlfile.File) (map[string]bool, []ModelPrice) {
	groups := map[string][]string{"llm": {"prices"}}
	top := []string{"llm"}
	for _, k := range keys {
		group, name, nested := strings.Cut(k.name, ".")
		if !slices.Contains(top, group) {
			top = append(top, group)
		}
		if nested {
			groups[group] = append(groups[group], name)
		}
	}
	set := map[string]bool{}
	var prices []ModelPrice
	root := f.Map(top...)
	for _, group := range top {
		if groups[group] == nil {
			set[group] = root.Has(group)
			continue
		}
		m := root.Map(group, groups[group]...)
		for _, name := range groups[group] {
			set[group+"."+name] = m.Has(name)
		}
		if group != "llm" {
			continue
		}
		for _, price := range m.Maps("prices", "model", "currency", "input", "cached", "output") {
			prices = append(prices, readPrice(price))
		}
	}
	return set, prices
}

func readPrice(m yamlfile.Map) ModelPrice {
	m.Require("model", "input", "output")
	p := ModelPrice{Model: m.Text("model"), Currency: m.Text("currency")}
	if p.Currency == "" {
		p.Currency = "USD"
	}
	number := func(key string) panel.Points {
		text, ok := m.Number(key)
		if !ok {
			return panel.Points{}
		}
		n, err := panel.ParsePoints(text)
		if err != nil || n.Sign() < 0 {
			m.Problem(key, "give a price for a million tokens, such as 0.25", "%q is not a price", text)
		}
		return n
	}
	p.Input, p.Output = number("input"), number("output")
	p.Cached = p.Input
	if m.Has("cached") {
		p.Cached = number("cached")
	}
	return p
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

func setInt(dst *int, low, high int) func(string) error {
	return func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < low || n > high {
			return fmt.Errorf("%q is not a whole number from %d to %d", text, low, high)
		}
		*dst = n
		return nil
	}
}
