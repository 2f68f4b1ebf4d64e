package review

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"judgement/internal/align"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
)

// Result is what the verdicts of one review come to (schema 1). It is a pure
// function of the panel, the verdicts and the alignment.
type Result struct {
	Schema  int                 `json:"schema"`
	NoModel bool                `json:"no_model,omitempty"` // no language model judged: the offline baseline's numbers
	Total   panel.Points        `json:"total"`
	Max     panel.Points        `json:"max"`
	Grade   string              `json:"grade"`
	Aligned *report.Aligned     `json:"aligned,omitempty"` // if the scene has an alignment
	Spread  *report.Spread      `json:"spread,omitempty"`  // of the totals of the judges that scored every lens
	Lenses  []format.LensResult `json:"lenses"`
	// Probabilities are those of the grades, best grade first; nil: nothing is known.
	Probabilities []report.GradeProbability `json:"grade_probabilities,omitempty"`
	Repeats       *report.Repeats           `json:"repeats,omitempty"` // if the plan does not fix them
	Anchors       []report.AnchorView       `json:"anchors"`           // that do not vote, beside the mean
	MustFix       []report.Remark           `json:"must_fix"`          // of lenses below 60 %
	Suggestions   []report.Remark           `json:"suggestions"`       // of lenses from 60 % to below 80 %
	Cuts          []report.Remark           `json:"cuts"`
	Evidence      report.EvidenceCounts     `json:"evidence"`
	Usage         report.Usage              `json:"usage"`
	Cost          *report.Money             `json:"cost"` // null: unknown
}

// ballot is one voting judge's score for a lens: the mean of its repeats.
type ballot struct {
	judge   string
	weight  panel.Points
	score   panel.Points
	comment string
}

// aggregation is what the steps of Aggregate work on.
type aggregation struct {
	*Result
	panel     *panel.Panel
	verdicts  []report.Verdict
	alignment *align.Use // nil: none
	voting    []panel.Judge
	cast      [][]ballot // of each lens, by its place in the panel
}

// steps make a result of verdicts, in this order. Each is a pure function of what the
// steps before it have made.
func steps() []func(*aggregation) error {
	return []func(*aggregation) error{
		(*aggregation).castBallots,
		(*aggregation).checkQuorum,
		(*aggregation).scoreLenses,
		(*aggregation).align,
		(*aggregation).sortRemarks,
		(*aggregation).count,
	}
}

// Aggregate turns verdicts into a result. Scores are held to 0..max, a judge's
// repeats are averaged first, then the voting judges' scores by weight. The alignment
// may be nil. It returns format.NoQuorum when too few judges scored.
func Aggregate(p *panel.Panel, verdicts []report.Verdict, alignment *align.Use) (*Result, error) {
	a := &aggregation{Result: &Result{Schema: 1, Max: p.TotalMax()}, panel: p, verdicts: verdicts, alignment: alignment, voting: p.Voting()}
	for _, step := range steps() {
		if err := step(a); err != nil {
			return nil, err
		}
	}
	return a.Result, nil
}

func (a *aggregation) castBallots() error {
	for _, lens := range a.panel.Lenses {
		a.cast = append(a.cast, ballotsFor(a.voting, a.verdicts, lens))
	}
	return nil
}

// scoreLenses gives each lens its score, and the review its total.
func (a *aggregation) scoreLenses() error {
	for i, lens := range a.panel.Lenses {
		if len(a.cast[i]) == 0 {
			return fmt.Errorf("lens %s: no voting judge scores it; let a judge of panel %s score it", lens.Slug, a.panel.Path)
		}
		lr := lensResult(lens, a.cast[i])
		a.Lenses = append(a.Lenses, lr)
		a.Total = a.Total.Add(lr.Score)
	}
	a.Grade, a.Spread = report.Letter(a.Total, a.Max), totalSpread(a.voting, a.cast)
	return nil
}

