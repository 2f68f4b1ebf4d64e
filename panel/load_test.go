package panel

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/fault"
	"judgement/internal/yamlfile"
	"judgement/internal/yamlfile/schematest"
)

const base = `display_name: Base
output_format: workshop_ranking
judges:
  - {slug: clarity, display_name_cn: 清晰, judge_category: dimension, skill_path: judges/clarity/SKILL.md}
  - {slug: cost, judge_category: dimension, skill_path: ./judges/cost/SKILL.md, weight: 2}
  - {slug: risk, judge_category: dimension, skill_path: judges/risk/SKILL.md}
scoring_lenses:
  - {slug: idea, max_score: 33.3}
  - {slug: plan, max_score: 66.7}
`

const child = `extends: ../_base/base.yaml
judges_drop: [risk]
judges_override:
  - {slug: cost, always_active: true, model: small, lenses: [plan]}
judges_add:
  - {slug: risk, judge_category: anchor, skill_path: anchors/risk/perspective/SKILL.md, repeats: 3}
`

func workspace(panelText string) fstest.MapFS {
	return fstest.MapFS{
		"scenes/_base/base.yaml":      {Data: []byte(base)},
		"scenes/_base/lensed.yaml":    {Data: []byte(strings.Replace(base, "weight: 2", "lenses: [plan]", 1))},
		"scenes/_base/deep.yaml":      {Data: []byte("extends: base.yaml\n")},
		"scenes/_template/review/x":   {Data: []byte("")},
		"scenes/a/panel.yaml":         {Data: []byte(panelText)},
		"scenes/no-panel/scene.yaml":  {Data: []byte("")},
		"scenes/.hidden/panel.yaml":   {Data: []byte("")},
		"scenes/_template/panel.yaml": {Data: []byte("")},
	}
}

