package attribution

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unique"

	"judgement/internal/casefile"
	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
	"judgement/report/html"
	"judgement/scene"
)

// judges of the tests: a sharp one, a vague one, and one who knows nothing.
var roll = []JudgeRef{{"sharp", "s1", "m", false}, {"vague", "s2", "m", false}, {"blind", "s3", "m", false}, {"new", "s4", "m", false}}

// simulate draws so many cases with two questions each. Everything that a judge
// says of a case leans on the case's own strength, so that its questions depend
// on each other.
func simulate(cases int) []*CaseInfo {
	rng := rand.New(rand.NewPCG(7, uint64(cases)))
	noise := []float64{0.1, 0.6, 0}
	out := make([]*CaseInfo, cases)
	for n := range out {
		strength := rng.Float64()
		s := &scored{scene: "demo"}
		for q := range 2 {
			happened := rng.Float64() < strength
			for j, x := range noise {
				p := min(max(strength+x*rng.NormFloat64(), 0), 1)
				if j == 2 {
					p = 0.5
				}
				s.samples = append(s.samples, sample{p: p, judge: unique.Make(roll[j]), question: q, happened: happened})
			}
		}
		if n == 0 {
			s.samples = append(s.samples, sample{p: 0.4, judge: unique.Make(roll[3]), question: 1, happened: s.samples[3].happened})
		}
		for j, x := range noise {
			s.scores = append(s.scores, judgeScore{judge: unique.Make(roll[j]), share: strength + x*rng.NormFloat64()})
		}
		out[n] = &CaseInfo{scored: s}
	}
	return out
}

func TestCalibrationGates(t *testing.T) {
	for _, tt := range []struct {
		cases                  int
		scores, diagram, ranks bool
		comparisons            int
	}{
		{0, false, false, false, 0},
		{9, false, false, false, 0},
		{14, false, false, false, 0}, // 28 forecasts
		{15, true, false, false, 0},
		{29, true, false, false, 0},
		{30, true, false, true, 0},
		{49, true, false, true, 0},
		{50, true, true, true, 3},
	} {
		c := calibration(simulate(tt.cases))
		if tt.cases == 0 {
			if len(c.Judges)+len(c.Comparisons)+len(c.Ranks) > 0 {
				t.Errorf("judges of no cases: %+v", c)
			}
			continue
		}
		sharp := c.Judges[2]
		if sharp.Slug != "sharp" || sharp.Forecasts != 2*tt.cases || sharp.Cases != tt.cases {
			t.Fatalf("%d cases: %+v", tt.cases, sharp)
		}
		if (sharp.Brier != nil) != tt.scores || (sharp.LogLoss != nil) != tt.scores || (sharp.Gain != nil) != tt.scores || (sharp.Skill != nil) != tt.scores {
			t.Errorf("%d cases: scores shown: %+v", tt.cases, sharp)
		}
		if (sharp.Reliability != nil) != tt.diagram {
			t.Errorf("%d cases: diagram shown: %v", tt.cases, sharp.Reliability != nil)
		}
		if len(c.Comparisons) != tt.comparisons {
			t.Errorf("%d cases: %d comparisons", tt.cases, len(c.Comparisons))
		}
		for _, r := range c.Ranks {
			if r.Slug == "sharp" && (r.Tau != nil) != tt.ranks {
				t.Errorf("%d cases: correlation shown: %+v", tt.cases, r)
			}
		}
		if young := c.Judges[1]; young.Slug != "new" || young.Brier != nil {
			t.Errorf("a judge with one forecast has a score: %+v", young)
		}
	}
}

// TestCalibrationNumbers computes the same another way.
func TestCalibrationNumbers(t *testing.T) {
	cases := simulate(400)
	c := calibration(cases)
	var came, n, brier, reference float64
	for _, x := range cases {
		for _, s := range x.scored.samples {
			if s.judge.Value() == roll[0] {
				n++
				brier += stat.Brier(s.p, s.happened)
				if s.happened {
					came++
				}
			}
		}
	}
	for _, x := range cases {
		own, of := 0.0, 0.0
		for _, s := range x.scored.samples {
			if s.judge.Value() == roll[0] {
				of++
				if s.happened {
					own++
				}
			}
		}
		for _, s := range x.scored.samples {
			if s.judge.Value() == roll[0] {
				reference += stat.Brier((came-own)/(n-of), s.happened)
			}
		}
	}
	sharp, blind := c.Judges[2], c.Judges[0]
	for what, pair := range map[string][2]float64{
		"base rate": {*c.BaseRate, came / n}, "Brier score": {sharp.Brier.Value, brier / n},
		"gain": {sharp.Gain.Value, (reference - brier) / n}, "skill": {*sharp.Skill, 1 - brier/reference},
		"Brier score of 50 %": {blind.Brier.Value, 0.25},
		"parts":               {sharp.Reliability.Miscalibration - sharp.Reliability.Discrimination + sharp.Reliability.Uncertainty, brier / n},
	} {
		if math.Abs(pair[0]-pair[1]) > 3e-6 { // six decimals are kept
			t.Errorf("%s = %v, want %v", what, pair[0], pair[1])
		}
	}
	if c.Questions != 800 || c.Cases != 400 {
		t.Errorf("%d questions of %d cases", c.Questions, c.Cases)
	}
	for _, x := range c.Comparisons {
		if !x.Separated || x.A.Slug == "sharp" && x.Difference.Value > 0 || x.B.Slug == "sharp" && x.Difference.Value < 0 {
			t.Errorf("400 cases don't tell %s from %s: %+v", x.A.Slug, x.B.Slug, x.Difference)
		}
		if x.Shared != 800 || x.Cases != 400 {
			t.Errorf("%+v", x)
		}
	}
	for _, r := range c.Ranks {
		if r.Slug == "sharp" && (r.Tau == nil || r.Tau.Low <= 0) || r.Slug == "blind" && r.Tau == nil {
			t.Errorf("%+v", r)
		}
	}
}

