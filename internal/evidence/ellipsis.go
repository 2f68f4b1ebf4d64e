package evidence

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxGap is how much text an ellipsis may leave out, in bytes of the normal
// form: about two paragraphs.
const maxGap = 1500

// maxParts bounds the parts of a quote, maxFirst the places of the first one, and maxUnproven
// those at which it is not proven by itself.
const (
	maxParts    = 8
	maxFirst    = 20
	maxUnproven = 2
)

var ellipsisMark = regexp.MustCompile(`[\[(（［【]\s*(?:…+|⋯+|\.{3,}|。{3,})\s*[\])）］】]|…+|⋯+|\.{3,}|。{3,}|\.(?:[ \x{a0}\x{202f}]\.){2,}`)

// ellipsisParts splits a quote at its ellipses and returns the parts that hold
// anything; nil if the quote has no ellipsis.
func ellipsisParts(quote string) []string {
	if !ellipsisMark.MatchString(quote) {
		return nil
	}
	var parts []string
	for _, p := range ellipsisMark.Split(quote, -1) {
		if p = strings.TrimSpace(p); strings.ContainsFunc(p, isAlnumOrHan) {
			parts = append(parts, p)
		}
	}
	return parts
}

// ellipsis finds the parts of a quote in order, each proven by itself, no more
// than maxGap apart, with nothing left out that changes what is quoted.
func (x *Index) ellipsis(parts []string) finding {
	if len(parts) > maxParts {
		return finding{status: NotFound, start: -1, end: -1, note: Found("more than 8 parts beside ellipses: not looked for")}
	}
	for _, p := range parts {
		if tooShort(p) {
			return finding{status: TooShort, start: -1, end: -1, note: Found("a part beside the ellipsis is too short")}
		}
	}
	best := missing
	lo, unproven := 0, 0
	for range maxFirst {
		first := x.literal(parts[0], lo, len(x.text))
		if first.status == NotFound {
			break
		}
		f := x.chain(first, parts[1:])
		if f.status.Proven() {
			return f
		}
		if best.status == NotFound {
			best = f
		}
		if !first.status.Proven() {
			if unproven++; unproven == maxUnproven {
				break
			}
		}
		lo = first.end
	}
	return best
}

// chain finds the remaining parts after the first. What one part says may be the scope of
// another: a cue counts only if it is in no part.
func (x *Index) chain(first finding, parts []string) finding {
	if !first.status.Proven() && (first.status != OutOfScope || len(parts) == 0) {
		return x.hiddenAfter(first, parts)
	}
	out := finding{status: Ellipsis, start: first.start, end: first.end, note: first.note, parts: [][2]int{{first.start, first.end}}}
	if len(parts) > 0 {
		out.note = nil // of its end, which a part may hold
	}
	found := []finding{first}
	for k, p := range parts {
		i := x.folded.Place(out.end)
		f := x.literal(p, out.end, x.gapEnd(i, p))
		if f.status == Altered {
			return x.hiddenAfter(f, parts[k+1:])
		}
		if !f.status.Proven() && f.status != OutOfScope {
			return missing
		}
		refused, note := x.gap(i, max(i, x.folded.Place(f.start)))
		if x.hidesCells(out.start, out.end, f.start, f.end) {
			refused = Found("the quote joins two paragraphs, items or cells")
		}
		if refused != nil {
			return finding{status: Altered, start: out.start, end: f.end, note: refused, parts: append(out.parts, [2]int{f.start, f.end})}
		}
		if out.note == nil {
			out.note = note
		}
		found = append(found, f)
		out.parts = append(out.parts, [2]int{f.start, f.end})
		out.end = f.end
	}
	return x.partsInScope(out, found)
}

// gapEnd is where a part may end in the document, behind an ellipsis at byte i of the normal form.
func (x *Index) gapEnd(i int, part string) int {
	if k := i + maxGap + len(part); k < len(x.folded.Text) {
		return x.folded.Origin(k)
	}
	return len(x.text)
}

// endsShort are codes of a part that ends before the rest of what its last words say.
var endsShort = map[string]bool{"the quote ends inside a range": true, "the quote leaves out the unit of its number": true, saidAfter: true}

// hiddenAfter is a part that is altered at its end, or what the ellipsis behind it leaves out if that changes the sense.
func (x *Index) hiddenAfter(first finding, parts []string) finding {
	if first.status != Altered || len(parts) == 0 || len(first.note) == 0 || !endsShort[first.note[0].Code] {
		return first
	}
	i := x.folded.Place(first.end)
	f := x.literal(parts[0], first.end, x.gapEnd(i, parts[0]))
	if f.start < 0 {
		return first
	}
	if refused, _ := x.gap(i, max(i, x.folded.Place(f.start))); refused != nil {
		return finding{status: Altered, start: first.start, end: f.end, note: refused, parts: [][2]int{{first.start, first.end}, {f.start, f.end}}}
	}
	return first
}

