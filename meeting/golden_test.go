package meeting

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/skill"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

var update = flag.Bool("update", false, "write the golden files anew")

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

// models is a language model with a name and no price.
type models struct{}

func (models) Info(string) llm.Info { return llm.Info{Name: "m-1", Provider: "openai"} }

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
		Models: models{}, Options: format.Options{MaxReplyTokens: 800}, Random: bytes.NewReader([]byte("01234567")),
		Now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC),
	}, m)
	if err != nil {
		t.Fatal(err)
	}
	return Format{}.run(p, m, sc, skills, models{})
}

func prompt(t *testing.T, req llm.Request) []byte {
	t.Helper()
	return []byte("== system\n" + req.Messages[0].Content + "\n== user\n" + req.Messages[1].Content + "\n== schema\n" + string(req.Schema.JSON) + "\n")
}

func TestPromptGoldens(t *testing.T) {
	s := sampleRun(t, smallRecord, "en", 0)
	seats, err := s.Calls()
	if err != nil {
		t.Fatal(err)
	}
	if len(seats) != 3 || s.Plan.Split() {
		t.Fatalf("%d seats", len(seats))
	}
	golden(t, "prompt-whole.txt", prompt(t, seats[0].Request))
	// All judges share what stands before their method.
	first, second := seats[0].Request.Messages, seats[1].Request.Messages
	at := strings.Index(first[1].Content, "# Your method")
	if first[0] != second[0] || !strings.HasPrefix(second[1].Content, first[1].Content[:at]) || !strings.HasPrefix(first[1].Content, "<<<DOCUMENT 3031323334353637\n") {
		t.Error("the judges' prompts do not begin alike with the record")
	}
	long := "店长：" + strings.Repeat("每份亏 1.6 元，周三前给出方案。", 300) + "\n财务：" + strings.Repeat("提价一元，每月多收四千元。", 300)
	s = sampleRun(t, long, "zh", 4000)
	if seats, err = s.Calls(); err != nil || len(seats) != 3*len(s.Plan.Material.Parts) || !s.Plan.Split() {
		t.Fatalf("%d seats of %d parts: %v", len(seats), len(s.Plan.Material.Parts), err)
	}
	for i, seat := range seats {
		if n := llm.EstimatePrompt(seat.Request) + seat.Request.MaxTokens; n > 4000 {
			t.Errorf("part %d needs %d tokens", i, n)
		}
	}
	text := string(prompt(t, seats[1].Request))
	golden(t, "prompt-part.txt", []byte(text[strings.Index(text, "\nDOCUMENT 3031323334353637>>>"):]))
	answers := []jury.Answer{
		{Outcome: jury.OK, Reply: Reply{Logic: "看期限。", Highlights: []Claim{{Text: "有期限。", Quotes: []string{"每份亏 1.6 元，周三前给出方案。", "并没有说过的一句话在这里。"}}}, Verdict: "可行。"}},
		{Outcome: jury.Failed},
	}
	seat, points, err := s.merge(s.Plan.Judges[0], answers)
	if err != nil || points != Wanted {
		t.Fatalf("%d points: %v", points, err)
	}
	golden(t, "prompt-merge.txt", prompt(t, seat.Request))
}

// TestKeyIsThatOfOldVersions: a version that an older program began is resumed by
// its key.
func TestKeyIsThatOfOldVersions(t *testing.T) {
	r := sampleRun(t, smallRecord, "en", 0)
	r.Prompts = "p" // the key depends on the wording, this test does not
	key, err := r.Frozen().Key()
	if want := "435f543935b3cd706dd13e0a001e3d6007f9d2ea6903a583370aa723bae4d339"; err != nil || key != want {
		t.Errorf("key %s, %v; want %s", key, err, want)
	}
}

func TestReportGoldens(t *testing.T) {
	s := sampleRun(t, smallRecord, "en", 0)
	reply := Reply{
		Logic: "I asked of each decision who owns it.\n\nAnd by when.",
		Highlights: []Claim{
			{Text: "The cost of each Sunday is named.", Quotes: []string{"Each Sunday costs 640 at North and 610 at South."}, At: "09:00:41"},
			{Text: "# A rule with a number", Quotes: []string{"we close with fewer than two staff"}},
			{Text: "It speaks at a time that is not there.", At: "10:00:00"},
		},
		Shortcomings: []Claim{{Text: "The cost is wrong.", Quotes: []string{"Each Sunday costs 460 at North and 610 at South."}, At: "09:00:41"}},
		Verdict:      "One rule is clear. The rest is open.",
	}
	views := []View{
		s.view(jury.Answer{Judge: "plan-execution", Outcome: jury.OK, Reply: reply, Model: "m-1", Usage: llm.Usage{Calls: 2, PromptTokens: 900, CompletionTokens: 300}}),
		s.view(jury.Answer{Judge: "evidence-auditor", Outcome: jury.OK, Reply: reply, Model: "m-1", Usage: llm.Usage{Calls: 1, PromptTokens: 450, CompletionTokens: 150}}),
		s.view(jury.Answer{Judge: "frugal-operator", Outcome: jury.Failed, Reason: "connection cut (after 6 attempts)", Model: "m-1"}),
	}
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		in := report.Review{
			Panel: samplePanel(), Lang: lang, Scene: report.Scene{Slug: "meeting", Name: "Meeting summary"}, Brand: "weekly",
			Case: "C-2026-0001", Version: 1, Date: "2026-11-21", Provenance: report.Provenance{DocumentName: "weekly.txt", DocumentSHA256: "d0", Models: []string{"m-1"}},
		}
		sum := NewSummary(in, s.Material.Document.Title, s.Plan.Material, views)
		golden(t, "report."+string(lang)+".md", report.Markdown(sum.Page()))
		golden(t, "judge."+string(lang)+".md", report.Markdown(sum.JudgePage("plan-execution")))
		golden(t, "deck."+string(lang)+".md", sum.Deck(s.Material.Transcript.StampAt).Markdown())
	}
}
