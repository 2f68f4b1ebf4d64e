package meeting

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"judgement/internal/fault"
)

func TestParseDeckByHand(t *testing.T) {
	md := "# Weekly\n\nacme\n\n## Ann\n\n### highlights\n\n- a **bold** point\n  that goes on\n  - ✓ [09:00] “said so”\n- second\n* third\n- fourth\n\n" +
		"### 不足\n\nno bullet\n\n### Verdict\n\ntwo\nlines\n\n### Judgement logic\n\nfirst\nline\n\nsecond\n"
	got, err := ParseDeck([]byte(md))
	if err != nil {
		t.Fatal(err)
	}
	want := Deck{
		Lang: "zh", Title: "Weekly", Subtitle: "acme",
		Slides: []Slide{{
			Name: "Ann", Logic: []string{"first line", "second"}, Verdict: "two lines",
			Highlights: []Entry{
				{Text: "a bold point that goes on", Cites: []Cite{{Proven: true, Stamp: "09:00", Quote: "said so"}}},
				{Text: "second"},
				{Text: "third"},
				{Text: "fourth"},
			},
			Shortcomings: []Entry{{Text: "no bullet"}},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestParseDeckReformatted: what editors and formatters do to a deck changes
// nothing of what it says.
func TestParseDeckReformatted(t *testing.T) {
	md := "<!-- markdownlint\ndisable MD029 -->\n# Weekly *meeting*\n\nacme\n\n> a remark that\n> is wrapped\nlazily\n\n> another\n\n***\n\n## Ann <!-- judge: ../x -->\n\n> its\n> remark\n\n" +
		"### Judgement logic\n\n- first _thing_, 3 * 4 in snake_case\n- second\n  goes on\n\n### Highlights\n\n- point\n\t- ✓ [09:00] “said\n\t  so”\n\n- - -\n\n### Verdict\n\n*Good.*\n"
	got, err := ParseDeck([]byte(md))
	if err != nil {
		t.Fatal(err)
	}
	want := Deck{
		Lang: "en", Title: "Weekly meeting", Subtitle: "acme", Notes: []string{"a remark that is wrapped lazily", "another"},
		Slides: []Slide{{
			Name: "Ann", Notes: []string{"its remark"}, Logic: []string{"first thing, 3 * 4 in snake_case", "second goes on"},
			Highlights: []Entry{{Text: "point", Cites: []Cite{{Proven: true, Stamp: "09:00", Quote: "said so"}}}}, Verdict: "Good.",
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseDeckErrors(t *testing.T) {
	for name, tt := range map[string]struct {
		md   string
		line int
		want string
	}{
		"empty":         {"", 1, "no title"},
		"no title":      {"hello\n", 1, "before the title"},
		"two titles":    {"# a\n# b\n", 2, "second title"},
		"unknown part":  {"# a\n## j\n### Score\n", 3, "Judgement logic, Highlights, Shortcomings, Verdict"},
		"loose text":    {"# a\n## j\nhello\n", 3, "before the first part"},
		"deep heading":  {"# a\n## j\n#### x\n", 3, "level 4"},
		"merged judges": {"# a\n## j\n### Verdict\nYes.\n\n### Judgement logic\nb\n### 一句话结论\nNo.\n", 8, `the slide of "j" has "一句话结论" twice, first on line 3`},
		"early part":    {"# a\n### Highlights\n", 2, "level 3"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ParseDeck([]byte(tt.md))
			if !errors.Is(err, fault.Deck) || !strings.HasPrefix(err.Error(), fmt.Sprintf("meeting-summary.md:%d: ", tt.line)) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want line %d with %q", err, tt.line, tt.want)
			}
		})
	}
}

func FuzzParseDeck(f *testing.F) {
	f.Add(string(sampleDeck().Markdown()))
	f.Add("# a\n## b <!-- judge: c -->\n### 亮点\n1. x\n   - ✓ [1:00] “y”\n")
	f.Fuzz(func(t *testing.T, md string) {
		d, err := ParseDeck([]byte(md))
		if err != nil {
			return
		}
		again, err := ParseDeck(d.Markdown())
		if err != nil {
			t.Fatalf("%v\n%s", err, d.Markdown())
		}
		if diff := cmp.Diff(d, again, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("not stable (-first +second):\n%s", diff)
		}
	})
}
