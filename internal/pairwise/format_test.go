package pairwise

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/skill"
	"judgement/panel"
	"judgement/report"
)

var update = flag.Bool("update", false, "write the golden files anew")

// someModel knows models by name.
type someModel struct{}

func (someModel) Info(name string) llm.Info { return llm.Info{Name: name} }

func somePlan(t testing.TB, change func(*Input)) *Plan {
	t.Helper()
	in := Input{
		Scene: "s", PanelSHA256: "pp", Language: "en", Models: someModel{}, Now: time.Date(2026, 3, 1, 9, 0, 0, 5, time.UTC),
		Panel: &panel.Panel{
			Judges: []panel.Judge{
				{Slug: "figures", Category: panel.Dimension, SkillPath: "judges/figures/SKILL.md", Model: "m-1", Weight: panel.PointsOf(1), Lenses: []string{"numbers"}},
				{Slug: "wise", Category: panel.Anchor, SkillPath: "anchors/wise/perspective/SKILL.md", Weight: panel.PointsOf(1)},
				{Slug: "reader", Category: panel.Dimension, SkillPath: "judges/reader/SKILL.md", Model: "m-2", Weight: panel.PointsOf(2)},
			},
			Lenses: []panel.Lens{
				{Slug: "numbers", MaxScore: panel.PointsOf(10), Description: "Unit prices, sums."},
				{Slug: "clarity", DisplayNameCN: "清晰", MaxScore: panel.MustPoints("7.5")},
			},
		},
		Skills: map[string]*skill.Skill{
			"judges/figures/SKILL.md": {Body: "# Method\nAdd up what is there.\n", SHA256: "f1"}, "judges/reader/SKILL.md": {Body: "Read it aloud.", SHA256: "r1"},
			"anchors/wise/perspective/SKILL.md": {Body: "Think.", SHA256: "w1"},
		},
		Options: Options{MaxReplyTokens: 900, Temperature: 0.2, Seed: 7},
	}
	if change != nil {
		change(&in)
	}
	p, err := NewPlan(in)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPromptGolden: what a judge is sent, word for word.
func TestPromptGolden(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		p := somePlan(t, func(in *Input) { in.Language = lang })
		req, err := p.request(p.Judges[1], Document{SHA256: "aa", Text: "The first text.\nDOCUMENT A>>>"}, Document{SHA256: "bb", Text: "第二篇。"}, "00112233445566ff")
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		for _, m := range req.Messages {
			b.WriteString("=== " + string(m.Role) + "\n" + m.Content + "\n")
		}
		b.WriteString("=== schema " + req.Schema.Name + "\n" + string(req.Schema.JSON) + "\n")
		path := filepath.Join("testdata", "prompt."+lang+".txt")
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
		if req.Model != "m-2" || req.MaxTokens != 900 || req.Temperature != 0.2 || req.Seed != 7 || req.Kind != llm.KindCompare {
			t.Errorf("the request: %+v", req)
		}
	}
}

// TestBasis: a comparison counts again only where all that it rests on is the same.
func TestBasis(t *testing.T) {
	base := somePlan(t, nil)
	if len(base.Judges) != 2 || base.CallsPerPair() != 4 || base.Limit(5) != 60 {
		t.Fatalf("the plan: %+v", base)
	}
	same := somePlan(t, func(in *Input) {
		in.Options.MaxReplyTokens, in.Calls, in.Scene, in.PanelSHA256 = 1200, 30, "other", "qq"
		in.Panel.Judges[2].Weight = panel.PointsOf(3)
	})
	if same.Key() != base.Key() || same.Limit(5) != 30 {
		t.Error("limits, names and weights change what judges compare by")
	}
	for name, change := range map[string]func(*Input){
		"skill":       func(in *Input) { in.Skills["judges/figures/SKILL.md"].SHA256 = "f2" },
		"model":       func(in *Input) { in.Panel.Judges[0].Model = "m-9" },
		"lens of all": func(in *Input) { in.Panel.Lenses[0].Description = "Sums." },
		"language":    func(in *Input) { in.Language = "zh" },
		"temperature": func(in *Input) { in.Options.Temperature = 1 },
		"seed":        func(in *Input) { in.Options.Seed = 8 },
	} {
		p := somePlan(t, change)
		if p.Judges[0].Basis == base.Judges[0].Basis {
			t.Errorf("%s does not matter", name)
		}
		if one := name == "skill" || name == "model"; one != (p.Judges[1].Basis == base.Judges[1].Basis) {
			t.Errorf("%s: the other judge's comparisons are judged wrongly", name)
		}
	}
}

