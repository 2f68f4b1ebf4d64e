package api

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("word ", 100)
	tests := []struct{ name, in, want string }{
		{"plain", "One.\n\nTwo.", "One."},
		{"after headings and pictures", "# Title\n\n![a](b.png) [![c](d.png)](e)\n\n- item\n\nThe *first* paragraph\nof `two` [lines](https://x.example).\n", "The first paragraph of two lines."},
		{"no paragraph", "# Title\n\n- item\n", ""},
		{"empty", "", ""},
		{"markup and control characters", "A<b>c</b> &amp; \\*d\x1b[31m\u2028e `&lt;\\*`", "Ac & *d [31m e &lt;\\*"},
		{"byte order mark and bad UTF-8", "\ufeffa\xffb", "a\ufffdb"},
		{"long words", long, strings.TrimSpace(long[:299]) + "…"},
		{"long without spaces", strings.Repeat("长", 400), strings.Repeat("长", 299) + "…"},
		{"exactly as long as may be", strings.Repeat("长", 300), strings.Repeat("长", 300)},
	}
	for _, test := range tests {
		got := excerpt([]byte(test.in))
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if utf8.RuneCountInString(got) > maxExcerpt {
			t.Errorf("%s: %d characters", test.name, utf8.RuneCountInString(got))
		}
	}
}
