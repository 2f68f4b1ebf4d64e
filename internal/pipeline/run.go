package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/panel"
)

// prepare reads the document and freezes the plan.
func (p *Pipeline) prepare(ctx context.Context, s *Setup, spec job.Spec) (format.Run, error) {
	if err := format.CheckModels(p.Model, s.Panel); err != nil {
		return nil, err
	}
	if err := format.CheckReader(p.Model, s.Scene); err != nil {
		return nil, err
	}
	f, err := Find(p.Workspace, s.Panel.OutputFormat)
	if err != nil {
		return nil, err
	}
	repeats, auto := spec.Options.Asked()
	return f.Plan(ctx, format.File{Name: spec.Filename, Data: spec.Data, Intake: p.Intake}, format.Input{
		Scene: s.Scene, Brand: spec.Brand, Language: spec.Options.Language,
		Panel: s.Panel, Skills: s.Skills, Models: p.Model, ContextTokens: p.Context(ctx, s.Panel), Alignment: s.Alignment, Now: p.Now(), Random: p.Random,
		Options: format.Options{
			Repeats: repeats, Auto: auto, MaxTokens: spec.Options.MaxTokens, MaxCost: spec.Options.MaxCost,
			MaxReplyTokens: spec.Options.MaxReplyTokens, Temperature: spec.Options.Temperature, Seed: spec.Options.Seed,
			Checkpoints: spec.Options.Checkpoints || s.Scene.Checkpoints,
		},
	})
}

// Context is the smallest context of the panel's models, in tokens, as the settings and
// the model's server say it; 0: unknown.
func (p *Pipeline) Context(ctx context.Context, judges *panel.Panel) int {
	if m, ok := p.Model.(interface{ Learn(context.Context) }); ok {
		m.Learn(ctx)
	}
	least := p.ContextTokens
	for _, j := range judges.Judges {
		if known := p.Model.Info(llm.Ref(j.Provider, j.Model)).Context; known > 0 && least > 0 {
			least = min(least, known)
		}
	}
	return least
}

// Run runs a job to its published report, resuming an incomplete version of
// the same job. Events come in order, from several goroutines but one at a
// time; onEvent may be nil.
func (p *Pipeline) Run(ctx context.Context, s *Setup, spec job.Spec, onEvent func(jury.Event)) (*Result, error) {
	ev := &stream{job: spec.JobID, now: p.Now, to: onEvent}
	result, err := p.run(ctx, s, spec, ev)
	if s.Competes() && !spec.Options.NoBoard {
		p.updateBoard(ctx, s, result)
	}
	if err != nil {
		ev.send(jury.Event{Type: jury.JobFailed, Phase: "failed", Text: err.Error(), Kept: ev.kept})
		return nil, err
	}
	ev.send(jury.Event{Type: jury.JobDone, Phase: "done", Text: result.line(), NoModel: result.Plan.NoModel()})
	return result, nil
}

// caseFor opens the job's case and returns the plan's key in it, and the result
// if nothing but the integrity reader is to be asked, or if the job is to be done once and
// is done.
func (p *Pipeline) caseFor(ctx context.Context, s *Setup, spec job.Spec, plan format.Frozen, ev *stream) (c *casefile.Case, key string, judged *Result, err error) {
	c, err = p.Cases.Open(ctx, casefile.Ref{Scene: s.Scene.Slug, BrandPrefix: s.Scene.Report.BrandPrefix, Brand: spec.Brand})
	if err != nil {
		return nil, "", nil, err
	}
	if key, err = plan.Key(); err != nil {
		return nil, "", nil, err
	}
	u, err := p.reusable(ctx, c, s, spec, plan, key)
	switch {
	case err != nil:
	case u != nil:
		judged, err = p.reuse(ctx, c, s, spec, u, key, ev)
	case spec.Options.SkipUnchanged:
		judged, err = p.judged(ctx, c, key)
	}
	return c, key, judged, err
}

func (p *Pipeline) run(ctx context.Context, s *Setup, spec job.Spec, ev *stream) (*Result, error) {
	ev.phase("intake")
	r, err := p.prepare(ctx, s, spec)
	if err != nil {
		return nil, err
	}
	if spec.Planned != nil {
		spec.Planned(r.Frozen().Base().Language)
	}
	c, key, judged, err := p.caseFor(ctx, s, spec, r.Frozen(), ev)
	if err != nil || judged != nil {
		return judged, err
	}
	if err := unlikeLatest(ctx, c, r, spec); err != nil {
		return nil, err
	}
	v, r, err := p.begin(ctx, c, s, spec, r, key)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	if v.Complete {
		return p.finished(ctx, c, v)
	}
	at := format.Version{Number: v.Number, Date: cmp.Or(v.Date, p.day(r.Frozen().Base()))}
	judgement, err := p.judge(ctx, r, at, v.Ledger(), ev)
	if err != nil {
		for _, unread := range v.Records(context.WithoutCancel(ctx)) {
			if unread == nil {
				ev.kept++
			}
		}
		return nil, err
	}
	out := newResult(c, v, r, judgement)
	out.Resumed = v.Resumed
	if s.Warning != "" {
		out.Warnings = append(out.Warnings, s.Warning)
	}
	drafts, err := p.publish(ctx, v, r, out, spec.Guard, ev)
	if err != nil {
		return nil, err
	}
	if len(drafts) > 0 {
		err = c.AddDrafts(ctx, drafts)
	}
	if err != nil {
		err = fmt.Errorf("keep the drafted checkpoints of case %s: %w", c.ID, err)
	}
	return out, err
}

