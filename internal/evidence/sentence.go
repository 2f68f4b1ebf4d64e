package evidence

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/origin"
	"judgement/internal/text"
)

// abbreviations end with a full stop that ends no sentence.
var abbreviations = words(`eg ie dr mr ms mrs prof fig figs vs approx inc ltd co corp st cf ca resp sec eq vol pp al dept est ref nr art ch`)

// mayEnd are abbreviations behind which a sentence ends if a word of startWords follows. Before another capital they do
// not, although "in the U.S. Millbrook" ends one: a part of "Critics claim that the U.S. Army paid" that is called proven
// is worse than a whole sentence that is not.
var (
	mayEnd     = words(`u.s u.s.a u.k u.n e.u ltd inc co corp dept al`)
	startWords = words(`the a an this that these those it we they he she i you our their its his her my your there each every all no some many most both
		in on at by for from with after before since during when while if although though however but as not none nobody nothing another several few only until so what who here now then such neither either two three four five six seven eight nine ten`)
	// dateOrZone is behind a time of day: 9 a.m. |Monday, 6 p.m. |GMT.
	dateOrZone = regexp.MustCompile(`^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|[cemp][ds]?t|[bij]st|ces?t|gmt|utc|eastern|central|pacific)\b`)
)

// withEnds is a text in normal form with "!" for the full stops behind units and abbreviations that end a sentence: 2 ms. In,
// 9 a.m. Two, Ltd. The. Places stay the same.
func withEnds(f origin.Text) string {
	t, done := f.Text, 0
	var b strings.Builder
	for k := range len(t) {
		if t[k] != '.' || stopsAt(t, k, '.') {
			continue
		}
		rest := strings.TrimLeft(t[k+1:], "\"')")
		next := strings.TrimLeft(rest, " \"'(")
		if next == "" || rest[0] != ' ' {
			continue
		}
		start := strings.LastIndexAny(t[:k], " \"'(") + 1
		word, follows := t[start:k], firstWord(next)
		unit := lastWord(word)
		head, capital := strings.TrimSuffix(word, unit), unicode.IsUpper(runeAt(f, len(t)-len(next)))
		clock := strings.TrimLeft(word, "0123456789")
		ends := false
		switch {
		case strings.HasSuffix(head, "°"), strings.HasSuffix(head, "/"), unitWords[unit] && numberEnds(strings.TrimRight(t[:k-len(unit)], " ")):
			ends = capital || head != "" && unicode.IsDigit(firstRune(next)) // not Article 5 Sec. 2
		case clock == "a.m", clock == "p.m":
			ends = capital && !dateOrZone.MatchString(next)
		case mayEnd[word]:
			ends = capital && startWords[follows] && !strings.HasPrefix(next[len(follows):], ".")
		}
		if ends {
			b.WriteString(t[done:k])
			b.WriteByte('!')
			done = k + 1
		}
	}
	return b.String() + t[done:]
}

// sentenceAround bounds the sentences that a quote at [i, j) of the normal form starts
// and ends in, within its paragraph, item or cell.
func (x *Index) sentenceAround(i, j int) (from, to int) {
	t := x.simple()
	from = max(0, i-maxSentence, x.folded.Place(x.blockStart(x.folded.Origin(i))))
	for from < i && !utf8.RuneStart(t[from]) {
		from++
	}
	from = min(sentenceStart(t, from, i), i)
	_, e := x.span(max(i, j-1), max(j, i+1))
	to = min(len(t), j+maxSentence, max(j, x.folded.Place(x.blockEnd(e))))
	for to > j && to < len(t) && !utf8.RuneStart(t[to]) {
		to--
	}
	if endsSentence(t[i:j]) {
		return from, j
	}
	return from, sentenceEnd(t, j, to)
}

// sentenceEnd is where the sentence that holds from ends, its marks included.
func sentenceEnd(t string, from, to int) int {
	for k := from; k < to; {
		r, size := utf8.DecodeRuneInString(t[k:])
		if stopsAt(t, k, r) {
			return min(k+size, to)
		}
		k += size
	}
	return to
}

