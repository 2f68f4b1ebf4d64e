package llm

import "unicode/utf8"

// EstimateTokens estimates a text's tokens without a tokenizer, rather from
// above: 3.5 bytes per token for ASCII, 1.5 tokens per character beyond U+2E7F (Han,
// kana, hangul, emoji), 2 bytes per token for the rest. Real tokenizers differ by
// some 30 % either way.
func EstimateTokens(s string) int {
	var e extent
	e.add(s, false)
	return (e.ascii*2+6)/7 + (e.wide*3+1)/2 + (e.rest+1)/2
}

// LeastReply is the room that a prompt must leave for the reply, in tokens: a judge of
// few criteria needs about as much.
const LeastReply = 512

// EstimatePrompt estimates the prompt tokens of a request from above: its
// messages with eight tokens for each one's frame, and the schema with sixteen.
func EstimatePrompt(req Request) int {
	n := EstimateTokens(string(req.Schema.JSON)) + 16
	for _, m := range req.Messages {
		n += EstimateTokens(m.Content) + 8
	}
	return n
}

// Truncated reports whether a server that counts so many prompt tokens can't have
// read the whole prompt: a server may cut a prompt to its context and answer 200 as
// if nothing were missing. read is its own count, tokens from its cache included.
//
// Two rules, both of the messages alone, with a run of one character counted once:
//   - It read fewer tokens than any tokenizer makes: one per 10 bytes of ASCII, one
//     per 3 characters beyond U+2E7F, one per 20 bytes of the rest. The most frugal
//     vocabularies of today need one per 5 to 6.6, one per 1.8 and one per 12.
//   - It read exactly a usual size of a context (a multiple of 1,000 or 1,024) and
//     fewer than one per 5.5, one per 2 and one per 10. A frugal tokenizer may come
//     near that, but seldom to a size of a context.
//
// A count below 256 says nothing: no context is that small, so it is no count of
// the prompt.
func Truncated(req Request, read int) bool {
	if read < leastContext {
		return false
	}
	var e extent
	for _, m := range req.Messages {
		e.add(m.Content, true)
	}
	round := read%1000 == 0 || read%1024 == 0
	return read < e.tokens(10, 3, 20) || round && read < e.tokens(5.5, 2, 10)
}

const leastContext = 256

// extent is how much text there is: bytes of ASCII, characters beyond U+2E7F, and
// bytes of the rest.
type extent struct{ ascii, wide, rest int }

// add counts a text; once leaves out all but the first of a run of one character.
func (e *extent) add(s string, once bool) {
	last := rune(-1)
	for _, r := range s {
		switch {
		case once && r == last:
		case r < utf8.RuneSelf:
			e.ascii++
		case r >= 0x2e80:
			e.wide++
		default:
			e.rest += utf8.RuneLen(r)
		}
		last = r
	}
}

// tokens is the number of tokens at so many of each for one token.
func (e *extent) tokens(ascii, wide, rest float64) int {
	return int(float64(e.ascii)/ascii + float64(e.wide)/wide + float64(e.rest)/rest)
}
