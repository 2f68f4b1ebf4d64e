package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/pipeline"
)

// Limits of a run.
const (
	jobTimeout  = 20 * time.Minute // of one attempt
	rescueAfter = 25 * time.Minute // River's own rescue, behind the leases
	defaultTTL  = 6 * time.Second
)

// Errors that end a job's run without ending the job's story.
var (
	errLost      = errors.New("another worker has taken the job over")
	errCancelled = errors.New("somebody cancelled the job")
)

// WorkerOptions say how a worker runs jobs. Pipeline must be set.
type WorkerOptions struct {
	Pipeline *pipeline.Pipeline
	// Jobs is the number of jobs at once in this process.
	Jobs int
	// SceneJobs bounds the jobs of one scene at once, over all workers; 0: no
	// bound.
	SceneJobs int
	// Drain is how long running jobs may go on after ctx has ended. What isn't
	// done then is stopped and goes on elsewhere, or at the next start.
	Drain time.Duration
	// Daily is the day's attribution run; nil: this worker sees to none.
	Daily *Daily
	// Keep is how long ended jobs are kept with all that is theirs; 0: for ever.
	Keep time.Duration
	// Background runs beside the jobs until the worker ends, such as the delivery
	// of messages.
	Background []func(ctx context.Context)
	// Noop is told of each measuring job that starts, with the time when it was
	// queued; may be nil.
	Noop func(queued time.Time)
	// Ready is called when jobs are taken; may be nil.
	Ready func(id string)

	ttl  time.Duration                  // of the lease; 0: six seconds
	wait func(errors int) time.Duration // before another attempt; nil: nextTry
}

// worker is a process, or part of one, that runs jobs.
type worker struct {
	q       *Queue
	o       WorkerOptions
	id      string
	log     *slog.Logger
	lease   *lease
	running running
	ended   chan struct{} // wakes boards
	// alone is held by a job that was in flight when a worker died, and shared by
	// all others: if it ends the process, it ends no other job.
	alone sync.RWMutex

	suspects []int64 // of reclaim
}

// Work runs jobs until ctx ends, then lets those that run end, as the options
// say. The error is that of starting.
func (q *Queue) Work(ctx context.Context, o WorkerOptions) error {
	id, err := q.newID()
	if err != nil {
		return err
	}
	// A new one at each start: nobody takes a dead worker's jobs for its own.
	id = fmt.Sprintf("w%s-%d", id[1:], os.Getpid())
	if o.ttl == 0 {
		o.ttl = defaultTTL
	}
	if o.wait == nil {
		o.wait = nextTry
	}
	w := &worker{q: q, o: o, id: id, log: q.log.With("worker", id), ended: make(chan struct{}, 1)}
	w.running.jobs = map[int64]context.CancelCauseFunc{}
	w.lease = &lease{db: q.db, owner: id, ttl: o.ttl, log: q.log}
	if err := w.lease.take(ctx); err != nil {
		return fmt.Errorf("start the worker: %w", err)
	}
	c, err := newClient(q.db, w.config())
	if err != nil {
		return err
	}
	return w.run(ctx, c)
}

func (w *worker) run(ctx context.Context, c client) error {
	// River takes the end of its context as the sign to stop; a deadline on it
	// would make it loop for ever, so it gets none.
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	beside, end := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	wg.Go(func() { w.lease.keep(beside, w.beat) })
	wg.Go(func() { w.boards(beside) })
	for _, f := range w.o.Background {
		wg.Go(func() { f(beside) })
	}
	if w.o.Daily != nil {
		wg.Go(func() { w.ticks(work) })
	}
	wg.Go(func() { w.tidies(work) })
	err := c.start(work)
	if err == nil {
		w.log.Info("worker started", "jobs", w.o.Jobs)
		w.q.working.Store(w.lease)
		if w.o.Ready != nil {
			w.o.Ready(w.id)
		}
		<-c.stopped()
		w.q.working.CompareAndSwap(w.lease, nil)
	}
	end()
	wg.Wait()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.o.ttl)
	defer cancel()
	if dropped := w.q.db.DropLease(last, leasePrefix+w.id, w.id); dropped != nil {
		w.log.Warn("the lease lapses by itself", "error", dropped)
	}
	w.lastBoards(last)
	w.log.Info("worker stopped")
	if err != nil {
		return fmt.Errorf("start the worker: %w", err)
	}
	return nil
}

// config is that of a client that runs jobs. It knows every kind: River throws
// away the stuck jobs of a kind that its leader doesn't know.
func (w *worker) config() *river.Config {
	all := river.NewWorkers()
	river.AddWorker(all, &handler[reviewArgs]{work: func(ctx context.Context, j *river.Job[reviewArgs]) error { return w.judge(ctx, j.JobRow, j.Args.JobID) }})
	river.AddWorker(all, &handler[meetingArgs]{work: func(ctx context.Context, j *river.Job[meetingArgs]) error {
		return w.judge(ctx, j.JobRow, j.Args.JobID)
	}})
	river.AddWorker(all, &handler[attributionArgs]{work: func(ctx context.Context, j *river.Job[attributionArgs]) error {
		return w.attribute(ctx, j.JobRow, j.Args.JobID)
	}})
	river.AddWorker(all, &handler[noopArgs]{work: func(_ context.Context, j *river.Job[noopArgs]) error {
		if w.o.Noop != nil {
			w.o.Noop(j.Args.Queued)
		}
		return nil
	}})
	return &river.Config{
		ID: w.id, Workers: all, Logger: quiet(w.q.log),
		Queues:     map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: w.o.Jobs}},
		JobTimeout: jobTimeout, RescueStuckJobsAfter: rescueAfter,
		MaxAttempts: maxAttempts, RetryPolicy: retryPolicy{w.o.wait},
		FetchCooldown: 20 * time.Millisecond, FetchPollInterval: time.Second,
		SoftStopTimeout: max(w.o.Drain, time.Millisecond),
	}
}

// retryPolicy tells River how long to wait before another attempt.
type retryPolicy struct {
	wait func(errors int) time.Duration
}

// NextRetry is called by River.
func (p retryPolicy) NextRetry(j *rivertype.JobRow) time.Time {
	return time.Now().Add(p.wait(len(j.Errors)))
}

// beat is what a worker looks after each time it has renewed its lease.
func (w *worker) beat(ctx context.Context) {
	for _, step := range []func(context.Context) error{w.reap, w.cancelled, w.mend, w.reclaim, w.hurry} {
		if err := step(ctx); err != nil && ctx.Err() == nil {
			w.log.Warn("look after the queue", "error", err)
		}
	}
}

// running holds what stops each job that this worker runs, by River's number.
type running struct {
	mu   sync.Mutex
	jobs map[int64]context.CancelCauseFunc
}

// begin adds a job; it is false where the job runs here already.
func (r *running) begin(id int64, stop context.CancelCauseFunc) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, twice := r.jobs[id]; twice {
		return false
	}
	r.jobs[id] = stop
	return true
}

func (r *running) end(id int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.jobs, id)
}

func (r *running) has(id int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.jobs[id]
	return ok
}

func (r *running) stop(id int64, cause error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if stop, ok := r.jobs[id]; ok {
		stop(cause)
	}
}
