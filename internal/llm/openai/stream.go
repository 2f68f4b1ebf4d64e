package openai

import (
	"bytes"
	"encoding/json"
	"regexp"

	goopenai "github.com/sashabaranov/go-openai"
)

// streamed matches the beginning of a stream of events.
var streamed = regexp.MustCompile(`^\s*(?:data|event|id|retry)?:`)

// plain returns an answer as JSON: without a byte order mark, and in one piece if a
// gateway streams although no stream was asked for. Anything else is returned as it is.
func plain(answer []byte) []byte {
	answer = bytes.TrimPrefix(answer, []byte("\ufeff"))
	if !streamed.Match(answer) {
		return answer
	}
	var whole goopenai.ChatCompletionResponse
	var content, refusal []byte
	var finish goopenai.FinishReason
	for line := range bytes.Lines(answer) {
		data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
		if data = bytes.TrimSpace(data); !ok || bytes.Equal(data, []byte("[DONE]")) {
			continue
		}
		var piece goopenai.ChatCompletionStreamResponse
		if json.Unmarshal(data, &piece) != nil || len(piece.Choices) == 0 && piece.Usage == nil {
			return data // an error in the middle of the stream
		}
		whole.ID, whole.Model = piece.ID, piece.Model
		if piece.Usage != nil {
			whole.Usage = *piece.Usage
		}
		for _, c := range piece.Choices {
			content, refusal = append(content, c.Delta.Content...), append(refusal, c.Delta.Refusal...)
			if c.FinishReason != "" {
				finish = c.FinishReason
			}
		}
	}
	if finish == "" {
		return answer // it was cut off
	}
	whole.Choices = []goopenai.ChatCompletionChoice{{
		Message:      goopenai.ChatCompletionMessage{Role: goopenai.ChatMessageRoleAssistant, Content: string(content), Refusal: string(refusal)},
		FinishReason: finish,
	}}
	joined, err := json.Marshal(whole)
	if err != nil {
		return answer
	}
	return joined
}
