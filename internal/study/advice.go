package study

import (
	"maps"
	"slices"
)

// Advice is which judges to keep. A smaller panel is chosen on one half of the
// labelled items and measured on the other, then the other way round.
type Advice struct {
	Judges []JudgeAdvice `json:"judges"`
	// Gain is how much better the smaller panels are on the items that did not
	// choose them, in the direction in which more is better.
	Gain *Interval `json:"gain"`
}

// JudgeAdvice is the advice on one judge.
type JudgeAdvice struct {
	Name string `json:"name"`
	Do   Action `json:"do"`
	// Like is the better judge whose errors this one repeats.
	Like string `json:"like,omitempty"`
}

// Action is what to do with a judge.
type Action string

// Actions.
const (
	Keep    Action = "keep"
	Drop    Action = "drop"    // both halves leave it out, and that helps on the other half
	Replace Action = "replace" // it repeats the errors of a judge that is as good: an unlike one would add more
	Unknown Action = "unknown" // it has a verdict on less than half of the labelled items
)

// advise chooses a panel on each half and measures it on the other.
func (t *table) advise(items []int) *Advice {
	order := shuffled(items)
	half := len(order) / 2
	parts := [2][]int{order[:half], order[half:]}
	dropped := make([]int, len(t.judges))
	var gains []float64
	for k := range parts {
		chosen := t.choose(parts[k])
		other := parts[1-k]
		gains = append(gains, less(t.meritOf(t.panel(other, chosen), other), t.meritOf(t.panel(other, t.all()), other))...)
		for j := range t.judges {
			if !slices.Contains(chosen, j) {
				dropped[j]++
			}
		}
	}
	out := &Advice{}
	if g, ok := t.bootstrap(gains); ok {
		out.Gain = &g
	}
	helps := out.Gain != nil && out.Gain.Low > 0
	for j, name := range t.judges {
		a := JudgeAdvice{Name: name, Do: Keep}
		if !t.covers(j, items) {
			a.Do = Unknown
		} else if helps && dropped[j] == len(parts) {
			a.Do = Drop
		} else if like, ok := t.repeats(j, items); ok {
			a.Do, a.Like = Replace, like
		}
		out.Judges = append(out.Judges, a)
	}
	return out
}

// choose leaves out judges one after another while that makes the panel better on the
// items that both panels have a verdict on, which must be nearly all. It leaves out none
// of the judges that have too few verdicts to be compared.
func (t *table) choose(items []int) []int {
	chosen := t.all()
	value := t.meritOf(t.panel(items, chosen), items)
	for len(chosen) > 1 {
		gain, at, better := closeTo, -1, merit(nil)
		for k, j := range chosen {
			if !t.covers(j, items) {
				continue
			}
			rest := append(slices.Clone(chosen[:k]), chosen[k+1:]...)
			v := t.meritOf(t.panel(items, rest), items)
			if d := less(v, value); reaches(d) && average(d) > gain {
				gain, at, better = average(d), k, v
			}
		}
		if at < 0 {
			break
		}
		chosen, value = slices.Delete(chosen, at, at+1), better
	}
	return chosen
}

// reaches reports whether nearly all items have a value.
func reaches(d []float64) bool { return float64(there(d)) >= needReach*float64(len(d)) }

// repeats returns the better judge whose errors judge j repeats, if there is one; of two
// equally good ones the first. Both must have judged enough of the same items.
func (t *table) repeats(j int, items []int) (string, bool) {
	own := t.judgeMerit(j, items)
	for k, name := range t.judges {
		both := slices.DeleteFunc(slices.Clone(items), func(i int) bool { return !t.judged(i, j) || !t.judged(i, k) })
		if k == j || len(both) < needAdvice || float64(len(both)) < needCover*float64(len(items)) {
			continue
		}
		other := t.judgeMerit(k, items)
		better := average(less(other, own))
		if r, ok := correlation(own, other); ok && r >= alike && (better > closeTo || better >= -closeTo && k < j) {
			return name, true
		}
	}
	return "", false
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
