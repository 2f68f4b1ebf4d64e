package jury

import (
	"strings"

	"judgement/internal/llm"
)

// excerptBytes bounds how much of a reply is sent back in a repair turn.
const excerptBytes = 12_000

// clip cuts s to at most n bytes, on a character's border, and says so.
func clip(s string, n int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + " … [cut]"
}

func repairPrompt(problem error, finish llm.Finish) string {
	var b strings.Builder
	b.WriteString("Your reply can't be used:\n")
	if finish == llm.FinishLength {
		b.WriteString("- it was cut off at the length limit; be briefer\n")
	}
	for line := range strings.SplitSeq(problem.Error(), "\n") {
		b.WriteString("- " + line + "\n")
	}
	b.WriteString("Send the whole reply again as one JSON object that follows the schema, with nothing before or after it.")
	return b.String()
}

func unprovenPrompt(unproven []string) string {
	var b strings.Builder
	b.WriteString("These quotes do not stand in the document as you gave them:\n")
	for _, d := range unproven {
		b.WriteString("- " + d + "\n")
	}
	b.WriteString("Copy quotes character by character from the document, or drop them and let the score follow from what you can show. " +
		"Send the whole reply again as one JSON object that follows the schema, with nothing before or after it.")
	return b.String()
}
