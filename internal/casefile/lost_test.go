package casefile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/casefile"
	"judgement/internal/fault"
)

// TestDamagedCase: a case of which one of the files that make it a case is gone is
// neither unknown nor made a second time. What to do about it is said.
func TestDamagedCase(t *testing.T) {
	for gone, want := range map[string]struct{ text, fix string }{
		"cases/C-2026-0002/case.yaml":  {"cases/C-2026-0002/case.yaml is missing", "restore case.yaml from a backup"},
		"cases/C-2026-0002":            {"cases/C-2026-0002/case.yaml is missing", "or remove reports/demo-acme and"},
		"reports/demo-acme":            {"reports/demo-acme/.case.json of case C-2026-0002 is missing", "restore it from a backup"},
		"reports/demo-acme/.case.json": {"reports/demo-acme/.case.json of case C-2026-0002 is missing", `write {"schema":1,"id":"C-2026-0002","scene":"demo","brand":"acme","latest_version":1,"created_at":"2026-03-01T12:00:00Z"}`},
	} {
		dir := t.TempDir()
		st := open(t, dir)
		running := casefile.New(st, clock)
		if _, err := running.Open(t.Context(), casefile.Ref{Scene: "demo", Brand: "first"}); err != nil { // and knows its number
			t.Fatal(err)
		}
		if _, err := review(t.Context(), st, "acme", "k"); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(dir, gone)); err != nil {
			t.Fatal(err)
		}
		check := func(what string, err error) {
			t.Helper()
			f := fault.From(err)
			if !errors.Is(err, fault.DamagedCase) || !strings.Contains(err.Error(), want.text) || !strings.Contains(f.Params["fix"], want.fix) {
				t.Errorf("%s is gone: %s: %v, %+v", gone, what, err, f)
			}
		}
		if _, err := casefile.New(st, clock).Find(t.Context(), "C-2026-0002"); strings.HasPrefix(gone, "cases/") {
			check("Find by id", err)
		} else if err != nil {
			t.Errorf("%s is gone: Find by id: %v", gone, err)
		}
		for _, cs := range []*casefile.Cases{running, casefile.New(st, clock)} {
			for _, name := range []string{"acme", "demo-acme"} {
				_, err := cs.Find(t.Context(), name)
				check("Find "+name, err)
			}
		}
		for _, cs := range []*casefile.Cases{running, casefile.New(st, clock)} {
			_, err := cs.Open(t.Context(), casefile.Ref{Scene: "demo", BrandPrefix: "demo-", Brand: "acme"})
			if gone != "cases/C-2026-0002" { // else it is deleted on purpose
				check("Open", err)
			} else if err != nil {
				t.Error(err)
			}
		}
		if names, err := os.ReadDir(filepath.Join(dir, ".judgement/cases")); err != nil || len(names) != 2 {
			t.Errorf("%s is gone: numbers taken: %v, %v", gone, names, err)
		}
	}
}

// TestReclaim: a case of which nothing was published gets its report folder back.
func TestReclaim(t *testing.T) {
	dir := t.TempDir()
	st := open(t, dir)
	ref := casefile.Ref{Scene: "demo", Brand: "acme"}
	first, err := casefile.New(st, clock).Open(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "reports")); err != nil {
		t.Fatal(err)
	}
	if _, err := casefile.New(st, clock).Find(t.Context(), "acme"); !errors.Is(err, fault.UnknownCase) {
		t.Errorf("Find: %v", err)
	}
	if _, err := casefile.New(st, clock).Open(t.Context(), casefile.Ref{Scene: "other", Brand: "acme"}); !errors.Is(err, fault.OtherScene) {
		t.Errorf("Open for another scene: %v", err)
	}
	if c, err := casefile.New(st, clock).Open(t.Context(), ref); err != nil || c.ID != first.ID {
		t.Errorf("Open = %v, %v; want %s", c, err, first.ID)
	}
}
