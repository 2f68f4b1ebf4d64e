// Package job owns what a queued job is to those who submit it, run it and ask
// about it: the submission, its states, its progress and its result. It is
// words and checks only; it keeps nothing, runs nothing and sends nothing.
package job

import (
	"time"

	"judgement/internal/fault"
)

// Errors that whoever keeps jobs answers with.
const (
	ErrUnknown     = fault.UnknownJob
	ErrNotDone     = fault.JobNotDone // not done yet, or failed
	ErrEnded       = fault.JobEnded   // it cannot be cancelled any more
	ErrNotFailed   = fault.NotFailed
	ErrKeyReused   = fault.KeyReused   // by another request
	ErrUnavailable = fault.JobsAway    // such as: no database
	ErrScene       = fault.SceneBroken // its files are broken just now
)

// Status is a closed set: pending → running → done or failed. A running job
// whose worker died is pending again.
type Status string

// The states of a job.
const (
	Pending Status = "pending"
	Running Status = "running"
	Done    Status = "done"
	Failed  Status = "failed" // Reason says why; of a cancelled job it is Cancelled
)

// Cancelled is the reason of a failed job that a user cancelled.
const Cancelled = "cancelled"

// Ended reports whether a job in this state never changes again by itself.
func (s Status) Ended() bool { return s == Done || s == Failed }

// Statuses returns all states, in the order of a job's life.
func Statuses() []Status { return []Status{Pending, Running, Done, Failed} }

// Submission is one document to be judged under one scene. Whoever makes one
// has checked it: the scene is listed, the brand is valid, the document is not
// empty and within its limit.
type Submission struct {
	Kind        string // review or meeting; whoever submits it to a queue's transaction has prepared it
	SceneSlug   string
	Brand       string
	Filename    string
	Data        []byte // the document; not to be changed after the submission
	Options     Options
	Origin      Origin
	CallbackURL string // gets a webhook when the job ends; may be empty
	// IdempotencyKey, if it is not empty, makes the same submission again
	// (equal Fingerprint) the same job for KeepKeys; another submission under
	// it is ErrKeyReused.
	IdempotencyKey string
	Fingerprint    string // of everything that the client asked for, hex
}

// Receipt is the answer to a submission.
type Receipt struct {
	Job      Job
	Repeated bool // the key was known: this is the job of the first submission
}

// Job is what is known of a job at one time: its row, and while it has not ended what
// the queue says of it. Clients see what MarshalJSON writes.
type Job struct {
	ID          string
	Kind        string // review, meeting or attribution
	SceneSlug   string
	Brand       string
	Filename    string
	Status      Status
	Reason      string       // of a failed job: one word such as cancelled, quorum, model
	Message     string       // of a failed job: what went wrong and what to do, for clients; else why it waits
	Fault       *fault.Error // of a failed job: what Reason and Message are made of
	Phase       string       // the last phase that began; empty before the first
	Done, Total int          // judges that ended, and all; Total is 0 while unknown
	LastSeq     int64        // of its events; 0 before the first
	Cancelling  bool         // a running job that a user has cancelled
	CaseID      string       // of a done job
	Version     int
	CreatedAt   time.Time
	StartedAt   time.Time // zero before
	FinishedAt  time.Time // zero before
	// NextTryAt is when a pending job that a worker had before is tried again,
	// at the earliest: if no worker is free it lies in the past. Zero for
	// every other job.
	NextTryAt time.Time

	Page    string // address of its page for people; empty: none is known
	Spec    Spec
	Outcome Outcome // of a done job
	Damaged error   // why Spec or Outcome can't be read
	QueueID int64   // the number of the queue's row; each retry has a new one
	// Crashes counts the worker processes that died while they ran the job: 1 is a
	// suspicion, as others ran beside it; each run alone that ended so adds 1.
	Crashes int
	Alone   string // the worker in which it runs alone
}

// Result is what a done job gave, of the version that it published: a later
// version of the same case does not change it.
type Result struct {
	JobID            string
	SceneSlug, Brand string
	Outcome
	Page    string   // address of its page for people; empty: none is known
	Report  string   // report.md
	Reviews []Review // in the panel's order
}

// Review is one judge's part of a result.
type Review struct {
	Judge   string
	Outcome string // internal/jury's outcomes
	Text    string // reviews/<judge>.md
}

// Query picks jobs for a list, newest first.
type Query struct {
	// Before and BeforeAt are the id and the time of creation of the last job of
	// the page before, which may have been removed since; empty: from the newest.
	Before    string
	BeforeAt  time.Time
	Limit     int    // at least 1
	Status    Status // empty: any
	SceneSlug string // empty: any
}

// Published is a version that a done job published.
type Published struct {
	Job     string
	Case    string
	Version int
}
