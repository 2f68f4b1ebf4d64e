package cmd

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestServeOutside: outside of a workspace the built-in one is served, with a
// warning, and nothing is left in the folder.
func TestServeOutside(t *testing.T) {
	s := startIn(t, t.TempDir(), map[string]string{"SERVICE_API_TOKEN": serveToken, "JUDGEMENT_LLM_PROVIDER": "offline"}, "serve", "--log-format", "text")
	for _, path := range []string{"/v1/healthz", "/v1/version", "/v1/panels", "/v1/anchors", "/v1/scenes"} {
		s.ask(t, http.MethodGet, path, "", http.StatusOK)
	}
	s.ask(t, http.MethodPost, "/v1/attribution/check", `{}`, http.StatusOK)
	for method, body := range map[string]string{http.MethodGet: "", http.MethodPost: `{"scene_slug":"pitch-review","brand":"a","document":"x"}`} {
		if v := s.ask(t, method, "/v2/judgement", body, http.StatusServiceUnavailable); !strings.Contains(v["detail"].(string), "the built-in workspace") {
			t.Errorf("%s: %v", method, v)
		}
	}
	if code := s.stop(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	logs := s.logs.String()
	for _, want := range []string{"level=WARN msg=\"no workspace is here: the built-in one is served", "folder=" + s.dir, "change into the workspace", "no place for jobs"} {
		if !strings.Contains(logs, want) {
			t.Errorf("the log has no %q:\n%s", want, logs)
		}
	}
	if left, err := os.ReadDir(s.dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
