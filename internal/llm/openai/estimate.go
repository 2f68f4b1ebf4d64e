package openai

import (
	"unicode"
	"unicode/utf8"

	"judgement/internal/llm"
)

// EstimateTokens guesses how many tokens a text is: a quarter token an ASCII
// byte, one and a half tokens a Chinese, Japanese or Korean character, half a
// token any other character; rounded up. Real tokenizers differ by some 30 %
// either way.
func EstimateTokens(text string) int {
	quarters := 0
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			quarters++
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		if isCJK(r) {
			quarters += 6
		} else {
			quarters += 2
		}
	}
	return (quarters + 3) / 4
}

func isCJK(r rune) bool {
	return r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// EstimatePrompt guesses the prompt tokens of a request: its messages, four
// tokens for each message's frame, and the schema.
func EstimatePrompt(req llm.Request) int {
	n := EstimateTokens(string(req.Schema.JSON))
	for _, m := range req.Messages {
		n += 4 + EstimateTokens(m.Content)
	}
	return n
}
