package casefile_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
)

const dirEnv = "CASEFILE_TEST_DIR"

// runChild is the whole run of a child process.
func runChild(t *testing.T, brand string) {
	st := open(t, os.Getenv(dirEnv), casefile.WithSteps(faulttest.KillAt()))
	if _, err := review(t.Context(), st, brand, "k"); err != nil {
		t.Fatal(err)
	}
}

func TestKilledAtEveryStep(t *testing.T) {
	if faulttest.InChild(t) {
		runChild(t, "acme")
		return
	}
	whole := t.TempDir()
	if _, err := review(t.Context(), open(t, whole), "acme", "k"); err != nil {
		t.Fatal(err)
	}
	want := tree(t, whole)
	var dir string
	kills := faulttest.KillEverywhere(t,
		func(int) *exec.Cmd {
			dir = t.TempDir()
			return faulttest.Child(t, dirEnv+"="+dir)
		},
		func(n int) {
			checkWhole(t, dir, want, n)
			st := open(t, dir)
			if _, err := st.Read(t.Context(), "cases/C-2026-0001/v1/version.json"); errors.Is(err, fs.ErrNotExist) {
				if v, err := review(t.Context(), st, "acme", "k"); err != nil || v.Number != 1 {
					t.Fatalf("kill %d: the next run: %+v, %v", n, v, err)
				}
			}
			if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
				t.Errorf("kill %d: bytes differ from an uninterrupted run (-want +got):\n%s", n, diff)
			}
		})
	// Every file has four steps at least: stage, middle, sync, name.
	if kills < 50 {
		t.Errorf("only %d kills", kills)
	}
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("the child that wasn't killed (-want +got):\n%s", diff)
	}
}

// twice reports whether a file has two contents in its life.
func twice(name string) bool {
	return strings.HasSuffix(name, "case.yaml") || strings.HasSuffix(name, ".case.json")
}

// checkWhole checks that every file with a real name is whole right after a
// kill.
func checkWhole(t *testing.T, dir string, want map[string]string, n int) {
	t.Helper()
	for name, got := range tree(t, dir) {
		if strings.HasPrefix(filepath.Base(name), ".new-") || twice(name) {
			continue // the next run reads it strictly
		}
		if got != want[name] {
			t.Errorf("kill %d: %s is %q, want %q", n, name, got, want[name])
		}
	}
}

// TestKilledOverAnEarlierVersion kills the second review of a brand: report
// files change from one version's to the next's.
func TestKilledOverAnEarlierVersion(t *testing.T) {
	if faulttest.InChild(t) {
		runChild(t, "acme")
		return
	}
	start := func() string {
		dir := t.TempDir()
		if _, err := review(t.Context(), open(t, dir), "acme", "earlier"); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	whole := start()
	if _, err := review(t.Context(), open(t, whole), "acme", "k"); err != nil {
		t.Fatal(err)
	}
	want := tree(t, whole)
	var dir string
	faulttest.KillEverywhere(t,
		func(int) *exec.Cmd {
			dir = start()
			return faulttest.Child(t, dirEnv+"="+dir)
		},
		func(n int) {
			st := open(t, dir)
			if _, err := st.Read(t.Context(), "cases/C-2026-0001/v2/version.json"); errors.Is(err, fs.ErrNotExist) {
				if v, err := review(t.Context(), st, "acme", "k"); err != nil || v.Number != 2 {
					t.Fatalf("kill %d: the next run: %+v, %v", n, v, err)
				}
			}
			if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
				t.Errorf("kill %d: bytes differ from an uninterrupted run (-want +got):\n%s", n, diff)
			}
		})
}

