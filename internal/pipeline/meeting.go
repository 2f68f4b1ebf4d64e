package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/review"
	"judgement/meeting"
	"judgement/panel"
	"judgement/report"
)

// Meeting is what a job under a meeting scene ends in, in place of scores.
type Meeting struct {
	Schema   int                   `json:"schema"`
	Material meeting.Facts         `json:"material"`
	Views    []meeting.View        `json:"views"`
	Voices   [][]string            `json:"voices"` // judges that say the same
	Evidence report.EvidenceCounts `json:"evidence"`
	Usage    report.Usage          `json:"usage"`
	Cost     *report.Money         `json:"cost"` // null: unknown
}

// IsMeeting reports whether jobs under the scene take the meeting road.
func (s *Setup) IsMeeting() bool { return s.Panel.OutputFormat == panel.MeetingSummary }

// meetingJob is a meeting job with its material read and its plan frozen.
type meetingJob struct {
	job     Job
	setup   *Setup
	session *meeting.Session
}

func (p *Pipeline) prepareMeeting(ctx context.Context, s *Setup, job Job) (*meetingJob, error) {
	m, err := meeting.Read(ctx, job.Filename, job.Data, p.Intake)
	if err != nil {
		return nil, err
	}
	tokens := s.Scene.Meeting.ContextTokens
	if tokens == 0 {
		tokens = p.ContextTokens
	}
	in := p.planInput(s, job, m.Document)
	plan, err := meeting.NewPlan(meeting.Input{Input: in, Material: m, ContextTokens: tokens})
	if err != nil {
		return nil, tooLong(err)
	}
	return &meetingJob{job: job, setup: s, session: p.session(s, plan, m)}, nil
}

// tooLong turns the meeting's error about its context into the pipeline's.
func tooLong(err error) error {
	var long *meeting.TooLongError
	if errors.As(err, &long) {
		return fmt.Errorf("%s: %w", long.What, &TooLongError{Tokens: long.Tokens, Context: long.Context})
	}
	return err
}

func (p *Pipeline) session(s *Setup, plan *meeting.Plan, m *meeting.Material) *meeting.Session {
	return &meeting.Session{
		Plan: plan, Material: m, Skills: s.Skills,
		Prover: meeting.NewProver(m, evidence.WithOthers(s.methods(&plan.Plan))),
	}
}

func (p *Pipeline) previewMeeting(ctx context.Context, s *Setup, job Job) (*Preview, error) {
	r, err := p.prepareMeeting(ctx, s, job)
	if err != nil {
		return nil, err
	}
	seats, err := r.session.Seats()
	if err != nil {
		return nil, err
	}
	plan := r.session.Plan
	out := &Preview{Plan: &plan.Plan, Source: r.session.Material.Document}
	byJudge := map[string]*PreviewJudge{}
	for i := range plan.Judges {
		slug := plan.Judges[i].Slug
		byJudge[slug] = &PreviewJudge{Judge: slug, Model: plan.Judges[i].Model}
	}
	for _, seat := range seats {
		j := byJudge[seat.Judge]
		j.Calls++
		if !p.Model.Info(seat.Request.Model).NoModel {
			j.Prompt, j.Reply = j.Prompt+llm.EstimatePrompt(seat.Request), j.Reply+seat.Request.MaxTokens
		}
	}
	known := true
	for _, planned := range plan.Judges {
		j := byJudge[planned.Slug]
		member, _ := plan.Panel.Judge(planned.Slug)
		if plan.Split() { // the call that brings the notes together fills the context at most
			j.Calls++
			j.Prompt, j.Reply = j.Prompt+plan.Material.ContextTokens-plan.Options.MaxReplyTokens, j.Reply+plan.Options.MaxReplyTokens
		}
		j.Cost = mostCost(p.Model.Info(member.Model), j.Prompt, j.Reply)
		out.add(*j, &known)
	}
	if !known {
		out.Cost = nil
	}
	return out, nil
}

// mostCost is what a prompt and a reply of that length cost; nil: unknown.
func mostCost(info llm.Info, prompt, reply int) *report.Money {
	if info.Price == nil {
		return nil
	}
	return &report.Money{
		Currency: info.Price.Currency,
		Amount:   info.Price.Cost(llm.Usage{PromptTokens: prompt, CompletionTokens: reply}),
	}
}

