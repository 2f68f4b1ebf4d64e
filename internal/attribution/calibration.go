package attribution

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"judgement/internal/stat"
	"judgement/report"
)

// The gates: below them nothing is shown but how much is missing, since a
// number would mean nothing. A single judge's Brier score has a 95 % interval of
// about ±0.08 at 30 questions and ±0.04 at 100; two judges of different skill
// are told apart in one of nine tries at 30, and in six of seven at 400.
const (
	minForecasts = 30  // resolved forecasts of a judge, for scores
	minCases     = 10  // cases that these come from, for any interval
	minDiagram   = 100 // forecasts, for the reliability diagram
	minShared    = 100 // questions that two judges both answered, for a comparison
	minRanked    = 30  // cases of one scene, for the rank correlation
)

// level is that of all intervals; that of comparisons is adjusted for their
// number.
const level = 0.95

// Calibration is how well the judges foresaw what happened (schema 1). Numbers
// have six decimals.
type Calibration struct {
	Schema      int           `json:"schema"`
	Questions   int           `json:"questions"` // scored: due, and confirmed or falsified
	Cases       int           `json:"cases"`
	BaseRate    *float64      `json:"base_rate"` // of the questions that came true; null without any
	Partial     int           `json:"partial"`   // resolved questions that are not scored
	Skipped     int           `json:"skipped"`
	Early       int           `json:"early"` // resolved ones that will be scored from their due date on
	Gates       Gates         `json:"gates"`
	Judges      []Judge       `json:"judges"`      // by slug, skill and model
	Comparisons []Comparison  `json:"comparisons"` // in the same order
	Ranks       []Correlation `json:"ranks"`       // by scene and judge

	// Language is that of Page: of most of the cases that have checkpoints,
	// English if they are even.
	Language report.Lang `json:"-"`
}

// Gates are the least numbers for each kind of result.
type Gates struct {
	Forecasts int `json:"forecasts"`
	Cases     int `json:"cases"`
	Diagram   int `json:"diagram"`
	Shared    int `json:"shared"`
	Ranked    int `json:"ranked_cases"`
}

// JudgeRef names a judge: a slug with the hash of its skill and its model.
type JudgeRef struct {
	Slug        string `json:"judge"`
	SkillSHA256 string `json:"skill_sha256"`
	Model       string `json:"model"`
}

// Judge is one judge's record. Scores are null while there is not enough.
type Judge struct {
	JudgeRef
	Forecasts   int          `json:"forecasts"`
	Cases       int          `json:"cases"`
	Brier       *Estimate    `json:"brier"`       // 0 best, 1 worst
	LogLoss     *Estimate    `json:"log_loss"`    // natural units, forecasts held to 0.01..0.99
	Gain        *Estimate    `json:"gain"`        // Brier score of the base rate of the other cases, less the judge's
	Skill       *float64     `json:"skill"`       // the same as a share: 1 perfect, 0 no better than the base rate
	Reliability *Reliability `json:"reliability"` // null until there are enough forecasts
}

// Estimate is a number with its 95 % interval, clustered by case.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Reliability is a Brier score taken apart: miscalibration − discrimination +
// uncertainty.
type Reliability struct {
	Miscalibration float64 `json:"miscalibration"`
	Discrimination float64 `json:"discrimination"`
	Uncertainty    float64 `json:"uncertainty"`
	Steps          []Step  `json:"steps"`
}

// Step is a range of forecasts and the rate at which they came true.
type Step struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Rate float64 `json:"rate"`
	N    int     `json:"n"`
}

// Comparison is the difference of two judges' Brier scores over the questions
// that both answered; below zero the first foresaw better. Its interval is
// adjusted for the number of comparisons (Bonferroni); Separated says that it
// leaves out zero, without which nobody is better.
type Comparison struct {
	A          JudgeRef `json:"a"`
	B          JudgeRef `json:"b"`
	Shared     int      `json:"shared"`
	Cases      int      `json:"cases"`
	Difference Estimate `json:"difference"`
	Separated  bool     `json:"separated"`
}

// Correlation is Kendall's τ-b between a judge's scores for the cases of one
// scene and the share of their questions that came true; null while there are
// not enough cases.
type Correlation struct {
	Scene string `json:"scene"`
	JudgeRef
	Cases int       `json:"cases"`
	Tau   *Estimate `json:"tau"`
}

