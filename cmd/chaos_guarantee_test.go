//go:build unix

package cmd

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/database/lease"
	"judgement/internal/job"
)

// guarantees does once, and on purpose, what the storm does by chance, so that each
// rule of the queue is seen to work. The deployment is well when it begins.
func (c *chaos) guarantees(ctx context.Context) {
	began := time.Now()
	c.awaitWorkers(ctx)
	names := []string{"a", "b", "c", "d", "e"} // more than one worker takes
	ids := c.holdJobs(ctx, names...)
	c.liveWorkersKeepTheirJobs(ctx, ids)
	c.cancelsAreHeard(ctx, ids)
	c.gates.open(names...)
	want := map[string]string{}
	for _, id := range ids {
		want[id] = "judgement.failed"
	}
	for _, check := range []func(context.Context) []string{c.lostRunsPublishNothing, c.lostLeasesEndTheTerm, c.endsAreWhole} {
		for _, id := range check(ctx) {
			want[id] = "judgement.done"
			if j := c.client.ask(ctx, http.MethodGet, "/v2/judgement/"+id, nil, nil, http.StatusOK); j["status"] != "done" || j["version"] != 1.0 {
				c.t.Errorf("a held job is %v", j)
			}
		}
	}
	c.await(ctx, "messages that wait", func() string { return `SELECT count(*) FROM outbox WHERE status = 'waiting'` })
	reported := c.hook.byJob(c.t)
	for id, kind := range want {
		if m := reported[id]; len(m) != 1 || !strings.HasSuffix(m[0], " "+kind) {
			c.t.Errorf("the held job %s was reported by %q, want one %s", id, m, kind)
		}
	}
	c.t.Logf("the guarantees took %s", time.Since(began).Round(time.Second))
}

// liveWorkersKeepTheirJobs demands that nobody takes a job from a worker whose lease
// is live.
func (c *chaos) liveWorkersKeepTheirJobs(ctx context.Context, ids []string) {
	for range 10 {
		c.awaitWorkers(ctx)
		c.allRun(ctx, ids)
		if c.keptByLiveWorkers(ctx, ids) {
			return
		}
	}
	c.t.Fatal("workers that nothing happens to lose their leases again and again")
}

// keptByLiveWorkers watches the jobs while all workers renew their leases twice, so
// that the reaper looks at least once. It is false if a lease lapsed by itself, as on
// a busy machine.
func (c *chaos) keptByLiveWorkers(ctx context.Context, ids []string) bool {
	runs := map[string]heldJob{}
	for _, id := range ids {
		runs[id] = c.look(ctx, id)
	}
	before, _ := c.leases(ctx)
	renewed := map[string]int{}
	for owner := range before {
		renewed[owner] = 0
	}
	for len(renewed) > 0 && slices.Min(slices.Collect(maps.Values(renewed))) < 2 {
		time.Sleep(20 * time.Millisecond)
		var taken []string
		for id, run := range runs {
			if now := c.look(ctx, id); now != run {
				taken = append(taken, fmt.Sprintf("%s was %+v, is %+v", id, run, now))
			}
		}
		now, clock := c.leases(ctx)
		for owner, until := range before {
			switch is := now[owner]; {
			case is == 0 && until > clock && clock > 0:
				c.t.Errorf("the lease of worker %s, which lives, was dropped", owner)
				return true
			case is <= clock:
				return false
			case is != until:
				renewed[owner]++
			}
		}
		if before = now; len(taken) > 0 {
			c.t.Errorf("jobs were taken from workers that live: %q", taken)
			return true
		}
	}
	return len(renewed) > 0
}

