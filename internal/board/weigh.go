package board

import (
	"context"
	"fmt"
	"slices"

	"judgement/internal/format"
	"judgement/panel"
	"judgement/report"
)

// Weighed is the board as another panel would have it: rescale puts the stored verdicts of
// each submission under that panel. Entries have the change of their places. It has no
// comparisons, nothing is asked, and nothing is published.
func (m *Maker) Weighed(ctx context.Context, other *panel.Panel, rescale func(*panel.Panel, []report.Verdict) ([]report.Verdict, error)) (*report.Board, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	now, subs, err := m.Scored(ctx)
	if err != nil {
		return nil, fmt.Errorf("rank scene %s: %w", m.Scene.Slug, err)
	}
	hash, err := format.Hash(other)
	if err != nil {
		return nil, err
	}
	rules, places := m.rules(subs), map[string]int{}
	for _, e := range now.Entries {
		places[e.Case] = e.Rank
	}
	for i := range subs {
		s := &subs[i]
		if s.Verdicts, err = rescale(other, s.Verdicts); err != nil {
			return nil, fmt.Errorf("case %s: %w", s.Case, err)
		}
		s.Panel, s.PanelSHA256 = other, hash
	}
	b := m.build(subs, rules, hash)
	for i := range b.Entries {
		if e := &b.Entries[i]; places[e.Case] > 0 {
			e.Delta = &report.Delta{Rank: places[e.Case] - e.Rank, Total: "0"}
		}
	}
	apart := slices.DeleteFunc(now.Excluded, func(x report.Excluded) bool { return x.Reason == report.ReasonNoScore })
	b.Excluded = append(apart, b.Excluded...)
	return b, nil
}
