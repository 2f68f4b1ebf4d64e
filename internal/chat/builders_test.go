package chat_test

import (
	"regexp"
	"strings"
	"testing"

	"judgement/internal/chat"
	"judgement/report"
)

// FuzzTally: a card of a tally holds no text but the bot's own words.
func FuzzTally(f *testing.F) {
	f.Add(3, 2, 1, 7, true)
	own := regexp.MustCompile(`^[\p{L}\p{P}\p{N} /%\n]*$`)
	f.Fuzz(func(t *testing.T, a, b, c, d int, scores bool) {
		h := chat.Head{Lang: report.English, Scene: "Pitch", Document: "leak", Shown: chat.OnlyTally}
		text := chat.TallyCard(h, chat.Tally{MustFix: a, Suggestions: b, Cuts: c, Quotes: d, Scored: true, Grade: "A"}, scores).Text()
		if strings.Contains(text, "leak") || !own.MatchString(text) {
			t.Errorf("the card says %q", text)
		}
	})
}
