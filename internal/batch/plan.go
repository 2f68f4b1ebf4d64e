package batch

import (
	"slices"

	"judgement/internal/format"
	"judgement/internal/pipeline"
	"judgement/report"
)

// PerJudge puts the repeats of a judge together.
func PerJudge(list []format.Estimate) []format.Estimate {
	var out []format.Estimate
	for _, j := range list {
		if n := len(out) - 1; n >= 0 && out[n].Judge == j.Judge && out[n].Model == j.Model {
			out[n].Calls += j.Calls
			out[n].Reply += j.Reply
			continue
		}
		out = append(out, j)
	}
	return out
}

// SameJudges reports whether all documents have the same judges with as many
// calls each. Prompts differ with the documents.
func SameJudges(plans []*pipeline.Preview) bool {
	return !slices.ContainsFunc(plans, func(plan *pipeline.Preview) bool {
		return !slices.EqualFunc(plan.Judges, plans[0].Judges, func(a, b format.Estimate) bool {
			return a.Judge == b.Judge && a.Model == b.Model && a.Calls == b.Calls && a.Reply == b.Reply
		})
	})
}

// TotalCost adds the plans' costs; nil if one is unknown or currencies differ.
func TotalCost(plans []*pipeline.Preview) *report.Money {
	var sum report.Money
	for _, p := range plans {
		if p.Cost == nil || sum.Currency != "" && sum.Currency != p.Cost.Currency {
			return nil
		}
		sum.Currency, sum.Amount = p.Cost.Currency, sum.Amount.Add(p.Cost.Amount)
	}
	return &sum
}
