package study

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Least numbers of labelled items.
const (
	needLabels = 5  // for a figure with an interval
	needAdvice = 40 // to say which judges to keep
)

// alike is the correlation of errors from which two judges count as the same one.
const alike = 0.8

// Report is what a set says about its judges.
type Report struct {
	Kind   Kind   `json:"kind"`
	Scale  Scale  `json:"scale,omitempty"`
	People int    `json:"people"` // 0: nobody labelled anything, so worth is unknown
	Lenses []Lens `json:"lenses"`
}

// Lens is what a set says about its judges in one lens.
type Lens struct {
	Lens     string    `json:"lens"` // empty: the items as a whole
	Items    int       `json:"items"`
	Labelled int       `json:"labelled"` // items with a label and a verdict
	Judges   []Judge   `json:"judges"`
	Panel    *Group    `json:"panel"`  // of all labelled items; null without labels
	Types    []Group   `json:"types"`  // by kind of item, if there are several
	Errors   []Errors  `json:"errors"` // by order of the candidates, then over all
	People   *Ceiling  `json:"people"` // null if nobody's labels can be compared
	Agree    Agreement `json:"agreement"`
	Advice   *Advice   `json:"advice"` // null below 40 labelled items
}

// Judge is one judge in one lens. Figures that the data can't give are null.
type Judge struct {
	Name    string `json:"name"`
	Items   int    `json:"items"`   // with a verdict
	Missing int    `json:"missing"` // items of the lens without one
	// Merit is the accuracy of preferences (0 to 1), the mean absolute error of
	// scores, or the rank correlation if labels only order the items.
	Merit *Interval `json:"merit"`
	Rank  *Interval `json:"rank_correlation"` // of scores
	// Severity is the mean difference to the other judges of the same items: above
	// 0 is lenient. Width is the spread of the judge's scores, 1 as the panel's
	// mean has it. Values counts the different scores that it gives.
	Severity *Interval `json:"severity"`
	Width    *float64  `json:"width"`
	Values   int       `json:"values"`
	// First is the share of verdicts for the candidate shown first, over items that
	// were shown in both orders: 0.5 is no position bias.
	First *Interval `json:"first_position"`
	// Others is the correlation with the mean of the other judges.
	Others *float64 `json:"agreement_with_others"`
}

// Group is a panel measured on some items, beside its best judge there.
type Group struct {
	Type  string    `json:"type,omitempty"`
	Items int       `json:"items"`
	Merit *Interval `json:"merit"`
	Rank  *Interval `json:"rank_correlation"`
	Best  string    `json:"best_judge"`
	// BestMerit is the best judge's figure. Difference is the panel's less the best
	// judge's, in the direction in which more is better.
	BestMerit  *Interval `json:"best_merit"`
	Difference *Interval `json:"difference"`
	Worse      bool      `json:"panel_worse"` // the whole interval is below 0
}

// Errors is how far judges err together.
type Errors struct {
	Order       string  `json:"order,omitempty"` // empty: over all orders
	Items       int     `json:"items"`
	Correlation float64 `json:"correlation"` // mean over pairs of judges
	Effective   float64 `json:"effective_judges"`
}

// Ceiling is how well one person agrees with the others.
type Ceiling struct {
	Pairs int       `json:"pairs"` // a person's label beside the mean of the others'
	Merit *Interval `json:"merit"` // as of a judge
	Rank  *Interval `json:"rank_correlation"`
}

