package casefile_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
	"judgement/internal/faulttest"
)

// TestUnfinishedPublicationIsReplaced: a publication that stopped before
// version.json goes on with other content, another date and other formats, as
// after an upgrade or with another time zone.
func TestUnfinishedPublicationIsReplaced(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	c, err := casefile.New(open(t, dir), clock).Open(ctx, casefile.Ref{Scene: "demo", Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	publish := func(plan casefile.Plan, date, text string, formats ...string) *casefile.Version {
		t.Helper()
		v, err := c.Begin(ctx, plan)
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		p := casefile.Publication{Date: date, VersionMD: []byte(text), Reports: []casefile.File{{Name: "report.md", Data: []byte(text)}}}
		for _, f := range formats {
			p.Reports = append(p.Reports, casefile.File{Name: "report." + f, Data: []byte(text)})
		}
		if err := v.Publish(ctx, p); err != nil {
			t.Fatal(err)
		}
		return v
	}
	publish(plan("k"), "2026-03-01", "first", "html", "pdf")
	if err := os.Remove(filepath.Join(dir, "cases", c.ID, "v1/version.json")); err != nil {
		t.Fatal(err)
	}
	later := plan("k")
	later.Date = "2026-03-02"
	v := publish(later, "2026-03-02", "second", "html")
	if v.Number != 1 || !v.Resumed || v.Date != "2026-03-01" {
		t.Errorf("version %d, resumed %v, date %s; want the first one with its snapshot's date", v.Number, v.Resumed, v.Date)
	}
	got := tree(t, filepath.Join(dir, "reports/acme"))
	var names []string
	for name, content := range got {
		if strings.HasPrefix(name, "versions/") {
			names = append(names, name+" "+content)
		}
	}
	want := map[string]string{"versions/v1_2026-03-02.md": "-r--r--r-- second", "versions/v1_2026-03-02.html": "-r--r--r-- second"}
	for name, content := range want {
		if got[name] != content {
			t.Errorf("%s is %q, want %q", name, got[name], content)
		}
	}
	if len(names) != len(want) {
		t.Errorf("snapshots: %v", names)
	}
	if _, err := c.Check(ctx, info(t, c), nil); err != nil {
		t.Error(err)
	}
}

// TestDateOfTheFirstRun: a run that goes on keeps the date that it was started
// with.
func TestDateOfTheFirstRun(t *testing.T) {
	ctx := t.Context()
	c, err := casefile.New(open(t, t.TempDir()), clock).Open(ctx, casefile.Ref{Scene: "demo", Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	for _, date := range []string{"2026-03-01", "2026-03-02"} {
		p := plan("k")
		p.Date = date
		v, err := c.Begin(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		v.Close()
		if v.Number != 1 || v.Date != "2026-03-01" {
			t.Errorf("version %d of %s, want version 1 of 2026-03-01", v.Number, v.Date)
		}
	}
}

// TestVersionsOfEarlierReleases: what they did not record is no finding, and what
// they did record is checked.
func TestVersionsOfEarlierReleases(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	st := open(t, dir)
	for range 2 {
		if _, err := review(ctx, st, "acme", "k"); err != nil {
			t.Fatal(err)
		}
	}
	c, err := casefile.New(st, clock).Find(ctx, "acme")
	if err != nil {
		t.Fatal(err)
	}
	earlier := func(name string, change func(text string) string) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		overwrite(t, filepath.Join(dir, name), []byte(change(string(data))))
	}
	for _, name := range []string{"v1/version.json", "v2/version.json"} {
		earlier("cases/"+c.ID+"/"+name, func(text string) string { return strings.Replace(text, `"schema": 2`, `"schema": 1`, 1) })
	}
	earlier("cases/"+c.ID+"/case.yaml", func(text string) string {
		head, rest, _ := strings.Cut(text, "versions:\n")
		_, rest, _ = strings.Cut(rest, "checkpoints:")
		return head + "checkpoints:" + rest
	})
	// An earlier release finished a run of this one, and listed replies alone.
	overwrite(t, filepath.Join(dir, "cases", c.ID, "v2/replies/0123.spent"), []byte("{}"))
	found, err := c.Check(ctx, info(t, c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{1, 2}, found.Unrecorded); diff != "" {
		t.Errorf("unrecorded versions (-want +got):\n%s", diff)
	}
	if v, err := review(ctx, st, "acme", "k"); err != nil || v.Number != 3 {
		t.Fatalf("the next review: %+v, %v", v, err)
	}
	if found, err = c.Check(ctx, info(t, c), nil); err != nil || len(found.Unrecorded) != 2 {
		t.Errorf("with a version of this release: %+v, %v", found, err)
	}
	earlier("cases/"+c.ID+"/v1/verdicts.json", func(string) string { return "[1]\n" })
	if _, err := c.Check(ctx, info(t, c), nil); err == nil || !strings.Contains(err.Error(), "v1/verdicts.json was changed") {
		t.Errorf("verdicts.json of version 1 was changed: %v", err)
	}
}

func info(t *testing.T, c *casefile.Case) casefile.Info {
	t.Helper()
	out, err := c.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return out
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