// sentenceStart is where the sentence that goes on at "to" starts.
func sentenceStart(t string, from, to int) int {
	start := from
	for k := from; k < to; {
		r, size := utf8.DecodeRuneInString(t[k:])
		if stopsAt(t, k, r) {
			start = k + size
		}
		k += size
	}
	for start < to && strings.IndexByte(" \"')", t[start]) >= 0 {
		start++
	}
	return start
}

// stopsAt reports whether the mark r at byte k of a normal form ends a sentence.
func stopsAt(t string, k int, r rune) bool {
	switch r {
	case '。', '!', '?', ';':
		return true
	case '.':
	default:
		return false
	}
	next := firstRune(t[k+1:])
	if k+1 < len(t) && !strings.ContainsRune(" \"')~", next) {
		return false
	}
	w := lastWord(t[:k])
	if (w == "no" || w == "nos") && unicode.IsDigit(firstRune(strings.TrimLeft(t[k+1:], " "))) {
		return false
	}
	return !abbreviations[w] && !(utf8.RuneCountInString(w) == 1 && unicode.IsLetter(firstRune(w)) && lastRune(strings.TrimSuffix(t[:k], w)) != ' ')
}

// endsSentence reports whether a text in normal form ends with a mark that ends a
// sentence, closing marks aside.
func endsSentence(s string) bool {
	s = strings.TrimRight(s, " \"')]~")
	k := len(s) - len(string(lastRune(s)))
	return s != "" && k >= 0 && stopsAt(s, k, lastRune(s))
}

// blockStart is where the paragraph, item, heading or cell of an offset of the document
// starts.
func (x *Index) blockStart(at int) int {
	low := max(0, at-4*maxSentence)
	for k := at; k > low; {
		line := strings.LastIndexByte(x.blocks[low:k], '\n') + low + 1
		if line == low && low > 0 && x.blocks[low-1] != '\n' {
			return low
		}
		if bar := strings.LastIndexByte(x.blocks[line:k], '|'); bar >= 0 {
			return line + bar + 1
		}
		if line <= low || startsBlock(x.blocks[line:]) || endsBlock(x.blocks[low:line-1]) {
			return line
		}
		k = line - 1
	}
	return low
}

// blockEnd is where the block of an offset of the document ends.
func (x *Index) blockEnd(at int) int {
	high := min(len(x.blocks), at+4*maxSentence)
	for k := at; k < high; k++ {
		switch x.blocks[k] {
		case '|':
			return k
		case '\n':
			if startsBlock(x.blocks[k+1:]) || endsBlock(x.blocks[:k]) {
				return k
			}
		}
	}
	return high
}

// startsBlock reports whether a line starts a block: an item, a heading, a cell, a quote
// or a blank line.
func startsBlock(line string) bool {
	line = strings.TrimLeft(line[:min(len(line), 40)], " \t\r")
	if line == "" || strings.ContainsRune("\n#|", rune(line[0])) {
		return true
	}
	return isItem(line)
}

// isItem reports whether a line is an item of a list.
func isItem(line string) bool {
	line = strings.TrimLeft(line[:min(len(line), 40)], " \t")
	r, size := utf8.DecodeRuneInString(line)
	if strings.ContainsRune("-*+•‣◦·●▪", r) {
		return size < len(line) && line[size] == ' '
	}
	if rest, ok := strings.CutPrefix(strings.TrimLeft(line, "一二三四五六七八九十"), "、"); ok && isHanNumeral(r) {
		return rest != ""
	}
	return itemNumber.MatchString(line)
}

// itemNumber is the number of an item: 2. or 2) or 2、 or （2）.
var itemNumber = regexp.MustCompile(`^(?:\d{1,3}(?:[.)] |、)|(?:[a-z]|[ivx]{1,4})\) |[(（](?:\d{1,2}|[一二三四五六七八九十]{1,3}|[a-z]|[ivx]{2,4})[)）])`)

