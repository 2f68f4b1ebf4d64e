package cmd

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"judgement/internal/llm/fakeserver"
)

// TestNoModelInEachPart: without a model each part of stored and printed JSON that has a
// score, a mean, counts of quotes or a plan says so, and each stored reply; with a model none
// does.
func TestNoModelInEachPart(t *testing.T) {
	t.Parallel()
	s, err := fakeserver.New(fakeserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for _, env := range [][]string{nil, {"OPENAI_BASE_URL=" + s.URL(), "OPENAI_API_KEY=none", "JUDGEMENT_LLM_MODEL=fake-1"}} {
		dir := t.TempDir()
		mustRun(t, command(t.Context(), t, "init", dir))
		labels := "case,person,lens,score\n"
		for i, brand := range []string{"banjia-zh", "cold-bag-en", "dreamconnect-en", "linghun-zh", "stairlight-en", "xiaocai-zh"} {
			labels += fmt.Sprintf("%s,ann,clarity,%d\n%[1]s,bob,clarity,%d\n", brand, 3+i, 4+i%4)
		}
		if err := os.WriteFile(filepath.Join(dir, "labels.csv"), []byte(labels), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"review", "examples/pitch-good-en.md", "--scene", "pitch-review", "--plan"},
			{"review", "examples/pitch-good-en.md", "--scene", "pitch-review"},
			{"review", "examples/contest", "--scene", "startup-contest", "--plan"},
			{"review", "examples/contest", "--scene", "startup-contest"},
			{"review", "examples/contest", "--scene", "startup-contest"}, // already judged
			{"judge", "try", "clarity-structure", "examples/pitch-good-en.md"},
			{"meeting-summary", "--doc", "examples/meeting-en.txt", "--scene", "meeting", "--brand", "weekly"},
			{"immunity", "pitch-review", "--doc", "examples/pitch-good-en.md", "--attacks", "17"},
			{"ranking", "startup-contest"},
			{"labels", "import", "startup-contest", "labels.csv"},
			{"study", "report", "--scene", "startup-contest"},
			{"jobs", "list"},
			{"attribution", "check"},
			{"attribution", "calibration"},
		} {
			cmd := command(t.Context(), t, append(args, "--output", "json")...)
			cmd.Dir = dir
			cmd.Env = append(append(cmd.Env, "JUDGEMENT_FORMATS=md"), env...)
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(args, err)
			}
			checkNoModel(t, strings.Join(args, " "), out, env == nil)
		}
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".json" {
				return err
			}
			data, err := os.ReadFile(name)
			if rel, _ := filepath.Rel(dir, name); err == nil && (strings.HasPrefix(rel, "cases") || strings.HasPrefix(rel, "reports")) {
				checkNoModel(t, rel, data, env == nil)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestNoModelInEachAnswer: the same of each answer of the HTTP API and of each event with a
// score.
func TestNoModelInEachAnswer(t *testing.T) {
	t.Parallel()
	model, err := fakeserver.New(fakeserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(model.Close)
	for _, env := range []map[string]string{{}, {"OPENAI_BASE_URL": model.URL(), "OPENAI_API_KEY": "none", "JUDGEMENT_LLM_MODEL": "fake-1"}} {
		offline := len(env) == 0
		provider := "openai"
		if offline {
			provider = "offline"
		}
		env["SERVICE_API_TOKEN"] = serveToken
		s := startStarter(t, env, "up", "--provider", provider)
		id := s.submit(t, `{"scene_slug":"pitch-review","brand":"acme","document":"# Ferry\n\nWe asked 50 passengers at two piers, and 30 of them would pay.\n"}`)
		s.await(t, id)
		for _, ask := range [][3]string{{"GET", "/v2/judgement"}, {"GET", "/v2/judgement/" + id}, {"GET", "/v2/judgement/" + id + "/result"}, {"POST", "/v1/attribution/check", "{}"}} {
			data, err := json.Marshal(s.ask(t, ask[0], ask[1], ask[2], http.StatusOK))
			if err != nil {
				t.Fatal(err)
			}
			checkNoModel(t, ask[1], data, offline)
		}
		scores := 0
		for line := range strings.Lines(s.events(t, id)) {
			data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: ")
			var e struct {
				Score   *string
				NoModel bool `json:"no_model"`
			}
			if !ok || json.Unmarshal([]byte(data), &e) != nil || e.Score == nil {
				continue
			}
			if scores++; e.NoModel != offline {
				t.Errorf("no_model is not %t: %s", offline, data)
			}
		}
		if scores != 9 {
			t.Errorf("%d events have scores", scores)
		}
		if code := s.stop(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
}

func checkNoModel(t *testing.T, name string, data []byte, want bool) {
	t.Helper()
	var root any
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(name, err)
	}
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case []any:
			for _, one := range v {
				walk(at+"[]", one)
			}
		case map[string]any:
			says := v["no_model"] == true
			// Not of judges: the grades of findings, counts of calls, and what people said.
			other := strings.HasSuffix(at, ".warnings[]") || strings.HasSuffix(at, ".grades[]") || strings.HasSuffix(at, "progress") || strings.Contains(at, ".people.")
			scored := !other && slices.ContainsFunc([]string{"score", "total", "mean", "grade", "value", "finish"}, func(key string) bool {
				value, ok := v[key]
				return ok && value != ""
			}) || strings.HasSuffix(at, ".plan") || v["by_status"] != nil && v["proven"] != nil
			switch at = strings.TrimPrefix(at, "."); {
			case says && !want, scored && !says && want:
				t.Errorf("%s: %s: no_model is %t", name, at, says)
			}
			for key, one := range v {
				walk(at+"."+key, one)
			}
		}
	}
	walk("", root)
}
