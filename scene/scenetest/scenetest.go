// Package scenetest makes the small workspaces of tests.
package scenetest

import (
	"fmt"
	"strings"
	"testing/fstest"
)

// Scene is a scene of a workspace.
type Scene struct {
	Slug   string
	Prefix string // of the names of reports
	Panel  string // what panel.yaml has after the judges
}

// Workspace has scenes with the same judges: judge-0, judge-1 and so on.
func Workspace(judges int, scenes ...Scene) fstest.MapFS {
	files := fstest.MapFS{}
	put := func(name, text string) { files[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644} }
	panel := "judges:\n"
	for j := range judges {
		panel += fmt.Sprintf("  - {slug: judge-%d, judge_category: dimension, skill_path: judges/judge-%d/SKILL.md}\n", j, j)
		put(fmt.Sprintf("judges/judge-%d/SKILL.md", j),
			fmt.Sprintf("---\nname: judge-%d\ndescription: Test judge %d.\n---\n%s", j, j, strings.Repeat("Read the document twice and weigh what it shows.\n", 20)))
	}
	for _, s := range scenes {
		env := strings.ToUpper(s.Slug)
		put("scenes/"+s.Slug+"/scene.yaml", fmt.Sprintf(`slug: %s
scene_type: competition
chat: {app_id_env: CHAT_APP_ID_%s, app_secret_env: CHAT_APP_SECRET_%s}
report: {brand_prefix: %s, language: en}
anchor_judge: null
show_scores_publicly: true
`, s.Slug, env, env, s.Prefix))
		put("scenes/"+s.Slug+"/panel.yaml", panel+s.Panel)
	}
	return files
}