func (p *Pipeline) runMeeting(ctx context.Context, s *Setup, job Job, ev *stream) (*Result, error) {
	r, err := p.prepareMeeting(ctx, s, job)
	if err != nil {
		return nil, err
	}
	c, err := p.Cases.Open(ctx, casefile.Ref{Scene: s.Scene.Slug, BrandPrefix: s.Scene.Report.BrandPrefix, Brand: job.Brand})
	if err != nil {
		return nil, err
	}
	key, err := r.session.Plan.Key()
	if err != nil {
		return nil, err
	}
	if job.Options.Once {
		if out, err := p.judged(ctx, c, key); err != nil || out != nil {
			return out, err
		}
	}
	v, err := p.beginMeeting(ctx, c, r, key)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	ev.phase(meeting.PhaseView)
	views, err := p.askMeeting(ctx, r, v, ev)
	if err != nil {
		return nil, err
	}
	ev.phase("publish")
	out := meetingResult(c, v, r.session.Plan, r.session.Material.Document, views)
	out.Resumed = v.Resumed
	pub, err := p.meetingPublication(ctx, s, out, r.session)
	if err != nil {
		return nil, err
	}
	if err := v.Publish(ctx, pub); err != nil {
		return nil, err
	}
	return out, nil
}

// beginMeeting starts or resumes a version, as begin does.
func (p *Pipeline) beginMeeting(ctx context.Context, c *casefile.Case, r *meetingJob, key string) (*casefile.Version, error) {
	doc := r.session.Material.Document
	plan, err := json.Marshal(r.session.Plan)
	if err != nil {
		return nil, fmt.Errorf("encode the plan: %w", err)
	}
	info, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("encode the document's description: %w", err)
	}
	v, err := c.Begin(ctx, casefile.Plan{Key: key, JSON: plan, Document: []byte(doc.Text), DocumentJSON: info, Fresh: r.job.Options.NewVersion})
	if err != nil || !v.Resumed {
		return v, err
	}
	stored, err := v.Plan(ctx)
	if err == nil {
		kept := &meeting.Plan{}
		if err = json.Unmarshal(stored.JSON, kept); err == nil {
			budget := r.session.Plan.Options // this run's, not the stopped one's
			kept.Options.MaxTokens, kept.Options.MaxCost = budget.MaxTokens, budget.MaxCost
			r.session.Plan = kept
		}
	}
	if err != nil {
		v.Close()
		return nil, fmt.Errorf("resume version %d of case %s: %w", v.Number, c.ID, err)
	}
	return v, nil
}

// askMeeting has the judges speak; who blocked everybody is a *ModelError, as
// in ask.
func (p *Pipeline) askMeeting(ctx context.Context, r *meetingJob, v *casefile.Version, ev *stream) ([]meeting.View, error) {
	j := &jury.Jury{
		Model: p.Model, Ledger: v.Ledger(), Slots: p.Slots, Gate: p.Gate, Retry: p.Retry, OnEvent: ev.send,
		Now: p.Now, Sleep: p.Sleep, Jitter: p.Jitter,
	}
	if o := r.session.Plan.Options; o.MaxTokens > 0 || o.MaxCost != nil {
		j.Budget = jury.NewBudget(o.MaxTokens, o.MaxCost, o.MaxReplyTokens)
	}
	asked, err := r.session.Run(ctx, j)
	if err != nil {
		return nil, tooLong(err)
	}
	views := make([]meeting.View, len(asked))
	var blocked *meeting.Asked
	for i, a := range asked {
		views[i] = a.View
		switch a.Kind {
		case llm.ErrCredentials, llm.ErrNotFound, llm.ErrQuota:
			blocked = &asked[i]
		}
	}
	if err := meeting.Quorum(views); err != nil {
		var q *review.QuorumError
		if errors.As(err, &q) && blocked != nil {
			return nil, &ModelError{Kind: blocked.Kind, Fix: blocked.Fix, Err: err}
		}
		return nil, err
	}
	return views, nil
}

func meetingResult(c *casefile.Case, v *casefile.Version, plan *meeting.Plan, doc *document.Document, views []meeting.View) *Result {
	usage, cost := meeting.Total(views)
	voices := meeting.Voices(views)
	if voices == nil {
		voices = [][]string{}
	}
	return &Result{
		Schema: 1, CaseID: c.ID, Version: v.Number, Scene: c.Scene, Brand: c.Brand,
		Folder: "reports/" + c.Folder, Plan: &plan.Plan, Document: *doc,
		Verdicts: []report.Verdict{},
		Meeting: &Meeting{
			Schema: 1, Material: plan.Material, Views: views, Voices: voices,
			Evidence: report.CountEvidence(meeting.Remarks(views)), Usage: usage, Cost: cost,
		},
	}
}

