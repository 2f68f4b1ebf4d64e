package fakeserver

import (
	"encoding/json"
	"strings"
)

// spoiled is what a fault of the content made of a good reply.
type spoiled struct {
	content string
	refusal string
	finish  string
}

const hugeBytes = 1 << 20

func spoil(content string, fault Fault) spoiled {
	out := spoiled{content: content, finish: "stop"}
	switch fault {
	case Prose:
		out.content = "I have read the document with care. On the whole it is solid, and I would give it 8 out of 10."
	case Fenced:
		out.content = "```json\n" + content + "\n```"
	case Wrapped:
		out.content = "Here is my assessment:\n\n" + content + "\n\nI hope this helps."
	case Empty:
		out.content = ""
	case BrokenJSON:
		out.content = content[:len(content)/2]
	case Refusal:
		out.content, out.refusal = "", "I'm sorry, but I can't help with that."
	case FilterFinish:
		out.content, out.finish = "", "content_filter"
	case Truncated:
		out.content, out.finish = content[:len(content)/2], "length"
	case Huge:
		out.content = grow(content)
	case NaN, StringNumbers, OutOfRange, UnknownLens, MissingLens, DuplicateLens:
		out.content = respoil(content, fault)
	}
	return out
}

// grow makes a reply of a megabyte, valid if it was an object.
func grow(content string) string {
	pad := strings.Repeat("word ", hugeBytes/5)
	if trimmed := strings.TrimSuffix(content, "}"); trimmed != content && trimmed != "{" {
		return trimmed + `,"padding":"` + pad + `"}`
	}
	return content + pad
}

// respoil spoils the first score of a score reply; other replies become an
// object that no schema asked for.
func respoil(content string, fault Fault) string {
	var reply ScoreReply
	if err := json.Unmarshal([]byte(content), &reply); err != nil || len(reply.Scores) == 0 {
		return `{"unexpected":NaN}`
	}
	first := &reply.Scores[0]
	const hole = 123456789.5
	switch fault {
	case OutOfRange:
		first.Score = first.Score*100 + 1000
	case UnknownLens:
		first.Lens = "no-such-lens"
	case MissingLens:
		reply.Scores = reply.Scores[1:]
	case DuplicateLens:
		again := *first
		again.Score /= 2
		reply.Scores = append(reply.Scores, again)
	case NaN:
		first.Score = hole
		return strings.Replace(encode(reply), "123456789.5", "NaN", 1)
	case StringNumbers:
		first.Score = hole
		return strings.Replace(encode(reply), "123456789.5", `"8 out of 10"`, 1)
	}
	return encode(reply)
}
