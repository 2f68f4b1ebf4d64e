package panel

import (
	"bytes"
	"fmt"
	"io/fs"

	"gopkg.in/yaml.v3"

	"judgement/internal/yamlfile"
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
		DisplayName   string     `yaml:"display_name,omitempty"`
		Category      string     `yaml:"judge_category,omitempty"`
		SkillPath     string     `yaml:"skill_path,omitempty"`
		Provider      string     `yaml:"provider,omitempty"`
		Model         string     `yaml:"model,omitempty"`
		AlwaysActive  bool       `yaml:"always_active,omitempty"`
		Weight        *yaml.Node `yaml:"weight,omitempty"`
		Repeats       int        `yaml:"repeats,omitempty"`
		Lenses        []string   `yaml:"lenses,omitempty,flow"`
	}
	writtenLens struct {
		Slug          string     `yaml:"slug,omitempty"`
		DisplayNameCN string     `yaml:"display_name_cn,omitempty"`
		DisplayName   string     `yaml:"display_name,omitempty"`
		MaxScore      *yaml.Node `yaml:"max_score"`
		Description   string     `yaml:"description,omitempty"`
	}
)

// number is an exact number.
func number(p Points) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Value: p.Decimal(12)}
}

func written(l Lens) writtenLens {
	return writtenLens{l.Slug, l.DisplayNameCN, l.DisplayName, number(l.MaxScore), l.Description}
}

// Write writes the panel as a panel file that loads by itself, after a comment.
func (p *Panel) Write(comment string) ([]byte, error) {
	keys := writtenPanel{p.Name, p.DisplayName, p.AnchorSlug, p.ScoringMode, string(p.OutputFormat), nil, nil}
	for _, j := range p.Judges {
		k := writtenJudge{j.Slug, j.DisplayNameCN, j.DisplayName, string(j.Category), j.SkillPath, j.Provider, j.Model, j.AlwaysActive, nil, j.Repeats, j.Lenses}
		if !j.Weight.Equal(PointsOf(1)) && j.Weight.Sign() > 0 {
			k.Weight = number(j.Weight)
		}
		keys.Judges = append(keys.Judges, k)
	}
	for _, l := range p.Lenses {
		keys.Lenses = append(keys.Lenses, written(l))
	}
	out := bytes.NewBufferString("# " + comment + "\n")
	err := encode(out, keys)
	return out.Bytes(), err
}

// Inherited returns what a panel file takes over from its base, as lines that can be
// appended to the file and then edited: the weight and lenses of each judge, and every
// lens. The lines change nothing by themselves. It returns nothing for a panel without
// a base, and leaves out a list that the file has already. Errors are those of Load.
func Inherited(fsys fs.FS, name string) ([]byte, error) {
	p, err := Load(fsys, name)
	if err != nil || p.Extends == "" {
		return nil, err
	}
	f := parseFile(yamlfile.Read(fsys, name), nil)
	out := &bytes.Buffer{}
	if !f.top.Has("judges_override") {
		out.WriteString("# The judges with their weights and the lenses that they score; [] means every lens.\n# To leave one out, remove its entry and write judges_drop: [its-slug].\n")
		err = encode(out, map[string]any{"judges_override": f.overrides(p)})
	}
	if err == nil && !f.top.Has("scoring_lenses_override") {
		out.WriteString("# The lenses, which are the criteria, with their maxima: change, remove or add entries.\n# display_name is the name in English reports.\n")
		lenses := []writtenLens{}
		for _, l := range p.Lenses {
			lenses = append(lenses, written(l))
		}
		err = encode(out, map[string]any{"scoring_lenses_override": lenses})
	}
	return out.Bytes(), err
}

// overrides are the base's judges in the panel, with weight and lenses.
func (f *file) overrides(p *Panel) []writtenJudge {
	out := []writtenJudge{}
	for _, j := range p.Judges {
		if indexOf(f.add, j.Slug) < 0 {
			out = append(out, writtenJudge{Slug: j.Slug, Weight: number(j.Weight), Lenses: j.Lenses})
		}
	}
	return out
}

func encode(to *bytes.Buffer, keys any) error {
	enc := yaml.NewEncoder(to)
	enc.SetIndent(2)
	if err := enc.Encode(keys); err != nil {
		return fmt.Errorf("encode the panel: %w", err)
	}
	return enc.Close()
}
