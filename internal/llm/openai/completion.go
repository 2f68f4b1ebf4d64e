package openai

import (
	"encoding/json"

	goopenai "github.com/sashabaranov/go-openai"
)

// completion is the part of a chat completion that a reply is made of.
// go-openai's own type reads every message twice and keeps fields that nobody
// asks for, at half the CPU of a call; it is used for answers that do not have
// the usual shape, such as content in parts.
type completion struct {
	Model   string         `json:"model"`
	Choices []choice       `json:"choices"`
	Usage   goopenai.Usage `json:"usage"`
}

type choice struct {
	Message struct {
		Content string `json:"content"`
		Refusal string `json:"refusal"`
	} `json:"message"`
	FinishReason string `json:"finish_reason"`
}

// parseCompletion returns nil for a body that does not have the usual shape.
func parseCompletion(body []byte) *completion {
	var c completion
	if err := json.Unmarshal(body, &c); err != nil || len(c.Choices) == 0 {
		return nil
	}
	return &c
}

// completionOf takes over what go-openai read; text parts are joined.
func completionOf(resp goopenai.ChatCompletionResponse) *completion {
	c := completion{Model: resp.Model, Usage: resp.Usage}
	c.Choices = make([]choice, 1)
	first := resp.Choices[0]
	out := &c.Choices[0]
	out.Message.Content, out.Message.Refusal = first.Message.Content, first.Message.Refusal
	out.FinishReason = string(first.FinishReason)
	for _, part := range first.Message.MultiContent {
		out.Message.Content += part.Text
	}
	return &c
}
