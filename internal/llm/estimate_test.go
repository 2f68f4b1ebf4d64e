package llm

import "testing"

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
