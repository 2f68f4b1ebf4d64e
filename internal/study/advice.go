package study

import (
	"maps"
	"math"
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
	Replace Action = "replace" // it repeats a better judge's errors: an unlike one would add more
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
		if helps && dropped[j] == len(parts) {
			a.Do = Drop
		} else if like, ok := t.repeats(j, items); ok {
			a.Do, a.Like = Replace, like
		}
		out.Judges = append(out.Judges, a)
	}
	return out
}

// choose leaves out judges one after another while that makes the panel better.
func (t *table) choose(items []int) []int {
	chosen := t.all()
	value := average(t.meritOf(t.panel(items, chosen), items))
	for len(chosen) > 1 {
		best, at := value, -1
		for k := range chosen {
			rest := append(slices.Clone(chosen[:k]), chosen[k+1:]...)
			if v := average(t.meritOf(t.panel(items, rest), items)); v > best+closeTo {
				best, at = v, k
			}
		}
		if at < 0 {
			break
		}
		chosen, value = slices.Delete(chosen, at, at+1), best
	}
	return chosen
}

// repeats returns the better judge whose errors judge j repeats, if there is one.
func (t *table) repeats(j int, items []int) (string, bool) {
	own := t.judgeMerit(j, items)
	for k, name := range t.judges {
		if k == j {
			continue
		}
		other := t.judgeMerit(k, items)
		r, ok := correlation(own, other)
		if ok && r >= alike && average(other) > average(own) && !math.IsNaN(r) {
			return name, true
		}
	}
	return "", false
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
