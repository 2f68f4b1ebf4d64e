package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"judgement/internal/study"
)

// validity is the page of all sets.
func validity(all []measured) []byte {
	var b bytes.Buffer
	b.WriteString(intro)
	summary(&b, all)
	b.WriteString(lessons)
	for _, m := range all {
		fmt.Fprintf(&b, "\n## %s\n\nSource: %s.\n\n", m.Title, m.Source)
		for _, l := range m.report.Lenses {
			m.panels(&b, l)
		}
		m.alignment(&b)
		if m.stops != nil {
			m.stops.page(&b)
		}
	}
	return b.Bytes()
}

const intro = `# How good are panels of judges?

*Explanation for people who decide whether to trust a panel. ` + "`make recorded DATA=DIR PAGE=docs/validity.md`" + ` writes it.*

These figures compare recorded judges, which are language models, with people. The judges' verdicts are public data sets; no model was called. The panels are plain means or majorities, as this program makes them. An interval in brackets holds 95 %, by bootstrap samples of the items.

The data are not in this repository. Each section links its source and names the tables that were made of it. DIR has these tables; [sets.yaml](../bench/recorded/sets.yaml) says which columns are read, and has hashes of the tables.
`

const lessons = `
What to learn from them:

- A panel is not better than its best judge by itself. Judges that fail in the same way outvote the one that does not.
- Agreement is no proof. Where judges agree in error, a report without labels looks certain.
- Fifty labels are enough to find out, and often enough to repair it: see LLMBar.
- Labels do not always help. On 20 labels of ICLR papers a fit makes the error larger, and the program refuses nearly all of them.
- "Accepted and worse in at most 5 % of the draws" holds of all draws, refused ones included. It does not hold of the accepted fits alone: on ICLR the program accepts few of them, and most of these few are worse on the other items.
`

// summary says in words and in one row per set what was found.
func summary(b *bytes.Buffer, all []measured) {
	var words, rows bytes.Buffer
	for _, m := range all {
		at := slices.IndexFunc(m.report.Lenses, func(l study.Lens) bool { return l.Panel != nil && l.Panel.Merit != nil && l.Panel.BestMerit != nil })
		if at < 0 {
			continue
		}
		l := m.report.Lenses[at]
		fmt.Fprintf(&words, "- %s: %s%s\n", m.Title, m.words(l), m.fitWords())
		fmt.Fprintf(&rows, "| %s | %s | %s (%s) | %s | %s | %s |\n", m.Title, m.figureText(l.Panel.Merit), m.figureText(l.Panel.BestMerit), l.Panel.Best, verdict(*l.Panel), m.hardest(l), m.fitCell())
	}
	if rows.Len() > 0 {
		fmt.Fprintf(b, "\n## In short\n\n%s\n| set | plain panel (majority or mean) | best judge | panel against it | hardest kind of item, panel and best judge | panel fitted to labels, on other items |\n|---|--:|--:|---|---|---|\n%s", words.String(), rows.String())
	}
}

// words says without statistics how good a panel and its best judge are.
func (m measured) words(l study.Lens) string {
	panel, best := l.Panel.Merit.Value, l.Panel.BestMerit.Value
	switch {
	case m.report.Kind == study.Preferences:
		return fmt.Sprintf("of 100 items the panel is right on %.0f and its best judge on %.0f. A coin is right on 50.", 100*panel, 100*best)
	case m.report.Scale == study.OrdinalScale:
		return fmt.Sprintf("if 1 is the right order and 0 is chance, the panel reaches %.2f and its best judge %.2f.", panel, best)
	case l.People != nil && l.People.Merit != nil:
		return fmt.Sprintf("the panel is off by %.2f points on average, its best judge by %.2f. One person is off by %.2f from the other people.", panel, best, l.People.Merit.Value)
	}
	return fmt.Sprintf("the panel is off by %.2f points on average, its best judge by %.2f.", panel, best)
}

// hardest is the kind of item on which the panel is furthest behind its best judge.
func (m measured) hardest(l study.Lens) string {
	var worst *study.Group
	for i, g := range l.Types {
		if g.Difference != nil && (worst == nil || g.Difference.Value < worst.Difference.Value) {
			worst = &l.Types[i]
		}
	}
	if worst == nil {
		return "–"
	}
	return fmt.Sprintf("%s: %s and %s", worst.Type, m.number(worst.Merit.Value), m.number(worst.BestMerit.Value))
}

// usual is what a fit to 50 labels did, or to the fewest that were tried.
func (m measured) usual() (f few, ok bool) {
	if len(m.few) == 0 {
		return f, false
	}
	return m.few[max(0, slices.IndexFunc(m.few, func(f few) bool { return f.labels == 50 }))], true
}

