// Package board owns a competition's ranking: which reviews are compared, exact
// totals and places, how sure they are, and what the panel's votes are worth. It
// reads cases, calls no model and renders nothing.
package board

import (
	"cmp"
	"slices"
	"strconv"

	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
)

// Submission is one judged entry of a competition.
type Submission struct {
	Case        string
	Version     int
	Brand       string
	Panel       *panel.Panel
	PanelSHA256 string
	NoModel     bool // no language model stands behind the scores
	Verdicts    []report.Verdict
}

// Rules say how a board is made.
type Rules struct {
	TieBreaks []string // lens slugs
	Trim      int      // ≥ 0
	Severity  bool     // correct for severity where not every judge saw everything
	Draws     int      // of the bootstrap; 0: DefaultDraws
}

// DefaultDraws is the number of bootstrap draws of a board.
const DefaultDraws = 2000

// seed makes two boards of the same scores the same.
const seed = 20260301

// sure is the probability from which an order is not too close to call.
const sure = 0.95

// Build makes the board of submissions that were judged by one panel. Version,
// date, scene and changes are the caller's to fill in. A submission without a
// score for every lens is excluded.
func Build(subs []Submission, rules Rules) *report.Board {
	b := &report.Board{
		Schema: 1, TieBreaks: append([]string{}, rules.TieBreaks...), Trim: rules.Trim,
		Rounding: "0.01 half up", Level: strconv.Itoa(int(100 * stat.Level)), Lenses: []report.BoardLens{},
		Entries: []report.BoardEntry{}, Excluded: []report.Excluded{}, Statistics: []report.Statistic{},
		Design: report.BoardDesign{Complete: true, Connected: true},
	}
	if len(subs) == 0 {
		return b
	}
	b.PanelSHA256 = subs[0].PanelSHA256
	c := newCompetition(subs, rules)
	for i, s := range subs {
		if !c.scored[i] {
			b.Excluded = append(b.Excluded, report.Excluded{Case: s.Case, Brand: s.Brand, Reason: report.ReasonNoScore})
		}
	}
	c.keepScored()
	b.Judges = c.panel.Judges
	b.NoModel = slices.ContainsFunc(c.subs, func(s Submission) bool { return s.NoModel })
	for _, l := range c.panel.Lenses {
		b.Lenses = append(b.Lenses, report.BoardLens{Slug: l.Slug, DisplayNameCN: l.DisplayNameCN, Max: l.MaxScore.Decimal(report.TotalPlaces)})
	}
	b.Design.Complete, b.Design.Corrected = c.complete, c.corrected
	c.rank(b)
	b.Statistics = append(b.Statistics, c.statistics()...)
	return b
}

// competition holds the scores of a board by place of lens, submission and
// voting judge.
type competition struct {
	panel     *panel.Panel
	subs      []Submission
	rules     Rules
	judges    []panel.Judge
	weights   []panel.Points
	scores    [][][]score      // by submission, lens, judge
	lens      [][]panel.Points // by submission: the lenses' scores
	scored    []bool
	complete  bool
	corrected bool
}

// score is a judge's score for one lens, before correction.
type score struct {
	points panel.Points
	ok     bool
}

