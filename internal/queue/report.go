package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/store"
	"judgement/report"
)

// report returns what keeps a run's events. How the job ended is not among
// them: another run may go on with it.
func (t *task) report(ctx context.Context) func(jury.Event) {
	return func(e jury.Event) {
		if e.Type == jury.JobDone || e.Type == jury.JobFailed {
			return
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		err := t.w.q.db.InLooseTx(ctx, func(tx *store.Tx) error {
			if _, ok, err := tx.AppendEvents(ctx, t.row.ID, t.fence, e); err != nil || !ok {
				return err
			}
			if e.Type != jury.PhaseStarted && e.Type != jury.JudgeFinished {
				return nil
			}
			if e.Type == jury.JudgeFinished {
				t.row.Done, t.row.Total = e.Done, e.Total
			}
			_, err := tx.SetProgress(ctx, t.row.ID, t.fence, e.Phase, t.row.Done, t.row.Total)
			return err
		})
		if err != nil {
			t.w.log.Warn("keep an event", "job", t.row.ID, "error", err)
		}
	}
}

// outcome is what the job's row will say of a result. The report's texts are
// kept beside it.
func (t *task) outcome(ctx context.Context, r *pipeline.Result) (outcome, error) {
	files := r.Published
	if files == nil { // it was published by an earlier run
		rendered, err := t.w.o.Pipeline.Render(ctx, r.CaseID, pipeline.RenderOptions{Version: r.Version})
		if err != nil {
			return outcome{}, err
		}
		files = rendered.Files
		r.Files, r.Warnings = rendered.Result.Files, rendered.Result.Warnings
	}
	data, err := json.Marshal(textsOf(r, files))
	if err != nil {
		return outcome{}, fmt.Errorf("encode the report: %w", err)
	}
	sum, err := t.w.q.db.PutBlob(context.WithoutCancel(ctx), data)
	if err != nil {
		return outcome{}, err
	}
	out := outcome{NoModel: r.Plan.NoModel(), CaseID: r.CaseID, Version: r.Version, Folder: r.Folder, Files: r.Files, Warnings: r.Warnings, Texts: sum}
	if r.Result != nil {
		out.Total, out.Max, out.Grade = report.Shown(r.Result.Total, r.Result.Max), r.Result.Max.String(), r.Result.Grade
	}
	return out, nil
}

// textsOf picks the report and the judges' reviews out of published files. A
// judge that was asked several times is as it first ended well.
func textsOf(r *pipeline.Result, files []casefile.File) texts {
	byName := map[string]string{}
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".md") {
			byName[f.Name] = string(f.Data)
		}
	}
	out := texts{Report: byName["report.md"], Reviews: []job.Review{}}
	outcomes := map[string]string{}
	note := func(judge, outcome string) {
		if old := outcomes[judge]; old == "" || old != string(jury.OK) && outcome == string(jury.OK) {
			outcomes[judge] = outcome
		}
	}
	for _, v := range r.Verdicts {
		note(v.Judge, v.Outcome)
	}
	if r.Meeting != nil {
		for _, v := range r.Meeting.Views {
			note(v.Judge, v.Outcome)
		}
	}
	for _, j := range r.Plan.Judges {
		out.Reviews = append(out.Reviews, job.Review{Judge: j.Slug, Outcome: outcomes[j.Slug], Text: byName["reviews/"+j.Slug+".md"]})
	}
	return out
}
