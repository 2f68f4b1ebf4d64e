package attribution_test

import (
	"strings"
	"testing"

	"judgement/internal/attribution"
	"judgement/internal/casefile"
	"judgement/report"
)

// TestCalibrationSpeaksTheScenesLanguage: a real run's page and the command's are
// in the language of the cases: of their scene, else of their questions.
func TestCalibrationSpeaksTheScenesLanguage(t *testing.T) {
	const scene = "slug: demo\nscene_type: competition\nchat:\n  app_id_env: CHAT_APP_ID_DEMO\n  app_secret_env: CHAT_APP_SECRET_DEMO\n" +
		"report:\n  brand_prefix: demo-\n  language: zh\nanchor_judge: null\nshow_scores_publicly: true\n"
	const panel = "scoring_mode: sum_max_score\noutput_format: op2_6section\njudges_add:\n" +
		"  - {slug: ann, display_name_cn: Ann, judge_category: dimension, skill_path: skills/ann/SKILL.md}\n" +
		"scoring_lenses_override:\n  - {slug: value, display_name_cn: Value, max_score: 10}\n"
	for name, tt := range map[string]struct {
		scene   bool
		chinese bool // questions
		want    report.Lang
	}{
		"English questions": {false, false, report.English},
		"Chinese questions": {false, true, report.Chinese},
		"a Chinese scene":   {true, false, report.Chinese},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			if tt.scene {
				w.write("scenes/demo/scene.yaml", scene)
				w.write("scenes/demo/panel.yaml", panel)
			}
			c := w.publish("acme")
			w.draft(c)
			err := c.Update(t.Context(), func(i *casefile.Info) error {
				if tt.chinese {
					i.Checkpoints[0].Question = "第二家门店开业了吗？"
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Accept(t.Context(), c.ID, nil); err != nil {
				t.Fatal(err)
			}
			w.day("2026-03-31")
			w.run(attribution.Options{})
			title := map[report.Lang]string{report.English: "Were the judges right?", report.Chinese: "评委料中了吗？"}[tt.want]
			if page := w.read("cases/calibration.html"); !strings.Contains(page, title) {
				t.Errorf("the page of the run is not in %q", tt.want)
			}
			cal, err := w.Calibration(t.Context(), nil)
			if err != nil || cal.Language != tt.want || cal.Page().Lang != tt.want || cal.Page().Title != title {
				t.Errorf("the command's page is in %q, %v", cal.Language, err)
			}
		})
	}
}
