package report

import "judgement/panel"

// Restated says of a review that its verdicts are aggregated anew under another
// panel than the one that judged, and what was published of it.
type Restated struct {
	Version    string // what was published, such as C-2026-0001 v1
	Total, Max panel.Points
}

// WithRestated says under the total that the report is not the published one. nil
// says nothing.
func WithRestated(r *Restated) Option { return func(s *scored) { s.restated = r } }

// note is that sentence, for a report under p; nil has none.
func (r *Restated) note(l Lang, p *panel.Panel) []Block {
	if r == nil {
		return nil
	}
	name := p.Path
	if name == "" {
		name = p.Name
	}
	text := l.Say(phRestated, name, r.Version, Shown(r.Total, r.Max), r.Max, Letter(r.Total, r.Max))
	return []Block{Note{Kind: Problem, Text: []Inline{Plain(text)}}}
}
