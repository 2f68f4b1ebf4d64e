package evidence

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A judge may write more than the words of the document: where a quote is, the heading above it, numbers of
// items, or several quotes at once.

// Labels say where a quote is, or that it is of the document.
const (
	placeNumber = `\d{1,4}(?:\.\d{1,3}){0,3}`
	placeLabel  = `(?:(?:see |see also |at |on |in |from )?(?:(?:pages?|pp?\.?|sections?|sect?\.|paragraphs?|paras?\.?|slides?|lines?) |pp?\.|§§?) ?` + placeNumber + `(?:(?:[-–,]| and |, ) ?` + placeNumber + `)*` +
		`|[见見]?第 ?[\d一二三四五六七八九十]{1,4} ?(?:[页頁节節段行章]|部分)(?:第 ?[\d一二三四五六七八九十]{1,4} ?[节節段行])?)`
	sourceLabel = `(?:(?:the )?(?:source|document)|source: ?(?:the )?(?:document|text|pitch|plan|proposal|report|paper|draft|application)|原文|文档|文件原文)`
)

// Labels at the ends of a quote. "See 2.1" alone may be no place.
var (
	labelBehind = regexp.MustCompile(`(?is)^(.*?)\s*(?:[\[(（]((?:` + placeLabel + `|(?:see |[见見] ?)` + placeNumber + `)(?:[,;] ?` + placeLabel + `)?|` + sourceLabel + `)[\])）]|(?:[—–-]{1,2}\s*|,["'”’]?\s+)(` + placeLabel + `)|\s[—–-]{1,2}\s*(` + sourceLabel + `))[.。]?$`)
	labelEnd    = regexp.MustCompile(`(?i)(?:[\d\])）页頁节節段行]|source|document|text|pitch|plan|proposal|report|paper|draft|application|原文|文档)[.。]?$`)
	labelBefore = regexp.MustCompile(`(?i)^(?:[\[(（](` + placeLabel + `)[\])）][:：]?|(` + placeLabel + `)[:：])\s*`)
	// labelNext is any label at the start of what is behind a place of the document, and labelLast one at the end of
	// what is before it.
	labelNext = regexp.MustCompile(`(?i)^[\s,.;。"'”’*_]*(?:[\[(（]|[—–-]{1,2} ?)?(?:` + placeLabel + `|(?:see |[见見] ?)` + placeNumber + `|source\b|原文|文档)`)
	labelLast = regexp.MustCompile(`(?i)` + placeLabel + `[\])）*_]* ?[:：.]?[ \t"'“‘*_]*\n?[ \t"'“‘*_]*$`)
)

// maxLabel bounds a label of a quote, in bytes.
const maxLabel = 60

// judgeLabel is what a quote says of its place, before or behind it.
type judgeLabel struct {
	text   string
	behind bool
}

// unlabelled is a quote without the labels at its ends.
func unlabelled(quote string) (bare string, labels []judgeLabel) {
	bare = strings.TrimSpace(quote)
	at := max(0, cutAt(bare, len(bare)-maxLabel))
	if !labelEnd.MatchString(bare[at:]) {
		at = len(bare)
	}
	if m := labelBehind.FindStringSubmatch(bare[at:]); m != nil && (m[3] == "" || isPageLabel.MatchString(m[3]) || isSection.MatchString(m[3]) || strings.ContainsAny(m[0][len(m[1]):], closeMarks) || strings.ContainsRune(closeMarks, lastRune(m[1]))) {
		labels = append(labels, judgeLabel{cmp.Or(m[2], m[3], m[4]), true})
		bare = bare[:at+len(m[1])]
	}
	if m := labelBefore.FindStringSubmatch(bare); m != nil {
		labels = append(labels, judgeLabel{cmp.Or(m[1], m[2]), false})
		bare = bare[len(m[0]):]
	}
	return bare, labels
}

