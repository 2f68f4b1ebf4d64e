package attribution

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"judgement/internal/stat"
)

// record is everything of one judge, in the order of cases and questions.
type record struct {
	who     int // in the run's roster
	samples []sample
	ranks   map[string]*ranked // by scene
}

// ranked are a judge's scores for the cases of one scene and the shares of their
// questions that came true.
type ranked struct {
	scene       string
	score, rate []float64
}

// gather turns cases into records by judge, and counts questions.
func gather(cases []*CaseInfo, judges int) ([]record, Calibration) {
	out := Calibration{
		Schema: 1, Gates: Gates{minForecasts, minCases, minDiagram, minShared, minRanked},
		Judges: []Judge{}, Comparisons: []Comparison{}, Ranks: []Correlation{},
	}
	records := make([]record, judges)
	for i := range records {
		records[i] = record{who: i, ranks: map[string]*ranked{}}
	}
	came := 0
	for n, c := range cases {
		s := c.scored
		if s == nil {
			continue
		}
		out.Partial, out.Skipped, out.Early = out.Partial+s.partial, out.Skipped+s.skipped, out.Early+s.early
		for _, x := range s.samples {
			x.number = int32(n)
			records[x.judge].samples = append(records[x.judge].samples, x)
		}
		questions, true_ := s.count()
		if questions == 0 {
			continue
		}
		out.Cases++
		out.Questions += questions
		came += true_
		for _, j := range s.scores {
			k := records[j.judge].ranks[s.scene]
			if k == nil {
				k = &ranked{scene: s.scene}
				records[j.judge].ranks[s.scene] = k
			}
			k.score, k.rate = append(k.score, j.share), append(k.rate, float64(true_)/float64(questions))
		}
	}
	if out.Questions > 0 {
		rate := round(float64(came) / float64(out.Questions))
		out.BaseRate = &rate
	}
	return records, out
}

// count returns how many questions were scored, and how many of them came true.
// The forecasts of a question are next to each other.
func (s *scored) count() (questions, true_ int) {
	for i, x := range s.samples {
		if i > 0 && s.samples[i-1].question == x.question {
			continue
		}
		questions++
		if x.happened {
			true_++
		}
	}
	return questions, true_
}

func (r *record) each(f func(float64, bool) float64) []float64 {
	out := make([]float64, len(r.samples))
	for i, x := range r.samples {
		out[i] = f(x.p, x.happened)
	}
	return out
}

// cases returns the number of each sample's case.
func (r *record) cases() []int {
	out := make([]int, len(r.samples))
	for i, x := range r.samples {
		out[i] = int(x.number)
	}
	return out
}

func (r *record) forecasts() (p []float64, happened []bool) {
	p, happened = make([]float64, len(r.samples)), make([]bool, len(r.samples))
	for i, x := range r.samples {
		p[i], happened[i] = x.p, x.happened
	}
	return p, happened
}

// distinct counts the judge's cases.
func (r *record) distinct() int {
	n := 0
	for i, x := range r.samples {
		if i == 0 || r.samples[i-1].number != x.number {
			n++
		}
	}
	return n
}

// ranked returns the judge's scenes in order.
func (r *record) ranked() []*ranked {
	return slices.SortedFunc(maps.Values(r.ranks), func(a, b *ranked) int { return strings.Compare(a.scene, b.scene) })
}

// baseRates returns, for each forecast, the rate at which the judge's questions
// of all other cases came true: what somebody would have said who knows how
// often things come true and nothing of this case.
func (r *record) baseRates() []float64 {
	total := 0.0
	for _, x := range r.samples {
		if x.happened {
			total++
		}
	}
	out := make([]float64, len(r.samples))
	for i := 0; i < len(out); {
		end, came := i, 0.0
		for ; end < len(out) && r.samples[end].number == r.samples[i].number; end++ {
			if r.samples[end].happened {
				came++
			}
		}
		rate := (total - came) / float64(len(out)-(end-i))
		for ; i < end; i++ {
			out[i] = rate
		}
	}
	return out
}

// eachShared calls f for every question that both judges answered.
func eachShared(a, b *record, f func(x, y sample)) {
	for i, k := 0, 0; i < len(a.samples) && k < len(b.samples); {
		x, y := a.samples[i], b.samples[k]
		order := cmp.Or(cmp.Compare(x.number, y.number), cmp.Compare(x.question, y.question))
		switch {
		case order < 0:
			i++
		case order > 0:
			k++
		default:
			f(x, y)
			i, k = i+1, k+1
		}
	}
}

// sharedCount counts the questions that both judges answered, and their cases.
func sharedCount(a, b *record) (questions, cases int) {
	last := int32(0)
	eachShared(a, b, func(x, _ sample) {
		if questions == 0 || x.number != last {
			cases, last = cases+1, x.number
		}
		questions++
	})
	return questions, cases
}

// shared returns the differences of two judges' Brier scores over the questions
// that both answered, and the cases of these.
func shared(a, b *record) (d []float64, cluster []int) {
	n, _ := sharedCount(a, b)
	d, cluster = make([]float64, 0, n), make([]int, 0, n)
	eachShared(a, b, func(x, y sample) {
		d = append(d, stat.Brier(x.p, x.happened)-stat.Brier(y.p, y.happened))
		cluster = append(cluster, int(x.number))
	})
	return d, cluster
}
