package study

// Report is what a set says about its judges.
type Report struct {
	Kind    Kind   `json:"kind"`
	NoModel bool   `json:"no_model,omitempty"` // no language model judged
	Scale   Scale  `json:"scale,omitempty"`
	People  int    `json:"people"` // 0: nobody labelled anything, so worth is unknown
	Lenses  []Lens `json:"lenses"`
	// Source is what was measured, such as a file and its hash; the caller fills it in.
	Source string `json:"source,omitempty"`
}

// Lens is what a set says about its judges in one lens.
type Lens struct {
	Lens     string    `json:"lens"` // empty: the items as a whole
	NoModel  bool      `json:"no_model,omitempty"`
	Items    int       `json:"items"`
	Labelled int       `json:"labelled"` // items with a label and a verdict
	Judges   []Judge   `json:"judges"`
	Panel    *Group    `json:"panel"`  // of all labelled items; null without labels
	Types    []Group   `json:"types"`  // by kind of item, if there are several
	Errors   []Errors  `json:"errors"` // by order of the candidates, then over all
	People   *Ceiling  `json:"people"` // null if nobody's labels can be compared
	Agree    Agreement `json:"agreement"`
	Advice   *Advice   `json:"advice"` // null below 40 labelled items, and of totals
	// Totals says that the panel's value is the total that its reports have, and a
	// judge's is its share of the points of the lenses that it scores.
	Totals bool `json:"panel_totals"`
	// Needs are the figures that no judge and no panel has, for lack of labelled items.
	Needs []Need `json:"needs,omitempty"`
}

// SayNoModel has each part with figures of judges say that no language model judged: each
// can be read alone.
func (r *Report) SayNoModel() {
	r.NoModel = true
	say := func(figures ...*Interval) {
		for _, f := range figures {
			if f != nil {
				f.NoModel = true
			}
		}
	}
	group := func(g *Group) {
		g.NoModel = true
		say(g.Merit, g.Rank, g.BestMerit, g.Difference)
	}
	for i := range r.Lenses {
		l := &r.Lenses[i]
		l.NoModel = true
		for i := range l.Judges {
			j := &l.Judges[i]
			j.NoModel = true
			say(j.Merit, j.Rank, j.Severity, j.First)
		}
		if l.Panel != nil {
			group(l.Panel)
		}
		for i := range l.Types {
			group(&l.Types[i])
		}
	}
}

// Need is a figure that needs more labelled items than there are.
type Need struct {
	Figure   string `json:"figure"` // NeedMerit or NeedRank
	Least    int    `json:"least"`
	Labelled int    `json:"labelled"`
}

// Figures of a Need, by their names in a Judge.
const (
	NeedMerit = "merit" // and the panel's figures
	NeedRank  = "rank_correlation"
)

// Judge is one judge in one lens. Figures that the data can't give are null.
type Judge struct {
	Name    string `json:"name"`
	NoModel bool   `json:"no_model,omitempty"`
	Items   int    `json:"items"`   // with a verdict
	Missing int    `json:"missing"` // items of the lens without one
	// Merit is the accuracy of preferences (0 to 1), the mean absolute error of
	// scores, or the rank correlation if labels only order the items.
	Merit *Interval `json:"merit"`
	Rank  *Interval `json:"rank_correlation"` // of scores
	// Few says that it has a verdict on less than half of the labelled items. Then it is
	// not compared with the panel, and no advice is given on it.
	Few bool `json:"few_verdicts"`
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
	Type    string    `json:"type,omitempty"`
	NoModel bool      `json:"no_model,omitempty"`
	Items   int       `json:"items"`
	Merit   *Interval `json:"merit"`
	Rank    *Interval `json:"rank_correlation"`
	// Best is the judge with the best figure among those that have a verdict on at least
	// half of the items; empty if there is none.
	Best string `json:"best_judge"`
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
	Judges      int     `json:"judges"`      // with a verdict on at least half of them
	Correlation float64 `json:"correlation"` // mean over pairs of judges
	Effective   float64 `json:"effective_judges"`
}

// Ceiling is how well one person agrees with the others. Intervals are over items, since
// one item's labels depend on each other.
type Ceiling struct {
	Items int       `json:"items"` // with labels of several people
	Pairs int       `json:"pairs"` // a person's label beside the mean of the others'
	Merit *Interval `json:"merit"` // as of a judge; each item counts once
	Rank  *Interval `json:"rank_correlation"`
}

// Agreement is how far judges agree, whoever is right.
type Agreement struct {
	Judges *float64 `json:"judges"` // mean correlation of two judges' verdicts
	People *float64 `json:"people"` // correlation of the panel with the labels
}
