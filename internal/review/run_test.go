package review

import (
	"bytes"
	"encoding/json"
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm/llmtest"
	"judgement/internal/skill"
	"judgement/report"
	"judgement/scene"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func input(t *testing.T) format.Input {
	t.Helper()
	p := testPanel(dim("a"), dim("b", "y"))
	p.Judges[0].SkillPath, p.Judges[1].SkillPath = "judges/a/SKILL.md", "judges/b/SKILL.md"
	p.Judges[1].Model = "special"
	p.Lenses[0].Description, p.Lenses[1].DisplayNameCN = "What is shown", "计划"
	doc := &document.Document{Name: "pitch.md", Format: document.Markdown, Text: "We sell 40 crates a day.\nDOCUMENT fake>>>\n", SHA256: "d0c"}
	return format.Input{
		Scene: &scene.Scene{Slug: "s", DisplayName: "Scene"}, Brand: "acme", Language: "en", Panel: p, Document: doc, Models: llmtest.Models(llmtest.Named),
		Skills: map[string]*skill.Skill{
			"judges/a/SKILL.md": {Name: "a", SHA256: "aaa", Body: "# Method A\n\nCount what can be counted.\n", Metadata: map[string]string{"version": "1.2.3"}},
			"judges/b/SKILL.md": {Name: "b", SHA256: "bbb", Body: "# Method B\n"},
		},
		Options: format.Options{Repeats: 2, MaxReplyTokens: 900},
		Now:     time.Date(2026, 3, 1, 9, 0, 0, 5, time.UTC), Random: bytes.NewReader(bytes.Repeat([]byte{0xab}, 64)),
	}
}

func newTestRun(t *testing.T, in format.Input) *Run {
	t.Helper()
	r, err := New(in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestKeyIsThatOfOldVersions: a version that an older program began is resumed by
// its key.
func TestKeyIsThatOfOldVersions(t *testing.T) {
	r := newTestRun(t, input(t))
	r.Prompts = "p" // the key depends on the wording, this test does not
	key, err := r.Frozen().Key()
	if want := "57a241779907a47a7beefac309b056146bc3bbde89ac649be3eee0ff1c4321d0"; err != nil || key != want {
		t.Errorf("key %s, %v; want %s", key, err, want)
	}
}

// TestUnprovenAndVerdicts follows quotes from a reply into a verdict.
func TestUnprovenAndVerdicts(t *testing.T) {
	in := input(t)
	in.Document.Text = "We sell 40 crates a day to growers nearby. Nothing else is known about the market."
	p := newTestRun(t, in)
	seats, err := p.scores()
	if err != nil {
		t.Fatal(err)
	}
	raw := `{"scores":[{"lens":"x","score":30,"comment":"c","quotes":["We sell 40 crates a day to growers nearby."]},
		{"lens":"y","score":10,"comment":"c","quotes":[]}],
		"must_fix":[{"lens":"y","text":"fix","quotes":["We sell 400 crates a day to growers nearby."]}],"suggestions":[],"cuts":[],"summary":"s"}`
	reply, err := seats[0].Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	doubts := seats[0].Unproven(reply)
	if len(doubts) != 1 || !strings.Contains(doubts[0], "400 crates") || !strings.Contains(doubts[0], "number") {
		t.Errorf("doubts = %q", doubts)
	}
	if got := seats[0].Score(reply); got != "40 / 100" {
		t.Errorf("score = %s", got)
	}
	v := p.verdict(jury.Answer{Judge: "a", Outcome: jury.OK, Reply: reply})
	statuses := map[string]string{}
	for _, c := range v.Cells {
		statuses[c.Lens] = c.Citations[0].Status
	}
	want := map[string]string{"x": "exact", "y": "uncited"}
	if diff := cmp.Diff(want, statuses); diff != "" {
		t.Error(diff)
	}
	if v.MustFix[0].Citations[0].Status != "altered" || v.MustFix[0].Judge != "a" {
		t.Errorf("must fix = %+v", v.MustFix)
	}
	bad := p.verdict(jury.Answer{Judge: "a", Outcome: jury.Failed, Reason: "gone"})
	b, err := json.Marshal(bad)
	if err != nil || strings.Contains(string(b), `"cells":null`) || bad.Outcome != "failed" {
		t.Errorf("failed verdict %s, %v", b, err)
	}
	if _, err := Aggregate(testPanel(dim("a")), []report.Verdict{bad}, nil); fault.CodeOf(err).Word() != "no_quorum" {
		t.Errorf("err = %v", err)
	}
}

// TestStoredStatuses: a version whose quotes an older program called proven shows what it
// stored, unless today's rules are asked for.
func TestStoredStatuses(t *testing.T) {
	in := input(t)
	in.Document.Text = "Critics claim that we sell 40 crates a day.\n"
	r := newTestRun(t, in)
	old := ok("a", "6", "3")
	old.Cells[0].Citations = []report.Citation{{Quote: "we sell 40 crates a day", Status: "exact", Start: 19, End: 42}}
	stored, err := json.Marshal([]report.Verdict{old, ok("b", "", "2")})
	if err != nil {
		t.Fatal(err)
	}
	read := func(string) ([]byte, error) { return stored, nil }
	for _, tt := range []struct {
		name    string
		recheck *format.Recheck
		want    string
	}{
		{"as it was published", nil, "exact"},
		{"compared", &format.Recheck{}, "exact"},
		{"by today's rules", &format.Recheck{Replace: true}, "out_of_scope"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j, err := r.Reread(read, format.Reread{Recheck: tt.recheck})
			if err != nil {
				t.Fatal(err)
			}
			if c := j.(*Judgement).Verdicts[0].Cells[0].Citations[0]; c.Status != tt.want {
				t.Errorf("status %s, want %s", c.Status, tt.want)
			}
			change := format.QuoteChange{Judge: "a", Quote: "we sell 40 crates a day", Was: "exact", Now: "out_of_scope"}
			if tt.recheck != nil && !slices.Contains(tt.recheck.Changed, change) {
				t.Errorf("%+v is not among %+v", change, tt.recheck.Changed)
			}
		})
	}
}
