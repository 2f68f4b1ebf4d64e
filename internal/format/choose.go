package format

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"judgement/internal/skill"
	"judgement/panel"
)

// leastTerm is the shortest word, in letters, that says what a text is about.
const leastTerm = 3

// choose picks the judges of a panel with select: auto: the always-active ones
// and the SelectMax others whose skill descriptions fit the document best. The
// judges keep the panel's order.
func choose(p panel.Panel, skills map[string]*skill.Skill, text string) ([]panel.Judge, *Selection) {
	words := Terms(text, leastTerm)
	descriptions := map[string]map[string]int{}
	seen := map[string]int{} // in how many descriptions a term is
	for _, j := range p.Judges {
		if s := skills[j.SkillPath]; s != nil {
			descriptions[j.Slug] = Terms(s.Description, leastTerm)
		}
		for t := range descriptions[j.Slug] {
			seen[t]++
		}
	}
	var rest []Affinity
	for _, j := range p.Judges {
		if !j.AlwaysActive {
			rest = append(rest, Affinity{j.Slug, affinity(descriptions[j.Slug], words, seen, len(p.Judges))})
		}
	}
	slices.SortStableFunc(rest, func(a, b Affinity) int { return cmp.Compare(b.Score, a.Score) })
	n := min(p.SelectMax, len(rest))
	sel := &Selection{Max: p.SelectMax, Chosen: rest[:n], Skipped: rest[n:]}
	keep := slices.DeleteFunc(slices.Clone(p.Judges), func(j panel.Judge) bool {
		return slices.ContainsFunc(sel.Skipped, func(a Affinity) bool { return a.Judge == j.Slug })
	})
	return keep, sel
}

// affinity is the share of a description's terms that are in the document,
// rarer terms weighing more; 0 to 1, rounded so that it prints the same
// everywhere.
func affinity(description, words, seen map[string]int, judges int) float64 {
	var hit, all float64
	for _, t := range slices.Sorted(maps.Keys(description)) { // a fixed order of summation
		w := math.Log(1 + float64(judges)/float64(seen[t]))
		all += w
		if n := words[t]; n > 0 {
			hit += w * (1 - 1/float64(1+n))
		}
	}
	if all == 0 {
		return 0
	}
	return math.Round(hit/all*1e4) / 1e4
}
