package attribution

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"judgement/internal/casefile"
	"judgement/report"
	"judgement/report/html"
)

// Names of the calibration's files.
const (
	calibrationJSON = "cases/calibration.json"
	calibrationHTML = "cases/calibration.html"
)

// calibrate brings the calibration's files up to date.
func (r *run) calibrate(ctx context.Context, cases []*scored) error {
	c := calibration(cases, r.roster.all)
	asJSON, err := encodeFile(c)
	if err != nil {
		return fmt.Errorf("encode the calibration: %w", err)
	}
	asHTML, err := html.Render(c.Page(), html.Options{})
	if err != nil {
		return fmt.Errorf("render the calibration: %w", err)
	}
	var files []casefile.File
	for _, f := range []casefile.File{{Name: calibrationJSON, Data: asJSON}, {Name: calibrationHTML, Data: asHTML}} {
		was, err := casefile.ReadLimited(ctx, r.Storage, f.Name, maxOutcomes)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if !bytes.Equal(was, f.Data) {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return nil
	}
	return r.Storage.Write(ctx, files...)
}

// Page is the calibration for people.
func (c Calibration) Page() report.Page {
	p := report.Page{Title: "Were the judges right?", Lang: report.English}
	p.Subtitle = number(c.Questions, "scored question") + " of " + number(c.Cases, "case")
	b := []report.Block{c.head()}
	b = append(b, heading("judges", "Judges"), c.judgesTable(), paragraph(
		"A judge here is a skill text with a model: a changed skill or another model starts a new record. The Brier score is the mean squared distance of forecasts to what happened: 0 is best, always saying 50 % gives 0.25. The log loss punishes sure misses harder. Skill is the share of the base rate's Brier score that the judge saves: 0 is no better than knowing how often things come true in the other cases. All intervals hold 95 % and treat the questions of a case as dependent. Judges of this table answered different questions: only the comparisons below say who is better."), c.gates())
	b = append(b, c.diagrams()...)
	b = append(b, heading("comparisons", "Comparisons"))
	b = append(b, c.comparisons()...)
	b = append(b, heading("scores", "Scores and outcomes"))
	b = append(b, c.ranks()...)
	p.Blocks = b
	return p
}

// gates says from when on numbers are shown, and why.
func (c Calibration) gates() report.Block {
	g := c.Gates
	return paragraph(fmt.Sprintf(
		"Few forecasts say little. A judge's Brier score is known to about ±0.08 after 30 questions, ±0.04 after 100 and ±0.02 after 400; "+
			"of two judges of clearly different skill, 30 questions tell which is better in one of nine tries, 100 in one of three, 400 in six of seven. "+
			"So scores are shown from %d forecasts of %d cases on, diagrams from %d forecasts, comparisons from %d shared questions, and correlations from %d cases of a scene.",
		g.Forecasts, g.Cases, g.Diagram, g.Shared, g.Ranked))
}

func heading(id, text string) report.Block { return report.Heading{Level: 2, ID: id, Text: text} }

// number is a count with its noun.
func number(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func paragraph(text string) report.Block {
	return report.Paragraph{Text: []report.Inline{report.Plain(text)}}
}

func (c Calibration) head() report.Block {
	if c.Questions == 0 {
		return report.Note{Kind: report.Info, Text: []report.Inline{report.Plain(
			"Nothing can be scored yet: no accepted checkpoint has fallen due and was confirmed or falsified." + c.unscored())}}
	}
	return paragraph(fmt.Sprintf("Of %d questions that fell due and were decided, %s came true.%s", c.Questions, percent(*c.BaseRate), c.unscored()))
}

func (c Calibration) unscored() string {
	return fmt.Sprintf(" Resolved but not scored: %d in part true, %d skipped, %d before their due date.", c.Partial, c.Skipped, c.Early)
}

func (j JudgeRef) label() string {
	skill := j.SkillSHA256
	if len(skill) > 8 {
		skill = skill[:8]
	}
	return j.Slug + " · " + j.Model + " · " + skill
}

func (c Calibration) judgesTable() report.Block {
	if len(c.Judges) == 0 {
		return paragraph("No judge has a scored forecast yet.")
	}
	t := report.Table{
		Header: []string{"Judge · model · skill", "Forecasts", "Cases", "Brier score", "Log loss", "Skill", "Better than the base rate by"},
		Align:  []report.Align{report.Left, report.Right, report.Right, report.Right, report.Right, report.Right, report.Right},
	}
	for _, j := range c.Judges {
		row := cells(j.label(), strconv.Itoa(j.Forecasts), strconv.Itoa(j.Cases))
		if j.Brier == nil {
			missing := fmt.Sprintf("not enough yet: %d of %d forecasts, %d of %d cases", j.Forecasts, c.Gates.Forecasts, j.Cases, c.Gates.Cases)
			t.Rows = append(t.Rows, append(row, cells(missing, "–", "–", "–")...))
			continue
		}
		skill := "–"
		if j.Skill != nil {
			skill = minus(fmt.Sprintf("%.2f", *j.Skill))
		}
		t.Rows = append(t.Rows, append(row, cells(j.Brier.text(), j.LogLoss.text(), skill, j.Gain.text())...))
	}
	return t
}

func cells(texts ...string) []report.Cell {
	out := make([]report.Cell, len(texts))
	for i, s := range texts {
		out[i] = report.Cell{report.Plain(s)}
	}
	return out
}

func (e *Estimate) text() string {
	if e == nil {
		return "–"
	}
	return minus(fmt.Sprintf("%.3f (%.3f to %.3f)", e.Value, e.Low, e.High))
}

// minus puts the sign in place of the hyphen.
func minus(number string) string { return strings.ReplaceAll(number, "-", "\u2212") }

func percent(v float64) string { return strconv.FormatFloat(100*v, 'f', 0, 64) + " %" }

// diagrams shows the reliability of each judge that has enough forecasts.
func (c Calibration) diagrams() []report.Block {
	b := []report.Block{heading("reliability", "Reliability")}
	waiting := 0
	for _, j := range c.Judges {
		if j.Reliability == nil {
			waiting++
			continue
		}
		d := report.Reliability{Title: "How often forecasts of " + j.label() + " came true"}
		t := report.Table{
			Header: []string{"Forecasts from", "to", "Number", "Came true"},
			Align:  []report.Align{report.Right, report.Right, report.Right, report.Right},
		}
		for _, s := range j.Reliability.Steps {
			d.Steps = append(d.Steps, report.ReliabilityStep{Low: s.Low, High: s.High, Rate: s.Rate, N: s.N})
			t.Rows = append(t.Rows, cells(percent(s.Low), percent(s.High), strconv.Itoa(s.N), percent(s.Rate)))
		}
		b = append(b, report.Heading{Level: 3, Text: j.label()}, d, t, paragraph(fmt.Sprintf(
			"Brier score = miscalibration %.3f − discrimination %.3f + uncertainty %.3f.", j.Reliability.Miscalibration, j.Reliability.Discrimination, j.Reliability.Uncertainty)))
	}
	if waiting < len(c.Judges) {
		b = append(b, paragraph("Steps are pooled so that rates rise with forecasts (isotonic regression), without bins that somebody would have to choose. Below the diagonal a judge promises too much, above it too little."))
	}
	if waiting > 0 || len(c.Judges) == 0 {
		b = append(b, paragraph(fmt.Sprintf("Not enough yet for %d judges: a diagram needs %d forecasts.", waiting, c.Gates.Diagram)))
	}
	return b
}

func (c Calibration) comparisons() []report.Block {
	if len(c.Comparisons) == 0 {
		return []report.Block{paragraph(fmt.Sprintf("Not enough yet: two judges are compared once they share %d scored questions of %d cases.", c.Gates.Shared, c.Gates.Cases))}
	}
	t := report.Table{
		Header: []string{"Judge", "Against", "Shared questions", "Difference of Brier scores", "Verdict"},
		Align:  []report.Align{report.Left, report.Left, report.Right, report.Right, report.Left},
	}
	for _, x := range c.Comparisons {
		verdict := "not told apart"
		switch {
		case x.Separated && x.Difference.Value < 0:
			verdict = x.A.Slug + " foresaw better"
		case x.Separated:
			verdict = x.B.Slug + " foresaw better"
		}
		t.Rows = append(t.Rows, cells(x.A.label(), x.B.label(), strconv.Itoa(x.Shared), x.Difference.text(), verdict))
	}
	return []report.Block{t, paragraph("Only questions that both answered count. Intervals are widened for the number of comparisons, so that all of them hold together with 95 %. Where one holds zero, nobody is better.")}
}

func (c Calibration) ranks() []report.Block {
	if len(c.Ranks) == 0 {
		return []report.Block{paragraph("No judge has scored a case whose questions were decided.")}
	}
	t := report.Table{
		Header: []string{"Scene", "Judge", "Cases", "Kendall's τ-b"},
		Align:  []report.Align{report.Left, report.Left, report.Right, report.Right},
	}
	for _, x := range c.Ranks {
		tau := fmt.Sprintf("not enough yet: %d of %d cases", x.Cases, c.Gates.Ranked)
		if x.Cases >= c.Gates.Ranked {
			tau = "can't be told: all scores or all outcomes are alike"
		}
		if x.Tau != nil {
			tau = x.Tau.text()
		}
		t.Rows = append(t.Rows, cells(x.Scene, x.label(), strconv.Itoa(x.Cases), tau))
	}
	return []report.Block{t, paragraph("Whether cases that a judge scored higher saw more of their questions come true: 1 always, 0 no relation, −1 the other way round. Only cases of one scene are put beside each other.")}
}
