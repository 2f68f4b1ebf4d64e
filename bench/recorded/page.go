package main

import (
	"bytes"
	"cmp"
	"fmt"

	"judgement/internal/study"
)

// validity is the page of all sets.
func validity(all []measured) []byte {
	var b bytes.Buffer
	b.WriteString(intro)
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

What to learn from them:

- A panel is not better than its best judge by itself. Judges that fail in the same way outvote the one that does not.
- Agreement is no proof. Where judges agree in error, a report without labels looks certain.
- Fifty labels are enough to find out, and often enough to repair it: see LLMBar, where the panel is right on 29.9 % of the items called Neighbor and its best judge on 64.2 %.
- Labels do not always help. On 20 labels of ICLR papers a fit makes the error larger, and the program refuses nearly all of them.
- "Accepted and worse in at most 5 % of the draws" holds of all draws, refused ones included. It does not hold of the accepted fits alone: on ICLR the program accepts few of them, and most of these few are worse on the other items.
`

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
		fmt.Fprintf(b, "\nThe panel orders the items with a rank correlation of %.3f [%.3f, %.3f]. One person against the mean of the others reaches %.3f [%.3f, %.3f].\n", l.Panel.Rank.Value, l.Panel.Rank.Low, l.Panel.Rank.High, l.People.Rank.Value, l.People.Rank.Low, l.People.Rank.High)
	}
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
