//go:build unix

package cmd

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// gates hold back the model's answers about documents that name one ("Gate: NAME").
type gates struct {
	mu    sync.Mutex
	names map[string]chan struct{} // closed: the answers may go
}

// of returns the gate of a name. It is open if no job was held there.
func (g *gates) of(name string) chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.names[name]
}

// wait is called by the model before it answers.
func (g *gates) wait(r fakeserver.Request) {
	_, rest, named := strings.Cut(r.Document, "Gate: ")
	if !named {
		return
	}
	if gate := g.of(strings.Fields(rest)[0]); gate != nil {
		<-gate
	}
}

func (g *gates) hold(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.names[name] = make(chan struct{})
}

func (g *gates) open(names ...string) {
	for _, name := range names {
		close(g.of(name))
	}
}

// openAll lets the model's server end.
func (g *gates) openAll() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, gate := range g.names {
		select {
		case <-gate:
		default:
			close(gate)
		}
	}
}

// heldJob is what the database says of a job.
type heldJob struct {
	status job.Status
	reason string
	number int64 // River's
	state  rivertype.JobState
	by     string // the worker that ran it last
	at     string // since when it runs
}

func (c *chaos) look(ctx context.Context, id string) heldJob {
	row, found, err := store.Job(ctx, c.db, id)
	if err != nil || !found {
		c.t.Fatal(found, err)
	}
	rows, err := c.db.River().JobGetByIDMany(ctx, &riverdriver.JobGetByIDManyParams{ID: []int64{row.QueueID}})
	if err != nil || len(rows) != 1 {
		c.t.Fatal(rows, err)
	}
	h := heldJob{status: row.Status, reason: row.Reason, number: row.QueueID, state: rows[0].State}
	if by := rows[0].AttemptedBy; len(by) > 0 {
		h.by, h.at = by[len(by)-1], rows[0].AttemptedAt.UTC().Format(time.RFC3339Nano)
	}
	return h
}

// leases returns until when each worker has its lease, and the database's clock.
func (c *chaos) leases(ctx context.Context) (until map[string]int64, now int64) {
	until = map[string]int64{}
	err := c.db.Query(ctx, func(row *sql.Rows) error {
		var owner string
		var ms int64
		err := row.Scan(&owner, &ms, &now)
		until[owner] = ms
		return err
	}, `SELECT owner, until_ms, {now} FROM lease WHERE name LIKE 'worker/%'`)
	if err != nil {
		c.t.Fatal(err)
	}
	return until, now
}

// watchLeases does something and waits until ok, or until the workers have renewed
// their leases so many times: after each renewal a worker looks after the queue. It
// returns how often each one did before it was ok.
func (c *chaos) watchLeases(ctx context.Context, rounds int, do func(), ok func() bool) (renewed map[string]int, came bool) {
	renewed = map[string]int{}
	before, _ := c.leases(ctx)
	do()
	for all := 0; ; time.Sleep(20 * time.Millisecond) {
		came = ok()
		now, _ := c.leases(ctx)
		for owner, until := range now {
			if until != before[owner] {
				renewed[owner]++
				all++
			}
		}
		if came || all > rounds*len(c.workers) || ctx.Err() != nil {
			return renewed, came
		}
		before = now
	}
}

// holdJobs submits jobs whose calls the model doesn't answer before their gate opens, and waits
// until all run.
func (c *chaos) holdJobs(ctx context.Context, names ...string) (ids []string) {
	for _, name := range names {
		c.gates.hold(name)
		ids = append(ids, c.client.send(ctx, name, fmt.Sprintf("%s\nGate: %s \n", ferry, name)))
	}
	c.allRun(ctx, ids)
	return ids
}

func (c *chaos) allRun(ctx context.Context, ids []string) {
	var jobs []heldJob
	_, run := c.watchLeases(ctx, 20, func() {}, func() bool {
		jobs = nil
		for _, id := range ids {
			jobs = append(jobs, c.look(ctx, id))
		}
		return !slices.ContainsFunc(jobs, func(h heldJob) bool { return h.state != rivertype.JobStateRunning })
	})
	if !run {
		c.t.Fatalf("jobs that only wait for the model do not all run, however often the workers look: %+v", jobs)
	}
}

func (c *chaos) awaitThat(ctx context.Context, what string, ok func() bool) {
	for !ok() {
		if ctx.Err() != nil {
			c.t.Fatalf("waiting for %s: %v", what, ctx.Err())
		}
		time.Sleep(20 * time.Millisecond)
	}
}
