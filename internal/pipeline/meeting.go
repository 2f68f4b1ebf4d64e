package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"judgement/internal/casefile"
	"judgement/internal/jury"
	"judgement/meeting"
	"judgement/panel"
	"judgement/report"
)

// Meeting is what a job under a meeting scene ends in, in place of scores.
type Meeting struct {
	Schema   int                   `json:"schema"`
	NoModel  bool                  `json:"no_model,omitempty"` // no language model answered
	Material meeting.Facts         `json:"material"`
	Views    []meeting.View        `json:"views"`
	Voices   [][]string            `json:"voices"` // judges that say the same
	Evidence report.EvidenceCounts `json:"evidence"`
	Usage    report.Usage          `json:"usage"`
	Cost     *report.Money         `json:"cost"` // null: unknown
}

// IsMeeting reports whether jobs under the scene take the meeting road.
func (s *Setup) IsMeeting() bool { return s.Panel.OutputFormat == panel.MeetingSummary }

func (p *Pipeline) runMeeting(ctx context.Context, s *Setup, job Job, ev *stream) (*Result, error) {
	r, err := p.prepareMeeting(ctx, s, job)
	if err != nil {
		return nil, err
	}
	c, key, judged, err := p.caseFor(ctx, s, job, r.session.Plan.Key)
	if err != nil || judged != nil {
		return judged, err
	}
	v, err := p.beginMeeting(ctx, c, r, key)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	if v.Complete {
		return p.finished(ctx, c, v)
	}
	var views []meeting.View
	_, err = p.rounds(&r.session.Plan.Plan, v.Ledger(), ev, meeting.PhaseView, func(j *jury.Jury) error {
		views, err = p.askMeeting(ctx, j, r)
		return err
	})
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
	if err := job.guard(ctx); err != nil {
		return nil, err
	}
	err = v.Publish(ctx, pub)
	var write *casefile.WriteError
	if errors.As(err, &write) && strings.HasSuffix(filepath.ToSlash(write.Path), "/"+DeckPresentation) {
		isDeck := func(f casefile.File) bool { return f.Name == DeckPresentation }
		pub.Reports = slices.DeleteFunc(pub.Reports, isDeck)
		out.Files = slices.DeleteFunc(out.Files, func(name string) bool { return name == DeckPresentation })
		out.Warnings = append(out.Warnings, fmt.Sprintf("%s was not written: %s; make room for it, then 'judgement meeting-summary pptx %s' writes it", DeckPresentation, write.Message(), c.Brand))
		err = v.Publish(ctx, pub)
	}
	if err != nil {
		return nil, err
	}
	out.Published = pub.Reports
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
	v, err := c.Begin(ctx, casefile.Plan{Key: key, JSON: plan, Date: p.day(&r.session.Plan.Plan), Document: []byte(doc.Text), DocumentJSON: info, Fresh: r.job.Options.NewVersion, Job: r.job.jobName()})
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
func (p *Pipeline) askMeeting(ctx context.Context, j *jury.Jury, r *meetingJob) ([]meeting.View, error) {
	asked, err := r.session.Run(ctx, j)
	if err != nil {
		return nil, tooLong(err)
	}
	views, calls := make([]meeting.View, len(asked)), make([]call, len(asked))
	for i, a := range asked {
		views[i], calls[i] = a.View, call{a.View.Outcome, a.Kind, a.Fix}
	}
	if err := meeting.Quorum(views); err != nil {
		return nil, explained(err, calls)
	}
	return views, nil
}
