package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/internal/yamlfile"
)

// The kinds of provider that have a server.
const (
	KindOpenAI    = "openai"    // any server with the OpenAI API
	KindAnthropic = "anthropic" // Anthropic's Messages API
)

// Provider is one server of models with its limits. OpenAI and anthropic are there
// without being listed; their names in the list change their limits.
type Provider struct {
	Name           string // as judges name it
	Kind           string // KindOpenAI or KindAnthropic
	BaseURL        string `key:"base_url"`
	KeyEnv         string `key:"key_env"` // variable of its key; empty: it needs none
	Model          string // of judges who name the provider and no model
	Timeout        time.Duration
	Concurrency    int // calls at once
	CallsPerMinute int `key:"calls_per_minute"` // of all processes; 0: no limit
	ContextTokens  int `key:"context_tokens"`   // of its models; 0: llm.context_tokens

	APIKey string `key:"-"` // from the environment
}

// providersKey names the list of providers, which only the file gives.
const providersKey = "llm.providers"

// providerKeys are the keys of an entry.
var providerKeys = []string{"name", "kind", "base_url", "key_env", "model", "timeout", "concurrency", "calls_per_minute", "context_tokens"}

var (
	providerName = regexp.MustCompile(`^[a-z0-9]([a-z0-9_-]{0,62}[a-z0-9])?$`)
	keyVariable  = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
)

// checkProvider checks one entry of the file.
func checkProvider(m yamlfile.Map, seen map[string]bool) {
	m.Require("name")
	name := m.Text("name")
	switch {
	case name == "":
	case !providerName.MatchString(name):
		m.Problem("name", "use a to z, 0 to 9, - and _, a letter or digit first and last", "%.80q is not a name of a provider", name)
	case name == "offline" || name == "replay":
		m.Problem("name", "choose another name", "%s answers without a server", name)
	case seen[name]:
		m.Problem("name", "list it once", "the provider %s is listed twice", name)
	}
	seen[name] = true
	builtIn := name == KindOpenAI || name == KindAnthropic
	switch {
	case m.Has("kind"):
		if kind := m.Enum("kind", KindOpenAI, KindAnthropic); builtIn && kind != "" && kind != name {
			m.Problem("kind", "leave kind out, or choose another name", "the provider %s can't be of kind %s", name, kind)
		}
	case !builtIn && name != "":
		m.Problem("name", "write kind: openai or kind: anthropic beside it", "the provider %s has no kind", name)
	}
	switch address := m.Text("base_url"); {
	case m.Has("base_url"):
		checkAddress(m, address)
	case !builtIn && m.Has("kind") && m.Text("kind") == KindOpenAI:
		m.Problem("name", "write base_url beside it", "the provider %s has no base_url", name)
	}
	if variable := m.Text("key_env"); variable != "" && !keyVariable.MatchString(variable) {
		m.Problem("key_env", "name the variable, such as CLAUDE_API_KEY, and set the key there", "key_env is not the name of a variable") // it may be a key
	}
	m.Text("model")
	if text := m.Text("timeout"); text != "" {
		if d, err := time.ParseDuration(text); err != nil || d < 10*time.Millisecond || d > time.Hour {
			m.Problem("timeout", "write a duration from 10ms to 1h, such as 120s", "%.40q is not such a time limit", text)
		}
	}
	for _, limit := range []struct {
		key       string
		low, high int
	}{{"concurrency", 1, 1024}, {"calls_per_minute", 0, 1_000_000}, {"context_tokens", 2048, 100_000_000}} {
		if m.Has(limit.key) {
			m.Int(limit.key, limit.low, limit.high)
		}
	}
}

// checkAddress refuses what is no address, and keys in addresses, which would show.
func checkAddress(m yamlfile.Map, address string) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		m.Problem("base_url", "write for example https://api.example.com/v1", "base_url is not an http or https address")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		m.Problem("base_url", "take off the user, the password and what follows ? or #; name the key's variable in key_env", "base_url holds more than an address")
	}
}

