package pdf

import (
	"strings"
	"testing"

	"judgement/report"
)

// FuzzFit checks that whatever comes in can be drawn, and that letters and
// digits of the fonts stay.
func FuzzFit(f *testing.F) {
	for _, s := range []string{"", "plain", "😀", "𠮷野", "e\u0301", "\x00\u202e", "✅✗", "\xff", "สวัสดี", "a\tb\nc"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := 0
		got := fit(s, func(string) { n++ }, report.English)
		if !plain(got) {
			t.Errorf("%q became %q, which can't be drawn", s, got)
		}
		if n == 0 && plain(s) && strings.ToValidUTF8(s, "") == s && !strings.ContainsFunc(s, shapeless) && got != s && !strings.ContainsRune(s, '\r') {
			t.Errorf("%q became %q", s, got)
		}
	})
}
