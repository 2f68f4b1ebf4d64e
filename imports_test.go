package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// deps lists what each package of the module reaches, itself included.
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

// imports lists what each package of the module imports itself.
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

// TestPurePackages holds the packages that judge, aggregate and render to no
// network, no database and no processes, through everything that they reach.
func TestPurePackages(t *testing.T) {
	pure := []string{
		"panel", "scene", "report", "report/html", "report/pdf", "report/chart", "meeting", "meeting/pptx",
		"internal/llm", "internal/jury", "internal/review", "internal/stat", "internal/skill",
		"internal/evidence", "internal/document", "internal/origin", "internal/yamlfile", "internal/job", "internal/board", "internal/audience", "internal/pairwise",
		"internal/heartbeat", "internal/jsonscan",
	}
	all := deps(t)
	checked := 0
	for _, p := range pure {
		reached, ok := all["judgement/"+p]
		if !ok {
			continue
		}
		checked++
		for _, bad := range []string{"net/http", "database/sql", "os/exec"} {
			if slices.Contains(reached, bad) {
				t.Errorf("%s reaches %s; hand it in behind an interface instead", p, bad)
			}
		}
	}
	if checked < 8 {
		t.Errorf("only %d of the pure packages were found: is the list still true?", checked)
	}
}

// TestZonesAreInTheProgram: time_zone works in an image without time zones.
func TestZonesAreInTheProgram(t *testing.T) {
	if !slices.Contains(deps(t)["judgement"], "time/tzdata") {
		t.Error("the program does not carry time/tzdata")
	}
}

// TestReportImports holds report to the standard library and panel.
func TestReportImports(t *testing.T) {
	for _, imp := range imports(t)["judgement/report"] {
		if imp != "judgement/panel" && (strings.Contains(imp, ".") || strings.HasPrefix(imp, "judgement/")) {
			t.Errorf("report imports %s; it may import the standard library and panel only", imp)
		}
	}
}

// TestLibrariesHaveOneRoom holds each outside library with a room of its own to
// that room.
func TestLibrariesHaveOneRoom(t *testing.T) {
	rooms := map[string][]string{
		"github.com/spf13/viper":            {"judgement/config"},
		"github.com/spf13/cobra":            {"judgement/cmd"},
		"github.com/sashabaranov/go-openai": {"judgement/internal/llm/openai"},
		"github.com/riverqueue/":            {"judgement/internal/queue", "judgement/internal/store"},
		"github.com/larksuite/":             {"judgement/internal/chat/lark"},
		"github.com/jackc/pgx/":             {"judgement/internal/queue", "judgement/internal/store", "judgement/internal/store/pgtest"},
		"modernc.org/sqlite":                {"judgement/internal/store"},
	}
	for pkg, list := range imports(t) {
		for _, imp := range list {
			for lib, room := range rooms {
				if strings.HasPrefix(imp, lib) && !slices.Contains(room, pkg) {
					t.Errorf("%s imports %s; only %s may", pkg, imp, strings.Join(room, " and "))
				}
			}
		}
	}
}

// TestAdaptersStandApart: adapters import none of each other but store, and
// nothing imports cmd but main.
func TestAdaptersStandApart(t *testing.T) {
	adapters := []string{
		"judgement/internal/llm/openai", "judgement/internal/llm/offline", "judgement/internal/llm/replay",
		"judgement/internal/queue", "judgement/internal/api", "judgement/internal/chat", "judgement/internal/chat/lark",
		"judgement/internal/deliver", "judgement/internal/chromium", "judgement/internal/document/pdfium",
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

// TestNoTestCodeInTheProgram: what starts servers for tests stays out of the
// binary, and the store knows no rules.
func TestNoTestCodeInTheProgram(t *testing.T) {
	all := deps(t)
	for _, bad := range []string{"testing", "judgement/internal/store/pgtest", "judgement/internal/faulttest"} {
		if slices.Contains(all["judgement"], bad) {
			t.Errorf("the program reaches %s", bad)
		}
	}
	may := []string{"judgement/internal/casefile", "judgement/internal/jury"}
	for _, imp := range imports(t)["judgement/internal/store"] {
		if strings.HasPrefix(imp, "judgement/") && !slices.Contains(may, imp) {
			t.Errorf("store imports %s; it may import %s only", imp, strings.Join(may, " and "))
		}
	}
}
