package scene

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/fault"
	"judgement/internal/yamlfile"
	"judgement/internal/yamlfile/schematest"
	"judgement/panel"
)

const (
	reviewText = `slug: a
scene_type: review
chat: {app_id_env: CHAT_APP_ID_A, app_secret_env: CHAT_APP_SECRET_A}
report: {brand_prefix: a-}
anchor_judge: frugal
show_scores_publicly: false
`
	contestText = `slug: a
scene_type: competition
chat: {app_id_env: CHAT_APP_ID_A, app_secret_env: CHAT_APP_SECRET_A}
report: {brand_prefix: a-}
anchor_judge: null
show_scores_publicly: true
`
	panelText = `judges: [{slug: clarity, judge_category: dimension, skill_path: judges/clarity/SKILL.md}]
scoring_lenses: [{slug: idea, max_score: 10}]
`
	skillText = "---\nname: x\ndescription: Judges.\n---\nRead.\n"
)

// rename makes the review a scene of another slug.
func rename(slug string) string {
	env := EnvName(slug)
	return strings.NewReplacer("slug: a", "slug: "+slug, "ID_A,", "ID_"+env+",", "SECRET_A}", "SECRET_"+env+"}").Replace(reviewText)
}

func workspace(sceneText string) fstest.MapFS {
	return fstest.MapFS{
		"scenes/_base/b.yaml":                 {Data: []byte(panelText)},
		"scenes/a/scene.yaml":                 {Data: []byte(sceneText)},
		"scenes/a/panel.yaml":                 {Data: []byte(panelText)},
		"judges/clarity/SKILL.md":             {Data: []byte(skillText)},
		"anchors/frugal/perspective/SKILL.md": {Data: []byte(skillText)},
		"anchors/without/notes.md":            {Data: []byte("")},
		"themes/dark.yaml":                    {Data: []byte("")},
		"scenes/_template/review/scene.yaml":  {Data: []byte(rename("your-scene"))},
		"scenes/_template/review/panel.yaml":  {Data: []byte(panelText)},
		"scenes/.git/scene.yaml":              {Data: []byte("")},
		"scenes/README.md":                    {Data: []byte("")},
	}
}

