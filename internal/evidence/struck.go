package evidence

import (
	"regexp"
	"strings"
	"unicode"
)

// struckTag is an element of HTML, as Markdown may hold it, whose text is struck through.
var struckTag = regexp.MustCompile(`(?is)<(?:del|s|strike)(?:\s[^>]*)?>(.*?)</(?:del|s|strike)>`)

// struckSpans are the texts of a document that are struck through, with their marks: text
// between two tildes (~~text~~) in one paragraph, and elements such as <del>.
func struckSpans(text string) [][2]int {
	var out [][2]int
	open := -1
	for i := 0; i < len(text); {
		k := strings.IndexByte(text[i:], '~')
		if k < 0 {
			break
		}
		i += k
		end := i + len(text[i:]) - len(strings.TrimLeft(text[i:], "~"))
		if end-i == 2 {
			closes := open >= 0 && !unicode.IsSpace(lastRune(text[:i])) && !strings.Contains(text[open:i], "\n\n")
			switch {
			case closes:
				out = append(out, [2]int{open, end})
				open = -1
			case end < len(text) && !unicode.IsSpace(firstRune(text[end:])):
				open = i
			}
		}
		i = end
	}
	for _, m := range struckTag.FindAllStringIndex(text, -1) {
		out = append(out, [2]int{m[0], m[1]})
	}
	return out
}

// struckNote notes that [s, e) of the document holds text that is struck through; cut is true
// if the marks of that text are not all in it.
func (x *Index) struckNote(s, e int) (note Note, cut bool) {
	for _, span := range x.struck() {
		if s < span[1] && span[0] < e {
			note = Found("the author struck out “{}”", clipped(x.text[span[0]:span[1]]))
			cut = cut || s > span[0] || e < span[1]
		}
	}
	return note, cut
}
