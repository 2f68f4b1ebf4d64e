package queue

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/riverqueue/river/rivertype"

	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/pipeline"
	"judgement/internal/store"
)

// outcome is what a done job's row says of its result.
type outcome struct {
	Schema   int      `json:"schema"`
	CaseID   string   `json:"case_id"`
	Version  int      `json:"version"`
	Total    string   `json:"total,omitempty"`
	Max      string   `json:"max,omitempty"`
	Grade    string   `json:"grade,omitempty"`
	NoModel  bool     `json:"no_model,omitempty"`
	Folder   string   `json:"folder,omitempty"`
	Files    []string `json:"files,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	Texts    string   `json:"texts,omitempty"` // the blob with the report and the reviews
	// Summary is the answer of an attribution run.
	Summary string `json:"summary,omitempty"`
}

// texts are a report's texts, as the blob of a done job holds them.
type texts struct {
	Report  string       `json:"report"`
	Reviews []job.Review `json:"reviews"`
}

// decode reads what a job's worker gets.
func decode(row store.Job) (p pipeline.Job, err error) {
	if err = json.Unmarshal([]byte(row.Payload), &p); err != nil {
		err = fmt.Errorf("decode job %s: %w", row.ID, err)
	}
	return p, err
}

// view is a job as others see it: its own row with River's, which may be nil.
func view(row store.Job, r *rivertype.JobRow) job.Job {
	out := job.Job{
		ID: row.ID, Kind: row.Kind, SceneSlug: row.Scene, Brand: row.Brand, Status: row.Status,
		Message: fault.Public(row.Message), Phase: row.Phase, Done: row.Done, Total: row.Total, LastSeq: row.LastSeq,
		CreatedAt: row.Created, StartedAt: row.Started, FinishedAt: row.Ended,
	}
	if row.Status == job.Failed {
		out.Fault = fault.Decode(row.Reason, row.Message)
		out.Reason, out.Message = out.Fault.Code.Word(), job.Message(out.Fault)
	}
	if p, err := decode(row); err == nil {
		out.Filename = p.Filename
	}
	var o outcome
	if row.Result != "" && json.Unmarshal([]byte(row.Result), &o) == nil {
		out.CaseID, out.Version = o.CaseID, o.Version
	}
	if r == nil || row.Status.Ended() {
		return out
	}
	if r.AttemptedAt != nil {
		out.StartedAt = r.AttemptedAt.UTC()
	}
	switch {
	case r.State == rivertype.JobStateRunning:
		out.Status, out.Message, out.Cancelling = job.Running, "", cancelAsked(r)
	case !finalized(r) && r.AttemptedAt != nil:
		out.NextTryAt = r.ScheduledAt.UTC()
	}
	return out
}

// views are jobs as others see them.
func (q *Queue) views(ctx context.Context, rows ...store.Job) ([]job.Job, error) {
	var ids []int64
	for _, row := range rows {
		if !row.Status.Ended() {
			ids = append(ids, row.QueueID)
		}
	}
	queued, err := rowsOf(ctx, q.db.River(), ids...)
	if err != nil {
		return nil, q.db.Fault(ctx, "look jobs up in the queue", err)
	}
	out := make([]job.Job, len(rows))
	for i, row := range rows {
		r := queued[row.QueueID]
		if !row.Status.Ended() && (r == nil || finalized(r)) { // it has just ended, or has a new row
			if now, found, err := q.db.Job(ctx, row.ID); err != nil {
				return nil, err
			} else if found {
				row = now
			}
		}
		out[i] = view(row, r)
	}
	return out, nil
}

// viewIn is one job as a transaction sees it. The error may be job.ErrUnknown.
func viewIn(ctx context.Context, tx *store.Tx, id string) (job.Job, error) {
	row, found, err := tx.Job(ctx, id)
	if err == nil && !found {
		err = fmt.Errorf("job %s: %w", id, job.ErrUnknown)
	}
	if err != nil {
		return job.Job{}, err
	}
	queued, err := rowsOf(ctx, tx.River(), row.QueueID)
	return view(row, queued[row.QueueID]), tx.Fault(ctx, "look a job up in the queue", err)
}