// align puts the scores that are aligned with people beside the raw ones.
func (a *aggregation) align() error {
	if a.alignment == nil {
		return nil
	}
	raw := map[string]panel.Points{}
	for _, l := range a.Lenses {
		raw[l.Lens] = l.Score
	}
	a.Aligned = a.alignment.Apply(a.panel, a.verdicts, raw)
	if a.Aligned != nil && a.Aligned.Grades {
		a.Grade = a.Aligned.Grade
	}
	return nil
}

// count counts evidence and usage, and puts the anchors beside the means.
func (a *aggregation) count() error {
	means := map[string]panel.Points{}
	for _, l := range a.Lenses {
		means[l.Lens] = l.Score
	}
	a.Anchors = append([]report.AnchorView{}, report.AnchorViews(a.panel, a.verdicts, means)...)
	a.Evidence = report.CountEvidence(report.Citations(a.verdicts))
	a.Usage, a.Cost = TotalUsage(a.verdicts)
	return nil
}

// checkQuorum demands enough votes for the review and for each lens.
func (a *aggregation) checkQuorum() error {
	answered := map[string]bool{}
	var missing []format.Ended
	for _, v := range a.verdicts {
		switch {
		case !a.panel.Votes(v.Judge):
		case v.Outcome == string(jury.OK):
			answered[v.Judge] = true
		default:
			missing = append(missing, ended(v))
		}
	}
	have := len(answered)
	if need := format.Quorum(len(a.voting)); have < need || have == 0 {
		return short(a.verdicts, format.Shortfall{Need: need, Have: have, Of: len(a.voting), Missing: missing})
	}
	for i, lens := range a.panel.Lenses {
		of := 0
		for _, j := range a.voting {
			if j.Scores(lens.Slug) {
				of++
			}
		}
		have := len(a.cast[i])
		if need := format.Quorum(of); have < need {
			for _, v := range a.verdicts { // those that scored other lenses abstained from this one
				if c, ok := v.Cell(lens.Slug); ok && c.Score == nil && v.Outcome == string(jury.OK) && a.panel.Votes(v.Judge) {
					missing = append(missing, format.Ended{Judge: v.Judge, NoModel: v.NoModel, Outcome: jury.Abstained, Reason: c.Comment, Answered: true})
				}
			}
			return short(a.verdicts, format.Shortfall{Lens: lens.Slug, Need: need, Have: have, Of: of, Missing: missing})
		}
	}
	return nil
}

func ended(v report.Verdict) format.Ended {
	e := format.Ended{Judge: v.Judge, NoModel: v.NoModel, Repeat: v.Repeat, Outcome: jury.Outcome(v.Outcome), Reason: v.Reason, Cause: v.Cause}
	if e.Outcome == jury.OK {
		e.Says, e.Proven = scoreText(v), report.CountEvidence(report.Citations([]report.Verdict{v})).Proven > 0
	}
	return e
}

// short is the error of a quorum, with what was spent for nothing.
func short(verdicts []report.Verdict, s format.Shortfall) error {
	s.Usage, s.Cost = TotalUsage(verdicts)
	return format.NoQuorum(s)
}

// ballotsFor collects what the given judges say of a lens, in the panel's order.
func ballotsFor(judges []panel.Judge, verdicts []report.Verdict, lens panel.Lens) []ballot {
	var out []ballot
	for _, j := range judges {
		score, ok := report.JudgeScore(verdicts, j.Slug, lens.Slug, lens.MaxScore)
		if ok && j.Scores(lens.Slug) {
			out = append(out, ballot{j.Slug, j.Weight, score, comment(verdicts, j.Slug, lens.Slug)})
		}
	}
	return out
}

// comment is what a judge says of a lens in the first repeat that scores it.
func comment(verdicts []report.Verdict, judge, lens string) string {
	for _, v := range verdicts {
		if c, ok := v.Cell(lens); ok && v.Judge == judge && c.Score != nil {
			return c.Comment
		}
	}
	return ""
}

