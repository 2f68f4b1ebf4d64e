package panel

import (
	"bytes"
	"fmt"

	"gopkg.in/yaml.v3"
)

// The keys of a panel file, in the order in which they are written. JSON has them in
// another order, which hashes depend on.
type (
	writtenPanel struct {
		Name         string         `yaml:"name,omitempty"`
		DisplayName  string         `yaml:"display_name,omitempty"`
		AnchorSlug   string         `yaml:"anchor_slug,omitempty"`
		ScoringMode  string         `yaml:"scoring_mode,omitempty"`
		OutputFormat string         `yaml:"output_format,omitempty"`
		Judges       []writtenJudge `yaml:"judges"`
		Lenses       []writtenLens  `yaml:"scoring_lenses,omitempty"`
	}
	writtenJudge struct {
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
	writtenLens struct {
		Slug          string     `yaml:"slug,omitempty"`
		DisplayNameCN string     `yaml:"display_name_cn,omitempty"`
		MaxScore      *yaml.Node `yaml:"max_score"`
		Description   string     `yaml:"description,omitempty"`
	}
)

// number is an exact number.
func number(p Points) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Value: p.Decimal(12)}
}

// Write writes the panel as a panel file that loads by itself, after a comment.
func (p *Panel) Write(comment string) ([]byte, error) {
	keys := writtenPanel{p.Name, p.DisplayName, p.AnchorSlug, p.ScoringMode, string(p.OutputFormat), nil, nil}
	for _, j := range p.Judges {
		k := writtenJudge{j.Slug, j.DisplayNameCN, string(j.Category), j.SkillPath, j.Model, j.AlwaysActive, nil, j.Repeats, j.Lenses}
		if !j.Weight.Equal(PointsOf(1)) && j.Weight.Sign() > 0 {
			k.Weight = number(j.Weight)
		}
		keys.Judges = append(keys.Judges, k)
	}
	for _, l := range p.Lenses {
		keys.Lenses = append(keys.Lenses, writtenLens{l.Slug, l.DisplayNameCN, number(l.MaxScore), l.Description})
	}
	out := bytes.NewBufferString("# " + comment + "\n")
	enc := yaml.NewEncoder(out)
	enc.SetIndent(2)
	if err := enc.Encode(keys); err != nil {
		return nil, fmt.Errorf("encode the panel: %w", err)
	}
	return out.Bytes(), enc.Close()
}