// publish makes the files of a result and publishes them, unless the guard refuses. It
// returns the checkpoints that were drafted.
func (p *Pipeline) publish(ctx context.Context, v *casefile.Version, r format.Run, out *Result, guard func(context.Context) error, ev *stream) ([]casefile.Checkpoint, error) {
	ev.phase("publish")
	pub, err := p.publication(ctx, v, r, out)
	if err == nil && guard != nil {
		err = guard(ctx)
	}
	if err != nil {
		return nil, err
	}
	return pub.drafts, pub.publish(ctx, v, out)
}

// unlikeLatest calls the job's functions about the latest version of a case.
func unlikeLatest(ctx context.Context, c *casefile.Case, r format.Run, spec job.Spec) error {
	if spec.OtherText == nil && spec.ByModel == nil {
		return nil
	}
	v, err := complete(ctx, c, 0)
	if errors.Is(err, fault.UnknownVersion) {
		return nil
	}
	if err != nil {
		return err
	}
	last, err := v.Plan(ctx)
	if err != nil {
		return err
	}
	if spec.OtherText != nil && string(last.Document) != r.Document().Text {
		spec.OtherText(c.ID, v.Number)
	}
	var plan format.Plan
	if spec.ByModel != nil && r.Frozen().Base().NoModel() && json.Unmarshal(last.JSON, &plan) == nil && !plan.NoModel() {
		spec.ByModel(c.ID, v.Number)
	}
	return nil
}

// Judge has a document judged without a case: nothing is stored or published.
// Replies are kept in the ledger, which may be nil.
func (p *Pipeline) Judge(ctx context.Context, s *Setup, spec job.Spec, ledger jury.Ledger) (*Result, error) {
	r, err := p.prepare(ctx, s, spec)
	if err != nil {
		return nil, err
	}
	judgement, err := p.JudgeRun(ctx, r, ledger)
	if err != nil {
		return nil, err
	}
	return &Result{
		Schema: 1, Scene: s.Scene.Slug, Brand: spec.Brand, Plan: r.Frozen().Base(), Judgement: judgement, Document: *r.Document(),
	}, nil
}

// JudgeRun has a run judged without a case: nothing is stored or published. Replies are
// kept in the ledger. The runner's budget counts if the run has no limits of its own.
func (p *Pipeline) JudgeRun(ctx context.Context, r format.Run, ledger jury.Ledger) (format.Judgement, error) {
	return p.judge(ctx, r, format.Version{}, ledger, &stream{})
}

// begin starts or resumes a version. A resumed one keeps the plan that it was
// started with: its time, and the mark that its prompts were fenced with.
func (p *Pipeline) begin(ctx context.Context, c *casefile.Case, s *Setup, spec job.Spec, r format.Run, key string) (*casefile.Version, format.Run, error) {
	plan, err := json.Marshal(r.Frozen())
	if err != nil {
		return nil, nil, fmt.Errorf("encode the plan: %w", err)
	}
	info, err := json.Marshal(r.Document())
	if err != nil {
		return nil, nil, fmt.Errorf("encode the document's description: %w", err)
	}
	tied := "" // to no job
	if spec.Unique {
		tied = spec.JobID
	}
	v, err := c.Begin(ctx, casefile.Plan{
		Key: key, JSON: plan, Date: p.day(r.Frozen().Base()), Document: []byte(r.Document().Text), DocumentJSON: info,
		Fresh: spec.Options.NewVersion, Job: tied,
	})
	if err != nil || !v.Resumed {
		return v, r, err
	}
	resumed, err := p.resume(ctx, s, v, r)
	if err != nil {
		v.Close()
		return nil, nil, fmt.Errorf("resume version %d of case %s: %w", v.Number, c.ID, err)
	}
	return v, resumed, nil
}

// resume is the run with the plan that its version began with, but this run's
// budget.
func (p *Pipeline) resume(ctx context.Context, s *Setup, v *casefile.Version, r format.Run) (format.Run, error) {
	stored, err := v.Plan(ctx)
	if err != nil {
		return nil, err
	}
	resumed, err := p.restore(s, stored, r.Document())
	if err != nil {
		return nil, err
	}
	now, then := &r.Frozen().Base().Options, &resumed.Frozen().Base().Options
	then.MaxTokens, then.MaxCost = now.MaxTokens, now.MaxCost
	return resumed, nil
}

// restore goes on with a stored plan. The setup is nil if the scene is gone.
func (p *Pipeline) restore(s *Setup, stored casefile.Plan, doc *document.Document) (format.Run, error) {
	f, err := p.formatOf(stored.JSON)
	if err != nil {
		return nil, err
	}
	in := format.Stored{Plan: stored.JSON, Document: doc, Models: p.Model}
	if s != nil {
		in.Scene, in.Skills = s.Scene, s.Skills
	}
	return f.Restore(in)
}

// newResult is a run's result as far as all formats have it.
func newResult(c *casefile.Case, v *casefile.Version, r format.Run, judgement format.Judgement) *Result {
	return &Result{
		Schema: 1, CaseID: c.ID, Version: v.Number, Scene: c.Scene, Brand: c.Brand, Date: v.Date,
		Folder: "reports/" + c.Folder, Plan: r.Frozen().Base(), Judgement: judgement, Document: *r.Document(),
	}
}
