package evidence

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/text"
)

// maxSentence bounds how much of a sentence beside a quote is looked at, in bytes of
// the normal form.
const maxSentence = 600

// scope says whether a quote at [i, j) of the normal form was cut out of a condition, a
// denial, a hedge or a reported claim; what is before low or from high on is quoted too.
// refused is OutOfScope or "".
func (x *Index) scope(i, j, low, high int) (refused Status, note Note) {
	s, e := x.span(i, max(j, i+1))
	struck, cut := x.struckNote(s, e)
	if cut {
		return OutOfScope, struck
	}
	from, to := x.sentenceAround(i, j)
	from, to = min(max(from, low), i), max(min(to, high), j)
	if x.afterSection(i) {
		from = i
	}
	left, right := simplified(x.folded.Text[from:i]), simplified(x.folded.Text[j:to])
	refused, note = x.scopeBefore(from, left, x.folded.Text[i:j])
	if refused != "" {
		return refused, note
	}
	why, more := x.scopeAfter(j, x.folded.Text[i:j], right)
	if why != "" {
		return why, more
	}
	if low < i {
		lead, under := x.underLead(i, low, x.folded.Text[i:j])
		if lead != "" {
			return lead, under
		}
		if note == nil && more == nil {
			note = slices.Concat(under, x.quotation(i))
		}
	}
	return "", slices.Concat(struck, note, more)
}

// quotation notes that a quote at byte i of the normal form is part of a quotation that began
// before it in its paragraph, maybe in another sentence.
func (x *Index) quotation(i int) Note {
	t := x.folded.Text
	from := min(i, x.folded.Place(x.blockStart(x.folded.Origin(i))))
	open := -1
	for k := from; k < i; k++ {
		if t[k] != '"' {
			continue
		}
		switch mark := runeAt(x.folded, k); {
		case open >= 0:
			open = -1
		case !strings.ContainsRune("”」』»", mark) && (mark != '"' || !unicode.IsDigit(lastRune(t[:k]))):
			open = k
		}
	}
	if open < 0 {
		return nil
	}
	start := sentenceStart(t, from, len(strings.TrimRight(t[:open], " .!?;。")))
	return Found("the quote is part of a quotation: {}", x.words(min(start, open), i))
}

// hanContrary is a clause that says what is not so: 与预期相反，|.
var hanContrary = regexp.MustCompile(`(?:^|,)[^,]{0,12}(?:与|和|同|跟)[^,]{1,20}相反,$`)

func (x *Index) scopeBefore(at int, left, body string) (Status, Note) {
	if strings.TrimLeft(left, " \"'([") == "" {
		return "", nil
	}
	if hanContrary.MatchString(left) {
		return "", Found("the sentence begins: {}", x.words(at, at+len(left)))
	}
	var note Note
	best := -1
	hits := cuesBefore().find(left)
	for k, h := range hits {
		if h.text == "may" && unicode.IsUpper(runeAt(x.folded, at+h.from)) && h.from > 0 {
			continue // the month
		}
		if best >= 0 && hits[best].rank <= h.rank {
			continue // it changes nothing
		}
		e := h.rule.effectBefore(left[h.to:], body)
		if h.rule.reach == opening && h.from > 0 || (h.rule.reach == exception || h.rule.reach == exceptionToAll) && !startsClause(left[:h.from]) {
			e = none
		}
		if e == refuse && h.rule.reach == clause && endsSubordinate(left, h) {
			e = remark
		}
		switch {
		case e == none:
		case e == refuse:
			best = k
		case e == remark && note == nil && h.rule.reach == opening:
			note = Found("the sentence begins: {}", x.words(at, at+len(left)))
		case e == remark && note == nil:
			note = Found(saidBefore, x.folded.Text[at+h.from:at+h.to])
		}
	}
	if best >= 0 {
		return OutOfScope, Found(saidBefore, x.folded.Text[at+hits[best].from:at+hits[best].to])
	}
	if why := underIntro(left, body); why != "" {
		return OutOfScope, Found("the sentence begins: {}", x.words(at, at+len(left)))
	}
	if note == nil && strings.Count(left, "\"")%2 == 1 {
		note = Found("the quote is part of a quotation: {}", x.words(at, at+len(left)))
	}
	if note == nil && opens(left) {
		note = Found("the sentence begins: {}", x.words(at, at+len(left)))
	}
	return "", note
}

