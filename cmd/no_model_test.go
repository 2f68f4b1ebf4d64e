package cmd

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"judgement/internal/llm/fakeserver"
)

// TestNoModelInEachPart: without a model each part of stored and printed JSON that has a
// score or a mean says so, and each stored reply; with a model none does.
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
		for _, args := range [][]string{
			{"review", "examples/pitch-good-en.md", "--scene", "pitch-review"},
			{"review", "examples/contest", "--scene", "startup-contest"},
			{"judge", "try", "clarity-structure", "examples/pitch-good-en.md"},
			{"ranking", "startup-contest"},
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
			scored := slices.ContainsFunc([]string{"score", "total", "mean", "grade", "value", "finish"}, func(key string) bool {
				value, ok := v[key]
				return ok && value != "" && v["proven"] == nil // a count of quotes
			})
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
