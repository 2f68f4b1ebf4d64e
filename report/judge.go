package report

import (
	"fmt"
	"strconv"
	"strings"

	"judgement/panel"
)

// JudgePage returns the page of one judge: its outcome, its scores with
// comments and evidence, its remarks, and what its calls cost, for each repeat.
// A judge that is not in the panel, was not chosen or failed has a page that
// says so. It is pure.
func JudgePage(in Review, judge string) Page {
	l := in.Lang
	page := Page{Title: l.Say(Phrase{"Review by %s", "%s的评审"}, judgeName(in.Panel, l, judge)), Subtitle: in.judgeLine(judge), Lang: l}
	page.Blocks = append(page.Blocks, in.Restated.note(l, in.Panel)...)
	if in.Provenance.NoModel {
		page.Blocks = append(page.Blocks, note(Problem, l.Say(phNoModel)))
	}
	verdicts := in.verdictsOf(judge)
	if len(verdicts) == 0 {
		outcome := l.Say(phMissing)
		if !in.ran(judge) {
			outcome = l.Say(phNotSelected)
		}
		page.Blocks = append(page.Blocks, note(Caution, sentence(l, l.Say(phOutcome)+l.Say(phColon)+outcome)))
	}
	for _, v := range verdicts {
		id := ""
		if len(verdicts) > 1 {
			id = fmt.Sprintf("repeat-%d-", v.Repeat+1)
			page.Blocks = append(page.Blocks, Heading{Level: 2, ID: id + "top", Text: l.Say(phRepeat, v.Repeat+1)})
		}
		page.Blocks = append(page.Blocks, in.verdict(v, id)...)
	}
	return page
}

// judgeLine says what the judge is and which review it is about.
func (in Review) judgeLine(judge string) string {
	l := in.Lang
	role, weight := "", ""
	if j, ok := in.Panel.Judge(judge); ok {
		role = in.role(judge)
		if w := j.Weight; w.Sign() > 0 && !w.Equal(panel.PointsOf(1)) {
			weight = l.pick("Weight", "权重") + " " + w.String()
		}
	}
	parts := []string{role, weight, in.Provenance.DocumentName, in.caseVersion(), in.Date}
	return strings.Join(which(parts, func(s string) bool { return s != "" }), " · ")
}

// verdict shows one repeat; id is put before the headings' identifiers.
func (in Review) verdict(v Verdict, id string) []Block {
	l, level := in.Lang, 2
	if id != "" {
		level = 3
	}
	if v.Outcome != "ok" {
		text := []Inline{Strong(l.Outcome(v.Outcome))}
		if why := l.WhyNot(v.Cause, v.Reason); why != "" {
			text = append(text, Plain(l.Say(phColon)+why))
		}
		return []Block{Note{Kind: Problem, Text: text}, CallLine(l, v.Model, v.Usage, v.Cost)}
	}
	var blocks []Block
	if sum, max, ok := verdictTotal(v); ok {
		blocks = append(blocks, Grade{Total: sum, Max: max, Letter: Letter(sum, max), NoModel: in.Provenance.NoModel})
	}
	if v.Summary != "" {
		blocks = append(blocks, Prose{Markdown: v.Summary})
	}
	bars := make([]Bar, len(v.Cells))
	for i, c := range v.Cells {
		bars[i] = Bar{Label: in.lensName(c.Lens), Score: c.Score, Max: c.Max}
	}
	blocks = append(blocks, Heading{Level: level, ID: id + "dimensions", Text: l.Say(phDimensions)}, Bars{Rows: bars})
	for _, c := range v.Cells {
		blocks = append(blocks, in.cellBlocks(c, level+1, id)...)
	}
	for _, part := range []struct {
		title   Phrase
		id      string
		remarks []Remark
	}{{phMustFix, "must-fix", v.MustFix}, {phSuggestions, "suggestions", v.Suggestions}, {phCuts, "cuts", v.Cuts}} {
		if len(part.remarks) > 0 {
			blocks = append(blocks, Heading{Level: level, ID: id + part.id, Text: l.Say(part.title)},
				remarkList(in.Panel, l, part.remarks, true, false))
		}
	}
	return append(blocks, CallLine(l, v.Model, v.Usage, v.Cost))
}

// role says whether a judge votes.
func (in Review) role(judge string) string {
	if in.Panel.Votes(judge) {
		return in.Lang.pick("votes", "计分")
	}
	return in.Lang.pick("viewpoint", "参考视角")
}

func (in Review) lensName(slug string) string {
	if lens, ok := in.Panel.Lens(slug); ok {
		return in.Lang.Lens(lens)
	}
	return slug
}

// cellBlocks are one lens's comment and evidence.
func (in Review) cellBlocks(c LensVerdict, level int, id string) []Block {
	l := in.Lang
	title := in.lensName(c.Lens) + " · " + in.scoreOf(c)
	blocks := []Block{Heading{Level: level, ID: id + "lens--" + c.Lens, Text: title}}
	if c.Comment != "" {
		blocks = append(blocks, Prose{Markdown: c.Comment})
	}
	if len(c.Citations) > 0 {
		blocks = append(blocks, Evidence{Citations: c.Citations})
	} else if c.Score != nil {
		blocks = append(blocks, para(l.Say(phNoCitations)))
	}
	return blocks
}

// CallLine is one line on what a judge's calls used: model, calls, tokens, cost.
func CallLine(l Lang, model string, u Usage, cost *Money) Block {
	var parts []string
	add := func(p Phrase, value string) { parts = append(parts, l.Say(p)+" "+value) }
	if model != "" {
		add(Phrase{"Model", "模型"}, model)
	}
	add(phCalls, strconv.Itoa(u.Calls))
	if u.FailedCalls > 0 {
		add(phFailedCalls, strconv.Itoa(u.FailedCalls))
	}
	add(phPromptTokens, strconv.Itoa(u.PromptTokens))
	add(phCompletionTokens, strconv.Itoa(u.CompletionTokens))
	if cost != nil {
		add(phCostIs, cost.String())
	}
	return para(strings.Join(parts, " · "))
}
