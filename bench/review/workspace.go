//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// workspace makes a new workspace: one scene with the given number of judges with
// six lenses each, and the given number of documents of 4 KB.
func (b *bench) workspace(judges, documents int) (ws, docs string, err error) {
	ws, err = os.MkdirTemp(b.dir, "ws")
	if err != nil {
		return "", "", err
	}
	files := map[string]string{"scenes/bench/scene.yaml": sceneYAML, "scenes/bench/panel.yaml": panelYAML(judges)}
	for j := range judges {
		slug := fmt.Sprintf("judge-%d", j)
		files["judges/"+slug+"/SKILL.md"] = "---\nname: " + slug + "\ndescription: Judge number " + fmt.Sprint(j) + " of the benchmark.\n---\n" +
			strings.Repeat("Read the document twice and weigh what it shows against what it claims.\n", 20)
	}
	for d := range documents {
		files[fmt.Sprintf("docs/doc-%03d.md", d)] = documentText(d)
	}
	files["anchors/bench/perspective/SKILL.md"] = "---\nname: perspective\ndescription: The benchmark's viewpoint.\nmetadata:\n  judge-slug: bench\n---\nRead.\n"
	for name, text := range files {
		path := filepath.Join(ws, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", "", err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return "", "", err
		}
	}
	return ws, filepath.Join(ws, "docs"), nil
}

const sceneYAML = `slug: bench
scene_type: competition
chat: {app_id_env: CHAT_APP_ID_BENCH, app_secret_env: CHAT_APP_SECRET_BENCH}
report: {brand_prefix: bench-, language: en}
anchor_judge: null
show_scores_publicly: true
`

func panelYAML(judges int) string {
	var b strings.Builder
	b.WriteString("scoring_mode: sum_max_score\noutput_format: op2_6section\njudges:\n")
	for j := range judges {
		fmt.Fprintf(&b, "  - {slug: judge-%d, judge_category: dimension, skill_path: judges/judge-%d/SKILL.md}\n", j, j)
	}
	b.WriteString("scoring_lenses:\n")
	for l := range 6 {
		fmt.Fprintf(&b, "  - {slug: lens-%d, max_score: %d, description: What the document shows on point %d.}\n", l, 10+5*(l%2), l)
	}
	return b.String()
}

// documentText is about 4 KB of prose that differs from document to document.
func documentText(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Entry %d\n\n", n)
	for i := 0; b.Len() < 4000; i++ {
		fmt.Fprintf(&b, "Trial %d of entry %d ran for %d weeks with %d testers, who saved %d minutes a day on average. ", i, n, 3+i, 10+i*n%37, 5+i%11)
		if i%4 == 3 {
			b.WriteString("\n\n")
		}
	}
	return b.String()
}
