package doctor

import (
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"judgement/config"
	"judgement/internal/advice"
	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/internal/llm/openai"
	"judgement/internal/llm/servertest"
	"judgement/scene/scenetest"
)

// TestModel: what doctor notices of a model server, and the fix that it names.
func TestModel(t *testing.T) {
	t.Parallel()
	fenced := func(reply string) string { return "Here it is:\n```json\n" + reply + "\n```\n" }
	tests := []struct {
		name  string
		fake  servertest.Fake
		file  string // judgement.yaml
		env   map[string]string
		words []string
		lacks string
	}{
		{name: "an empty list of models", fake: servertest.Fake{Models: `{"object":"list","data":[]}`}, words: []string{"lists no model", "load or pull a model"}},
		{name: "the model is in a later page", fake: servertest.Fake{
			Models: `{"data":[{"id":"m1"}],"has_more":true,"last_id":"m1"}`,
			Rules:  []servertest.Rule{{If: func(r servertest.Request) bool { return strings.Contains(r.Query, "after_id=m1") }, Answer: servertest.Answer{Body: servertest.List("good", "", "")}}},
		}, words: []string{"lists the model among 2"}, lacks: "does not list"},
		{name: "pages without an end", fake: servertest.Fake{Models: `{"data":[{"id":"m1"}],"has_more":true,"last_id":"m1"}`}, words: []string{"does not list good", "answered as asked"}},
		{name: "a list of nonsense", fake: servertest.Fake{Models: `{"data":[{"id":7},{"id":"good","context_length":-5},{"id":"good","n_ctx":"many"}]}`}, words: []string{"lists the model"}, lacks: "server states"},
		{name: "a small context", fake: servertest.Fake{Models: servertest.List("good", "vllm", `,"max_model_len":4096`)}, words: []string{"vLLM", "states 4096 tokens", "--max-model-len"}},
		{name: "a listed model that has no address", fake: servertest.Fake{Rules: []servertest.Rule{{If: servertest.Calls, Answer: servertest.Answer{Status: 404, Body: `{"detail":"Not Found"}`}}}}, words: []string{"check llm.model (JUDGEMENT_LLM_MODEL) and llm.base_url"}, lacks: "set JUDGEMENT_LLM_MODEL to a model that the server lists"},
		{name: "JSON in a fence", fake: servertest.Fake{Reply: fenced}, words: []string{"answered as asked"}},
		{name: "prices without the model", file: "llm: {prices: [{model: other-model, input: 1, output: 2}]}\n", words: []string{"llm.prices lacks good", "other-model", "add the model to llm.prices"}},
		{name: "prices without Claude's model", file: "llm: {provider: anthropic, prices: [{model: other-model, input: 1, output: 2}]}\n", env: map[string]string{"ANTHROPIC_BASE_URL": "http://127.0.0.1:1", "ANTHROPIC_API_KEY": "none"}, words: []string{"llm.prices lacks good", "can't connect"}},
		{name: "a key in the address", env: map[string]string{"OPENAI_BASE_URL": "http://127.0.0.1:1/v1?key=hunter2"}, words: []string{"set OPENAI_API_KEY"}, lacks: "hunter2"},
		{name: "a key in the path", env: map[string]string{"OPENAI_BASE_URL": "http://127.0.0.1:1/sk-hunter2/v1"}, words: []string{"can't connect"}, lacks: "hunter2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			env := map[string]string{"OPENAI_BASE_URL": servertest.Start(t, tt.fake).Address(), "JUDGEMENT_LLM_MODEL": "good", "XDG_CACHE_HOME": t.TempDir()}
			maps.Copy(env, tt.env)
			_, said := diagnose(t, env, tt.file, nil)
			for _, words := range tt.words {
				if !strings.Contains(said, words) {
					t.Errorf("no %q in:\n%s", words, said)
				}
			}
			if tt.lacks != "" && strings.Contains(said, tt.lacks) {
				t.Errorf("%q in:\n%s", tt.lacks, said)
			}
		})
	}
}

