package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/review"
	"judgement/report"
)

// Result is a finished job.
type Result struct {
	Schema  int    `json:"schema"`
	CaseID  string `json:"case_id"`
	Version int    `json:"version"`
	Resumed bool   `json:"resumed"`
	// Unchanged: a complete version of the same job was there already, and
	// nothing was asked.
	Unchanged bool             `json:"unchanged"`
	Scene     string           `json:"scene"`
	Brand     string           `json:"brand"`
	Folder    string           `json:"folder"` // of the reports, from the workspace
	Files     []string         `json:"files"`  // in Folder, report.md first
	Plan      *review.Plan     `json:"plan"`
	Result    *review.Result   `json:"result"`
	Verdicts  []report.Verdict `json:"verdicts"`
	Drafts    *Drafts          `json:"drafts,omitempty"` // where checkpoints were asked for
	Document  DocumentInfo     `json:"document"`
	// Meeting stands in place of Result and Verdicts under a meeting scene.
	Meeting *Meeting `json:"meeting,omitempty"`
	// Statistics say what the votes of a scored review are worth.
	Statistics []report.Statistic `json:"statistics,omitempty"`
	// Board is where the review stands in its competition; nil elsewhere, in a
	// batch, and where a review that is still under way will make the board.
	Board *Standing `json:"board,omitempty"`
	// Published holds what Files name, where this run wrote them.
	Published []casefile.File `json:"-"`
	// Warnings name what could not be written although the job is done.
	Warnings []string `json:"warnings,omitempty"`
}

// DocumentInfo is the judged document without its text.
type DocumentInfo = document.Document

// ModelError says that a review failed because the models could not be used at
// all: no credentials, no such model, an empty account.
type ModelError struct {
	Kind llm.ErrorKind
	Fix  string
	Err  error
}

func (e *ModelError) Error() string { return e.Err.Error() }

func (e *ModelError) Unwrap() error { return e.Err }

// TooLongError says that a prompt does not fit into the model's context.
type TooLongError struct{ Tokens, Context int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the document is too long: the prompt has about %d tokens, the model's context %d", e.Tokens, e.Context)
}

// Preview is what a job would do.
type Preview struct {
	Plan   *review.Plan       `json:"plan"`
	Judges []PreviewJudge     `json:"judges"`
	Calls  int                `json:"calls"`
	Prompt int                `json:"prompt_tokens"` // estimated
	Reply  int                `json:"reply_tokens"`  // at most
	Cost   *report.Money      `json:"cost"`          // at most, when every first reply is usable; null: unknown
	Source *document.Document `json:"document"`
}

// PreviewJudge is one judge of a Preview.
type PreviewJudge struct {
	Judge  string        `json:"judge"`
	Model  string        `json:"model"`
	Calls  int           `json:"calls"`
	Prompt int           `json:"prompt_tokens"`
	Reply  int           `json:"reply_tokens"`
	Cost   *report.Money `json:"cost"`
}

// Preview reads the document and plans the job, and stops before the first
// call. It writes nothing.
func (p *Pipeline) Preview(ctx context.Context, s *Setup, job Job) (*Preview, error) {
	if s.IsMeeting() {
		return p.previewMeeting(ctx, s, job)
	}
	r, err := p.prepare(ctx, s, job)
	if err != nil {
		return nil, err
	}
	out := &Preview{Plan: r.plan, Source: r.doc}
	known := true
	calls, err := p.calls(r)
	if err != nil {
		return nil, err
	}
	for _, call := range calls {
		info := p.Model.Info(call.Model)
		j := PreviewJudge{Judge: call.Judge, Model: info.Name, Calls: 1}
		if !info.NoModel {
			j.Prompt, j.Reply = llm.EstimatePrompt(call), call.MaxTokens
		}
		j.Cost = mostCost(info, j.Prompt, j.Reply)
		out.add(j, &known)
	}
	if !known {
		out.Cost = nil
	}
	return out, nil
}

// add counts one judge; known turns false where a cost is unknown.
func (p *Preview) add(j PreviewJudge, known *bool) {
	p.Calls, p.Prompt, p.Reply = p.Calls+j.Calls, p.Prompt+j.Prompt, p.Reply+j.Reply
	switch {
	case j.Cost == nil:
		*known = false
	case p.Cost == nil:
		p.Cost = &report.Money{Currency: j.Cost.Currency, Amount: j.Cost.Amount}
	default:
		p.Cost.Amount = p.Cost.Amount.Add(j.Cost.Amount)
	}
	p.Judges = append(p.Judges, j)
}

// prepared is a job with its document read and its plan frozen.
type prepared struct {
	job    Job
	setup  *Setup
	doc    *document.Document
	plan   *review.Plan
	prover *evidence.Index
	seats  []jury.Seat[review.Reply]
}