// completeProviders puts the providers that are always there before the listed ones,
// fills in what entries leave out, and reads the keys.
func (s *Settings) completeProviders(getenv func(string) string) error {
	l := &s.LLM
	all := []Provider{
		{Name: KindOpenAI, Kind: KindOpenAI, BaseURL: l.BaseURL, KeyEnv: "OPENAI_API_KEY"},
		{Name: KindAnthropic, Kind: KindAnthropic, BaseURL: l.AnthropicURL, KeyEnv: "ANTHROPIC_API_KEY"},
	}
	for _, given := range l.Providers {
		i := slices.IndexFunc(all[:2], func(p Provider) bool { return p.Name == given.Name })
		if i < 0 {
			if given.Kind == KindAnthropic && given.BaseURL == "" {
				given.BaseURL = l.AnthropicURL
			}
			all = append(all, given)
			continue
		}
		own := all[i]
		all[i] = given
		all[i].Kind = own.Kind
		if given.BaseURL == "" {
			all[i].BaseURL = own.BaseURL
		}
		if given.KeyEnv == "" {
			all[i].KeyEnv = own.KeyEnv
		}
	}
	var problems []error
	for i := range all {
		p := &all[i]
		p.BaseURL = strings.TrimRight(p.BaseURL, "/")
		if p.KeyEnv != "" {
			if key := getenv(p.KeyEnv); strings.TrimSpace(key) != "" {
				p.APIKey = key
			}
			if j := slices.IndexFunc(all[:i], func(q Provider) bool { return q.KeyEnv == p.KeyEnv }); j >= 0 {
				problems = append(problems, fmt.Errorf("%s (from the file %s): the providers %s and %s share the key variable %s; give one of them a variable of its own in key_env, or list it by the other's name",
					providersKey, File, all[j].Name, p.Name, p.KeyEnv))
			}
		}
		if p.Concurrency == 0 {
			p.Concurrency = l.Concurrency
		}
		if p.Timeout == 0 {
			p.Timeout = l.Timeout
		}
	}
	l.Providers = all
	names := []string{"offline", "replay"}
	for i := range all {
		names = slices.Insert(names, i, all[i].Name)
	}
	if l.Provider != "" && !slices.Contains(names, l.Provider) {
		i := slices.IndexFunc(s.values, func(v Value) bool { return v.Key == "llm.provider" })
		problems = append(problems, fmt.Errorf("llm.provider (from the %s): unknown value %q; choose one of: %s", s.values[i].origin(), l.Provider, strings.Join(names, ", ")))
		l.Provider = ""
	}
	return errors.Join(problems...)
}

// Refuses says why a model that a judge or an integrity reader names can't be asked, and
// what to do; empty: the settings allow it. Under offline and replay one program answers
// for all names.
func (l *LLM) Refuses(provider, model string) (why, fix string) {
	if provider == "" || l.Provider == "offline" || l.Provider == "replay" {
		return "", ""
	}
	var names []string
	for _, p := range l.Providers {
		if p.Name == provider {
			if model == "" && p.Model == "" && p.Name != cmp.Or(l.Provider, KindOpenAI) {
				return "the provider " + provider + " has no model of its own", "write model beside provider, or model at " + provider + " in llm.providers of judgement.yaml"
			}
			return "", ""
		}
		names = append(names, p.Name)
	}
	return fmt.Sprintf("there is no provider %q: the providers are %s", provider, strings.Join(names, ", ")), "correct provider, or list it under llm.providers in judgement.yaml"
}

// showProviders shows the listed providers in one line, without keys.
func (s *Settings) showProviders() {
	var texts []string
	for _, p := range s.LLM.Providers {
		text := p.Name
		for _, part := range [][2]string{{"", p.Kind}, {"at ", p.BaseURL}, {"model ", p.Model}, {"key in ", p.KeyEnv}} {
			if part[1] != "" {
				text += " " + part[0] + part[1]
			}
		}
		if p.CallsPerMinute > 0 {
			text += " " + strconv.Itoa(p.CallsPerMinute) + " calls per minute"
		}
		texts = append(texts, text)
	}
	i := slices.IndexFunc(s.values, func(v Value) bool { return v.Key == providersKey })
	s.values[i].Value = strings.Join(texts, "; ")
}
