package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"judgement/internal/fault"
)

// GainLevel is the confidence of the gain of an alignment: 90 %.
const GainLevel = 0.90

const (
	folds     = 5
	needAlign = 10 // labelled items
)

// Alignment is a panel fitted to labels.
type Alignment struct {
	Kind   Kind            `json:"kind"`
	Lenses []LensAlignment `json:"lenses"`
	Gain   Gain            `json:"gain"`
	Types  []TypeGain      `json:"types"`
}

// LensAlignment turns judges' values in one lens into the panel's.
//
//	scores:      base + Σ weight · (score − mean) / sd
//	preferences: Σ weight · vote, whose sign is the preference
type LensAlignment struct {
	Lens   string           `json:"lens"`
	Base   float64          `json:"base"`
	Judges []JudgeAlignment `json:"judges"`
	fit    func(row []float64) float64
}

// JudgeAlignment is one judge's part. Weights are never negative.
type JudgeAlignment struct {
	Judge  string  `json:"judge"`
	Mean   float64 `json:"mean"`
	SD     float64 `json:"sd"`
	Weight float64 `json:"weight"`
}

// Gain is how much better an aligned panel is than the plain one, on items that
// were not used to fit it: points of accuracy from 0 to 1, or the fall of the mean
// absolute error. The interval is of GainLevel.
type Gain struct {
	Interval
	Labels  int     `json:"labels"` // labelled items
	Plain   float64 `json:"plain"`  // accuracy or error of the plain panel
	Aligned float64 `json:"aligned"`
	// Enough is about how many labelled items would show this gain or, if there is none,
	// a worthwhile one, which is 5 % of the error, or 5 points of accuracy; 0: unknown.
	Enough int `json:"enough"`

	preferences bool
}

// TypeGain is the gain on one kind of item.
type TypeGain struct {
	Type string `json:"type"`
	Gain
}

// RefusedError says why a panel is not aligned.
type RefusedError struct {
	Gain  Gain
	Types []TypeGain // kinds of items on which the aligned panel is worse
}

// Error says what was measured and what may help.
func (e *RefusedError) Error() string {
	g := e.Gain
	if len(e.Types) > 0 {
		return fmt.Sprintf("the aligned panel is worse on items of type %q (held-out gain %.3f to %.3f): label more of them, at least %d, or align each type apart", e.Types[0].Type, e.Types[0].Low, e.Types[0].High, e.Types[0].Enough)
	}
	text := fmt.Sprintf("%d labelled items show no gain on held-out items: %.3f, %.0f %% interval %.3f to %.3f", g.Labels, g.Value, 100*GainLevel, g.Low, g.High)
	switch {
	case g.Enough > 0 && g.Value > 0:
		return text + fmt.Sprintf("; about %d labelled items might be enough", g.Enough)
	case g.Enough > 0:
		return text + fmt.Sprintf("; about %d labelled items would show a gain of %.3f, if there is one", g.Enough, g.worthwhile())
	}
	return text
}

// Align fits a panel to the labels of a set, per lens, and cross-validates the fit.
// The error is a *RefusedError if the gain's interval is not above 0, or if the
// aligned panel is worse on one type of item.
func (s *Set) Align() (*Alignment, error) {
	if s.Scale == OrdinalScale {
		return nil, fault.New(fault.NoGain, nil, "text", "labels that only order the items can't align a panel: give labels in the unit of its scores")
	}
	out := &Alignment{Kind: s.Kind}
	var all []heldOut
	for _, t := range s.tables() {
		items := t.labelled()
		if len(items) < needAlign {
			continue
		}
		out.Lenses = append(out.Lenses, t.align(items))
		all = append(all, t.crossValidate(items)...)
	}
	if len(all) == 0 {
		return nil, fault.New(fault.NoGain, nil, "text", fmt.Sprintf("no lens has %d items with labels and verdicts: label more", needAlign))
	}
	out.Gain = gainOf(all, s.Kind == Preferences)
	byType := map[string][]heldOut{}
	for _, h := range all {
		byType[h.kind] = append(byType[h.kind], h)
	}
	var worse []TypeGain
	for _, name := range sortedKeys(byType) {
		g := TypeGain{name, gainOf(byType[name], s.Kind == Preferences)}
		if len(byType) > 1 && g.Labels > 1 {
			out.Types = append(out.Types, g)
		}
		if len(byType) > 1 && g.Labels >= needAlign && g.High < 0 {
			worse = append(worse, g)
		}
	}
	if out.Gain.Low <= 0 || len(worse) > 0 {
		refused := &RefusedError{out.Gain, worse}
		return out, fault.New(fault.NoGain, refused, "text", refused.Error())
	}
	return out, nil
}

// Value is the aligned value of one item: row has the judges' values in the order
// of Judges, NaN if one is missing.
func (a *LensAlignment) Value(row []float64) float64 {
	if a.fit == nil {
		f := scoreFit{base: a.Base}
		for _, j := range a.Judges {
			f.mean, f.sd, f.weight = append(f.mean, j.Mean), append(f.sd, j.SD), append(f.weight, j.Weight)
		}
		a.fit = f.predict
	}
	return a.fit(row)
}

// heldOut is how an item was judged without its own label.
type heldOut struct {
	item, kind     string
	plain, aligned float64 // merits
}

