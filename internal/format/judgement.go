package format

import (
	"fmt"
	"slices"
	"strings"

	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/panel"
	"judgement/report"
)

// Judgement is what a run came to. It marshals to an object: the format's part of
// a result, with the document.
type Judgement interface {
	Overview() Overview
	// Details are in the plan's language.
	Details(p *Plan) Details
	// SetReading puts another answer of the integrity reader in the place of the first one.
	SetReading(r *report.IntegrityReading)
}

// Overview is what all judgements have in common: terminals, chat cards, batches and
// the rows of jobs are made from it. What is empty is not shown.
type Overview struct {
	Score       *Score // nil: the format gives none
	Lenses      []LensResult
	MustFix     []report.Remark // on lenses below 60 %, and on the whole document
	Elsewhere   int             // number of must-fix items on other lenses
	Suggestions []report.Remark
	Cuts        []report.Remark
	// Highlights and Shortcomings are the points of judges who give no scores.
	Highlights   []report.Remark
	Shortcomings []report.Remark
	Judges       []Ended // in the plan's order, repeats in turn
	Drafts       *Drafts // nil: none were asked for
	Evidence     report.EvidenceCounts
	Usage        report.Usage
	Cost         *report.Money // nil: unknown
	Parts        []report.Part // of the cost, by models
	// Reading is that of the integrity reader; nil: there is none.
	Reading *report.IntegrityReading
}

// Score is a total with its grade.
type Score struct {
	Total, Max panel.Points
	Grade      string
	Spread     *report.Spread // of the judges' totals; nil: unknown
	// Probabilities are those of the grades, best grade first; nil: nothing is known.
	Probabilities []report.GradeProbability
	Repeats       *report.Repeats // nil: the plan fixes how often each judge is asked
}

// Summary is what lists show of a stored judgement.
type Summary struct {
	Score    *Score // total, maximum and grade alone; nil: the format gives none
	Evidence report.EvidenceCounts
}

// LensResult is one lens over the judges that vote.
type LensResult struct {
	Lens    string        `json:"lens"`
	NoModel bool          `json:"no_model,omitempty"` // no language model judged
	Max     panel.Points  `json:"max"`
	Score   panel.Points  `json:"score"` // the weighted mean
	Spread  report.Spread `json:"spread"`
	Comment string        `json:"comment"` // of the judge nearest to the mean
	Judge   string        `json:"judge"`   // whose comment it is
}

// Drafts are the checkpoints that were drafted.
type Drafts struct {
	Checkpoints int
	Without     int    // judges that gave no forecast
	Problem     string // why there are none
	Usage       llm.Usage
}

// Answered is how many judges answered.
func (o Overview) Answered() int {
	n := 0
	for _, e := range o.Judges {
		if e.Outcome == jury.OK {
			n++
		}
	}
	return n
}

// Details are what a terminal shows of a judgement beside its overview.
type Details struct {
	Header []string
	Rows   [][]string // of a table; empty: none
	Notes  []string   // on the judgement as a whole
}

// maxNamed is how many judges without a proven quote are named.
const maxNamed = 3

// MostUnproven says that fewer than half of the quotes are proven, and of which judges
// none is; it is empty if that is not so.
func (o Overview) MostUnproven(p *Plan) string {
	e, lang := o.Evidence, report.Lang(p.Language)
	if 2*e.Proven >= e.Total {
		return ""
	}
	pick := func(en, zh string) string {
		if lang == report.Chinese {
			return zh
		}
		return en
	}
	text := fmt.Sprintf(pick("Most quotes are not proven: %d of %d are.", "多数引文未核实：%[2]d 条中仅 %[1]d 条已核实。"), e.Proven, e.Total)
	proven := func(slug string) bool {
		return slices.ContainsFunc(o.Judges, func(v Ended) bool { return v.Judge == slug && v.Proven })
	}
	var names, seen []string
	for _, v := range o.Judges {
		if v.Outcome == jury.OK && !slices.Contains(seen, v.Judge) && !proven(v.Judge) {
			j, _ := p.Panel.Judge(v.Judge)
			seen, names = append(seen, v.Judge), append(names, lang.Judge(j))
		}
	}
	if len(names) == 0 {
		return text
	}
	more := ""
	if n := len(names) - maxNamed; n > 0 {
		names, more = names[:maxNamed], fmt.Sprintf(pick(" and %d more", "，另有 %d 位"), n)
	}
	return text + fmt.Sprintf(pick(" Judges without a proven quote: %s.", "没有已核实引文的评委：%s。"), strings.Join(names, pick(", ", "、"))+more)
}
