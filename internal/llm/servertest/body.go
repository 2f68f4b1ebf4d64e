package servertest

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Completion is the body of a completion.
func Completion(content, finish string, prompt int) string {
	quoted, _ := json.Marshal(content) // text always encodes
	return `{"id":"c","object":"chat.completion","created":1763770000,"model":"good","choices":[{"index":0,"message":{"role":"assistant","content":` +
		string(quoted) + `},"finish_reason":"` + finish + `"}],"usage":{"prompt_tokens":` + strconv.Itoa(prompt) + `,"completion_tokens":120,"total_tokens":` + strconv.Itoa(prompt+120) + `}}`
}

// inPlaceOfContent is a completion without content, whose good reply is a JSON text
// elsewhere in the message, between before and after.
func inPlaceOfContent(before, after string) string {
	quoted, _ := json.Marshal(reply()) // text always encodes
	content := `"content":` + string(quoted)
	return strings.Replace(Completion(reply(), "stop", 900), content, `"content":null,`+before+string(quoted)+after, 1)
}

// Streamed is a completion in pieces, as servers stream it, with comments between them.
func Streamed(content string) string {
	piece := func(delta any, finish string) string {
		data, _ := json.Marshal(delta) // text always encodes
		return `data: {"id":"c","object":"chat.completion.chunk","model":"good","choices":[{"index":0,"delta":` + string(data) + `,"finish_reason":` + finish + `}]}` + "\n\n"
	}
	half := len(content) / 2
	return ": PROCESSING\n\n" + piece(map[string]string{"role": "assistant", "content": content[:half]}, "null") +
		piece(map[string]string{"content": content[half:]}, "null") + piece(map[string]string{}, `"stop"`) +
		`data: {"id":"c","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":900,"completion_tokens":120,"total_tokens":1020}}` + "\n\ndata: [DONE]\n\n"
}

// List is a list of one model, with more fields of it.
func List(id, owner, more string) string {
	return `{"object":"list","data":[{"id":"` + id + `","object":"model","created":1763770000,"owned_by":"` + owner + `"` + more + `}]}`
}

// Quote is a sentence of the documents that reviews are tested with.
const Quote = "We asked forty passengers at two piers what a late ferry costs them."

// Good is a right reply to the request of a judge with the lenses sense and proof, and
// to the probe. It depends on nothing that servers change.
func Good(req Request) string {
	if !judged(req) {
		return `{"ok": true}`
	}
	score := func(lens string, n int) map[string]any {
		return map[string]any{"lens": lens, "score": n, "comment": "The figures are asked from people.", "quotes": []string{Quote}}
	}
	var out bytes.Buffer
	_ = json.NewEncoder(&out).Encode(map[string]any{ // it always encodes
		"scores":   []any{score("sense", 7), score("proof", 15)},
		"must_fix": []any{}, "suggestions": []any{}, "cuts": []any{}, "summary": "It shows what it says.",
	})
	return strings.TrimSpace(out.String())
}
