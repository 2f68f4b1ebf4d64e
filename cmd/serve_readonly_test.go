package cmd

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/faulttest"
)

// TestServeReadOnly: a workspace that can't be written is served all the same.
// What only reads works, and the rest says why it does not.
func TestServeReadOnly(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"scenes", "anchors", "judges"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join("..", name))); err != nil {
			t.Fatal(err)
		}
	}
	faulttest.ReadOnly(t, dir)
	s := serveStarter(t, map[string]string{"SERVICE_API_TOKEN": serveToken, "JUDGEMENT_LLM_PROVIDER": "offline"}, "--workspace", dir)
	if v := s.ask(t, http.MethodGet, "/v1/healthz", "", http.StatusOK); v["status"] != "degraded" {
		t.Errorf("healthz: %v", v)
	}
	for _, path := range []string{"/v1/version", "/v1/panels", "/v1/anchors", "/v1/scenes"} {
		s.ask(t, http.MethodGet, path, "", http.StatusOK)
	}
	s.ask(t, http.MethodPost, "/v1/attribution/check", `{"dry_run":true}`, http.StatusOK)
	s.ask(t, http.MethodPost, "/v1/attribution/check", `{"dry_run":false}`, http.StatusInternalServerError)
	for method, body := range map[string]string{http.MethodGet: "", http.MethodPost: `{"scene_slug":"pitch-review","brand":"a","document":"x"}`} {
		if v := s.ask(t, method, "/v2/judgement", body, http.StatusServiceUnavailable); !strings.Contains(v["detail"].(string), "can't be written") {
			t.Errorf("%s: %v", method, v)
		}
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d; log:\n%s", code, s.logs)
	}
	if logs := s.logs.String(); !strings.Contains(logs, "attribution checks must be dry runs") || !strings.Contains(logs, "read-only file system") {
		t.Errorf("the log does not say what can't work, and why:\n%s", logs)
	}
}