// cutAt is the start of the character at byte i.
func cutAt(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// find looks for a quote as it is, and then for what is left of it without what a judge adds.
func (x *Index) find(quote string) finding {
	f := x.findAs(quote)
	if isFound(f) {
		return f
	}
	for _, read := range []func(string) finding{x.findWithin, x.findUnlabelled} {
		if g := read(quote); isFound(g) {
			if g.status == Exact {
				g.status = Normalised
			}
			return g
		}
	}
	return f
}

// isFound reports whether a quote is in the document.
func isFound(f finding) bool { return f.status.Proven() || f.status == OutOfScope && !f.similar }

// findWithin finds a quote without its heading, without the numbers of its items, or as several ones.
func (x *Index) findWithin(quote string) finding {
	for _, read := range []func(string) finding{x.findUnderHead, x.findUnnumbered, x.findSeveral} {
		if f := read(quote); isFound(f) {
			return f
		}
	}
	return missing
}

// findUnlabelled finds a quote without its labels, unless the document has labels of its own in their place.
func (x *Index) findUnlabelled(quote string) finding {
	for _, q := range slices.Compact([]string{quote, cleanest(quote)}) {
		bare, labels := unlabelled(q)
		if labels == nil || tooShort(bare) {
			continue
		}
		f := x.findAs(bare)
		if !isFound(f) {
			f = x.findWithin(bare)
		}
		if !isFound(f) {
			continue
		}
		for _, l := range labels {
			there := labelLast.FindString(x.text[max(0, f.start-maxLabel):f.start])
			if l.behind {
				there = labelNext.FindString(x.text[f.end:min(len(x.text), f.end+maxLabel)])
			}
			if at := placesIn(there); there != "" && (at == nil || !slices.Equal(at, placesIn(l.text))) {
				return missing
			}
			f.note = append(f.note[:len(f.note):len(f.note)], x.misplaced(l.text, f.start)...)
		}
		return f
	}
	return missing
}

var (
	numberInLabel = regexp.MustCompile(placeNumber + `|[一二三四五六七八九十]+`)
	isPageLabel   = regexp.MustCompile(`(?i)\bp(?:ages?|p)?\b|[页頁]`)
	isSection     = regexp.MustCompile(`(?i)sect?|§|see \d|[节節]`)
	numberedTitle = regexp.MustCompile(`(?i)^[#*\s]*(?:(?:section |§ ?)?(\d{1,2}(?:\.\d{1,2})*)|第?([一二三四五六七八九十]{1,3})[节節、])`)
)

// maxTitles bounds the headings above a quote that are looked at for the number of its section.
const maxTitles = 20

// misplaced notes that a quote is not on the page, or not in the section, that a judge names. Without numbers of
// pages or sections nothing is known.
func (x *Index) misplaced(place string, start int) Note {
	named, there := placesIn(place), ""
	switch {
	case isPageLabel.MatchString(place) && x.page != nil && x.page(start) > 0:
		there = strconv.Itoa(x.page(start))
		if first, last, ok := strings.Cut(strings.Join(named, "-"), "-"); ok {
			a, _ := strconv.Atoi(first)
			b, _ := strconv.Atoi(last)
			if a <= x.page(start) && x.page(start) <= b {
				return nil
			}
		}
	case isSection.MatchString(place):
		there = x.sectionOf(start)
	}
	if there == "" || slices.ContainsFunc(named, func(n string) bool { return n == there || strings.HasPrefix(there, n+".") }) {
		return nil
	}
	return Found(notIn, place)
}

// placesIn are the numbers in a label, in digits.
func placesIn(label string) (out []string) {
	for _, n := range numberInLabel.FindAllString(label, -1) {
		out = append(out, strings.TrimLeft(hanOrDigits(n), "0"))
	}
	return out
}

// hanOrDigits is a number in digits.
func hanOrDigits(s string) string {
	if isHan(firstRune(s)) {
		return hanValue(s)
	}
	return s
}

// sectionOf is the number of the last heading with one that is above a place of the document, "" if there is none.
func (x *Index) sectionOf(start int) string {
	all := x.headingsAbove(start)
	for _, h := range slices.Backward(all[max(0, len(all)-maxTitles):]) {
		if m := numberedTitle.FindStringSubmatch(h.text); m != nil {
			return hanOrDigits(m[1] + m[2])
		}
	}
	return ""
}

// headMark is between a heading and its text in a quote.
var headMark = regexp.MustCompile(`: |： ?| [—–-] |—`)

// underHead is a quote without the heading before it; ok is false if it has none.
func underHead(quote string) (head, rest string, ok bool) {
	bare := cleanest(quote)
	at := headMark.FindStringIndex(bare[:cutAt(bare, min(len(bare), maxHead))])
	if at == nil || at[0] == 0 || tooShort(bare[at[1]:]) {
		return "", "", false
	}
	return bare[:at[0]], bare[at[1]:], true
}

// findUnderHead finds a quote behind the heading that it is under.
func (x *Index) findUnderHead(quote string) finding {
	head, rest, ok := underHead(quote)
	if !ok {
		return missing
	}
	head = foldLine(head)
	if !x.titles()[head] {
		return missing
	}
	f := x.findAs(rest)
	if !isFound(f) {
		return missing
	}
	all := x.headingsAbove(f.start)
	if len(all) == 0 {
		return missing
	}
	if title := foldLine(all[len(all)-1].text); head != title && head != bareTitle(title) {
		return missing
	}
	return f
}

// titles are headings in normal form, with their numbers and without.
func titles(list []title) map[string]bool {
	out := map[string]bool{}
	for _, h := range list {
		if title := foldLine(h.text); title != "" {
			out[title], out[bareTitle(title)] = true, true
		}
	}
	return out
}

// bareTitle is a heading in normal form without its number.
func bareTitle(title string) string {
	return strings.TrimLeft(titleNumber.ReplaceAllString(title, ""), " ")
}

// titleNumber is the number of a heading in normal form.
var titleNumber = regexp.MustCompile(`^(?:\d{1,2}(?:\.\d{1,2})*[.)、]?|[一二三四五六七八九十]{1,3}、|第[一二三四五六七八九十\d]{1,3}[节章])`)

// orderMark is the number or mark of an item at the start of a line.
var orderMark = regexp.MustCompile(`^[ \t]*(?:[(（]?(\d{1,2}|[a-z]|[一二三四五六七八九十]{1,3})(?:[.)）] ?|、)|[-*+•] )`)

// order is what the mark of an item at the start of a line counts, 0 for a bullet; ok is false for other lines.
func order(line string) (n, size int, ok bool) {
	m := orderMark.FindStringSubmatch(line)
	if m == nil {
		return 0, 0, false
	}
	switch r := firstRune(m[1]); {
	case m[1] == "":
		return 0, len(m[0]), true
	case r >= 'a' && r <= 'z':
		n = int(r-'a') + 1
	default:
		n, _ = strconv.Atoi(hanOrDigits(m[1]))
	}
	return n, len(m[0]), true
}

// unnumbered is a quote of two items or more without the numbers 1, 2, … before them; ok is false for others.
func unnumbered(quote string) (bare string, ok bool) {
	var out []string
	for line := range strings.Lines(strings.TrimSpace(quote)) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		n, size, marked := order(line)
		if !marked || n != len(out)+1 || line[size-1] != ' ' && isNumeral(firstRune(line[size:])) { // 1.5 is no item
			return "", false
		}
		out = append(out, "- "+line[size:])
	}
	return strings.Join(out, "\n"), len(out) > 1
}

