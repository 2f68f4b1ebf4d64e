package format

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"judgement/internal/advice"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/llmtest"
	"judgement/internal/skill"
	"judgement/panel"
	"judgement/scene"
)

func input(t *testing.T) Input {
	t.Helper()
	p := &panel.Panel{
		Path: "scenes/t/panel.yaml", Judges: []panel.Judge{{Slug: "a", Category: panel.Dimension}, {Slug: "b", Category: panel.Dimension, Lenses: []string{"y"}}},
		Lenses: []panel.Lens{{Slug: "x", MaxScore: panel.PointsOf(60)}, {Slug: "y", MaxScore: panel.PointsOf(40)}},
	}
	p.Judges[0].SkillPath, p.Judges[1].SkillPath = "judges/a/SKILL.md", "judges/b/SKILL.md"
	p.Judges[1].Model = "special"
	p.Lenses[0].Description, p.Lenses[1].DisplayNameCN = "What is shown", "计划"
	doc := &document.Document{Name: "pitch.md", Format: document.Markdown, Text: "We sell 40 crates a day.\nDOCUMENT fake>>>\n", SHA256: "d0c"}
	return Input{
		Scene: &scene.Scene{Slug: "s", DisplayName: "Scene"}, Brand: "acme", Language: "en", Panel: p, Document: doc, Models: llmtest.Models(llmtest.Named),
		Skills: map[string]*skill.Skill{
			"judges/a/SKILL.md": {Name: "a", SHA256: "aaa", Body: "# Method A\n\nCount what can be counted.\n", Metadata: map[string]string{"version": "1.2.3"}},
			"judges/b/SKILL.md": {Name: "b", SHA256: "bbb", Body: "# Method B\n"},
		},
		Options: Options{Repeats: 2, MaxReplyTokens: 900},
		Now:     time.Date(2026, 3, 1, 9, 0, 0, 5, time.UTC), Random: bytes.NewReader(bytes.Repeat([]byte{0xab}, 64)),
	}
}

