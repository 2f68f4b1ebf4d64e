package board

import (
	"cmp"
	"slices"

	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
)

// rank fills in the entries in order, with what is known of how sure they are.
func (c *competition) rank(b *report.Board) {
	totals, exact := make([]panel.Points, len(c.subs)), make([]panel.Points, len(c.subs))
	for i, s := range c.subs {
		for _, p := range s.lens {
			exact[i] = exact[i].Add(p)
		}
		totals[i] = shown(exact[i], c.panel.TotalMax())
	}
	places := report.Places(totals, c.tieBreaks()...)
	subs, order, fair := make([]candidate, len(places)), make([]int, len(places)), make([]float64, len(places))
	for at, p := range places {
		subs[at], order[at], fair[at] = c.subs[p.Index], at, c.subs[p.Index].fair
		b.Entries = append(b.Entries, c.entry(p, totals[p.Index], exact[p.Index]))
	}
	c.subs = subs // by place: draws do not depend on the order in which submissions came
	correlation, from := c.errorCorrelation()
	noise := stat.NoiseOf(correlation, c.dimensions()...)
	b.Design.Connected = noise.Connected
	switch {
	case len(order) < 2:
		b.Unsure = report.UnsureOne
	case !noise.OK:
		b.Unsure = report.UnsureSingle
	case noise.Differing == 0:
		b.Unsure = report.UnsureSame
	case noise.Differing < stat.NeedDiffering(len(order)):
		b.Unsure = report.UnsureFew
	}
	if b.Unsure != "" {
		return
	}
	b.Correlation, b.CorrelationFrom = decimal(correlation, 2), from
	draws := stat.DrawRanks(fair, noise, cmp.Or(c.rules.Draws, DefaultDraws), seed)
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

// shown is the number that a score is on the board, which decides its rank.
func shown(score, max panel.Points) panel.Points {
	p, err := panel.ParsePoints(report.Shown(score, max))
	if err != nil {
		return score // of more than 40 digits: no score
	}
	return p
}

func (c *competition) tieBreaks() [][]panel.Points {
	var out [][]panel.Points
	for _, slug := range c.rules.TieBreaks {
		l := slices.IndexFunc(c.panel.Lenses, func(l panel.Lens) bool { return l.Slug == slug })
		if l < 0 {
			continue
		}
		var scores []panel.Points
		for _, s := range c.subs {
			scores = append(scores, shown(s.lens[l], c.panel.Lenses[l].MaxScore))
		}
		out = append(out, scores)
	}
	return out
}

func (c *competition) entry(p report.Place, total, exact panel.Points) report.BoardEntry {
	s, max := c.subs[p.Index], c.panel.TotalMax()
	e := report.BoardEntry{
		Rank: p.Rank, Tied: p.Tied, Case: s.Case, CaseVersion: s.Version, Brand: s.Brand, Title: s.title(),
		Total: report.Shown(total, max), Max: max.Decimal(report.TotalPlaces), Grade: report.Letter(exact, max), NoModel: s.NoModel,
		Lenses: map[string]string{}, Folder: s.Folder,
	}
	for l, lens := range c.panel.Lenses {
		e.Lenses[lens.Slug] = report.Shown(s.lens[l], lens.MaxScore)
	}
	e.Judges, e.SD = c.spread(&c.subs[p.Index])
	return e
}

// spread returns how many judges scored a submission beside others, and the
// standard deviation of the totals that each of them would give it alone; nil
// for fewer than two. A judge of some lenses only is taken to differ from the
// panel on the others as it does on its own.
func (c *competition) spread(sub *candidate) (judges int, sd *string) {
	apart, maxima := make([]panel.Points, len(c.judges)), make([]panel.Points, len(c.judges))
	for l, lens := range c.panel.Lenses {
		mean, ok := c.mean(sub, l, nil)
		if n := counted(sub.scores[l]); !ok || n < 2 {
			continue
		}
		for j, s := range sub.scores[l] {
			if s.ok {
				apart[j], maxima[j] = apart[j].Add(s.points.Sub(mean)), maxima[j].Add(lens.MaxScore)
			}
		}
	}
	var totals []panel.Points
	for j, m := range maxima {
		if m.Sign() > 0 {
			totals = append(totals, apart[j].Mul(c.panel.TotalMax()).Quo(m))
		}
	}
	_, spread, ok := report.SpreadOf(totals, nil)
	if !ok || len(totals) < 2 {
		return len(totals), nil
	}
	text := decimal(spread.SD, 2)
	return len(totals), &text
}

// counted is how many judges gave a score.
func counted(scores []score) int {
	n := 0
	for _, s := range scores {
		if s.ok {
			n++
		}
	}
	return n
}

// dimensions are the lenses' scores for statistics.
func (c *competition) dimensions() []stat.Scored {
	weights := make([]float64, len(c.judges))
	for j, w := range c.weights {
		weights[j] = w.Float()
	}
	out, step := make([]stat.Scored, len(c.panel.Lenses)), c.step()
	for l, lens := range c.panel.Lenses {
		d := stat.Scored{Weights: weights, Scale: lens.MaxScore.Float(), Step: step}
		for _, sub := range c.subs {
			row := make([]float64, len(c.judges))
			for j, s := range sub.scores[l] {
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
