package pairwise

import (
	"errors"
	"strings"
	"testing"

	"judgement/panel"
)

// TestBasis: a comparison counts again only where all that it rests on is the same.
func TestBasis(t *testing.T) {
	base := somePlan(t, nil)
	if len(base.Judges) != 2 || base.CallsPerPair() != 4 || base.Limit(5) != 60 {
		t.Fatalf("the plan: %+v", base)
	}
	same := somePlan(t, func(in *Input) {
		in.Options.MaxReplyTokens, in.Calls, in.Scene, in.PanelSHA256 = 1200, 30, "other", "qq"
		in.Panel.Judges[2].Weight = panel.PointsOf(3)
	})
	if same.Key() != base.Key() || same.Limit(5) != 30 {
		t.Error("limits, names and weights change what judges compare by")
	}
	for name, change := range map[string]func(*Input){
		"skill":       func(in *Input) { in.Skills["judges/figures/SKILL.md"].SHA256 = "f2" },
		"model":       func(in *Input) { in.Panel.Judges[0].Model = "m-9" },
		"lens of all": func(in *Input) { in.Panel.Lenses[0].Description = "Sums." },
		"language":    func(in *Input) { in.Language = "zh" },
		"temperature": func(in *Input) { in.Options.Temperature = 1 },
		"seed":        func(in *Input) { in.Options.Seed = 8 },
	} {
		p := somePlan(t, change)
		if p.Judges[0].Basis == base.Judges[0].Basis {
			t.Errorf("%s does not matter", name)
		}
		if one := name == "skill" || name == "model"; one != (p.Judges[1].Basis == base.Judges[1].Basis) {
			t.Errorf("%s: the other judge's comparisons are judged wrongly", name)
		}
	}
}

func TestPlansThatCannotBe(t *testing.T) {
	p := &panel.Panel{Judges: []panel.Judge{{Slug: "a", Category: panel.Dimension, SkillPath: "x"}}}
	if _, err := NewPlan(Input{Language: "fr", Panel: p}); err == nil || !strings.Contains(err.Error(), "en or zh") {
		t.Errorf("language: %v", err)
	}
	if _, err := NewPlan(Input{Language: "en", Panel: p, Models: someModel}); err == nil || !strings.Contains(err.Error(), "skill x") {
		t.Errorf("skill: %v", err)
	}
	if _, err := NewPlan(Input{Language: "en", Panel: &panel.Panel{}, Models: someModel}); !errors.Is(err, ErrNoJudges) {
		t.Errorf("no judges: %v", err)
	}
}