// underIntro returns the word of the words before a colon that deny the items behind it, of which
// the quote is not the first: "We plan the following: a new seal, and [S]".
func underIntro(left, body string) string {
	head, items, colon := strings.Cut(left, ":")
	if _, contrast := boundary(items, body); !colon || contrast || !strings.ContainsFunc(items, isAlnumOrHan) {
		return ""
	}
	if w, denies := leadCue(head+":", body); denies {
		return w
	}
	return ""
}

// subordinators open a clause that a comma ends: "Despite what the seller claimed, [S]".
var subordinators = words(`although though despite unlike because since after before while whereas when contrary`)

// endsSubordinate reports whether a cue is the end of a clause of that kind, which opens the
// sentence.
func endsSubordinate(left string, h hit) bool {
	return subordinators[cueKey(left)] && !strings.Contains(left[:h.from], ",") && strings.HasPrefix(left[h.to:], ",")
}

// none is the effect of a cue that does not reach the quote.
const none effect = -1

// effectBefore is the effect of a cue with between until the quote starts.
func (r *scopeRule) effectBefore(between, body string) effect {
	between = strings.TrimLeft(between, " ")
	if rest, ok := strings.CutPrefix(between, "that,"); ok {
		between = "," + rest
	}
	switch r.reach {
	case exception, exceptionToAll:
		if stop, _ := boundary(between, ""); r.reach == exception && !stop || r.exceptsFrom(between, body) {
			return r.effect
		}
		return none
	case adjacent:
		if onlyFillers(between) {
			return r.effect
		}
		return none
	case label:
		if strings.HasSuffix(strings.TrimRight(between, " \"'"), ":") && !strings.ContainsAny(between, ",.") && weight(between) <= maxOpener && !kept(between) {
			return r.effect
		}
		return none
	case complement:
		w := lastWord(strings.TrimRight(between, " \"'"))
		if stop, _ := boundary(between, ""); stop || w != "that" && w != "whether" {
			return none
		}
		return r.effect
	}
	first := firstWord(body)
	if rest, ok := strings.CutPrefix(between, ","); ok && first != "and" && first != "or" { // might, in 2027, |
		k := strings.IndexByte(rest, ',')
		if k >= 0 {
			rest = rest[:k] + " " + rest[k+1:]
		}
		if w := firstWord(strings.TrimLeft(rest, " ")); k >= 0 || r.reach != act || w == "that" || w == "to" {
			between = rest
		}
	}
	between = strings.TrimLeft(between, ": \"'")
	stop, contrast := boundary(between, body)
	switch {
	case !stop, r.reach == sentence && !contrast, r.reach == opening:
		return r.effect
	case r.reach == phrase:
		return none
	}
	return remark
}

// denies reports whether a rule is one of denials and the like.
func (r *scopeRule) denies() bool {
	return strings.Contains(r.name, "denial") || r.name == "replacement" || r.name == "quantity"
}

// untold reports whether a rule is one of words that do not say that what follows is so.
func (r *scopeRule) untold() bool {
	return r.denies() || strings.Contains(r.name, "report") || r.name == "source" || strings.Contains(r.name, "intention")
}

// startsClause reports whether a clause starts behind the text before a cue.
func startsClause(before string) bool {
	before = strings.TrimRight(before, " \"'(")
	w := lastWord(before)
	return before == "" || strings.ContainsRune(",:-", lastRune(before)) || w == "and" || w == "but"
}

