// Package config owns settings: their names, defaults, validation, and the source of
// each value; and the workspace, the folder that everything is judged
// with. No viper type leaves it. Secrets come from the environment only.
package config

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"reflect"
	"slices"
	"strings"
	_ "time/tzdata" // time zones, for machines and images that have none

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"judgement/internal/text"
	"judgement/internal/yamlfile"
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
func Load(workspace fs.FS, getenv func(string) string, flags map[string]*pflag.Flag) (*Settings, error) {
	v := viper.New()
	v.SetConfigType("yaml")
	if err := readFile(v, workspace); err != nil {
		return nil, err
	}
	s := &Settings{}
	variables := viper.New()
	for _, k := range keys {
		found, text := k.find(v, getenv, flags)
		s.values = append(s.values, found)
		if text != "" {
			variables.Set(k.name, text)
		}
		if k.fallback != "" {
			v.SetDefault(k.name, k.fallback)
		}
		if f := flags[k.name]; f != nil {
			if err := v.BindPFlag(k.name, f); err != nil {
				return nil, err
			}
		}
	}
	// BindEnv would read this process's own variables, and use blank ones.
	if err := v.MergeConfigMap(variables.AllSettings()); err != nil {
		return nil, err
	}
	err := v.Unmarshal(s, viper.DecodeHook(decode), func(c *mapstructure.DecoderConfig) { c.TagName = "key" })
	err = s.check(v, decodeErrors(err))
	s.showProviders()
	return s, errors.Join(err, s.completeProviders(getenv))
}

// check checks every value, of which failed has those that could not be decoded, by
// key. It gives a bad setting its default.
func (s *Settings) check(v *viper.Viper, failed map[string]error) error {
	var problems []error
	for i, k := range keys {
		shown, text := &s.values[i], textOf(v.Get(k.name))
		shown.Value = k.shown(text)
		field := reflect.ValueOf(s).Elem().FieldByIndex(k.field)
		err := k.check(field, text, failed[k.name])
		if err == nil && k.valid == "metrics" {
			err = s.checkMetrics(*shown)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s (from the %s): %w", k.name, shown.origin(), err))
			field.Set(k.decoded(k.fallback))
		}
		if k.valid == "http" {
			field.SetString(strings.TrimRight(field.String(), "/"))
		}
	}
	s.showPrices()
	return errors.Join(problems...)
}

// find says where a setting comes from, the strongest source that gives it, and what
// its variable says. A blank variable counts as not set. So far v has only the file.
func (k key) find(v *viper.Viper, getenv func(string) string, flags map[string]*pflag.Flag) (out Value, text string) {
	out = Value{Key: k.name, Source: FromDefault, Env: k.env, Doc: k.doc}
	name := ""
	if i := slices.IndexFunc(k.env, func(name string) bool { return strings.TrimSpace(getenv(name)) != "" }); i >= 0 {
		name, text = k.env[i], getenv(k.env[i])
	}
	if !k.secret {
		text = strings.TrimSpace(text)
	}
	switch {
	case flags[k.name] != nil && flags[k.name].Changed:
		out.Source = FromFlag
	case name != "":
		out.Source, out.From = FromEnv, name
	case v.InConfig(k.name):
		out.Source, out.From = FromFile, File
	}
	return out, text
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

// priceDecimals is how exactly prices of a million tokens are shown.
const priceDecimals = 6

// showPrices shows the prices in one line.
func (s *Settings) showPrices() {
	var texts []string
	for _, p := range s.LLM.Prices {
		cached := p.Cached.Decimal(priceDecimals) + " cached"
		if !p.CacheWrite.Equal(p.Input) {
			cached += ", " + p.CacheWrite.Decimal(priceDecimals) + " cache write"
		}
		texts = append(texts, fmt.Sprintf("%s: %s in, %s, %s out (%s)", p.Model, p.Input.Decimal(priceDecimals), cached, p.Output.Decimal(priceDecimals), p.Currency))
	}
	i := slices.IndexFunc(s.values, func(v Value) bool { return v.Key == pricesKey })
	s.values[i].Value = strings.Join(texts, "; ")
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
func (k key) shown(value string) string {
	switch {
	case k.secret && value == "":
		return "not set"
	case k.secret:
		return "set"
	case value == "" || k.valid != "http" && k.valid != "postgres":
		return value
	case k.valid == "http":
		return text.Address(value)
	}
	u, err := url.Parse(value)
	if err != nil {
		return "(not a URL)"
	}
	if u.RawQuery != "" { // it may hold a password, too
		u.RawQuery = "xxxxx"
	}
	return u.Redacted()
}