// partsInScope is an ellipsis whose parts were found, unless one is out of its scope.
func (x *Index) partsInScope(out finding, found []finding) finding {
	for k, f := range found {
		low, high := 0, len(x.folded.Text)
		if k > 0 {
			low = x.folded.Place(found[k-1].end)
		}
		if k+1 < len(found) {
			high = x.folded.Place(found[k+1].start)
		}
		i, j := trimmed(x.folded.Text, x.folded.Place(f.start), x.folded.Place(f.end))
		refused, note := x.scope(i, j, low, high)
		note = x.inClause(note, i, j)
		if refused != "" {
			return finding{status: refused, start: f.start, end: f.end, note: note}
		}
		if out.note != nil { // of what the ellipsis leaves out
			note = slices.DeleteFunc(note, func(f Finding) bool {
				return f.Code != saidNext && !(k == 0 && saysBefore[f.Code]) && !(k == len(found)-1 && saysAfter[f.Code])
			})
		}
		out.note = append(out.note, note...)
	}
	refused, note := x.inRows(out.start, out.end)
	if refused != "" {
		return finding{status: refused, start: out.start, end: out.end, note: note}
	}
	out.note = append(note, out.note...)
	return out
}

// saysBefore and saysAfter are codes of what is before and after a quote. Between two parts, the ellipsis is
// named instead.
var (
	saysBefore = map[string]bool{saidBefore: true, sentenceBegins: true}
	saysAfter  = map[string]bool{saidAfter: true, sentenceGoesOn: true}
)

// gap looks at what an ellipsis leaves out, [i, j) of the normal form. Within one
// sentence that may be nothing that changes its sense. Over the end of a sentence, the
// part before it must end where a clause does and the part after it must start where
// one does.
func (x *Index) gap(i, j int) (refused, note Note) {
	t := x.simple()
	from, to := x.ends(i, j)
	if from < 0 {
		if w := changesSense(x.simple()[i:j]); w != "" {
			if weight(t[i:j]) <= maxCue {
				w = x.leftOut(i, j)
			}
			return Found("the ellipsis leaves out “{}”", strings.Trim(w, " ,")), nil
		}
		if strings.ContainsFunc(t[i:j], isAlnumOrHan) {
			note = Found("the ellipsis leaves out “{}”", x.leftOut(i, j))
		}
		return nil, note
	}
	if s, e := x.retractedIn(from, min(to, j)); s < e {
		return Found("the ellipsis leaves out “{}”", x.words(s, e)), nil
	}
	head, tail := strings.TrimLeft(t[i:max(i, from)], " \"')"), strings.TrimRight(t[min(to, j):j], " \"'(")
	for _, cut := range []struct {
		text, marks string
		mark        rune
	}{{head, ",:-(", firstRune(head)}, {tail, ",:-)", lastRune(tail)}} {
		if !strings.ContainsFunc(cut.text, isAlnumOrHan) || cut.text == tail && x.afterHead(j) {
			continue
		}
		if !strings.ContainsRune(cut.marks, cut.mark) {
			return Found("the ellipsis joins parts of two sentences"), nil
		}
		if w := negationIn(cut.text); w != "" {
			return Found("the ellipsis leaves out “{}”", w), nil
		}
		note = Found("the ellipsis leaves out “{}”", x.leftOut(i, j))
	}
	return nil, note
}

// maxCue bounds the words around a cue that a note shows with it, in weight.
const maxCue = 12

// maxVerdict bounds a sentence of one word that takes back the one before it, in weight: 错。
const maxVerdict = 2

// retractedIn is the first sentence in [i, j) of the normal form that takes back what is before it; behind another one that is
// left out ("You ask if the paint has lead; it does not."), it refers back in words.
func (x *Index) retractedIn(i, j int) (from, to int) {
	t, first := x.simple(), true
	for i < j {
		for i < j && (strings.IndexByte(" .!?;\"')", t[i]) >= 0 || strings.HasPrefix(t[i:], "。")) {
			_, size := utf8.DecodeRuneInString(t[i:])
			i += size
		}
		end := min(j, sentenceEnd(t, i, j))
		if next := x.simple()[i:end]; i < end && cueKey(next) != "neither" && (first || refersBack.MatchString(next)) && (deniedIn(next) || weight(next) <= maxVerdict) && isRetraction(next) {
			return i, end
		}
		first = false
		i = max(end, i+1)
	}
	return j, j
}

// afterHead reports that a head in bold, or the number of an item, is right before byte j
// of the normal form.
func (x *Index) afterHead(j int) bool {
	if j >= len(x.folded.Text) {
		return false
	}
	before := strings.TrimRight(x.text[:x.folded.Origin(j)], " \t")
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return strings.HasPrefix(line, "**") && strings.HasSuffix(line, "**") && strings.Count(line, "**") == 2 || isItem(line+" ")
}

