package pipeline

import (
	"context"
	"errors"
	"fmt"

	"judgement/internal/evidence"
	"judgement/internal/llm"
	"judgement/meeting"
	"judgement/report"
)

// meetingJob is a meeting job with its material read and its plan frozen.
type meetingJob struct {
	job     Job
	setup   *Setup
	session *meeting.Session
}

func (p *Pipeline) prepareMeeting(ctx context.Context, s *Setup, job Job) (*meetingJob, error) {
	if err := CheckModels(p.Model, s.Panel); err != nil {
		return nil, err
	}
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
