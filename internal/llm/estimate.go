package llm

import "unicode/utf8"

// EstimateTokens estimates a text's tokens without a tokenizer, rather from
// above: 3.5 bytes a token for ASCII, 1.5 tokens a character beyond U+2E7F (Han,
// kana, hangul, emoji), 2 bytes a token for the rest.
func EstimateTokens(s string) int {
	ascii, wide, rest := 0, 0, 0
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			ascii++
		case r >= 0x2e80:
			wide++
		default:
			rest += utf8.RuneLen(r)
		}
	}
	return (ascii*2+6)/7 + (wide*3+1)/2 + (rest+1)/2
}
