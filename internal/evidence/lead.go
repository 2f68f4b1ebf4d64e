package evidence

import (
	"cmp"
	"regexp"
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
		at, n, title := lastHeading(above)
		if n == 0 {
			break
		}
		above = above[:at]
		if n >= level {
			continue
		}
		level = n
		folded, note := simplified(foldLine(title)), Found("the document says it under “{}”", clipped(strings.TrimSpace(title)))
		if hits := cuesAbove().find(folded); len(hits) > 0 {
			return hits[0].rule, note
		}
		if hits := cuesBefore().find(folded); len(hits) > 0 && hits[0].from == 0 && strings.HasPrefix(hits[0].rule.name, "condition") {
			return nil, note // If we win the grant
		}
	}
	return nil, nil
}

// maxItems bounds the items between a quote and the sentence that introduces its list.
const maxItems = 30

// underLead says of a quote in a list whether the words above the list or its section deny
// what follows ("We do not plan to:"); note is of words that may change it.
func (x *Index) underLead(i, low int, body string) (refused Status, note Note) {
	leads, item := x.leadIns(i, low)
	for _, lead := range leads {
		folded := foldText(strings.ToValidUTF8(lead, ""), nil)
		from := sentenceStart(folded.Text, 0, len(folded.Text))
		w, denies := leadCue(folded.Text[from:], body)
		if w == "" {
			continue
		}
		under := Found("the document says it under “{}”", clipped(strings.Trim(folded.Source[folded.Origin(from):], "# *_\t")))
		if denies && !deniedIn(body) && !asks.MatchString(body) {
			return OutOfScope, under
		}
		if note == nil {
			note = under
		}
	}
	rule, title := x.heading(i, low)
	if item && rule != nil && rule.effect == refuse && !deniedIn(body) {
		return OutOfScope, title
	}
	if note.String() == title.String() {
		title = nil // the heading is the words above the list
	}
	return "", slices.Concat(note, title)
}

// leadIns returns the lines or words that byte i of the normal form is under: those before its
// list and the lists around that, those before the paragraph that it starts, and those before the
// items of its sentence; item reports whether the first sentence of an item starts there. What is
// before low is quoted too.
func (x *Index) leadIns(i, low int) (leads []string, item bool) {
	at, end, s := x.blockStart(x.folded.Origin(i)), x.quotedTo(low), x.folded.Origin(i)
	if k := x.rowAt(s); k >= 0 { // a table is under what is above it
		rows := x.tables()
		for k > 0 && rows[k-1].table == rows[k].table {
			k--
		}
		if line := lastLine(x.text[:rows[k].start]); rows[k].start >= end && announces(foldLine(line)) {
			leads = append(leads, line)
		}
		return leads, true
	}
	first := !hasStop(foldLine(strings.TrimLeft(x.text[min(at, s):s], " \t0123456789.")))
	if item = isItem(x.text[at:]); !item {
		if head := inlineLead(x.text[max(at, end):max(at, end, s)]); head != "" {
			return []string{head}, false // Not included: tools; transport
		}
		if head := x.announced(i, low); head != "" {
			return []string{head}, false
		}
		line := lastLine(x.text[:at])
		if first && at > end && !strings.Contains(line, "|") && announces(foldLine(line)) {
			return []string{line}, false
		}
		return nil, false
	}
	if !first {
		return nil, false
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
		if isItem(line) && in >= indent || !isItem(line) && in > 1 || strings.Trim(line, "-= ") == "" {
			continue
		}
		folded := foldLine(line)
		switch short := weight(folded) <= maxOpener && !endsSentence(folded); {
		case announces(folded):
			leads = append(leads, line)
		case short:
			if w, _ := leadCue(folded, ""); w != "" || !isItem(line) {
				leads = append(leads, line)
			}
		}
		if !isItem(line) {
			break
		}
		indent = in
	}
	return leads, true
}

// following matches words that speak of the next sentence.
var following = regexp.MustCompile(`\bfollowing\b|\bwhat follows\b|\bnext (?:sentence|statement|claim|line|paragraph)s?\b|接下来的|(?:下|后)(?:面)?(?:一|两|几)?[句段](?:话|文)?|(?:以下|下述|下列|下面)(?:这.{0,2}[话段句点条]|的?(?:说法|内容|各项|各点|几点|几项|陈述|事项|条目|观点|言论|传言|消息|数据)|均|都|皆|并非|不|纯属|是|为)`)

// announced returns the sentence before the one that byte i of the normal form is in, in its block,
// if it speaks of what follows: The following is untrue.
func (x *Index) announced(i, low int) string {
	t := x.folded.Text
	from := max(low, x.folded.Place(x.blockStart(x.folded.Origin(i))))
	start := sentenceStart(t, min(from, i), i)
	end := len(strings.TrimRight(t[:start], " .!?。\"')"))
	if end <= from {
		return ""
	}
	before := sentenceStart(t, from, end)
	if !following.MatchString(simplified(t[before:end])) {
		return ""
	}
	return x.folded.Source[x.folded.Origin(before):x.folded.Origin(end)] + ":"
}

