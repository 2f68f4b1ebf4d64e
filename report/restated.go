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
	text := l.Say(phRestated, name, r.Version, Shown(r.Total, r.Max), r.Max, Letter(r.Total, r.Max))
	return []Block{note(Problem, text)}
}
