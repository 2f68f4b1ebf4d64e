package attribution_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/attribution"
	"judgement/report"
)

// TestJudgesHaveTheirNames: a case's page calls a judge as the report does, with
// the slug beside it; if no name is known the slug is alone.
func TestJudgesHaveTheirNames(t *testing.T) {
	w := newWorld(t, t.TempDir())
	c := w.accepted("acme")
	w.day("2026-03-31")
	w.run(attribution.Options{})
	page := func() string {
		t.Helper()
		p, err := w.CasePage(t.Context(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		return string(report.Markdown(p))
	}
	for what, md := range map[string]string{"file": w.read("reports/demo-acme/checkpoints.md"), "view": page()} {
		if !strings.Contains(md, "| Sales lead (ann) ") || !strings.Contains(md, "| bo ") {
			t.Errorf("the %s lacks a name:\n%s", what, md)
		}
	}
	name := "cases/" + c.ID + "/v1/plan.json"
	for what, data := range map[string]string{"damaged": "{", "of another kind": `{"plan":{"panel":null}}`, "missing": ""} {
		w.write(name, data)
		if data == "" {
			if err := os.Remove(filepath.Join(w.dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		if md := page(); !strings.Contains(md, "| ann ") {
			t.Errorf("with a plan that is %s:\n%s", what, md)
		}
	}
	if err := os.RemoveAll(filepath.Join(w.dir, name)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(w.dir, name), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := w.CasePage(t.Context(), c.ID); err == nil {
		t.Error("a plan that can't be read is no error")
	}
}
