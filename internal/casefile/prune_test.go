package casefile_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
)

// TestPrune: a version that a dead run left is removed; one that is published, in
// part or whole, is run, has a job, or was alive of late stays.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	st := open(t, dir)
	old, now := day, day.Add(100*24*time.Hour)
	at := old
	cs := casefile.New(st, func() time.Time { return at })
	if _, err := review(t.Context(), st, "acme", "published"); err != nil {
		t.Fatal(err)
	}
	c, err := cs.Open(t.Context(), casefile.Ref{Scene: "demo", Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	begin := func(p casefile.Plan) *casefile.Version {
		t.Helper()
		v, err := c.Begin(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	name := func(v *casefile.Version) string { return fmt.Sprintf("cases/%s/v%d", c.ID, v.Number) }
	left := begin(plan("left"))
	if err := left.Ledger().Put(t.Context(), record("ann", 0)); err != nil {
		t.Fatal(err)
	}
	left.Close()
	ofJob := begin(jobPlan("job", "j-gone"))
	ofJob.Close()
	held := begin(jobPlan("held", "j-1"))
	held.Close()
	alive := begin(plan("alive"))
	late := record("ann", 0)
	late.At = now
	if err := alive.Ledger().Put(t.Context(), late); err != nil {
		t.Fatal(err)
	}
	alive.Close()
	part := begin(plan("part"))
	part.Close()
	if err := st.Write(t.Context(), casefile.File{Name: fmt.Sprintf("reports/%s/versions/v%d_2026-03-01.md", c.Folder, part.Number), Data: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	damaged := begin(plan("damaged"))
	if err := damaged.Ledger().Put(t.Context(), record("ann", 0)); err != nil {
		t.Fatal(err)
	}
	damaged.Close()
	replies, err := filepath.Glob(filepath.Join(dir, name(damaged), "replies", "*.json"))
	if err != nil || len(replies) != 1 {
		t.Fatalf("%v, %v", replies, err)
	}
	if err := os.Truncate(replies[0], 20); err != nil {
		t.Fatal(err)
	}
	defer begin(plan("running")).Close()
	at = now
	begin(plan("fresh")).Close()

	jobs := func(_ context.Context, job string) (bool, error) { return job == "j-1", nil }
	before := tree(t, dir)
	want := []string{name(left), name(ofJob)}
	for _, dryRun := range []bool{true, false} {
		got, err := cs.Prune(t.Context(), now.Add(-90*24*time.Hour), jobs, dryRun)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("dry run %v: %v, %v, want %v", dryRun, got, err, want)
		}
		if diff := cmp.Diff(before, tree(t, dir)); dryRun && diff != "" {
			t.Errorf("a dry run changed (-before +after):\n%s", diff)
		}
	}
	for file := range before {
		if slices.Contains(want, filepath.Dir(file)) || slices.Contains(want, filepath.Dir(filepath.Dir(file))) {
			delete(before, file)
		}
	}
	if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, gone := range want {
		if _, err := os.Stat(filepath.Join(dir, gone)); !os.IsNotExist(err) {
			t.Errorf("%s is there: %v", gone, err)
		}
	}
	if got, err := cs.Prune(t.Context(), now.Add(-90*24*time.Hour), jobs, false); err != nil || len(got) != 0 {
		t.Errorf("again: %v, %v", got, err)
	}
}

// TestPruneBesideARun: a run that goes on with a version while it is pruned either
// keeps it or takes another one, and publishes it whole.
func TestPruneBesideARun(t *testing.T) {
	st := open(t, t.TempDir())
	cs := casefile.New(st, clock)
	none := func(context.Context, string) (bool, error) { return false, nil }
	for i := range 40 {
		c, err := cs.Open(t.Context(), casefile.Ref{Scene: "demo", Brand: fmt.Sprint("b", i)})
		if err != nil {
			t.Fatal(err)
		}
		v, err := c.Begin(t.Context(), plan("k"))
		if err != nil {
			t.Fatal(err)
		}
		v.Close()
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := cs.Prune(t.Context(), day.Add(time.Hour), none, false); err != nil {
				t.Error(err)
			}
		})
		wg.Go(func() {
			v, err := c.Begin(t.Context(), plan("k"))
			if err != nil {
				t.Error(err)
				return
			}
			defer v.Close()
			if err := finish(t.Context(), v, "ann"); err != nil {
				t.Error(err)
				return
			}
			if err := v.Verify(t.Context()); err != nil {
				t.Error(err)
			}
		})
		wg.Wait()
		if _, err := c.Versions(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// TestSweep: old temporary files of dead writers go, wherever they are in the
// cases, comparisons and reports; others stay.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	st := open(t, dir)
	old := time.Now().Add(-2 * time.Hour)
	for _, name := range []string{".judgement/cases/.new-e", "cases/.new-a", "cases/C-2026-0001/v1/.new-b", "reports/x/.new-c", "cases/keep.md", "other/.new-d"} {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(full, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "cases/.new-young"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	want := []string{".judgement/cases/.new-e", "cases/.new-a", "cases/C-2026-0001/v1/.new-b", "reports/x/.new-c"}
	for _, dryRun := range []bool{true, false} {
		got, err := st.Sweep(t.Context(), time.Now().Add(-time.Hour), dryRun)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("dry run %v: %v, %v, want %v", dryRun, got, err, want)
		}
	}
	got := tree(t, dir)
	if _, there := got["cases/.new-young"]; len(got) != 3 || !there {
		t.Errorf("left: %v", got)
	}
}
