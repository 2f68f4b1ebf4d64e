package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"

	"judgement/internal/database"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/pipeline"
	"judgement/internal/store"
)

// maxAttempts is how often a job is started at most; being put off, drained or
// cancelled costs none.
const maxAttempts = 6

// Options are what a Queue is made of. Random must be set.
type Options struct {
	Log    *slog.Logger // nil: nothing is logged
	Random io.Reader    // of job ids
	// Defaults fill in what a submission leaves open.
	Defaults job.Options
	// Kind says what a scene's jobs are called: the kind of its format; nil: the
	// first format's. It may read files: it is called before a transaction begins.
	Kind func(scene string) (string, error)
	// Ended is called within the transaction that ends a job, so that the message
	// about it is kept with it; nil: there is none.
	Ended func(ctx context.Context, tx *database.Tx, j job.Job) error
	// PublicURL is the address at which people reach the server; empty: jobs have no
	// address of a page.
	PublicURL string
	// Metrics has what this process's worker does; nil: nowhere. It serves one Queue.
	Metrics prometheus.Registerer
}

// Queue submits jobs and answers about them. It is safe for concurrent use. It
// runs no jobs; see Work.
type Queue struct {
	db      *database.DB
	client  client
	opts    Options
	log     *slog.Logger
	metrics *metrics

	working atomic.Pointer[worker] // of this process, while it runs
}

// New returns the queue that a database keeps.
func New(db *database.DB, o Options) (*Queue, error) {
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	c, err := newClient(db, &river.Config{Logger: quiet(log)})
	if err != nil {
		return nil, fmt.Errorf("set up the queue: %w", err)
	}
	return &Queue{db: db, client: c, opts: o, log: log, metrics: newMetrics(o.Metrics)}, nil
}

// quiet keeps River's own notes out of a log, except for its warnings.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

type warnings struct{ slog.Handler }

func (w warnings) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && w.Handler.Enabled(ctx, l)
}

// Submit keeps a job and its document durably. Errors: job.ErrKeyReused,
// job.ErrUnavailable, job.ErrScene.
func (q *Queue) Submit(ctx context.Context, s job.Submission) (job.Receipt, error) {
	var r job.Receipt
	err := q.Prepare(&s)
	if err == nil {
		err = q.db.InTx(ctx, func(tx *database.Tx) (err error) {
			r, err = q.SubmitTx(ctx, tx, s)
			return err
		})
	}
	return r, outOfReach(err)
}

// Prepare fills in what a submission needs that is read from files. Error:
// job.ErrScene.
func (q *Queue) Prepare(s *job.Submission) (err error) {
	if s.Kind = pipeline.Kinds()[0]; q.opts.Kind != nil {
		if s.Kind, err = q.opts.Kind(s.SceneSlug); err != nil {
			err = fmt.Errorf("%w: %w", job.ErrScene, err)
		}
	}
	return err
}

// SubmitTx is Submit within the caller's transaction, of a submission that was
// prepared: the job is there when the transaction is committed, and not before.
func (q *Queue) SubmitTx(ctx context.Context, tx *database.Tx, s job.Submission) (job.Receipt, error) {
	id, err := q.newID()
	if err != nil {
		return job.Receipt{}, err
	}
	if s.IdempotencyKey != "" {
		claim, first, err := store.ClaimKey(ctx, tx, s.IdempotencyKey, s.Fingerprint, id)
		switch {
		case err != nil:
			return job.Receipt{}, err
		case claim.Fingerprint != s.Fingerprint:
			return job.Receipt{}, fmt.Errorf("%w by another request", job.ErrKeyReused)
		case !first:
			j, err := oneView(ctx, tx, claim.JobID)
			return job.Receipt{Job: j, Repeated: true}, err
		}
	}
	sum, err := store.PutBlob(ctx, tx, s.Data)
	if err != nil {
		return job.Receipt{}, err
	}
	if err := q.enqueue(ctx, tx, job.Job{ID: id, Kind: s.Kind, SceneSlug: s.SceneSlug, Brand: s.Brand, Spec: q.spec(id, sum, s)}); err != nil {
		return job.Receipt{}, err
	}
	j, err := oneView(ctx, tx, id)
	return job.Receipt{Job: j}, err
}

// spec is what a submission asks for, with the settings that it leaves open.
func (q *Queue) spec(id, sum string, s job.Submission) job.Spec {
	o, asked := q.opts.Defaults, s.Options
	o.Repeats = cmp.Or(asked.Repeats, o.Repeats)
	if o.Repeats != job.AutoRepeats {
		o.MaxRepeats = 0
	}
	o.MaxTokens = cmp.Or(asked.MaxTokens, o.MaxTokens)
	o.MaxCost = cmp.Or(asked.MaxCost, o.MaxCost)
	o.Language = cmp.Or(asked.Language, o.Language)
	o.Checkpoints = o.Checkpoints || asked.Checkpoints
	o.SkipUnchanged = asked.SkipUnchanged
	return job.Spec{
		Schema: specSchema, JobID: id, SceneSlug: s.SceneSlug, Brand: s.Brand, Filename: s.Filename,
		DocumentSHA256: sum, Options: o, Unique: true, Origin: s.Origin, CallbackURL: s.CallbackURL,
	}
}

// enqueue adds a job to the store and to River, in the caller's transaction.
func (q *Queue) enqueue(ctx context.Context, tx *database.Tx, row job.Job) (err error) {
	if row.QueueID, err = q.client.insert(ctx, tx, row); err != nil {
		return err
	}
	return store.InsertJob(ctx, tx, row)
}

// requeue gives a job that River has ended a new row, and all its attempts.
func (q *Queue) requeue(ctx context.Context, tx *database.Tx, row job.Job) error {
	number, err := q.client.insert(ctx, tx, row)
	if err == nil {
		err = store.DeleteQueued(ctx, tx, row.QueueID)
	}
	if err == nil {
		err = store.Requeue(ctx, tx, row.ID, number)
	}
	return err
}

// newID draws a job id.
func (q *Queue) newID() (string, error) {
	b, err := q.random(12)
	return fmt.Sprintf("j-%x", b), err
}

func (q *Queue) random(n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(q.opts.Random, b); err != nil {
		return nil, fmt.Errorf("draw a name: %w", err)
	}
	return b, nil
}

// outOfReach marks the errors of a database that can't be used just now.
func outOfReach(err error) error {
	if fault.CodeOf(err).Database() && !errors.Is(err, job.ErrUnavailable) {
		return fmt.Errorf("%w: %w", job.ErrUnavailable, err)
	}
	return err
}