// Calibration reads the outcomes of all cases. It writes nothing.
func (c *Checker) Calibration(ctx context.Context, onProgress func(done, total int)) (Calibration, error) {
	r := c.newRun(Options{DryRun: true, NoEvidence: true, OnProgress: onProgress}, c.Today())
	r.collect = true
	ids, err := c.ids(ctx, "")
	if err != nil {
		return Calibration{}, err
	}
	cases, err := r.all(ctx, ids)
	if err != nil {
		return Calibration{}, err
	}
	return calibration(cases, r.roster.all), nil
}

// calibration computes everything from the cases of a run.
func calibration(cases []*CaseInfo, judges []identity) Calibration {
	records, out := gather(cases, len(judges))
	out.Language = pageLanguage(cases)
	slices.SortFunc(records, func(a, b record) int {
		x, y := judges[a.who], judges[b.who]
		return cmp.Or(strings.Compare(x.slug, y.slug), strings.Compare(x.skill, y.skill), strings.Compare(x.model, y.model))
	})
	ref := func(r *record) JudgeRef {
		who := judges[r.who]
		return JudgeRef{Slug: who.slug, SkillSHA256: who.skill, Model: who.model}
	}
	for i := range records {
		out.Judges = append(out.Judges, records[i].judge(ref(&records[i])))
	}
	out.Comparisons = compareAll(records, ref)
	for i := range records {
		r := &records[i]
		for _, k := range r.ranked() {
			c := Correlation{Scene: k.scene, JudgeRef: ref(r), Cases: len(k.score)}
			if c.Cases >= minRanked {
				if tau, ok := stat.KendallTauB(k.score, k.rate, level); ok {
					c.Tau = estimate(tau)
				}
			}
			out.Ranks = append(out.Ranks, c)
		}
	}
	slices.SortStableFunc(out.Ranks, func(a, b Correlation) int { return strings.Compare(a.Scene, b.Scene) })
	return out
}

// judge scores one judge as far as the gates allow.
func (r *record) judge(ref JudgeRef) Judge {
	out := Judge{JudgeRef: ref, Forecasts: len(r.samples), Cases: r.distinct()}
	if out.Forecasts < minForecasts || out.Cases < minCases {
		return out
	}
	brier, cases := r.each(stat.Brier), r.cases()
	if e, ok := stat.ClusterMean(brier, cases, level); ok {
		out.Brier = estimate(e)
	}
	if e, ok := stat.ClusterMean(r.each(stat.LogLoss), cases, level); ok {
		out.LogLoss = estimate(e)
	}
	base := r.baseRates()
	gain, reference, own := make([]float64, len(brier)), 0.0, 0.0
	for i := range brier {
		b := stat.Brier(base[i], r.samples[i].happened)
		gain[i] = b - brier[i]
		reference, own = reference+b, own+brier[i]
	}
	if e, ok := stat.ClusterMean(gain, cases, level); ok {
		out.Gain = estimate(e)
	}
	if reference > 0 {
		skill := round(1 - own/reference)
		out.Skill = &skill
	}
	if out.Forecasts < minDiagram {
		return out
	}
	c := stat.CORP(r.forecasts())
	out.Reliability = &Reliability{round(c.Miscalibration), round(c.Discrimination), round(c.Uncertainty), []Step{}}
	for _, s := range c.Steps {
		out.Reliability.Steps = append(out.Reliability.Steps, Step{round(s.Low), round(s.High), round(s.Rate), s.N})
	}
	return out
}

// compareAll compares all pairs of judges that share enough questions.
func compareAll(records []record, ref func(*record) JudgeRef) []Comparison {
	type pair struct{ a, b *record }
	var pairs []pair
	for i := range records {
		for k := i + 1; k < len(records); k++ {
			questions, cases := sharedCount(&records[i], &records[k])
			if questions >= minShared && cases >= minCases {
				pairs = append(pairs, pair{&records[i], &records[k]})
			}
		}
	}
	out := []Comparison{}
	for _, p := range pairs {
		d, cluster := shared(p.a, p.b)
		e, ok := stat.ClusterMean(d, cluster, 1-(1-level)/float64(len(pairs)))
		if !ok {
			continue
		}
		out = append(out, Comparison{
			A: ref(p.a), B: ref(p.b), Shared: e.N, Cases: e.Clusters, Difference: *estimate(e), Separated: e.Low > 0 || e.High < 0,
		})
	}
	return out
}

func estimate(i stat.Interval) *Estimate {
	return &Estimate{Value: round(i.Mean), Low: round(i.Low), High: round(i.High)}
}

// round keeps six decimals, so that the last bits of an addition don't show.
func round(v float64) float64 { return math.Round(v*1e6)/1e6 + 0 } // + 0: no negative zero