// TestNumberIsKeptForItsClaim kills a review between the claim of its folder and its
// case: another brand takes another number, and the review gets its own.
func TestNumberIsKeptForItsClaim(t *testing.T) {
	if faulttest.InChild(t) {
		runChild(t, "acme")
		return
	}
	var dir string
	orphaned := 0
	faulttest.KillEverywhere(t,
		func(int) *exec.Cmd {
			dir = t.TempDir()
			return faulttest.Child(t, dirEnv+"="+dir)
		},
		func(n int) {
			st := open(t, dir)
			_, claim := st.Read(t.Context(), "reports/demo-acme/.case.json")
			_, made := st.Read(t.Context(), "cases/C-2026-0001/case.yaml")
			if claim != nil || made == nil {
				return
			}
			orphaned++
			cs := casefile.New(st, clock)
			if c, err := cs.Open(t.Context(), casefile.Ref{Scene: "demo", Brand: "zeta"}); err != nil || c.ID != "C-2026-0002" {
				t.Fatalf("Open(zeta) = %v, %v; want C-2026-0002", c, err)
			}
			for range 2 {
				c, err := cs.Open(t.Context(), casefile.Ref{Scene: "demo", BrandPrefix: "demo-", Brand: "acme"})
				if err != nil || c.ID != "C-2026-0001" {
					t.Fatalf("Open(acme) = %v, %v; want C-2026-0001", c, err)
				}
			}
		})
	if orphaned == 0 {
		t.Error("no kill fell between claim and case")
	}
}

// TestNumberTakenByAnotherBrand: a claim whose maker died while others were taking
// numbers, so that one of them got its number.
func TestNumberTakenByAnotherBrand(t *testing.T) {
	st := open(t, t.TempDir())
	cs := casefile.New(st, clock)
	want := func(ref casefile.Ref, id string) {
		t.Helper()
		if c, err := cs.Open(t.Context(), ref); err != nil || c.ID != id {
			t.Fatalf("Open(%s) = %v, %v; want %s", ref.Brand, c, err, id)
		}
	}
	want(casefile.Ref{Scene: "demo", Brand: "zeta"}, "C-2026-0001")
	died := `{"schema":1,"id":"C-2026-0002","scene":"demo","brand":"acme"}` + "\n"
	if err := st.Write(t.Context(), casefile.File{Name: "reports/demo-acme/.case.json", Data: []byte(died), Once: true}); err != nil {
		t.Fatal(err)
	}
	want(casefile.Ref{Scene: "demo", Brand: "eta"}, "C-2026-0002")
	for range 2 {
		want(casefile.Ref{Scene: "demo", BrandPrefix: "demo-", Brand: "acme"}, "C-2026-0003")
	}
}

func TestEightProcessesTakeNumbers(t *testing.T) {
	if faulttest.InChild(t) {
		st := open(t, os.Getenv(dirEnv))
		for range 3 {
			if _, err := review(t.Context(), st, "acme", "k"); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		cmd := faulttest.Child(t, dirEnv+"="+dir)
		wg.Go(func() {
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("child: %v\n%s", err, out)
			}
		})
	}
	wg.Wait()
	c, err := casefile.New(open(t, dir), clock).Find(t.Context(), "C-2026-0001")
	if err != nil {
		t.Fatal(err)
	}
	versions, err := c.Versions(t.Context())
	if err != nil || len(versions) != 24 {
		t.Fatalf("%d versions, %v; want 24", len(versions), err)
	}
	for i, v := range versions {
		if err := v.Verify(t.Context()); err != nil || v.Number != i+1 || !v.Complete {
			t.Errorf("version %d at %d: complete %v, %v", v.Number, i, v.Complete, err)
		}
	}
	got := tree(t, dir)
	if want := "-rw-r--r-- # Report of version 24\n"; got["reports/demo-acme/report.md"] != want {
		t.Errorf("report.md is %q, want %q", got["reports/demo-acme/report.md"], want)
	}
}

