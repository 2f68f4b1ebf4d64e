package api

import (
	"strings"
	"testing"
)

// TestLastGoodParts: of a broken file the last good part stays, however often it
// breaks; a file that is good shows, whatever else is broken; and one that is
// taken away is no longer listed.
func TestLastGoodParts(t *testing.T) {
	f := newFixture(t)
	field := func(path, key string) any { f.api.catalog.refresh(t.Context()); return f.get(path).json(t)[key] }
	excerptOf := func(i int) any {
		return field("/v1/anchors", "anchors").([]any)[i].(map[string]any)["readme_excerpt"]
	}
	for _, bad := range []string{strings.Repeat("1", 2<<10), "no version", "", "v1.2"} {
		f.write("VERSION", bad)
		if got := field("/v1/version", "vault_version"); got != "v4.5.6" {
			t.Errorf("vault_version with %.10q in VERSION: %v", bad, got)
		}
	}
	for _, bad := range []string{"version: \"x\"", "other: \"1.2.3\"", ": ["} {
		f.write("SKILL.md", strings.Replace(workspaceFiles()["SKILL.md"], "version: \"1.2.3\"", bad, 1))
		if got := field("/v1/version", "skill_version"); got != "v1.2.3" {
			t.Errorf("skill_version with %q: %v", bad, got)
		}
	}
	f.write("anchors/keeper/README.md", strings.Repeat("x", maxReadme+1))
	f.write("anchors/empty/README.md", "First.\n")
	if keeper, other := excerptOf(1), excerptOf(0); keeper != "A plain view of things." || other != "First." {
		t.Errorf("excerpts of a broken README.md and of a new one: %v, %v", keeper, other)
	}
	f.write("anchors/empty/README.md", "# Only a heading\n")
	if got := excerptOf(0); got != nil {
		t.Errorf("an excerpt that README.md no longer has: %v", got)
	}
	f.remove("anchors/keeper/README.md")
	f.remove("VERSION")
	if got, vault := excerptOf(1), field("/v1/version", "vault_version"); got != nil || vault != "v0.0.0" {
		t.Errorf("of files that are gone: %v, %v", got, vault)
	}
}

// TestNamedModels: a scene whose integrity reader names an unknown provider stays in the
// list, health is degraded, and the log names the place.
func TestNamedModels(t *testing.T) {
	f := newFixture(t)
	f.api.catalog.o.Models = func(provider, _ string) (why, fix string) {
		if provider == "nowhere" {
			why = "there is no provider"
		}
		return why, "correct provider"
	}
	f.write("scenes/fair/scene.yaml", workspaceFiles()["scenes/fair/scene.yaml"]+"\nintegrity_reader: {enabled: true, provider: nowhere}\n")
	f.api.catalog.refresh(t.Context())
	if got := f.do("GET", "/v1/healthz", nil, "").json(t)["status"]; got != "degraded" {
		t.Errorf("status %v", got)
	}
	if !strings.Contains(string(f.get("/v1/scenes").body), `"fair"`) || !strings.Contains(f.logs.String(), `integrity_reader: there is no provider`) {
		t.Errorf("the log:\n%s", f.logs)
	}
}
