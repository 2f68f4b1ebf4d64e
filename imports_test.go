package main

import (
	"maps"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// goList is go list's output for every package, with judgement as the module's path,
// whatever make module made of it.
func goList(t *testing.T, format string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", format, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	module, err := exec.CommandContext(t.Context(), "go", "list", "-m").Output()
	if err != nil {
		t.Fatalf("go list -m: %v", err)
	}
	path := regexp.MustCompile(`(^|\s)` + regexp.QuoteMeta(strings.TrimSpace(string(module))) + `\b`)
	return path.ReplaceAllString(string(out), "${1}judgement")
}

// deps lists for each package of the module what it depends on, directly or not,
// and the package itself.
func deps(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for line := range strings.Lines(goList(t, `{{.ImportPath}} {{join .Deps " "}}`)) {
		fields := strings.Fields(line)
		all[fields[0]] = fields
	}
	return all
}

// imports lists for each package of the module what it imports directly.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for line := range strings.Lines(goList(t, `{{.ImportPath}} {{join .Imports " "}}`)) {
		fields := strings.Fields(line)
		all[fields[0]] = fields[1:]
	}
	return all
}

// layer is one step of the order of packages.
type layer struct{ name, packages string }

// layers lists every package of the program once, without judgement/ and the lowest
// layer first. A package imports packages of lower layers only. Within a layer, a
// folder and the folders below it may import each other, as chat/lark imports chat.
// docs/architecture.md has the same list.
var layers = []layer{
	{"basics", "internal/childenv internal/fault internal/heartbeat internal/lazy internal/origin internal/packed internal/prose internal/stat internal/text"},
	{"files", "internal/database internal/database/lease internal/document internal/document/scan internal/evidence internal/yamlfile"},
	{"judges", "internal/advice internal/skill panel"},
	{"terms", "internal/job internal/llm report report/chart scene"},
	{"calls", "config internal/jury internal/llm/connect internal/study report/internal/place"},
	{"cases", "internal/align internal/casefile internal/casefile/pgfiles report/html report/pdf"},
	{"storage", "internal/calllog internal/format internal/outbox internal/ratelimit internal/store"},
	{"boards", "internal/board internal/board/keeper"},
	{"formats", "internal/label internal/pairwise internal/review meeting meeting/pptx"},
	{"pipeline", "internal/pipeline"},
	{"services", "internal/attribution internal/audience internal/batch internal/export internal/github internal/immunity internal/trial"},
	{"adapters", "internal/api internal/api/pages internal/api/tracing internal/chat internal/chat/chatdb internal/chat/lark internal/chromium " +
		"internal/document/child internal/document/pdfium internal/llm/anthropic internal/llm/offline internal/llm/openai internal/llm/replay " +
		"internal/mcp internal/queue internal/terminal"},
	{"composition", "internal/app"},
	{"diagnosis", "internal/doctor"},
	{"commands", "cmd"},
	{"program", "."},
}

// outside lists the packages for tests and benchmarks, which the program does not
// import.
const outside = "bench/attribution bench/board bench/chat bench/fakemodel bench/http bench/intake bench/queue bench/review internal/casefile/storagetest " +
	"internal/browsertest internal/chat/chattest internal/chat/lark/larkfake internal/database/dbtest internal/database/pgtest internal/faulttest " +
	"internal/jury/ledgertest internal/llm/fakeserver internal/llm/llmtest internal/logtest internal/testtool internal/yamlfile/schematest " +
	"report/internal/sample scene/scenetest bench/recorded internal/llm/servertest bench/pages bench/cache bench/demo bench/mcp bench/wording"

// mayConnect lists the packages below the commands that may use the network, a
// database or processes, directly or not. Packages that judge, aggregate and render
// may not.
const mayConnect = "internal/api internal/api/tracing internal/app internal/board/keeper internal/calllog internal/casefile/pgfiles internal/chat " +
	"internal/chat/chatdb internal/chat/lark internal/chromium internal/database internal/database/lease internal/doctor internal/document/child " +
	"internal/document/pdfium internal/export internal/llm/connect internal/llm/openai internal/outbox internal/queue internal/ratelimit internal/store " +
	"internal/terminal config cmd . internal/api/pages internal/mcp internal/llm/anthropic" // terminal: tablewriter depends on database/sql

// paths returns the import paths of a list of packages.
func paths(list string) []string {
	all := strings.Fields(list)
	for i, p := range all {
		all[i] = path.Join("judgement", p)
	}
	return all
}