func TestLoadMergesInOrder(t *testing.T) {
	got, err := Load(workspace(child), "scenes/a/panel.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := &Panel{
		Path: "scenes/a/panel.yaml", Name: "a", DisplayName: "a", Extends: "scenes/_base/base.yaml",
		ScoringMode: SumMaxScore, OutputFormat: RankingBoard, Select: SelectAll,
		Judges: []Judge{
			{Slug: "clarity", DisplayNameCN: "清晰", Category: Dimension, SkillPath: "judges/clarity/SKILL.md", Weight: PointsOf(1)},
			{Slug: "cost", Category: Dimension, SkillPath: "judges/cost/SKILL.md", AlwaysActive: true, Model: "small", Lenses: []string{"plan"}, Weight: PointsOf(2)},
			{Slug: "risk", Category: Anchor, SkillPath: "anchors/risk/perspective/SKILL.md", Weight: PointsOf(1), Repeats: 3},
		},
		Lenses: []Lens{{Slug: "idea", MaxScore: MustPoints("33.3")}, {Slug: "plan", MaxScore: MustPoints("66.7")}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if s := got.TotalMax().String(); s != "100" {
		t.Errorf("total maximum %s", s)
	}
}

func TestLoadReplacesLensesAndKeepsTheBase(t *testing.T) {
	fsys := workspace("extends: scenes/_base/base.yaml\nanchor_slug: frugal\nselect: auto\nselect_max: 1\nscoring_lenses_override:\n  - {slug: only, max_score: 0.1, description: x}\n")
	p, err := Load(fsys, "scenes/a/panel.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Lenses) != 1 || p.TotalMax().String() != "0.1" || p.AnchorSlug != "frugal" || p.SelectMax != 1 || len(p.Judges) != 3 {
		t.Errorf("%+v", p)
	}
	p, err = Load(fsys, "scenes/_base/base.yaml")
	if err != nil || p.Name != "_base/base" || p.DisplayName != "Base" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestFiles(t *testing.T) {
	got, err := Files(workspace(child))
	want := []string{"scenes/_base/base.yaml", "scenes/_base/deep.yaml", "scenes/_base/lensed.yaml", "scenes/a/panel.yaml"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// cases are panel files with what is wrong with them; inSchema tells whether a
// schema of one file can see it.
var cases = []struct {
	name, text string
	inSchema   bool
	noJSON     bool     // JSON has no such value
	want       []string // parts of the problems, in order; none: a good file
}{
	{name: "child", text: child},
	{name: "own lists", text: base},
	{name: "meeting needs no lenses", text: "output_format: meeting_summary\njudges: []\n"},
	{name: "drop of own", text: base + "judges_drop: [risk]\n"},
	{name: "nulls", text: "anchor_slug: null\nscoring_lenses: [{slug: a_b, max_score: 1e2, display_name_cn: ~}]\n"},
	{name: "unknown keys", text: "extend: x\nscoring_lenses: [{slug: a, max_scores: 1}]\n", inSchema: true, want: []string{
		"1:1: unknown key \"extend\" → did you mean extends?",
		"2:18: scoring_lenses[0] lacks the key \"max_score\"",
		"2:28: unknown key \"max_scores\" → did you mean max_score?",
	}},
	{name: "mode", text: "scoring_mode: mean\nscoring_lenses: [{slug: a, max_score: 1}]\n", inSchema: true, want: []string{`1:15: scoring_mode cannot be "mean" → valid: sum_max_score`}},
	{name: "format", text: "output_format: op2_5section\nscoring_lenses: [{slug: a, max_score: 1}]\n", want: []string{`did you mean op2_6section?`}},
	{name: "zero", text: "scoring_lenses: [{slug: a, max_score: 0}]\n", inSchema: true, want: []string{"1:39: max_score must be above 0, not 0"}},
	{name: "negative", text: "scoring_lenses: [{slug: a, max_score: -5}]\n", inSchema: true, want: []string{"must be above 0, not -5"}},
	{name: "NaN", text: "scoring_lenses: [{slug: a, max_score: .nan}]\n", noJSON: true, want: []string{"max_score must be a plain decimal number, not .nan →"}},
	{name: "infinite", text: "scoring_lenses: [{slug: a, max_score: .inf}]\n", noJSON: true, want: []string{"must be a plain decimal number, not .inf"}},
	{name: "text for a number", text: "scoring_lenses: [{slug: a, max_score: '20'}]\n", inSchema: true, want: []string{`not the text "20"`}},
	{name: "huge exponent", text: "scoring_lenses: [{slug: a, max_score: 1e+99}]\n", inSchema: true, want: []string{"has an exponent beyond 30"}},
	{name: "huge", text: "scoring_lenses: [{slug: a, max_score: 1e7}]\n", inSchema: true, want: []string{"at most 1000000"}},
	{name: "decimals", text: "scoring_lenses: [{slug: a, max_score: 0.0000000000001}]\n", want: []string{"more than twelve decimals"}},
	{name: "no lenses", text: "judges: []\n", want: []string{"needs lenses"}},
	{name: "duplicate lens", text: "scoring_lenses: [{slug: a, max_score: 1}, {slug: a, max_score: 2}]\n", want: []string{`1:50: the panel already has a lens "a"`}},
	{name: "duplicate judge", text: base + "judges_add: [{slug: cost, judge_category: dimension, skill_path: x}]\n", want: []string{`10:21: the panel already has a judge "cost"`}},
	{name: "drop of nobody", text: child + "name: x\n" + "display_name: y\n", want: nil},
	{name: "drop misspelt", text: "extends: ../_base/base.yaml\njudges_drop: [rsik, cost, cost]\n", inSchema: true, want: []string{`does not have: "rsik" → did you mean risk?`, `names "cost" twice`}},
	{name: "override of a dropped judge", text: "extends: ../_base/base.yaml\njudges_drop: [risk]\njudges_override: [{slug: risk}]\n", want: []string{"does not have"}},
	{name: "override twice", text: "extends: ../_base/base.yaml\njudges_override: [{slug: risk}, {slug: risk}]\n", want: []string{"twice"}},
	{name: "unknown lens of a judge", text: "extends: ../_base/base.yaml\njudges_override: [{slug: risk, lenses: [ideas]}]\n", want: []string{`2:41: judge "risk" scores a lens that panel scenes/a/panel.yaml does not have: "ideas" → did you mean idea?`}},
	{name: "base judge loses its lens", text: "extends: ../_base/base.yaml\njudges_override: [{slug: cost, lenses: [idea]}]\nscoring_lenses_override: [{slug: z, max_score: 1}]\n", want: []string{"does not have"}},
	{name: "lens of the base is gone", text: "extends: ../_base/lensed.yaml\nscoring_lenses_override: [{slug: z, max_score: 1}]\n", want: []string{`scenes/a/panel.yaml:2:26: judge "cost" of scenes/_base/lensed.yaml scores the lens "plan", which is not among these → keep the lens, give the judge other lenses under judges_override, or leave the judge out with judges_drop`}},
	{name: "lens of the base is gone, mended", text: "extends: ../_base/lensed.yaml\njudges_drop: [cost]\nscoring_lenses_override: [{slug: z, max_score: 1}]\n"},
	{
		name: "replaced lenses",
		text: "judges:\n  - {slug: a, judge_category: dimension, skill_path: x, lenses: [idea]}\n  - {slug: b, judge_category: dimension, skill_path: x, lenses: [plan]}\n" +
			"  - {slug: c, judge_category: dimension, skill_path: x, lenses: [plan, z]}\nscoring_lenses: [{slug: y, max_score: 1}, {slug: z, max_score: 1}]\n",
		want: []string{`2:66: 3 judges score lenses that panel scenes/a/panel.yaml does not have: "idea, plan" → give each of these judges lenses: [], which is every lens, or some of y, z: a, b, c`},
	},
	{name: "lens without a judge", text: "extends: ../_base/base.yaml\njudges_drop: [risk, clarity]\njudges_override: [{slug: cost, lenses: [idea]}]\n", want: []string{`no voting judge scores the lens "plan"`}},
	{name: "lists beside extends", text: "extends: ../_base/base.yaml\njudges: []\nscoring_lenses: []\n", inSchema: true, want: []string{"use judges_add", "use scoring_lenses_override"}},
	{name: "absolute skill", text: base + "judges_add: [{slug: x, judge_category: dimension, skill_path: /etc/passwd}]\n", inSchema: true, want: []string{`skill_path leaves the workspace: "/etc/passwd"`}},
	{name: "skill outside", text: base + "judges_add: [{slug: x, judge_category: dimension, skill_path: judges/../../x}]\n", want: []string{"leaves the workspace"}},
	{name: "backslashes", text: base + "judges_add: [{slug: x, judge_category: dimension, skill_path: 'a\\b'}]\n", inSchema: true, want: []string{"leaves the workspace"}},
	{name: "extends outside", text: "extends: ../../../etc/passwd\n", want: []string{"1:10: extends leaves the workspace"}},
	{name: "extends absolute", text: "extends: /scenes/_base/base.yaml\n", inSchema: true, want: []string{"extends leaves the workspace"}},
	{name: "extends nothing", text: "extends: ../_base/bsae.yaml\n", want: []string{"tried scenes/_base/bsae.yaml → did you mean scenes/_base/base.yaml?"}},
	{name: "slug of another script", text: "scoring_lenses: [{slug: idеa, max_score: 1}]\n", inSchema: true, want: []string{"is not a valid slug"}},
	{name: "slug too long", text: "scoring_lenses: [{slug: " + strings.Repeat("a", 300) + ", max_score: 1}]\n", inSchema: true, want: []string{"is not a valid slug"}},
	{name: "slug with a path", text: "scoring_lenses: [{slug: ../a, max_score: 1}]\n", inSchema: true, want: []string{"is not a valid slug"}},
	{name: "auto without a number", text: "extends: ../_base/base.yaml\nselect: auto\n", want: []string{"needs select_max"}},
	{name: "number without auto", text: "extends: ../_base/base.yaml\nselect: all\nselect_max: 2\n", inSchema: true, want: []string{"needs select: auto"}},
	{name: "types", text: "judges: x\njudges_drop: {}\nname: 3\nselect_max: 0\n", inSchema: true, want: []string{"judges must be a list", "judges_drop must be a list", "name must be a string", "select_max must be a whole number from 1"}},
	{name: "judge lacks keys", text: "judges: [{slug: a}]\n", inSchema: true, want: []string{`lacks the key "judge_category"`, `lacks the key "skill_path"`}},
	{name: "judge of a third kind", text: base + "judges_add: [{slug: x, judge_category: dimensions, skill_path: y, always_active: 1, repeats: 0, weight: 0}]\n", inSchema: true, want: []string{"did you mean dimension?", "always_active must be true or false", "repeats must be", "weight must be above 0"}},
}

func TestRules(t *testing.T) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(workspace(tt.text), "scenes/a/panel.yaml", ScoredReport, RankingBoard, MeetingSummary)
			if (err == nil) != (len(tt.want) == 0) {
				t.Fatalf("error: %v", err)
			}
			var problems yamlfile.Problems
			if err != nil && !errors.As(err, &problems) {
				t.Fatalf("%T", err)
			}
			if err == nil {
				return
			}
			if len(problems) != len(tt.want) {
				t.Errorf("%d problems, want %d:\n%v", len(problems), len(tt.want), err)
			}
			for i, p := range problems {
				if i < len(tt.want) && !strings.Contains(p.Error(), tt.want[i]) {
					t.Errorf("problem %d: %s\nwant %s", i, p.Error(), tt.want[i])
				}
				if p.Fix == "" || p.Line == 0 {
					t.Errorf("no fix or place: %+v", p)
				}
			}
		})
	}
}

func TestSchemaAgreesWithTheLoader(t *testing.T) {
	schema := schematest.Compile(t, "../scenes/panel.schema.json")
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) { schematest.Check(t, schema, tt.text, tt.inSchema, tt.noJSON) })
	}
}

