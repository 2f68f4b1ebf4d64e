package attribution

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
)

// The gates: below them nothing is shown but how much is missing, since a
// number would mean nothing. A single judge's Brier score has a 95 % interval of
// about ±0.08 at 30 questions and ±0.04 at 100; two judges of different skill
// are distinguished in one of nine tries at 30, and in six of seven at 400.
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
	NoModel     bool          `json:"no_model,omitempty"` // no language model made a forecast that is scored, or any if none is
	Questions   int           `json:"questions"`          // scored: due, and confirmed or falsified
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
	// Names are the judges on Page, by slug, as they judged last; one may be missing.
	Names map[string]panel.Judge `json:"-"`
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
	NoModel     bool   `json:"no_model,omitempty"` // it is the offline baseline
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
	Miscalibration float64     `json:"miscalibration"`
	Discrimination float64     `json:"discrimination"`
	Uncertainty    float64     `json:"uncertainty"`
	Steps          []stat.Step `json:"steps"`
}

// Comparison is the difference of two judges' Brier scores over the questions
// that both answered; below zero the first foresaw better. Its interval is
// adjusted for the number of comparisons (Bonferroni); Separated says that it
// leaves out zero, else neither judge is better.
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
	out := calibration(cases)
	out.Names, err = r.names(ctx, out.Judges, cases)
	return out, err
}

// calibration computes everything from the cases of a run.
func calibration(cases []*CaseInfo) Calibration {
	records, out := gather(cases)
	out.Language, out.NoModel = pageLanguage(cases), noModel(cases)
	if len(records) > 0 {
		out.NoModel = !slices.ContainsFunc(records, func(r *record) bool { return !r.NoModel })
	}
	for _, r := range records {
		out.Judges = append(out.Judges, r.judge())
		for _, scene := range slices.Sorted(maps.Keys(r.ranks)) {
			k := r.ranks[scene]
			c := Correlation{Scene: scene, JudgeRef: r.JudgeRef, Cases: len(k.score)}
			if c.Cases >= minRanked {
				if tau, ok := stat.KendallTauB(k.score, k.rate, level); ok {
					c.Tau = estimate(tau)
				}
			}
			out.Ranks = append(out.Ranks, c)
		}
	}
	out.Comparisons = compareAll(records)
	slices.SortStableFunc(out.Ranks, func(a, b Correlation) int { return strings.Compare(a.Scene, b.Scene) })
	return out
}

// pageLanguage is that of most cases with checkpoints, English if they are even.
func pageLanguage(cases []*CaseInfo) report.Lang {
	votes := map[report.Lang]int{}
	for _, c := range cases {
		votes[c.lang]++
	}
	if votes[report.Chinese] > votes[report.English] {
		return report.Chinese
	}
	return report.English
}

// judge scores one judge as far as the gates allow.
func (r *record) judge() Judge {
	out := Judge{JudgeRef: r.JudgeRef, Forecasts: len(r.p), Cases: distinct(r.cases)}
	if out.Forecasts < minForecasts || out.Cases < minCases {
		return out
	}
	mean := func(values []float64) *Estimate {
		e, ok := stat.ClusterMean(values, r.cases, level)
		if !ok {
			return nil
		}
		return estimate(e)
	}
	brier := r.each(stat.Brier)
	out.Brier, out.LogLoss = mean(brier), mean(r.each(stat.LogLoss))
	base := r.baseRates()
	gain, reference, own := make([]float64, len(brier)), 0.0, 0.0
	for i := range brier {
		b := stat.Brier(base[i], r.happened[i])
		gain[i] = b - brier[i]
		reference, own = reference+b, own+brier[i]
	}
	if out.Gain = mean(gain); reference > 0 {
		skill := round(1 - own/reference)
		out.Skill = &skill
	}
	if out.Forecasts < minDiagram {
		return out
	}
	c := stat.CORP(r.p, r.happened)
	out.Reliability = &Reliability{round(c.Miscalibration), round(c.Discrimination), round(c.Uncertainty), []stat.Step{}}
	for _, s := range c.Steps {
		out.Reliability.Steps = append(out.Reliability.Steps, stat.Step{Low: round(s.Low), High: round(s.High), Rate: round(s.Rate), N: s.N})
	}
	return out
}

// compareAll compares all pairs of judges that share enough questions.
func compareAll(records []*record) []Comparison {
	var pairs [][2]*record
	for i, a := range records {
		for _, b := range records[i+1:] {
			if d, cases := shared(a, b); len(d) >= minShared && distinct(cases) >= minCases {
				pairs = append(pairs, [2]*record{a, b})
			}
		}
	}
	out := []Comparison{}
	for _, p := range pairs {
		d, cases := shared(p[0], p[1])
		if e, ok := stat.ClusterMean(d, cases, 1-(1-level)/float64(len(pairs))); ok {
			out = append(out, Comparison{
				A: p[0].JudgeRef, B: p[1].JudgeRef, Shared: e.N, Cases: e.Clusters, Difference: *estimate(e), Separated: e.Low > 0 || e.High < 0,
			})
		}
	}
	return out
}

func estimate(i stat.Interval) *Estimate {
	return &Estimate{Value: round(i.Mean), Low: round(i.Low), High: round(i.High)}
}

// round keeps six decimals, so that the last bits of an addition don't show.
func round(v float64) float64 { return math.Round(v*1e6)/1e6 + 0 } // + 0: no negative zero
