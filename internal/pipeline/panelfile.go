package pipeline

import (
	"bytes"
	"fmt"

	"gopkg.in/yaml.v3"

	"judgement/panel"
)

// What the first line of a panel file says of it: that it judged, or that stored
// verdicts were put under it later.
const (
	panelThatJudged = "# The panel as it judged: inheritance merged, chosen judges only.\n"
	panelPutUnder   = "# The panel that stored verdicts are aggregated under, inheritance merged; another one judged.\n"
)

// The keys of a panel file, in their order.
type (
	panelKeys struct {
		Name         string      `yaml:"name,omitempty"`
		DisplayName  string      `yaml:"display_name,omitempty"`
		AnchorSlug   string      `yaml:"anchor_slug,omitempty"`
		ScoringMode  string      `yaml:"scoring_mode,omitempty"`
		OutputFormat string      `yaml:"output_format,omitempty"`
		Judges       []judgeKeys `yaml:"judges"`
		Lenses       []lensKeys  `yaml:"scoring_lenses,omitempty"`
	}
	judgeKeys struct {
		Slug          string     `yaml:"slug,omitempty"`
		DisplayNameCN string     `yaml:"display_name_cn,omitempty"`
		Category      string     `yaml:"judge_category,omitempty"`
		SkillPath     string     `yaml:"skill_path,omitempty"`
		Model         string     `yaml:"model,omitempty"`
		AlwaysActive  bool       `yaml:"always_active,omitempty"`
		Weight        *yaml.Node `yaml:"weight,omitempty"`
		Repeats       int        `yaml:"repeats,omitempty"`
		Lenses        []string   `yaml:"lenses,omitempty,flow"`
	}
	lensKeys struct {
		Slug          string     `yaml:"slug,omitempty"`
		DisplayNameCN string     `yaml:"display_name_cn,omitempty"`
		MaxScore      *yaml.Node `yaml:"max_score"`
		Description   string     `yaml:"description,omitempty"`
	}
)

// number is an exact number.
func number(p panel.Points) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Value: p.Decimal(12)}
}

// panelFile writes a resolved panel as a panel file that loads by itself.
func panelFile(p *panel.Panel) ([]byte, error) {
	keys := panelKeys{p.Name, p.DisplayName, p.AnchorSlug, p.ScoringMode, string(p.OutputFormat), nil, nil}
	for _, j := range p.Judges {
		k := judgeKeys{j.Slug, j.DisplayNameCN, string(j.Category), j.SkillPath, j.Model, j.AlwaysActive, nil, j.Repeats, j.Lenses}
		if !j.Weight.Equal(panel.PointsOf(1)) && j.Weight.Sign() > 0 {
			k.Weight = number(j.Weight)
		}
		keys.Judges = append(keys.Judges, k)
	}
	for _, l := range p.Lenses {
		keys.Lenses = append(keys.Lenses, lensKeys{l.Slug, l.DisplayNameCN, number(l.MaxScore), l.Description})
	}
	out := bytes.NewBufferString(panelThatJudged)
	enc := yaml.NewEncoder(out)
	enc.SetIndent(2)
	if err := enc.Encode(keys); err != nil {
		return nil, fmt.Errorf("encode the panel: %w", err)
	}
	return out.Bytes(), enc.Close()
}