// ends returns where the first sentence or block that ends in [i, j) of the normal form
// ends, and where the last one does; −1 if none ends there. A mark right before i counts.
func (x *Index) ends(i, j int) (first, last int) {
	t, first := x.simple(), -1
	start := i
	if i > 0 && endsSentence(t[max(0, i-40):i]) {
		first, last = i, i
	}
	if i >= j {
		return first, last
	}
	for k := start; k < j; {
		r, size := utf8.DecodeRuneInString(t[k:])
		if stopsAt(t, k, r) || k > 0 && x.newBlock(k) {
			if last = k + size; first < 0 {
				first = k
			}
			if !stopsAt(t, k, r) {
				last = k
			}
		}
		k += size
	}
	if x.newBlock(j) {
		if last = j; first < 0 {
			first = j
		}
	}
	return first, last
}

// newBlock reports whether a new paragraph, item or cell of the document starts at byte
// k of the normal form.
func (x *Index) newBlock(k int) bool {
	if k == 0 || k >= len(x.folded.Text) || !utf8.RuneStart(x.folded.Text[k]) || x.folded.Text[k] == ' ' {
		return false
	}
	s := x.folded.Origin(k)
	gap := strings.TrimRight(x.blocks[max(0, s-8):s], " \t#>-*+•0123456789.")
	return strings.HasSuffix(gap, "\n") && !x.sameBlock(k) || strings.HasSuffix(strings.TrimRight(gap, " "), "|")
}

// changesSense returns what in a text that is left out changes the sense of the sentence:
// a negation, "other" or "also", a word that limits it, a cue of the scope rules, a number or a comparator; "" if nothing does.
func changesSense(s string) string {
	if w := cmp.Or(negationIn(s), wordIn(s, otherWords, hanOther)); w != "" {
		return w
	}
	for _, set := range []cues{cuesBefore(), cuesAfter()} {
		for _, h := range set.find(s) {
			if h.rule.effect == refuse && h.rule.reach != adverbial || contrastWords[h.text] || slices.Contains(hanContrast, h.text) {
				return h.text
			}
		}
	}
	for _, k := range tokens(s) {
		if k.kind == "number" && k.text != "一" || k.kind == "comparator" && !plainWords[k.text] && (isWordLetter(firstRune(k.text)) || len(k.text) > 3 || strings.Contains("更仅只逾约近超", k.text)) {
			return k.text
		}
	}
	if w := wordIn(s, limitWords, hanLimits); w != "" {
		return w
	}
	return limits.FindString(s)
}

// limitWords, hanLimits and limits say that something is so in part, at times, nearly, or in a model or on conditions only.
var (
	limitWords = words(`formerly partly partially halfway sometimes occasionally sporadically intermittently periodically usually normally typically generally often mostly mainly largely chiefly primarily predominantly barely hardly scarcely nearly almost virtually practically
		nominally ostensibly theoretically hypothetically supposedly temporarily provisionally briefly locally somewhat slightly quasi semi mere merely optionally voluntarily`)
	hanLimits = phrases(`曾经 部分 局部 半数 勉强 有时 时而 偶尔 间或 时不时 不时 几乎 近乎 差不多 通常 往往 经常 常常 大多 多半 大体 大致 基本上 主要 一般 名义上 表面上 理论上 原则上 纸面上 图纸上 模拟 仿真 模型中 模型里 实验室 试验台 理想条件 理想情况 条件下 情况下 前提下 暂时 临时 短暂 略微 稍微 某种程度 一定程度`)
	limits    = regexp.MustCompile(`\b(?:used to\b|given (?:an?|the|that|enough|good|fair|favou?rable|sufficient|some|dry|mild|wet|warm|cold)\b|at (?:times|best|most|intervals)\b|now and (?:then|again)\b|once in a while\b|from time to time\b|on occasion\b|every so often\b|in (?:part|principle|theory)\b|on (?:paper|average|good days)\b|to (?:some|a certain|a limited|a degree|an) extent\b|more or less\b|up to a point\b|in (?:\w+ ){0,2}(?:simulations?|models?|laborator(?:y|ies)|labs?|some cases|rare cases)\b|on (?:\w+ ){0,2}(?:test bench|paper)\b|under (?:\w+ ){1,3}conditions\b)`)
)

// otherWords and hanOther compare what is said with something else.
var (
	otherWords = words(`other others another else too also otherwise likewise similar similarly same different former previous rival competing additional further equally`)
	hanOther   = phrases(`其他 其它 其余 另 也 还 又 别的 别处 同样 同类 类似 不同 前任 对手`)
)

func isAlnumOrHan(r rune) bool { return isAlnum(r) || isHan(r) }
