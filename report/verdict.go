package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"judgement/internal/evidence"
	"judgement/internal/text"
	"judgement/panel"
)

// Verdict is one judge's closed outcome for one repeat, as stored with a case
// version (schema 1).
type Verdict struct {
	Schema      int           `json:"schema"`
	Judge       string        `json:"judge"`
	Repeat      int           `json:"repeat"`           // from 0
	Outcome     string        `json:"outcome"`          // ok, abstained, refused, unparsable, failed, over_budget
	Reason      string        `json:"reason,omitempty"` // why, if the outcome is not ok
	Cause       string        `json:"cause,omitempty"`  // of a failed call, in one word
	Cells       []LensVerdict `json:"cells"`            // in the panel's lens order; empty unless ok
	MustFix     []Remark      `json:"must_fix"`
	Suggestions []Remark      `json:"suggestions"`
	Cuts        []Remark      `json:"cuts"`
	Summary     string        `json:"summary"`
	Model       string        `json:"model"`
	NoModel     bool          `json:"no_model,omitempty"` // no language model answered
	Usage       Usage         `json:"usage"`
	Cost        *Money        `json:"cost"` // null: unknown
	ReplySHA256 string        `json:"reply_sha256,omitempty"`
}

// Sum is what the judge gave in all, and the most that was possible: of the lenses with a
// score.
func (v Verdict) Sum() (given, most panel.Points) {
	for _, c := range v.Cells {
		if c.Score != nil {
			given, most = given.Add(*c.Score), most.Add(c.Max)
		}
	}
	return given, most
}

// Remarks are the verdict's must-fix items, suggestions and cuts.
func (v Verdict) Remarks() []Remark { return slices.Concat(v.MustFix, v.Suggestions, v.Cuts) }

// LensVerdict is one judge's score for one lens. Score is nil if the judge
// abstained from it.
type LensVerdict struct {
	Lens      string        `json:"lens"`
	NoModel   bool          `json:"no_model,omitempty"` // that of the verdict
	Max       panel.Points  `json:"max"`
	Score     *panel.Points `json:"score"`
	Comment   string        `json:"comment"`
	Citations []Citation    `json:"citations"`
}

// Remark is a must-fix item, a suggestion or a cut. Lens is empty if it
// speaks of the whole document.
type Remark struct {
	Lens      string     `json:"lens,omitempty"`
	Text      string     `json:"text"`
	Judge     string     `json:"judge,omitempty"` // who said so
	Citations []Citation `json:"citations,omitempty"`
}

// Citation is a quote with what was found of it in the document.
type Citation struct {
	Quote  string        `json:"quote"`
	Status string        `json:"status"` // internal/evidence's statuses
	Start  int           `json:"start"`  // half-open UTF-8 byte offsets, −1 if nothing was found
	End    int           `json:"end"`
	Page   int           `json:"page,omitempty"`
	Note   evidence.Note `json:"note,omitempty"`
	// Before and After are the rest of the sentences that the quote starts and ends in;
	// empty in reports of earlier releases. Found is what the document says between them, if
	// it is not the quote; empty in reports of earlier releases.
	Before string `json:"before,omitempty"`
	Found  string `json:"found,omitempty"`
	After  string `json:"after,omitempty"`
	// Parts are the places of the parts of a quote with an ellipsis, as Start and End are; empty
	// in reports of earlier releases.
	Parts [][2]int `json:"parts,omitempty"`
}

// Context is what the document says in the place of the quote, in quotation marks, with the
// rest of its sentences. It is empty if the quote is whole sentences word for word, or was not
// found.
func (c Citation) Context() string {
	if c.Before == "" && c.After == "" && c.Found == "" {
		return ""
	}
	return strings.TrimSpace(c.Before + "“" + cmp.Or(c.Found, text.Cells(c.Quote)) + "”" + c.After)
}

// InDocument is the context of a quote that is not proven, with what says that it is from the
// document; empty if there is none. HTML and PDF show it beside the quote.
func (c Citation) InDocument(l Lang) string {
	context := c.Context()
	if Proven(c.Status) || context == "" {
		return ""
	}
	return l.Say(phContext) + l.Say(phColon) + context
}

// Usage is what calls used; see internal/llm.
type Usage struct {
	Calls            int  `json:"calls"`
	FailedCalls      int  `json:"failed_calls"`
	PromptTokens     int  `json:"prompt_tokens"`
	CachedTokens     int  `json:"cached_tokens"`
	CacheWrites      int  `json:"cache_write_tokens,omitempty"`
	CompletionTokens int  `json:"completion_tokens"`
	Estimated        bool `json:"estimated,omitempty"`
}

// Money is an exact amount.
type Money struct {
	Currency string       `json:"currency"`
	Amount   panel.Points `json:"amount"`
}