// TestSmallContext: a scene whose prompt alone is too long for the context is named. If no
// scene is left, doctor fails.
func TestSmallContext(t *testing.T) {
	t.Parallel()
	lenses := "scoring_lenses:\n"
	for n := range 40 {
		lenses += fmt.Sprintf("  - {slug: sense-%d, max_score: 10, description: %s}\n", n, strings.Repeat("The figures are asked from people. ", 14))
	}
	long := scenetest.Workspace(2, scenetest.Scene{Slug: "long", Prefix: "l-", Panel: lenses})
	both := scenetest.Workspace(2, scenetest.Scene{Slug: "short", Prefix: "s-", Panel: "scoring_lenses:\n  - {slug: sense, max_score: 10}\n"})
	maps.Copy(both, long)
	env := map[string]string{
		"OPENAI_BASE_URL":     servertest.Start(t, servertest.Fake{Models: servertest.List("good", "vllm", `,"max_model_len":4096`)}).Address(),
		"JUDGEMENT_LLM_MODEL": "good", "XDG_CACHE_HOME": t.TempDir(),
	}
	for _, tt := range []struct {
		files  fstest.MapFS
		failed bool
	}{{long, true}, {both, false}} {
		failed, said := diagnose(t, env, "", tt.files)
		if failed != tt.failed || !strings.Contains(said, "document of any length in long: ") || !strings.Contains(said, "--max-model-len") {
			t.Errorf("failed: %t\n%s", failed, said)
		}
	}
}

// diagnose says what doctor finds of the model, and whether something failed.
func diagnose(t *testing.T, env map[string]string, file string, files fstest.MapFS) (failed bool, said string) {
	t.Helper()
	p := app.New(app.Options{Env: func(k string) string { return env[k] }, Dir: t.TempDir(), Starter: fstest.MapFS{}, Now: time.Now, Random: rand.Reader})
	files = maps.Clone(files)
	if files == nil {
		files = fstest.MapFS{}
	}
	if file != "" {
		files[config.File] = &fstest.MapFile{Data: []byte(file)}
	}
	p.Workspace = config.Workspace{FS: files}
	if err := p.Load(); err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	d := &Diagnosis{look: Look{
		Process: p, Busy: func(string) func() { return func() {} },
		Advise: func(err error) string { return advice.Model(fault.From(err)) },
	}}
	if err := d.model(t.Context(), p, p.Settings); err != nil {
		t.Fatal(err)
	}
	for _, f := range d.Findings {
		failed = failed || f.Health == Failed
		said += f.Text + " → " + f.Fix + "\n"
	}
	return failed, said
}

// TestDoctorAgreesWithReviews: with every behaviour of a server that shows with a short
// document, a check fails if the review does, names the same settings, and passes after
// the fix.
func TestDoctorAgreesWithReviews(t *testing.T) {
	t.Parallel()
	for _, b := range servertest.Behaviours() {
		if b.Long {
			continue
		}
		t.Run(b.Server+" "+b.Name, func(t *testing.T) {
			t.Parallel()
			s := servertest.Start(t, b.Fake)
			env := map[string]string{"OPENAI_BASE_URL": s.Address(), "JUDGEMENT_LLM_MODEL": "good", "OPENAI_API_KEY": "none", "XDG_CACHE_HOME": t.TempDir()}
			maps.Copy(env, s.Fill(b.Settings))
			failed, said := diagnose(t, env, "", nil)
			if failed != (b.Words != nil) {
				t.Errorf("failed: %t\n%s", failed, said)
			}
			for _, name := range slices.Sorted(maps.Keys(b.Fix)) {
				if !strings.Contains(said, name) {
					t.Errorf("no %s in:\n%s", name, said)
				}
			}
			if b.Words == nil {
				return
			}
			if b.Fixed != nil {
				s = servertest.Start(t, *b.Fixed)
				env["OPENAI_BASE_URL"] = s.Address()
			}
			maps.Copy(env, s.Fill(b.Fix))
			if failed, said := diagnose(t, env, "", nil); failed {
				t.Errorf("after the fix:\n%s", said)
			}
		})
	}
}

// TestSlowServer: a tiny call that takes seconds is a warning with what to set.
func TestSlowServer(t *testing.T) {
	d := &Diagnosis{look: Look{Advise: func(err error) string { return advice.Model(fault.From(err)) }}}
	d.answered(openai.Probe{Latency: slow})
	d.answered(openai.Probe{Latency: slow + 1})
	for i, want := range []Health{OK, Note} {
		if f := d.Findings[i]; f.Health != want || strings.Contains(f.Fix, "JUDGEMENT_LLM_TIMEOUT") != (want == Note) {
			t.Errorf("%+v", f)
		}
	}
}