// TestNobodyIsRankedByChance: of judges who are equally good, separated pairs
// are rare, whatever their number.
func TestNobodyIsRankedByChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	const judges, rounds = 6, 200
	roll := make([]JudgeRef, judges)
	for i := range roll {
		roll[i] = JudgeRef{Slug: fmt.Sprint("j", i), SkillSHA256: "s", Model: "m"}
	}
	wrong := 0
	for range rounds {
		cases := make([]*CaseInfo, 60)
		for n := range cases {
			strength, s := rng.Float64(), &scored{scene: "demo"}
			for q := range 2 {
				happened := rng.Float64() < strength
				for j := range judges {
					s.samples = append(s.samples, sample{p: min(max(strength+0.3*rng.NormFloat64(), 0), 1), judge: unique.Make(roll[j]), question: q, happened: happened})
				}
			}
			cases[n] = &CaseInfo{scored: s}
		}
		for _, x := range calibration(cases).Comparisons {
			if x.Separated {
				wrong++
				break
			}
		}
	}
	if wrong > rounds/10 { // 5 % are meant to be
		t.Errorf("in %d of %d rounds somebody was ranked by chance", wrong, rounds)
	}
}

func TestCalibrationIsDeterministic(t *testing.T) {
	cases := simulate(120)
	want, err := json.Marshal(calibration(cases))
	if err != nil {
		t.Fatal(err)
	}
	// Another order of the judges in each case, as a map gives.
	for _, c := range cases {
		slices.Reverse(c.scored.scores)
	}
	got, err := json.Marshal(calibration(cases))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s\n%s", got, want)
	}
}

func TestCalibrationPage(t *testing.T) {
	for cases, want := range map[int][]string{
		0:   {"Nothing can be scored yet", "Not enough yet for 0 judges: a diagram needs 100 forecasts"},
		10:  {"Not enough yet", "20 of 30 forecasts, 10 of 10 cases", "Not enough yet: two judges are compared once they share 100 scored questions", "not enough yet: 10 of 30 cases"},
		400: {"<svg", "sharp foresaw better", "1 of 30 forecasts, 1 of 10 cases", "isotonic regression", "miscalibration 0.0"},
	} {
		page := html.Render(calibration(simulate(cases)).Page())
		for _, s := range want {
			if !strings.Contains(string(page), s) {
				t.Errorf("%d cases: the page has no %q", cases, s)
			}
		}
		if cases < 400 && strings.Contains(string(page), "<svg") {
			t.Errorf("%d cases: a diagram of too little", cases)
		}
		if md := report.Markdown(calibration(simulate(cases)).Page()); len(md) < 500 {
			t.Errorf("%d cases: %s", cases, md)
		}
	}
}

// TestCalibrationPageShowsTheBestFirst: judges are called by their names and come by
// their scores, in the drawing too.
func TestCalibrationPageShowsTheBestFirst(t *testing.T) {
	c := calibration(simulate(400))
	c.Names = map[string]panel.Judge{"sharp": {Slug: "sharp", DisplayName: "Night owl"}, "blind": {Slug: "blind"}}
	var plot report.Intervals
	for _, b := range c.Page().Blocks {
		if i, ok := b.(report.Intervals); ok {
			plot = i
		}
	}
	var order []string
	for _, r := range plot.Rows {
		order = append(order, r.Label)
	}
	if want := []string{"Night owl (sharp) · m", "Blind · m", "vague · m"}; !slices.Equal(order, want) {
		t.Errorf("drawn: %q, want %q", order, want)
	}
	if md := string(report.Markdown(c.Page())); strings.Contains(md, "s1") || !strings.Contains(md, "Night owl (sharp) foresaw better") {
		t.Errorf("names or skills: %s", md)
	}
}

