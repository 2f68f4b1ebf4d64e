package pipeline

import (
	"context"
	"encoding/json"
	"fmt"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/review"
	"judgement/report"
)

// prepared is a job with its document read and its plan frozen.
type prepared struct {
	job    Job
	setup  *Setup
	doc    *document.Document
	plan   *review.Plan
	prover review.Prover
	seats  []jury.Seat[review.Reply]
}

func (p *Pipeline) prepare(ctx context.Context, s *Setup, job Job) (*prepared, error) {
	if err := CheckModels(p.Model, s.Panel); err != nil {
		return nil, err
	}
	doc, err := document.Read(ctx, job.Filename, job.Data, p.Intake)
	if err != nil {
		return nil, err
	}
	plan, err := p.plan(s, job, doc)
	if err != nil {
		return nil, err
	}
	r := &prepared{job: job, setup: s, doc: doc, plan: plan}
	if err := r.seat(s); err != nil {
		return nil, err
	}
	for _, seat := range r.seats {
		info := p.Model.Info(seat.Request.Model)
		if p.ContextTokens == 0 || info.NoModel {
			continue
		}
		if n := llm.EstimatePrompt(seat.Request) + seat.Request.MaxTokens; n > p.ContextTokens {
			return nil, &TooLongError{Tokens: n, Context: p.ContextTokens}
		}
	}
	return r, nil
}

// seat builds the calls of the plan.
func (r *prepared) seat(s *Setup) (err error) {
	r.prover = review.Once(prover(r.doc, s.methods(r.plan)))
	r.seats, err = r.plan.Seats(r.doc.Text, s.Skills, r.prover)
	return err
}

// Run runs a job to its published report, resuming an incomplete version of
// the same job. Events come in order, from several goroutines but one at a
// time; onEvent may be nil.
func (p *Pipeline) Run(ctx context.Context, s *Setup, job Job, onEvent func(jury.Event)) (*Result, error) {
	ev := &stream{job: job.JobID, now: p.Now, to: onEvent}
	result, err := p.runAndStand(ctx, s, job, ev)
	if err != nil {
		ev.send(jury.Event{Type: jury.JobFailed, Phase: "failed", Text: err.Error()})
		return nil, err
	}
	ev.send(jury.Event{Type: jury.JobDone, Phase: "done", Text: result.line(), NoModel: result.Plan.NoModel()})
	return result, nil
}

// caseFor opens the job's case and returns the plan's key in it, and the result
// where the job is to be done once and is.
func (p *Pipeline) caseFor(ctx context.Context, s *Setup, job Job, keyOf func() (string, error)) (c *casefile.Case, key string, judged *Result, err error) {
	c, err = p.Cases.Open(ctx, casefile.Ref{Scene: s.Scene.Slug, BrandPrefix: s.Scene.Report.BrandPrefix, Brand: job.Brand})
	if err != nil {
		return nil, "", nil, err
	}
	if key, err = keyOf(); err == nil && job.Options.Once {
		judged, err = p.judged(ctx, c, key)
	}
	return c, key, judged, err
}

func (p *Pipeline) run(ctx context.Context, s *Setup, job Job, ev *stream) (*Result, error) {
	ev.phase("intake")
	if s.IsMeeting() {
		return p.runMeeting(ctx, s, job, ev)
	}
	r, err := p.prepare(ctx, s, job)
	if err != nil {
		return nil, err
	}
	c, key, judged, err := p.caseFor(ctx, s, job, r.plan.Key)
	if err != nil || judged != nil {
		return judged, err
	}
	v, err := p.begin(ctx, c, r, key)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	if v.Complete {
		return p.finished(ctx, c, v)
	}
	var verdicts []report.Verdict
	var scored *review.Result
	j, err := p.rounds(r.plan, v.Ledger(), ev, review.PhaseScore, func(j *jury.Jury) error {
		verdicts, scored, err = p.ask(ctx, j, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	out := &Result{
		Schema: 1, CaseID: c.ID, Version: v.Number, Resumed: v.Resumed, Scene: s.Scene.Slug, Brand: c.Brand,
		Date: v.Date, Folder: "reports/" + c.Folder, Plan: r.plan, Result: scored, Verdicts: verdicts, Document: *r.doc,
	}
	if out.Drafts, err = p.draft(ctx, j, r, v, ev); err != nil {
		return nil, err
	}
	ev.phase("publish")
	pub, err := p.publication(ctx, s, out, r.doc)
	if err != nil {
		return nil, err
	}
	if err := job.guard(ctx); err != nil {
		return nil, err
	}
	if err := v.Publish(ctx, pub); err != nil {
		return nil, err
	}
	out.Published = pub.Reports
	return out, out.Drafts.keep(ctx, c)
}

// Judge has a document judged without a case: nothing is stored or published.
// Replies are kept in the ledger, which may be nil.
func (p *Pipeline) Judge(ctx context.Context, s *Setup, job Job, ledger jury.Ledger) (*Result, error) {
	r, err := p.prepare(ctx, s, job)
	if err != nil {
		return nil, err
	}
	verdicts, scored, err := p.ask(ctx, p.jury(r.plan, ledger, &stream{}), r)
	if err != nil {
		return nil, err
	}
	return &Result{
		Schema: 1, Scene: s.Scene.Slug, Brand: job.Brand, Plan: r.plan, Result: scored, Verdicts: verdicts, Document: *r.doc,
	}, nil
}

// begin starts or resumes a version. A resumed one keeps the plan that it was
// started with: its time, and the mark that its prompts were fenced with.
func (p *Pipeline) begin(ctx context.Context, c *casefile.Case, r *prepared, key string) (*casefile.Version, error) {
	plan, err := json.Marshal(r.plan)
	if err != nil {
		return nil, fmt.Errorf("encode the plan: %w", err)
	}
	info, err := json.Marshal(r.doc)
	if err != nil {
		return nil, fmt.Errorf("encode the document's description: %w", err)
	}
	v, err := c.Begin(ctx, casefile.Plan{Key: key, JSON: plan, Date: p.day(r.plan), Document: []byte(r.doc.Text), DocumentJSON: info, Fresh: r.job.Options.NewVersion, Job: r.job.jobName()})
	if err != nil || !v.Resumed {
		return v, err
	}
	stored, err := v.Plan(ctx)
	if err == nil {
		budget := r.plan.Options // this run's, not the stopped one's
		r.plan = &review.Plan{}
		err = json.Unmarshal(stored.JSON, r.plan)
		r.plan.Options.MaxTokens, r.plan.Options.MaxCost = budget.MaxTokens, budget.MaxCost
	}
	if err == nil {
		err = r.seat(r.setup)
	}
	if err != nil {
		v.Close()
		return nil, fmt.Errorf("resume version %d of case %s: %w", v.Number, c.ID, err)
	}
	return v, nil
}
