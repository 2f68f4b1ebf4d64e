package board

import (
	"judgement/report"
)

// notice lists what an organiser should look at among the submissions on a board:
// documents that may be meant to sway the judges, and texts that are there
// under several names.
func notice(b *report.Board, subs []candidate) {
	of := map[string]candidate{} // by case
	for _, s := range subs {
		of[s.Case] = s
	}
	at := map[string]int{} // in groups, by text
	var groups []report.SameText
	for _, e := range b.Entries {
		s := of[e.Case]
		if len(s.Tricks) > 0 {
			f := report.Flagged{Case: e.Case, Brand: e.Brand}
			for _, k := range s.Tricks {
				f.Kinds = append(f.Kinds, string(k))
			}
			b.Flagged = append(b.Flagged, f)
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
