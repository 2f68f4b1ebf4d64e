package meeting

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestDeckRoundTrip(t *testing.T) {
	for _, d := range []Deck{sampleDeck(), {}, {Lang: "zh", Title: "会议：一", Slides: []Slide{{
		Name: "评委", Logic: []string{"先看数字。", "再看承诺。"},
		Highlights: []Entry{{Text: "一", Cites: []Cite{
			{Note: "内容有改动", Stamp: "09:00", Quote: "每份亏 1.6 元"}, {Note: "原文（附件）中未找到", Quote: "（一）"}, {Note: "(a) [b]"},
		}}, {Text: "二"}},
	}}}} {
		want := d.Clean()
		if len(d.Slides) > 0 && want.Slides[len(d.Slides)-1].Judge != d.Slides[len(d.Slides)-1].Judge {
			t.Errorf("the slug %q became %q", d.Slides[len(d.Slides)-1].Judge, want.Slides[len(d.Slides)-1].Judge)
		}
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