func TestInheritanceDepth(t *testing.T) {
	_, err := Load(workspace("extends: ../_base/deep.yaml\n"), "scenes/a/panel.yaml")
	want := "scenes/a/panel.yaml:1:10: panel error: extends is deeper than one level: scenes/a/panel.yaml extends scenes/_base/deep.yaml, " +
		"which itself extends base.yaml → extend base.yaml itself, or copy what is needed of it into one base"
	if diff := cmp.Diff(want, fmt.Sprint(err)); diff != "" {
		t.Error(diff)
	}
	if _, err := Load(workspace("extends: panel.yaml\n"), "scenes/a/panel.yaml"); err == nil || !strings.Contains(err.Error(), inheritance) {
		t.Errorf("a panel that extends itself: %v", err)
	}
}

func FuzzLoad(f *testing.F) {
	for _, c := range cases {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Load(workspace(string(data)), "scenes/a/panel.yaml")
		var problems yamlfile.Problems
		if err != nil && (!errors.As(err, &problems) || len(problems) == 0) {
			t.Fatalf("error without problems: %v", err)
		}
		if err != nil {
			return
		}
		if p.OutputFormat != MeetingSummary && p.TotalMax().Sign() <= 0 {
			t.Errorf("total maximum %s", p.TotalMax())
		}
		seen := map[string]bool{}
		for _, j := range p.Judges {
			if _, ok := CleanPath(j.SkillPath); !ok || seen[j.Slug] || j.Weight.Sign() <= 0 {
				t.Errorf("bad judge %+v", j)
			}
			seen[j.Slug] = true
		}
	})
}

