package casefile_test

import (
	"os"
	"os/exec"
	"sync"
	"testing"

	"judgement/internal/casefile"
	"judgement/internal/faulttest"
)

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
