package meeting

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
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
			{Judge: "a", Highlights: []Entry{{Cites: []Cite{{Proven: true}}}}},
		},
	}
}

func TestDeckRoundTrip(t *testing.T) {
	for _, d := range []Deck{sampleDeck(), {}, {Lang: "zh", Title: "会议：一", Slides: []Slide{{
		Name: "评委", Logic: []string{"先看数字。", "再看承诺。"},
		Highlights: []Entry{{Text: "一", Cites: []Cite{
			{Note: "内容有改动", Stamp: "09:00", Quote: "每份亏 1.6 元"}, {Note: "原文（附件）中未找到", Quote: "（一）"}, {Note: "(a) [b]"},
		}}, {Text: "二"}},
	}}}} {
		want := d.Clean()
		got, err := ParseDeck(d.Markdown())
		if err != nil {
			t.Fatalf("%v\n%s", err, d.Markdown())
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("lost on the way (-want +got):\n%s\n%s", diff, d.Markdown())
		}
	}
}

// TestDeckIsNumbered: points count up, and in a Chinese deck a note has Chinese
// brackets; a deck with ASCII brackets, as older versions wrote it, says the same.
func TestDeckIsNumbered(t *testing.T) {
	d := Deck{Lang: "zh", Title: "会议", Slides: []Slide{{Name: "评委", Highlights: []Entry{
		{Text: "一"}, {Text: "二", Cites: []Cite{{Note: "内容有改动", Stamp: "09:00", Quote: "亏 1.6 元"}}},
	}}}}
	md := string(d.Markdown())
	if want := "1. 一\n2. 二\n   - ✗（内容有改动）[09:00] “亏 1.6 元”\n"; !strings.Contains(md, want) {
		t.Errorf("%s\nwants %s", md, want)
	}
	got, err := ParseDeck([]byte(strings.Replace(md, "✗（内容有改动）[", "✗ (内容有改动) [", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(d.Clean(), got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

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

func TestDeckShowsLogicAsPlainText(t *testing.T) {
	want := []string{"How I judged", "numbers first, by name", "3. then promises", "C*-free"}
	if diff := cmp.Diff(want, plainLines("## How I judged\n- **numbers** first, `by name`\n3. then _promises_\n---\nC\\*-free")); diff != "" {
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
			var e *DeckError
			if !errors.As(err, &e) || e.Line != tt.line || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want line %d with %q", err, tt.line, tt.want)
			}
		})
	}
}

func FuzzDeckRoundTrip(f *testing.F) {
	f.Add("title", "sub", "note", "judge-a", "name", "logic", "point", "found (not)", "00:01", "quote", "verdict", true)
	f.Add("# x", "> y", "- z", "J!", "1. n", "```", "* p", ")(", "][", "“”", "a\\", false)
	f.Add("<!-- judgement deck 1 zh -->", "---", "\\", "", "<!-- judge: x -->", "### Highlights", "✗ (a)", "(", "]", "\u2028”", "__", true)
	f.Fuzz(func(t *testing.T, title, subtitle, note, judge, name, logic, point, found, stamp, quote, verdict string, proven bool) {
		d := Deck{
			Lang: "en", Title: title, Subtitle: subtitle, Notes: []string{note, verdict},
			Slides: []Slide{{
				Judge: judge, Name: name, Notes: []string{note}, Logic: []string{logic, point},
				Highlights:   []Entry{{Text: point, Cites: []Cite{{proven, found, stamp, quote}, {!proven, "", stamp, ""}, {proven, found, "", quote}}}, {Text: logic}},
				Shortcomings: []Entry{{Text: quote}, {Cites: []Cite{{Quote: quote}}}}, Verdict: verdict,
			}, {Name: title}},
		}
		got, err := ParseDeck(d.Markdown())
		if err != nil {
			t.Fatalf("%v\n%s", err, d.Markdown())
		}
		if diff := cmp.Diff(d.Clean(), got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("lost on the way (-want +got):\n%s\n%s", diff, d.Markdown())
		}
	})
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
