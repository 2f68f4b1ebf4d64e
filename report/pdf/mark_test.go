package pdf

import (
	"strings"
	"testing"

	"judgement/report"
)

// TestMarks checks which marks are drawn narrow, shown as <…>.
func TestMarks(t *testing.T) {
	for in, want := range map[string][2]string{
		"it’s":      {"it<’>s", "it<’>s"},
		"“ab” “中文”": {"<“>ab<”> “中文”", "<“>ab<”> “中文”"},
		"说：“好。”":    {"说：“好。”", "说：“好。”"},
		"a · b…":    {"a <·> b<…>", "a · b<…>"},
		"“”":        {"<“><”>", "“”"},
	} {
		for i, lang := range []report.Lang{report.English, report.Chinese} {
			var b strings.Builder
			for _, r := range testWriter(lang).tag(in) {
				if s := untag(string(r)); s != string(r) {
					b.WriteString("<" + s + ">")
				} else {
					b.WriteRune(r)
				}
			}
			if b.String() != want[i] {
				t.Errorf("%s in %s: %s, want %s", in, lang, b.String(), want[i])
			}
		}
	}
}
