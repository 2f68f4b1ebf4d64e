package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/review"
)

// Drafts are the checkpoints that a review drafted: questions about the future
// with each judge's forecast. They count for nothing until a person accepts
// them. A review whose drafting fails is a review all the same.
type Drafts struct {
	Checkpoints []casefile.Checkpoint `json:"checkpoints"`
	Missing     []string              `json:"missing"` // judges without forecasts, and why
	Problem     string                `json:"problem"` // why there are no checkpoints
	Usage       llm.Usage             `json:"usage"`   // of drafting alone
}

// calls are the first calls of every seat of a job, for its preview. Those for
// forecasts are taken with as many questions as may be drafted.
func (p *Pipeline) calls(r *prepared) ([]llm.Request, error) {
	var out []llm.Request
	for _, seat := range r.seats {
		out = append(out, seat.Request)
	}
	if !r.plan.Options.Checkpoints {
		return out, nil
	}
	today := p.day(r.plan)
	seat, err := r.plan.QuestionSeat(r.doc.Text, "v1-", today)
	if err != nil {
		return nil, err
	}
	seats, err := r.plan.ForecastSeats(r.doc.Text, today, r.setup.Skills, review.LongestQuestions())
	if err != nil {
		return nil, err
	}
	out = append(out, seat.Request)
	for _, s := range seats {
		out = append(out, s.Request)
	}
	return out, nil
}

// draftsFile keeps the drafts with the version: they are known to have been
// made when it was published, and case.yaml can be mended from it.
const draftsFile = "checkpoints.json"

// graceDays is how long after its due date a drafted question may go without
// an outcome before it is overdue.
const graceDays = 14

// draft asks for questions, then every judge for its forecasts, through the
// version's ledger and budget; nil where nobody asked for it. The error is for
// what ends the whole review.
func (p *Pipeline) draft(ctx context.Context, j *jury.Jury, r *prepared, v *casefile.Version, ev *stream) (*Drafts, error) {
	if !r.plan.Options.Checkpoints {
		return nil, nil
	}
	out := &Drafts{Checkpoints: []casefile.Checkpoint{}, Missing: []string{}}
	today := cmp.Or(v.Date, p.day(r.plan))
	day, err := time.Parse(time.DateOnly, today)
	if err != nil {
		return nil, fmt.Errorf("read the date of version %d: %w", v.Number, err)
	}
	ev.phase(review.PhaseCheckpoints)
	seat, err := r.plan.QuestionSeat(r.doc.Text, fmt.Sprintf("v%d-", v.Number), today)
	if err != nil {
		return nil, err
	}
	asked, err := jury.Ask(ctx, j, review.PhaseCheckpoints, []jury.Seat[[]review.Question]{seat})
	if err != nil {
		return nil, err
	}
	out.Usage = asked[0].Usage
	if asked[0].Outcome != jury.OK {
		out.Problem = asked[0].Reason
		return out, nil
	}
	questions := asked[0].Reply
	ev.phase(review.PhaseForecast)
	seats, err := r.plan.ForecastSeats(r.doc.Text, today, r.setup.Skills, questions)
	if err != nil {
		return nil, err
	}
	answers, err := jury.Ask(ctx, j, review.PhaseForecast, seats)
	if err != nil {
		return nil, err
	}
	for _, a := range answers {
		out.Usage = out.Usage.Add(a.Usage)
		if a.Outcome != jury.OK {
			out.Missing = append(out.Missing, a.Judge+": "+a.Reason)
		}
	}
	for i := range questions {
		out.Checkpoints = append(out.Checkpoints, r.checkpoint(&questions[i], i, v.Number, day, answers))
	}
	return out, nil
}

// checkpoint is a question with the forecasts of those who answered.
func (r *prepared) checkpoint(q *review.Question, i, version int, day time.Time, answers []jury.Answer[[]float64]) casefile.Checkpoint {
	cp := casefile.Checkpoint{
		ID: q.ID, Question: q.Text, Kind: casefile.Kind(q.Kind),
		Rule:        casefile.Rule{Op: q.Op, Value: q.Value, Levels: q.Levels},
		Source:      casefile.Source{Type: "manual"},
		HorizonDays: q.HorizonDays, Due: day.AddDate(0, 0, q.HorizonDays).Format(time.DateOnly),
		GraceDays: graceDays, Draft: true, Version: version, Forecasts: []casefile.Forecast{},
	}
	for k, a := range answers {
		if a.Outcome != jury.OK {
			continue
		}
		planned := r.plan.Judges[k] // a seat a judge, in the plan's order
		cp.Forecasts = append(cp.Forecasts, casefile.Forecast{Judge: a.Judge, SkillSHA256: planned.SkillSHA256, Model: planned.Model, P: a.Reply[i]})
	}
	return cp
}

// keep adds the drafts to case.yaml.
func (d *Drafts) keep(ctx context.Context, c *casefile.Case) error {
	if d == nil || len(d.Checkpoints) == 0 {
		return nil
	}
	if err := c.AddDrafts(ctx, d.Checkpoints); err != nil {
		return fmt.Errorf("keep the drafted checkpoints of case %s: %w", c.ID, err)
	}
	return nil
}
