package board

import (
	"math"
	"slices"

	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
)

// competition holds the scores of a board.
type competition struct {
	panel     *panel.Panel
	subs      []candidate
	rules     Rules
	judges    []panel.Judge
	weights   []panel.Points
	given     []float64 // every single score as it was given
	complete  bool
	corrected bool
}

// candidate is a submission with its scores.
type candidate struct {
	Submission
	scores [][]score      // by lens, judge
	lens   []panel.Points // the lenses' scores
	fair   float64        // the total corrected for severity
	scored bool           // every lens has a score
}

// score is a judge's score for one lens, before correction.
type score struct {
	points panel.Points
	ok     bool
}

func newCompetition(subs []Submission, rules Rules) *competition {
	p := subs[0].Panel
	c := &competition{panel: p, rules: rules, judges: p.Voting(), complete: true}
	for _, j := range c.judges {
		c.weights = append(c.weights, j.Weight)
	}
	for _, s := range subs {
		c.subs = append(c.subs, candidate{Submission: s, scores: c.read(s.Verdicts), scored: true})
	}
	lenient := make([][]panel.Points, len(p.Lenses))
	for l := range p.Lenses {
		lenient[l] = c.severity(l)
	}
	for i := range c.subs {
		s, fair := &c.subs[i], panel.Points{}
		for l, lens := range p.Lenses {
			mean, found := c.mean(s, l, lenient[l])
			corrected := report.Held(mean, lens.MaxScore)
			fair, s.scored = fair.Add(corrected), s.scored && found
			if !rules.Severity && !c.complete {
				mean, _ = c.mean(s, l, nil)
				corrected = report.Held(mean, lens.MaxScore)
			}
			s.lens = append(s.lens, corrected)
		}
		s.fair = fair.Float()
	}
	c.corrected = c.corrected && rules.Severity
	return c
}

// read returns the judges' scores, each judge's repeats averaged.
func (c *competition) read(verdicts []report.Verdict) [][]score {
	out := make([][]score, len(c.panel.Lenses))
	counts := make([][]int64, len(c.panel.Lenses))
	for l := range out {
		out[l], counts[l] = make([]score, len(c.judges)), make([]int64, len(c.judges))
	}
	for _, v := range verdicts {
		j := slices.IndexFunc(c.judges, func(j panel.Judge) bool { return j.Slug == v.Judge })
		if j < 0 || v.Outcome != "ok" {
			continue
		}
		for _, cell := range v.Cells {
			l := slices.IndexFunc(c.panel.Lenses, func(l panel.Lens) bool { return l.Slug == cell.Lens })
			if l < 0 || cell.Score == nil || !c.judges[j].Scores(cell.Lens) {
				continue
			}
			s, given := &out[l][j], report.Held(*cell.Score, c.panel.Lenses[l].MaxScore)
			s.points, s.ok = s.points.Add(given), true
			c.given = append(c.given, given.Float())
			counts[l][j]++
		}
	}
	for l := range out {
		for j, n := range counts[l] {
			if n > 1 {
				out[l][j].points = out[l][j].points.Quo(panel.PointsOf(n))
			}
		}
	}
	return out
}

// step is that of the grid on which all judges score all lenses, 0 if there is
// none. A lens has two steps at least.
func (c *competition) step() float64 {
	most := math.Inf(1)
	for _, l := range c.panel.Lenses {
		most = min(most, l.MaxScore.Float()/2)
	}
	return stat.Grid(c.given, most)
}

// severityPlaces is how many decimals a correction has, so that totals stay
// exact.
const severityPlaces = 4

// severity returns by how much each judge scores a lens above the others, all 0
// if all judges scored everything. Totals are corrected by it if the rules
// say so, what is said of how sure their order is in any case.
func (c *competition) severity(l int) []panel.Points {
	out := make([]panel.Points, len(c.judges))
	matrix := make([][]float64, len(c.subs))
	whole := true
	for i, sub := range c.subs {
		matrix[i] = make([]float64, len(c.judges))
		for j, judge := range c.judges {
			s := sub.scores[l][j]
			matrix[i][j] = stat.Missing()
			if s.ok {
				matrix[i][j] = s.points.Float()
			} else if judge.Scores(c.panel.Lenses[l].Slug) {
				whole = false
			}
		}
	}
	c.complete = c.complete && whole
	if whole {
		return out
	}
	for j, v := range stat.FitSeverity(matrix).Leniency {
		if p := panel.Rounded(v, severityPlaces); p.Sign() != 0 {
			out[j], c.corrected = p, true
		}
	}
	return out
}

// mean is a submission's score for a lens, less the judges' leniency (nil: as
// they gave it).
func (c *competition) mean(sub *candidate, l int, lenient []panel.Points) (panel.Points, bool) {
	var values, weights []panel.Points
	for j, s := range sub.scores[l] {
		if !s.ok {
			continue
		}
		if p := s.points; lenient == nil {
			values = append(values, p)
		} else {
			values = append(values, p.Sub(lenient[j]))
		}
		weights = append(weights, c.weights[j])
	}
	if mean, ok := report.Trimmed(values, weights, c.rules.Trim); ok {
		return mean, true
	}
	return report.Trimmed(values, weights, 0)
}
