package casefile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
)

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