func (p *Pipeline) prepare(ctx context.Context, s *Setup, job Job) (*prepared, error) {
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
	r.prover = prover(r.doc, s.methods(r.plan))
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
	ev.send(jury.Event{Type: jury.JobDone, Phase: "done", Text: result.line()})
	return result, nil
}

// line is a result in a few words.
func (r *Result) line() string {
	if r.Meeting != nil {
		return fmt.Sprintf("%d judges, %d of %d quotes proven", len(r.Meeting.Views), r.Meeting.Evidence.Proven, r.Meeting.Evidence.Total)
	}
	return fmt.Sprintf("%s / %s, %s", r.Result.Total, r.Result.Max, r.Result.Grade)
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
	c, err := p.Cases.Open(ctx, casefile.Ref{Scene: s.Scene.Slug, BrandPrefix: s.Scene.Report.BrandPrefix, Brand: job.Brand})
	if err != nil {
		return nil, err
	}
	key, err := r.plan.Key()
	if err != nil {
		return nil, err
	}
	if job.Options.Once {
		if out, err := p.judged(ctx, c, key); err != nil || out != nil {
			return out, err
		}
	}
	v, err := p.begin(ctx, c, r, key)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	if v.Complete {
		return p.finished(ctx, c, v)
	}
	ev.phase(review.PhaseScore)
	j := p.jury(r, v.Ledger(), ev)
	verdicts, scored, err := p.ask(ctx, j, r)
	if err != nil {
		return nil, err
	}
	out := &Result{
		Schema: 1, CaseID: c.ID, Version: v.Number, Resumed: v.Resumed, Scene: s.Scene.Slug, Brand: c.Brand,
		Folder: "reports/" + c.Folder, Plan: r.plan, Result: scored, Verdicts: verdicts, Document: *r.doc,
	}
	if out.Drafts, err = p.draft(ctx, j, r, v.Number, ev); err != nil {
		return nil, err
	}
	ev.phase("publish")
	pub, err := p.publication(ctx, out, r.doc)
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
	verdicts, scored, err := p.ask(ctx, p.jury(r, ledger, &stream{}), r)
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
	v, err := c.Begin(ctx, casefile.Plan{Key: key, JSON: plan, Document: []byte(r.doc.Text), DocumentJSON: info, Fresh: r.job.Options.NewVersion, Job: r.job.jobName()})
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

// jury is what the job's calls have in common: ledger, budget, limits.
func (p *Pipeline) jury(r *prepared, ledger jury.Ledger, ev *stream) *jury.Jury {
	j := &jury.Jury{
		Model: p.Model, Ledger: ledger, Slots: p.Slots, Gate: p.Gate, Retry: p.Retry, OnEvent: ev.send,
		Now: p.Now, Sleep: p.Sleep, Jitter: p.Jitter,
	}
	if o := r.plan.Options; o.MaxTokens > 0 || o.MaxCost != nil {
		j.Budget = jury.NewBudget(o.MaxTokens, o.MaxCost, o.MaxReplyTokens)
	}
	return j
}

// ask has the judges score and aggregates their verdicts. When nobody could be
// asked because of credentials, a wrong model, an empty account or replies that
// were not recorded, it says so as a *ModelError.
func (p *Pipeline) ask(ctx context.Context, j *jury.Jury, r *prepared) ([]report.Verdict, *review.Result, error) {
	asked, err := review.Run(ctx, j, r.plan, r.seats, r.prover)
	if err != nil {
		return nil, nil, err
	}
	verdicts := make([]report.Verdict, len(asked))
	var blocked *review.Asked
	for i, a := range asked {
		verdicts[i] = a.Verdict
		switch a.Kind {
		case llm.ErrCredentials, llm.ErrNotFound, llm.ErrQuota, llm.ErrUnavailable:
			blocked = &asked[i]
		}
	}
	result, err := review.Aggregate(r.plan.Panel, verdicts)
	var q *review.QuorumError
	switch {
	case !errors.As(err, &q):
	case blocked != nil:
		err = &ModelError{Kind: blocked.Kind, Fix: blocked.Fix, Err: err}
	default:
		for _, a := range asked {
			if q.Fix == "" && a.Verdict.Outcome == string(jury.Failed) {
				q.Fix = a.Fix
			}
		}
	}
	return verdicts, result, err
}

// stream numbers a job's events and hands them on one at a time.
type stream struct {
	job string
	now func() time.Time
	to  func(jury.Event)

	mu  sync.Mutex
	seq int64
}

func (s *stream) phase(name string) { s.send(jury.Event{Type: jury.PhaseStarted, Phase: name}) }

func (s *stream) send(e jury.Event) {
	if s.to == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	e.JobID, e.Seq = s.job, s.seq
	if e.At.IsZero() {
		e.At = s.now().UTC()
	}
	s.to(e)
}
