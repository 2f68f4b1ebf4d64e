package review

import (
	"cmp"
	"math"
	"slices"

	"judgement/internal/board"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
)

// nextScores are the calls for scores that follow from those so far; empty: no more.
// All judges are asked once, so that a small budget buys a review, then for all repeats
// whose number is fixed. From then on each round asks for one more repeat of the judges
// that have answered and are asked until the grade is settled.
func (r *Run) nextScores(asked []format.Round) ([]jury.Call, error) {
	calls, err := r.scores()
	if err != nil || !r.Options.Auto {
		return onlyFirst(calls, asked), err
	}
	if len(asked) > 0 && !answeredWithin(asked[len(asked)-1].Answers) {
		return nil, nil
	}
	var answered map[string]bool
	if len(asked) >= stat.LeastRepeats {
		verdicts := r.Verdicts(asked)
		result, err := r.aggregate(verdicts)
		if err != nil || result.Repeats == nil || result.Repeats.Stop == report.RepeatsSettled {
			return nil, nil //nolint:nilerr // too few answers: Judge says so
		}
		answered = answers(verdicts)
	}
	return slices.DeleteFunc(slices.Clone(calls), func(c jury.Call) bool {
		switch n := len(asked); {
		case n >= stat.LeastRepeats:
			return c.Repeat != n || !r.Adaptive(c.Judge) || !answered[c.Judge]
		case n == 1 && !r.Adaptive(c.Judge):
			return c.Repeat == 0
		default:
			return c.Repeat != n
		}
	}), nil
}

// onlyFirst are the calls of a run of one round.
func onlyFirst(calls []jury.Call, asked []format.Round) []jury.Call {
	if len(asked) > 0 {
		return nil
	}
	return calls
}

// answers are the judges that answered.
func answers(verdicts []report.Verdict) map[string]bool {
	out := map[string]bool{}
	for _, v := range verdicts {
		out[v.Judge] = out[v.Judge] || v.Outcome == string(jury.OK)
	}
	return out
}

// answeredWithin reports whether a round brought an answer, and none was over the
// budget.
func answeredWithin(answers []jury.Answer) bool {
	is := func(o jury.Outcome) func(jury.Answer) bool {
		return func(a jury.Answer) bool { return a.Outcome == o }
	}
	return slices.ContainsFunc(answers, is(jury.OK)) && !slices.ContainsFunc(answers, is(jury.OverBudget))
}

// scoreRounds are the rounds that asked for scores.
func scoreRounds(asked []format.Round) []format.Round {
	n := slices.IndexFunc(asked, func(a format.Round) bool { return a.Phase != PhaseScore })
	if n < 0 {
		return asked
	}
	return asked[:n]
}

// Answers are those of the rounds of scores in the plan's order, repeats in turn. A
// further repeat that the budget did not allow is left out: the judge has answered.
func (r *Run) Answers(asked []format.Round) []jury.Answer {
	var out []jury.Answer
	answered, place := map[string]bool{}, map[string]int{}
	for _, round := range scoreRounds(asked) {
		out = append(out, round.Answers...)
	}
	for i, j := range r.Judges {
		place[j.Slug] = i
	}
	for _, a := range out {
		answered[a.Judge] = answered[a.Judge] || a.Outcome == jury.OK
	}
	out = slices.DeleteFunc(out, func(a jury.Answer) bool {
		return a.Outcome == jury.OverBudget && a.Usage.Calls == 0 && answered[a.Judge] && r.Options.Auto
	})
	slices.SortStableFunc(out, func(a, b jury.Answer) int {
		return cmp.Or(cmp.Compare(place[a.Judge], place[b.Judge]), cmp.Compare(a.Repeat, b.Repeat))
	})
	return out
}

// draftRounds are the rounds in which checkpoints were drafted.
func draftRounds(asked []format.Round) []format.Round {
	return slices.DeleteFunc(slices.Clone(asked), func(a format.Round) bool { return a.Phase != PhaseCheckpoints && a.Phase != PhaseForecast })
}

// repeats says how many repeats were used, and why no more; nil if the plan fixes how
// often all judges that vote are asked.
func (r *Run) repeats(verdicts []report.Verdict) *report.Repeats {
	out := report.Repeats{Most: r.Options.Repeats}
	last := false // an answer came in the last repeat
	for _, v := range verdicts {
		if !r.Adaptive(v.Judge) {
			continue
		}
		ok := v.Outcome == string(jury.OK)
		switch n := v.Repeat + 1; {
		case n > out.Used:
			out.Used, last = n, ok
		case n == out.Used:
			last = last || ok
		}
	}
	switch {
	case out.Used == 0:
		return nil
	case out.Used >= out.Most:
		out.Stop = report.RepeatsMost
	case r.settled(verdicts):
		out.Stop = report.RepeatsSettled
	case last:
		out.Stop = report.RepeatsBudget
	default:
		out.Stop = report.RepeatsFailed
	}
	return &out
}

// settled reports whether more repeats would hardly change the grade.
func (r *Run) settled(verdicts []report.Verdict) bool {
	return stat.Settled(r.totals(verdicts), r.Options.Repeats, r.repeatSD(verdicts), report.GradeCuts())
}

