package meeting

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/format"
	"judgement/internal/llm"
	"judgement/internal/llm/llmtest"
	"judgement/internal/skill"
	"judgement/panel"
	"judgement/scene"
)

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", file, d)
	}
}

// models has one language model with a name and no price.
var models = llmtest.Models(func(string) llm.Info { return llm.Info{Name: "m-1", Provider: "openai"} })

func samplePanel() *panel.Panel {
	one := panel.PointsOf(1)
	return &panel.Panel{
		Path: "scenes/meeting/panel.yaml", Name: "meeting", DisplayName: "Meeting readers", OutputFormat: panel.MeetingSummary,
		Judges: []panel.Judge{
			{Slug: "plan-execution", DisplayNameCN: "计划与执行评委", Category: panel.Dimension, SkillPath: "judges/plan/SKILL.md", Weight: one},
			{Slug: "evidence-auditor", DisplayNameCN: "证据审计员", Category: panel.Dimension, SkillPath: "judges/plan/SKILL.md", Weight: one},
			{Slug: "frugal-operator", DisplayNameCN: "精打细算的经营者", Category: panel.Anchor, SkillPath: "judges/plan/SKILL.md", Weight: one},
		},
	}
}

func sampleRun(t *testing.T, text, language string, context int) *Run {
	t.Helper()
	m := material(t, text)
	skills := map[string]*skill.Skill{"judges/plan/SKILL.md": {Body: "Look for decisions with an owner and a date.\n", SHA256: "5c"}}
	sc := &scene.Scene{Slug: "meeting", DisplayName: "Meeting summary"}
	p, err := NewPlan(format.Input{
		Scene: sc, Brand: "weekly", Language: language, Panel: samplePanel(), Skills: skills, ContextTokens: context,
		Models: models, Options: format.Options{MaxReplyTokens: 800}, Random: bytes.NewReader([]byte("01234567")),
		Now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC),
	}, m)
	if err != nil {
		t.Fatal(err)
	}
	return Format{}.run(p, m, sc, skills, models)
}

func prompt(t *testing.T, req llm.Request) []byte {
	t.Helper()
	return []byte("== system\n" + req.Messages[0].Content + "\n== user\n" + req.Messages[1].Content + "\n== schema\n" + string(req.Schema.JSON) + "\n")
}
