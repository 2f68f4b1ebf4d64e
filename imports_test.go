package main

import (
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// deps lists for each package of the module what it depends on, directly or not,
// and the package itself.
func deps(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		all[fields[0]] = fields
	}
	return all
}

// imports lists for each package of the module what it imports directly.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		all[fields[0]] = fields[1:]
	}
	return all
}

// pure lists every package of the module. True means that the package, with all
// that it depends on, uses no network, no database and no processes. Packages that
// judge, aggregate and render are pure.
var pure = map[string]bool{
	"judgement":                               false,
	"judgement/bench/attribution":             false,
	"judgement/bench/board":                   false,
	"judgement/bench/chat":                    false,
	"judgement/bench/fakemodel":               false,
	"judgement/bench/http":                    false,
	"judgement/bench/intake":                  false,
	"judgement/bench/queue":                   false,
	"judgement/bench/review":                  false,
	"judgement/cmd":                           false,
	"judgement/config":                        false,
	"judgement/internal/api":                  false,
	"judgement/internal/api/tracing":          false,
	"judgement/internal/app":                  false,
	"judgement/internal/advice":               true,
	"judgement/internal/attribution":          true,
	"judgement/internal/audience":             true,
	"judgement/internal/batch":                true,
	"judgement/internal/board":                true,
	"judgement/internal/childenv":             true,
	"judgement/internal/casefile":             true,
	"judgement/internal/casefile/storagetest": true,
	"judgement/internal/chat":                 false,
	"judgement/internal/chat/chatdb":          false,
	"judgement/internal/chat/chattest":        false,
	"judgement/internal/chat/lark":            false,
	"judgement/internal/chat/lark/larkfake":   false,
	"judgement/internal/chromium":             false,
	"judgement/internal/deliver":              false,
	"judgement/internal/document":             true,
	"judgement/internal/document/child":       false,
	"judgement/internal/document/pdfium":      false,
	"judgement/internal/doctor":               false,
	"judgement/internal/evidence":             true,
	"judgement/internal/export":               false,
	"judgement/internal/fault":                true,
	"judgement/internal/faulttest":            false,
	"judgement/internal/format":               true,
	"judgement/internal/heartbeat":            true,
	"judgement/internal/job":                  true,
	"judgement/internal/jury":                 true,
	"judgement/internal/jury/ledgertest":      true,
	"judgement/internal/llm":                  true,
	"judgement/internal/llm/fakeserver":       false,
	"judgement/internal/llm/offline":          true,
	"judgement/internal/llm/openai":           false,
	"judgement/internal/llm/replay":           true,
	"judgement/internal/origin":               true,
	"judgement/internal/pairwise":             true,
	"judgement/internal/pipeline":             true,
	"judgement/internal/prose":                true,
	"judgement/internal/queue":                false,
	"judgement/internal/review":               true,
	"judgement/internal/skill":                true,
	"judgement/internal/stat":                 true,
	"judgement/internal/store":                false,
	"judgement/internal/store/pgtest":         false,
	"judgement/internal/terminal":             false, // tablewriter depends on database/sql
	"judgement/internal/testtool":             false,
	"judgement/internal/text":                 true,
	"judgement/internal/trial":                true,
	"judgement/internal/yamlfile":             true,
	"judgement/internal/yamlfile/schematest":  true,
	"judgement/meeting":                       true,
	"judgement/meeting/pptx":                  true,
	"judgement/panel":                         true,
	"judgement/report":                        true,
	"judgement/report/chart":                  true,
	"judgement/report/html":                   true,
	"judgement/report/internal/place":         true,
	"judgement/report/internal/sample":        true,
	"judgement/report/pdf":                    true,
	"judgement/scene":                         true,
}

func TestPurePackages(t *testing.T) {
	all := deps(t)
	for _, pkg := range slices.Sorted(maps.Keys(all)) {
		isPure, known := pure[pkg]
		if !known {
			t.Errorf("package %s is not in the table of packages in imports_test.go; add it there, pure or not, and to docs/architecture.md", pkg)
		}
		for _, bad := range []string{"net/http", "database/sql", "os/exec"} {
			if isPure && slices.Contains(all[pkg], bad) {
				t.Errorf("%s depends on %s; pass it in behind an interface instead", pkg, bad)
			}
		}
	}
	for pkg := range pure {
		if all[pkg] == nil {
			t.Errorf("package %s of the table in imports_test.go does not exist; remove it there", pkg)
		}
	}
}

