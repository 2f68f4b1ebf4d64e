package queue

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/heartbeat"
	"judgement/internal/pipeline"
	"judgement/internal/store"
)

const (
	defaultTTL = 6 * time.Second
	// leasePrefix begins the names of workers' leases.
	leasePrefix = "worker/"
	// restartPause is the time between two attempts to begin a term.
	restartPause = time.Second
)

// Errors that end a job's run but not the job.
var (
	errLost      = errors.New("another worker runs the job")
	errLapsed    = errors.New("this worker's lease lapsed: another worker goes on with the job")
	errCancelled = errors.New("somebody cancelled the job")
)

// WorkerOptions say how a worker runs jobs. Pipeline must be set.
type WorkerOptions struct {
	Pipeline *pipeline.Pipeline
	// Folder is where the workers of this host and workspace note that they live, so
	// that the jobs of a dead one go on at once; empty: they go on when its lease has
	// lapsed.
	Folder string
	// Jobs is the number of jobs at once in this process.
	Jobs int
	// SceneJobs bounds the jobs of one scene at once, over all workers; 0: no
	// bound.
	SceneJobs int
	// Drain is how long running jobs may go on after ctx has ended. What isn't
	// done then is stopped and goes on elsewhere, or at the next start.
	Drain time.Duration
	// Daily is the day's attribution run; nil: this worker makes none.
	Daily *Daily
	// Keep is how long ended jobs are kept with all that is theirs; 0: for ever.
	Keep time.Duration
	// Ready is called when jobs are taken; may be nil.
	Ready func(id string)

	ttl  time.Duration                  // of the lease; 0: six seconds
	wait func(errors int) time.Duration // before another attempt; nil: nextTry
}

