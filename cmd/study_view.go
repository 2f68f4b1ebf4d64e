package cmd

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"judgement/internal/study"
	"judgement/internal/terminal"
)

// study prints what a set says about its judges.
func (p *page) study(r study.Report) {
	if r.People == 0 {
		p.Wrapped("", "", "Nobody labelled these items: whether the judges are right cannot be known. Below is agreement only, and judges that err alike agree too.")
		p.Line("")
	}
	for i, l := range r.Lenses {
		if i > 0 {
			p.Line("")
		}
		p.studyLens(r, l)
	}
	if r.Source != "" {
		p.Line("")
		p.Wrapped("", "", "Source: "+terminal.PlainLine(r.Source))
	}
}

func (p *page) studyLens(r study.Report, l study.Lens) {
	p.Line(p.Paint(terminal.Bold, terminal.PlainLine(cmp.Or(l.Lens, "items as a whole"))))
	p.Printf("%d items, %d with labels; %d judges\n", l.Items, l.Labelled, len(l.Judges))
	if l.Totals {
		p.Wrapped("", "", "The panel's figures are of its total, as its reports have it. A judge's are of the lenses that it scores: its share of their points, of the panel's maximum.")
	}
	p.studyJudges(r, l)
	p.studyNeeds(r, l)
	p.studyLegend(r, l)
	if len(l.Types) > 0 {
		p.Line("")
		var rows [][]string
		for _, g := range l.Types {
			rows = append(rows, []string{terminal.PlainLine(cmp.Or(g.Type, "–")), fmt.Sprint(g.Items), figure(r, g.Merit), terminal.PlainLine(g.Best), figure(r, g.BestMerit), difference(r, g.Difference), groupVerdict(g)})
		}
		p.Table([]string{"type", "items", "panel", "best judge", "its figure", "panel minus best", ""}, rows, 1)
	}
	if g := l.Panel; g != nil && g.Difference != nil {
		p.Wrapped("", "", fmt.Sprintf("Panel minus its best judge, %s: %s: %s.", terminal.PlainLine(g.Best), difference(r, g.Difference), groupVerdict(*g)))
	} else if g != nil {
		p.Line("No judge has a verdict on half of the labelled items: the panel is compared with none.")
	}
	for _, e := range l.Errors {
		order := ""
		if e.Order != "" {
			order = ", order " + e.Order
		}
		p.Printf("Effective judges%s: %.2f of %d (errors correlate by %.2f)\n", order, e.Effective, e.Judges, e.Correlation)
	}
	if l.Agree.Judges != nil {
		p.Printf("Agreement of two judges: %.2f\n", *l.Agree.Judges)
	}
	if l.Agree.People != nil {
		p.Printf("Agreement of the panel with people: %.2f\n", *l.Agree.People)
	}
	p.studyAdvice(r, l.Advice)
}

func groupVerdict(g study.Group) string {
	switch {
	case g.Worse:
		return "PANEL WORSE"
	case g.Difference != nil && g.Difference.Low > 0:
		return "panel better"
	}
	return "open"
}

// studyNeeds says for which figures there are too few labels.
func (p *page) studyNeeds(r study.Report, l study.Lens) {
	if r.People == 0 {
		return
	}
	for _, n := range l.Needs {
		name := rankFigure
		if n.Figure == study.NeedMerit {
			name = figureName(r) + " and PANEL"
		}
		p.Wrapped("", "", fmt.Sprintf("%s: needs at least %d items with labels; there are %d.", name, n.Least, n.Labelled))
	}
}

// studyLegend says what the columns mean.
func (p *page) studyLegend(r study.Report, l study.Lens) {
	legend := "like others: correlation with the mean of the other judges."
	if r.Kind == study.Scores {
		legend = "severity: mean difference to the other judges, above 0 is lenient; width: spread of the scores, 1 is that of the panel's mean; values: how many different scores; " + legend
	} else {
		legend = "first position: share of verdicts for the candidate shown first, 0.50 is no bias; " + legend
	}
	if slices.ContainsFunc(l.Judges, func(j study.Judge) bool { return j.Few }) {
		legend += " *: a verdict on less than half of the labelled items; never the best judge."
	}
	p.Wrapped("", "", legend)
}