// align fits a lens to some items.
func (t *table) align(items []int) LensAlignment {
	out := LensAlignment{Lens: t.lens}
	if t.kind == Preferences {
		w := t.fitVotes(items)
		out.fit = func(row []float64) float64 { return dot(w, row) }
		for j, name := range t.judges {
			out.Judges = append(out.Judges, JudgeAlignment{Judge: name, SD: 1, Weight: w[j]})
		}
		return out
	}
	x, y := make([][]float64, len(items)), make([]float64, len(items))
	for n, i := range items {
		x[n], y[n] = t.x[i], t.label[i]
	}
	f := fitScores(x, y)
	out.Base, out.fit = f.base, f.predict
	for j, name := range t.judges {
		out.Judges = append(out.Judges, JudgeAlignment{name, f.mean[j], f.sd[j], f.weight[j]})
	}
	return out
}

// fitVotes fits the weights of votes; a vote is −½, 0 or ½.
func (t *table) fitVotes(items []int) []float64 {
	var rows [][]float64
	for _, i := range items {
		if t.label[i] == Tie {
			continue
		}
		z := make([]float64, len(t.judges))
		for j, v := range t.x[i] {
			z[j] = v / 2 * math.Copysign(1, t.label[i])
		}
		rows = append(rows, z)
	}
	return fitPreference(rows, len(t.judges))
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// crossValidate judges each labelled item by a fit to the others. Each fold has
// its share of every type of item.
func (t *table) crossValidate(items []int) []heldOut {
	fold := make(map[int]int, len(items))
	next := map[string]int{}
	for _, i := range shuffled(items) {
		fold[i] = next[t.types[i]] % folds
		next[t.types[i]]++
	}
	out := make([]heldOut, 0, len(items))
	for f := range folds {
		var fitted, held []int
		for _, i := range items {
			if fold[i] == f {
				held = append(held, i)
			} else {
				fitted = append(fitted, i)
			}
		}
		if len(held) == 0 || len(fitted) == 0 {
			continue
		}
		a := t.align(fitted)
		values := make([]float64, len(held))
		for n, i := range held {
			values[n] = a.Value(t.x[i])
		}
		plain, aligned := t.meritOf(t.panel(held, t.all()), held), t.meritOf(values, held)
		for n, i := range held {
			out = append(out, heldOut{t.items[i], t.types[i], plain[n], aligned[n]})
		}
	}
	return out
}

// gainOf is the mean gain with its interval by Student's t over items; lenses of
// one item count as one.
func gainOf(all []heldOut, preferences bool) Gain {
	slices.SortStableFunc(all, func(a, b heldOut) int {
		switch {
		case a.item < b.item:
			return -1
		case a.item > b.item:
			return 1
		}
		return 0
	})
	var gains, plain, aligned []float64
	for i := 0; i < len(all); {
		var g, p, a, n float64
		for first := all[i].item; i < len(all) && all[i].item == first; i++ {
			g, p, a, n = g+all[i].aligned-all[i].plain, p+all[i].plain, a+all[i].aligned, n+1
		}
		gains, plain, aligned = append(gains, g/n), append(plain, p/n), append(aligned, a/n)
	}
	n := float64(len(gains))
	m, sd := meanSD(gains)
	half := math.Inf(1)
	if n > 1 {
		half = distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.5+GainLevel/2) * sd / math.Sqrt(n-1)
	}
	out := Gain{Interval: Interval{m, m - half, m + half}, Labels: len(gains), Plain: math.Abs(mean(plain)), Aligned: math.Abs(mean(aligned))}
	out.preferences = preferences
	if m <= 0 {
		m = out.worthwhile()
	}
	if m > 0 && half > 0 && !math.IsInf(half, 0) {
		out.Enough = int(math.Ceil(max(n+1, n*half*half/(m*m))))
	}
	return out
}

// worthwhile is the least gain that labels are collected for.
func (g Gain) worthwhile() float64 {
	if g.preferences {
		return 0.05
	}
	return 0.05 * g.Plain
}

// Measure returns the plain and the aligned panel's figure on the labelled items
// of a set, which should not be those that the alignment was fitted to: accuracy,
// or mean absolute error. Lenses that the alignment does not have are left out.
func (a *Alignment) Measure(s *Set) (plain, aligned float64) {
	var p, q []float64
	for _, t := range s.tables() {
		at := slices.IndexFunc(a.Lenses, func(l LensAlignment) bool { return l.Lens == t.lens })
		if at < 0 {
			continue
		}
		items := t.labelled()
		values := make([]float64, len(items))
		for n, i := range items {
			values[n] = a.Lenses[at].Value(t.x[i])
		}
		p, q = append(p, t.meritOf(t.panel(items, t.all()), items)...), append(q, t.meritOf(values, items)...)
	}
	return math.Abs(average(p)), math.Abs(average(q))
}

// Labelled returns a set with the labels of some items only.
func (s *Set) Labelled(items map[string]bool) *Set {
	out := *s
	out.Labels = slices.DeleteFunc(slices.Clone(s.Labels), func(l Label) bool { return !items[l.Item] })
	return &out
}

// Items returns the names of the labelled items, in their order.
func (s *Set) Items() []string {
	names := make([]string, len(s.Labels))
	for i, l := range s.Labels {
		names[i] = l.Item
	}
	slices.Sort(names)
	return slices.Compact(names)
}
