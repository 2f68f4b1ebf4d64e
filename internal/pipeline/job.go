// Package pipeline owns one whole job: intake, dispatch by output format, the
// case, the run, the reports and their publication. The command line and the
// queue call only this. Models, storage, extractors and renderers are handed
// in.
package pipeline

import (
	"context"
	"io"
	"io/fs"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/panel"
	"judgement/report"
)

// Job is one document to be judged under one scene (schema 1).
type Job struct {
	Schema         int     `json:"schema"`
	Kind           string  `json:"kind"` // review
	JobID          string  `json:"job_id"`
	SceneSlug      string  `json:"scene_slug"`
	Brand          string  `json:"brand"`
	Filename       string  `json:"filename"`
	DocumentSHA256 string  `json:"document_sha256"` // of the bytes as they came
	Options        Options `json:"options"`
	// Unique says that JobID names this job alone: it makes one version, however
	// often and in how many processes it is run.
	Unique      bool   `json:"unique,omitempty"`
	Origin      Origin `json:"origin"`
	CallbackURL string `json:"callback_url,omitempty"`
	Data        []byte `json:"-"`
	// Guard, if set, is asked right before anything is published; its error ends
	// the job.
	Guard func(context.Context) error `json:"-"`
}

// Origin says where a job came from.
type Origin struct {
	Kind      string `json:"kind"` // cli, http, chat or timer; empty: unknown
	AppID     string `json:"app_id,omitempty"`
	ChatID    string `json:"chat_id,omitempty"`
	MessageID string `json:"message_id,omitempty"`
}

// jobName is what a version is tied to; empty: to no job.
func (j Job) jobName() string {
	if j.Unique {
		return j.JobID
	}
	return ""
}

// guard asks the job's guard.
func (j Job) guard(ctx context.Context) error {
	if j.Guard == nil {
		return nil
	}
	return j.Guard(ctx)
}

// Options are a job's own settings.
type Options struct {
	Repeats        int           `json:"repeats"` // 0: the configured number
	MaxTokens      int           `json:"max_tokens,omitempty"`
	MaxCost        *panel.Points `json:"max_cost,omitempty"`
	MaxReplyTokens int           `json:"max_reply_tokens"`
	Temperature    float64       `json:"temperature"`
	Seed           int64         `json:"seed,omitempty"`
	Language       string        `json:"language,omitempty"` // empty: the scene's, else the document's
	// Checkpoints has questions about the future drafted, with each judge's
	// forecasts, as if the scene asked for it.
	Checkpoints bool `json:"checkpoints,omitempty"`
	// NewVersion asks everybody afresh, also where a stopped run of the same job
	// could be resumed.
	NewVersion bool `json:"new_version,omitempty"`
	// Once leaves a job alone whose latest complete version is the same job.
	Once bool `json:"once,omitempty"`
	// NoBoard leaves a competition's board to the caller, who makes it for a
	// batch (see Boards) or for what runs side by side.
	NoBoard bool `json:"no_board,omitempty"`
}

// Renderer is one more format of a report, such as html.
type Renderer struct {
	Format string // also the file's ending
	// Render is handed the review's own time, so that the same review gives the
	// same bytes.
	Render func(ctx context.Context, page report.Page, at time.Time) ([]byte, error)
}

// Pipeline runs jobs. It is safe for concurrent use; Slots bounds the calls of
// all jobs together.
type Pipeline struct {
	Workspace fs.FS
	Cases     *casefile.Cases
	Model     llm.Model
	Slots     jury.Slots
	Gate      jury.RateLimiter // may be nil
	Retry     jury.Retry
	Intake    document.Options
	Renderers []Renderer
	// ContextTokens is the models' context; a longer prompt is refused before
	// its call. 0: unknown.
	ContextTokens int
	// Zone says which day a report is from.
	Zone *time.Location

	Now    func() time.Time
	Random io.Reader
	Sleep  func(context.Context, time.Duration) error
	Jitter func() float64
}