// TestCalibrationPageInChinese: every wording of the page is Chinese; only names
// of judges, models and scenes stay.
func TestCalibrationPageInChinese(t *testing.T) {
	names := regexp.MustCompile(`\b(sharp|vague|blind|new|demo|s[1-4]|m)\b|τ-b`)
	latin := regexp.MustCompile(`[A-Za-z]+`)
	tags := regexp.MustCompile(`<[^>]*>`)
	for cases, want := range map[int][]string{
		0:   {"尚无可计分的内容", "0 位评委的数据尚不足：可靠性图需要 100 个预测", "还没有评委评过"},
		10:  {"# 评委料中了吗？", "已计分问题 20 个，来自 10 个案例", "数据尚不足", "预测 20/30 个，案例 10/10 个", "共有的已计分问题满 100 个", "数据尚不足：案例 10/30 个", "满 10 个案例、30 个预测才显示得分"},
		400: {"sharp 预测更准", "保序回归", "校准偏差 0.0", "在已到期且有结果的 800 个问题中，", "% 成真。有结果但未计分：部分成真 0 个，已跳过 0 个，尚未到期 0 个。", "（0.", " 至 0."},
	} {
		c := calibration(simulate(cases))
		c.Language = report.Chinese
		page := c.Page()
		md := string(report.Markdown(page))
		for _, s := range want {
			if !strings.Contains(md, s) {
				t.Errorf("%d cases: the page has no %q:\n%s", cases, s, md)
			}
		}
		asHTML := html.Render(page)
		_, body, _ := strings.Cut(string(asHTML), "<main")
		for what, text := range map[string]string{"Markdown": md, "HTML": tags.ReplaceAllString("<main"+body, " ")} {
			if left := latin.FindAllString(names.ReplaceAllString(text, ""), -1); len(left) > 0 {
				t.Errorf("%d cases: words of the %s that are not Chinese: %q", cases, what, left)
			}
			if strings.ContainsAny(text, "{}") {
				t.Errorf("%d cases: a place in a text of the %s was not filled", cases, what)
			}
		}
	}
}

// TestCalibrationLanguage: that of most cases with checkpoints, by their scene,
// else by their questions.
func TestCalibrationLanguage(t *testing.T) {
	files := fstest.MapFS{}
	for slug, language := range map[string]string{"cn": "\n  language: zh", "gb": "\n  language: en", "open": ""} {
		files["scenes/"+slug+"/scene.yaml"] = &fstest.MapFile{Data: []byte("slug: " + slug + "\nscene_type: competition\nchat:\n  app_id_env: CHAT_APP_ID_" +
			strings.ToUpper(slug) + "\n  app_secret_env: CHAT_APP_SECRET_" + strings.ToUpper(slug) + "\nreport:\n  brand_prefix: " + slug + "-" + language +
			"\nanchor_judge: null\nshow_scores_publicly: true\n")}
		files["scenes/"+slug+"/panel.yaml"] = &fstest.MapFile{Data: []byte("scoring_mode: sum_max_score\noutput_format: op2_6section\njudges_add:\n" +
			"  - {slug: ann, display_name_cn: Ann, judge_category: dimension, skill_path: skills/ann/SKILL.md}\n" +
			"scoring_lenses_override:\n  - {slug: value, display_name_cn: Value, max_score: 10}\n")}
		if _, _, err := scene.Load(files, slug); err != nil {
			t.Fatal(err)
		}
	}
	info := func(scene, question string) *casefile.Info {
		return &casefile.Info{Scene: scene, Checkpoints: []casefile.Checkpoint{{Question: question}}}
	}
	scenes := sceneLanguages(files)
	var cases []*CaseInfo
	for i, x := range []struct {
		scene, question string
		want            report.Lang
		page            report.Lang // so far
	}{
		{"cn", "Does a shop open?", report.Chinese, report.Chinese},
		{"gb", "门店开业了吗？", report.English, report.English},
		{"open", "门店开业了吗？", report.Chinese, report.Chinese},
		{"open", "Does a shop open?", report.English, report.English},
		{"gone", "门店开业了吗？", report.Chinese, report.Chinese},
		{"gone", "Does a shop open?", report.English, report.English},
	} {
		got := caseLanguage(scenes, info(x.scene, x.question))
		if got != x.want {
			t.Errorf("%s, %s: %s", x.scene, x.question, got)
		}
		cases = append(cases, &CaseInfo{lang: got})
		if got := pageLanguage(cases); got != x.page {
			t.Errorf("the page after %d cases is in %s", i+1, got)
		}
	}
	cases = append(cases, &CaseInfo{lang: report.Chinese}, &CaseInfo{}, &CaseInfo{}) // the last two have no checkpoints
	if pageLanguage(cases) != report.Chinese {
		t.Error("cases without checkpoints have a say in the page's language")
	}
}