// Work runs jobs until ctx ends, then lets those that run end, as the options
// say. It works in terms: one ends when its lease lapses, and the next begins as
// soon as the database answers. The error is that of starting.
func (q *Queue) Work(ctx context.Context, o WorkerOptions) error {
	if o.ttl == 0 {
		o.ttl = defaultTTL
	}
	if o.wait == nil {
		o.wait = nextTry
	}
	defer q.working.Store(nil)
	was, started := "", false
	for {
		t, err := q.begin(ctx, o, was)
		if err == nil {
			was, err = t.w.id, t.run(ctx)
		}
		started = started || errors.Is(err, errLapsed)
		switch {
		case err == nil, ctx.Err() != nil:
			return nil
		case !started:
			return fmt.Errorf("start the worker: %w", err)
		case !errors.Is(err, errLapsed):
			q.log.Warn("the worker can't go on yet", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(restartPause):
		}
	}
}

// worker runs jobs under one lease.
type worker struct {
	q       *Queue // on the term's own connections
	o       WorkerOptions
	id      string
	log     *slog.Logger
	ended   chan struct{} // wakes boards
	alone   sync.RWMutex  // read: of the jobs that run; write: of one that runs alone
	running sync.Map      // what stops each job that runs here (context.CancelCauseFunc), by River's number

	lease *lease
	// severed is closed when nothing of this term can reach the database any more.
	severed chan struct{}

	orphans map[int64]time.Time // of lookAfterOwn
	after   string              // of reconcile: the job that it saw last
}

// lease is the worker's, which lapses once.
type lease struct {
	done  chan struct{} // closed when it has lapsed
	lapse func()
}

func newLease() *lease {
	done := make(chan struct{})
	return &lease{done, sync.OnceFunc(func() { close(done) })}
}

func (l *lease) lapsed() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

// onLapse calls f when the lease lapses, unless stop is called before.
func (l *lease) onLapse(f func()) (stop func()) {
	over := make(chan struct{})
	go func() {
		select {
		case <-l.done:
			f()
		case <-over:
		}
	}()
	return func() { close(over) }
}

// term is a worker with what it lives on.
type term struct {
	w     *worker
	c     client
	life  *life
	pulse heartbeat.Pulse
}

// begin takes a lease under a new name. was is the name of this process's last
// term: its jobs go back to the queue at once.
func (q *Queue) begin(ctx context.Context, o WorkerOptions, was string) (_ *term, err error) {
	nonce, err := q.random(4)
	if err != nil {
		return nil, err
	}
	w := &worker{o: o, id: workerID(o.Folder, hex.EncodeToString(nonce)), ended: make(chan struct{}, 1), severed: make(chan struct{}), lease: newLease()}
	w.log = q.log.With("worker", w.id)
	db, err := q.db.Again(ctx)
	if err != nil {
		return nil, err
	}
	w.q = &Queue{db: db, opts: q.opts, log: q.log}
	t := &term{w: w}
	defer func() {
		if err != nil {
			t.close()
		}
	}()
	if t.life, err = newLife(o.Folder, w.id); err != nil {
		return nil, err
	}
	if t.c, err = newClient(db, w.config()); err != nil {
		return nil, err
	}
	w.q.client = t.c
	sent := time.Now()
	ok, err := db.TakeLease(ctx, leasePrefix+w.id, w.id, o.ttl)
	if err == nil && !ok {
		err = errors.New("another worker has this worker's id")
	}
	if err != nil {
		return nil, err
	}
	t.pulse.Renewed(sent)
	if was != "" {
		if err := w.takeBack(ctx, was); err != nil {
			return nil, err
		}
	}
	q.working.Store(t)
	return t, nil
}

// close ends the term. A lease that has not lapsed is dropped, also if the term
// never ran: others need not wait for its end.
func (t *term) close() {
	if !t.w.lease.lapsed() {
		last, cancel := context.WithTimeout(context.Background(), t.w.o.ttl)
		defer cancel()
		if err := t.w.q.db.DropLeases(last, t.w.id); err != nil {
			t.w.log.Warn("the leases lapse by themselves", "error", err)
		}
	}
	if t.life != nil {
		t.life.end()
	}
	_ = t.w.q.db.Close()
}

// run runs jobs until ctx ends: nil, or until the lease lapses: errLapsed.
func (t *term) run(ctx context.Context) error {
	defer t.close()
	w := t.w
	// River takes the end of its context as the sign to stop; a deadline on it
	// would make it loop for ever, so it gets none.
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	beside, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	var wg sync.WaitGroup
	defer wg.Wait()
	defer end()
	// Pages of earlier releases could pause the queue; nothing can resume it now.
	if err := w.q.db.River().QueueResume(work, &riverdriver.QueueResumeParams{Name: riverdriver.AllQueuesString}); err != nil {
		return fmt.Errorf("resume the queue: %w", err)
	}
	w.beat(work) // jobs of dead workers first
	wg.Go(func() { t.pulse.Keep(beside, w.o.ttl, w.renew(&t.pulse), func() { w.lease.lapse() }) })
	if err := t.c.Start(work); err != nil {
		return err
	}
	wg.Go(func() { w.boards(beside) })
	wg.Go(func() { w.purges(work) })
	if w.o.Daily != nil {
		wg.Go(func() { w.ticks(work) })
	}
	w.log.Info("worker started", "jobs", w.o.Jobs)
	if w.o.Ready != nil {
		w.o.Ready(w.id)
	}
	select {
	case <-t.c.Stopped():
	case <-w.lease.done:
	}
	if w.lease.lapsed() {
		return t.abandon(stop)
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.o.ttl)
	defer cancel()
	w.lastBoards(last)
	w.log.Info("worker stopped")
	return nil
}

// abandon ends a term whose lease has lapsed. Others may run its jobs already, and
// River's rows do not tell two runs of a job apart: so the connections go first,
// then the jobs end, which can't write any more.
func (t *term) abandon(stop func()) error {
	t.w.log.Warn("the lease lapsed: this worker's jobs are stopped")
	t.w.q.db.Sever()
	close(t.w.severed)
	stop()
	if err := t.c.StopAndCancel(context.Background()); err != nil {
		t.w.log.Warn("stop the jobs", "error", err)
	}
	<-t.c.Stopped()
	return errLapsed
}

// renew returns what renews the lease and looks after the queue.
func (w *worker) renew(pulse *heartbeat.Pulse) func(context.Context) {
	return func(ctx context.Context) {
		sent := time.Now()
		ok, err := w.q.db.KeepLease(ctx, leasePrefix+w.id, w.id, w.o.ttl)
		switch {
		case w.lease.lapsed():
		case err != nil: // the watchdog knows how long that may go on
			if !errors.Is(ctx.Err(), context.Canceled) { // as when the worker ends
				w.log.Warn("renew the lease", "error", err)
			}
		case !ok:
			w.lease.lapse()
		default:
			pulse.Renewed(sent)
			w.beat(ctx)
		}
	}
}

// config is that of a client that runs jobs. It knows every kind: River throws
// away the stuck jobs of a kind that its leader doesn't know.
func (w *worker) config() *river.Config {
	all := river.NewWorkers()
	river.AddWorker(all, &handler{w: w})
	return &river.Config{
		ID: w.id, Workers: all, Logger: quiet(w.q.log),
		Queues:      map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: w.o.Jobs}},
		MaxAttempts: maxAttempts, RetryPolicy: retryPolicy{w.o.wait},
		FetchCooldown: 20 * time.Millisecond, FetchPollInterval: time.Second,
		SoftStopTimeout: max(w.o.Drain, time.Millisecond),
	}
}

// orphanTime is how long River may say that this worker runs a job that it
// doesn't: its end may still be on the way.
const orphanTime = 10 * time.Second

// lookAfterOwn stops the jobs of this worker that somebody cancelled, if the
// notice was not heard, and returns those that River says it runs but that it
// doesn't: they were fetched, or ended, when the connection was lost.
func (w *worker) lookAfterOwn(ctx context.Context, rows []*rivertype.JobRow) error {
	var errs []error
	orphans := map[int64]time.Time{}
	for _, r := range rows {
		if lastWorker(r) != w.id {
			continue
		}
		if stop, here := w.running.Load(r.ID); here {
			if cancelAsked(r) {
				stop.(context.CancelCauseFunc)(errCancelled)
			}
			continue
		}
		since, seen := w.orphans[r.ID]
		if !seen {
			since = time.Now()
		}
		if orphans[r.ID] = since; time.Since(since) > orphanTime {
			errs = append(errs, w.inTx(ctx, func(tx *store.Tx) error { return w.giveBack(ctx, tx, r, 0, "its end could not be written") }))
		}
	}
	w.orphans = orphans
	return errors.Join(errs...)
}
