package review

import (
	"fmt"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
)

// Drafts are the checkpoints that a review drafted: questions about the future
// with each judge's forecast. They do not count until a person accepts them. A
// review whose drafting fails is still a review.
type Drafts struct {
	Checkpoints []casefile.Checkpoint `json:"checkpoints"`
	Missing     []string              `json:"missing"` // judges without forecasts, and why
	Problem     string                `json:"problem"` // why there are no checkpoints
	Usage       llm.Usage             `json:"usage"`   // of drafting alone
}

// graceDays is how long after its due date a drafted question may go without
// an outcome before it is overdue.
const graceDays = 14

// drafts makes checkpoints of the rounds in which they were drafted: the questions,
// then the forecasts; nil if none are wanted.
func (r *Run) drafts(v format.Version, asked []format.Round) (*Drafts, error) {
	if len(asked) == 0 {
		return nil, nil
	}
	day, err := time.Parse(time.DateOnly, v.Date)
	if err != nil {
		return nil, fmt.Errorf("read the date of version %d: %w", v.Number, err)
	}
	drafted := asked[0].Answers[0]
	out := &Drafts{Checkpoints: []casefile.Checkpoint{}, Missing: []string{}, Usage: drafted.Usage}
	if drafted.Outcome != jury.OK {
		out.Problem = drafted.Reason
		return out, nil
	}
	forecasts := asked[1].Answers
	for _, a := range forecasts {
		out.Usage = out.Usage.Add(a.Usage)
		if a.Outcome != jury.OK {
			out.Missing = append(out.Missing, a.Judge+": "+a.Reason)
		}
	}
	for i, q := range drafted.Reply.([]Question) {
		cp := r.checkpoint(&q, i, v.Number, day, forecasts)
		cp.NoModel = drafted.Model == llm.Baseline
		out.Checkpoints = append(out.Checkpoints, cp)
	}
	return out, nil
}

// checkpoint is a question with the forecasts of those who answered.
func (r *Run) checkpoint(q *Question, i, version int, day time.Time, answers []jury.Answer) casefile.Checkpoint {
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
		planned := r.Judges[k] // one call per judge, in the plan's order
		cp.Forecasts = append(cp.Forecasts, casefile.Forecast{Judge: a.Judge, SkillSHA256: planned.SkillSHA256, Model: planned.Model, NoModel: planned.NoModel, P: a.Reply.([]float64)[i]})
	}
	return cp
}