// TestLayers checks that every package is in one layer and imports lower ones only.
func TestLayers(t *testing.T) {
	all, level := imports(t), map[string]int{}
	for i, l := range layers {
		for _, pkg := range paths(l.packages) {
			if _, twice := level[pkg]; twice {
				t.Errorf("package %s is in two layers", pkg)
			}
			level[pkg] = i
		}
	}
	tests := paths(outside)
	for _, pkg := range append(slices.Sorted(maps.Keys(level)), tests...) {
		if all[pkg] == nil {
			t.Errorf("package %s of imports_test.go does not exist; remove it there", pkg)
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(all)) {
		own, known := level[pkg]
		if known == slices.Contains(tests, pkg) {
			t.Errorf("package %s is not in exactly one list of imports_test.go: add it to a layer or to outside, and to docs/architecture.md", pkg)
			continue
		}
		for _, imp := range all[pkg] {
			of, inLayer := level[imp]
			nested := strings.HasPrefix(imp, pkg+"/") || strings.HasPrefix(pkg, imp+"/")
			switch {
			case !strings.HasPrefix(imp, "judgement"):
			case !known && imp == "judgement/cmd":
				t.Errorf("%s imports cmd", pkg)
			case known && !inLayer:
				t.Errorf("%s imports %s, which is for tests", pkg, imp)
			case known && (of > own || of == own && !nested):
				t.Errorf("%s (layer %s) imports %s (layer %s); it may import lower layers only", pkg, layers[own].name, imp, layers[of].name)
			}
		}
	}
}

// TestPurePackages checks that only packages of mayConnect use the network, a
// database or processes.
func TestPurePackages(t *testing.T) {
	all, connected := deps(t), paths(mayConnect)
	for _, l := range layers {
		for _, pkg := range paths(l.packages) {
			for _, bad := range []string{"net/http", "database/sql", "os/exec"} {
				if !slices.Contains(connected, pkg) && slices.Contains(all[pkg], bad) {
					t.Errorf("%s depends on %s; pass it in behind an interface instead", pkg, bad)
				}
			}
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

// TestReportImports checks that report imports the standard library, panel, evidence for
// the notes of citations, text for clipping, and displaywidth for the cells of a terminal.
func TestReportImports(t *testing.T) {
	for _, imp := range imports(t)["judgement/report"] {
		own := imp == "judgement/panel" || imp == "judgement/internal/evidence" || imp == "judgement/internal/text" || imp == "github.com/clipperhouse/displaywidth"
		if !own && (strings.Contains(imp, ".") || strings.HasPrefix(imp, "judgement/")) {
			t.Errorf("report imports %s; see TestReportImports", imp)
		}
	}
}

// TestLibrariesHaveOneImporter checks that only the named packages import a
// library. A library without any may not be imported at all.
func TestLibrariesHaveOneImporter(t *testing.T) {
	importers := map[string][]string{
		"github.com/spf13/viper":                 {"judgement/config"},
		"github.com/go-viper/mapstructure":       {"judgement/config"},
		"github.com/clipperhouse/displaywidth":   {"judgement/report"},
		"github.com/spf13/cobra":                 {"judgement/cmd"},
		"github.com/sashabaranov/go-openai":      {"judgement/internal/llm/openai"},
		"github.com/anthropics/anthropic-sdk-go": {"judgement/internal/llm/anthropic"},
		"github.com/riverqueue/":                 {"judgement/internal/database", "judgement/internal/queue", "judgement/internal/store"},
		"github.com/larksuite/":                  {"judgement/internal/chat/lark"},
		"github.com/jackc/pgx/":                  {"judgement/internal/database", "judgement/internal/database/pgtest", "judgement/internal/queue"},
		"modernc.org/sqlite":                     {"judgement/internal/database"},
		"judgement/internal/app":                 {"judgement/cmd", "judgement/internal/doctor"}, // their fixes name commands
		"judgement/internal/doctor":              {"judgement/cmd"},
		"unsafe":                                 nil,
		"go.yaml.in/":                            nil, // gopkg.in/yaml.v3 is the only YAML library
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

// TestNoTestCodeInTheProgram checks that packages for tests are not in the binary.
func TestNoTestCodeInTheProgram(t *testing.T) {
	all := deps(t)
	for _, bad := range append(paths(outside), "testing") {
		if slices.Contains(all["judgement"], bad) {
			t.Errorf("the program depends on %s", bad)
		}
	}
}
