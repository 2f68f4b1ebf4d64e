package queue

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"golang.org/x/sync/semaphore"

	"judgement/internal/board"
	"judgement/internal/board/keeper"
	"judgement/internal/database/lease"
	"judgement/internal/heartbeat"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
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
	errCancelled = errors.New("the job was cancelled")
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
	o.ttl = cmp.Or(o.ttl, defaultTTL)
	if o.wait == nil {
		o.wait = nextTry
	}
	defer q.working.Store(nil)
	was, started := "", false
	for {
		w, err := q.begin(ctx, o, was)
		if err == nil {
			was, err = w.id, w.run(ctx)
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
		if jury.Sleep(ctx, restartPause) != nil {
			return nil
		}
	}
}

// worker runs jobs under one lease, for one term.
type worker struct {
	q           *Queue // on the term's own connections
	o           WorkerOptions
	id          string
	log         *slog.Logger
	processLock *flock.Flock  // nil: nothing but the lease says that it lives
	ended       chan struct{} // wakes boards
	running     sync.Map      // what stops each job that runs here (context.CancelCauseFunc), by River's number
	alone       *semaphore.Weighted

	lease *workerLease
	pulse heartbeat.Pulse
	// severed is closed when nothing of this term can reach the database any more.
	severed chan struct{}

	orphans map[int64]time.Time // of lookAfterOwn
	after   string              // of reconcile: the job that it saw last
}

// allSlots is what a job that runs alone takes of worker.alone; others take 1.
const allSlots = math.MaxInt64

// workerLease is the lease of a worker, which lapses once.
type workerLease struct {
	ctx   context.Context // ends when it lapses
	lapse context.CancelFunc
}

func newLease() *workerLease {
	ctx, lapse := context.WithCancel(context.Background())
	return &workerLease{ctx, lapse}
}

func (l *workerLease) lapsed() bool { return l.ctx.Err() != nil }

// begin takes a lease under a new name. was is the name of this process's last
// term: its jobs go back to the queue at once.
func (q *Queue) begin(ctx context.Context, o WorkerOptions, was string) (_ *worker, err error) {
	nonce, err := q.random(4)
	if err != nil {
		return nil, err
	}
	w := &worker{
		o: o, id: workerID(o.Folder, hex.EncodeToString(nonce)), lease: newLease(), alone: semaphore.NewWeighted(allSlots),
		ended: make(chan struct{}, 1), severed: make(chan struct{}),
	}
	w.log = q.log.With("worker", w.id)
	db, err := q.db.Again(ctx)
	if err != nil {
		return nil, err
	}
	w.q = &Queue{db: db, opts: q.opts, log: q.log, metrics: q.metrics}
	defer func() {
		if err != nil {
			w.close()
		}
	}()
	if w.processLock, err = newProcessLock(o.Folder, w.id); err != nil {
		return nil, err
	}
	if w.q.client, err = newClient(db, w.config()); err != nil {
		return nil, err
	}
	sent := time.Now()
	ok, err := lease.Take(ctx, db, leasePrefix+w.id, w.id, o.ttl)
	if err == nil && !ok {
		err = errors.New("another worker has this worker's id")
	}
	if err != nil {
		return nil, err
	}
	w.pulse.Renewed(sent)
	if was != "" {
		if err := w.requeueOwn(ctx, was); err != nil {
			return nil, err
		}
	}
	q.working.Store(w)
	return w, nil
}

// close ends the term. A lease that has not lapsed is dropped, also if the term
// never ran: others need not wait for its end.
func (w *worker) close() {
	if !w.lease.lapsed() {
		w.runDetached(context.Background(), "drop the leases, which now lapse by themselves", func(ctx context.Context) error { return lease.DropAll(ctx, w.q.db, w.id) })
	}
	removeProcessLock(w.processLock)
	_ = w.q.db.Close()
}

// runDetached runs a step even if ctx has ended. An error is logged, unless the lease
// has lapsed: then the database is out of reach.
func (w *worker) runDetached(ctx context.Context, what string, do func(context.Context) error, about ...any) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := do(ctx); err != nil && !w.lease.lapsed() {
		w.log.Warn(what, append(about, "error", err)...)
	}
}

