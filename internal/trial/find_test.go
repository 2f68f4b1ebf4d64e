package trial

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"judgement/internal/fault"
)

// TestFindSkill: a path, a judge's folder and a judge of a scene's panel are found; a
// mistyped name brings up the nearest judge.
func TestFindSkill(t *testing.T) {
	ws := fstest.MapFS{
		"judges/clarity/SKILL.md":             {},
		"anchors/frugal/perspective/SKILL.md": {},
		"notes/own/SKILL.md":                  {},
		"scenes/a/scene.yaml":                 {Data: []byte("slug: a\nscene_type: competition\nchat: {app_id_env: CHAT_APP_ID_A, app_secret_env: CHAT_APP_SECRET_A}\nreport: {brand_prefix: a-}\nanchor_judge: null\nshow_scores_publicly: true\n")},
		"scenes/a/panel.yaml":                 {Data: []byte("judges: [{slug: other-name, judge_category: dimension, skill_path: judges/clarity/SKILL.md}]\nscoring_lenses: [{slug: idea, max_score: 10}]\n")},
	}
	for arg, want := range map[string]string{
		"notes/own": "notes/own", "./notes/own/SKILL.md": "notes/own/SKILL.md",
		"clarity": "judges/clarity", "frugal": "anchors/frugal/perspective", "other-name": "judges/clarity/SKILL.md",
	} {
		if got, err := FindSkill(ws, arg); got != want || err != nil {
			t.Errorf("%s: %s, %v", arg, got, err)
		}
	}
	_, err := FindSkill(ws, "clarty")
	if !errors.Is(err, fault.Usage) || !strings.HasPrefix(fault.From(err).Params["fix"], "did you mean clarity?") {
		t.Error(err)
	}
}