// findUnnumbered finds items that a judge has numbered. Numbers that the document has must be the same.
func (x *Index) findUnnumbered(quote string) finding {
	bare, ok := unnumbered(unwrapped(quote))
	if !ok {
		return missing
	}
	f := x.findAs(bare)
	if !isFound(f) {
		return missing
	}
	want := 0
	for line := range strings.Lines(x.text[strings.LastIndexByte(x.text[:f.start], '\n')+1 : f.end]) {
		n, _, marked := order(line)
		if !marked {
			continue
		}
		if want++; n != 0 && n != want {
			return missing
		}
	}
	return f
}

// betweenQuotes is what joins two quotes in marks of quotation.
var betweenQuotes = regexp.MustCompile(`(["'”’」』»])[.,;，；。]?\s*(?:(?:[,;，；]\s*)?(?:and|和|与|以及|及)|[,;/|&，；、／]|\n)\s*["'“‘「『«]`)

// severalQuotes are the quotes of a text that is two of them or more.
func severalQuotes(text string) (out []string) {
	text = strings.TrimSpace(text)
	bare := withoutEnd(text)
	if !strings.ContainsRune(openMarks, firstRune(text)) || !strings.ContainsRune(closeMarks, lastRune(bare)) {
		return nil
	}
	from := 0
	for _, m := range betweenQuotes.FindAllStringSubmatchIndex(bare, maxParts) {
		_, size := utf8.DecodeLastRuneInString(bare[:m[1]])
		out = append(out, bare[from:m[3]])
		from = m[1] - size
	}
	if from == 0 {
		return nil
	}
	return append(out, bare[from:])
}

