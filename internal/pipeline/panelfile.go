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

// panelFile writes a resolved panel as a panel file that loads by itself.
func panelFile(p *panel.Panel) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(panelThatJudged)
	doc := &yaml.Node{Kind: yaml.MappingNode}
	put := func(m *yaml.Node, key, value string) {
		if value != "" {
			m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, plain(value))
		}
	}
	list := func(key string) *yaml.Node {
		n := &yaml.Node{Kind: yaml.SequenceNode}
		doc.Content = append(doc.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, n)
		return n
	}
	put(doc, "name", p.Name)
	put(doc, "display_name", p.DisplayName)
	put(doc, "anchor_slug", p.AnchorSlug)
	put(doc, "scoring_mode", p.ScoringMode)
	put(doc, "output_format", string(p.OutputFormat))
	judges := list("judges")
	for _, j := range p.Judges {
		m := &yaml.Node{Kind: yaml.MappingNode}
		put(m, "slug", j.Slug)
		put(m, "display_name_cn", j.DisplayNameCN)
		put(m, "judge_category", string(j.Category))
		put(m, "skill_path", j.SkillPath)
		put(m, "model", j.Model)
		if j.AlwaysActive {
			m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: "always_active"}, number("true"))
		}
		if !j.Weight.Equal(panel.PointsOf(1)) && j.Weight.Sign() > 0 {
			m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: "weight"}, number(j.Weight.Decimal(12)))
		}
		if j.Repeats > 0 {
			m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: "repeats"}, number(fmt.Sprint(j.Repeats)))
		}
		if len(j.Lenses) > 0 {
			names := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
			for _, l := range j.Lenses {
				names.Content = append(names.Content, plain(l))
			}
			m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: "lenses"}, names)
		}
		judges.Content = append(judges.Content, m)
	}
	if len(p.Lenses) > 0 {
		lenses := list("scoring_lenses")
		for _, l := range p.Lenses {
			m := &yaml.Node{Kind: yaml.MappingNode}
			put(m, "slug", l.Slug)
			put(m, "display_name_cn", l.DisplayNameCN)
			m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: "max_score"}, number(l.MaxScore.Decimal(12)))
			put(m, "description", l.Description)
			lenses.Content = append(lenses.Content, m)
		}
	}
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(doc); err != nil {
		return nil, fmt.Errorf("encode the panel: %w", err)
	}
	return out.Bytes(), enc.Close()
}

// plain is a string scalar, quoted where YAML would read it as something else.
func plain(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	return n
}

// number is a scalar that is no string.
func number(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: s} }