// TestExtendsMessages: each wrong extends has its own cause, a fix that is no
// loss, and no errors that only follow from it.
func TestExtendsMessages(t *testing.T) {
	const rest = "\njudges_override: [{slug: a, weight: 2}]\njudges_drop: [b]\n"
	for extends, want := range map[string]string{
		"scenes/_base":         "extends names a folder: scenes/_base → name a file in it, such as scenes/_base/",
		"scenes/a/panel.yaml":  "extends itself → remove extends, or name a base panel",
		`'..\_base\base.yaml'`: `extends has backslashes: "..\\_base\\base.yaml" → write ../_base/base.yaml`,
		"null":                 "extends must be a string, not empty (null)",
		"' '":                  "extends is blank → write a text, or remove the key",
		"[../_base/base.yaml]": "extends must be a string, not a list",
		"../_base/circle.yaml": "extend each other → remove extends from one of the two",
	} {
		fsys := workspace("extends: " + extends + rest)
		fsys["scenes/_base/circle.yaml"] = &fstest.MapFile{Data: []byte("extends: ../a/panel.yaml\n")}
		_, err := Load(fsys, "scenes/a/panel.yaml")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "\n") != 0 {
			t.Errorf("extends: %s: got %v, want %s alone", extends, err, want)
		}
	}
}

// TestOpen: a scene's folder is its panel, and a path that holds nothing brings up the
// nearest scene.
func TestOpen(t *testing.T) {
	ws := workspace(child)
	for _, name := range []string{"scenes/a", "scenes/a/panel.yaml"} {
		if p, err := Open(ws, name); err != nil || p.Path != "scenes/a/panel.yaml" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	_, err := Open(ws, "aa")
	if f := fault.From(err); f == nil || f.Code != fault.NoPanel || f.Params["path"] != "aa" {
		t.Error(err)
	}
	ws["scenes/pitch-review/panel.yaml"] = ws["scenes/a/panel.yaml"]
	for _, name := range []string{"pitch-reviw", "scenes/pitch-reviw/panel.yaml"} {
		if _, err := Open(ws, name); !strings.HasPrefix(fault.From(err).Params["fix"], "did you mean scenes/pitch-review?") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
