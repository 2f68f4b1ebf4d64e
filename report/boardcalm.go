package report

import "slices"

// Calm is the board with changes that say who overtook whom: places are counted among
// the submissions of both boards. A newcomer at the top, or one that was withdrawn, then
// moves nobody. The board itself stays as it is.
func (b *Board) Calm() *Board {
	both := slices.DeleteFunc(slices.Clone(b.Entries), func(e BoardEntry) bool { return e.Delta == nil || e.Delta.New })
	before := func(e BoardEntry) int { return e.Rank + e.Delta.Rank }
	var now, then []int
	for _, e := range both {
		now, then = append(now, e.Rank), append(then, before(e))
	}
	slices.Sort(now)
	slices.Sort(then)
	out := *b
	out.Entries = slices.Clone(b.Entries)
	for i, e := range out.Entries {
		if e.Delta == nil || e.Delta.New {
			continue
		}
		was, _ := slices.BinarySearch(then, before(e))
		is, _ := slices.BinarySearch(now, e.Rank)
		delta := *e.Delta
		delta.Rank = was - is
		out.Entries[i].Delta = &delta
	}
	return &out
}
