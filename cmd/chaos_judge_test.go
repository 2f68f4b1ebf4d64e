//go:build unix

package cmd

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/casefile/pgfiles"
)

// await waits until a count in the database is nothing. It is patient: only the
// end of ctx ends it.
func (c *chaos) await(ctx context.Context, what string, query func() string) {
	n, logged := -1, time.Now()
	for n != 0 {
		if time.Since(logged) > 20*time.Second {
			logged = time.Now()
			c.logUnended(ctx)
		}
		if err := c.count(ctx, &n, query()); err != nil && ctx.Err() == nil {
			c.t.Logf("count %s: %v", what, err)
		}
		select {
		case <-ctx.Done():
			c.t.Fatalf("%s: still %d", what, n)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// logUnended logs the jobs that are taking their time.
func (c *chaos) logUnended(ctx context.Context) {
	err := c.db.Query(ctx, func(row *sql.Rows) error {
		var job, worker, state string
		err := row.Scan(&job, &worker, &state)
		c.t.Logf("%s, alone in %q, in the queue %s", job, worker, state)
		return err
	}, `SELECT j.job_id || ' ' || j.status || ' ' || j.message, j.alone, coalesce(CAST(r.state AS TEXT), '') || ' at ' || coalesce(CAST(r.scheduled_at AS TEXT), '')
		FROM job j LEFT JOIN river_job r ON r.id = j.queue_id WHERE j.status IN ('pending', 'running') ORDER BY j.job_id LIMIT 5`)
	if err != nil {
		c.t.Logf("%v", err)
	}
}

func (c *chaos) count(ctx context.Context, n *int, query string) error {
	return c.db.Query(ctx, func(row *sql.Rows) error { return row.Scan(n) }, query)
}

// nothing demands that a count is nothing.
func (c *chaos) nothing(ctx context.Context, what, query string) {
	var n int
	if err := c.count(ctx, &n, query); err != nil || n != 0 {
		c.t.Errorf("%d %s, %v", n, what, err)
	}
}

// judge looks at what is left when all is over.
func (c *chaos) judge(ctx context.Context) {
	done, failures := c.judgeJobs(ctx)
	c.judgeVersions(ctx, done)
	c.judgeCalls(ctx)
	c.t.Logf("%d done, %d failed", len(done), failures)
	c.judgeMemory()
	c.guarantees(ctx)
	c.judgeEnd(ctx)
}

// judgeJobs demands that each review is one job that has ended, and that its
// end was reported by one message. It returns the cases of those that are done.
func (c *chaos) judgeJobs(ctx context.Context) (done []string, failures int) {
	reported := c.hook.byJob(c.t)
	for i, id := range c.jobs {
		j := c.client.ask(ctx, http.MethodGet, "/v2/judgement/"+id, nil, nil, http.StatusOK)
		kind := "judgement.done"
		caseID, _ := j["case_id"].(string)
		switch {
		case j["status"] == "done" && j["version"] == 1.0 && caseID != "" && !slices.Contains(done, caseID):
			done = append(done, caseID)
			if r := c.client.ask(ctx, http.MethodGet, "/v2/judgement/"+id+"/result", nil, nil, http.StatusOK); r["case_id"] != caseID {
				c.t.Errorf("the result of job %s is that of case %v", id, r["case_id"])
			}
		case j["status"] == "failed" && j["reason"] != nil && j["reason"] != "":
			c.t.Logf("review %d failed: %v: %v", i, j["reason"], j["message"])
			kind = "judgement.failed"
			failures++
		default:
			c.t.Errorf("review %d is %v", i, j)
		}
		if m := reported[id]; len(m) != 1 || !strings.HasPrefix(m[0], "msg_"+id+"_") || !strings.HasSuffix(m[0], " "+kind) {
			c.t.Errorf("job %s ended as %v and was reported by %q", id, j["status"], m)
		}
		delete(reported, id)
	}
	for id, m := range reported {
		c.t.Errorf("job %s, which nobody submitted, was reported by %q", id, m)
	}
	var n int
	if err := c.count(ctx, &n, `SELECT count(*) FROM job WHERE kind = 'review'`); err != nil || n != len(c.jobs) {
		c.t.Errorf("%d jobs for %d reviews, %v", n, len(c.jobs), err)
	}
	return done, failures
}

// judgeVersions demands that each case has one version, which is complete.
func (c *chaos) judgeVersions(ctx context.Context, cases []string) {
	storage := c.storage()
	for _, id := range cases {
		names, err := storage.List(ctx, "cases/"+id)
		versions := slices.DeleteFunc(names, func(n string) bool { return n[0] != 'v' })
		if err != nil || !slices.Equal(versions, []string{"v1/"}) {
			c.t.Errorf("case %s has the versions %v, %v", id, versions, err)
			continue
		}
		data, err := storage.Read(ctx, "cases/"+id+"/v1/version.json")
		if err != nil || !json.Valid(data) {
			c.t.Errorf("the version of case %s is not complete: %v", id, err)
		}
	}
}

// storage is where the deployment keeps cases and reports.
func (c *chaos) storage() casefile.Storage {
	if c.database != "" {
		files, err := pgfiles.New(c.db)
		if err != nil {
			c.t.Fatal(err)
		}
		return files
	}
	folder, err := casefile.OpenFolder(c.site.dir)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = folder.Close() })
	return folder
}

// judgeCalls demands that no more calls were paid for and lost than were in
// flight when something was cut off.
func (c *chaos) judgeCalls(ctx context.Context) {
	n := c.site.server.Counters()
	kept, good := c.site.kept(c.t, c.database), n.Calls
	for _, faults := range n.Faults {
		good -= faults
	}
	c.t.Logf("%d calls, %d answered well, %d replies kept; at most %d may have been in flight", n.Calls, good, kept, c.lost)
	if good-kept > c.lost || kept < chaosJudges*len(c.jobs)*9/10 {
		c.t.Errorf("%d of %d good replies were lost, at most %d of them in flight", good-kept, good, c.lost)
	}
}

// judgeMemory demands that no process that lived for long holds much more at its
// end than after its first quarter.
func (c *chaos) judgeMemory() {
	for _, a := range append([]*actor{c.server}, c.workers...) {
		if n := len(a.alone); n > 0 { // as one does that starts while the database is away
			c.t.Logf("%s ended by itself %d times, the last time with %s", a.name, n, a.alone[n-1])
		}
		if a.crashed {
			c.t.Errorf("%s crashed", a.name)
		}
		if early, late, ok := a.grown(); ok {
			c.t.Logf("%s, its life number %d: %d MiB, then %d MiB", a.name, a.lives, early>>20, late>>20)
			if late > early*3/2+16<<20 {
				c.t.Errorf("%s grew from %d to %d bytes", a.name, early, late)
			}
		}
	}
}

// awaitWorkers waits until every worker's process runs and has its lease.
func (c *chaos) awaitWorkers(ctx context.Context) {
	for _, a := range c.workers {
		c.await(ctx, "workers to come ("+a.name+")", func() string {
			return fmt.Sprintf(`SELECT 1 - count(*) FROM lease WHERE name LIKE 'worker/%%-%d' AND until_ms > {now}`, a.pid())
		})
	}
}

// judgeEnd ends all processes as a service manager does: they end well, and
// nothing of them is left.
func (c *chaos) judgeEnd(ctx context.Context) {
	all := append([]*actor{c.server}, c.workers...)
	c.awaitWorkers(ctx) // one that only begins has no way yet to end well
	for _, a := range all {
		a.retire(syscall.SIGTERM)
	}
	for _, a := range all {
		select {
		case <-a.ended:
		case <-ctx.Done():
			c.t.Fatalf("%s does not end", a.name)
		}
		if code := a.state.ExitCode(); code != 0 {
			c.t.Errorf("%s ended with %d after %d lives", a.name, code, a.lives)
		}
	}
	if left := processesOf(c.t, c.site.dir); len(left) != 0 {
		c.t.Errorf("left behind: %q", left)
	}
	c.nothing(ctx, "jobs are left in the queue", `SELECT count(*) FROM river_job WHERE kind = 'review' AND state IN ('available', 'running', 'retryable', 'scheduled')`)
	c.nothing(ctx, "leases of workers are held", `SELECT count(*) FROM lease WHERE name LIKE 'worker/%' AND until_ms > {now}`)
}
