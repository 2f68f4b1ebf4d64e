package app

import (
	"context"
	"errors"
	"fmt"

	"judgement/internal/chat"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/pipeline"
)

// chatJobs is the queue and the stored reports as bots need them: a chat.Jobs.
type chatJobs struct {
	queue    *Queue
	pipeline *pipeline.Pipeline
}

// Status implements chat.Jobs.
func (c *chatJobs) Status(ctx context.Context, id string, after int64) (chat.JobStatus, error) {
	j, err := c.queue.Job(ctx, id)
	out := chat.JobStatus{Status: j.Status, Reason: j.Reason, Fault: j.Fault}
	if err == nil && j.Status == job.Pending {
		out.Ahead, err = c.queue.DB.Ahead(ctx, id)
	}
	if err == nil && j.LastSeq > after {
		out.Events, err = c.queue.Events(ctx, id, after, 1000)
	}
	return out, err
}

// Cancel implements chat.Jobs.
func (c *chatJobs) Cancel(ctx context.Context, id string) error {
	_, err := c.queue.Cancel(ctx, id)
	if errors.Is(err, job.ErrEnded) {
		return nil
	}
	return err
}

// Result implements chat.Jobs. It renders nothing that takes long: one loop asks
// it for the jobs of all bots.
func (c *chatJobs) Result(ctx context.Context, id string) (*pipeline.Result, error) {
	r, err := c.render(ctx, id, nil)
	if err != nil {
		return nil, err
	}
	r.Result.Files = nil
	for _, f := range r.Files {
		r.Result.Files = append(r.Result.Files, f.Name)
	}
	for _, renderer := range c.pipeline.Renderers {
		r.Result.Files = append(r.Result.Files, "report."+renderer.Format)
	}
	return r.Result, nil
}

// File implements chat.Jobs.
func (c *chatJobs) File(ctx context.Context, id, name string) ([]byte, error) {
	var needed []format.Renderer
	for _, r := range c.pipeline.Renderers {
		if "report."+r.Format == name {
			needed = append(needed, r)
		}
	}
	r, err := c.render(ctx, id, needed)
	if err != nil {
		return nil, err
	}
	for _, f := range r.Files {
		if f.Name == name {
			return f.Data, nil
		}
	}
	return nil, fmt.Errorf("the report of job %s has no file %s", id, name)
}

// render makes the report of the version that a job has published, byte for
// byte and with no call of a model, in these formats beside Markdown.
func (c *chatJobs) render(ctx context.Context, id string, formats []format.Renderer) (*pipeline.Rendered, error) {
	j, err := c.queue.Job(ctx, id)
	if err != nil {
		return nil, err
	}
	p := *c.pipeline
	p.Renderers = formats
	made, err := p.Render(ctx, j.CaseID, pipeline.RenderOptions{Version: j.Version})
	if err != nil {
		return nil, fmt.Errorf("report of job %s: %w", id, err)
	}
	return made, nil
}
