package meeting

import (
	"slices"

	"judgement/internal/format"
)

// Two points are the same if the Dice similarity of their words reaches
// samePoint, or reaches nearPoint and both quote the same place. Two judges are
// duplicates if at least sameViews of their points pair up.
const (
	samePoint = 0.70
	nearPoint = 0.40
	sameViews = 0.80
	minPoints = 4 // fewer points of a judge show nothing
)

// DuplicateViews returns the groups of judges that say the same: each group in the
// order of the views, groups by their first judge. Every judge of a group says
// the same as the group's first one.
func DuplicateViews(views []View) [][]string {
	var groups [][]string
	taken := make([]bool, len(views))
	bags := make([][]bag, len(views))
	for i, v := range views {
		bags[i] = bagsOf(v)
	}
	for i, v := range views {
		if taken[i] || len(bags[i]) < minPoints {
			continue
		}
		group := []string{v.Judge}
		for k := i + 1; k < len(views); k++ {
			if !taken[k] && len(bags[k]) >= minPoints && agreement(bags[i], bags[k]) >= sameViews {
				group = append(group, views[k].Judge)
				taken[k] = true
			}
		}
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}

// bag is a point as what it says and where it points.
type bag struct {
	good   bool // a highlight
	terms  map[string]int
	size   int
	places [][2]int
}

func bagsOf(v View) []bag {
	var out []bag
	for i, p := range slices.Concat(v.Highlights, v.Shortcomings) {
		b := bag{good: i < len(v.Highlights), terms: format.Terms(p.Text, 1)}
		for _, n := range b.terms {
			b.size += n
		}
		for _, c := range p.Citations {
			if c.Start >= 0 {
				b.places = append(b.places, [2]int{c.Start, c.End})
			}
		}
		out = append(out, b)
	}
	return out
}

// agreement is the share of points of two judges that pair up, each point used
// once: 2·pairs / (points of a + points of b).
func agreement(a, b []bag) float64 {
	used := make([]bool, len(b))
	pairs := 0
	for _, x := range a {
		best, at := 0.0, -1
		for k, y := range b {
			if used[k] || x.good != y.good {
				continue
			}
			s := dice(x, y)
			if (s >= samePoint || s >= nearPoint && meets(x, y)) && s > best {
				best, at = s, k
			}
		}
		if at >= 0 {
			used[at] = true
			pairs++
		}
	}
	return 2 * float64(pairs) / float64(len(a)+len(b))
}

func dice(a, b bag) float64 {
	if a.size+b.size == 0 {
		return 0
	}
	common := 0
	for t, n := range a.terms {
		common += min(n, b.terms[t])
	}
	return 2 * float64(common) / float64(a.size+b.size)
}

func meets(a, b bag) bool {
	for _, x := range a.places {
		for _, y := range b.places {
			if x[0] < y[1] && y[0] < x[1] {
				return true
			}
		}
	}
	return false
}