// exceptsFrom reports whether a phrase that a comma in between ends is an exception from the
// clause that follows: "Except for the seal, |", 除旧泵外，|.
func (r *scopeRule) exceptsFrom(between, body string) bool {
	phrase, rest, comma := strings.Cut(between, ",")
	stop, _ := boundary(phrase, "")
	more, _ := boundary(rest, body)
	return comma && !stop && !more && (r.reach == exception || ofAll(rest+body))
}

// allWords speak of all or none of what there is, moreWords of more than that.
var (
	allWords  = words(`all every each everyone everybody everything everywhere no none nobody nothing whole entire entirely always never only any anyone anything same`)
	moreWords = words(`also too additionally`)
	hanAll    = phrases(`所有 全部 全体 一切 每个 每台 每家 每位 每人 每项 每一 均 都 皆 任何 其余 其他 其它 只有 没有 无一`)
	hanMore   = phrases(`还 也 另 又 同时`)
)

var (
	keptWords = words(`met reached achieved kept fulfilled exceeded completed`)
	hanKept   = phrases(`达成 实现 完成 兑现`)
)

// kept reports whether the words behind a goal, plan or promise say that it was kept: "Our goal
// was met:", not "Goal to be met:".
func kept(s string) bool {
	return hasWord(s, keptWords, hanKept) && negationIn(s) == "" && !strings.Contains(s, " to ")
}

// ofAll reports whether the first clause of a text speaks of all or none, and not of more.
func ofAll(s string) bool {
	first, _, _ := strings.Cut(s[:sentenceEnd(s, 0, len(s))], ",")
	return hasWord(first, allWords, hanAll) && !hasWord(s, moreWords, hanMore)
}

func hasWord(s string, list map[string]bool, han []string) bool { return wordIn(s, list, han) != "" }

// wordIn returns a word of a text that is in one of two lists, "" if none is.
func wordIn(s string, list map[string]bool, han []string) string {
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !isWordLetter(r) }) {
		if list[w] {
			return w
		}
	}
	if k := slices.IndexFunc(han, func(p string) bool { return strings.Contains(s, p) }); k >= 0 {
		return han[k]
	}
	return ""
}

// onlyFillers reports whether a text has at most three words that carry nothing.
func onlyFillers(s string) bool {
	n := 0
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !isWordLetter(r) && !isHan(r) }) {
		if n++; n > maxFillers || !fillers[w] && w != "and" && w != "or" {
			return false
		}
	}
	return !strings.ContainsAny(s, ",:;")
}

// boundaryWords start a clause of their own; clauseStarts do so after "and" and "or".
var (
	contrastWords = words(`but however yet although though whereas while nevertheless nonetheless`)
	boundaryWords = words(`because since so therefore thus hence which who whose`)
	clauseStarts  = words(`the a an this that these those it we they he she i you our their its his her there each every all no some many most both`)
	hanContrast   = phrases(`但是 但 然而 不过 可是 却 实际 事实上 实则 其实`)
	hanBoundary   = phrases(`因为 由于 所以 因此 因而 并且 而且 同时 此外 另外 于是 从而 以便`)
)

// hanContrastAt and hanBoundaryAt are the lists by first character.
var (
	hanContrastAt = byFirst(hanContrast)
	hanBoundaryAt = byFirst(hanBoundary)
)

// boundary reports whether a clause ends in the text between a cue and the words that
// follow, and whether a contrast starts in it.
func boundary(between, next string) (stop, contrast bool) {
	and := false
	for i := 0; i < len(between) && !contrast; {
		r, size := utf8.DecodeRuneInString(between[i:])
		switch {
		case isHan(r):
			contrast = prefixed(between[i:], hanContrastAt[r]) != ""
			stop = stop || contrast || prefixed(between[i:], hanBoundaryAt[r]) != ""
		case isWordLetter(r):
			size = scanWord(between, i) - i
			w := between[i : i+size]
			contrast = contrastWords[w]
			stop = stop || contrast || boundaryWords[w] || and && clauseStarts[w]
			and = w == "and" || w == "or"
		case strings.ContainsRune(",:()-", r):
			stop = true
		}
		i += size
	}
	first := firstWord(next)
	return stop || and && clauseStarts[first] || contrastWords[first] || boundaryWords[first], contrast || contrastWords[first] || prefixed(next, hanContrast) != ""
}