// cancelsAreHeard cancels jobs whose calls hang. Each ends, and at least one before
// its worker looks after the queue: its worker was notified. One more is cancelled
// without a notice, as if it was lost: its worker finds out when it looks.
func (c *chaos) cancelsAreHeard(ctx context.Context, ids []string) {
	notified := 0
	for i, id := range ids {
		run := c.look(ctx, id)
		cancel := func() { c.client.ask(ctx, http.MethodDelete, "/v2/judgement/"+id, nil, nil, http.StatusAccepted) }
		if i == len(ids)-1 {
			cancel = func() {
				c.exec(ctx, `UPDATE river_job SET metadata = '{"cancel_attempted_at":"2026-01-01T00:00:00Z"}' WHERE id = $1`, run.number)
			}
		}
		renewed, ended := c.watchLeases(ctx, 4, cancel, func() bool { return c.look(ctx, id).status.Ended() })
		if now := c.look(ctx, id); !ended || now.reason != job.Cancelled || now.state != rivertype.JobStateCancelled {
			c.t.Errorf("a job that was cancelled while it ran is %+v after %v renewals", now, renewed)
		}
		if ended && renewed[run.by] == 0 {
			notified++
		}
	}
	if notified == 0 {
		c.t.Errorf("of %d cancels none ended its job before its worker looked after the queue: no worker was notified", len(ids)-1)
	}
}

func (c *chaos) exec(ctx context.Context, query string, args ...any) {
	if n, err := c.db.Exec(ctx, query, args...); err != nil || n == 0 && !strings.Contains(query, "TRIGGER") && !strings.Contains(query, "FUNCTION") {
		c.t.Fatalf("%d, %v: %s", n, err, query)
	}
}

// lostRunsPublishNothing gives a running job to another worker without the first one's
// knowing, and lets the model answer: the first one publishes nothing, changes nothing
// of the other's run, and stops its work. Then the other worker is gone.
func (c *chaos) lostRunsPublishNothing(ctx context.Context) []string {
	const other = "elsewhere-1"
	ids := c.holdJobs(ctx, "lost")
	run := c.look(ctx, ids[0])
	if ok, err := lease.Take(ctx, c.db, "worker/"+other, other, lease.Max); err != nil || !ok {
		c.t.Fatal(ok, err)
	}
	at := time.Now()
	_, err := c.db.River().JobUpdateFull(ctx, &riverdriver.JobUpdateFullParams{
		ID: run.number, StateDoUpdate: true, State: rivertype.JobStateRunning, AttemptDoUpdate: true, Attempt: 1,
		AttemptedAtDoUpdate: true, AttemptedAt: &at, AttemptedByDoUpdate: true, AttemptedBy: []string{run.by, other},
	})
	if err != nil {
		c.t.Fatal(err)
	}
	others := c.look(ctx, ids[0])
	c.watchLeases(ctx, 20, func() { c.gates.open("lost") }, func() bool {
		now, _ := c.leases(ctx)
		return now[run.by] == 0 || c.look(ctx, ids[0]) != others
	})
	if now := c.look(ctx, ids[0]); now != others {
		c.t.Errorf("a run that had lost its job changed it from %+v to %+v", others, now)
	}
	if names, err := c.storage().List(ctx, "reports/t-entry-lost/versions"); err == nil && len(names) > 0 {
		c.t.Errorf("a run that had lost its job published %q", names)
	}
	if err := lease.DropAll(ctx, c.db, other); err != nil {
		c.t.Fatal(err)
	}
	c.awaitDone(ctx, ids...)
	return ids
}

func (c *chaos) awaitDone(ctx context.Context, ids ...string) {
	for _, id := range ids {
		c.awaitThat(ctx, "a held job to end", func() bool { return c.look(ctx, id).status.Ended() })
	}
}

