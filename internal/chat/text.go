package chat

import (
	"strings"
	"unicode"

	"judgement/internal/document"
	"judgement/internal/text"
	"judgement/report"
)

// titleWidth is how wide the title of a text without one may be, in columns of a
// terminal: a Chinese character has two.
const titleWidth = 60

// textDocument makes a document of a message's own text. A text without a title
// has its first line for one, and so for the name of its file and the title of
// its report.
func textDocument(l report.Lang, title, body string) (name string, data []byte) {
	if title == "" {
		return fileName(firstLine(l, body)) + ".txt", []byte(body)
	}
	return fileName(title) + ".md", []byte("# " + text.OneLine(title) + "\n\n" + body)
}

// fileName makes a title the name of a file, which has no slashes in it.
func fileName(title string) string {
	return document.CleanName(strings.NewReplacer("/", "-", `\`, "-").Replace(title))
}

// firstLine returns the first line of a text that has words, without the marks of
// Markdown around them and cut to titleWidth, or words for a text that has none.
func firstLine(l report.Lang, text string) string {
	for line := range strings.Lines(text) {
		if onlyLinks(line) || strings.IndexFunc(line, wordRune) < 0 {
			continue
		}
		bare := strings.TrimFunc(fileName(line), func(r rune) bool { return strings.ContainsRune("#>*_`~-–—•·=+|:：, ", r) })
		return report.CutWords(bare, titleWidth)
	}
	return say(l, phChatText)
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
