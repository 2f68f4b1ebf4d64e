package cmd

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/app"
	"judgement/internal/fault"
)

// TestSmokeFindsWhatRefusesToStart: each fault of a workspace's files for which
// worker, serve or chat refuse to start fails smoke, which names the file.
func TestSmokeFindsWhatRefusesToStart(t *testing.T) {
	settings := func(text string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			t.Helper()
			if err := os.WriteFile(filepath.Join(dir, "judgement.yaml"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	edit := func(file, old, text string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			t.Helper()
			name := filepath.Join(dir, filepath.FromSlash(file))
			b, err := os.ReadFile(name)
			if err != nil || !strings.Contains(string(b), old) {
				t.Fatalf("%s has no %q: %v", file, old, err)
			}
			if err := os.WriteFile(name, []byte(strings.Replace(string(b), old, text, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	every := []string{"worker", "serve", "chat"}
	for name, tt := range map[string]struct {
		spoil    func(t *testing.T, dir string)
		refusing []string
		named    string // by smoke
	}{
		"no YAML":             {settings("llm: [\n"), every, "judgement.yaml:"},
		"unknown key":         {settings("lllm: {}\n"), every, "judgement.yaml:1:1"},
		"wrong value":         {settings("time_zone: Nowhere\n"), every, "judgement.yaml"},
		"wrong address":       {settings("llm: {model: m, base_url: nowhere}\n"), every, "judgement.yaml"},
		"no records":          {settings("llm: {provider: replay}\n"), []string{"worker", "chat"}, "judgement.yaml: llm.provider is replay: there is no folder"},
		"no usable record":    {settings("llm: {provider: replay, replay: judges}\n"), []string{"worker", "chat"}, "judgement.yaml: llm.provider is replay"},
		"broken scene":        {edit("scenes/pitch-review/scene.yaml", "slug:", "slag:"), []string{"chat"}, "scenes/pitch-review/scene.yaml:"},
		"broken panel":        {edit("scenes/pitch-review/panel.yaml", "name:", "nome:"), []string{"chat"}, "scenes/pitch-review/panel.yaml:"},
		"broken base":         {edit("scenes/_base/venture.yaml", "judges:", "jdges:"), []string{"chat"}, "scenes/_base/venture.yaml:"},
		"missing skill":       {edit("scenes/pitch-review/panel.yaml", "anchors/frugal-operator/", "anchors/nobody/"), []string{"chat"}, "anchors/nobody/perspective/SKILL.md:"},
		"two scenes, one bot": {edit("scenes/meeting/scene.yaml", "CHAT_APP_ID_MEETING", "CHAT_APP_ID_PITCH_REVIEW"), []string{"chat"}, "chat.app_id_env is that of scene"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			run := func(args ...string) (int, string) {
				var out, errs strings.Builder
				env := map[string]string{
					"CHAT_APP_ID_PITCH_REVIEW": "cli_a", "CHAT_APP_SECRET_PITCH_REVIEW": "s", "CHAT_APP_SECRET_MEETING": "s",
					"OPENAI_API_KEY": "none", "JUDGEMENT_LISTEN": filepath.Join(dir, "s"), "XDG_CACHE_HOME": filepath.Join(dir, "cache"),
				}
				app := &App{In: strings.NewReader(""), Out: io.Writer(&out), Err: io.Writer(&errs), Options: app.Options{Dir: dir, Now: time.Now, Starter: os.DirFS(".."), Env: func(k string) string { return env[k] }}}
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				code := app.Run(ctx, args)
				if ctx.Err() != nil {
					t.Errorf("%v started", args)
				}
				return code, out.String() + errs.String()
			}
			if code, out := run("init", "."); code != 0 {
				t.Fatal(out)
			}
			if code, out := run("smoke", "all"); code != 0 {
				t.Fatalf("before: %s", out)
			}
			tt.spoil(t, dir)
			for _, command := range tt.refusing {
				if code, out := run(command); code == 0 {
					t.Errorf("%s does not refuse: %s", command, out)
				}
			}
			if code, out := run("smoke", "all"); code != fault.ExitBelow || !strings.Contains(out, tt.named) {
				t.Errorf("smoke: %d, %s", code, out)
			}
		})
	}
}