func TestLoad(t *testing.T) {
	text := strings.Replace(reviewText, "report: {brand_prefix: a-}", "report: {brand_prefix: a-, language: zh, theme: themes/dark.yaml, redact_review: true}", 1) +
		"display_name: A\ndisplay_name_cn: 甲\naccess: {whitelist_env: LIST, rate_limit: 3}\nranking: {mode: scores, tie_breaks: [idea], trim: 1, severity: true}\nboard: {public: true}\nmeeting: {context_tokens: 8000}\ncheckpoints: true\nintegrity_reader: {enabled: true, model: small-1}\n"
	s, p, err := Load(workspace(text), "a")
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"slug":"a","scene_type":"review","display_name":"A","display_name_cn":"甲","panel_path":"scenes/a/panel.yaml","chat":{"app_id_env":"CHAT_APP_ID_A","app_secret_env":"CHAT_APP_SECRET_A"},` +
		`"access":{"whitelist_env":"LIST","rate_limit":3},"report":{"brand_prefix":"a-","redact_review":true,"language":"zh","theme":"themes/dark.yaml"},"anchor_judge":"frugal",` +
		`"show_scores_publicly":false,"ranking":{"mode":"scores","tie_breaks":["idea"],"trim":1,"severity":true},"board":{"public":true},"meeting":{"context_tokens":8000},"checkpoints":true,"integrity_reader":{"enabled":true,"model":"small-1"}}`
	if diff := cmp.Diff(want, string(b)); diff != "" {
		t.Error(diff)
	}
	anchor, ok := p.Judge("frugal")
	if !ok || anchor.Category != panel.Anchor || anchor.SkillPath != "anchors/frugal/perspective/SKILL.md" || len(p.Voting()) != 1 {
		t.Errorf("the anchor did not join: %+v", p.Judges)
	}
	if s, p, err := Load(workspace(contestText), "a"); err != nil || s.AnchorJudge != nil || len(p.Judges) != 1 {
		t.Errorf("%+v %+v %v", s, p, err)
	}
}

// TestSeverityIsOnUnlessSetOff: scores are corrected for harsh and lenient judges
// unless the scene says otherwise.
func TestSeverityIsOnUnlessSetOff(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "ranking: {trim: 1}\n": true, "ranking: {severity: true}\n": true, "ranking: {severity: false}\n": false,
	} {
		s, _, err := Load(workspace(reviewText+text), "a")
		if err != nil {
			t.Fatal(err)
		}
		if s.Ranking.Severity != want {
			t.Errorf("%q: severity %v", text, s.Ranking.Severity)
		}
	}
}

func TestUnknownScene(t *testing.T) {
	for slug, want := range map[string]string{
		"aa":                     `unknown scene "aa": did you mean a?`,
		"../a":                   `unknown scene "../a": did you mean a?`,
		"/etc":                   `unknown scene "/etc": valid: a`,
		"_base":                  `unknown scene "_base": valid: a`,
		strings.Repeat("x", 300): `unknown scene "` + strings.Repeat("x", 80) + `": valid: a`,
	} {
		_, _, err := Load(workspace(contestText), slug)
		if !errors.Is(err, ErrUnknownScene) || err.Error() != want && slug != "../a" {
			t.Errorf("%.20s: got %v, want %s", slug, err, want)
		}
	}
}

func with(text, old, to string) string {
	if !strings.Contains(text, old) {
		panic("no " + old)
	}
	return strings.Replace(text, old, to, 1)
}

var cases = []struct {
	name, text string
	inSchema   bool
	want       []string
}{
	{name: "review", text: reviewText},
	{name: "competition", text: contestText},
	{name: "prefix", text: with(reviewText, "a-}", "'A.b_c-1'}")},
	{name: "competition with an anchor", text: with(contestText, "null", "frugal"), inSchema: true, want: []string{"5:15: anchor_judge must be null for a competition → write anchor_judge: null"}},
	{name: "competition in secret", text: with(contestText, "true", "false"), inSchema: true, want: []string{"6:23: show_scores_publicly must be true for a competition"}},
	{name: "review without an anchor", text: with(reviewText, "frugal", "null"), inSchema: true, want: []string{"5:15: anchor_judge must not be empty for a review"}},
	{name: "review with a blank anchor", text: with(reviewText, "frugal", "''"), inSchema: true, want: []string{"anchor_judge is blank"}},
	{name: "unknown anchor", text: with(reviewText, "frugal", "frugl"), want: []string{"anchors/frugl/perspective/SKILL.md does not exist → did you mean frugal?"}},
	{name: "anchor without a skill", text: with(reviewText, "frugal", "without"), want: []string{"→ write anchors/without/perspective/SKILL.md"}},
	{name: "anchor with a path", text: with(reviewText, "frugal", "../frugal"), inSchema: true, want: []string{"anchor_judge is not a valid slug"}},
	{name: "nothing", text: "display_name: x\n", inSchema: true, want: []string{`lacks the key "anchor_judge"`, `"chat"`, `"report"`, `"scene_type"`, `"show_scores_publicly"`, `"slug"`}},
	{name: "unknown keys", text: reviewText + "anchor: x\nacces: {}\n", inSchema: true, want: []string{`7:1: unknown key "anchor" → did you mean anchor_judge?`, `8:1: unknown key "acces" → did you mean access?`}},
	{name: "unknown inner key", text: with(reviewText, "brand_prefix: a-", "brand_prefix: a-, redact: true"), inSchema: true, want: []string{"did you mean redact_review?"}},
	{name: "type", text: with(reviewText, "review", "reviews"), inSchema: true, want: []string{`scene_type cannot be "reviews" → did you mean review?`}},
	{name: "wrong types", text: with(with(reviewText, "false", "no"), "{brand_prefix: a-}", "[]") + "access: {rate_limit: '3', whitelist_env: 5}\n", inSchema: true, want: []string{
		"report must be a mapping, not a list", "show_scores_publicly must be true or false: YAML 1.2 reads no as text → write true or false", `access.rate_limit must be a number, not the text "3" → write a whole number from 1 to 1000000, without quotes`, "access.whitelist_env must be a string",
	}},
	{name: "rate", text: reviewText + "access: {rate_limit: 2.5}\n", inSchema: true, want: []string{"whole number"}},
	{name: "slug is another", text: with(reviewText, "slug: a", "slug: b"), want: []string{`slug "b" is not its folder's: "a"`}},
	{name: "slug with a path", text: with(reviewText, "slug: a", "slug: ../a"), inSchema: true, want: []string{"not a valid scene slug"}},
	{name: "slug absolute", text: with(reviewText, "slug: a", "slug: /a"), inSchema: true, want: []string{"not a valid scene slug"}},
	{name: "slug long", text: with(reviewText, "slug: a", "slug: "+strings.Repeat("a", 300)), inSchema: true, want: []string{"not a valid scene slug"}},
	{name: "slug of another script", text: with(reviewText, "slug: a", "slug: а"), inSchema: true, want: []string{"not a valid scene slug"}},
	{name: "slug in capitals", text: with(reviewText, "slug: a", "slug: A"), inSchema: true, want: []string{"not a valid scene slug"}},
	{name: "prefix with a path", text: with(reviewText, "a-}", "../x}"), inSchema: true, want: []string{"one safe piece of a path"}},
	{name: "prefix with dots", text: with(reviewText, "a-}", "a..b}"), inSchema: true, want: []string{"one safe piece of a path"}},
	{name: "prefix long", text: with(reviewText, "a-}", strings.Repeat("a", 65)+"}"), inSchema: true, want: []string{"one safe piece of a path"}},
	{name: "value for a name", text: with(reviewText, "CHAT_APP_SECRET_A", "s3cr3t"), inSchema: true, want: []string{"write the variable's name, not its value: CHAT_APP_SECRET_A"}},
	{name: "list name", text: reviewText + "access: {whitelist_env: 'a b'}\n", inSchema: true, want: []string{"not a variable's name"}},
	{name: "language", text: with(reviewText, "a-}", "a-, language: fr}"), inSchema: true, want: []string{"valid: en, zh"}},
	{name: "theme outside", text: with(reviewText, "a-}", "a-, theme: /x}"), inSchema: true, want: []string{"report.theme leaves the workspace"}},
	{name: "theme missing", text: with(reviewText, "a-}", "a-, theme: x}"), want: []string{"report.theme: x does not exist"}},
	{name: "pairwise", text: contestText + "ranking: {mode: pairwise, calls: 500}\n"},
	{name: "calls", text: contestText + "ranking: {mode: pairwise, calls: 1}\n", inSchema: true, want: []string{"ranking.calls must be a whole number from 2 to 10000000"}},
	{name: "calls without comparisons", text: contestText + "ranking: {calls: 500}\n"},
	{name: "ranking", text: reviewText + "ranking: {mode: pairs, trim: -1, tie_breaks: [ideas, idea, idea]}\n", inSchema: true, want: []string{"ranking.mode cannot be \"pairs\"", "ranking.trim must be", "did you mean idea?", "twice"}},
	{name: "withdrawn", text: contestText + "ranking: {withdrawn: [entry-3, 示例]}\n"},
	{name: "withdrawn twice", text: contestText + "ranking: {withdrawn: [entry-3, entry-3]}\n", inSchema: true, want: []string{`ranking.withdrawn names "entry-3" twice → keep one of them`}},
	{name: "withdrawn file", text: contestText + "ranking: {withdrawn: [entries/entry-3.md]}\n", want: []string{"ranking.withdrawn holds what is no brand"}},
	{name: "integrity reader", text: reviewText + "integrity_reader: {enabled: true, provider: cheap, model: small-1}\n"},
	{name: "integrity reader of a provider with an underscore", text: reviewText + "integrity_reader: {enabled: true, provider: my_server}\n"},
	{name: "integrity reader off", text: reviewText + "integrity_reader: {enabled: false}\n"},
	{name: "integrity reader as a switch", text: reviewText + "integrity_reader: true\n", inSchema: true, want: []string{"integrity_reader must be a mapping"}},
	{name: "integrity reader with models", text: reviewText + "integrity_reader: {models: [a]}\n", inSchema: true, want: []string{`integrity_reader lacks the key "enabled"`, "did you mean model?"}},
	{name: "integrity reader's provider", text: reviewText + "integrity_reader: {enabled: true, provider: Open AI}\n", inSchema: true, want: []string{"integrity_reader.provider is not a valid name"}},
	{name: "context", text: reviewText + "meeting: {context_tokens: 1}\n", inSchema: true, want: []string{"from 1000"}},
}

