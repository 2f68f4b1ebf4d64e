package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	"judgement/panel"
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
			j.Prompt, j.Reply = jury.PromptTokens(call), call.MaxTokens
		}
		if info.Price != nil {
			j.Cost = &report.Money{Currency: info.Price.Currency, Amount: info.Price.Cost(llm.Usage{PromptTokens: j.Prompt, CompletionTokens: j.Reply})}
		}
		out.Calls, out.Prompt, out.Reply = out.Calls+1, out.Prompt+j.Prompt, out.Reply+j.Reply
		switch {
		case j.Cost == nil:
			known = false
		case out.Cost == nil:
			out.Cost = &report.Money{Currency: j.Cost.Currency, Amount: j.Cost.Amount}
		default:
			out.Cost.Amount = out.Cost.Amount.Add(j.Cost.Amount)
		}
		out.Judges = append(out.Judges, j)
	}
	if !known {
		out.Cost = nil
	}
	return out, nil
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
	if s.Panel.OutputFormat == panel.MeetingSummary {
		return nil, fmt.Errorf("scene %s summarises meetings and gives no scores; use a scene with output_format op2_6section or workshop_ranking", s.Scene.Slug)
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
		if n := jury.PromptTokens(seat.Request) + seat.Request.MaxTokens; n > p.ContextTokens {
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
	result, err := p.run(ctx, s, job, ev)
	if err != nil {
		ev.send(jury.Event{Type: jury.JobFailed, Phase: "failed", Text: err.Error()})
		return nil, err
	}
	ev.send(jury.Event{
		Type: jury.JobDone, Phase: "done",
		Text: fmt.Sprintf("%s / %s, %s", result.Result.Total, result.Result.Max, result.Result.Grade),
	})
	return result, nil
}

func (p *Pipeline) run(ctx context.Context, s *Setup, job Job, ev *stream) (*Result, error) {
	ev.phase("intake")
	r, err := p.prepare(ctx, s, job)
	if err != nil {
		return nil, err
	}
	c, err := p.Cases.Open(ctx, casefile.Ref{Scene: s.Scene.Slug, BrandPrefix: s.Scene.Report.BrandPrefix, Brand: job.Brand})
	if err != nil {
		return nil, err
	}
	key, err := r.key()
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
	ev.phase(review.PhaseScore)
	j := p.jury(r, v, ev)
	verdicts, err := p.ask(ctx, j, r)
	if err != nil {
		return nil, err
	}
	out := &Result{
		Schema: 1, CaseID: c.ID, Version: v.Number, Resumed: v.Resumed, Scene: s.Scene.Slug, Brand: c.Brand,
		Folder: "reports/" + c.Folder, Plan: r.plan, Verdicts: verdicts, Document: *r.doc,
	}
	out.Result, err = review.Aggregate(r.plan.Panel, verdicts)
	if err != nil {
		return nil, err
	}
	if out.Drafts, err = p.draft(ctx, j, r, v.Number, ev); err != nil {
		return nil, err
	}
	ev.phase("publish")
	pub, err := p.publication(ctx, out, r.doc)
	if err != nil {
		return nil, err
	}
	if err := v.Publish(ctx, pub); err != nil {
		return nil, err
	}
	return out, out.Drafts.keep(ctx, c)
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
	v, err := c.Begin(ctx, casefile.Plan{Key: key, JSON: plan, Document: []byte(r.doc.Text), DocumentJSON: info})
	if err != nil || !v.Resumed {
		return v, err
	}
	stored, err := v.Plan(ctx)
	if err == nil {
		r.plan = &review.Plan{}
		err = json.Unmarshal(stored.JSON, r.plan)
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

// key names the job: two jobs with one key are the same. A job that asks for a
// new version is the same as no other.
func (r *prepared) key() (string, error) {
	key, err := r.plan.Key()
	if err != nil || !r.job.Options.NewVersion {
		return key, err
	}
	sum := sha256.Sum256([]byte(key + r.plan.Fence))
	return hex.EncodeToString(sum[:]), nil
}

// jury is what the job's calls have in common: ledger, budget, limits.
func (p *Pipeline) jury(r *prepared, v *casefile.Version, ev *stream) *jury.Jury {
	j := &jury.Jury{
		Model: p.Model, Ledger: v.Ledger(), Slots: p.Slots, Gate: p.Gate, Retry: p.Retry, OnEvent: ev.send,
		Now: p.Now, Sleep: p.Sleep, Jitter: p.Jitter,
	}
	if o := r.plan.Options; o.MaxTokens > 0 || o.MaxCost != nil {
		j.Budget = jury.NewBudget(o.MaxTokens, o.MaxCost, o.MaxReplyTokens)
	}
	return j
}

// ask has the judges score. When nobody could be asked because of credentials,
// a wrong model or an empty account, it says so as a *ModelError.
func (p *Pipeline) ask(ctx context.Context, j *jury.Jury, r *prepared) ([]report.Verdict, error) {
	asked, err := review.Run(ctx, j, r.plan, r.seats, r.prover)
	if err != nil {
		return nil, err
	}
	verdicts := make([]report.Verdict, len(asked))
	var blocked *review.Asked
	for i, a := range asked {
		verdicts[i] = a.Verdict
		switch a.Kind {
		case llm.ErrCredentials, llm.ErrNotFound, llm.ErrQuota:
			blocked = &asked[i]
		}
	}
	if _, err := review.Aggregate(r.plan.Panel, verdicts); err != nil {
		var q *review.QuorumError
		if errors.As(err, &q) && blocked != nil {
			return nil, &ModelError{Kind: blocked.Kind, Fix: blocked.Fix, Err: err}
		}
		return nil, err
	}
	return verdicts, nil
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
