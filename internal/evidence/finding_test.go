package evidence

import (
	"regexp"
	"testing"

	"judgement/report"
)

var (
	quotedWords  = regexp.MustCompile(`“.*?”`)
	englishWords = regexp.MustCompile(`[A-Za-z]{2,}`)
)

// checkChinese fails where a note would stand in English in a Chinese report.
func checkChinese(t *testing.T, note string) {
	t.Helper()
	zh := report.Chinese.Finding(note)
	if note != "" && (zh == note || englishWords.MatchString(quotedWords.ReplaceAllString(zh, ""))) {
		t.Errorf("note %q is %q in Chinese", note, zh)
	}
	if en := report.English.Finding(note); en != note {
		t.Errorf("note %q is %q in English", note, en)
	}
}

// TestNotesAreTranslated cuts quotes at every place of the documents: whatever
// is found to be wrong with one is said in the report's language.
func TestNotesAreTranslated(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range []string{"en.md", "zh.md"} {
		text := readTestdata(t, name)
		x := New(text, WithOthers(map[string]string{"the method of judge plain-reader": "Ask whether ten customers were asked before the pilot."}))
		runes := []rune(text)
		for i := 0; i < len(runes); i++ {
			for _, n := range []int{12, 40} {
				note := x.Verify(string(runes[i:min(i+n, len(runes))])).Note
				if !seen[note] {
					seen[note] = true
					checkChinese(t, note)
				}
			}
		}
		checkChinese(t, x.Verify("Ask whether ten customers were asked").Note)
	}
	if len(seen) < 20 {
		t.Errorf("only %d notes were met", len(seen))
	}
}
