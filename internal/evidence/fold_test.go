package evidence

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFold(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"width and case", "ＡＢＣ１２３％ Abc", "abc123% abc"},
		{"quotes and dashes", "“a” ‘b’ — 「c」", `"a" 'b'-"c"`},
		{"blanks", "a \u00A0\n b\tc", "a b c"},
		{"ideographs", "增长 15 %，达到 三 千万", "增长15 %,达到三千万"},
		{"digits stay apart", "1 000 2", "1 000 2"},
		{"hyphen at a line end", "profit-\n  able, non-profit", "profitable,nonprofit"},
		{"hyphen between numbers", "3-4 and 2027-03", "3-4 and 2027-03"},
		{"soft hyphen at a line end", "profit\u00AD\nable \u00AD\nx", "profitable x"},
		{"zero width and soft hyphen", "a\u200Bb\u00ADc", "abc"},
		{"composed", "cafe\u0301 CAFE\u0301", "café café"},
		{"ligature", "ﬁne oﬃce", "fine office"},
		{"exponents", "10² m<sup>-2</sup> 10^{12} 10⁻¹²", "10^2 m^⁻2 10^12 10^⁻12"},
		{"heading and bullets", "## Title\n- one\n* two\n> three", "title one two three"},
		{"bullet before a number", "- 5% less", "• 5% less"},
		{"ordered list", "1. one\n2. two", "1. one 2. two"},
		{"emphasis", "**bold** _it_ `code` a*b", "bold it code ab"},
		{"not emphasis", "2*3 snake_case a * b", "2*3 snake_case a * b"},
		{"link", "see [the plan](https://a.b/c) now", "see the plan now"},
		{"no link", "f[0](5) and [x](not really)", "f[0](5)and [x](not really)"},
		{"escaped bracket", `[a\](https://b.c) [d](https://e.f)`, "a](https://b.c)d"},
		{"autolink", "see <https://a.b/c_d_> <https no>", "see https://a.b/c_d <https no>"},
		{"entities", "a&nbsp;&amp;&#x20;b &lt;b&gt; &ampx; &#42;c&#42;", "a & b <b> &ampx;*c*"},
		{"escapes", `6 \* 4 \*a\_b\* c:\d \&amp;`, `6 * 4 a_b c:\d &amp;`},
		{"tags", "<p>A <b>b</b>c<br/>d 10<sup>6</sup> <del>e</del> <a href='f'>", "a bc d 10^6 <del>e</del>"},
		{"full-width bars", "｜甲｜乙｜ a｜b", "甲乙a b"},
		{"table", "| a | b |\n|---|:-:|\n| 1 | 2 |", "a b 1 2"},
		{"ellipsis", "a… b... c……", "a... b... c..."},
		{"traditional stays", "體 体", "體体"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, foldDocument(tt.in, nil).Text); diff != "" {
				t.Error(diff)
			}
		})
	}
}
