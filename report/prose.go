package report

import (
	"strconv"
	"strings"
)

// prose writes Markdown by a model or a person in safe mode. Paragraphs, lists,
// quotes, fenced code, strong type and code spans keep their shape. A heading
// becomes a line in strong type, a link or image its text, a table or HTML
// plain text, a rule nothing.
func (w *mdWriter) prose(md string) {
	lines := strings.Split(strings.Trim(Clean(md), "\n"), "\n")
	var last proseKind
	depth := -1
	for i := 0; i < len(lines); i++ {
		l := readProse(lines[i])
		if l.kind == proseFence {
			i = w.proseFence(lines, i, l.text)
			last, depth = proseFence, -1
			continue
		}
		if l.kind == proseBlank {
			last = proseBlank
			continue
		}
		if l.kind != last || l.kind == proseHeading {
			w.gap()
		}
		if l.kind != proseItem {
			depth = -1
		}
		l.depth = min(l.depth, depth+1)
		depth = l.depth
		last = l.kind
		if s := w.proseLine(l); s != "" {
			w.line(s)
		}
	}
}

type proseKind int

const (
	proseNone proseKind = iota
	proseBlank
	proseText
	proseHeading
	proseItem
	proseQuote
	proseFence
)

// proseInput is one line as read: an item has its depth and marker, a fence its
// marks as text.
type proseInput struct {
	kind   proseKind
	depth  int
	marker string
	text   string
}

// maxProseDepth bounds the nesting of lists.
const maxProseDepth = 4

func readProse(line string) proseInput {
	text := strings.TrimLeft(line, " ")
	indent := len(line) - len(text)
	text = strings.TrimSpace(text)
	switch {
	case text == "" || isRule(text):
		return proseInput{kind: proseBlank}
	case strings.HasPrefix(text, "```") && !strings.Contains(strings.TrimLeft(text, "`"), "`"):
		return proseInput{kind: proseFence, text: text[:len(text)-len(strings.TrimLeft(text, "`"))]}
	case strings.HasPrefix(text, "~~~"):
		return proseInput{kind: proseFence, text: text[:len(text)-len(strings.TrimLeft(text, "~"))]}
	case text[0] == '>':
		return proseInput{kind: proseQuote, text: dropMarker(strings.TrimLeft(text, "> "))}
	case text[0] == '#' && dropMarker(text) != text:
		return proseInput{kind: proseHeading, text: dropMarker(text)}
	}
	if rest := dropMarker(text); rest != text {
		marker := "*" // not our own lists' mark, so that neighbours stay two lists
		if n := orderedMarker(text); n > 0 && n < 10 {
			number, _ := strconv.Atoi(text[:n-1])
			marker = strconv.Itoa(number) + "."
		}
		return proseInput{kind: proseItem, depth: min(indent/2, maxProseDepth), marker: marker, text: dropMarker(rest)}
	}
	return proseInput{kind: proseText, text: text}
}

// isRule reports whether a line is only a rule or an underline of a heading.
func isRule(text string) bool {
	bare := strings.ReplaceAll(text, " ", "")
	return len(bare) > 1 && strings.Trim(bare, bare[:1]) == "" && strings.Contains("-=*_", bare[:1])
}

// dropMarker removes the marker of a heading, quote or list item at the start
// of a line, however many there are.
func dropMarker(text string) string {
	for {
		var rest string
		switch {
		case text == "":
			return text
		case text[0] == '#':
			if rest = strings.TrimLeft(text, "#"); rest != "" && rest[0] != ' ' {
				return text
			}
		case strings.HasPrefix(text, "- "), strings.HasPrefix(text, "* "), strings.HasPrefix(text, "+ "),
			strings.HasPrefix(text, "> "):
			rest = text[2:]
		default:
			n := orderedMarker(text)
			if n == 0 || n > 9 || n < len(text) && text[n] != ' ' {
				return text
			}
			rest = text[n:]
		}
		text = strings.TrimSpace(rest)
	}
}

func (w *mdWriter) proseLine(l proseInput) string {
	text := w.inlines(inlines(l.text), true)
	if text == "" {
		return ""
	}
	switch l.kind {
	case proseHeading:
		return "**" + w.text(plainText(strings.TrimRight(l.text, "# ")), false) + "**"
	case proseItem:
		return strings.Repeat("   ", l.depth) + l.marker + " " + text
	case proseQuote:
		return "> " + text
	}
	return text
}

// proseFence writes the code block that opens at line i and returns the line
// that closes it, or the last one.
func (w *mdWriter) proseFence(lines []string, i int, marks string) int {
	var code []string
	for i++; i < len(lines); i++ {
		if text := strings.TrimSpace(lines[i]); strings.HasPrefix(text, marks) && strings.Trim(text, marks[:1]) == "" {
			break
		}
		code = append(code, strings.TrimRight(lines[i], " "))
	}
	w.gap()
	w.fence(code)
	return i
}
