package evidence

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A quote from a list is under the words above the list and the headings above these.

// maxSection bounds how far above a quote the heading of its section is looked for, in bytes.
const maxSection = 8000

// heading is the cue of a heading above byte i of the normal form, and what to say of it; nil if
// there is none. The headings above that one count too.
func (x *Index) heading(i, low int) (*scopeRule, Note) {
	s := x.folded.Origin(i)
	above := x.text[max(x.quotedTo(low), s-maxSection):s]
	for level := 7; level > 1; {
		line := strings.LastIndex(above, "\n#") + 1
		if line == 0 && !strings.HasPrefix(above, "#") {
			break
		}
		title, _, below := strings.Cut(above[line:], "\n")
		bare := strings.TrimLeft(title, "#")
		if n := len(title) - len(bare); below && n < level {
			level = n
			if hits := cuesAbove().find(foldLine(bare)); len(hits) > 0 {
				return hits[0].rule, Found("the document says it under “{}”", clipped(strings.TrimSpace(bare)))
			}
		}
		above = above[:max(0, line-1)]
	}
	return nil, nil
}

// maxItems bounds the items between a quote and the sentence that introduces its list.
const maxItems = 30

// underLead says of a quote in a list whether the words above the list or its section deny
// what follows ("We do not plan to:"); note is of words that may change it.
func (x *Index) underLead(i, low int, body string) (refused Status, note Note) {
	lead, item := x.leadIn(i, low)
	if lead != "" {
		w, denies := leadCue(foldLine(lead), body)
		if w != "" {
			note = Found("the document says it under “{}”", clipped(lead))
		}
		if denies && !deniedIn(body) {
			return OutOfScope, note
		}
	}
	rule, title := x.heading(i, low)
	if item && rule != nil && rule.effect == refuse && !deniedIn(body) {
		return OutOfScope, title
	}
	return "", slices.Concat(note, title)
}

// leadIn returns the line or the words that a list with byte i of the normal form is under, and
// whether the first sentence of an item starts there. What is before low is quoted too.
func (x *Index) leadIn(i, low int) (lead string, item bool) {
	at, end, s := x.blockStart(x.folded.Origin(i)), x.quotedTo(low), x.folded.Origin(i)
	if item = isItem(x.text[at:]); !item {
		head, rest, colon := strings.Cut(x.text[max(at, end):max(at, end, s)], ":")
		if rest = strings.TrimRight(rest, " "); colon && strings.HasSuffix(rest, ";") && !strings.ContainsAny(rest, ".!?") {
			return head, false // "Not included: tools; transport"
		}
		return "", false
	}
	if hasStop(foldLine(strings.TrimLeft(x.text[min(at, s):s], " \t0123456789."))) {
		return "", false
	}
	indent := indentOf(x.text[at:])
	for range maxItems {
		above := strings.TrimRight(x.text[:at], " \t\r\n")
		at = strings.LastIndexByte(above, '\n') + 1
		if above == "" || at < end {
			break
		}
		line := above[max(at, len(above)-maxSentence):]
		in := indentOf(line)
		switch folded := foldLine(line); {
		case isItem(line) && in >= indent, !isItem(line) && in > 1:
			continue
		case strings.HasSuffix(folded, ":"):
			return line, true
		case weight(folded) <= maxOpener && !endsSentence(folded):
			if w, _ := leadCue(folded, ""); w != "" || !isItem(line) {
				return line, true
			}
		}
		if !isItem(line) {
			break
		}
		indent = in
	}
	return "", true
}

// foldLine is a line of the document, which may cut a character, in normal form.
func foldLine(s string) string { return foldText(strings.ToValidUTF8(s, ""), nil).Text }

// quotedTo is byte low of the normal form in the document.
func (x *Index) quotedTo(low int) int {
	if low == 0 {
		return 0 // also the marks before the first character
	}
	return x.folded.Origin(low)
}

// indentOf is the width of the blanks that a line starts with.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// leadCue returns the word of a lead-in that changes what follows it, "" if none does, and
// whether it denies it: a cue of a title, or of a sentence of one clause that a colon ends.
func leadCue(lead, body string) (w string, denies bool) {
	bare, colon := strings.CutSuffix(lead, ":")
	simple := !strings.ContainsAny(bare, ",:;") && !hasStop(bare)
	if simple && weight(bare) <= maxTail {
		if hits := cuesAbove().find(lead); len(hits) > 0 {
			return hits[0].text, hits[0].rule.effect == refuse
		}
	}
	if !colon {
		return "", false
	}
	w = negationIn(bare)
	for _, h := range cuesBefore().find(bare) {
		if h.rule.effect != refuse {
			continue
		}
		if w == "" {
			w = h.text
		}
		simple = simple && h.rule.reach != sentence // a condition
		if simple && h.rule.denies() && weight(bare[h.to:]) <= maxDoubt && h.rule.effectBefore(bare[h.to:], body) == refuse {
			return h.text, true
		}
	}
	for _, h := range cuesAfter().find(bare) {
		if simple && h.rule.denies() && h.to == len(bare) {
			return h.text, true
		}
	}
	return w, simple && negationIn(lastWords(bare)) != ""
}

// hasStop reports whether a sentence ends in a text.
func hasStop(s string) bool { return sentenceStart(s, 0, len(s)) > 0 }

// lastWords are the last words of a text, at most four, or eight ideographs.
func lastWords(s string) string {
	for k := len(s); k > 0; {
		_, size := utf8.DecodeLastRuneInString(s[:k])
		if k -= size; weight(s[k:]) > maxDoubt {
			return s[k+size:]
		}
	}
	return s
}
