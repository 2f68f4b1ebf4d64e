package meeting

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sampleDeck() Deck {
	return Deck{
		Lang: "en", Title: "Weekly # meeting *now*", Subtitle: "acme · Meeting · C-2026-0001 v1 · 2026-11-21",
		Notes: []string{"Read in 3 parts.", "> not a quote", "# no heading"},
		Slides: []Slide{
			{
				Judge: "plan-execution", Name: "Plan & <execution>", Notes: []string{"It gave 4 highlights; the first 3 are kept."},
				Logic: []string{"1. looks like a list", "- so does this", "See https://example.org or www.example.org, mail a@b.example"},
				Highlights: []Entry{
					{Text: "Owner and date for the sign", Cites: []Cite{{Proven: true, Stamp: "09:06:21", Quote: `"quoted" “twice”`}, {Note: "not found (at all)", Quote: "(round) [square] \\ back"}}},
					{Text: "snake_case and __dunder__ and **bold** and `code`"},
					{Text: "✓ looks proven", Cites: []Cite{{Stamp: "x]y"}}},
				},
				Verdict: "42) is no list; $x$ | y ~~z~~ &amp; &c",
			},
			{Name: "空白评委"},
			{Judge: "plan_b", Highlights: []Entry{{Cites: []Cite{{Proven: true}}}}},
		},
	}
}

func TestDeckShowsLogicAsPlainText(t *testing.T) {
	want := []string{"How I judged", "numbers first, by name", "3. then promises", "C*-free"}
	if diff := cmp.Diff(want, plainLines("## How I judged\n- **numbers** first, `by name`\n3. then _promises_\n---\nC\\*-free")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