// maxMissing bounds the missing words that a note shows, in characters.
const maxMissing = 80

func (x *Index) scopeAfter(j int, body, right string) (Status, Note) {
	if strings.HasPrefix(strings.TrimLeft(right, " \"')"), "?") {
		return "", Found("the sentence is a question")
	}
	to := j + len(right)
	if note := x.footnote(j); note != nil {
		return "", note
	}
	if endsSentence(body) {
		return x.nextSentence(to)
	}
	right = right[scanReference(right, 0):]
	if rest := strings.TrimLeft(right, ".!?。\"')"); scanReference(rest, 0) == len(rest) {
		right = ""
	}
	if strings.TrimLeft(right, " .!?;。\"')]") == "" {
		return x.nextSentence(to)
	}
	bare := strings.TrimLeft(right, " ,-\"')(:")
	lead := to - len(bare)
	var note Note
	var worst *hit
	for _, h := range cuesAfter().find(bare) {
		switch e := h.rule.effectAfter(body, bare[:h.from], bare[h.to:]); {
		case e == refuse && (worst == nil || worst.rank > h.rank):
			worst = &h
		case e == goesOn && note == nil:
			note = x.goesOn(lead, lead+h.from, lead+h.to, to)
		case e == remark && note == nil:
			note = Found(saidAfter, x.folded.Text[lead+h.from:lead+h.to])
		}
	}
	switch {
	case worst != nil:
		return OutOfScope, Found(saidAfter, x.folded.Text[lead+worst.from:lead+worst.to])
	case note == nil && takesBackLater(bare):
		note = x.goesOn(lead, lead, lead, to)
	case note == nil && deniesNext(bare) != "":
		note = Found(saidAfter, deniesNext(bare))
	case note == nil && strings.HasSuffix(strings.TrimRight(right, " \"')"), "?"):
		note = Found("the sentence is a question")
	case note == nil && goesOnShortly(right, bare):
		note = x.goesOn(lead, lead, lead, to)
	}
	return "", note
}

// footnoteMark is the mark of a footnote right behind a quote.
var footnoteMark = regexp.MustCompile(`^[.!?。,;"'”’)\s]{0,3}\[\^(\w{1,20})\]`)

// footnote notes that the footnote at byte j of the normal form, where a quote ends, denies it or
// takes it back.
func (x *Index) footnote(j int) Note {
	_, s := x.span(max(0, j-1), j)
	m := footnoteMark.FindStringSubmatch(x.text[s:min(len(x.text), s+maxReference)])
	if m == nil {
		return nil
	}
	_, text, ok := strings.Cut(x.text, "\n[^"+m[1]+"]:")
	if !ok {
		return nil
	}
	text = lineAt(text)
	folded := simplified(foldLine(text))
	if deniedIn(folded) || takesBack(folded) || isRetraction(folded) {
		return Found("the footnote: {}", clipped(strings.TrimSpace(text)))
	}
	return nil
}

