package board

import (
	"slices"

	"judgement/report"
)

// notice lists what an organiser should look at among the submissions on a board:
// documents that may be meant to sway the judges or that the integrity reader did not read,
// and texts that are there under several names.
func notice(b *report.Board, subs []candidate) {
	of := map[string]candidate{} // by case
	for _, s := range subs {
		of[s.Case] = s
	}
	at := map[string]int{} // in groups, by text
	var groups []report.SameText
	for _, e := range b.Entries {
		s := of[e.Case]
		f := report.Flagged{Case: e.Case, Brand: e.Brand}
		for _, k := range s.Tricks {
			f.Kinds = append(f.Kinds, string(k))
		}
		for _, w := range s.Reading.Warnings() {
			if !slices.Contains(f.Kinds, w.Kind) {
				f.Kinds = append(f.Kinds, w.Kind)
			}
		}
		if len(f.Kinds) > 0 {
			b.Flagged = append(b.Flagged, f)
		}
		if s.Reading != nil && !s.Reading.Answered() {
			b.Unread = append(b.Unread, report.Sameness{Case: e.Case, Brand: e.Brand})
		}
		if s.Document == "" {
			continue
		}
		i, ok := at[s.Document]
		if !ok {
			i = len(groups)
			at[s.Document] = i
			groups = append(groups, report.SameText{SHA256: s.Document})
		}
		groups[i].Entries = append(groups[i].Entries, report.Sameness{Case: e.Case, Brand: e.Brand})
	}
	for _, g := range groups {
		if len(g.Entries) > 1 {
			b.SameText = append(b.SameText, g)
		}
	}
}
