package meeting

import (
	"strings"
	"testing"

	"judgement/internal/jury"
	"judgement/internal/llm"
)

func TestPromptGoldens(t *testing.T) {
	s := sampleRun(t, smallRecord, "en", 0)
	seats, err := s.Calls()
	if err != nil {
		t.Fatal(err)
	}
	if len(seats) != 3 || s.Plan.Split() {
		t.Fatalf("%d seats", len(seats))
	}
	golden(t, "prompt-whole.txt", prompt(t, seats[0].Request))
	// All judges share what is before their method.
	first, second := seats[0].Request.Messages, seats[1].Request.Messages
	at := strings.Index(first[1].Content, "# Your method")
	if first[0] != second[0] || !strings.HasPrefix(second[1].Content, first[1].Content[:at]) || !strings.HasPrefix(first[1].Content, "<<<DOCUMENT 3031323334353637\n") {
		t.Error("the judges' prompts do not begin alike with the record")
	}
	long := "店长：" + strings.Repeat("每份亏 1.6 元，周三前给出方案。", 300) + "\n财务：" + strings.Repeat("提价一元，每月多收四千元。", 300)
	s = sampleRun(t, long, "zh", 4000)
	if seats, err = s.Calls(); err != nil || len(seats) != 3*len(s.Plan.Material.Parts) || !s.Plan.Split() {
		t.Fatalf("%d seats of %d parts: %v", len(seats), len(s.Plan.Material.Parts), err)
	}
	for i, seat := range seats {
		if n := llm.EstimatePrompt(seat.Request) + seat.Request.MaxTokens; n > 4000 {
			t.Errorf("part %d needs %d tokens", i, n)
		}
	}
	text := string(prompt(t, seats[1].Request))
	golden(t, "prompt-part.txt", []byte(text[strings.Index(text, "\nDOCUMENT 3031323334353637>>>"):]))
	answers := []jury.Answer{
		{Outcome: jury.OK, Reply: Reply{Logic: "看期限。", Highlights: []Claim{{Text: "有期限。", Quotes: []string{"每份亏 1.6 元，周三前给出方案。", "并没有说过的一句话在这里。"}}}, Verdict: "可行。"}},
		{Outcome: jury.Failed},
	}
	seat, err := s.merge(s.Plan.Judges[0], answers)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := seat.Parse(`{"verdict":"Good."}`); err != nil || r.(Reply).Points != Wanted {
		t.Errorf("the merge was given %+v, %v", r, err)
	}
	golden(t, "prompt-merge.txt", prompt(t, seat.Request))
}
