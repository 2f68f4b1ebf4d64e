package config

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

func load(t *testing.T, file string, env, flags map[string]string) (*Settings, error) {
	t.Helper()
	fsys := fstest.MapFS{}
	if file != "" {
		fsys[File] = &fstest.MapFile{Data: []byte(file)}
	}
	given := map[string]*pflag.Flag{}
	set := pflag.NewFlagSet("test", pflag.ContinueOnError)
	for key, text := range flags {
		set.String(key, "", "")
		if err := set.Set(key, text); err != nil {
			t.Fatal(err)
		}
		given[key] = set.Lookup(key)
	}
	return Load(fsys, func(k string) string { return env[k] }, given)
}

func TestPrecedence(t *testing.T) {
	file := "llm:\n  model: from-file\n  concurrency: 3\n  timeout: 5s\nreview:\n  repeats: 2\n"
	env := map[string]string{"JUDGEMENT_LLM_MODEL": "from-env", "OPENAI_MODEL": "weaker", "JUDGEMENT_LLM_CONCURRENCY": " 4 "}
	s, err := load(t, file, env, map[string]string{"llm.concurrency": "5"})
	if err != nil {
		t.Fatal(err)
	}
	if s.LLM.Model != "from-env" || s.LLM.Concurrency != 5 || s.Review.Repeats != 2 || s.LLM.Attempts != 6 {
		t.Errorf("settings = %+v", s)
	}
	want := map[string]Source{
		"llm.model": FromEnv, "llm.concurrency": FromFlag, "review.repeats": FromFile,
		"llm.timeout": FromFile, "llm.attempts": FromDefault, "llm.api_key": FromDefault,
	}
	for _, v := range s.Values() {
		if src, ok := want[v.Key]; ok && v.Source != src {
			t.Errorf("%s from %s, want %s", v.Key, v.Source, src)
		}
	}
}

func TestEveryKeyCanBeWrittenInTheFile(t *testing.T) {
	for _, k := range keys {
		if k.secret {
			continue
		}
		value := k.fallback
		if value == "" {
			value = map[string]string{
				"llm.provider": "offline", "review.max_cost": "1.5", "database.url": "postgres://u:p@h/d",
				"webhook.allow_networks": "10.1.0.0/16", "llm.extra_body": `'{"a":1}'`, "server.metrics_listen": "127.0.0.1:9421", "chat.metrics_listen": "127.0.0.1:9422", "worker.metrics_listen": "127.0.0.1:9423", "server.otel_endpoint": "http://127.0.0.1:4318", "server.public_url": "https://judgement.example.org",
				"llm.prices": "[{model: m, input: 1, output: 2}]", "llm.providers": "[{name: anthropic, model: m}]",
			}[k.name]
		}
		if value == "" {
			value = "text"
		}
		group, name, nested := strings.Cut(k.name, ".")
		file := group + ": " + value + "\n"
		if nested {
			file = group + ":\n  " + name + ": " + value + "\n"
		}
		s, err := load(t, file, nil, nil)
		if err != nil {
			t.Errorf("%s: %v", k.name, err)
			continue
		}
		for _, v := range s.Values() {
			if v.Key == k.name && v.Source != FromFile {
				t.Errorf("%s comes from the %s", k.name, v.Source)
			}
		}
	}
}

func TestProblems(t *testing.T) {
	_, err := load(t, "llm:\n  modell: x\nreveiw:\n  repeats: 1\n", nil, nil)
	for _, want := range []string{"judgement.yaml:2:3", `"modell"`, "model", `"reveiw"`, "review"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error lacks %q: %v", want, err)
		}
	}
	_, err = load(t, "", map[string]string{
		"JUDGEMENT_LLM_CONCURRENCY": "many", "JUDGEMENT_TIME_ZONE": "Mars/Base", "OPENAI_BASE_URL": "localhost:1",
		"JUDGEMENT_FORMATS": "md,docx", "JUDGEMENT_MAX_COST": "NaN", "JUDGEMENT_LLM_EXTRA_BODY": "[1]",
	}, map[string]string{"llm.provider": "magic"})
	for _, want := range []string{
		`llm.concurrency (from the environment: JUDGEMENT_LLM_CONCURRENCY): "many" is not a whole number from 1 to 1024`,
		"Asia/Shanghai", "http://127.0.0.1:8000/v1", `"docx"; choose one of: md, html, pdf`, "max_cost", "extra_body",
		`llm.provider (from the command line): unknown value "magic"; choose one of: openai, anthropic, offline`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error lacks %q: %v", want, err)
		}
	}
}

