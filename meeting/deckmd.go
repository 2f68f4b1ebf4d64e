package meeting

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/report"
)

// deckMark opens every deck that this package writes; the language follows.
const deckMark = "<!-- judgement deck 1 "

// Markdown writes the deck, cleaned, in the form that ParseDeck reads back
// without loss. Text that looks like Markdown is escaped.
func (d Deck) Markdown() []byte {
	d = d.Clean()
	var b strings.Builder
	b.WriteString(deckMark + string(d.Lang) + " -->\n")
	b.WriteString(strings.TrimRight("# "+escape(d.Title), " ") + "\n")
	if d.Subtitle != "" {
		b.WriteString("\n" + escape(d.Subtitle) + "\n")
	}
	writeNotes(&b, d.Notes)
	for _, s := range d.Slides {
		s.write(&b, d.Lang)
	}
	return []byte(b.String())
}

func (s Slide) write(b *strings.Builder, l report.Lang) {
	head := strings.TrimRight("## "+escape(s.Name), " ")
	if s.Judge != "" {
		head += " <!-- judge: " + s.Judge + " -->"
	}
	b.WriteString("\n" + head + "\n")
	writeNotes(b, s.Notes)
	b.WriteString("\n### " + l.Say(phLogic) + "\n")
	for _, p := range s.Logic {
		b.WriteString("\n" + escape(p) + "\n")
	}
	writeEntries(b, l, phHighlights, s.Highlights)
	writeEntries(b, l, phShortcomings, s.Shortcomings)
	b.WriteString("\n### " + l.Say(phVerdict) + "\n")
	if s.Verdict != "" {
		b.WriteString("\n" + escape(s.Verdict) + "\n")
	}
}

func writeNotes(b *strings.Builder, notes []string) {
	for _, n := range notes {
		b.WriteString("\n> " + escape(n) + "\n")
	}
}

func writeEntries(b *strings.Builder, l report.Lang, title report.Phrase, entries []Entry) {
	b.WriteString("\n### " + l.Say(title) + "\n")
	for i, e := range entries {
		if i == 0 {
			b.WriteByte('\n')
		}
		number := strconv.Itoa(i+1) + ". "
		b.WriteString(strings.TrimRight(number+escape(e.Text), " ") + "\n")
		for _, c := range e.Cites {
			mark := "✗"
			if c.Proven {
				mark = "✓"
			}
			b.WriteString(strings.Repeat(" ", len(number)) + "- " + mark + c.found(l) + "\n")
		}
	}
}

// found is what was found of a quote, where and the quote, as they follow the
// mark. A note is in the language's brackets; one that holds Chinese brackets
// itself is in ASCII ones, whose escapes can be read back.
func (c Cite) found(l report.Lang) string {
	note, rest := "", ""
	if c.Stamp != "" {
		rest += " [" + escape(c.Stamp) + "]"
	}
	if c.Quote != "" {
		rest += " “" + escape(c.Quote) + "”"
	}
	switch {
	case c.Note == "":
	case l == report.Chinese && !strings.ContainsAny(c.Note, "（）"):
		note, rest = "（"+escape(c.Note)+"）", strings.TrimPrefix(rest, " ") // the brackets bring their blanks
	default:
		note = " (" + escapeAlso(c.Note, "()") + ")"
	}
	return note + rest
}

// escape puts a backslash before every character of a line that Markdown, or a
// reader that links bare addresses, would act on.
func escape(s string) string { return escapeAlso(s, "") }

// escapeAlso escapes the characters in also too.
func escapeAlso(s, also string) string {
	var b strings.Builder
	runes := []rune(s)
	at := func(i int) rune {
		if i < 0 || i >= len(runes) {
			return ' '
		}
		return runes[i]
	}
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	digits := 0
	for digits < len(runes) && runes[digits] >= '0' && runes[digits] <= '9' {
		digits++
	}
	for i, r := range runes {
		special := false
		switch r {
		case '\\', '`', '*', '<', '>', '[', ']', '|', '~', '@', '$':
			special = true
		case '_':
			special = !word(at(i-1)) || !word(at(i+1))
		case '&':
			special = at(i+1) == '#' || unicode.IsLetter(at(i+1))
		case ':':
			special = at(i+1) == '/' && at(i+2) == '/'
		case '#', '+', '-', '=', '(':
			special = i == 0
		case '.', ')':
			special = i > 0 && i == digits || r == '.' && i >= 3 && strings.EqualFold(string(runes[i-3:i]), "www")
		}
		if special || strings.ContainsRune(also, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// unescape undoes escape and drops the emphasis that a person has added.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] < utf8.RuneSelf && !word(s[i+1]):
			b.WriteByte(s[i+1])
			i += 2
		case strings.HasPrefix(s[i:], "**"), strings.HasPrefix(s[i:], "__"):
			i += 2
		case s[i] == '`', (s[i] == '*' || s[i] == '_') && flanks(s, i):
			i++
		default:
			b.WriteByte(s[i])
			i++
		}
	}
	return b.String()
}

// flanks reports whether the mark at i opens or closes emphasis, and not both,
// by CommonMark's rule: *this* does, 3 * 4 and snake_case don't.
func flanks(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+1:])
	space := func(r rune) bool { return unicode.IsSpace(r) || r == utf8.RuneError }
	edge := func(r rune) bool { return space(r) || unicode.IsPunct(r) }
	opens := !space(after) && (!unicode.IsPunct(after) || edge(before))
	closes := !space(before) && (!unicode.IsPunct(before) || edge(after))
	return opens != closes
}

func word(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c <= ' '
}
