package api

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/testtool"
)

// linters are the two that each find faults which the other misses. A warning
// of theirs is a failure.
var linters = map[string][]string{
	"redocly":  {"lint", "--config", "redocly.yaml"},
	"spectral": {"lint", "--ruleset", "spectral.yaml", "--fail-severity", "warn"},
}

// lint runs a linter of .ci/npm over a description and returns what it said
// where it found a fault.
func lint(t *testing.T, name string, description []byte) string {
	t.Helper()
	dir, err := filepath.Abs("../../.ci/npm")
	if err != nil {
		t.Fatal(err)
	}
	tool := filepath.Join(dir, "node_modules", ".bin", name)
	testtool.Need(t, "node", tool)
	file := filepath.Join(t.TempDir(), "openapi.json")
	if err := os.WriteFile(file, description, 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), tool, append(linters[name], file)...)
	c.Dir = dir
	c.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "NO_COLOR=1")
	out, err := c.CombinedOutput()
	if err != nil {
		return err.Error() + "\n" + string(out)
	}
	return ""
}

func TestLinters(t *testing.T) {
	for name := range linters {
		if said := lint(t, name, OpenAPI()); said != "" {
			t.Errorf("%s: %s", name, said)
		}
		// An operation without a summary and an example that breaks its schema.
		spoilt := bytes.Replace(OpenAPI(), []byte(`"summary": "Tell the versions",`), nil, 1)
		spoilt = bytes.Replace(spoilt, []byte(`"skill_version": "v0.1.0"`), []byte(`"skill_version": 1`), 1)
		if said := lint(t, name, spoilt); !strings.Contains(said, "skill_version") && !strings.Contains(said, "skill-version") {
			t.Errorf("%s does not see a wrong example: %q", name, said)
		}
	}
}
