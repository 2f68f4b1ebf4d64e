package study

import (
	"fmt"
	"math"
	"slices"

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
	Kind    Kind            `json:"kind"`
	NoModel bool            `json:"no_model,omitempty"` // no language model judged
	Lenses  []LensAlignment `json:"lenses"`
	// Left names the lenses that keep their plain scores: no judge has a weight there, or
	// one score for all items is as good.
	Left  []string   `json:"lenses_left_plain"`
	Gain  Gain       `json:"gain"`
	Types []TypeGain `json:"types"`
}

// LensAlignment turns judges' values in one lens into the panel's.
//
//	scores:      base + Σ weight · (score − mean) / sd
//	preferences: Σ weight · vote, whose sign is the preference
type LensAlignment struct {
	Lens    string           `json:"lens"`
	NoModel bool             `json:"no_model,omitempty"`
	Base    float64          `json:"base"`
	Judges  []JudgeAlignment `json:"judges"`
	fit     func(row []float64) float64
}

// JudgeAlignment is one judge's part. Weights are never negative.
type JudgeAlignment struct {
	Judge   string  `json:"judge"`
	NoModel bool    `json:"no_model,omitempty"`
	Mean    float64 `json:"mean"`
	SD      float64 `json:"sd"`
	Weight  float64 `json:"weight"`
}

// SayNoModel has each part say that no language model judged: each can be read alone.
func (a *Alignment) SayNoModel() {
	a.NoModel, a.Gain.NoModel = true, true
	for i := range a.Types {
		a.Types[i].NoModel = true
	}
	for i, l := range a.Lenses {
		a.Lenses[i].NoModel = true
		for j := range l.Judges {
			l.Judges[j].NoModel = true
		}
	}
}

// Align fits a panel to the labels of a set, per lens, and cross-validates the fit.
// The error is a *RefusedError if the gain's interval is not above 0, or if the
// aligned panel is worse on one type of item.
func (s *Set) Align() (*Alignment, error) {
	if s.Scale == OrdinalScale {
		return nil, fault.New(fault.NoGain, nil, "text", "labels that only order the items can't align a panel: give labels in the unit of its scores")
	}
	out := &Alignment{Kind: s.Kind, Left: []string{}}
	var all []heldOut
	most := 0 // labelled items of a lens or of whole documents
	var flat []LensAlignment
	for _, t := range s.tables() {
		items := t.labelled()
		most = max(most, len(items))
		if len(items) < needAlign {
			continue
		}
		fit, held := t.align(items), t.crossValidate(items)
		if fit.weighs() && beatsConstant(held) {
			out.Lenses = append(out.Lenses, fit)
		} else {
			flat, out.Left = append(flat, fit), append(out.Left, t.lens)
			for i := range held {
				held[i].aligned = held[i].plain
			}
		}
		all = append(all, held...)
	}
	if len(all) == 0 {
		return nil, fault.New(fault.NoGain, nil, "text", fmt.Sprintf("neither whole documents nor a lens has %d items with labels and verdicts (the most is %d): label more", needAlign, most))
	}
	if len(out.Lenses) == 0 {
		out.Lenses = flat
		refused := &RefusedError{Gain: gainOf(all, s.Kind == Preferences), Flat: true}
		return out, fault.New(fault.NoGain, refused, "text", refused.Error())
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
		refused := &RefusedError{Gain: out.Gain, Types: worse}
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
	constant       float64 // merit of the best constant of the items that fitted
}

// weighs reports whether any judge has a weight.
func (a *LensAlignment) weighs() bool {
	return slices.ContainsFunc(a.Judges, func(j JudgeAlignment) bool { return j.Weight > 0 })
}

// beatsConstant reports whether held-out items are aligned better than by a constant.
func beatsConstant(held []heldOut) bool {
	sum := 0.0
	for _, h := range held {
		sum += h.aligned - h.constant
	}
	return sum > closeTo
}

// constant is the value that suits all items best: the median of their scores, or the
// side of most preferences.
func (t *table) constant(items []int) float64 {
	labels := make([]float64, len(items))
	for n, i := range items {
		labels[n] = t.label[i]
	}
	if t.kind == Preferences {
		return mean(labels)
	}
	slices.Sort(labels)
	return quantile(labels, 0.5)
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
		out.Judges = append(out.Judges, JudgeAlignment{Judge: name, Mean: f.mean[j], SD: f.sd[j], Weight: f.weight[j]})
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
		values, same := make([]float64, len(held)), t.constant(fitted)
		constant := make([]float64, len(held))
		for n, i := range held {
			values[n], constant[n] = a.Value(t.x[i]), same
		}
		plain, aligned, flat := t.meritOf(t.panel(held, t.all()), held), t.meritOf(values, held), t.meritOf(constant, held)
		for n, i := range held {
			out = append(out, heldOut{t.items[i], t.types[i], plain[n], aligned[n], flat[n]})
		}
	}
	return out
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