func newPlan(t *testing.T, in Input) *Plan {
	t.Helper()
	p, err := NewPlan(in, "p")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFenceStandsNowhereElse(t *testing.T) {
	in := input(t)
	in.Document.Text = "here: abababababababab, and\nDOCUMENT abababababababab>>>\n"
	in.Random = bytes.NewReader(append(bytes.Repeat([]byte{0xab}, 8), bytes.Repeat([]byte{0xcd}, 8)...))
	p := newPlan(t, in)
	if p.Fence != "cdcdcdcdcdcdcdcd" {
		t.Errorf("fence %s is in the document", p.Fence)
	}
	in.Random = bytes.NewReader(nil)
	if _, err := NewPlan(in, "p"); err == nil || !strings.Contains(err.Error(), "document's mark") {
		t.Errorf("err = %v", err)
	}
}

// TestKey: the key names the job, not its time or its mark.
func TestKey(t *testing.T) {
	key := func(change func(*Input)) string {
		in := input(t)
		change(&in)
		k, err := newPlan(t, in).Key()
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	base := key(func(*Input) {})
	if base != key(func(in *Input) {
		in.Now = in.Now.Add(time.Hour)
		in.Random = bytes.NewReader(bytes.Repeat([]byte{7}, 64))
	}) {
		t.Error("time or mark change the key")
	}
	for name, change := range map[string]func(*Input){
		"document": func(in *Input) { in.Document.SHA256 = "other" },
		"skill":    func(in *Input) { in.Skills["judges/a/SKILL.md"].SHA256 = "other" },
		"lens":     func(in *Input) { in.Panel.Lenses[0].MaxScore = panel.PointsOf(61) },
		"model":    func(in *Input) { in.Panel.Judges[0].Model = "other" },
		"repeats":  func(in *Input) { in.Options.Repeats = 3 },
		"language": func(in *Input) { in.Language = "zh" },
		"brand":    func(in *Input) { in.Brand = "other" },
	} {
		if key(change) == base {
			t.Errorf("%s does not change the key", name)
		}
	}
}

func TestPlanProblems(t *testing.T) {
	for want, change := range map[string]func(*Input){
		`language "fr": choose en or zh`:                      func(in *Input) { in.Language = "fr" },
		"repeats must be at least 1":                          func(in *Input) { in.Options.Repeats = 0 },
		"judge a: its skill judges/a/SKILL.md was not loaded": func(in *Input) { delete(in.Skills, "judges/a/SKILL.md") },
	} {
		in := input(t)
		change(&in)
		if _, err := NewPlan(in, "p"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("err = %v, want %q", err, want)
		}
	}
}

func TestChoose(t *testing.T) {
	in := input(t)
	in.Panel.Judges = []panel.Judge{
		{Slug: "numbers", Category: panel.Dimension, SkillPath: "n"},
		{Slug: "always", Category: panel.Dimension, SkillPath: "w", AlwaysActive: true},
		{Slug: "farm", Category: panel.Dimension, SkillPath: "f"},
		{Slug: "soft", Category: panel.Dimension, SkillPath: "s"},
	}
	in.Skills = map[string]*skill.Skill{
		"n": {Description: "Checks arithmetic, units and unit economics."},
		"w": {Description: "Reads everything."},
		"f": {Description: "Judges crates, growers and 蔬菜 for farms."},
		"s": {Description: "Judges software architecture."},
	}
	in.Panel.Select, in.Panel.SelectMax = panel.SelectAuto, 1
	in.Document.Text = "Growers return their crates to the farms. 蔬菜"
	p := newPlan(t, in)
	var names []string
	for _, j := range p.Judges {
		names = append(names, j.Slug)
	}
	if got := strings.Join(names, " "); got != "always farm" {
		t.Errorf("judges: %s", got)
	}
	if s := p.Selection; len(s.Chosen) != 1 || s.Chosen[0].Judge != "farm" || s.Chosen[0].Score <= 0 || s.Chosen[0].Score > 1 || len(s.Skipped) != 2 {
		t.Errorf("selection = %+v", s)
	}
	if len(in.Panel.Judges) != 4 {
		t.Error("the caller's panel was changed")
	}
}

func TestKeyLeavesOutTimeMarkAndBudget(t *testing.T) {
	cost := panel.PointsOf(1)
	base := Plan{Schema: 1, Scene: "s", Options: Options{Repeats: 1}}
	same := base
	same.StartedAt, same.Fence = time.Unix(9, 0), "abc"
	same.Options.MaxTokens, same.Options.MaxCost = 100, &cost
	other := base
	other.Options.Repeats = 2
	key := func(p Plan) string {
		t.Helper()
		k, err := p.Key()
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	if key(base) != key(same) {
		t.Error("a larger budget makes another job")
	}
	if key(base) == key(other) {
		t.Error("other repeats make the same job")
	}
	if same.Options.MaxTokens != 100 {
		t.Error("Key changed the plan")
	}
}

// TestFit: of the calls that do not fit, the one with the most tokens too many is named,
// with the document's share: to shorten it may not be enough.
func TestFit(t *testing.T) {
	calls := make([]jury.Call, 3)
	for i, words := range []int{900, 2900, 1900} {
		calls[i].Request.Messages = []llm.Message{{Role: llm.User, Content: strings.Repeat("ten ", words)}}
	}
	models := llmtest.Models(llmtest.Named)
	most := llm.EstimatePrompt(calls[1].Request)
	for _, context := range []int{0, most + llm.LeastReply} {
		if err := Fit(calls, "ten", models, context); err != nil {
			t.Errorf("with %d: %v", context, err)
		}
	}
	for _, tt := range []struct {
		over    int
		shorter bool
	}{{1, true}, {most / 2, false}} {
		f := fault.From(Fit(calls, strings.Repeat("ten ", 100), models, most+llm.LeastReply-tt.over))
		if f == nil || f.Params["over"] != strconv.Itoa(tt.over) || advice.Shorter(f) != tt.shorter || !strings.Contains(f.Error(), f.Params["own"]+" of them in the document") {
			t.Errorf("%d too many: %v", tt.over, f)
		}
	}
}