// run runs jobs until ctx ends: nil, or until the lease lapses: errLapsed.
func (w *worker) run(ctx context.Context) error {
	defer w.close()
	// River takes the end of its context as the sign to stop; a deadline on it
	// would make it loop for ever, so it gets none.
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	beside, end := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	defer wg.Wait()
	defer end()
	// Pages of earlier releases could pause the queue; nothing can resume it now.
	if err := w.q.db.River().QueueResume(work, &riverdriver.QueueResumeParams{Name: riverdriver.AllQueuesString}); err != nil {
		return fmt.Errorf("resume the queue: %w", err)
	}
	w.lookAfterQueue(work) // jobs of dead workers first
	wg.Go(func() { w.pulse.Keep(beside, w.o.ttl, w.renew, w.lease.lapse) })
	if err := w.q.client.Start(work); err != nil {
		return err
	}
	stopKeeper := w.keepBoards(beside)
	defer stopKeeper()
	wg.Go(func() { w.every(work, purgeLook, "remove what is past its time", w.purge) })
	if d := w.o.Daily; d != nil {
		wg.Go(func() { w.every(work, cmp.Or(d.tick, time.Minute), "queue the day's attribution run", w.tick) })
	}
	w.log.Info("worker started", "jobs", w.o.Jobs)
	if w.o.Ready != nil {
		w.o.Ready(w.id)
	}
	select {
	case <-w.q.client.Stopped():
	case <-w.lease.ctx.Done():
	}
	if w.lease.lapsed() {
		return w.endTerm(stop)
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.o.ttl)
	defer cancel()
	stopKeeper() // a board that it gives up half made is due again
	w.lastBoards(last)
	w.log.Info("worker stopped")
	return nil
}

// keepBoards makes boards that are due, until the function that it returns is called, which
// waits for the end of that.
func (w *worker) keepBoards(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() {
		heartbeat.Loop(ctx, keeper.Look, w.ended, nil, func() { w.boards().Make(ctx, keeper.Quiet) })
	})
	return func() {
		cancel()
		wg.Wait()
	}
}

// look wakes the keeper of boards, after a job has ended.
func (w *worker) look() {
	select {
	case w.ended <- struct{}{}:
	default: // it will look anyway
	}
}

// boards is the keeper that makes boards under this worker's lease.
func (w *worker) boards() *keeper.Keeper {
	return &keeper.Keeper{DB: w.q.db, Rank: w.rank, Owner: w.id + "/board", TTL: w.o.ttl, Log: w.log, Detached: w.runDetached}
}

// rank publishes a scene's board.
func (w *worker) rank(ctx context.Context, slug string) (*board.Ranking, error) {
	setup, err := w.o.Pipeline.Open(slug)
	if err != nil {
		return nil, err
	}
	return w.o.Pipeline.Ranking(ctx, setup)
}

// lastBoards makes the boards of the reviews that ended while this worker stopped.
// If it was the last worker no other process will, and jobs that may follow would find
// none to run them.
func (w *worker) lastBoards(ctx context.Context) {
	quiet := keeper.Quiet
	if all, err := w.q.Workers(ctx); err == nil && len(all) <= 1 {
		quiet = 0
	}
	w.boards().Make(ctx, quiet)
}

// every does something now and each d, until ctx ends.
func (w *worker) every(ctx context.Context, d time.Duration, what string, do func(context.Context) error) {
	try := func() {
		if err := do(ctx); err != nil && ctx.Err() == nil {
			w.log.Warn(what, "error", err)
		}
	}
	try()
	heartbeat.Every(ctx, d, try)
}

// endTerm ends a term whose lease has lapsed. Others may run its jobs already, and
// River's rows do not distinguish two runs of a job: so the connections go first,
// then the jobs end, which can't write any more.
func (w *worker) endTerm(stop func()) error {
	w.log.Warn("the lease lapsed: this worker's jobs are stopped")
	w.q.db.Sever()
	close(w.severed)
	stop()
	if err := w.q.client.StopAndCancel(context.Background()); err != nil {
		w.log.Warn("stop the jobs", "error", err)
	}
	<-w.q.client.Stopped()
	return errLapsed
}

// renew renews the lease and looks after the queue.
func (w *worker) renew(ctx context.Context) {
	sent := time.Now()
	ok, err := lease.Keep(ctx, w.q.db, leasePrefix+w.id, w.id, w.o.ttl)
	switch {
	case w.lease.lapsed():
	case err != nil: // the watchdog knows how long that may go on
		if !errors.Is(ctx.Err(), context.Canceled) { // as when the worker ends
			w.log.Warn("renew the lease", "error", err)
		}
	case !ok:
		w.lease.lapse()
	default:
		w.pulse.Renewed(sent)
		w.lookAfterQueue(ctx)
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
		MaxAttempts: maxAttempts, RetryPolicy: retryPolicy(w.o.wait),
		FetchCooldown: 20 * time.Millisecond, FetchPollInterval: time.Second,
		SoftStopTimeout: max(w.o.Drain, time.Millisecond),
	}
}
