package openai

import (
	"slices"
	"strings"

	"judgement/internal/llm"
)

// controlMarks begin or are the control tokens of chat templates. A server that
// reads them in the text of a message, as servers of open models may, takes what
// follows for a turn of its own: a document would leave its message, whatever
// fence stands around it.
func controlMarks() [10]string {
	return [...]string{
		"<|", "<｜", "[INST]", "[/INST]", "<<SYS>>", "<</SYS>>",
		"<start_of_turn>", "<end_of_turn>", "<s>", "</s>",
	}
}

// zeroWidthSpace breaks a mark in two: unseen by people, nothing to a model, and
// passed over where quotes are looked up.
const zeroWidthSpace = "\u200b"

// defused returns messages without control tokens. Nothing is copied where there
// are none.
func defused(messages []llm.Message) []llm.Message {
	out := messages
	for i, m := range messages {
		text := m.Content
		for _, mark := range controlMarks() {
			if strings.Contains(text, mark) {
				text = strings.ReplaceAll(text, mark, mark[:1]+zeroWidthSpace+mark[1:])
			}
		}
		if len(text) == len(m.Content) {
			continue
		}
		if &out[0] == &messages[0] {
			out = slices.Clone(messages)
		}
		out[i].Content = text
	}
	return out
}
