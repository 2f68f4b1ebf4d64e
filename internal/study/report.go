package study

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Least numbers of labelled items.
const (
	needLabels = 5  // for a figure with an interval
	needRank   = 10 // for a rank correlation
	needAdvice = 40 // to say which judges to keep
)

// Shares of the labelled items that a judge or a smaller panel must have a verdict on, to
// be compared with the whole panel.
const (
	needCover = 0.5 // of a judge, to be called the best one or to be judged at all
	needReach = 0.9 // of a smaller panel
)

// alike is the correlation of errors from which two judges count as the same one.
const alike = 0.8

// Measure returns what a set says about its judges. The set must be from Read.
func (s *Set) Measure() Report {
	out := Report{Kind: s.Kind, Scale: s.Scale}
	people := map[string]bool{}
	for _, l := range s.Labels {
		people[l.Person] = true
	}
	out.People = len(people)
	for _, t := range s.tables() {
		out.Lenses = append(out.Lenses, t.measure())
	}
	return out
}

func (t *table) measure() Lens {
	items := t.labelled()
	out := Lens{Lens: t.lens, Totals: t.totals != nil, Items: len(t.items), Labelled: len(items), Errors: t.errors(items), People: t.ceiling()}
	for j := range t.judges {
		out.Judges = append(out.Judges, t.judge(j, items))
	}
	out.Agree = t.agreement(items)
	out.Needs = t.needs(len(items))
	if len(items) < needLabels {
		return out
	}
	whole := t.group("", items)
	out.Panel = &whole
	if types := t.byType(items); len(types) > 1 {
		for _, name := range sortedKeys(types) {
			out.Types = append(out.Types, t.group(name, types[name]))
		}
	}
	if len(items) >= needAdvice && !out.Totals { // a smaller panel has no total of its own
		out.Advice = t.advise(items)
	}
	return out
}

// needs are the figures for which there are too few items, of which some are labelled.
func (t *table) needs(labelled int) (out []Need) {
	if labelled < needLabels {
		out = append(out, Need{NeedMerit, needLabels, labelled})
	}
	if labelled < needRank && t.kind == Scores && t.scale != OrdinalScale {
		out = append(out, Need{NeedRank, needRank, labelled})
	}
	return out
}

func (t *table) byType(items []int) map[string][]int {
	out := map[string][]int{}
	for _, i := range items {
		out[t.types[i]] = append(out[t.types[i]], i)
	}
	return out
}

// panel is the panel's value of each item: its own if it has one, else the sum of the
// votes, or the mean of the scores.
func (t *table) panel(items, judges []int) []float64 {
	out := make([]float64, len(items))
	if t.totals != nil {
		for n, i := range items {
			v, ok := t.totals[t.items[i]]
			if out[n] = v; !ok {
				out[n] = math.NaN()
			}
		}
		return out
	}
	row := make([]float64, len(judges))
	for n, i := range items {
		for k, j := range judges {
			row[k] = t.x[i][j]
		}
		out[n] = average(row)
	}
	return out
}

func (t *table) all() []int {
	out := make([]int, len(t.judges))
	for j := range out {
		out[j] = j
	}
	return out
}

// group measures the panel and its best judge on some items.
func (t *table) group(name string, items []int) Group {
	values := t.panel(items, t.all())
	own := t.meritOf(values, items)
	out := Group{Type: name, Items: len(items), Merit: t.figure(own), Rank: t.rank(values, items)}
	var best merit
	for j := range t.judges {
		if !t.covers(j, items) {
			continue
		}
		if m := t.judgeMerit(j, items); !math.IsNaN(average(m)) && (best == nil || average(m) > average(best)) {
			best, out.Best = m, t.judges[j]
		}
	}
	if best == nil {
		return out
	}
	out.BestMerit = t.figure(best)
	if d, ok := t.bootstrap(less(own, best)); ok {
		out.Difference, out.Worse = &d, d.High < 0
	}
	return out
}

// covers reports whether a judge has a verdict on enough of the items to be compared
// with the panel.
func (t *table) covers(j int, items []int) bool {
	n := 0
	for _, i := range items {
		if t.judged(i, j) {
			n++
		}
	}
	return float64(n) >= needCover*float64(len(items))
}

// judged reports whether a judge has a verdict on an item, in any order.
func (t *table) judged(i, j int) bool {
	return slices.ContainsFunc(t.votes, func(order [][]float64) bool { return !math.IsNaN(order[i][j]) })
}

// figure is the mean of a merit, shown as people expect it: an error is positive.
func (t *table) figure(m merit) *Interval {
	v, ok := t.bootstrap(m)
	if !ok {
		return nil
	}
	if t.kind == Scores && t.scale == ScoreScale {
		v = Interval{Value: -v.Value, Low: -v.High, High: -v.Low}
	}
	return &v
}