func TestValuesHaveTheRightForm(t *testing.T) {
	for file, want := range map[string]string{
		"llm:\n  extra_body: {a: 1}\n":     "judgement.yaml:2:15: llm.extra_body must be a string, not a mapping",
		"llm:\n  model: [a, b]\n":          "judgement.yaml:2:10: llm.model must be a string, not a list",
		"report:\n  formats: {md: true}\n": "judgement.yaml:2:12: report.formats must be a list, not a mapping",
		"llm: 5\n":                         "judgement.yaml:1:6: llm must be a mapping",
	} {
		if _, err := load(t, file, nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", file, err, want)
		}
	}
	s, err := load(t, "llm:\n  model: 4.1\n  extra_body:\n  temperature: 0.70\n  seed: 9007199254740993\nreview:\n  max_cost: 1.1055\ntime_zone: Asia/Shanghai\n",
		map[string]string{"JUDGEMENT_LLM_CONCURRENCY": "010"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.LLM.Model != "4.1" || s.LLM.ExtraBody != "" || s.LLM.Temperature != 0.7 || s.LLM.Seed != 9007199254740993 ||
		s.LLM.Concurrency != 10 || s.Review.MaxCost.Decimal(9) != "1.1055" || s.TimeZone.String() != "Asia/Shanghai" {
		t.Errorf("settings = %+v", s)
	}
}

// TestBlankVariablesAreNotSet: the weaker variable counts, then the file.
func TestBlankVariablesAreNotSet(t *testing.T) {
	s, err := load(t, "llm: {concurrency: 3}", map[string]string{"JUDGEMENT_LLM_MODEL": " ", "OPENAI_MODEL": "weaker", "JUDGEMENT_LLM_CONCURRENCY": "\t"}, nil)
	if err != nil || s.LLM.Model != "weaker" || s.LLM.Concurrency != 3 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestNumbersAreNotRounded: the decoder would make 2 of 2.5 and 1 of true.
func TestNumbersAreNotRounded(t *testing.T) {
	for _, text := range []string{"2.5", "true", "''"} {
		if _, err := load(t, "llm: {concurrency: "+text+"}", nil, nil); err == nil || !strings.Contains(err.Error(), "is not a whole number from 1 to 1024") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestBadValueLeavesTheRest: doctor looks at the other settings, too.
func TestBadValueLeavesTheRest(t *testing.T) {
	s, err := load(t, "llm:\n  concurrency: many\n  model: m\n", nil, nil)
	if err == nil || s == nil || s.LLM.Model != "m" || s.LLM.Concurrency != 8 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestFormatsAsAList(t *testing.T) {
	s, err := load(t, "report:\n  formats: [html, md]\n", nil, nil)
	if err != nil || strings.Join(s.Report.Formats, " ") != "html md" {
		t.Errorf("formats %v, %v", s, err)
	}
}

func TestPrices(t *testing.T) {
	s, err := load(t, "llm:\n  prices:\n    - {model: m, input: 0.0755, output: 2}\n    - {model: N.4-Mini, currency: CNY, input: 4, cached: 0, output: 12}\n", nil, nil)
	if err != nil || len(s.LLM.Prices) != 2 {
		t.Fatalf("%+v, %v", s, err)
	}
	if p := s.LLM.Prices[0]; p.Currency != "USD" || p.Cached.Decimal(9) != "0.0755" || p.Output.String() != "2" {
		t.Errorf("price = %+v", p)
	}
	if p := s.LLM.Prices[1]; p.Model != "N.4-Mini" || p.Currency != "CNY" || p.Cached.String() != "0" {
		t.Errorf("price = %+v", p)
	}
	if _, err := load(t, "llm:\n  prices:\n    - {model: m, input: -1, output: cheap}\n", nil, nil); err == nil {
		t.Error("a bad price passed")
	}
}

func TestSecretsAreNotShown(t *testing.T) {
	s, err := load(t, "", map[string]string{"OPENAI_API_KEY": "sk-secret", "JUDGEMENT_DATABASE_URL": "postgres://u:hunter2@h/d?sslpassword=hunter2"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range s.Values() {
		if strings.Contains(v.Value, "sk-secret") || strings.Contains(v.Value, "hunter2") {
			t.Errorf("%s shows a secret: %s", v.Key, v.Value)
		}
	}
}

func TestValuesSayWhereTheyComeFrom(t *testing.T) {
	s, err := load(t, "llm:\n  timeout: 5s\n  prices:\n    - {model: m, input: 0.25, output: 2}\n",
		map[string]string{"OPENAI_MODEL": "m", "OPENAI_API_KEY": "sk-1"}, map[string]string{"llm.concurrency": "2"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Value{
		"llm.model":       {Value: "m", Source: FromEnv, From: "OPENAI_MODEL"},
		"llm.timeout":     {Value: "5s", Source: FromFile, From: File},
		"llm.concurrency": {Value: "2", Source: FromFlag},
		"llm.attempts":    {Value: "6", Source: FromDefault},
		"llm.api_key":     {Value: "set", Source: FromEnv, From: "OPENAI_API_KEY"},
		"llm.prices":      {Value: "m: 0.25 in, 0.25 cached, 2 out (USD)", Source: FromFile, From: File},
	}
	seen := 0
	for _, v := range s.Values() {
		w, ok := want[v.Key]
		if !ok {
			continue
		}
		seen++
		if v.Value != w.Value || v.Source != w.Source || v.From != w.From {
			t.Errorf("%s = %+v, want %+v", v.Key, v, w)
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d settings are listed", seen, len(want))
	}
}

func TestDefaultsHaveEverySetting(t *testing.T) {
	s, err := load(t, "", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.Values(), Defaults()); diff != "" {
		t.Error(diff)
	}
}
