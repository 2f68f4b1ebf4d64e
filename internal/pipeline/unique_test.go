package pipeline_test

import (
	"context"
	"errors"
	"testing"

	"judgement/internal/llm/fakeserver"
)

// TestUniqueJobMakesOneVersion: a job whose worker died after publishing is run
// again, and neither asks nor publishes anything. The same document as another
// job is judged anew.
func TestUniqueJobMakesOneVersion(t *testing.T) {
	w := newWorld(t, 2, fakeserver.Options{})
	j := specOf("acme", plain)
	j.Unique, j.JobID = true, "job-1"
	first := w.mustReview(t, j)
	calls := len(w.seen.all())
	again := w.mustReview(t, j)
	if again.Version != first.Version || !again.Unchanged || len(w.seen.all()) != calls {
		t.Errorf("run again: version %d, unchanged %v, %d calls; want version %d, true, %d", again.Version, again.Unchanged, len(w.seen.all()), first.Version, calls)
	}
	j.JobID = "job-2"
	if other := w.mustReview(t, j); other.Version != 2 || other.Unchanged {
		t.Errorf("another job made version %d, unchanged %v; want 2, false", other.Version, other.Unchanged)
	}
}

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