// sectionNumber is the number of a section that opens a line, with the line before it: 3.2, § 7.
var sectionNumber = regexp.MustCompile(`(?i)\n[#>*_ \t]*(?:\d{1,2}(?:\.\d{1,2}){1,4}|(?:§|section|article|clause|chapter) ?\d{1,3}(?:\.\d{1,2}){0,4})[*_]*[ \t\x{a0}\x{3000}]+[*_]*$`)

// maxSectionNumber bounds the number of a section, in bytes.
const maxSectionNumber = 40

// afterSection reports whether the number of a section is right before byte i of the normal
// form. Words that may count something (3.2 million, 4.1 GB) are no start of a section.
func (x *Index) afterSection(i int) bool {
	s := x.folded.Origin(i)
	above := x.text[max(0, s-maxSectionNumber):s]
	if s < maxSectionNumber {
		above = "\n" + above
	}
	body, w := x.folded.Text[i:], firstWord(x.folded.Text[i:])
	starts := unicode.IsUpper(runeAt(x.folded, i)) && !currencyWords[w] && !isNumberWord(w) && (!unitWords[w] || w == "a")
	return (starts || isHan(firstRune(body)) && !isNumeral(firstRune(body)) && prefixed(body, hanUnits) == "") && sectionNumber.MatchString(above)
}

// endsBlock reports whether the last line of a text is a heading or empty.
func endsBlock(s string) bool {
	line := strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
	return line == "" || line[0] == '#' || len(line) > 2 && strings.Trim(line, "=-") == ""
}

// joinsBlocks reports whether a block ends in a text without a mark that ends a sentence.
func joinsBlocks(s string) bool {
	for at := 0; ; {
		k := strings.IndexByte(s[at:], '\n')
		if k < 0 {
			return false
		}
		at += k + 1
		line := strings.TrimRight(s[:at], " \t\r\n*_`\"'”’」』)")
		if line != "" && startsBlock(s[at:]) && !strings.ContainsRune(".!?;:|。！？；：", lastRune(line)) {
			return true
		}
	}
}

// maxAround bounds the rest of a sentence beside a quote, in characters.
const maxAround = 160

// around returns the rest of the sentences that [s, e) of the document starts and ends
// in, each on one line.
func (x *Index) around(s, e int) (before, after string) {
	i, j := trimmed(x.folded.Text, x.folded.Place(s), x.folded.Place(e))
	if i >= j {
		return "", ""
	}
	from, to := x.sentenceAround(i, j)
	end := len(x.text)
	if to < len(x.folded.Text) {
		end = max(e, x.folded.Origin(to))
	}
	if to == j || x.blockEnd(e) < end {
		end = min(max(e, x.blockEnd(e)), end)
	}
	before, after = oneLine(x.text[min(x.folded.Origin(from), s):s]), oneLine(x.text[e:end])
	if r := []rune(before); len(r) > maxAround {
		before = "…" + string(r[len(r)-maxAround+1:])
	}
	if r := []rune(after); len(r) > maxAround {
		after = string(r[:maxAround-1]) + "…"
	}
	return before, after
}

// maxFound bounds the document's own words in the place of a quote, in characters.
const maxFound = 400

// found returns what the document says in [s, e), on one line; empty if it is the quote.
func (x *Index) found(quote string, s, e int) string {
	if x.text[s:e] == quote {
		return ""
	}
	said := strings.TrimSpace(oneLine(strings.ToValidUTF8(x.text[s:e], "\uFFFD")))
	if said == strings.TrimSpace(oneLine(quote)) {
		return ""
	}
	if r := []rune(said); len(r) > maxFound {
		const gap = " […] "
		half := (maxFound - utf8.RuneCountInString(gap)) / 2
		return string(r[:half]) + gap + string(r[len(r)-half:])
	}
	return said
}

// oneLine is a text beside a quote on one line; a blank at its ends stays. It is empty
// for marks alone.
func oneLine(s string) string {
	if !strings.ContainsFunc(s, isAlnumOrHan) {
		return ""
	}
	out, apart := text.Cells(s), func(r rune) bool { return unicode.IsSpace(r) || r == '|' }
	if apart(firstRune(s)) {
		out = " " + out
	}
	if apart(lastRune(s)) {
		out += " "
	}
	return out
}
