// Package panel owns panels of judges: their files, one level of inheritance,
// the resolved panel, its exact total maximum and how it is written to a file. It never reaches the network,
// knows no scenes and does not read the judges' skills.
package panel

import "slices"

// Category says how a judge takes part.
type Category string

// The two categories of the contract.
const (
	Anchor    Category = "anchor"    // a viewpoint, shown beside the mean
	Dimension Category = "dimension" // votes
)

// SumMaxScore is the only scoring mode: totals are sums of lens scores.
const SumMaxScore = "sum_max_score"

// Selection says which judges run.
type Selection string

// SelectAll runs every judge; SelectAuto the always-active ones and the
// SelectMax others that fit the document best.
const (
	SelectAll  Selection = "all"
	SelectAuto Selection = "auto"
)

// Judge is one member of a panel.
type Judge struct {
	Slug          string   `json:"slug"`
	DisplayNameCN string   `json:"display_name_cn,omitempty"`
	DisplayName   string   `json:"display_name,omitempty"` // in English
	Category      Category `json:"judge_category"`
	SkillPath     string   `json:"skill_path"` // from the workspace, with slashes
	AlwaysActive  bool     `json:"always_active"`
	Provider      string   `json:"provider,omitempty"` // of its model; empty: the configured one
	Model         string   `json:"model,omitempty"`    // empty: the configured model
	Lenses        []string `json:"lenses,omitempty"`   // empty: every lens of the panel
	Weight        Points   `json:"weight"`             // > 0; 1 unless the file says otherwise
	Repeats       int      `json:"repeats,omitempty"`  // 0: what the run asks for
}

// Lens is one dimension of scoring.
type Lens struct {
	Slug          string `json:"slug"`
	DisplayNameCN string `json:"display_name_cn,omitempty"`
	DisplayName   string `json:"display_name,omitempty"` // in English
	MaxScore      Points `json:"max_score"`              // > 0
	Description   string `json:"description,omitempty"`
}

// Panel is a resolved panel: inheritance merged, defaults filled in, rules
// checked. Lists keep the order of the files.
type Panel struct {
	Path         string       `json:"path"` // of its file, from the workspace
	Name         string       `json:"name"`
	DisplayName  string       `json:"display_name"`
	AnchorSlug   string       `json:"anchor_slug,omitempty"`
	Extends      string       `json:"extends,omitempty"` // the base's path, from the workspace
	ScoringMode  string       `json:"scoring_mode"`
	OutputFormat OutputFormat `json:"output_format"`
	Select       Selection    `json:"select"`
	SelectMax    int          `json:"select_max,omitempty"`
	Judges       []Judge      `json:"judges"`
	Lenses       []Lens       `json:"scoring_lenses"`
}

// TotalMax returns the sum of all lens maxima.
func (p *Panel) TotalMax() Points {
	var sum Points
	for _, l := range p.Lenses {
		sum = sum.Add(l.MaxScore)
	}
	return sum
}

// LensSlugs returns the slugs of the lenses, in the panel's order.
func (p *Panel) LensSlugs() []string {
	out := make([]string, len(p.Lenses))
	for i, l := range p.Lenses {
		out[i] = l.Slug
	}
	return out
}

// Lens returns the lens with that slug.
func (p *Panel) Lens(slug string) (Lens, bool) {
	i := slices.IndexFunc(p.Lenses, func(l Lens) bool { return l.Slug == slug })
	if i < 0 {
		return Lens{}, false
	}
	return p.Lenses[i], true
}

// Judge returns the judge with that slug.
func (p *Panel) Judge(slug string) (Judge, bool) {
	i := slices.IndexFunc(p.Judges, func(j Judge) bool { return j.Slug == slug })
	if i < 0 {
		return Judge{}, false
	}
	return p.Judges[i], true
}

// JudgeLenses returns the lenses that a judge scores, in the panel's order.
func (p *Panel) JudgeLenses(j Judge) []Lens {
	if len(j.Lenses) == 0 {
		return p.Lenses
	}
	return slices.DeleteFunc(slices.Clone(p.Lenses), func(l Lens) bool { return !j.Scores(l.Slug) })
}

// Scores reports whether a judge scores a lens of its panel.
func (j Judge) Scores(lens string) bool { return len(j.Lenses) == 0 || slices.Contains(j.Lenses, lens) }

// Voting returns the judges whose scores make the mean: the dimension judges,
// or the anchors of a panel that has nothing else.
func (p *Panel) Voting() []Judge {
	return slices.DeleteFunc(slices.Clone(p.Judges), func(j Judge) bool { return !p.Votes(j.Slug) })
}

func isDimension(j Judge) bool { return j.Category == Dimension }

// Votes reports whether a judge's scores are part of the mean.
func (p *Panel) Votes(judge string) bool {
	j, ok := p.Judge(judge)
	return ok && (j.Category == Dimension || !slices.ContainsFunc(p.Judges, isDimension))
}