// lastLine is the last line of a text that is not empty, or its end if that is long.
func lastLine(s string) string {
	s = strings.TrimRight(s, " \t\r\n")
	return s[max(strings.LastIndexByte(s, '\n')+1, len(s)-maxSentence):]
}

// announces reports whether a line in normal form goes on in what is below it: it ends with a colon,
// a comma, or a word such as "that".
func announces(line string) bool {
	w := lastWord(line)
	return strings.HasSuffix(line, ":") || strings.HasSuffix(line, ",") || w == "that" || w == "to" || w == "whether"
}

// asks matches words of a question: what is not known may be quoted from a list of such.
var asks = regexp.MustCompile(`\b(?:whether|how|why|who|which|what)\b|是否|能否|可否|多少|什么|为何|如何|怎么`)

// itemBreak is what is between two items of a sentence.
var itemBreak = regexp.MustCompile(`(?:; ?(?:and |or |以及|和|或)?(?:\(?(?:[a-i]|\d{1,2}|[一二三四五六七八九])\))?|, ?(?:and|or|以及|和|或)? ?\((?:[a-i]|\d{1,2}|[一二三四五六七八九])\)) ?$`)

// inlineLead returns the words before the items of a sentence, with semicolons or numbers between, of which
// the last one of before is complete: "Not included: tools;", "It is false that (a) tools; (b)".
func inlineLead(before string) string {
	f := foldText(strings.ToValidUTF8(before, ""), nil)
	from := 0
	for k, r := range f.Text { // the sentence, in which semicolons are no ends
		if r != ';' && stopsAt(f.Text, k, r) {
			from = k + utf8.RuneLen(r)
		}
	}
	text := strings.TrimLeft(f.Text[from:], " ")
	from = len(f.Text) - len(text)
	cut := strings.IndexByte(text, ':')
	if first := strings.IndexByte(text, '('); cut < 0 && first > 0 && itemNumber.MatchString(text[first:]) {
		cut = first
	}
	if cut < 0 || !itemBreak.MatchString(text) {
		return ""
	}
	return strings.TrimRight(f.Source[f.Origin(from):f.Origin(from+cut)], " ") + ":"
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

// maxTold bounds what is between a verb of reports or plans and the end of a lead-in, in weight: The
// vendor claims that:
const maxTold = 2

// leadCue returns the word of a lead-in that changes what follows it, "" if none does, and
// whether it denies it: a cue of a title, or of a sentence of one clause that a colon ends.
func leadCue(lead, body string) (w string, denies bool) {
	lead = simplified(lead)
	colon := announces(lead)
	bare := strings.TrimRight(lead, ":, ")
	simple := !strings.ContainsAny(bare, ",:;") && !hasStop(bare)
	if hits := cuesAbove().find(lead); simple && weight(bare) <= maxTail && len(hits) > 0 {
		if w = hits[0].text; hits[0].rule.effect == refuse {
			return w, true
		}
	}
	if !colon {
		return w, false
	}
	w = cmp.Or(w, negationIn(bare))
	for _, h := range cuesBefore().find(bare) {
		if h.rule.effect != refuse || h.rule.reach == infinitive && lastWord(bare) != "to" {
			continue
		}
		if w == "" {
			w = h.text
		}
		opens := h.from == 0 && strings.HasPrefix(h.rule.name, "condition")
		simple = simple && (opens || h.rule.reach != sentence)
		if simple && (opens || h.rule.denies() && weight(bare[h.to:]) <= maxDoubt || h.rule.untold() && weight(bare[h.to:]) <= maxTold) && h.rule.effectBefore(bare[h.to:], body) == refuse {
			return h.text, true
		}
	}
	if hits := cuesBefore().find(bare); w == "" && len(hits) > 0 && hits[0].from == 0 && hits[0].rule.reach == opening && year.MatchString(bare) {
		w = hits[0].text // By 2032:
	}
	for _, h := range cuesAfter().find(bare) {
		if simple && h.rule.denies() && h.to == len(bare) {
			return h.text, true
		}
	}
	return w, simple && negationIn(lastWords(bare)) != "" && !isChoice(bare)
}

// isChoice reports a question of the form 开不开.
func isChoice(s string) bool {
	r := []rune(s)
	for i := 1; i+1 < len(r); i++ {
		if r[i] == '不' && r[i-1] == r[i+1] {
			return true
		}
	}
	return false
}

var year = regexp.MustCompile(`(?:19|20)\d\d`)

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
