package attribution

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"judgement/internal/stat"
)

// record is everything of one judge: a column per property of its scored forecasts,
// in the order of cases and questions.
type record struct {
	JudgeRef
	p         []float64
	happened  []bool
	cases     []int // number of the case in the run
	questions []int // place in the case
	ranks     map[string]*ranked
}

// ranked are a judge's scores for the cases of one scene and the shares of their
// questions that came true.
type ranked struct{ score, rate []float64 }

// gather turns cases into records, sorted by judge, and counts questions.
func gather(cases []*CaseInfo) ([]*record, Calibration) {
	out := Calibration{
		Schema: 1, Gates: Gates{minForecasts, minCases, minDiagram, minShared, minRanked},
		Judges: []Judge{}, Comparisons: []Comparison{}, Ranks: []Correlation{},
	}
	records := map[judgeHandle]*record{}
	of := func(judge judgeHandle) *record {
		if records[judge] == nil {
			records[judge] = &record{JudgeRef: judge.Value(), ranks: map[string]*ranked{}}
		}
		return records[judge]
	}
	came := 0
	for n, c := range cases {
		s := c.scored
		if s == nil {
			continue
		}
		out.Partial, out.Skipped, out.Early = out.Partial+s.partial, out.Skipped+s.skipped, out.Early+s.early
		for _, x := range s.samples {
			of(x.judge).add(n, x)
		}
		questions, true_ := s.questions()
		if questions == 0 {
			continue
		}
		out.Cases++
		out.Questions += questions
		came += true_
		for _, j := range s.scores {
			of(j.judge).rank(s.scene, j.share, float64(true_)/float64(questions))
		}
	}
	if out.Questions > 0 {
		rate := round(float64(came) / float64(out.Questions))
		out.BaseRate = &rate
	}
	return slices.SortedFunc(maps.Values(records), func(a, b *record) int {
		return cmp.Or(strings.Compare(a.Slug, b.Slug), strings.Compare(a.SkillSHA256, b.SkillSHA256), strings.Compare(a.Model, b.Model))
	}), out
}

// questions counts the questions of a case that have forecasts, and those that came
// true. Forecasts of one question are next to each other.
func (s *scored) questions() (all, true_ int) {
	for i, x := range s.samples {
		if i > 0 && s.samples[i-1].question == x.question {
			continue
		}
		all++
		if x.happened {
			true_++
		}
	}
	return all, true_
}

// add adds a forecast of a case.
func (r *record) add(number int, x sample) {
	r.p, r.happened = append(r.p, x.p), append(r.happened, x.happened)
	r.cases, r.questions = append(r.cases, number), append(r.questions, x.question)
}

// rank adds a case of a scene: the judge's score, and the share of its questions that
// came true.
func (r *record) rank(scene string, score, rate float64) {
	if r.ranks[scene] == nil {
		r.ranks[scene] = &ranked{}
	}
	k := r.ranks[scene]
	k.score, k.rate = append(k.score, score), append(k.rate, rate)
}

// each scores every forecast.
func (r *record) each(f func(float64, bool) float64) []float64 {
	out := make([]float64, len(r.p))
	for i, p := range r.p {
		out[i] = f(p, r.happened[i])
	}
	return out
}

// distinct counts different numbers, equals of which are next to each other.
func distinct(numbers []int) int { return len(slices.Compact(slices.Clone(numbers))) }

// baseRates returns, for each forecast, the rate at which the judge's questions
// of all other cases came true: what a forecaster would have said who knows how
// often things come true and nothing of this case.
func (r *record) baseRates() []float64 {
	came, asked, total := map[int]float64{}, map[int]int{}, 0.0
	for i, n := range r.cases {
		asked[n]++
		if r.happened[i] {
			came[n]++
			total++
		}
	}
	out := make([]float64, len(r.p))
	for i, n := range r.cases {
		out[i] = (total - came[n]) / float64(len(out)-asked[n])
	}
	return out
}

// shared returns the differences of two judges' Brier scores over the questions
// that both answered, and the cases of these.
func shared(a, b *record) (d []float64, cases []int) {
	for i, k := 0, 0; i < len(a.p) && k < len(b.p); {
		order := cmp.Or(cmp.Compare(a.cases[i], b.cases[k]), cmp.Compare(a.questions[i], b.questions[k]))
		if order == 0 {
			d, cases = append(d, stat.Brier(a.p[i], a.happened[i])-stat.Brier(b.p[k], b.happened[k])), append(cases, a.cases[i])
		}
		if order <= 0 {
			i++
		}
		if order >= 0 {
			k++
		}
	}
	return d, cases
}