// Mean returns the exact arithmetic mean, and false for no values.
func Mean(values []panel.Points) (panel.Points, bool) {
	if len(values) == 0 {
		return panel.Points{}, false
	}
	var sum panel.Points
	for _, v := range values {
		sum = sum.Add(v)
	}
	return sum.Quo(panel.PointsOf(int64(len(values)))), true
}

// SpreadOf returns the exact weighted mean of several judges' scores and how
// they spread; false for no values. Weights belong to values by position; one
// that is absent or not positive counts as 1. SD is the square root of
// Σw(x−μ)² ÷ (W − Σw²÷W), W = Σw: the unbiased estimate for reliability
// weights, which for equal weights is the usual sample standard deviation (n−1).
func SpreadOf(values, weights []panel.Points) (panel.Points, Spread, bool) {
	if len(values) == 0 {
		return panel.Points{}, Spread{}, false
	}
	var sum, w1, w2 panel.Points
	s := Spread{Judges: len(values), Min: values[0], Max: values[0]}
	for i, v := range values {
		w := weightAt(weights, i)
		sum, w1, w2 = sum.Add(v.Mul(w)), w1.Add(w), w2.Add(w.Mul(w))
		if v.Cmp(s.Min) < 0 {
			s.Min = v
		}
		if v.Cmp(s.Max) > 0 {
			s.Max = v
		}
	}
	mean := sum.Quo(w1)
	if len(values) < 2 {
		return mean, s, true
	}
	var square panel.Points
	for i, v := range values {
		d := v.Sub(mean)
		square = square.Add(d.Mul(d).Mul(weightAt(weights, i)))
	}
	s.SD = math.Sqrt(square.Quo(w1.Sub(w2.Quo(w1))).Float())
	return mean, s, true
}

func weightAt(weights []panel.Points, i int) panel.Points {
	if i < len(weights) && weights[i].Sign() > 0 {
		return weights[i]
	}
	return panel.PointsOf(1)
}

// Held returns score held to 0..max.
func Held(score, max panel.Points) panel.Points {
	if score.Sign() < 0 {
		return panel.Points{}
	}
	if score.Cmp(max) > 0 {
		return max
	}
	return score
}

// Rescale returns score on a scale of newMax that was given on a scale of
// oldMax: score × newMax ÷ oldMax. oldMax must be positive.
func Rescale(score, oldMax, newMax panel.Points) panel.Points {
	return score.Mul(newMax).Quo(oldMax)
}

// RescaleVerdicts returns the verdicts as they are under p: cells are put in
// the panel's lens order, scores given on another maximum are scaled in
// proportion, and what is about lenses or by judges that p does not have is
// left out. The input is not changed.
func RescaleVerdicts(p *panel.Panel, verdicts []Verdict) []Verdict {
	out := make([]Verdict, 0, len(verdicts))
	for _, v := range verdicts {
		if _, ok := p.Judge(v.Judge); !ok {
			continue
		}
		cells := []LensVerdict{} // never null in JSON
		for _, lens := range p.Lenses {
			c, ok := v.Cell(lens.Slug)
			if !ok {
				continue
			}
			if c.Score != nil && c.Max.Sign() > 0 && !c.Max.Equal(lens.MaxScore) {
				s := Rescale(*c.Score, c.Max, lens.MaxScore)
				c.Score = &s
			}
			c.Max = lens.MaxScore
			cells = append(cells, c)
		}
		v.Cells = cells
		v.MustFix, v.Suggestions, v.Cuts = ofPanel(p, v.MustFix), ofPanel(p, v.Suggestions), ofPanel(p, v.Cuts)
		out = append(out, v)
	}
	return out
}

// ofPanel keeps the remarks about the panel's lenses and about none.
func ofPanel(p *panel.Panel, remarks []Remark) []Remark {
	kept := which(remarks, func(r Remark) bool {
		_, ok := p.Lens(r.Lens)
		return ok || r.Lens == ""
	})
	return append([]Remark{}, kept...) // never null in JSON
}

// Cell returns what the judge said of a lens.
func (v Verdict) Cell(lens string) (LensVerdict, bool) {
	if i := slices.IndexFunc(v.Cells, func(c LensVerdict) bool { return c.Lens == lens }); i >= 0 {
		return v.Cells[i], true
	}
	return LensVerdict{}, false
}

// JudgeScore returns the mean of one judge's scores for a lens over its
// repeats, each held to 0..max; false if it gave none.
func JudgeScore(verdicts []Verdict, judge, lens string, max panel.Points) (panel.Points, bool) {
	var scores []panel.Points
	for _, v := range verdicts {
		if v.Judge != judge {
			continue
		}
		if c, ok := v.Cell(lens); ok && c.Score != nil {
			scores = append(scores, Held(*c.Score, max))
		}
	}
	return Mean(scores)
}
