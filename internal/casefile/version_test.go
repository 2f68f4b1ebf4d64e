package casefile_test

import (
	"testing"

	"judgement/internal/casefile"
)

func jobPlan(key, job string) casefile.Plan {
	p := plan(key)
	p.Job, p.Fresh = job, true // Fresh must not matter
	return p
}

// TestJobMakesOneVersion: a job that is run again, by whichever process, goes on
// with its own version or finds it complete; other jobs have versions of their
// own.
func TestJobMakesOneVersion(t *testing.T) {
	ctx, st := t.Context(), open(t, t.TempDir())
	c, err := casefile.New(st, clock).Open(ctx, casefile.Ref{Scene: "demo", BrandPrefix: "demo-", Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	begin := func(key, job string) *casefile.Version {
		t.Helper()
		v, err := c.Begin(ctx, jobPlan(key, job))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	first := begin("k", "job-1")
	// A process that was stopped holds its lock: who has the job now goes on.
	if second := begin("k", "job-1"); second.Number != 1 || !second.Resumed {
		t.Errorf("the next runner of the job got version %d, resumed %v, want 1, resumed", second.Number, second.Resumed)
	}
	first.Close()
	unnamed := begin("k", "")
	if unnamed.Number != 2 {
		t.Errorf("a review of no job resumed the job's version %d", unnamed.Number)
	}
	if err := finish(ctx, unnamed, "ann"); err != nil {
		t.Fatal(err)
	}
	unnamed.Close()
	other := begin("k", "job-2")
	if other.Number != 3 || other.Resumed {
		t.Errorf("another job of the same document got version %d, resumed %v, want 3, new", other.Number, other.Resumed)
	}
	other.Close()
	again := begin("k", "job-1")
	if again.Number != 1 || !again.Resumed || again.Complete {
		t.Fatalf("the job went on with version %d, resumed %v", again.Number, again.Resumed)
	}
	if err := finish(ctx, again, "ann"); err != nil {
		t.Fatal(err)
	}
	again.Close()
	for _, key := range []string{"k", "changed"} {
		done := begin(key, "job-1")
		if done.Number != 1 || !done.Complete {
			t.Errorf("plan %s: the finished job got version %d, complete %v, want version 1 as it is", key, done.Number, done.Complete)
		}
		done.Close()
	}
}

// TestJobWithAnotherPlanStartsAfresh: replies to another panel are of no use.
func TestJobWithAnotherPlanStartsAfresh(t *testing.T) {
	ctx, st := t.Context(), open(t, t.TempDir())
	c, err := casefile.New(st, clock).Open(ctx, casefile.Ref{Scene: "demo", BrandPrefix: "demo-", Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	for i, key := range []string{"old", "new"} {
		v, err := c.Begin(ctx, jobPlan(key, "job"))
		if err != nil {
			t.Fatal(err)
		}
		if v.Number != i+1 || v.Resumed || v.Job != "job" {
			t.Errorf("plan %s: version %d of job %q, resumed %v", key, v.Number, v.Job, v.Resumed)
		}
		v.Close()
	}
}
