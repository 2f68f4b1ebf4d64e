//go:build unix

package cmd

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/pgtest"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
)

// Sizes of the chaos.
const (
	chaosJudges = 3
	chaosAtOnce = 4 // calls at once in a worker
)

// chaosSize is how many reviews the chaos is run on, on Postgres: a few, or as
// many as CHAOS_REVIEWS says ('make chaos').
func chaosSize(t *testing.T) (reviews int, long bool) {
	t.Helper()
	text := os.Getenv("CHAOS_REVIEWS")
	if text == "" {
		return 15, false
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("CHAOS_REVIEWS=%q is no number of reviews", text)
	}
	return n, true
}

// chaos is one deployment that things happen to: a server and workers on one
// database, a model that fails one call in ten, a client and a receiver of
// webhooks.
type chaos struct {
	t        *testing.T
	site     *site
	database string // empty: SQLite
	cluster  *pgtest.Cluster
	db       *database.DB // the test's own
	dice     *rand.Rand
	hook     *chaosHook
	gates    gates
	client   *chaosClient
	server   *actor
	workers  []*actor
	jobs     []string // by number of the review
	lost     int      // how many calls may have been in flight when something was cut off
}

// TestChaos submits reviews over HTTP while workers, the server and the database
// are killed and stopped at random, one call in ten fails and so does the first
// try of one webhook in ten. In the end every job has ended, done or failed with
// a reason, none is lost or doubled, each review has one version, each end was
// reported by one message, only calls in flight were paid again, and nothing is left
// behind.
func TestChaos(t *testing.T) {
	reviews, long := chaosSize(t)
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		newChaos(t, 2, nil).run(max(reviews/5, 8), long)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		newChaos(t, 3, pgtest.Start(t)).run(reviews, long)
	})
}

func newChaos(t *testing.T, workers int, cluster *pgtest.Cluster) *chaos {
	t.Helper()
	seed := uint64(1)
	if os.Getenv("CHAOS_REVIEWS") != "" {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	c := &chaos{t: t, cluster: cluster, dice: rand.New(rand.NewPCG(seed, 1)), hook: newChaosHook(t), gates: gates{names: map[string]chan struct{}{}}}
	c.site = newSite(t, t.TempDir(), chaosJudges, fakeserver.Options{
		Seed: seed, Delay: fakeserver.Delay{Median: 200 * time.Millisecond, Sigma: 0.5},
		Responder: func(r fakeserver.Request) string { c.gates.wait(r); return byJudge(r) },
		Schedule:  fakeserver.Independent(0.1, []fakeserver.Fault{fakeserver.ServerError, fakeserver.BadGateway, fakeserver.Cut, fakeserver.Drop}),
	})
	t.Cleanup(c.gates.openAll) // before the model's server is closed
	address := c.site.dir + "/.judgement/judgement.db"
	if cluster != nil {
		c.database = cluster.Address("postgres")
		address = c.database
	}
	var err error
	if c.db, err = database.Open(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.db.Close() })
	c.client = newChaosClient(t, c.hook.URL)
	c.server = c.start("server", "serve", "--listen", c.client.socket)
	for i := range workers {
		c.workers = append(c.workers, c.start(fmt.Sprintf("worker %d", i), "worker",
			"--concurrency", strconv.Itoa(chaosAtOnce), "--jobs", "4", "--drain", "1s"))
	}
	return c
}