// findSeveral finds several quotes at once, each proven by itself. They may be in another order in the document.
func (x *Index) findSeveral(quote string) finding {
	list := severalQuotes(quote)
	if len(list) < 2 || len(list) > maxParts {
		return missing
	}
	out := finding{status: Ellipsis}
	for _, q := range list {
		if tooShort(q) {
			return missing
		}
		f := x.findAs(q)
		if !f.status.Proven() {
			return f // it is no proof, and its status that of the whole
		}
		if f.parts == nil {
			f.parts = [][2]int{{f.start, f.end}}
		}
		out.parts = append(out.parts, f.parts...)
		for _, n := range f.note {
			if !slices.ContainsFunc(out.note, func(o Finding) bool { return o.Code == n.Code && slices.Equal(o.Words, n.Words) }) {
				out.note = append(out.note, n)
			}
		}
	}
	slices.SortFunc(out.parts, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	merged := out.parts[:1]
	for _, p := range out.parts[1:] {
		if last := &merged[len(merged)-1]; p[0] < last[1] {
			last[1] = max(last[1], p[1])
		} else {
			merged = append(merged, p)
		}
	}
	out.parts = merged
	out.start, out.end = merged[0][0], merged[len(merged)-1][1]
	return out
}

// readings are a quote, and what is left of it without what a judge adds.
func readings(quote string) []string {
	out := []string{quote}
	for _, q := range []string{quote, cleanest(quote)} {
		if bare, labels := unlabelled(q); labels != nil {
			out = append(out, bare)
		}
	}
	for _, q := range out[:len(out):len(out)] {
		if _, rest, ok := underHead(q); ok {
			out = append(out, rest)
		}
		if bare, ok := unnumbered(unwrapped(q)); ok {
			out = append(out, bare)
		}
	}
	return out
}

// sentenceOpener is a phrase that opens a sentence behind which a comma may be left out, such as "In May" and "For
// example"; opened words may follow it then.
func sentenceOpener(phrase string) bool {
	phrase = strings.ToLower(phrase)
	return strings.Contains(phrase, " ") && !notOpening.MatchString(phrase) && (plainOpeners[phrase] || dateOpener.MatchString(phrase))
}

// notOpening are phrases that say something else without a comma: that is the mill, above all the mills.
var notOpening = regexp.MustCompile(`^(?:that is|as |to sum up$|above all$)`)

var opened = words(`the a an this these it we they he she our its their his her every each`)

// hanDate is a date in Chinese that opens a sentence, and notInDate follows one as part of another word: 5月底.
var hanDate = regexp.MustCompile(`^[在自从]?(?:\d{4}年)?(?:\d{1,2}月\d{1,2}日|\d{4}年\d{1,2}月)`)

const notInDate = "底初末份中内度间本常用元球光饼间起至到以的和、"

// withCommas are forms of a quote without the commas behind the phrases that open its sentences, and with them.
func withCommas(quote string) (out []string) {
	var without, with strings.Builder
	for at := 0; at < len(quote); {
		end := at + sentenceStop(quote[at:])
		s := quote[at:end]
		head := len(s) - len(strings.TrimLeft(s, " \n"+openMarks))
		without.WriteString(s[:head])
		with.WriteString(s[:head])
		s = s[head:]
		opener, comma := openerOf(s)
		rest := strings.TrimLeft(s[opener+comma:], " ")
		blank, mark := " ", ", "
		if isHan(firstRune(rest)) {
			blank, mark = "", "，"
		}
		if opener == 0 {
			blank, mark = "", ""
		}
		without.WriteString(s[:opener] + blank + rest)
		with.WriteString(s[:opener] + mark + rest)
		at = end
	}
	return []string{without.String(), with.String()}
}

// sentenceStop is where the first sentence of a text ends.
func sentenceStop(s string) int {
	for i, r := range s {
		end := i + utf8.RuneLen(r)
		if strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?", r) && end < len(s) && s[end] == ' ' {
			return end
		}
	}
	return len(s)
}

// openerOf is the length of the phrase that opens a sentence, and of the comma behind it; 0 for other sentences.
func openerOf(s string) (opener, comma int) {
	if n := len(hanDate.FindString(s)); n > 0 {
		rest := strings.TrimPrefix(s[n:], "，")
		if r := firstRune(rest); isHan(r) && !isHanNumeral(r) && !strings.ContainsRune(notInDate, r) {
			return n, len(s) - n - len(rest)
		}
		return 0, 0
	}
	for i, r := range s[:min(len(s), maxHead)] {
		if r != ' ' && r != ',' {
			continue
		}
		rest := strings.TrimPrefix(s[i:], ",")
		if next := strings.ToLower(nextToken(rest)); opened[next] && sentenceOpener(s[:i]) {
			return i, len(s) - i - len(rest)
		}
	}
	return 0, 0
}

// nextToken is the word behind one blank.
func nextToken(s string) string {
	if !strings.HasPrefix(s, " ") {
		return ""
	}
	s = s[1:]
	return s[:len(s)-len(strings.TrimLeftFunc(s, unicode.IsLetter))]
}
