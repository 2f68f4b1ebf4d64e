package jury

import (
	"context"
	"time"

	"judgement/internal/llm"
)

// Outcome is the closed set of ways in which asking a judge ends.
type Outcome string

// The outcomes. Every one but OK is shown as missing, never as a zero.
const (
	OK         Outcome = "ok"
	Abstained  Outcome = "abstained"   // the judge says that it can't score this
	Refused    Outcome = "refused"     // the model or its filter declined
	Unparsable Outcome = "unparsable"  // no valid reply after repair and a fresh try
	Failed     Outcome = "failed"      // calls failed after all retries
	OverBudget Outcome = "over_budget" // the review's budget was spent first
)

// Key names one call for the ledger. Two calls with one key are the same call.
type Key struct {
	Judge        string `json:"judge"`
	SkillSHA256  string `json:"skill_sha256"`
	PromptSHA256 string `json:"prompt_sha256"` // llm.PromptSHA256: of model, messages, schema, limits
	Repeat       int    `json:"repeat"`        // from 0
	Try          int    `json:"try"`           // fresh tries of one prompt, from 0
}

// Record is one call as the ledger keeps it: its reply, or what its attempts used if
// none got a reply.
type Record struct {
	Schema int       `json:"schema"` // 1
	Key    Key       `json:"key"`
	At     time.Time `json:"at"`
	Model  string    `json:"model"`
	// NoModel says that no language model is behind the reply. Earlier releases did not say so.
	NoModel bool       `json:"no_model,omitempty"`
	Finish  llm.Finish `json:"finish"`
	Usage   llm.Usage  `json:"usage"` // of this call and of the failed calls before it
	Text    string     `json:"text"`  // the raw reply
	// Unanswered says that no attempt got a reply: all failed or were given up.
	Unanswered bool `json:"unanswered,omitempty"`
}

// Ledger keeps replies, so that a crash or a cancel never pays twice. Put is
// durable when it returns. It keeps the first reply of a key, and until there is one
// the last record of attempts without a reply. Get is false without a reply; the
// record then has the usage of such attempts. Safe for concurrent use.
type Ledger interface {
	Get(ctx context.Context, key Key) (Record, bool, error)
	Put(ctx context.Context, rec Record) error
	// Ready returns the error that keeping so many replies would meet now, such as
	// of a full or read-only disk: replies that can't be kept must not be bought.
	Ready(ctx context.Context, replies int) error
}

// Event is one step of a job, as progress bars, NDJSON, SSE and chat cards show
// it. JobID and Seq are filled in by the pipeline; Seq counts from 1.
type Event struct {
	JobID   string    `json:"job_id"`
	Seq     int64     `json:"seq"`
	At      time.Time `json:"at"`
	Type    EventType `json:"type"`
	Phase   string    `json:"phase"`
	Judge   *string   `json:"judge"`
	Outcome *Outcome  `json:"outcome"`
	Score   *string   `json:"score"` // the judge's total as "X / Y"
	Cost    *string   `json:"cost"`  // so far, with its currency
	Text    string    `json:"text"`
	Done    int       `json:"done"`     // judges that ended
	Total   int       `json:"total"`    // judges in all
	NoModel bool      `json:"no_model"` // of a done event, or of a judge with a score: no language model answered
	Kept    int       `json:"-"`        // of a failed event: replies that are kept for the next run
	Stored  bool      `json:"-"`        // of a judge that ended: its replies are those of an earlier run
}

// EventType is a closed set.
type EventType string

// The types of event.
const (
	PhaseStarted  EventType = "phase"
	JudgeStarted  EventType = "judge_started"
	JudgeRetry    EventType = "judge_retry"
	JudgeFinished EventType = "judge_finished"
	JobDone       EventType = "done"
	JobFailed     EventType = "failed"
)

// CountAnswers counts the judges that were asked, and those that gave nothing of use.
// Of a phase that ran several times the last time counts.
func CountAnswers(events []Event) (unusable, all int) {
	type count struct{ unusable, all int }
	phases := map[string]count{}
	for _, e := range events {
		n := phases[e.Phase]
		switch e.Type {
		case PhaseStarted:
			n = count{}
		case JudgeFinished:
			n.all++
			if e.Outcome == nil || *e.Outcome != OK {
				n.unusable++
			}
		case JudgeStarted, JudgeRetry, JobDone, JobFailed:
			continue
		}
		phases[e.Phase] = n
	}
	for _, n := range phases { // a sum
		unusable, all = unusable+n.unusable, all+n.all
	}
	return unusable, all
}