// lineAt is the first line of a text.
func lineAt(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// goesOn shows how the sentence goes on from byte i of the normal form, with the cue at [from, to):
// from the quote if there is room.
func (x *Index) goesOn(i, from, to, end int) Note {
	if utf8.RuneCountInString(x.folded.Text[i:to]) > maxMissing {
		i = from
	}
	return Found("the sentence goes on: {}", x.words(i, end))
}

// deniesNext returns a negation in the clause that goes on right after a quote.
func deniesNext(bare string) string {
	if w := cueKey(bare); w == "and" || w == "or" {
		return ""
	}
	if k := strings.IndexAny(bare, ",:("); k >= 0 {
		bare = bare[:k]
	}
	return negationIn(bare)
}

// maxDoubt bounds a question that doubts the sentence before it ("Really?"), and what is
// between a denial and the end of a lead-in ("We do not plan to:"), in weight.
const maxDoubt = 8

// maxAdverb bounds an adverb that opens a sentence, in weight: Sadly, this never happened.
const maxAdverb = 4

// nextSentence notes that the sentence after a quote contradicts it.
func (x *Index) nextSentence(end int) (Status, Note) {
	t := x.folded.Text
	for end < len(t) && strings.IndexByte(" .!?;\"')", t[end]) >= 0 || strings.HasPrefix(t[min(end, len(t)):], "。") {
		_, size := utf8.DecodeRuneInString(t[end:])
		end += size
	}
	if end >= len(t) || !x.sameBlock(end) {
		return "", nil
	}
	to := sentenceEnd(t, end, min(len(t), end+maxSentence))
	next := simplified(t[end:to])
	if isRetraction(next) || containsAny(next, hanSpoken) || strings.HasSuffix(next, "?") && weight(next) <= maxDoubt {
		return "", Found("the next sentence: {}", x.words(end, to))
	}
	if strings.HasSuffix(strings.TrimRight(t[:end], " \"')"), ";") {
		short := weight(next) <= maxOpener
		if short && negationIn(next) != "" || slices.ContainsFunc(slices.Concat(cuesAfter().find(next), cuesBefore().find(next)), func(h hit) bool {
			return h.rule.effect == refuse && (short && h.rule.side == after || h.from == 0 || h.rule.reach == sentence)
		}) {
			return "", Found("the sentence goes on: {}", x.words(end, to))
		}
	}
	for _, h := range cuesAfter().find(next) {
		if h.from == 0 && strings.Contains(h.rule.name, "condition") && weight(next) <= maxTail {
			return "", Found("the next sentence: {}", x.words(end, to)) // Only in spring, though.
		}
		if h.from == 0 && (contrastWords[cueKey(h.text)] || prefixed(h.text, hanContrast) != "") {
			return "", Found("the next sentence: {}", x.words(end, to))
		}
	}
	return "", nil
}

// backWords and hanBack point back to the sentence before, lastBack does so at the end: "We doubt
// it." hearsay is what a sentence is called that is not the author's own, or not true.
var (
	backWords  = words(`this that that's these those neither nothing 这 此 那`)
	lastBack   = words(`this that it so`)
	hearsay    = words(`claim claims view views opinion opinions version words story rumour rumours rumor rumors gossip hearsay advertising advertisement advert marketing propaganda publicity hype slogan promise promises hope hopes dream dreams wish plan plans goal goals aim aims target idea theory assumption guess speculation hypothesis lie lies myth fiction nonsense ideal`)
	hanHearsay = phrases(`说法 说辞 口径 宣传 广告 承诺 希望 目标 设想 愿望 计划 猜测 推测 传闻 谣言 谎言 假话`)
	hanSpoken  = phrases(`这样说 这样喊 这样写 这么说 这么喊 这么写 这么讲 如此说 如是说 如是写`) // what was said before
	hanBack    = phrases(`这一点 这一说法 这一结论 这一数字 这种说法 此事 此说 该说法 该数字 该结论 上述 以上 如此`)
)

// isRetraction reports whether a sentence takes back or doubts the one before it.
func isRetraction(next string) bool {
	if slices.ContainsFunc(cuesBack().find(next), func(h hit) bool { return h.from == 0 }) || takesBack(next) {
		return true
	}
	adverb, rest, comma := strings.Cut(next, ",")
	return comma && weight(adverb) <= maxAdverb && takesBack(strings.TrimLeft(rest, " "))
}

// takesBack reports whether a sentence points back to the one before and denies it, or says who
// says so: "This is not true." "So the advert says." "That is our goal."
func takesBack(next string) bool {
	bare, first := strings.TrimRight(next, " .!?。\"')"), cueKey(next)
	short := weight(bare) <= maxTail
	switch {
	case backWords[first] || containsAny(next, hanBack):
		named := (first == "that's" || isWords[nextWord(next, len(first))] || isHan(firstRune(first))) && hasWord(next, hearsay, hanHearsay)
		return deniedIn(next) || short && (named || reportedIn(next))
	case first == "so", first == "such":
		return slices.ContainsFunc(cuesAfter().find(bare), func(h hit) bool { return h.rule.reach == final && h.to == len(bare) })
	}
	return short && lastBack[lastWord(bare)] && (deniedIn(next) || reportedIn(next))
}

// takesBackLater reports whether a clause behind "and" or "but" denies the quote: "and the audit
// denied it", "and then the figures were found to be forged".
func takesBackLater(bare string) bool {
	rest, ok := strings.CutPrefix(bare, "and ")
	if !ok {
		return false
	}
	rest, _, _ = strings.Cut(rest, ",")
	return hasWord(rest, forgedWords, hanForged) || hasWord(rest, itWords, nil) && deniedIn(rest)
}

var (
	itWords     = words(`it this that these those them so claim statement figure figures number numbers result results`)
	forgedWords = words(`forged fabricated falsified faked invented retracted refuted disproved disproven debunked`)
	hanForged   = phrases(`伪造 造假 捏造`)
)

var isWords = words(`is was are were remains would`)

// reportedIn reports whether a text has a cue of a report; 这是, "this is", is one right behind a
// quote only.
func reportedIn(s string) bool {
	return slices.ContainsFunc(slices.Concat(cuesBefore().find(s), cuesAfter().find(s)), func(h hit) bool {
		return h.text != "这是" && (strings.HasPrefix(h.rule.name, "report") || strings.HasPrefix(h.rule.name, "source"))
	})
}

func containsAny(s string, list []string) bool {
	return slices.ContainsFunc(list, func(p string) bool { return strings.Contains(s, p) })
}

// deniedIn reports a negation or a cue of denial in a text in normal form.
func deniedIn(s string) bool {
	return negationIn(s) != "" || slices.ContainsFunc(cuesBefore().find(s), func(h hit) bool {
		return strings.Contains(h.rule.name, "denial")
	})
}

// words are the words of the document at [i, j) of the normal form, for a note.
func (x *Index) words(i, j int) string {
	s, e := x.span(i, max(j, i+1))
	return clipped(x.text[s:e])
}

// anyTag is a tag of HTML, or what is left of one.
var anyTag = regexp.MustCompile(`</?[a-zA-Z][^<>]*>|</?[a-zA-Z]*$|^[a-zA-Z/]*>`)

// clipped is the start of a text on one line and without tags, as a word of a note.
func clipped(s string) string {
	return text.Clip(text.OneLine(strings.ReplaceAll(anyTag.ReplaceAllString(s, " "), "; ", ", ")), maxMissing)
}

// effectAfter is the effect of a cue that follows a quote after between, and before rest.
func (r *scopeRule) effectAfter(body, between, rest string) effect {
	if r.reach == final {
		between = strings.TrimPrefix(strings.TrimPrefix(between, "so "), "which is what ") // …, so the vendor claims.
	}
	stop, _ := boundary(between, "")
	if w := cueKey(between); between != "" && (w == "and" || w == "or") {
		stop = true
	}
	switch {
	case r.reach == final:
		rest = strings.TrimLeft(rest, " \"')")
		ends := rest == "" || strings.ContainsRune(".,;!?。-", firstRune(rest))
		switch {
		case !ends || stop:
			return none
		case strings.HasPrefix(rest, ",") && isHan(lastRune(between)):
			return remark // …，居民表示，…: what follows is reported
		}
		return r.effect
	case (r.reach == opening || r.reach == exceptionToAll) && between != "", r.reach == exceptionToAll && !ofAll(body[sentenceStart(body, 0, len(body)):]),
		stop && r.reach == phrase:
		return none
	case stop:
		return remark
	}
	return r.effect
}
