package scan

import (
	"slices"
	"strings"
	"unicode/utf8"

	"judgement/internal/lazy"
)

// A shorter quotation is a word that is given, as in: answer only "first place".
var quotation = lazy.Regexp(`"(?:[^"]{15,}|[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}][^"]{4,})"`)

// quotes reports a sentence with a quotation in it that says nothing to judges itself.
func (c *collector) quotes(start, end int) bool {
	text := c.folded.Text[start:end]
	if !quotation().MatchString(text) {
		return false
	}
	says := false
	c.lex.sentences(quotation().ReplaceAllString(text, " "), func(s *sentence) {
		kind, _ := s.wording(0)
		says = says || kind != ""
	})
	return !says
}

// names reports a word that says that something is an example.
func (c *collector) names(text string) bool {
	return slices.ContainsFunc(c.lex.mention, func(m string) bool { return strings.Contains(text, m) })
}

// Limits in bytes of what is around a quoted example.
const (
	mentionBytes   = 200  // the word that says so is at most so far away
	paragraphBytes = 4096 // and the quotation begins at most so far before
)

// cited reports a place in quotation marks or in code.
func (c *collector) cited(start, end int) bool {
	lead, after := c.around(start, end)
	return quoted(lead, after) || c.inLongCode(start, end)
}

// around returns the paragraph before a place, and some text after it.
func (c *collector) around(start, end int) (lead, after string) {
	text := c.folded.Text
	return text[max(c.paragraph(start), runeAt(text, start-paragraphBytes)):start], text[end:runeAt(text, end+mentionBytes)]
}

// paragraph returns where the paragraph of a place begins. A block quote belongs to the
// paragraph before it, which names it. The last answer is kept: most places come in order.
func (c *collector) paragraph(at int) int {
	switch {
	case at < c.para:
		c.paraOf = runeAt(c.folded.Text, at-paragraphBytes)
		c.para = c.paraOf
	case at < c.paraOf:
		return c.para
	}
	for between := c.folded.Text[c.paraOf:at]; ; {
		i := strings.LastIndex(between, "\n\n")
		if i < 0 {
			break
		}
		if start := c.paraOf + i; !strings.HasPrefix(c.folded.Text[start+2:], ">") {
			c.para = start
			break
		}
		between = between[:i]
	}
	c.paraOf = max(0, at-1) // the next search sees a break that is half before
	return c.para
}

// mentioned reports a place in quotation marks that the text around it names as an
// example, as articles about attacks do.
func (c *collector) mentioned(start, end int) bool {
	start = end - len(strings.TrimLeftFunc(c.folded.Text[start:end], mark))
	lead, after := c.around(start, end)
	if !quoted(lead, after) && !c.inCode(start, end) {
		return false
	}
	lead = lead[runeAt(lead, len(lead)-mentionBytes):]
	after = after[:runeAt(after, mentionBytes/3)]
	return c.names(lead) || c.names(after)
}

// runeAt moves i into the text and to the start of a character.
func runeAt(text string, i int) int {
	i = min(max(0, i), len(text))
	for i > 0 && i < len(text) && !utf8.RuneStart(text[i]) {
		i--
	}
	return i
}

// quoted reports that a quotation is open at the end of lead and closes in after.
func quoted(lead, after string) bool {
	if strings.Count(lead, `"`)%2 == 1 && strings.Contains(after, `"`) {
		return true
	}
	if strings.IndexByte(lead, '\'') < 0 { // which is much faster than from the end
		return false
	}
	i := strings.LastIndexByte(lead, '\'')
	return i >= 0 && (i == 0 || strings.IndexByte(" \n(:", lead[i-1]) >= 0) && strings.Contains(after, "'")
}

// inCode reports a place between backquotes on its line.
func (c *collector) inCode(start, end int) bool {
	source, from, to := c.folded.Source, c.folded.Origin(start), c.folded.Origin(max(start, end-1))+1 // a mark after it may be its own
	line := source[runeAt(source, from-paragraphBytes):from]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	rest, _, _ := strings.Cut(source[to:runeAt(source, to+paragraphBytes)], "\n")
	return strings.Count(line, "`")%2 == 1 && strings.Contains(rest, "`")
}

// inLongCode reports a place between backquotes in its paragraph.
func (c *collector) inLongCode(start, end int) bool {
	source, from, to := c.folded.Source, c.folded.Origin(start), c.folded.Origin(max(start, end-1))+1
	lead := source[runeAt(source, from-paragraphBytes):from]
	if !strings.Contains(lead, "`") {
		return false
	}
	if i := strings.LastIndex(lead, "\n\n"); i >= 0 {
		lead = lead[i:]
	}
	after, _, _ := strings.Cut(source[to:runeAt(source, to+paragraphBytes)], "\n\n")
	return strings.Count(lead, "`")%2 == 1 && strings.Contains(after, "`")
}
