package review

import (
	"context"
	"fmt"
	"unicode/utf8"

	"judgement/internal/evidence"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/skill"
	"judgement/panel"
	"judgement/report"
)

// PhaseScore names the phase in which the judges score.
const PhaseScore = "score"

// Run asks the seats of the plan and returns their verdicts in the plan's
// order, repeats in turn.
func Run(ctx context.Context, j *jury.Jury, p *Plan, seats []jury.Seat[Reply], prover Prover) ([]Asked, error) {
	answers, err := jury.Ask(ctx, j, PhaseScore, seats)
	if err != nil {
		return nil, err
	}
	asked := make([]Asked, len(answers))
	for i, a := range answers {
		asked[i] = Asked{Verdict: p.verdict(a, j.Model, prover), Kind: a.Kind, Fix: a.Fix}
	}
	return asked, nil
}

// Asked is a verdict with what a failed call said, for exit codes and advice.
type Asked struct {
	Verdict report.Verdict
	Kind    llm.ErrorKind // of the call that failed, empty otherwise
	Fix     string
}

// Seats returns the calls of the plan. Skills are by path; text is the
// document's.
func (p *Plan) Seats(text string, skills map[string]*skill.Skill, prover Prover) ([]jury.Seat[Reply], error) {
	var seats []jury.Seat[Reply]
	for _, planned := range p.Judges {
		member, _ := p.Panel.Judge(planned.Slug)
		s, ok := skills[member.SkillPath]
		if !ok {
			return nil, fmt.Errorf("judge %s: its skill %s was not loaded", planned.Slug, member.SkillPath)
		}
		lenses := p.Panel.JudgeLenses(member)
		for repeat := range planned.Repeats {
			req, err := p.scoreRequest(planned, s.Body, text, repeat)
			if err != nil {
				return nil, err
			}
			seats = append(seats, jury.Seat[Reply]{
				Judge: planned.Slug, SkillSHA256: planned.SkillSHA256, Repeat: repeat, Request: req,
				Parse:  func(raw string) (Reply, error) { return ParseReply(raw, lenses) },
				Doubts: func(r Reply) []string { return doubts(r, prover) },
				Score:  func(r Reply) string { return scoreText(r, lenses) },
			})
		}
	}
	return seats, nil
}

// doubts names the quotes of a reply that are not proven.
func doubts(r Reply, prover Prover) []string {
	var out []string
	check := func(where string, quotes []string) {
		for _, q := range quotes {
			if c := prover.Verify(q); !c.Status.Proven() {
				out = append(out, fmt.Sprintf("%s: %q (%s)", where, clipQuote(q), why(c)))
			}
		}
	}
	for _, s := range r.Scores {
		check("lens "+s.Lens, s.Quotes)
	}
	for _, list := range []struct {
		name    string
		remarks []ReplyRemark
	}{{"must_fix", r.MustFix}, {"suggestions", r.Suggestions}, {"cuts", r.Cuts}} {
		for _, m := range list.remarks {
			check(list.name, m.Quotes)
		}
	}
	return out
}

func why(c evidence.Citation) string {
	reason := map[evidence.Status]string{
		evidence.Near:        "close to a passage, but not the same words",
		evidence.Altered:     "a number, unit, negation or comparison differs from the document",
		evidence.WrongSource: "it stands in your instructions, not in the document",
		evidence.TooShort:    "too short to show anything",
		evidence.NotFound:    "not found",
	}[c.Status]
	if c.Note != "" {
		reason += "; " + c.Note
	}
	return reason
}

func clipQuote(q string) string {
	if utf8.RuneCountInString(q) <= 120 {
		return q
	}
	return string([]rune(q)[:120]) + "…"
}

func scoreText(r Reply, lenses []panel.Lens) string {
	var sum, top panel.Points
	for _, s := range r.Scores {
		if s.Score == nil {
			continue
		}
		sum = sum.Add(*s.Score)
		if l, ok := find(lenses, s.Lens); ok {
			top = top.Add(l.MaxScore)
		}
	}
	return report.Shown(sum, top) + " / " + top.String()
}

// verdict turns an answer into what is stored.
func (p *Plan) verdict(a jury.Answer[Reply], models llm.Model, prover Prover) report.Verdict {
	member, _ := p.Panel.Judge(a.Judge)
	v := report.Verdict{
		Schema: 1, Judge: a.Judge, Repeat: a.Repeat, Outcome: string(a.Outcome), Reason: a.Reason,
		Model: a.Model, Usage: report.Usage(a.Usage), ReplySHA256: a.ReplySHA256,
		Cells: []report.LensVerdict{}, MustFix: []report.Remark{}, Suggestions: []report.Remark{}, Cuts: []report.Remark{},
	}
	if price := models.Info(member.Model).Price; price != nil && a.Cost != nil {
		v.Cost = &report.Money{Currency: price.Currency, Amount: *a.Cost}
	}
	if a.Outcome != jury.OK {
		return v
	}
	v.Cells, v.MustFix, v.Suggestions, v.Cuts = p.cells(a, member, prover)
	v.Summary = a.Reply.Summary
	return v
}

func (p *Plan) cells(a jury.Answer[Reply], member panel.Judge, prover Prover) (cells []report.LensVerdict, mustFix, suggestions, cuts []report.Remark) {
	lenses := p.Panel.JudgeLenses(member)
	for _, s := range a.Reply.Scores {
		lens, _ := find(lenses, s.Lens)
		cells = append(cells, report.LensVerdict{
			Lens: s.Lens, Max: lens.MaxScore, Score: s.Score, Comment: s.Comment,
			Citations: cite(s.Quotes, prover, s.Score != nil),
		})
	}
	convert := func(in []ReplyRemark) []report.Remark {
		out := make([]report.Remark, 0, len(in))
		for _, r := range in {
			out = append(out, report.Remark{
				Lens: r.Lens, Text: r.Text, Judge: a.Judge, Citations: cite(r.Quotes, prover, false),
			})
		}
		return out
	}
	return cells, convert(a.Reply.MustFix), convert(a.Reply.Suggestions), convert(a.Reply.Cuts)
}

// Cite proves one quote.
func Cite(quote string, prover Prover) report.Citation {
	c := prover.Verify(quote)
	return report.Citation{
		Quote: c.Quote, Status: string(c.Status), Start: c.Start, End: c.End, Page: c.Page, Note: c.Note,
	}
}

// cite proves quotes; a claim that needs evidence and has none is uncited.
func cite(quotes []string, prover Prover, needed bool) []report.Citation {
	out := make([]report.Citation, 0, len(quotes))
	for _, q := range quotes {
		out = append(out, Cite(q, prover))
	}
	if len(out) == 0 && needed {
		out = append(out, report.Citation{Status: string(evidence.Uncited), Start: -1, End: -1})
	}
	return out
}
