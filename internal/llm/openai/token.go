package openai

import "strings"

// controlMarks begin or are the control tokens of chat templates. A server that
// reads them in the text of a message, as servers of open models may, takes what
// follows as a turn of its own: a document would leave its message, whatever
// fence is around it.
func controlMarks() [17]string {
	return [...]string{
		"<|", "<｜", "[INST]", "[/INST]", "<<SYS>>", "<</SYS>>",
		"<start_of_turn>", "<end_of_turn>", "<s>", "</s>",
		"<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "[gMASK]", "<sop>",
	}
}

// zeroWidthSpace splits a mark: people do not see it, models ignore it, and the
// search for quotes skips it.
const zeroWidthSpace = "\u200b"

// withoutControlTokens returns a text whose control tokens are split.
func withoutControlTokens(text string) string {
	for _, mark := range controlMarks() {
		text = strings.ReplaceAll(text, mark, mark[:1]+zeroWidthSpace+mark[1:])
	}
	return text
}