func TestFullDisk(t *testing.T) {
	whole := t.TempDir()
	if _, err := review(t.Context(), open(t, whole), "acme", "k"); err != nil {
		t.Fatal(err)
	}
	want := tree(t, whole)
	failed := 0
	for pages := 0; ; pages++ {
		dir := faulttest.FullDisk(t, 256<<10)
		faulttest.Fill(t, dir, pages*4096)
		st := open(t, dir)
		_, err := review(t.Context(), st, "acme", "k")
		if err == nil {
			break
		}
		failed++
		if !errors.Is(err, syscall.ENOSPC) || !errors.Is(err, fault.WriteFull) || !strings.HasSuffix(err.Error(), "no space left on device") {
			t.Errorf("%d pages: %v", pages, err)
		}
		got := tree(t, dir)
		delete(got, ".filler")
		for name, data := range got {
			if data != want[name] && !twice(name) {
				t.Errorf("%d pages: %s is %q, want %q or nothing", pages, name, data, want[name])
			}
		}
		// The fix for the code works.
		if err := os.Remove(filepath.Join(dir, ".filler")); err != nil {
			t.Fatal(err)
		}
		if _, err := review(t.Context(), st, "acme", "k"); err != nil {
			t.Fatalf("%d pages: after freeing space: %v", pages, err)
		}
		if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
			t.Errorf("%d pages: after freeing space (-want +got):\n%s", pages, diff)
		}
	}
	if failed < 5 {
		t.Errorf("only %d runs met a full disk", failed)
	}
}

func TestReadOnlyReports(t *testing.T) {
	dir := t.TempDir()
	if _, err := review(t.Context(), open(t, dir), "acme", "k"); err != nil {
		t.Fatal(err)
	}
	before := tree(t, filepath.Join(dir, "reports"))
	reports := filepath.Join(dir, "reports")
	faulttest.ReadOnly(t, reports)
	st := open(t, dir)
	_, err := review(t.Context(), st, "other", "k")
	want := "write " + filepath.Join(reports, "demo-other") + ": read-only file system"
	if !errors.Is(err, fault.WriteReadOnly) || err.Error() != want {
		t.Errorf("new brand: got  %v\nwant %s", err, want)
	}
	if _, err := review(t.Context(), st, "acme", "k"); !errors.Is(err, syscall.EROFS) {
		t.Errorf("known brand: %v, want EROFS", err)
	}
	if diff := cmp.Diff(before, tree(t, reports)); diff != "" {
		t.Errorf("reports changed:\n%s", diff)
	}
	c, err := casefile.New(st, clock).Find(t.Context(), "acme")
	if err != nil {
		t.Fatalf("reading needs no writing: %v", err)
	}
	if versions, err := c.Versions(t.Context()); err != nil || versions[0].Verify(t.Context()) != nil {
		t.Errorf("reading needs no writing: %v", err)
	}
}

func TestUnprivilegedUser(t *testing.T) {
	if faulttest.InChild(t) {
		st := open(t, os.Getenv(dirEnv))
		_, err := review(t.Context(), st, "acme", "k")
		fmt.Printf("error: %v (%s)\n", err, string(fault.CodeOf(err)))
		return
	}
	dir, err := os.MkdirTemp("", "casefile-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := faulttest.Child(t, dirEnv+"="+dir)
	faulttest.AsNobody(t, cmd)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("child: %v\n%s", err, out)
	}
	want := "error: write " + dir + "/reports/demo-acme: permission denied (write_denied)\n"
	if !strings.Contains(string(out), want) {
		t.Errorf("got  %s\nwant %s", out, want)
	}
	if got := tree(t, dir); len(got) != 0 {
		t.Errorf("files were left: %v", got)
	}
	if err := os.Chmod(dir, 0o777); err != nil { // the fix
		t.Fatal(err)
	}
	cmd = faulttest.Child(t, dirEnv+"="+dir)
	faulttest.AsNobody(t, cmd)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "error: <nil>") {
		t.Errorf("after the fix: %v\n%s", err, out)
	}
}