func TestRules(t *testing.T) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := Load(workspace(tt.text), "a")
			if (err == nil) != (len(tt.want) == 0) {
				t.Fatal(err)
			}
			if err == nil {
				return
			}
			var problems yamlfile.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("%T %v", err, err)
			}
			if len(problems) != len(tt.want) {
				t.Errorf("%d problems, want %d:\n%v", len(problems), len(tt.want), err)
			}
			for i, p := range problems {
				if i < len(tt.want) && !strings.Contains(p.Error(), tt.want[i]) || p.Fix == "" || p.Line == 0 {
					t.Errorf("problem %d: %s", i, p.Error())
				}
			}
		})
	}
}

func TestSchemaAgreesWithTheLoader(t *testing.T) {
	schema := schematest.Compile(t, "../scenes/scene.schema.json")
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) { schematest.Check(t, schema, tt.text, tt.inSchema, false) })
	}
}

func TestWarningIsNoProblem(t *testing.T) {
	s, _, err := Load(workspace(with(reviewText, "CHAT_APP_ID_A", "CHAT_APP_ID_SHARED")), "a")
	if err != nil || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "scene.yaml:3:20: chat.app_id_env is not the scene's own variable") {
		t.Errorf("%+v %v", s, err)
	}
	s, _, err = Load(workspace(contestText+"ranking: {calls: 500}\n"), "a")
	if err != nil || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "ranking.calls does nothing: the ranking's mode is scores") || s.Ranking.Pairwise() {
		t.Errorf("calls without comparisons: %+v %v", s, err)
	}
}

