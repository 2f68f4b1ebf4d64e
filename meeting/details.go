package meeting

import (
	"fmt"
	"strings"

	"judgement/internal/format"
	"judgement/report"
)

// Details implements format.Judgement: what each judge gives, how a long record was
// read, and which judges say the same.
func (j *Judgement) Details(p *format.Plan) format.Details {
	lang := report.Lang(p.Language)
	name := func(slug string) string {
		member, _ := p.Panel.Judge(slug)
		return lang.Judge(member)
	}
	out := format.Details{Header: []string{lang.Say(phJudgeColumn), lang.Say(phPointsColumn), lang.Say(phProvenColumn)}}
	for _, v := range j.Meeting.Views {
		n := report.CountEvidence(Citations([]View{v}))
		out.Rows = append(out.Rows, []string{
			name(v.Judge), fmt.Sprintf("%d + %d", len(v.Highlights), len(v.Shortcomings)), fmt.Sprintf("%d/%d", n.Proven, n.Total),
		})
	}
	if m := j.Meeting.Material; len(m.Parts) > 1 {
		out.Notes = append(out.Notes, lang.Say(phPartsNote, len(m.Parts), m.ContextTokens))
	}
	for _, group := range j.Meeting.Duplicates {
		names := make([]string, len(group))
		for i, slug := range group {
			names[i] = name(slug)
		}
		out.Notes = append(out.Notes, lang.Say(phVoiceNote, strings.Join(names, lang.Say(phListComma))))
	}
	return out
}