// Agreement is how far judges agree, whoever is right.
type Agreement struct {
	Judges *float64 `json:"judges"` // mean correlation of two judges' verdicts
	People *float64 `json:"people"` // correlation of the panel with the labels
}

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
	out := Lens{Lens: t.lens, Items: len(t.items), Labelled: len(items), Errors: t.errors(items), People: t.ceiling()}
	for j := range t.judges {
		out.Judges = append(out.Judges, t.judge(j, items))
	}
	out.Agree = t.agreement(items)
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
	if len(items) >= needAdvice {
		out.Advice = t.advise(items)
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

// panel is the panel's value of each item: the sum of the votes, or the mean of
// the scores.
func (t *table) panel(items, judges []int) []float64 {
	out := make([]float64, len(items))
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
	best, bestMerit := -1, merit(nil)
	for j := range t.judges {
		if m := t.judgeMerit(j, items); best < 0 || average(m) > average(bestMerit) || math.IsNaN(average(bestMerit)) {
			best, bestMerit = j, m
		}
	}
	out := Group{Type: name, Items: len(items), Best: t.judges[best], Merit: t.figure(own), BestMerit: t.figure(bestMerit)}
	if d, ok := t.bootstrap(less(own, bestMerit)); ok {
		out.Difference, out.Worse = &d, d.High < 0
	}
	out.Rank = t.rank(values, items)
	return out
}

// figure is the mean of a merit, shown as people expect it: an error is positive.
func (t *table) figure(m merit) *Interval {
	v, ok := t.bootstrap(m)
	if !ok {
		return nil
	}
	if t.kind == Scores && t.scale == ScoreScale {
		v = Interval{-v.Value, -v.High, -v.Low}
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
		for o := range t.orders {
			if !math.IsNaN(t.votes[o][i][j]) {
				given++
				break
			}
		}
	}
	out := Judge{Name: t.judges[j], Items: given, Missing: len(t.items) - given}
	if len(items) >= needLabels {
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

// errors measures how far judges err together.
func (t *table) errors(items []int) []Errors {
	if len(items) < needLabels || t.kind == Scores && t.scale != ScoreScale {
		return nil
	}
	var out []Errors
	add := func(order string, errors [][]float64) {
		if r, pairs := meanCorrelation(errors); pairs > 0 {
			out = append(out, Errors{order, len(items), r, EffectiveJudges(len(t.judges), r)})
		}
	}
	if t.kind == Preferences && len(t.orders) > 1 {
		for o, name := range t.orders {
			add(name, t.errorColumns(items, func(i, j int) float64 { return met(t.votes[o][i][j], t.label[i]) }))
		}
	}
	add("", t.errorColumns(items, func(i, j int) float64 {
		if t.kind == Scores {
			return t.x[i][j] - t.label[i]
		}
		sum := 0.0
		for o := range t.orders {
			sum += met(t.votes[o][i][j], t.label[i])
		}
		return sum
	}))
	return out
}

// met is the correctness of a verdict; a missing one is wrong.
func met(vote, label float64) float64 {
	if math.IsNaN(vote) {
		return 0
	}
	return agree(vote, label)
}

func (t *table) errorColumns(items []int, of func(i, j int) float64) [][]float64 {
	out := make([][]float64, len(t.judges))
	for j := range out {
		out[j] = make([]float64, len(items))
		for n, i := range items {
			out[j][n] = of(i, j)
		}
	}
	return out
}

// ceiling compares each person with the mean of the others on the same item.
func (t *table) ceiling() *Ceiling {
	var own, others []float64
	for _, labels := range t.people {
		for k, l := range labels {
			if len(labels) > 1 {
				rest := append(slices.Clone(labels[:k]), labels[k+1:]...)
				own, others = append(own, l.Value), append(others, meanLabel(rest))
			}
		}
	}
	if len(own) < needLabels {
		return nil
	}
	out := &Ceiling{Pairs: len(own)}
	m := make(merit, len(own))
	for i := range own {
		if t.kind == Preferences {
			m[i] = agree(own[i], others[i])
		} else {
			m[i] = -math.Abs(own[i] - others[i])
		}
	}
	if t.kind == Preferences || t.scale == ScoreScale {
		out.Merit = t.figure(m)
	}
	if v, ok := Spearman(own, others); ok && t.kind == Scores {
		out.Rank = &v
	}
	return out
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