func newCompetition(subs []Submission, rules Rules) *competition {
	p := subs[0].Panel
	c := &competition{panel: p, subs: subs, rules: rules, judges: p.Voting(), complete: true}
	for _, j := range c.judges {
		c.weights = append(c.weights, j.Weight)
	}
	for _, s := range subs {
		c.scores = append(c.scores, c.read(s.Verdicts))
	}
	lenient := make([][]panel.Points, len(p.Lenses))
	for l := range p.Lenses {
		lenient[l] = c.severity(l)
	}
	for i := range subs {
		row, ok := make([]panel.Points, len(p.Lenses)), true
		for l, lens := range p.Lenses {
			mean, found := c.mean(i, l, lenient[l])
			row[l], ok = report.Held(mean, lens.MaxScore), ok && found
		}
		c.lens, c.scored = append(c.lens, row), append(c.scored, ok)
	}
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
			if l < 0 || cell.Score == nil || !sees(c.judges[j], cell.Lens) {
				continue
			}
			s := &out[l][j]
			s.points, s.ok = s.points.Add(report.Held(*cell.Score, c.panel.Lenses[l].MaxScore)), true
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

// sees reports whether a judge scores a lens.
func sees(j panel.Judge, lens string) bool {
	return len(j.Lenses) == 0 || slices.Contains(j.Lenses, lens)
}

// severityPlaces is how many decimals a correction has, so that totals stay
// exact.
const severityPlaces = 4

// severity returns by how much each judge scores a lens above the others, all 0
// where everybody scored everything or no correction is asked for.
func (c *competition) severity(l int) []panel.Points {
	out := make([]panel.Points, len(c.judges))
	matrix := make([][]float64, len(c.subs))
	whole := true
	for i := range c.subs {
		matrix[i] = make([]float64, len(c.judges))
		for j, judge := range c.judges {
			s := c.scores[i][l][j]
			matrix[i][j] = stat.Missing()
			if s.ok {
				matrix[i][j] = s.points.Float()
			} else if sees(judge, c.panel.Lenses[l].Slug) {
				whole = false
			}
		}
	}
	c.complete = c.complete && whole
	if whole || !c.rules.Severity {
		return out
	}
	for j, v := range stat.FitSeverity(matrix).Leniency {
		p, err := panel.ParsePoints(strconv.FormatFloat(v, 'f', severityPlaces, 64))
		if err == nil && p.Sign() != 0 {
			out[j], c.corrected = p, true
		}
	}
	return out
}

// mean is a submission's score for a lens.
func (c *competition) mean(i, l int, lenient []panel.Points) (panel.Points, bool) {
	var values, weights []panel.Points
	for j, s := range c.scores[i][l] {
		if s.ok {
			values, weights = append(values, s.points.Sub(lenient[j])), append(weights, c.weights[j])
		}
	}
	if mean, ok := report.Trimmed(values, weights, c.rules.Trim); ok {
		return mean, true
	}
	return report.Trimmed(values, weights, 0)
}

// keepScored drops the submissions that lack a lens.
func (c *competition) keepScored() {
	n := 0
	for i, ok := range c.scored {
		if ok {
			c.subs[n], c.scores[n], c.lens[n] = c.subs[i], c.scores[i], c.lens[i]
			n++
		}
	}
	c.subs, c.scores, c.lens = c.subs[:n], c.scores[:n], c.lens[:n]
}

// rank fills in the entries in order, with what is known of how sure they are.
func (c *competition) rank(b *report.Board) {
	totals, exact := make([]panel.Points, len(c.subs)), make([]panel.Points, len(c.subs))
	values := make([]float64, len(c.subs))
	for i, row := range c.lens {
		for _, p := range row {
			exact[i] = exact[i].Add(p)
		}
		totals[i], values[i] = report.Round(exact[i], report.TotalPlaces), exact[i].Float()
	}
	places := report.Places(totals, c.tieBreaks()...)
	order := make([]int, len(places))
	for at, p := range places {
		order[at] = p.Index
		b.Entries = append(b.Entries, c.entry(p, totals[p.Index], exact[p.Index]))
	}
	noise := stat.NoiseOf(c.dimensions()...)
	b.Design.Connected = noise.Connected
	if !noise.OK || len(order) < 2 {
		return
	}
	draws := stat.DrawRanks(values, noise, cmp.Or(c.rules.Draws, DefaultDraws), seed)
	groups := draws.Close(order, sure)
	for at, i := range order {
		e := &b.Entries[at]
		low, high := draws.Interval(i, stat.Level)
		low, high = min(low, e.Rank), max(high, e.Rank)
		e.RankLo, e.RankHi, e.Group = &low, &high, &groups[at]
		if at+1 < len(order) {
			p := decimal(draws.Beats(i, order[at+1]), 3)
			e.PBeatsNext = &p
		}
	}
}

func (c *competition) tieBreaks() [][]panel.Points {
	var out [][]panel.Points
	for _, slug := range c.rules.TieBreaks {
		l := slices.IndexFunc(c.panel.Lenses, func(l panel.Lens) bool { return l.Slug == slug })
		if l < 0 {
			continue
		}
		var scores []panel.Points
		for _, row := range c.lens {
			scores = append(scores, report.Round(row[l], report.TotalPlaces))
		}
		out = append(out, scores)
	}
	return out
}

func (c *competition) entry(p report.Place, total, exact panel.Points) report.BoardEntry {
	s, max := c.subs[p.Index], c.panel.TotalMax()
	e := report.BoardEntry{
		Rank: p.Rank, Tied: p.Tied, Case: s.Case, CaseVersion: s.Version, Brand: s.Brand,
		Total: total.Decimal(report.TotalPlaces), Max: max.Decimal(report.TotalPlaces), Grade: report.Letter(exact, max),
		Lenses: map[string]string{},
	}
	for l, lens := range c.panel.Lenses {
		e.Lenses[lens.Slug] = c.lens[p.Index][l].Decimal(report.TotalPlaces)
	}
	var whole []panel.Points
	for j := range c.judges {
		if sum, ok := c.total(p.Index, j); ok {
			whole = append(whole, sum)
		}
	}
	e.Judges = len(whole)
	if _, spread, ok := report.SpreadOf(whole, nil); ok && len(whole) > 1 {
		sd := decimal(spread.SD, 2)
		e.SD = &sd
	}
	return e
}

// total is a judge's total for a submission; false unless it scored every lens.
func (c *competition) total(i, j int) (panel.Points, bool) {
	var sum panel.Points
	for l := range c.panel.Lenses {
		s := c.scores[i][l][j]
		if !s.ok {
			return sum, false
		}
		sum = sum.Add(s.points)
	}
	return sum, len(c.panel.Lenses) > 0
}

// dimensions are the lenses' scores for statistics.
func (c *competition) dimensions() []stat.Scored {
	weights := make([]float64, len(c.judges))
	for j, w := range c.weights {
		weights[j] = w.Float()
	}
	out := make([]stat.Scored, len(c.panel.Lenses))
	for l, lens := range c.panel.Lenses {
		d := stat.Scored{Weights: weights, Scale: lens.MaxScore.Float()}
		for i := range c.subs {
			row := make([]float64, len(c.judges))
			for j, s := range c.scores[i][l] {
				row[j] = stat.Missing()
				if s.ok {
					row[j] = s.points.Float()
				}
			}
			d.Scores = append(d.Scores, row)
		}
		out[l] = d
	}
	return out
}

// decimal writes a number with at most so many places.
func decimal(v float64, places int) string {
	p, err := panel.ParsePoints(strconv.FormatFloat(v, 'f', places, 64))
	if err != nil {
		return "0" // beyond any score
	}
	return p.Decimal(places)
}

// difference of two decimal strings; 0 where one is none.
func difference(a, b string) string {
	x, err := panel.ParsePoints(a)
	if err != nil {
		return "0"
	}
	y, err := panel.ParsePoints(b)
	if err != nil {
		return "0"
	}
	return x.Sub(y).Decimal(report.TotalPlaces)
}