// run is the whole story.
func (c *chaos) run(reviews int, long bool) {
	patience := 5 * time.Minute // bounds nothing but a test that hangs
	if long {
		patience = 50 * time.Minute
	}
	ctx, calm := context.WithTimeout(c.t.Context(), patience)
	defer calm()
	began := time.Now()
	var accepted sync.WaitGroup
	c.jobs = make([]string, reviews)
	next := make(chan int)
	for range 4 {
		accepted.Go(func() {
			for i := range next {
				c.jobs[i] = c.client.submit(ctx, i)
			}
		})
	}
	submitted := make(chan struct{})
	go func() {
		defer close(submitted)
		for i := range reviews {
			next <- i
			if !long {
				time.Sleep(4 * time.Second / time.Duration(reviews))
			}
		}
		close(next)
		accepted.Wait()
	}()
	if long {
		c.blows(ctx, submitted)
	} else {
		c.eachBlowOnce()
	}
	<-submitted
	c.t.Logf("accepted, and the last blow given: %s", time.Since(began).Round(time.Second))
	c.await(ctx, "jobs that have not ended", func() string {
		return `SELECT count(*) FROM job WHERE kind = 'review' AND status IN ('pending', 'running')`
	})
	c.t.Logf("all ended: %s", time.Since(began).Round(time.Second))
	c.await(ctx, "messages that wait", func() string { return `SELECT count(*) FROM outbox WHERE status = 'waiting'` })
	c.t.Logf("in all: %s", time.Since(began).Round(time.Second))
	c.client.sendAgain(ctx, c.jobs)
	c.judge(ctx)
}

// blow is something that happens to the deployment.
type blow struct {
	name string
	do   func(c *chaos)
}

// theBlows are all there are. The first worker is stopped but never killed, so
// that there is one whose memory is seen over the whole time.
func (c *chaos) theBlows() []blow {
	mortal := func() *actor { return c.workers[1+c.dice.IntN(len(c.workers)-1)] }
	all := []blow{
		{"kill a worker", func(c *chaos) { c.lost += chaosAtOnce; mortal().signal(syscall.SIGKILL) }},
		{"kill the server", func(c *chaos) { c.server.signal(syscall.SIGKILL) }},
		{"end a worker", func(c *chaos) { c.lost += chaosAtOnce; mortal().signal(syscall.SIGTERM) }},
		{"end the server", func(c *chaos) { c.server.signal(syscall.SIGTERM) }},
		// Longer than a lease: others take over, and it comes back as a zombie.
		{"stop a worker", func(c *chaos) { c.lost += chaosAtOnce; c.workers[c.dice.IntN(len(c.workers))].freeze(8 * time.Second) }},
		{"stop the server", func(c *chaos) { c.server.freeze(time.Duration(500+c.dice.IntN(2000)) * time.Millisecond) }},
	}
	if c.cluster == nil {
		return append(all, blow{"hold the database", func(c *chaos) {
			c.lost += chaosAtOnce * len(c.workers)
			c.hold(time.Duration(500+c.dice.IntN(2500)) * time.Millisecond)
		}})
	}
	restart := func(down func()) {
		c.lost += chaosAtOnce * len(c.workers)
		down()
		time.Sleep(time.Duration(c.dice.IntN(2000)) * time.Millisecond)
		if err := c.cluster.Up(); err != nil {
			c.t.Error(err)
		}
	}
	return append(all,
		blow{"kill the database", func(c *chaos) { restart(c.cluster.Kill) }},
		blow{"restart the database", func(c *chaos) { restart(c.cluster.Down) }})
}

// hold keeps the lock of the SQLite file, as a process does that hangs in the
// middle of a transaction.
func (c *chaos) hold(d time.Duration) {
	err := c.db.InTx(c.t.Context(), func(*database.Tx) error { time.Sleep(d); return nil })
	if err != nil {
		c.t.Logf("hold the database: %v", err)
	}
}

// eachBlowOnce is the short form: every blow once, in an order of its own.
func (c *chaos) eachBlowOnce() {
	all := c.theBlows()
	c.dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, b := range all {
		time.Sleep(time.Duration(200+c.dice.IntN(400)) * time.Millisecond)
		b.do(c)
	}
}

// blows go on at random until all reviews were accepted and most have ended.
func (c *chaos) blows(ctx context.Context, submitted <-chan struct{}) {
	all, counts := c.theBlows(), map[string]int{}
	for ctx.Err() == nil {
		time.Sleep(time.Duration(300+c.dice.IntN(3000)) * time.Millisecond)
		b := all[c.dice.IntN(len(all))]
		counts[b.name]++
		b.do(c)
		select {
		case <-submitted:
			n, err := store.CountJobs(ctx, c.db)
			if err == nil && n.Pending+n.Running <= len(c.jobs)/20 {
				c.t.Logf("%v", counts)
				return
			}
		default:
		}
	}
}
