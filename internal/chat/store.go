package chat

import (
	"context"
	"time"

	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/outbox"
	"judgement/internal/pipeline"
	"judgement/internal/text"
	"judgement/report"
)

// Request is a document that was sent to a bot, from its receipt to its last card.
type Request struct {
	ID        string      `json:"id"`
	Scene     string      `json:"scene"`
	AppID     string      `json:"app_id"`
	ChatID    string      `json:"chat_id"`
	MessageID string      `json:"message_id"` // the one that asked
	Sender    string      `json:"sender"`
	Group     bool        `json:"group"`
	Lang      report.Lang `json:"lang"`
	Filename  string      `json:"filename"`
	Brand     string      `json:"brand"`
	File      File        `json:"file"`     // place of the document, until it is fetched
	QueueID   string      `json:"queue_id"` // the queue's name for it; empty: the document is not there yet
	At        time.Time   `json:"at"`
	Cancelled bool        `json:"cancelled,omitempty"` // its sender called it off
	Data      []byte      `json:"-"`                   // the document, if the message itself has it
}

// JobID names the job of a message. It is the same for every delivery of it;
// bots of one group see the same message ids.
func JobID(appID, messageID string) string {
	return "chat-" + short(appID+"\x00"+messageID, 12)
}

// Named returns the job with the name of its fetched document, and the case that
// goes with it, if its message gave none.
func (j Request) Named(f Fetched) Request {
	if j.Filename == "" && f.Name != "" {
		j.Filename = document.CleanName(f.Name)
		j.Brand = Brand(j.ChatID, j.MessageID, f.caseName())
	}
	return j
}

// caseName is what a case is named after: empty if nothing names it.
func (f Fetched) caseName() string {
	if f.Name == "" || f.Text && f.Title == "" {
		return ""
	}
	return document.CleanName(f.Name)
}

func short(s string, bytes int) string {
	return text.Hash([]byte(s))[:2*bytes]
}

// Entry is what is kept of a message, all or nothing.
type Entry struct {
	Message Message
	Request *Request // nil: there is nothing to judge
	// PerHour is how many jobs the scene may take in any 60 minutes; above it
	// the job is left out and the receipt says so.
	PerHour int
	Cancel  string // the job that the message calls off; empty: none
	// Reply makes the answers; it is called inside the transaction, again if that is
	// run again, and only for a message that was not seen before.
	Reply func(Receipt) []outbox.Message
}

// Receipt says what became of an Entry.
type Receipt struct {
	Duplicate bool      // the message was seen before: nothing was kept
	Limited   bool      // the scene's hour is full: the job was left out
	RetryAt   time.Time // when a Limited one may come again
	Ahead     int       // jobs that wait or run before this one
}

// ErrUnknownJob says that a job is not in the store, or not in the queue.
const ErrUnknownJob = job.ErrUnknown

// Store keeps messages and jobs for all processes, and fills the outbox. Every method
// is one transaction. It is safe for concurrent use.
type Store interface {
	// Accept keeps a message with its job, what it calls off and its replies,
	// exactly once by application and message id. A job whose Data is there goes
	// to the queue in the same transaction.
	Accept(ctx context.Context, e Entry) (Receipt, error)
	// Enqueue gives a fetched document to the queue, under its own name if the
	// job has none yet; a second time, and if the job was called off or closed,
	// it changes nothing.
	Enqueue(ctx context.Context, jobID string, f Fetched) error
	// Open lists the jobs of the applications that are not closed, oldest
	// first.
	Open(ctx context.Context, apps []string) ([]Request, error)
	// Close ends a job and puts its last messages in the outbox. It reports
	// false, and does nothing, if the job was closed before.
	Close(ctx context.Context, jobID string, last []outbox.Message) (bool, error)
	// Put puts a message in the outbox, see outbox.Put.
	Put(ctx context.Context, m outbox.Message) error
}

// JobStatus is how far a job is in the queue.
type JobStatus struct {
	Status job.Status
	Reason string       // why it failed, such as job.Cancelled
	Fault  *fault.Error // of a failed job; its own words are for the operator
	Ahead  int          // jobs before it, while it is pending
	Events []jury.Event // after the sequence number that was asked for
}

// Jobs is what bots need of the queue and of what it has made. Jobs go by the
// queue's names.
type Jobs interface {
	Status(ctx context.Context, queueID string, after int64) (JobStatus, error)
	// Cancel ends a job that waits or runs; one that has ended is no error.
	Cancel(ctx context.Context, queueID string) error
	Result(ctx context.Context, queueID string) (*pipeline.Result, error)
	// File reads a file of a result's folder.
	File(ctx context.Context, queueID, name string) ([]byte, error)
}