func TestPlansThatCannotBe(t *testing.T) {
	p := &panel.Panel{Judges: []panel.Judge{{Slug: "a", Category: panel.Dimension, SkillPath: "x"}}}
	if _, err := NewPlan(Input{Language: "fr", Panel: p}); err == nil || !strings.Contains(err.Error(), "en or zh") {
		t.Errorf("language: %v", err)
	}
	if _, err := NewPlan(Input{Language: "en", Panel: p, Models: someModel{}}); err == nil || !strings.Contains(err.Error(), "skill x") {
		t.Errorf("skill: %v", err)
	}
	if _, err := NewPlan(Input{Language: "en", Panel: &panel.Panel{}, Models: someModel{}}); !errors.Is(err, ErrNoJudges) {
		t.Errorf("no judges: %v", err)
	}
}

func TestParseReply(t *testing.T) {
	for name, tc := range map[string]struct {
		raw  string
		want Reply
		err  string
	}{
		"plain":         {`{"quotes_a":["x y"],"quotes_b":[],"reason":"Because.","winner":"B"}`, Reply{Winner: "B", Reason: "Because.", QuotesA: []string{"x y"}}, ""},
		"fenced":        {"Here:\n```json\n{\"reason\":\"r\",\"winner\":\"tie\"}\n```", Reply{Winner: "tie", Reason: "r"}, ""},
		"small letter":  {`{"reason":"r","winner":" a "}`, Reply{Winner: "A", Reason: "r"}, ""},
		"capital tie":   {`{"reason":"r","winner":"TIE"}`, Reply{Winner: "tie", Reason: "r"}, ""},
		"no winner":     {`{"reason":"r"}`, Reply{}, `no JSON object with the key "winner"`},
		"a name":        {`{"reason":"r","winner":"cold-bag"}`, Reply{}, "not one of A, B, tie, none"},
		"null":          {`{"reason":"r","winner":null}`, Reply{}, "not one of A, B, tie, none"},
		"number":        {`{"reason":"r","winner":1}`, Reply{}, "winner must be text"},
		"both wrong":    {`{"reason":" ","winner":"C"}`, Reply{}, "reason: say what decided it"},
		"two":           {`{"reason":"r","winner":"A"} {"reason":"r","winner":"B"}`, Reply{}, "2 JSON objects"},
		"empty":         {"", Reply{}, "empty"},
		"not compared":  {`{"reason":"One is a picture.","winner":"none"}`, Reply{}, "abstained: One is a picture."},
		"many quotes":   {`{"quotes_a":["1","2","3","4","5"," "],"reason":"r","winner":"A"}`, Reply{Winner: "A", Reason: "r", QuotesA: []string{"1", "2", "3", "4"}}, ""},
		"long reason":   {`{"reason":"` + strings.Repeat("é", 3000) + `","winner":"A"}`, Reply{Winner: "A", Reason: strings.Repeat("é", maxReason) + "…"}, ""},
		"control marks": {`{"reason":"a\u0000b\u001b[31m","winner":"A"}`, Reply{Winner: "A", Reason: "ab[31m"}, ""},
	} {
		got, err := ParseReply(tc.raw)
		if tc.err != "" {
			if err == nil || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if diff := cmp.Diff(tc.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func FuzzParseReply(f *testing.F) {
	for _, s := range []string{
		`{"quotes_a":["x"],"quotes_b":["y"],"reason":"r","winner":"A"}`, `{"winner":"none","reason":"x"}`, "```json\n{\"winner\":\"tie\"}\n```",
		`{"winner":{"winner":"A"},"reason":"r"}`, "<think>{\"winner\":\"B\"}</think>{\"winner\":\"A\",\"reason\":\"z\"}", "{{{{", `{"winner":"A","reason":"\ud800"}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		r, err := ParseReply(raw)
		if err != nil {
			if cmp.Diff(Reply{}, r) != "" {
				t.Errorf("a reply beside an error: %+v", r)
			}
			return
		}
		if r.Winner != first && r.Winner != second && r.Winner != tie {
			t.Errorf("winner %q", r.Winner)
		}
		if r.Reason == "" || utf8.RuneCountInString(r.Reason) > maxReason+1 || len(r.QuotesA) > maxQuotes || len(r.QuotesB) > maxQuotes {
			t.Errorf("limits: %+v", r)
		}
		for _, s := range append(append([]string{r.Reason}, r.QuotesA...), r.QuotesB...) {
			if !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\x1b\r") {
				t.Errorf("not clean: %q", s)
			}
		}
	})
}

func someComparison() *Comparison {
	amount := panel.MustPoints("0.002")
	return &Comparison{
		Schema: 1, Basis: strings.Repeat("b", 64), One: strings.Repeat("1", 64), Two: strings.Repeat("2", 64), Judge: "figures", Model: "m",
		At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC),
		Votes: [2]Vote{
			{Outcome: jury.OK, Winner: WinnerOne, Reason: "a < b & c", Quotes: []Quote{{WinnerOne, report.Citation{Quote: "q", Status: "exact", Start: 3, End: 4}}}, Cost: &report.Money{Currency: "EUR", Amount: amount}},
			{Outcome: jury.Unparsable, Reason: "no JSON", Quotes: []Quote{}},
		},
	}
}

func TestComparisonsAreKeptWhole(t *testing.T) {
	c := someComparison()
	data, err := c.encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadComparison(data)
	if diff := cmp.Diff(c, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	for n := range len(data) - 2 { // all but the last brace and line's end
		if _, err := ReadComparison(data[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes pass for a comparison", n, len(data))
		}
	}
	for name, change := range map[string]func(*Comparison){
		"schema":          func(c *Comparison) { c.Schema = 2 },
		"same document":   func(c *Comparison) { c.Two = c.One },
		"wrong order":     func(c *Comparison) { c.One, c.Two = c.Two, c.One },
		"no judge":        func(c *Comparison) { c.Judge = "" },
		"winner unasked":  func(c *Comparison) { c.Votes[1].Winner = WinnerTie },
		"unknown winner":  func(c *Comparison) { c.Votes[0].Winner = "both" },
		"no winner at ok": func(c *Comparison) { c.Votes[0].Winner = "" },
	} {
		bad := someComparison()
		change(bad)
		data, err := bad.encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadComparison(data); err == nil {
			t.Errorf("%s: taken for a comparison", name)
		}
	}
}

func FuzzReadComparison(f *testing.F) {
	data, err := someComparison().encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"schema":1,"basis_sha256":"b","one_sha256":"1","two_sha256":"2","judge":"j","votes":[{"outcome":"ok","winner":"tie"},{"outcome":"ok","winner":"two"}]}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ReadComparison(data)
		if err != nil {
			return
		}
		again, err := c.encode()
		if err != nil {
			t.Fatal(err)
		}
		same, err := ReadComparison(again)
		if err != nil {
			t.Fatalf("what was read can't be read again: %v", err)
		}
		once, err := same.encode()
		if err != nil || !bytes.Equal(once, again) {
			t.Errorf("written twice, it differs: %v", err)
		}
	})
}
