package job

import (
	"context"

	"judgement/panel"
)

// Spec is what a job is to do (schema 1): one document to be judged under one scene. It
// is kept with the job, so that fields may only be added.
type Spec struct {
	Schema         int     `json:"schema"`
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
	// Planned, if set, is called when the document is read, before anything else is said
	// of it, with the language of its report.
	Planned func(language string) `json:"-"`
	// OtherText, if set, is called before the first call if the latest version of the
	// case, with that number, is of another text.
	OtherText func(caseID string, latest int) `json:"-"`
	// ByModel, if set, is called then if a language model judged the latest version and
	// none will judge this one.
	ByModel func(caseID string, latest int) `json:"-"`
}

// Origin says where a job came from, so that its answer finds the way back.
type Origin struct {
	Kind      string `json:"kind"` // cli, http, mcp, chat or timer; empty: unknown
	AppID     string `json:"app_id,omitempty"`
	ChatID    string `json:"chat_id,omitempty"`
	MessageID string `json:"message_id,omitempty"`
}

// AutoRepeats has judges asked until the grade is settled.
const AutoRepeats = -1

// Options are a job's own settings. Of a submission, zero values take the configured
// ones, and of those from MaxReplyTokens on only SkipUnchanged is read.
type Options struct {
	Repeats    int           `json:"repeats"`               // 0 to 50; 0: the configured number; AutoRepeats
	MaxRepeats int           `json:"max_repeats,omitempty"` // of AutoRepeats; 0 otherwise
	MaxTokens  int           `json:"max_tokens,omitempty"`  // 0: no limit
	MaxCost    *panel.Points `json:"max_cost,omitempty"`    // above 0; nil: no limit
	Language   string        `json:"language,omitempty"`    // en or zh; empty: the scene's, else the document's
	// Checkpoints has questions about the future drafted, with each judge's
	// forecasts, as if the scene asked for it.
	Checkpoints bool `json:"checkpoints,omitempty"`

	MaxReplyTokens int     `json:"max_reply_tokens"`
	Temperature    float64 `json:"temperature"`
	Seed           int64   `json:"seed,omitempty"`
	// NewVersion asks all judges again, also if a stopped run of the same job could be
	// resumed.
	NewVersion bool `json:"new_version,omitempty"`
	// SkipUnchanged leaves a job alone whose latest complete version is the same job.
	SkipUnchanged bool `json:"once,omitempty"`
	// NoBoard leaves a competition's board to the caller, who makes it for a
	// batch or for what runs side by side.
	NoBoard bool `json:"no_board,omitempty"`
}

// Asked is how often each judge is asked, at most if auto says that they are asked until
// the grade is settled.
func (o Options) Asked() (repeats int, auto bool) {
	if o.Repeats == AutoRepeats {
		return max(o.MaxRepeats, 1), true
	}
	return max(o.Repeats, 1), false
}

// GradeProbability is how probable a grade is, from 0 to 1.
type GradeProbability struct {
	Grade string  `json:"grade"`
	P     float64 `json:"p"`
}

// Repeats is how often judges were asked that are asked until the grade is settled, at
// most how often, and why they were not asked again.
type Repeats struct {
	Used int    `json:"used"`
	Most int    `json:"most"`
	Stop string `json:"stop"`
}

// Outcome is what a done job's row says of its result (schema 1).
type Outcome struct {
	Schema  int    `json:"schema"`
	CaseID  string `json:"case_id"`
	Version int    `json:"version"`
	// Total, Max and Grade are empty under a meeting scene.
	Total string `json:"total,omitempty"`
	Max   string `json:"max,omitempty"`
	Grade string `json:"grade,omitempty"`
	// Probabilities are those of the grades, best grade first; nil: nothing is known.
	Probabilities []GradeProbability `json:"grade_probabilities,omitempty"`
	Repeats       *Repeats           `json:"repeats,omitempty"`  // nil: the job fixed them
	NoModel       bool               `json:"no_model,omitempty"` // no language model judged
	Folder        string             `json:"folder,omitempty"`   // of the reports, from the workspace
	Files         []string           `json:"files,omitempty"`    // in Folder, report.md first
	Warnings      []string           `json:"warnings,omitempty"`
	Texts         string             `json:"texts,omitempty"`     // the blob with the report and the reviews
	Summary       string             `json:"summary,omitempty"`   // the answer of an attribution run
	Unchanged     bool               `json:"unchanged,omitempty"` // of a job with SkipUnchanged: the version was there
}
