package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"judgement/panel"
)

// Review is what the appendix and the judges' pages are built from. All its
// text is taken as untrusted.
type Review struct {
	Panel *panel.Panel
	Lang  Lang
	Scene Scene
	Brand string
	Case  string // case id, such as C-2026-0001
	// Version is the case version, from 1; 0 leaves it out.
	Version int
	Date    string // as it is to be shown
	// Restated is set if Panel is not the one that judged.
	Restated *Restated
	Previous *Previous // the version before this one; nil: none

	// Selected are the judges that were chosen to run; nil means all.
	Selected []string
	Verdicts []Verdict
	// Means and Spreads are by lens slug, over the voting judges; a lens
	// without an entry has no score.
	Means   map[string]panel.Points
	Spreads map[string]Spread

	// Probabilities are those of the grades; nil: nothing is known. Repeats is nil if the
	// plan fixes how often each judge is asked.
	Probabilities []GradeProbability
	Repeats       *Repeats

	Unproven   string // that most quotes are not proven, in a sentence; empty: half of them are
	Integrity  []IntegrityWarning
	Reading    *IntegrityReading // of the integrity reader; nil: the scene has none
	Provenance Provenance
	Usage      Usage  // of the whole review, failed calls included
	Cost       *Money // of the whole review; nil: unknown
	Parts      []Part // of the cost, by models
	// Source is the judged document; nil leaves it out. Appendix fills in its
	// Marks if it has none.
	Source *Source
}

// Scene names the scene of a review.
type Scene struct{ Slug, Name string }

// Provenance says what a review was made from and with.
type Provenance struct {
	DocumentName   string
	DocumentSHA256 string
	Provider       string   // openai, offline, replay
	NoModel        bool     // no language model answers for the answers
	Models         []string // names, in the order to be shown
	PromptSHA256   string
	Versions       []Named // of the service, the skill, the vault, the revision
	Skills         []Named // judge slug, a blank and the version if there is one; the hash of its skill
}

// Named is a name with its value.
type Named struct{ Name, Value string }

// EvidenceCounts counts citations by status.
type EvidenceCounts struct {
	Total  int `json:"total"`           // quotes; a claim without one is in ByStatus only
	Proven int `json:"proven"`          // of these
	Noted  int `json:"noted,omitempty"` // of the proven ones, those with a note
	// ByStatus is in the order of the statuses, without those that are 0;
	// statuses that are none of ours come last, by name.
	ByStatus []StatusCount `json:"by_status"`
	NoModel  bool          `json:"no_model,omitempty"` // no language model judged
}

// of returns how many citations have a status.
func (e EvidenceCounts) of(status string) int {
	for _, c := range e.ByStatus {
		if c.Status == status {
			return c.Count
		}
	}
	return 0
}

// StatusCount is one status and how many citations have it.
type StatusCount struct {
	Status string `json:"status"`
	Count  int    `json:"count"`
}

// uncited is the status of a claim without a quote.
const uncited = "uncited"

// Citations are the citations of all scores and remarks.
func Citations(verdicts []Verdict) []Citation {
	var out []Citation
	for _, v := range verdicts {
		for _, cell := range v.Cells {
			out = append(out, cell.Citations...)
		}
		for _, r := range v.Remarks() {
			out = append(out, r.Citations...)
		}
	}
	return out
}

// CountEvidence counts citations.
func CountEvidence(citations []Citation) EvidenceCounts {
	counts := make(map[string]int)
	var out EvidenceCounts
	for _, c := range citations {
		counts[c.Status]++
		if c.Status != uncited {
			out.Total++
		}
		if Proven(c.Status) {
			out.Proven++
		}
		if c.MarkKind() == MarkNoted {
			out.Noted++
		}
	}
	for _, t := range statusTerms {
		if n := counts[t.key]; n > 0 {
			out.ByStatus = append(out.ByStatus, StatusCount{t.key, n})
			delete(counts, t.key)
		}
	}
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		out.ByStatus = append(out.ByStatus, StatusCount{status, counts[status]})
	}
	return out
}

// Marks returns the places of the document that the citations quote, by where they start.
// Quotes of the same words share one, unless what was found of them, or what their
// ellipses leave out, differs.
func Marks(citations []Citation) (out []Mark) {
	sorted := slices.SortedStableFunc(slices.Values(citations), func(a, b Citation) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	first := 0 // of the marks with the same ends
	for _, c := range sorted {
		if c.Start < 0 || c.End <= c.Start {
			continue
		}
		m := Mark{ID: fmt.Sprintf("q-%d-%d", c.Start, c.End), Start: c.Start, End: c.End, Kind: c.MarkKind(), Parts: c.Parts}
		if first == len(out) || out[first].Start != m.Start || out[first].End != m.End {
			first = len(out)
		}
		if slices.ContainsFunc(out[first:], c.MarkedBy) {
			continue
		}
		if n := len(out) - first; n > 0 {
			m.ID += fmt.Sprintf("-%d", n+1)
		}
		out = append(out, m)
	}
	return out
}

// MarkedBy reports whether a mark is that of the citation.
func (c Citation) MarkedBy(m Mark) bool {
	return m.Start == c.Start && m.End == c.End && m.Kind == c.MarkKind() && slices.Equal(m.Parts, c.Parts)
}

// MarkKind is what was found of the citation's place.
func (c Citation) MarkKind() MarkKind {
	switch {
	case c.Status == "out_of_scope":
		return MarkOutOfScope
	case !Proven(c.Status):
		return MarkAltered
	case len(c.Note) > 0:
		return MarkNoted
	}
	return MarkProven
}

// AnchorView is an anchor judge's score beside the mean of the voting judges.
type AnchorView struct {
	Judge      string       `json:"judge"`
	NoModel    bool         `json:"no_model,omitempty"` // no language model answered for the judge
	Lens       string       `json:"lens"`
	Max        panel.Points `json:"max"`
	Score      panel.Points `json:"score"`
	Mean       panel.Points `json:"mean"`
	Difference panel.Points `json:"difference"` // Score − Mean
	Flagged    bool         `json:"flagged"`    // the difference is above 20 % of Max, either way
}

// AnchorViews compares the judges that don't vote with the means, judge by
// judge, in the panel's order. Lenses that either has no score for are left
// out.
func AnchorViews(p *panel.Panel, verdicts []Verdict, means map[string]panel.Points) []AnchorView {
	var out []AnchorView
	for _, j := range p.Judges {
		if p.Votes(j.Slug) {
			continue
		}
		for _, lens := range p.JudgeLenses(j) {
			score, ok := JudgeScore(verdicts, j.Slug, lens.Slug, lens.MaxScore)
			mean, has := means[lens.Slug]
			if !ok || !has {
				continue
			}
			diff, limit := score.Sub(mean), lens.MaxScore.Quo(panel.PointsOf(5))
			out = append(out, AnchorView{
				Judge: j.Slug, Lens: lens.Slug, Max: lens.MaxScore, Score: score, Mean: mean, Difference: diff,
				Flagged: diff.Cmp(limit) > 0 || mean.Sub(score).Cmp(limit) > 0,
			})
		}
	}
	return out
}

// ran reports whether a judge was chosen to run.
func (in Review) ran(judge string) bool {
	return in.Selected == nil || slices.Contains(in.Selected, judge)
}

// verdictsOf returns one judge's verdicts in their order.
func (in Review) verdictsOf(judge string) []Verdict {
	return which(in.Verdicts, func(v Verdict) bool { return v.Judge == judge })
}
