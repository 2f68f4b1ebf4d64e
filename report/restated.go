package report

import "judgement/panel"

// Restated says that the verdicts of a review are aggregated again under another
// panel than the one that judged, and what was published of it.
type Restated struct {
	Version    string // what was published, such as C-2026-0001 v1
	Total, Max panel.Points
}

// note is a sentence that says so, for a report under p; nil has none.
func (r *Restated) note(l Lang, p *panel.Panel) []Block {
	if r == nil {
		return nil
	}
	name := p.Path
	if name == "" {
		name = p.Name
	}
	text := l.Say(Phrase{
		"This is not the published report. The stored verdicts are aggregated again under another panel (%s); as published, %s has %s of %s points, grade %s.",
		"本报告不是已发布的版本：已存评审意见按另一评审团（%s）重新汇总。已发布的 %s 得分为 %s / %s，等级 %s。",
	}, name, r.Version, Shown(r.Total, r.Max), r.Max, Letter(r.Total, r.Max))
	return []Block{note(Problem, text)}
}
