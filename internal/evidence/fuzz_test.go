package evidence

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzVerify holds the promises about offsets for any document and quote.
func FuzzVerify(f *testing.F) {
	for _, s := range [][2]string{
		{"# A\n\n- **31 owners** said [yes](https://x.y/z)\n| a | b |\n|---|---|", "31 owners said yes"},
		{"全年收入为三千万元，同比增长15%", "全年收入为三千亿元，同比增长15%"},
		{"profit-\nable non-\nprofit cafe\u0301 ﬁne", "profitable nonprofit café fine"},
		{"a\u200bb … c", "a ... b"},
		{"12 34 not 5", "34 not 5 or more ... 12"},
		{"\xff\xfe bad bytes \x00 here", "bad bytes \uFFFD"},
		{"[a](b.c", "[a](b.c) ~~~ ``` ___ ***"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, text, quote string) {
		x := New(text, WithOthers(map[string]string{"other": quote}))
		if !utf8.ValidString(x.folded.Text) || x.folded.Place(len(text)) != len(x.folded.Text) {
			t.Fatalf("normal form %q of %q", x.folded.Text, text)
		}
		c := x.Verify(quote)
		if c.Start < 0 {
			if c.Status.Proven() || c.Status == Near || c.End != -1 {
				t.Fatalf("%+v has no place", c)
			}
			return
		}
		if c.Start >= c.End || c.End > len(text) {
			t.Fatalf("%+v is no range of %d bytes", c, len(text))
		}
		if utf8.ValidString(text) && (!utf8.RuneStart(text[c.Start]) || c.End < len(text) && !utf8.RuneStart(text[c.End])) {
			t.Fatalf("%+v cuts a character of %q", c, text)
		}
		if c.Status == Exact && text[c.Start:c.End] != quote {
			t.Fatalf("%+v is not exact: %q", c, text[c.Start:c.End])
		}
		if utf8.ValidString(text) && c.Status.Proven() && !x.Check(c) {
			t.Fatalf("Check refuses %+v in %q", c, text)
		}
		if c.Status.Proven() && c.Status != Ellipsis && guard(foldQuote(quote, text).Text, strings.Trim(x.folded.Text[x.folded.Place(c.Start):x.folded.Place(c.End)], " ")) != nil {
			t.Fatalf("%+v is proven against the guard in %q", c, text)
		}
	})
}