// rank is the rank correlation of scores with their labels.
func (t *table) rank(values []float64, items []int) *Interval {
	if t.kind == Preferences {
		return nil
	}
	labels := make([]float64, len(items))
	for n, i := range items {
		labels[n] = t.label[i]
	}
	if v, ok := Spearman(values, labels); ok {
		return &v
	}
	return nil
}

func (t *table) judge(j int, items []int) Judge {
	all := make([]int, len(t.items))
	given := 0
	for i := range t.items {
		all[i] = i
		if t.judged(i, j) {
			given++
		}
	}
	out := Judge{Name: t.judges[j], Items: given, Missing: len(t.items) - given}
	if len(items) >= needLabels {
		out.Few = !t.covers(j, items)
		out.Merit, out.Rank = t.figure(t.judgeMerit(j, items)), t.rank(column(t.x, items, j), items)
	}
	own := column(t.x, all, j)
	others := make([]float64, len(all))
	for i := range all {
		others[i] = t.others(i, j)
	}
	if c, ok := correlation(own, others); ok {
		out.Others = &c
	}
	if t.kind == Preferences {
		out.First = t.first(j)
		return out
	}
	if d, ok := t.bootstrap(less(own, others)); ok {
		out.Severity = &d
	}
	seen := map[float64]bool{}
	for _, v := range present(t.x, j) {
		seen[v] = true
	}
	out.Values = len(seen)
	_, sd := meanSD(present(t.x, j))
	_, usual := meanSD(slices.DeleteFunc(t.panel(all, t.all()), math.IsNaN))
	if usual > 1e-12 {
		w := sd / usual
		out.Width = &w
	}
	return out
}

// others is the mean of the other judges on an item.
func (t *table) others(i, j int) float64 {
	row := slices.Clone(t.x[i])
	row[j] = math.NaN()
	return average(row)
}

// first is the share of a judge's verdicts for the candidate that was shown
// first, over the items with a verdict in both orders.
func (t *table) first(j int) *Interval {
	given, swapped := slices.Index(t.orders, Given), slices.Index(t.orders, Swapped)
	if given < 0 || swapped < 0 {
		return nil
	}
	var shares []float64
	for i := range t.items {
		a, b := t.votes[given][i][j], t.votes[swapped][i][j]
		if !math.IsNaN(a) && !math.IsNaN(b) {
			shares = append(shares, (1-a)/4+(1+b)/4)
		}
	}
	if v, ok := t.bootstrap(shares); ok {
		return &v
	}
	return nil
}

// ceiling compares each person with the mean of the others on the same item.
func (t *table) ceiling() *Ceiling {
	var own, others []float64
	var m merit // per item
	for _, labels := range t.people {
		var said merit
		for k, l := range labels {
			if len(labels) > 1 {
				rest := meanLabel(slices.Concat(labels[:k], labels[k+1:]))
				own, others, said = append(own, l.Value), append(others, rest), append(said, t.between(l.Value, rest))
			}
		}
		if len(said) > 0 {
			m = append(m, mean(said))
		}
	}
	if len(m) < needLabels {
		return nil
	}
	out := &Ceiling{Items: len(m), Pairs: len(own)}
	if t.kind == Preferences || t.scale == ScoreScale {
		out.Merit = t.figure(m)
	}
	if v, ok := spearman(own, others, len(m)); ok && t.kind == Scores {
		out.Rank = &v
	}
	return out
}

// between is the merit of one label beside another.
func (t *table) between(own, other float64) float64 {
	if t.kind == Preferences {
		return agree(own, other)
	}
	return -math.Abs(own - other)
}

func (t *table) agreement(items []int) Agreement {
	var out Agreement
	columns := make([][]float64, len(t.judges))
	for j := range columns {
		for i := range t.items {
			columns[j] = append(columns[j], t.x[i][j])
		}
	}
	if r, pairs := meanCorrelation(columns); pairs > 0 {
		out.Judges = &r
	}
	labels := make([]float64, len(items))
	for n, i := range items {
		labels[n] = t.label[i]
	}
	if r, ok := correlation(t.panel(items, t.all()), labels); ok {
		out.People = &r
	}
	return out
}

// shuffled returns items in an order that depends on nothing but their number.
func shuffled(items []int) []int {
	out := slices.Clone(items)
	r := rand.New(rand.NewPCG(3, 4))
	r.Shuffle(len(out), func(a, b int) { out[a], out[b] = out[b], out[a] })
	return out
}
