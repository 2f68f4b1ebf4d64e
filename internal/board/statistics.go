package board

import (
	"slices"

	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
)

// ReviewStatistics says what the votes of one review are worth, over its
// dimensions. It is empty for fewer than two voting judges.
func ReviewStatistics(p *panel.Panel, verdicts []report.Verdict) []report.Statistic {
	c := newCompetition([]Submission{{Panel: p, Verdicts: verdicts}}, Rules{})
	if len(c.judges) < 2 {
		return nil
	}
	matrix := make([][]float64, len(p.Lenses))
	for l := range matrix {
		matrix[l] = make([]float64, len(c.judges))
		for j := range c.judges {
			matrix[l][j] = c.share(0, l, j)
		}
	}
	full := c.wholePanel()
	return summarise(report.UnitDimensions, c.judges, full, columnsOf(matrix, full), matrix)
}

// statistics says what the votes of the whole competition are worth, over its
// submissions.
func (c *competition) statistics() []report.Statistic {
	if len(c.judges) < 2 {
		return nil
	}
	matrix := make([][]float64, len(c.subs))
	for i := range matrix {
		matrix[i] = c.shares(i)
	}
	full := c.wholePanel()
	return summarise(report.UnitSubmissions, c.judges, full, columnsOf(matrix, full), matrix)
}

// share is a score as a part of its maximum.
func (c *competition) share(i, l, j int) float64 {
	s := c.scores[i][l][j]
	if !s.ok || c.panel.Lenses[l].MaxScore.Sign() <= 0 {
		return stat.Missing()
	}
	return s.points.Quo(c.panel.Lenses[l].MaxScore).Float()
}

// shares are the judges' mean shares of the maximum for a submission. A judge of
// some lenses only is put beside the panel's mean of all by how it differs from
// the panel on its own.
func (c *competition) shares(i int) []float64 {
	out, counts := make([]float64, len(c.judges)), make([]float64, len(c.judges))
	level := 0.0
	for l := range c.panel.Lenses {
		mean, n := 0.0, 0.0
		for j, s := range c.scores[i][l] {
			if s.ok {
				mean, n = mean+c.share(i, l, j), n+1
			}
		}
		if n == 0 {
			continue
		}
		mean /= n
		level += mean / float64(len(c.panel.Lenses))
		for j, s := range c.scores[i][l] {
			if s.ok {
				out[j], counts[j] = out[j]+c.share(i, l, j)-mean, counts[j]+1
			}
		}
	}
	for j := range out {
		if counts[j] == 0 {
			out[j] = stat.Missing()
			continue
		}
		out[j] = level + out[j]/counts[j]
	}
	return out
}

// wholePanel lists the judges who score every lens: only these can be compared
// as to how they order things.
func (c *competition) wholePanel() []int {
	var out []int
	for j, judge := range c.judges {
		if !slices.ContainsFunc(c.panel.Lenses, func(l panel.Lens) bool { return !sees(judge, l.Slug) }) {
			out = append(out, j)
		}
	}
	return out
}

func columnsOf(matrix [][]float64, columns []int) [][]float64 {
	out := make([][]float64, len(matrix))
	for i, row := range matrix {
		for _, j := range columns {
			out[i] = append(out[i], row[j])
		}
	}
	return out
}

func summarise(unit string, judges []panel.Judge, full []int, whole, all [][]float64) []report.Statistic {
	one := func(kind, judge string, e stat.Estimate, factor float64) report.Statistic {
		s := report.Statistic{Kind: kind, Judge: judge, Unit: unit, N: e.N, Need: e.Need, Enough: e.Enough, Of: len(full)}
		if e.Enough {
			places := 3
			if kind == report.StatLeniency || kind == report.StatEffective {
				places = 1
			}
			s.Value, s.Low, s.High = decimal(factor*e.Value, places), decimal(factor*e.Low, places), decimal(factor*e.High, places)
		}
		return s
	}
	votes, single := stat.EffectiveJudges(whole), stat.WouldOneDo(whole)
	best := ""
	if single.Best >= 0 {
		best = judges[full[single.Best]].Slug
	}
	out := []report.Statistic{
		one(report.StatAlpha, "", stat.Alpha(whole, stat.IntervalScale), 1),
		one(report.StatCorrelation, "", votes.Correlation, 1),
		one(report.StatEffective, "", votes.Effective, 1),
		one(report.StatOneJudge, best, single.Gain, 1),
	}
	lenient, consistent := stat.Leniency(all), stat.Consistency(whole)
	for j, e := range lenient {
		out = append(out, one(report.StatLeniency, judges[j].Slug, e, 100))
	}
	for k, e := range consistent {
		out = append(out, one(report.StatConsistency, judges[full[k]].Slug, e, 1))
	}
	return out
}
