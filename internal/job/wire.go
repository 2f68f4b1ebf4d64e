package job

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"judgement/internal/text"
)

// jobJSON is the form of a Job that clients see: nullable fields are null,
// never left out.
type jobJSON struct {
	JobID      string   `json:"job_id"`
	Kind       string   `json:"kind"`
	Status     Status   `json:"status"`
	Reason     *string  `json:"reason"`
	Message    *string  `json:"message"`
	Phase      *string  `json:"phase"`
	Progress   progress `json:"progress"`
	Cancelling bool     `json:"cancelling"`
	SceneSlug  string   `json:"scene_slug"`
	Brand      string   `json:"brand"`
	Filename   string   `json:"filename"`
	CaseID     *string  `json:"case_id"`
	Version    *int     `json:"version"`
	NoModel    *bool    `json:"no_model"`
	CreatedAt  string   `json:"created_at"`
	StartedAt  *string  `json:"started_at"`
	FinishedAt *string  `json:"finished_at"`
	NextTryAt  *string  `json:"next_try_at"`
	Page       *string  `json:"page"`
}

type progress struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// MarshalJSON writes what the HTTP API, its webhooks and the command line show
// of a job. The reason and message are those of a failed job, case, version
// and no_model those of a done one, the next try that of a waiting one.
func (j Job) MarshalJSON() ([]byte, error) {
	out := jobJSON{
		JobID: j.ID, Kind: j.Kind, Status: j.Status, Phase: text.OrNull(j.Phase),
		Progress: progress{Done: j.Done, Total: j.Total}, Cancelling: j.Cancelling && !j.Status.Ended(),
		SceneSlug: j.SceneSlug, Brand: j.Brand, Filename: j.Filename,
		CreatedAt: Timestamp(j.CreatedAt), StartedAt: timeOrNull(j.StartedAt), FinishedAt: timeOrNull(j.FinishedAt),
		Page: text.OrNull(j.Page),
	}
	switch j.Status {
	case Failed:
		out.Reason, out.Message = text.OrNull(j.Reason), text.OrNull(j.Message)
	case Done:
		out.CaseID, out.NoModel = text.OrNull(j.CaseID), &j.Outcome.NoModel
		if j.Version > 0 {
			out.Version = &j.Version
		}
	case Pending:
		out.NextTryAt = timeOrNull(j.NextTryAt)
	case Running:
	}
	return json.Marshal(out)
}

// resultJSON is the form of a Result that clients see.
type resultJSON struct {
	JobID         string             `json:"job_id"`
	CaseID        string             `json:"case_id"`
	Version       int                `json:"version"`
	SceneSlug     string             `json:"scene_slug"`
	Brand         string             `json:"brand"`
	Total         *string            `json:"total"`
	Max           *string            `json:"max"`
	Grade         *string            `json:"grade"`
	Probabilities []GradeProbability `json:"grade_probabilities"`
	Repeats       *Repeats           `json:"repeats"`
	NoModel       bool               `json:"no_model"`
	Report        string             `json:"report"`
	Reviews       []reviewJSON       `json:"reviews"`
	Folder        string             `json:"folder"`
	Files         []string           `json:"files"`
	Warnings      []string           `json:"warnings"`
	Page          *string            `json:"page"`
}

type reviewJSON struct {
	Judge   string `json:"judge"`
	Outcome string `json:"outcome"`
	Text    string `json:"review"`
}

// MarshalJSON writes what the HTTP API shows of a result, without HTML escapes.
func (r Result) MarshalJSON() ([]byte, error) {
	out := resultJSON{
		JobID: r.JobID, CaseID: r.CaseID, Version: r.Version, SceneSlug: r.SceneSlug, Brand: r.Brand,
		Total: text.OrNull(r.Total), Max: text.OrNull(r.Max), Grade: text.OrNull(r.Grade), Probabilities: append([]GradeProbability{}, r.Probabilities...), Repeats: r.Repeats, NoModel: r.NoModel,
		Report: r.Report, Reviews: []reviewJSON{}, Folder: r.Folder, Files: append([]string{}, r.Files...), Warnings: append([]string{}, r.Warnings...),
		Page: text.OrNull(r.Page),
	}
	for _, v := range r.Reviews {
		out.Reviews = append(out.Reviews, reviewJSON(v))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(out)
	return b.Bytes(), err
}

// Webhook is the message that says to the callback_url of a job that it has
// ended: the payload of Standard Webhooks, with the job as its data. The error
// is for a job that has not ended.
func Webhook(j Job) ([]byte, error) {
	if !j.Status.Ended() {
		return nil, fmt.Errorf("make the webhook of job %s: it is %s", j.ID, j.Status)
	}
	return json.Marshal(struct {
		Type      string `json:"type"`
		Timestamp string `json:"timestamp"`
		Data      Job    `json:"data"`
	}{"judgement." + string(j.Status), Timestamp(j.FinishedAt), j})
}

// Timestamp is the form of every time that clients read: RFC 3339, UTC, with milliseconds.
func Timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func timeOrNull(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := Timestamp(t)
	return &s
}

// WebhookKind is the kind of the messages that carry a Webhook.
const WebhookKind = "webhook"

// WebhookID is the id of the message about the end of a job's run. It is the
// same however often the message is sent; a job that is run again after it had
// ended, as another run, has another message.
func WebhookID(jobID string, run int64) string {
	return fmt.Sprintf("msg_%s_%d", jobID, run)
}
