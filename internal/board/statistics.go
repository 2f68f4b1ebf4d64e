package board

import (
	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
)

// ReviewStatistics says how far the judges of one review agree, over its
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
	return summarise(report.UnitDimensions, c.judges, votes{own: matrix, level: matrix, cells: matrix})
}

// statistics says how far the judges of the whole competition agree, over its
// submissions.
func (c *competition) statistics() []report.Statistic {
	if len(c.judges) < 2 {
		return nil
	}
	var v votes
	for i := range c.subs {
		own, level := c.shares(i)
		v.own, v.level = append(v.own, own), append(v.level, level)
		for l := range c.panel.Lenses {
			row := make([]float64, len(c.judges))
			for j := range row {
				row[j] = c.share(i, l, j)
			}
			v.cells, v.clusters = append(v.cells, row), append(v.clusters, i)
		}
	}
	return summarise(report.UnitSubmissions, c.judges, v)
}

// share is a score as a part of its maximum.
func (c *competition) share(i, l, j int) float64 {
	s := c.subs[i].scores[l][j]
	if !s.ok || c.panel.Lenses[l].MaxScore.Sign() <= 0 {
		return stat.Missing()
	}
	return s.points.Quo(c.panel.Lenses[l].MaxScore).Float()
}

// votes are a panel's scores as shares of the maxima, by judge in each row.
type votes struct {
	own      [][]float64 // means over the lenses that a judge scores
	level    [][]float64 // the same, put beside the panel's mean of all lenses
	cells    [][]float64 // of every lens
	clusters []int       // which submission a row of cells belongs to; nil: each its own
}

// shares are the judges' mean shares of the maximum for a submission: over their
// own lenses, and with a judge of some lenses only put beside the panel's mean of
// all by how it differs from the panel on its own.
func (c *competition) shares(i int) (own, beside []float64) {
	own, beside = make([]float64, len(c.judges)), make([]float64, len(c.judges))
	counts, level := make([]float64, len(c.judges)), 0.0
	for l := range c.panel.Lenses {
		mean, n := 0.0, 0.0
		for j, s := range c.subs[i].scores[l] {
			if s.ok {
				mean, n = mean+c.share(i, l, j), n+1
			}
		}
		if n == 0 {
			continue
		}
		mean /= n
		level += mean / float64(len(c.panel.Lenses))
		for j, s := range c.subs[i].scores[l] {
			if s.ok {
				share := c.share(i, l, j)
				own[j], beside[j], counts[j] = own[j]+share, beside[j]+share-mean, counts[j]+1
			}
		}
	}
	for j := range own {
		if counts[j] == 0 {
			own[j], beside[j] = stat.Missing(), stat.Missing()
			continue
		}
		own[j], beside[j] = own[j]/counts[j], level+beside[j]/counts[j]
	}
	return own, beside
}

func summarise(unit string, judges []panel.Judge, v votes) []report.Statistic {
	one := func(kind, judge string, e stat.Estimate, factor float64) report.Statistic {
		s := report.Statistic{Kind: kind, Judge: judge, Unit: unit, N: e.N, Need: e.Need, Enough: e.Enough, Of: len(judges)}
		if e.Enough {
			places := 3
			if kind == report.StatLeniency {
				places = 1
			}
			s.Value, s.Low, s.High = decimal(factor*e.Value, places), decimal(factor*e.Low, places), decimal(factor*e.High, places)
			if s.Kind == report.StatAlpha {
				s.Value, s.Low = short(e.Value, s.Value), short(e.Low, s.Low)
			}
		}
		return s
	}
	out := []report.Statistic{
		one(report.StatAlpha, "", stat.Alpha(v.cells, v.clusters), 1),
		one(report.StatCorrelation, "", stat.MeanCorrelation(v.own), 1),
	}
	lenient, consistent := stat.Leniency(v.level), stat.Consistency(v.own)
	for j, e := range lenient {
		out = append(out, one(report.StatLeniency, judges[j].Slug, e, 100))
	}
	for k, e := range consistent {
		out = append(out, one(report.StatConsistency, judges[k].Slug, e, 1))
	}
	return out
}

// short keeps an agreement that is not whole from being rounded to 1, which says
// that the judges never differ.
func short(v float64, text string) string {
	if v < 1 && text == "1" {
		return "0.999"
	}
	return text
}