func (m measured) fitWords() string {
	f, ok := m.usual()
	switch {
	case !ok:
		return ""
	case m.report.Kind == study.Preferences && f.written >= 0.5:
		return fmt.Sprintf(" Fitted to %d labels of people, the panel is right on %.0f of 100 other items; the program accepts the fit in %.0f of 100 draws.", f.labels, 100*f.aligned, 100*f.written)
	case m.report.Kind == study.Preferences:
		return fmt.Sprintf(" A fit to %d labels of people would be right on %.0f of 100 other items; the program refuses it in %.0f of 100 draws.", f.labels, 100*f.aligned, 100*(1-f.written))
	case f.written >= 0.5:
		return fmt.Sprintf(" Fitted to %d labels of people, the panel is off by %.2f on other items; the program accepts the fit in %.0f of 100 draws.", f.labels, f.aligned, 100*f.written)
	}
	return fmt.Sprintf(" A fit to %d labels of people would be off by %.2f on other items; the program refuses it in %.0f of 100 draws.", f.labels, f.aligned, 100*(1-f.written))
}

func (m measured) fitCell() string {
	f, ok := m.usual()
	if !ok {
		return "–"
	}
	return fmt.Sprintf("%s with %d labels; refused in %.1f %% of draws", m.number(f.aligned), f.labels, 100*max(0, 1-f.written))
}

func (m measured) panels(b *bytes.Buffer, l study.Lens) {
	what := map[bool]string{true: "accuracy", false: "mean absolute error"}[m.report.Kind == study.Preferences]
	if m.report.Scale == study.OrdinalScale {
		what = "rank correlation"
	}
	if l.Lens != "" {
		fmt.Fprintf(b, "### %s\n\n", l.Lens)
	}
	fmt.Fprintf(b, "%d labelled items, %d judges. Figure: %s.", l.Labelled, len(l.Judges), what)
	for _, e := range l.Errors {
		if e.Order == "" || e.Order == study.Given {
			fmt.Fprintf(b, " By their errors%s they count as %.2f independent judges.", orderText(e, len(l.Errors)), e.Effective)
		}
	}
	b.WriteString("\n\n| items | n | panel | best judge | panel minus best judge | |\n|---|--:|--:|--:|--:|---|\n")
	for _, g := range groups(l) {
		fmt.Fprintf(b, "| %s | %d | %s | %s (%s) | %s | %s |\n", cmp.Or(g.Type, "all"), g.Items, m.figureText(g.Merit), m.figureText(g.BestMerit), cmp.Or(g.Best, "none"), m.signed(g.Difference), verdict(g))
	}
	if l.People != nil && l.People.Rank != nil && l.Panel != nil && l.Panel.Rank != nil {
		fmt.Fprintf(b, "\nThe panel orders the items with a rank correlation of %.3f [%.3f, %.3f]. One person against the mean of the others reaches %.3f [%.3f, %.3f]%s.\n", l.Panel.Rank.Value, l.Panel.Rank.Low, l.Panel.Rank.High, l.People.Rank.Value, l.People.Rank.Low, l.People.Rank.High, m.onePerson(l))
	}
}

// onePerson is the error of one person against the others, for sets that measure errors.
func (m measured) onePerson(l study.Lens) string {
	if m.report.Scale == study.OrdinalScale || l.People.Merit == nil {
		return ""
	}
	return ", and is off by " + m.figureText(l.People.Merit) + " on average"
}

// orderText says over which orders errors are counted, if there are several.
func orderText(e study.Errors, all int) string {
	switch {
	case e.Order != "":
		return " in the given order"
	case all > 1:
		return " over both orders"
	}
	return ""
}

func (m measured) alignment(b *bytes.Buffer) {
	if len(m.few) == 0 {
		return
	}
	fmt.Fprintf(b, "\nAlignment on few labels, measured on all other items, over %d draws. The last two columns are shares of all draws.\n\n| labels | plain panel | fitted panel | spread over draws | accepted by the program | accepted and more than 0.5 points worse |\n|--:|--:|--:|--:|--:|--:|\n", m.Draws.Count)
	for _, f := range m.few {
		fmt.Fprintf(b, "| %d | %s | %s | %s | %.1f %% | %.1f %% |\n", f.labels, m.number(f.plain), m.number(f.aligned), m.number(f.alignedSD), 100*f.written, 100*f.writtenAndWorse)
	}
}

// number shows an accuracy in percent, other figures with three decimals.
func (m measured) number(v float64) string {
	if m.report.Kind == study.Preferences {
		return fmt.Sprintf("%.1f %%", 100*v)
	}
	return fmt.Sprintf("%.3f", v)
}

func (m measured) figureText(v *study.Interval) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf("%s [%s, %s]", m.number(v.Value), m.number(v.Low), m.number(v.High))
}

func (m measured) signed(v *study.Interval) string {
	if v == nil {
		return "–"
	}
	scale, format := 1.0, "%+.3f [%+.3f, %+.3f]"
	if m.report.Kind == study.Preferences {
		scale, format = 100, "%+.1f [%+.1f, %+.1f] points"
	}
	return fmt.Sprintf(format, scale*v.Value, scale*v.Low, scale*v.High)
}
