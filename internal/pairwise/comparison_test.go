package pairwise

import (
	"bytes"
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/llmtest"
	"judgement/internal/skill"
	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// someModel knows models by name.
var someModel = llmtest.Models(func(name string) llm.Info { return llm.Info{Name: name} })

func somePlan(t testing.TB, change func(*Input)) *Plan {
	t.Helper()
	in := Input{
		Scene: "s", PanelSHA256: "pp", Language: "en", Models: someModel, Now: time.Date(2026, 3, 1, 9, 0, 0, 5, time.UTC),
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
	data, err := text.JSON(c, "  ")
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
		data, err := text.JSON(bad, "  ")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadComparison(data); err == nil {
			t.Errorf("%s: taken for a comparison", name)
		}
	}
}

func FuzzReadComparison(f *testing.F) {
	data, err := text.JSON(someComparison(), "  ")
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
		again, err := text.JSON(c, "  ")
		if err != nil {
			t.Fatal(err)
		}
		same, err := ReadComparison(again)
		if err != nil {
			t.Fatalf("what was read can't be read again: %v", err)
		}
		once, err := text.JSON(same, "  ")
		if err != nil || !bytes.Equal(once, again) {
			t.Errorf("written twice, it differs: %v", err)
		}
	})
}
