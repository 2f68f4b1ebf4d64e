package stat

import (
	"cmp"
	"math"
)

// judgePair is two judges in one dimension.
type judgePair struct{ dimension, a, b int }

// difference is by how much two judges differ on a thing.
type difference struct {
	thing int
	by    float64
}

// differing counts the things on which two judges differ otherwise than these two
// mostly do, in any dimension: what one is always above another is leniency. Two
// who never differ by the same twice differ on all that they share.
func differing(dimensions []Scored) int {
	seen := map[judgePair][]difference{}
	for k, d := range dimensions {
		for i, row := range d.Scores {
			last := -1
			for j, v := range row {
				if missing(v) {
					continue
				}
				if last >= 0 {
					p := judgePair{k, last, j}
					// Decimal fractions are not exact.
					seen[p] = append(seen[p], difference{i, math.Round((v-row[last])*1e9) / 1e9})
				}
				last = j
			}
		}
	}
	things := map[int]bool{}
	for _, all := range seen {
		usual, often := mostly(all)
		for _, d := range all {
			if d.by != usual || often == 1 && len(all) > 1 {
				things[d.thing] = true
			}
		}
	}
	return len(things)
}

// mostly returns the most frequent difference, of equals the least, and how often
// it is there. For a single one it is unknown what is usual: 0.
func mostly(all []difference) (usual float64, often int) {
	if len(all) == 1 {
		return 0, 1
	}
	counts := map[float64]int{}
	for _, d := range all {
		counts[d.by]++
	}
	for by, n := range counts {
		if c := cmp.Or(cmp.Compare(n, often), cmp.Compare(math.Abs(usual), math.Abs(by)), cmp.Compare(usual, by)); often == 0 || c > 0 {
			usual, often = by, n
		}
	}
	return usual, often
}