// TestTrimNeedsJudges: dropping the highest and the lowest of two scores does
// nothing, and smoke says so; three judges are enough.
func TestTrimNeedsJudges(t *testing.T) {
	judges := func(n int) string {
		out := "judges_add:\n"
		for i := range n {
			out += fmt.Sprintf("  - {slug: j%d, judge_category: dimension, skill_path: judges/clarity/SKILL.md}\n", i)
		}
		return out
	}
	for _, tc := range []struct {
		judges, trim int
		want         string
	}{
		{2, 0, ""},
		{3, 1, ""},
		{2, 1, "scene.yaml:7:17: ranking.trim does nothing: 2 scores of a lens can be dropped only if 3 judges score it, and here 2 do at most → have 3 judges or more score a lens, or remove the key"},
		{4, 2, "only if 5 judges score it, and here 4 do at most"},
	} {
		ws := workspace(contestText + fmt.Sprintf("ranking: {trim: %d}\n", tc.trim))
		ws["scenes/a/panel.yaml"].Data = []byte(panelText + judges(tc.judges-1)) // clarity is one
		c := CheckScene(ws, "a")
		got := strings.Join(c.Warnings, "\n")
		if !c.OK || (tc.want == "") != (got == "") || !strings.Contains(got, tc.want) {
			t.Errorf("%d judges, trim %d: ok %v, warnings %q, want %q", tc.judges, tc.trim, c.OK, got, tc.want)
		}
	}
}

func TestAnchorInThePanel(t *testing.T) {
	ws := workspace(reviewText)
	ws["scenes/a/panel.yaml"].Data = []byte(panelText + "judges_add: [{slug: frugal, judge_category: dimension, skill_path: judges/clarity/SKILL.md}]\n")
	_, _, err := Load(ws, "a")
	if err == nil || !strings.Contains(err.Error(), "judge_category is dimension") || !strings.Contains(err.Error(), "no anchor skill file") {
		t.Error(err)
	}
}

func statuses(c Check) string {
	var s []string
	for _, p := range c.Points {
		s = append(s, string(p.Status))
	}
	return strings.Join(s, " ")
}

