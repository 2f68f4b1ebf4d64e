package study

import (
	"maps"
	"math"
	"slices"
)

// table is one lens of a set as a matrix.
type table struct {
	lens   string
	kind   Kind
	scale  Scale
	items  []string
	types  []string
	judges []string
	orders []string
	// votes[o][i][j] is what judge j said of item i in order o: the mean over
	// repeats; NaN: nothing.
	votes [][][]float64
	// x[i][j] is the mean over orders; NaN: nothing. Of preferences it is never
	// NaN: a verdict that is missing is no vote for either side.
	x [][]float64
	// people[i] are the labels of item i, label[i] their mean; NaN: none.
	people [][]Label
	label  []float64
	totals map[string]float64 // Set.Totals, of the items as a whole only

	samples map[int]resampler // by number of items, shared by all lenses of a set
}

// tables returns a set as one table per lens, in the order of their names.
func (s *Set) tables() []*table {
	byLens := map[string][]*Verdict{}
	for i := range s.Verdicts {
		v := &s.Verdicts[i]
		byLens[v.Lens] = append(byLens[v.Lens], v)
	}
	labels := map[[2]string][]Label{}
	for _, l := range s.Labels {
		labels[[2]string{l.Lens, l.Item}] = append(labels[[2]string{l.Lens, l.Item}], l)
	}
	samples := map[int]resampler{}
	var out []*table
	for _, lens := range slices.Sorted(maps.Keys(byLens)) {
		t := &table{lens: lens, kind: s.Kind, scale: s.Scale, samples: samples}
		t.fill(byLens[lens])
		if lens == "" {
			t.totals = s.Totals
		}
		t.people, t.label = make([][]Label, len(t.items)), make([]float64, len(t.items))
		for i, item := range t.items {
			t.people[i] = labels[[2]string{lens, item}]
			t.label[i] = meanLabel(t.people[i])
		}
		out = append(out, t)
	}
	return out
}

func meanLabel(labels []Label) float64 {
	if len(labels) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, l := range labels {
		sum += l.Value
	}
	return sum / float64(len(labels))
}

// index numbers names.
type index map[string]int

func indexOf(names []string) index {
	out := make(index, len(names))
	for i, n := range names {
		out[n] = i
	}
	return out
}

func (t *table) fill(verdicts []*Verdict) {
	items, judges, orders := map[string]string{}, map[string]bool{}, map[string]bool{}
	for _, v := range verdicts {
		items[v.Item], judges[v.Judge], orders[v.Order] = v.Type, true, true
	}
	t.items = slices.Sorted(maps.Keys(items))
	t.judges, t.orders = slices.Sorted(maps.Keys(judges)), slices.Sorted(maps.Keys(orders))
	for _, i := range t.items {
		t.types = append(t.types, items[i])
	}
	item, judge, order := indexOf(t.items), indexOf(t.judges), indexOf(t.orders)
	counts := make([][][]float64, len(t.orders))
	t.votes = make([][][]float64, len(t.orders))
	for o := range t.orders {
		t.votes[o], counts[o] = matrix(len(t.items), len(t.judges)), matrix(len(t.items), len(t.judges))
	}
	for _, v := range verdicts {
		if !math.IsNaN(v.Value) {
			o, i, j := order[v.Order], item[v.Item], judge[v.Judge]
			t.votes[o][i][j] += v.Value
			counts[o][i][j]++
		}
	}
	t.x = matrix(len(t.items), len(t.judges))
	for i := range t.items {
		for j := range t.judges {
			sum, n := 0.0, 0.0
			for o := range t.orders {
				t.votes[o][i][j] /= counts[o][i][j] // 0/0 is NaN
				if v := t.votes[o][i][j]; !math.IsNaN(v) {
					sum, n = sum+v, n+1
				}
			}
			if t.kind == Preferences {
				n = float64(len(t.orders))
			}
			t.x[i][j] = sum / n
		}
	}
}

func matrix(rows, columns int) [][]float64 {
	out, all := make([][]float64, rows), make([]float64, rows*columns)
	for i := range out {
		out[i] = all[i*columns : (i+1)*columns : (i+1)*columns]
	}
	return out
}

// labelled returns the positions of the items that have a label and a verdict.
func (t *table) labelled() []int {
	var out []int
	for i, l := range t.label {
		if !math.IsNaN(l) && !math.IsNaN(average(t.x[i])) {
			out = append(out, i)
		}
	}
	return out
}

// average is the mean of the values that there are; NaN if there are none.
func average(row []float64) float64 {
	sum, n := 0.0, 0.0
	for _, v := range row {
		if !math.IsNaN(v) {
			sum, n = sum+v, n+1
		}
	}
	return sum / n
}
