package llm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEstimateTokens(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 1, "abcdefg": 2, "abcdefgh": 3, "判断": 3, "判断力": 5, "ééé": 3, "a判": 3, "\xff": 2,
	} {
		if got := EstimateTokens(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	req := Request{Messages: []Message{{Content: "abcdefg"}, {Content: "判断"}}, Schema: Schema{JSON: []byte("{}")}}
	if got := EstimatePrompt(req); got != 2+8+3+8+1+16 {
		t.Errorf("prompt: %d", got)
	}
}

func requestOf(text string) Request {
	return Request{Messages: []Message{{Role: System, Content: "You judge."}, {Role: User, Content: text}}}
}

// TestTruncated: a count that is far below what the text needs, or exactly a usual
// size of a context and clearly below it, is of a part of the prompt.
func TestTruncated(t *testing.T) {
	english := strings.Repeat("The pump ran for forty days in the field and used little power. ", 2600) // 166 kB, some 36,000 tokens
	chinese := strings.Repeat("该装置在现场连续运行四十天，耗电很少，未出现故障。", 400)                                         // 10,000 characters
	russian := strings.Repeat("Насос проработал сорок дней в поле и потребил мало энергии. ", 500)
	for _, tt := range []struct {
		name string
		text string
		read int
		want bool
	}{
		{"English, a ninth kept", english, 4096, true},
		{"English, a round size", english, 16384, true},
		{"English, another round size", english, 24000, true},
		{"English, five characters per token", english, len(english) / 5, false},
		{"English, the most frugal tokenizer", english, len(english) * 10 / 66, false},
		{"English, one more than a round size", english, 24001, false},
		{"Chinese, cut to 2048", chinese, 2048, true},
		{"Chinese, cut to 4096, not shown", chinese, 4097, false},
		{"Chinese, cut to 4096", chinese, 4096, true},
		{"Chinese, 0.6 tokens per character", chinese, 6000, false},
		{"Chinese, 1.5 tokens per character", chinese, 15000, false},
		{"Russian, four characters per token", russian, utf8.RuneCountInString(russian) / 4, false},
		{"Russian, a seventh kept", russian, 1023, true},
		{"blanks and rules are few tokens", strings.Repeat(" ", 50000) + strings.Repeat("=", 50000) + "\n", 1000, false},
		{"no count", english, 0, false},
		{"a count of no prompt", english, 7, false},
		{"a short prompt that fills a context", strings.Repeat("word ", 4096), 4096, false},
	} {
		if got := Truncated(requestOf(tt.text), tt.read); got != tt.want {
			t.Errorf("%s: %d tokens read: %v, want %v", tt.name, tt.read, got, tt.want)
		}
	}
}

// TestTruncatedRaisesNoFalseAlarm: whatever a real tokenizer counts for the shipped
// documents, from the most frugal to the most wasteful, is the whole prompt.
func TestTruncatedRaisesNoFalseAlarm(t *testing.T) {
	files, err := filepath.Glob("../../examples/*")
	if err != nil {
		t.Fatal(err)
	}
	skills, err := filepath.Glob("../../judges/*/SKILL.md")
	if err != nil || len(skills) == 0 {
		t.Fatalf("%d skills: %v", len(skills), err)
	}
	read := 0
	for _, file := range append(files, skills...) {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // a folder
		}
		read++
		text := strings.Repeat(string(data), 8) // long enough for a count to mean something
		wide := 0
		for _, r := range text {
			if r >= 0x2e80 {
				wide++
			}
		}
		other := len(text) - 3*wide
		for _, rate := range []struct{ other, wide float64 }{{1 / 5.5, 0.55}, {1 / 4.5, 0.7}, {1.0 / 3, 1.5}} {
			count := int(float64(other)*rate.other+float64(wide)*rate.wide) + 16
			for _, near := range []int{count, (count/1000 + 1) * 1000, (count/1024 + 1) * 1024} {
				if Truncated(requestOf(text), near) {
					t.Errorf("%s: %d tokens, at %v: called truncated", file, near, rate)
				}
			}
		}
	}
	if read < 10 {
		t.Errorf("%d documents read", read)
	}
}