// meetingPublication renders a meeting's result. s may be nil where the scene
// is gone: then the deck has the default theme.
func (p *Pipeline) meetingPublication(ctx context.Context, s *Setup, out *Result, session *meeting.Session) (casefile.Publication, error) {
	var pub casefile.Publication
	in := p.review(out, session.Material.Document)
	sum := meeting.NewSummary(in, out.Document.Title, out.Meeting.Material, out.Meeting.Views)
	page := sum.Page()
	deck := sum.Deck(session.Material.Transcript.StampAt)
	md := report.Markdown(page)
	pub.Date, pub.VersionMD = in.Date, md
	add := func(name string, data []byte) {
		pub.Reports = append(pub.Reports, casefile.File{Name: name, Data: data})
		out.Files = append(out.Files, name)
	}
	add("report.md", md)
	add(DeckMarkdown, deck.Markdown())
	for _, r := range p.Renderers {
		b, err := r.Render(ctx, page, out.Plan.StartedAt)
		if err != nil {
			return pub, fmt.Errorf("render the report as %s: %w", r.Format, err)
		}
		add("report."+r.Format, b)
	}
	if b, err := p.presentation(s, deck); err != nil {
		out.Warnings = append(out.Warnings, fmt.Sprintf("%s was not written: %v", DeckPresentation, err))
	} else {
		add(DeckPresentation, b)
	}
	panelYAML, err := panelFile(out.Plan.Panel)
	if err != nil {
		return pub, err
	}
	add("panel.yaml", panelYAML)
	for _, j := range out.Plan.Judges {
		add("reviews/"+j.Slug+".md", report.Markdown(sum.JudgePage(j.Slug)))
	}
	b, err := encode(out.Meeting)
	if err != nil {
		return pub, fmt.Errorf("encode meeting.json: %w", err)
	}
	pub.Files = append(pub.Files, casefile.File{Name: meetingFile, Data: b})
	return pub, nil
}

// meetingFile is the version's own file that holds a Meeting.
const meetingFile = "meeting.json"

// isMeetingPlan reports whether a stored plan is a meeting's.
func isMeetingPlan(planJSON []byte) bool {
	var head struct {
		Panel struct {
			OutputFormat panel.OutputFormat `json:"output_format"`
		} `json:"panel"`
	}
	return json.Unmarshal(planJSON, &head) == nil && head.Panel.OutputFormat == panel.MeetingSummary
}

// storedMeeting reads a version of a meeting back into a result.
func (p *Pipeline) storedMeeting(ctx context.Context, c *casefile.Case, v *casefile.Version, o RenderOptions) (*Result, *meeting.Session, error) {
	if o.Panel != nil {
		return nil, nil, errors.New("a meeting summary has no scores to aggregate under another panel")
	}
	kept, err := v.Plan(ctx)
	if err != nil {
		return nil, nil, err
	}
	plan, doc := &meeting.Plan{}, &document.Document{}
	if err := json.Unmarshal(kept.JSON, plan); err != nil {
		return nil, nil, fmt.Errorf("read plan.json: %w", err)
	}
	if err := json.Unmarshal(kept.DocumentJSON, doc); err != nil {
		return nil, nil, fmt.Errorf("read the document's description: %w", err)
	}
	doc.Text = string(kept.Document)
	b, err := v.Read(ctx, meetingFile)
	if err != nil {
		return nil, nil, err
	}
	var m Meeting
	if err := json.NewDecoder(bytes.NewReader(b)).Decode(&m); err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", meetingFile, err)
	}
	s := &Setup{}
	if opened, err := p.Open(c.Scene); err == nil {
		s = opened
	}
	session := p.session(s, plan, meeting.Stored(doc))
	if o.Verify {
		session.Prover.Again(m.Views)
	}
	return meetingResult(c, v, plan, doc, m.Views), session, nil
}

// renderMeeting makes the files of a stored version again.
func (p *Pipeline) renderMeeting(ctx context.Context, c *casefile.Case, v *casefile.Version, o RenderOptions) (*Rendered, error) {
	out, session, err := p.storedMeeting(ctx, c, v, o)
	if err != nil {
		return nil, fmt.Errorf("case %s, version %d: %w", c.ID, v.Number, err)
	}
	var s *Setup
	if opened, err := p.Open(c.Scene); err == nil {
		s = opened
	}
	pub, err := p.meetingPublication(ctx, s, out, session)
	if err != nil {
		return nil, err
	}
	return &Rendered{Result: out, Files: pub.Reports}, nil
}