// lostLeasesEndTheTerm takes the lease from a worker that runs a job: it stops its
// work and begins again under another name, and the job is another run's.
func (c *chaos) lostLeasesEndTheTerm(ctx context.Context) []string {
	c.awaitWorkers(ctx)
	ids := c.holdJobs(ctx, "term")
	run := c.look(ctx, ids[0])
	process := run.by[strings.LastIndex(run.by, "-"):]
	_, again := c.watchLeases(ctx, 6, func() { c.exec(ctx, `DELETE FROM lease WHERE name = $1`, "worker/"+run.by) }, func() bool {
		now, _ := c.leases(ctx)
		for owner := range now {
			if strings.HasSuffix(owner, process) {
				return true
			}
		}
		return false
	})
	if !again {
		c.t.Errorf("worker %s goes on without its lease", run.by)
	}
	c.gates.open("term")
	c.awaitDone(ctx, ids...)
	if now := c.look(ctx, ids[0]); now.by == run.by {
		c.t.Errorf("worker %s ended a job after its lease was gone: %+v", run.by, now)
	}
	return ids
}

// endsAreWhole has the database refuse half of the end of two jobs, the outcome of one
// and River's row of the other, and kills a worker that tries: there is never one half
// without the other, no job leaves the queue unfinished, and both are done at last.
func (c *chaos) endsAreWhole(ctx context.Context) []string {
	c.awaitWorkers(ctx)
	ids := c.holdJobs(ctx, "outcome", "row")
	outcome, row := c.look(ctx, ids[0]), c.look(ctx, ids[1])
	drop := c.refuse(ctx, map[string]string{
		"job":       fmt.Sprintf("NEW.status = 'done' AND NEW.job_id = '%s'", ids[0]),
		"river_job": fmt.Sprintf("NEW.state = 'completed' AND NEW.id = %d", row.number),
	})
	c.gates.open("outcome", "row")
	said := func(a *actor, table string) bool { return strings.Contains(a.lastWords(1000), "chaos refuses "+table) }
	for _, table := range []string{"job", "river_job"} {
		c.awaitThat(ctx, "a worker whose end of a job is refused in "+table, func() bool {
			c.halves(ctx)
			return c.t.Failed() || slices.ContainsFunc(c.workers, func(a *actor) bool { return said(a, table+";") })
		})
	}
	for _, a := range c.workers {
		if strings.HasSuffix(outcome.by, fmt.Sprint("-", a.pid())) {
			a.signal(syscall.SIGKILL)
		}
	}
	c.halves(ctx)
	drop()
	c.awaitDone(ctx, ids...)
	c.halves(ctx)
	for i, before := range []heldJob{outcome, row} {
		if now := c.look(ctx, ids[i]); now.number != before.number {
			c.t.Errorf("a job left the queue unfinished and was queued again: %+v, then %+v", before, now)
		}
	}
	return ids
}

// halves demands that in each job the outcome and the end of River's row are there
// together, or none of them.
func (c *chaos) halves(ctx context.Context) {
	c.nothing(ctx, "jobs are done in one of the store and River, and not in the other",
		`SELECT count(*) FROM job j JOIN river_job r ON r.id = j.queue_id WHERE (j.status = 'done') <> (r.state = 'completed')`)
}

// refuse has the database refuse updates by a condition per table, until drop is called.
func (c *chaos) refuse(ctx context.Context, when map[string]string) (drop func()) {
	var undo []string
	if c.cluster != nil {
		c.exec(ctx, `CREATE FUNCTION chaos() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''chaos refuses %;'', TG_TABLE_NAME; END'`)
	}
	for table, condition := range when {
		if c.cluster != nil {
			c.exec(ctx, fmt.Sprintf(`CREATE TRIGGER chaos_%s BEFORE UPDATE ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION chaos()`, table, table, condition))
			undo = append(undo, fmt.Sprintf(`DROP TRIGGER chaos_%s ON %s`, table, table))
			continue
		}
		c.exec(ctx, fmt.Sprintf(`CREATE TRIGGER chaos_%s BEFORE UPDATE ON %s WHEN %s BEGIN SELECT RAISE(ABORT, 'chaos refuses %s;'); END`, table, table, condition, table))
		undo = append(undo, `DROP TRIGGER chaos_`+table)
	}
	return func() {
		for _, query := range undo {
			c.exec(ctx, query)
		}
	}
}
