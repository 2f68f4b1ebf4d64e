package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"

	"github.com/riverqueue/river"

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
	Defaults pipeline.Options
	// Kind says what a scene's jobs are called: review or meeting; nil: review.
	Kind func(scene string) string
	// Ended is called within the transaction that ends a job, so that what is to
	// be told to the world is kept with it; nil: nothing is told.
	Ended func(ctx context.Context, tx *store.Tx, j store.Job) error
	// Metrics counts what this process's worker does; nil: nothing is counted.
	Metrics *Metrics
}

// Queue submits jobs and answers about them. It is safe for concurrent use. It
// runs no jobs; see Work.
type Queue struct {
	db     *store.DB
	client client
	opts   Options
	log    *slog.Logger

	working atomic.Pointer[lease] // of this process's worker, while it runs
}

// New returns the queue that a database keeps.
func New(db *store.DB, o Options) (*Queue, error) {
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	c, err := newClient(db, &river.Config{Logger: quiet(log)})
	if err != nil {
		return nil, err
	}
	return &Queue{db: db, client: c, opts: o, log: log}, nil
}

// quiet keeps River's own notes out of a log, but for its warnings.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

type warnings struct{ slog.Handler }

func (w warnings) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && w.Handler.Enabled(ctx, l)
}

func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }

// Submit keeps a job and its document durably. Errors: job.ErrKeyReused,
// job.ErrUnavailable.
func (q *Queue) Submit(ctx context.Context, s job.Submission) (job.Receipt, error) {
	var r job.Receipt
	err := q.db.InTx(ctx, func(tx *store.Tx) (err error) {
		r, err = q.SubmitTx(ctx, tx, s)
		return err
	})
	return r, outOfReach(err)
}

// SubmitTx is Submit within the caller's transaction: the job is there when the
// transaction is committed, and not before.
func (q *Queue) SubmitTx(ctx context.Context, tx *store.Tx, s job.Submission) (job.Receipt, error) {
	id, err := q.newID()
	if err != nil {
		return job.Receipt{}, err
	}
	if s.IdempotencyKey != "" {
		claim, first, err := tx.ClaimKey(ctx, s.IdempotencyKey, s.Fingerprint, id)
		if err != nil {
			return job.Receipt{}, err
		}
		if !first {
			return q.repeated(ctx, tx, s, claim)
		}
	}
	sum, err := tx.PutBlob(ctx, s.Data)
	if err != nil {
		return job.Receipt{}, err
	}
	kind := kindReview
	if q.opts.Kind != nil {
		kind = q.opts.Kind(s.SceneSlug)
	}
	payload, err := json.Marshal(q.payload(id, kind, sum, s))
	if err != nil {
		return job.Receipt{}, fmt.Errorf("encode job %s: %w", id, err)
	}
	row := store.Job{ID: id, Kind: kind, Scene: s.SceneSlug, Brand: s.Brand, Payload: string(payload)}
	if err := q.enqueue(ctx, tx, row, priority(s.Origin.Kind)); err != nil {
		return job.Receipt{}, err
	}
	kept, _, err := tx.Job(ctx, id)
	return job.Receipt{Job: view(kept)}, err
}

// payload is the job as its worker gets it.
func (q *Queue) payload(id, kind, sum string, s job.Submission) pipeline.Job {
	o := q.opts.Defaults
	if s.Options.Repeats > 0 {
		o.Repeats = s.Options.Repeats
	}
	if s.Options.MaxTokens > 0 {
		o.MaxTokens = s.Options.MaxTokens
	}
	if s.Options.MaxCost != nil {
		o.MaxCost = s.Options.MaxCost
	}
	if s.Options.Language != "" {
		o.Language = s.Options.Language
	}
	o.Checkpoints = o.Checkpoints || s.Options.Checkpoints
	return pipeline.Job{
		Schema: payloadSchema, Kind: kind, JobID: id, SceneSlug: s.SceneSlug, Brand: s.Brand, Filename: s.Filename,
		DocumentSHA256: sum, Options: o, Unique: true, Origin: pipeline.Origin(s.Origin), CallbackURL: s.CallbackURL,
	}
}

// enqueue adds a job to the store and to River, in the caller's transaction.
func (q *Queue) enqueue(ctx context.Context, tx *store.Tx, row store.Job, priority int) error {
	number, err := q.client.insert(ctx, tx, argsOf(row.Kind, row.ID), &river.InsertOpts{MaxAttempts: maxAttempts, Priority: priority})
	if err != nil {
		return err
	}
	row.QueueID = number
	return tx.InsertJob(ctx, row)
}

// repeated answers a submission whose key is taken.
func (q *Queue) repeated(ctx context.Context, tx *store.Tx, s job.Submission, claim store.KeyClaim) (job.Receipt, error) {
	if claim.Fingerprint != s.Fingerprint {
		return job.Receipt{}, fmt.Errorf("%w by another request", job.ErrKeyReused)
	}
	row, found, err := tx.Job(ctx, claim.JobID)
	if err == nil && !found {
		err = fmt.Errorf("job %s: %w", claim.JobID, job.ErrUnknown)
	}
	return job.Receipt{Job: view(row), Repeated: true}, err
}

// newID draws a job id.
func (q *Queue) newID() (string, error) {
	b := make([]byte, 12)
	if _, err := io.ReadFull(q.opts.Random, b); err != nil {
		return "", fmt.Errorf("draw a job id: %w", err)
	}
	return fmt.Sprintf("j-%x", b), nil
}

// priority puts people who wait in a chat before programs, and these before
// batches. 1 comes first.
func priority(origin string) int {
	switch origin {
	case "chat":
		return 1
	case "http":
		return 2
	}
	return 3
}

// outOfReach marks the errors of a database that can't be used just now.
func outOfReach(err error) error {
	var e *store.Error
	if errors.As(err, &e) && !errors.Is(err, job.ErrUnavailable) {
		return fmt.Errorf("%w: %w", job.ErrUnavailable, err)
	}
	return err
}