// totals are the totals of each repeat as shares of the maximum, as if the repeat were
// the review. A judge that did not answer in it counts with the mean of its others, which
// hides spread: a repeat without a quorum of the judges that answer does not count.
func (r *Run) totals(verdicts []report.Verdict) (out []float64) {
	ever, most := answers(verdicts), 0
	for _, v := range verdicts {
		most = max(most, v.Repeat+1)
	}
	for repeat := range most {
		answered := answers(slices.DeleteFunc(slices.Clone(verdicts), func(v report.Verdict) bool { return v.Repeat != repeat }))
		could, did := 0, 0
		for _, j := range r.Judges {
			if !r.Panel.Votes(j.Slug) || !ever[j.Slug] || j.Repeats <= repeat {
				continue
			}
			if could++; answered[j.Slug] {
				did++
			}
		}
		if could == 0 || did < format.Quorum(could) {
			continue
		}
		one := slices.DeleteFunc(slices.Clone(verdicts), func(v report.Verdict) bool { return answered[v.Judge] && v.Repeat != repeat })
		if result, err := Aggregate(r.Panel, one, r.Alignment); err == nil {
			out = append(out, result.graded())
		}
	}
	return out
}

// graded is the total that the grade is taken from, as a share of the maximum.
func (r *Result) graded() float64 {
	if a := r.Aligned; a != nil && a.Grades {
		return a.Total.Quo(a.Max).Float()
	}
	return r.Total.Quo(r.Max).Float()
}

// repeatSD is the expected standard deviation of the totals of repeats: that of one
// judge, by how much of the total each judge decides. Judges err independently of
// each other from repeat to repeat.
func (r *Run) repeatSD(verdicts []report.Verdict) float64 {
	squares := 0.0
	for i, part := range parts(r.Panel, r.cast(verdicts)) {
		if r.Adaptive(r.Panel.Voting()[i].Slug) {
			squares += part * part
		}
	}
	return stat.RepeatSD * math.Sqrt(squares)
}

func (r *Run) cast(verdicts []report.Verdict) (cast [][]ballot) {
	for _, lens := range r.Panel.Lenses {
		cast = append(cast, ballotsFor(r.Panel.Voting(), verdicts, lens))
	}
	return cast
}

// parts are the shares of the total that each voting judge decides, in the panel's order.
func parts(p *panel.Panel, cast [][]ballot) []float64 {
	voting := p.Voting()
	out := make([]float64, len(voting))
	for l, lens := range p.Lenses {
		weights := 0.0
		for _, b := range cast[l] {
			weights += b.weight.Float()
		}
		for _, b := range cast[l] {
			i := slices.IndexFunc(voting, func(j panel.Judge) bool { return j.Slug == b.judge })
			out[i] += lens.MaxScore.Quo(p.TotalMax()).Float() * b.weight.Float() / weights
		}
	}
	return out
}

// probabilities are those of the grades, best grade first: from the spread of the judges,
// or of the repeats if no lens has two judges; nil if neither shows any.
func (r *Run) probabilities(result *Result, verdicts []report.Verdict) []report.GradeProbability {
	if result.NoModel || result.Max.Sign() <= 0 {
		return nil
	}
	sampled, ok := r.sampled(result, verdicts)
	if !ok {
		return nil
	}
	grades := report.Grades()
	out := make([]report.GradeProbability, len(grades))
	for i, p := range sampled.Classes(report.GradeCuts()) { // lowest first
		at := len(grades) - 1 - i
		out[at] = report.GradeProbability{Grade: grades[at].Grade, P: math.Round(p*1e4) / 1e4}
	}
	return out
}

func (r *Run) sampled(result *Result, verdicts []report.Verdict) (stat.Sampled, bool) {
	cast := r.cast(verdicts)
	deviations := deviations(r.Panel, result, cast)
	if len(deviations) < 2 {
		return stat.MeanOfRepeats(result.graded(), r.totals(verdicts))
	}
	var models []string
	for _, j := range r.Judges {
		if r.Panel.Votes(j.Slug) {
			models = append(models, j.Model)
		}
	}
	correlation, _ := board.AssumedCorrelation(models)
	return stat.MeanOfJudges(result.graded(), deviations, parts(r.Panel, cast), correlation)
}

// deviations are how far judges are from the panel, as shares of the maximum, over the
// lenses that others score too. A mean of few judges is near each of them: that is
// corrected for.
func deviations(p *panel.Panel, result *Result, cast [][]ballot) (out []float64) {
	for _, j := range p.Voting() {
		sum, of := 0.0, 0.0
		for l, lens := range p.Lenses {
			n := float64(len(cast[l]))
			for _, b := range cast[l] {
				if b.judge == j.Slug && n > 1 {
					sum += b.score.Sub(result.Lenses[l].Score).Float() * math.Sqrt(n/(n-1))
					of += lens.MaxScore.Float()
				}
			}
		}
		if of > 0 {
			out = append(out, sum/of)
		}
	}
	return out
}