func TestCheck(t *testing.T) {
	broken := func(change func(fstest.MapFS)) fstest.MapFS {
		ws := workspace(reviewText)
		change(ws)
		return ws
	}
	for _, tt := range []struct {
		name, want, fix string
		ws              fstest.MapFS
	}{
		{"review", "pass pass pass skip pass", "", workspace(reviewText)},
		{"competition", "pass pass pass pass skip", "", workspace(contestText)},
		{"competition with an anchor", "fail pass pass fail skip", "write anchor_judge: null, or scene_type: review", workspace(with(contestText, "null", "frugal"))},
		{"no anchor", "fail pass pass skip fail", "write the name of a folder of anchors/, or scene_type: competition", workspace(with(reviewText, "frugal", "null"))},
		{"no panel", "pass fail skip skip pass", "create it, or correct the path that leads here", broken(func(ws fstest.MapFS) { delete(ws, "scenes/a/panel.yaml") })},
		{"no scene", "fail pass pass skip skip", "create it, or correct the path that leads here", broken(func(ws fstest.MapFS) { delete(ws, "scenes/a/scene.yaml") })},
		{"no skill", "pass pass fail skip pass", "create it, or correct the path that leads here", broken(func(ws fstest.MapFS) { delete(ws, "judges/clarity/SKILL.md") })},
		{"no front matter", "pass pass fail skip pass", "start the file with three lines and a fourth: ---, name: NAME, description: WHAT AND WHEN, ---", broken(func(ws fstest.MapFS) { ws["judges/clarity/SKILL.md"] = &fstest.MapFile{Data: []byte("# Clarity")} })},
		{"no judges", "pass pass fail pass skip", "add some under judges_add", func() fstest.MapFS {
			ws := workspace(contestText)
			ws["scenes/a/panel.yaml"] = &fstest.MapFile{Data: []byte("scoring_lenses: [{slug: idea, max_score: 1}]")}
			return ws
		}()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := CheckScene(tt.ws, "a")
			if got := statuses(c); got != tt.want || c.OK != !strings.Contains(tt.want, "fail") {
				t.Errorf("got %s, want %s: %+v", got, tt.want, c)
			}
			for _, p := range c.Points {
				if p.Status == Fail && p.Fix != tt.fix {
					t.Errorf("%s: fix %q, want %q", p.Name, p.Fix, tt.fix)
				}
			}
		})
	}
}

func TestCloneOfTheShippedTemplatesPasses(t *testing.T) {
	repo := os.DirFS("..")
	for _, typ := range []Type{Review, Competition} {
		files, err := Clone(repo, "my-new-scene", typ)
		if err != nil {
			t.Fatal(err)
		}
		if c := CheckScene(Overlay(repo, files), "my-new-scene"); !c.OK || len(c.Warnings) > 0 {
			t.Errorf("%s: %+v", typ, c)
		}
	}
}

func TestCloneRefuses(t *testing.T) {
	for _, slug := range []string{"", "../a", "/a", "A", "а", "-a", "a b", "_base", strings.Repeat("a", 300)} {
		if _, err := Clone(workspace(reviewText), slug, Review); err == nil {
			t.Errorf("slug %q is taken", slug)
		}
	}
	if _, err := Clone(workspace(reviewText), "b", Competition); err == nil || !strings.Contains(err.Error(), "no template scenes/_template/competition") {
		t.Error(err)
	}
	if _, err := Clone(workspace(reviewText), "b", "contest"); err == nil {
		t.Error("an unknown type is taken")
	}
}

