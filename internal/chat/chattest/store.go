package chattest

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chatdb"
	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/job"
	"judgement/internal/outbox"
	"judgement/internal/store"
)

// Store is a chat.Store on a database, with a queue that a test makes up.
type Store struct {
	*chatdb.Store
	DB *database.DB
}

// Submit stands for the queue: it is called with each job that has its document.
type Submit func(j chat.Request, data []byte) (queueID string, err error)

// Prepare implements chatdb.Queue.
func (Submit) Prepare(*job.Submission) error { return nil }

// SubmitTx implements chatdb.Queue.
func (f Submit) SubmitTx(ctx context.Context, tx *database.Tx, s job.Submission) (job.Receipt, error) {
	id, err := f(chat.Request{
		ID: s.IdempotencyKey, Scene: s.SceneSlug, AppID: s.Origin.AppID, ChatID: s.Origin.ChatID, MessageID: s.Origin.MessageID,
		Brand: s.Brand, Filename: s.Filename,
	}, s.Data)
	if err == nil {
		err = store.InsertJob(ctx, tx, job.Job{ID: id, Kind: "review", SceneSlug: s.SceneSlug, Brand: s.Brand})
	}
	return job.Receipt{Job: job.Job{ID: id}}, err
}

// OpenStore opens the store at an address.
func OpenStore(ctx context.Context, address string, submit Submit) (*Store, error) {
	db, err := database.Open(ctx, address)
	if err != nil {
		return nil, err
	}
	return &Store{chatdb.New(db, submit), db}, nil
}

// NewStore returns an empty store on SQLite that lasts for a test.
func NewStore(t testing.TB, submit Submit) *Store {
	t.Helper()
	db := dbtest.Open(t, dbtest.SQLite(t))
	return &Store{chatdb.New(db, submit), db}
}

// Deliver delivers the outbox through a service until ctx ends.
func (s *Store) Deliver(ctx context.Context, service *chat.Service) {
	outbox.NewDeliverer(outbox.Options{
		Outbox: outbox.Of(s.DB), Kind: chat.OutboxKind, Sender: service, Targets: service.Serves, Wake: service.Wake(),
		Owner: rand.Text(), Poll: time.Millisecond, Timeout: time.Minute, Jitter: func() float64 { return 0 },
	}).Run(ctx)
}

// Undelivered counts the messages that wait, -1 if the database does not answer.
func (s *Store) Undelivered() int {
	waiting, _, err := outbox.Count(context.Background(), s.DB, chat.OutboxKind)
	if err != nil {
		return -1
	}
	return waiting
}