func lensResult(lens panel.Lens, ballots []ballot) format.LensResult {
	var scores, weights []panel.Points
	for _, b := range ballots {
		scores, weights = append(scores, b.score), append(weights, b.weight)
	}
	lr := format.LensResult{Lens: lens.Slug, Max: lens.MaxScore}
	lr.Score, lr.Spread, _ = report.SpreadOf(scores, weights)
	nearest := slices.MinFunc(ballots, func(a, b ballot) int {
		x, y := a.score.Sub(lr.Score), b.score.Sub(lr.Score)
		return x.Mul(x).Cmp(y.Mul(y))
	})
	lr.Comment, lr.Judge = nearest.comment, nearest.judge
	return lr
}

// totalSpread is nil unless at least two judges scored every lens.
func totalSpread(voting []panel.Judge, cast [][]ballot) *report.Spread {
	var whole []panel.Points
	for _, j := range voting {
		var total panel.Points
		scored := 0
		for _, b := range slices.Concat(cast...) {
			if b.judge == j.Slug {
				total, scored = total.Add(b.score), scored+1
			}
		}
		if scored == len(cast) {
			whole = append(whole, total)
		}
	}
	if len(whole) < 2 {
		return nil
	}
	_, s, _ := report.SpreadOf(whole, nil)
	return &s
}

// sortRemarks picks the remarks for the report's sections: must-fix items of
// lenses below 60 %, suggestions of lenses from 60 % to below 80 %, all cuts.
// Must-fix items of other lenses are in the appendix, by report.Review.
// The same text about the same lens is kept once. Order: lenses, then judges as
// the verdicts have them.
func (a *aggregation) sortRemarks() error {
	band := map[string]report.Band{}
	place := map[string]int{"": len(a.Lenses)}
	for i, l := range a.Lenses {
		band[l.Lens], place[l.Lens] = report.BandOf(l.Score, l.Max), i
	}
	for _, v := range a.verdicts {
		for _, r := range v.MustFix {
			if r.Lens == "" || band[r.Lens] == report.BandMustFix {
				a.MustFix = append(a.MustFix, r)
			}
		}
		for _, r := range v.Suggestions {
			if r.Lens == "" || band[r.Lens] != report.BandSound {
				a.Suggestions = append(a.Suggestions, r)
			}
		}
		a.Cuts = append(a.Cuts, v.Cuts...)
	}
	for _, list := range []*[]report.Remark{&a.MustFix, &a.Suggestions, &a.Cuts} {
		*list = mergeRemarks(*list, place)
	}
	return nil
}

func mergeRemarks(in []report.Remark, place map[string]int) []report.Remark {
	seen := map[[2]string]bool{}
	out := make([]report.Remark, 0, len(in))
	for _, r := range in {
		k := [2]string{r.Lens, strings.ToLower(text.OneLine(r.Text))}
		if !seen[k] {
			seen[k] = true
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b report.Remark) int { return cmp.Compare(place[a.Lens], place[b.Lens]) })
	return out
}

// TotalUsage adds what the verdicts cost.
func TotalUsage(verdicts []report.Verdict) (report.Usage, *report.Money) {
	return format.Total(verdicts, func(v report.Verdict) (report.Usage, *report.Money) { return v.Usage, v.Cost })
}

// Rescale applies a panel with other lenses to old verdicts, with no call:
// scores are scaled in proportion to the new maxima, lenses that are gone are
// dropped. A new lens that no verdict speaks to is an error.
func Rescale(p *panel.Panel, verdicts []report.Verdict) ([]report.Verdict, error) {
	var problems []error
	for _, lens := range p.Lenses {
		if !slices.ContainsFunc(verdicts, func(v report.Verdict) bool {
			_, ok := v.Cell(lens.Slug)
			return ok
		}) {
			problems = append(problems, fmt.Errorf("lens %s: no stored reply speaks to it; run a new review to have it scored", lens.Slug))
		}
	}
	return report.RescaleVerdicts(p, verdicts), errors.Join(problems...)
}