// TestOneRankingAFolder: two competitions with one prefix would write one ranking;
// scenes without a ranking may share theirs.
func TestOneRankingAFolder(t *testing.T) {
	ws := workspace(contestText)
	ranked := "output_format: workshop_ranking\n" + panelText
	add := func(slug, panel string) {
		ws["scenes/"+slug+"/scene.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(contestText, "slug: a", "slug: "+slug, 1))}
		ws["scenes/"+slug+"/panel.yaml"] = &fstest.MapFile{Data: []byte(panel)}
	}
	add("a", ranked)
	add("b", panelText)
	add("c", ranked)
	checks, err := CheckAll(ws)
	if err != nil || len(checks) != 3 {
		t.Fatal(checks, err)
	}
	for i, want := range []int{0, 0, 1} {
		var got []string
		for _, w := range checks[i].Warnings {
			if strings.Contains(w, "only one of them can have a ranking") {
				got = append(got, w)
			}
		}
		if len(got) != want || want > 0 && !strings.Contains(got[0], "that of scene a too") {
			t.Errorf("scene %s: %q", checks[i].Slug, checks[i].Warnings)
		}
	}
}

func TestShippedScenes(t *testing.T) {
	checks, err := CheckAll(os.DirFS(".."))
	if err != nil || len(checks) == 0 {
		t.Fatal(err)
	}
	for _, c := range checks {
		if !c.OK {
			t.Errorf("%+v", c)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range cases {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		ws := workspace(string(data))
		s, p, err := Load(ws, "a")
		if c := CheckScene(ws, "a"); c.OK != (err == nil) && err != nil {
			t.Errorf("the check passes what does not load: %v", err)
		}
		if err == nil && (s.Slug != "a" || p == nil || (s.Type == Competition) == (s.AnchorJudge != nil)) {
			t.Errorf("%+v", s)
		}
	})
}

// generate makes a workspace of n scenes in a folder.
func generate(b *testing.B, n int) string {
	dir := b.TempDir()
	write := func(name, text string) {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for name, f := range workspace(reviewText) {
		if !strings.HasPrefix(name, "scenes/a/") {
			write(name, string(f.Data))
		}
	}
	for i := range n {
		slug := fmt.Sprintf("scene-%04d", i)
		text := rename(slug)
		write(File(slug), text)
		write(PanelFile(slug), "extends: ../_base/b.yaml\noutput_format: op2_6section\n"+
			"judges_override:\n  - {slug: clarity, always_active: true}\n"+
			"judges_add:\n  - {slug: second, judge_category: dimension, skill_path: judges/clarity/SKILL.md}\n"+
			"scoring_lenses_override:\n  - {slug: idea, max_score: 40}\n  - {slug: plan, max_score: 60}\n")
	}
	return dir
}

func BenchmarkWorkspace(b *testing.B) {
	thousand, fifty := generate(b, 1000), generate(b, 50)
	run := func(name, dir string, n int, f func(root *os.Root) (int, error)) {
		b.Run(name, func(b *testing.B) {
			root, err := os.OpenRoot(dir)
			if err != nil {
				b.Fatal(err)
			}
			defer root.Close()
			for b.Loop() {
				if got, err := f(root); err != nil || got != n {
					b.Fatal(got, err)
				}
			}
		})
	}
	run("validate1000", thousand, 1000, func(r *os.Root) (int, error) {
		all, err := LoadAll(r.FS())
		good := 0
		for _, l := range all {
			if l.Err == nil {
				good++
			}
		}
		return good, err
	})
	run("smoke1000", thousand, 1000, func(r *os.Root) (int, error) {
		all, err := CheckAll(r.FS())
		good := 0
		for _, c := range all {
			if c.OK {
				good++
			}
		}
		return good, err
	})
	run("list50", fifty, 50, func(r *os.Root) (int, error) {
		all, err := LoadAll(r.FS())
		return len(all), err
	})
}

// Without report.language a report is in the document's language.
func TestLanguageIsEmptyWithoutTheKey(t *testing.T) {
	s, _, err := Load(workspace(reviewText), "a")
	if err != nil || s.Report.Language != "" {
		t.Errorf("language %q, %v", s.Report.Language, err)
	}
}

// TestPlan: a scene that is there stays, one that would not pass its check is not
// made, and a workspace without templates uses those of the starter.
func TestPlan(t *testing.T) {
	ws := workspace(reviewText)
	files, err := Plan(ws, nil, "b", Review)
	if err != nil || len(files) != 2 || files[0].Path != "scenes/b/panel.yaml" {
		t.Fatalf("%+v, %v", files, err)
	}
	if _, err := Plan(ws, nil, "a", Review); !errors.Is(err, fault.Exists) {
		t.Error(err)
	}
	if _, err := Plan(ws, nil, "b", Competition); !errors.Is(err, fault.Template) || fault.From(err).Params["fix"] == "" {
		t.Error(err)
	}
	delete(ws, "judges/clarity/SKILL.md")
	if _, err := Plan(ws, nil, "b", Review); !errors.Is(err, fault.Template) || !strings.Contains(err.Error(), "judges/clarity/SKILL.md") {
		t.Error(err)
	}
	bare := fstest.MapFS{"scenes/a/scene.yaml": {}, "anchors/frugal/perspective/SKILL.md": {Data: []byte(skillText)}, "judges/clarity/SKILL.md": {Data: []byte(skillText)}}
	if files, err := Plan(bare, workspace(reviewText), "b", Review); err != nil || len(files) != 2 {
		t.Errorf("%+v, %v", files, err)
	}
}

// TestCatalog: clients compare bytes; the value of a bot's variable is never in it.
func TestCatalog(t *testing.T) {
	s, _, err := Load(workspace(reviewText), "a")
	if err != nil {
		t.Fatal(err)
	}
	c := Catalog{Scenes: []Entry{}}
	c.Add(s.Entry(func(string) string { return "cli_secret" }))
	c.Add(s.Entry(func(string) string { return "" }))
	b, err := json.Marshal(c)
	entry := `{"slug":"a","scene_type":"review","panel_path":"scenes/a/panel.yaml","chat":{"app_id_env":"CHAT_APP_ID_A","env_ready":`
	if want := `{"scenes":[` + entry + `true}},` + entry + `false}}],"env_ready_count":1}`; err != nil || string(b) != want {
		t.Errorf("%s, %v", b, err)
	}
}
