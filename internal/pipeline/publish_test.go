package pipeline_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"judgement/internal/llm/fakeserver"
)

// TestGuardStopsPublication: a worker that lost its job publishes nothing, and
// who runs the job next pays for nothing.
func TestGuardStopsPublication(t *testing.T) {
	w := newWorld(t, 2, fakeserver.Options{})
	j := specOf("acme", plain)
	j.Unique, j.JobID = true, "job-1"
	lost := errors.New("lost")
	j.Guard = func(context.Context) error { return lost }
	if _, err := w.review(t, j); !errors.Is(err, lost) {
		t.Fatalf("the error is %v, want the guard's", err)
	}
	w.nothingPublished(t, "acme")
	calls := len(w.seen.all())
	j.Guard = nil
	if r := w.mustReview(t, j); r.Version != 1 || !r.Resumed || len(w.seen.all()) != calls {
		t.Errorf("version %d, resumed %v, %d more calls; want 1, true, 0", r.Version, r.Resumed, len(w.seen.all())-calls)
	}
}

// TestSnapshotIsNeverOverwritten puts another file where the next snapshot
// would go: it stays, and the review takes the next number.
func TestSnapshotIsNeverOverwritten(t *testing.T) {
	w := newWorld(t, 2, fakeserver.Options{})
	w.mustReview(t, specOf("acme", plain))
	v1 := w.file(t, "reports/t-acme/versions/v1_2026-03-01.md")
	strange := filepath.Join(w.dir, "reports/t-acme/versions/v2_2026-02-28.md")
	if err := os.WriteFile(strange, []byte("kept\n"), 0o444); err != nil {
		t.Fatal(err)
	}
	r := w.mustReview(t, specOf("acme", plain))
	if r.Version != 3 {
		t.Errorf("version %d, want 3", r.Version)
	}
	if got := w.file(t, "reports/t-acme/versions/v2_2026-02-28.md"); got != "kept\n" {
		t.Errorf("the strange snapshot holds %q", got)
	}
	if got := w.file(t, "reports/t-acme/versions/v1_2026-03-01.md"); got != v1 {
		t.Error("v1 changed")
	}
}
