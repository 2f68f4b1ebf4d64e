// Package config owns settings: their names, defaults, validation, and where
// each value came from; and the workspace, the folder that everything is judged
// with. No viper type leaves it. Secrets come from the environment only.
package config

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	_ "time/tzdata" // time zones, for machines and images that have none

	"github.com/spf13/viper"

	"judgement/internal/yamlfile"
	"judgement/panel"
)

// File is the name of the settings file in the workspace.
const File = "judgement.yaml"

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

// origin is the source in words.
func (v Value) origin() string {
	switch v.Source {
	case FromFlag:
		return "command line"
	case FromDefault:
		return "default"
	}
	return strings.Replace(string(v.Source)+": "+v.From, "file:", "file", 1)
}

// Load reads the settings: flags (by key), then the environment, then
// judgement.yaml in the workspace, then defaults. It returns all problems at
// once; a default then replaces each bad value.
func Load(workspace fs.FS, getenv func(string) string, flags map[string]string) (*Settings, error) {
	v := viper.New()
	v.SetConfigType("yaml")
	if err := readFile(v, workspace); err != nil {
		return nil, err
	}
	s := &Settings{}
	var problems []error
	for _, k := range keys {
		shown := find(v, k, getenv, flags)
		text := textOf(v.Get(k.name))
		value, err := k.parse(text)
		if shown.Value = k.shown(text); err == nil && k.valid == "metrics" {
			err = s.checkMetrics(shown)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s (from the %s): %w", k.name, shown.origin(), err))
			value, _ = k.parse(k.fallback) // which is valid
		}
		reflect.ValueOf(s).Elem().FieldByIndex(k.field).Set(reflect.ValueOf(value))
		s.values = append(s.values, shown)
	}
	return s, errors.Join(append(problems, s.readPrices(v))...)
}

// find looks for a setting, the strongest source first, and leaves its text in v.
func find(v *viper.Viper, k key, getenv func(string) string, flags map[string]string) Value {
	out := Value{Key: k.name, Source: FromDefault, Env: k.env, Doc: k.doc}
	v.SetDefault(k.name, k.fallback)
	if v.InConfig(k.name) {
		out.Source, out.From = FromFile, File
	}
	for _, name := range k.env {
		text := getenv(name)
		if strings.TrimSpace(text) == "" {
			continue
		}
		if !k.secret {
			text = strings.TrimSpace(text)
		}
		v.Set(k.name, text)
		out.Source, out.From = FromEnv, name
		break
	}
	if text, ok := flags[k.name]; ok {
		v.Set(k.name, text)
		out.Source, out.From = FromFlag, ""
	}
	return out
}

// readFile reads judgement.yaml if the workspace has one. Unknown keys are
// problems with their places.
func readFile(v *viper.Viper, workspace fs.FS) error {
	data, err := fs.ReadFile(workspace, File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		if problems := checkFile(yamlfile.Parse(File, data)); problems != nil {
			return problems
		}
		err = v.ReadConfig(bytes.NewReader(data))
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", File, err)
	}
	return nil
}

// textOf is the text of a value, whether YAML read it as a number or a list, or
// a flag or a variable gave it.
func textOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		parts := make([]string, len(v))
		for i, part := range v {
			parts[i] = textOf(part)
		}
		return strings.Join(parts, ",")
	default:
		return fmt.Sprint(v)
	}
}

// readPrices reads the one setting that is a table, which the file alone gives.
func (s *Settings) readPrices(v *viper.Viper) error {
	shown := Value{Key: "llm.prices", Source: FromDefault, Env: []string{}, Doc: "prices of models for a million tokens: a list of model, currency, input, cached, output; only in " + File}
	list, _ := v.Get(shown.Key).([]any)
	var texts []string
	for _, entry := range list {
		given, _ := entry.(map[string]any)
		text := func(key, other string) string { return cmp.Or(textOf(given[key]), other) }
		p := ModelPrice{Model: text("model", ""), Currency: text("currency", "USD")}
		var in, cached, out error
		p.Input, in = panel.ParsePoints(text("input", ""))
		p.Cached, cached = panel.ParsePoints(text("cached", text("input", "")))
		p.Output, out = panel.ParsePoints(text("output", ""))
		if err := errors.Join(in, cached, out); err != nil {
			return fmt.Errorf("read the settings: %w", err)
		}
		s.LLM.Prices = append(s.LLM.Prices, p)
		texts = append(texts, fmt.Sprintf("%s: %s in, %s cached, %s out (%s)", p.Model, p.Input, p.Cached, p.Output, p.Currency))
		shown.Source, shown.From = FromFile, File
	}
	shown.Value = strings.Join(texts, "; ")
	s.values = append(s.values, shown)
	return nil
}

// Values lists every setting with its value and source, by name.
func (s *Settings) Values() []Value {
	return slices.SortedFunc(slices.Values(s.values), func(a, b Value) int { return strings.Compare(a.Key, b.Key) })
}

// Defaults lists every setting with its default value, by name.
func Defaults() []Value {
	s, _ := Load(embed.FS{}, func(string) string { return "" }, nil) // defaults are valid
	return s.Values()
}

// shown is the text of a setting for people. It hides secrets, and the password and
// the parameters of a URL.
func (k key) shown(text string) string {
	switch {
	case k.secret && text == "":
		return "not set"
	case k.secret:
		return "set"
	case text == "" || k.valid != "http" && k.valid != "postgres":
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
