package llm

import "unicode/utf8"

// EstimateTokens estimates a text's tokens without a tokenizer, rather from
// above: 3.5 bytes a token for ASCII, 1.5 tokens a character beyond U+2E7F (Han,
// kana, hangul, emoji), 2 bytes a token for the rest. Real tokenizers differ by
// some 30 % either way.
func EstimateTokens(s string) int {
	ascii, wide, rest := 0, 0, 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			ascii++
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if r >= 0x2e80 {
			wide++
		} else {
			rest += size
		}
	}
	return (ascii*2+6)/7 + (wide*3+1)/2 + (rest+1)/2
}

// EstimatePrompt estimates the prompt tokens of a request from above: its
// messages with eight tokens for each one's frame, and the schema with sixteen.
func EstimatePrompt(req Request) int {
	n := EstimateTokens(string(req.Schema.JSON)) + 16
	for _, m := range req.Messages {
		n += EstimateTokens(m.Content) + 8
	}
	return n
}