// TestZonesAreInTheProgram checks that time_zone works in an image without time
// zones.
func TestZonesAreInTheProgram(t *testing.T) {
	if !slices.Contains(deps(t)["judgement"], "time/tzdata") {
		t.Error("the program does not contain time/tzdata")
	}
}

// TestReportImports checks that report imports the standard library and panel only.
func TestReportImports(t *testing.T) {
	for _, imp := range imports(t)["judgement/report"] {
		if imp != "judgement/panel" && (strings.Contains(imp, ".") || strings.HasPrefix(imp, "judgement/")) {
			t.Errorf("report imports %s; it may import the standard library and panel only", imp)
		}
	}
}

// TestLibrariesHaveOneImporter checks that only the named packages import a
// library. A library without any may not be imported at all.
func TestLibrariesHaveOneImporter(t *testing.T) {
	importers := map[string][]string{
		"github.com/spf13/viper":            {"judgement/config"},
		"github.com/go-viper/mapstructure":  {"judgement/config"},
		"github.com/spf13/cobra":            {"judgement/cmd"},
		"github.com/sashabaranov/go-openai": {"judgement/internal/llm/openai"},
		"github.com/riverqueue/":            {"judgement/internal/queue", "judgement/internal/store"},
		"github.com/larksuite/":             {"judgement/internal/chat/lark"},
		"github.com/jackc/pgx/":             {"judgement/internal/queue", "judgement/internal/store", "judgement/internal/store/pgtest"},
		"modernc.org/sqlite":                {"judgement/internal/store"},
		"unsafe":                            nil,
		"go.yaml.in/":                       nil, // gopkg.in/yaml.v3 is the only YAML library
	}
	for pkg, list := range imports(t) {
		for _, imp := range list {
			for lib, allowed := range importers {
				if strings.HasPrefix(imp, lib) && !slices.Contains(allowed, pkg) {
					t.Errorf("%s imports %s; these packages may: %q", pkg, imp, allowed)
				}
			}
		}
	}
}

// TestAdaptersAreIndependent checks that adapters do not import each other, except
// store, and that only main imports cmd.
func TestAdaptersAreIndependent(t *testing.T) {
	adapters := []string{
		"judgement/internal/llm/openai", "judgement/internal/llm/offline", "judgement/internal/llm/replay",
		"judgement/internal/queue", "judgement/internal/api", "judgement/internal/chat", "judgement/internal/chat/lark",
		"judgement/internal/deliver", "judgement/internal/chromium", "judgement/internal/document/pdfium", "judgement/internal/document/child",
	}
	for pkg, list := range imports(t) {
		for _, imp := range list {
			if imp == "judgement/cmd" && pkg != "judgement" {
				t.Errorf("%s imports cmd", pkg)
			}
			under := strings.HasPrefix(pkg, imp+"/") || strings.HasPrefix(imp, pkg+"/")
			if slices.Contains(adapters, pkg) && slices.Contains(adapters, imp) && !under {
				t.Errorf("adapter %s imports adapter %s", pkg, imp)
			}
		}
	}
}

// TestNoTestCodeInTheProgram checks that packages for tests are not in the binary,
// and that store depends on no rules.
func TestNoTestCodeInTheProgram(t *testing.T) {
	all := deps(t)
	for _, bad := range []string{"testing", "judgement/internal/store/pgtest", "judgement/internal/faulttest", "judgement/internal/testtool"} {
		if slices.Contains(all["judgement"], bad) {
			t.Errorf("the program depends on %s", bad)
		}
	}
	may := []string{"judgement/internal/casefile", "judgement/internal/childenv", "judgement/internal/fault", "judgement/internal/heartbeat", "judgement/internal/job", "judgement/internal/jury", "judgement/internal/text"}
	for _, imp := range imports(t)["judgement/internal/store"] {
		if strings.HasPrefix(imp, "judgement/") && !slices.Contains(may, imp) {
			t.Errorf("store imports %s; it may import %s only", imp, strings.Join(may, " and "))
		}
	}
}