func (p *page) studyJudges(r study.Report, l study.Lens) {
	header := []string{"judge", "items", figureName(r)}
	ranks := r.Kind == study.Scores && figureName(r) != rankFigure // else the figure is the correlation
	if ranks {
		header = append(header, rankFigure)
	}
	if r.Kind == study.Scores {
		header = append(header, "severity", "width", "values")
	} else {
		header = append(header, "first position")
	}
	header = append(header, "like others")
	var rows [][]string
	for _, j := range l.Judges {
		name := terminal.PlainLine(j.Name)
		if j.Few {
			name += " *"
		}
		row := []string{name, fmt.Sprint(j.Items), figure(r, j.Merit)}
		if ranks {
			row = append(row, plainFigure(j.Rank, "%.2f"))
		}
		if r.Kind == study.Scores {
			row = append(row, plainFigure(j.Severity, "%+.2f"), optionalFigure(j.Width), fmt.Sprint(j.Values))
		} else {
			row = append(row, plainFigure(j.First, "%.2f"))
		}
		rows = append(rows, append(row, optionalFigure(j.Others)))
	}
	more := func(name string, n int, merit, rank *study.Interval) {
		row := []string{name, fmt.Sprint(n), figure(r, merit)}
		if ranks {
			row = append(row, plainFigure(rank, "%.2f"))
		}
		for len(row) < len(header) {
			row = append(row, "")
		}
		rows = append(rows, row)
	}
	if g := l.Panel; g != nil {
		more("PANEL", g.Items, g.Merit, g.Rank)
	}
	if c := l.People; c != nil {
		more("one person against the others", c.Items, c.Merit, c.Rank)
	}
	p.Table(header, rows, 1)
}

func (p *page) studyAdvice(r study.Report, a *study.Advice) {
	if a == nil {
		return
	}
	var drop []string
	replace := false
	for _, j := range a.Judges {
		switch j.Do {
		case study.Drop:
			drop = append(drop, terminal.PlainLine(j.Name))
		case study.Replace:
			replace = true
			p.Printf("replace %s: it repeats the errors of %s\n", terminal.PlainLine(j.Name), terminal.PlainLine(j.Like))
		case study.Unknown:
			p.Printf("no advice on %s: too few verdicts on labelled items\n", terminal.PlainLine(j.Name))
		case study.Keep:
		}
	}
	switch {
	case len(drop) > 0:
		p.Printf("drop %s: on items that did not choose it, the smaller panel is better by %s\n", strings.Join(drop, ", "), difference(r, a.Gain))
	case !replace:
		p.Line("Keep all judges: no smaller panel is shown to be better on held-out items.")
	}
}

// rankFigure is the figure of labels that only order the items.
const rankFigure = "rank corr."

func figureName(r study.Report) string {
	switch {
	case r.Kind == study.Preferences:
		return "accuracy"
	case r.Scale == study.ScoreScale || r.Scale == "":
		return "mean error"
	}
	return rankFigure
}

// figure shows an accuracy in percent, other figures with three decimals.
func figure(r study.Report, v *study.Interval) string {
	if v == nil || r.Kind != study.Preferences {
		return plainFigure(v, "%.3f")
	}
	return fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*v.Value, 100*v.Low, 100*v.High)
}

// difference is a difference of two figures, of accuracies in points.
func difference(r study.Report, v *study.Interval) string {
	if v == nil || r.Kind != study.Preferences {
		return plainFigure(v, "%+.3f")
	}
	return fmt.Sprintf("%+.1f points [%+.1f, %+.1f]", 100*v.Value, 100*v.Low, 100*v.High)
}

func plainFigure(v *study.Interval, format string) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf(format+" ["+format+", "+format+"]", v.Value, v.Low, v.High)
}

func optionalFigure(v *float64) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf("%.2f", *v)
}

// alignment prints a fit that proved its gain.
func (p *page) alignment(a *study.Alignment) {
	what := "mean error"
	if a.Kind == study.Preferences {
		what = "accuracy"
	}
	p.Printf("held-out %s of %d labelled items: %.3f as the panel is, %.3f aligned\n", what, a.Gain.Labels, a.Gain.Plain, a.Gain.Aligned)
	p.Printf("gain %.3f, %.0f%% interval %.3f to %.3f\n", a.Gain.Value, 100*study.GainLevel, a.Gain.Low, a.Gain.High)
	var rows [][]string
	for _, t := range a.Types {
		rows = append(rows, []string{terminal.PlainLine(cmp.Or(t.Type, "–")), fmt.Sprint(t.Labels), fmt.Sprintf("%+.3f [%s, %s]", t.Value, bound(t.Low), bound(t.High))})
	}
	if len(rows) > 0 {
		p.Line("")
		p.Table([]string{"type", "items", "gain"}, rows, 1)
	}
	rows = nil
	for _, l := range a.Lenses {
		for _, j := range l.Judges {
			rows = append(rows, []string{terminal.PlainLine(cmp.Or(l.Lens, "whole")), terminal.PlainLine(j.Judge), fmt.Sprintf("%.3f", j.Weight), fmt.Sprintf("%.2f", j.Mean), fmt.Sprintf("%.2f", j.SD)})
		}
	}
	p.Line("")
	for _, lens := range a.Left {
		p.Printf("%s keeps its plain scores: no fit is better there than one score for all items\n", terminal.PlainLine(cmp.Or(lens, "whole")))
	}
	p.Table([]string{"lens", "judge", "weight", "mean", "spread"}, rows, 2, 3, 4)
}

func bound(v float64) string {
	if math.IsInf(v, 0) {
		return "–"
	}
	return fmt.Sprintf("%+.3f", v)
}
