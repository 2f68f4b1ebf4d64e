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
	left, body, right := x.sentencePart(from, i), x.simple()[i:j], x.sentencePart(j, to)
	refused, note = x.scopeBefore(from, left, body)
	if refused != "" {
		return refused, note
	}
	why, more := x.scopeAfter(j, high, body, right)
	if why != "" {
		return why, more
	}
	if low < i {
		lead, under := x.underLead(i, low, body)
		if lead != "" {
			return lead, under
		}
		if refused, opened := x.overSemicolons(i, j, from, low); refused != "" {
			return refused, opened
		} else if note == nil {
			note = opened
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
	t := x.simple()
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

// afterBut reports whether ", but" is right before a quote with a subject of its own: Wood may warp, but |our tests show none.
func afterBut(left, body string) bool {
	bare := strings.TrimRight(left, " ")
	w := bare[strings.LastIndexByte(bare, ',')+1:]
	return w != bare && (contrastWords[w] && clauseStarts[firstWord(body)] && firstWord(body) != "that" || slices.Contains(hanContrast, w))
}

// endedBefore reports whether the clause of a cue ended before the comma that left ends with. What is reported may go on.
func endedBefore(h hit, left string) bool {
	return strings.LastIndexByte(left, ',') >= h.to && h.rule.effect == refuse && h.rule.reach != opening && !strings.Contains(h.rule.name, "report") && h.rule.name != "source"
}

// maxGoverning bounds the words before "that" or "to" that a note shows.
const maxGoverning = 8

// governed is where the words start that "that" or "to" at byte i of a text depends on, within its clause.
func governed(left string, i int) int {
	for range maxGoverning {
		bare := strings.TrimRight(left[:i], " ")
		if bare == "" || strings.ContainsRune(",:;(", lastRune(bare)) {
			break
		}
		i = strings.LastIndexAny(bare, " ,:;(") + 1
	}
	return i
}

// maxNear bounds the words before "that" in which errorThat is looked for, in bytes.
const maxNear = 120

// errorThat says that what follows is an error: It is a widespread error that |.
var errorThat = regexp.MustCompile(`(?:^|,|\b)(?:it|this|there) (?:is|was|would be|remains|has been) (?:(?:an?|the|one of the|another) )?(?:(?:\w+,? ?)(?:and |but )?){0,4}\b(?:error|mistake|misunderstanding|misperception|untruth|lie|blunder|nonsense) (?:to (?:think|believe|say|claim|assume|suppose) )?that $`)

// hanContrary is a clause that says what is not so: 与预期相反，|.
var hanContrary = regexp.MustCompile(`(?:^|,)[^,]{0,12}(?:与|和|同|跟)[^,]{1,20}相反,$`)

func (x *Index) scopeBefore(at int, left, body string) (Status, Note) {
	if strings.TrimLeft(left, " \"'([") == "" || opensPlainly(left, body) {
		return "", nil
	}
	if saysTrue(left) {
		return "", Found(sentenceBegins, x.words(at, at+len(left)))
	}
	if strings.HasSuffix(left, "相反,") && hanContrary.MatchString(left) {
		return "", Found(sentenceBegins, x.words(at, at+len(left)))
	}
	var note Note
	best, but, shared := -1, afterBut(left, body), endsJoint(left)
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
		shares := shared && (e == remark || e == none && h.rule.reach == infinitive)
		if h.rule.effect == refuse && (e == remark && joinedTo(h, left) || shares && sharesAct(h, left, body)) {
			e = refuse
		}
		if e == refuse && (h.rule.reach == clause && endsSubordinate(left, h) || cameAbout(h, left, body) || h.rule.reports() && ownWords(left[h.to:], body)) {
			e = remark
		}
		switch {
		case e == none:
		case e == refuse:
			best = k
		case e == remark && note == nil && h.rule.reach == opening:
			note = Found(sentenceBegins, x.words(at, at+len(left)))
		case e == remark && note == nil && !(but && endedBefore(h, left)):
			if h.rule.name == "complement" && (h.text == "that" || h.text == "to") {
				h.from = governed(left, h.from)
			}
			note = Found(saidBefore, x.said(at, h, left))
		}
	}
	if best >= 0 {
		return OutOfScope, Found(saidBefore, x.said(at, hits[best], left))
	}
	if why := errorThat.FindString(left[max(0, len(left)-maxNear):]); why != "" && negationIn(why) == "" {
		return OutOfScope, Found(saidBefore, strings.Trim(why, " ,"))
	}
	if shared {
		if why := deniedAct(left, body); why != "" {
			return OutOfScope, Found(saidBefore, why)
		}
	}
	if why := underIntro(left, body); why != "" {
		return OutOfScope, Found(sentenceBegins, x.words(at, at+len(left)))
	}
	if at := reportAnd.FindStringSubmatchIndex(left); note == nil && at != nil {
		note = Found(saidBefore, left[at[2]:at[3]])
	}
	if note == nil && strings.Count(left, "\"")%2 == 1 {
		note = Found("the quote is part of a quotation: {}", x.words(at, at+len(left)))
	}
	if note == nil && !but && opens(left) {
		note = Found(sentenceBegins, x.words(at, at+len(left)))
	}
	return "", note
}

// reportAnd is the first of two clauses that are hoped, feared or promised: We hope soup is free and |.
var reportAnd = regexp.MustCompile(`\b((?:we|they|i|he|she) (?:hope[sd]?|pray(?:s|ed)?|fear(?:s|ed)?|trust(?:s|ed)?|bets?|promise[sd]?)|hope[sd]?|pray(?:s|ed)?|(?:it is|it was|it's) (?:possible|probable|conceivable|plausible|hoped|feared)) (?:\w+ ){1,6}(?:is|are|was|were|has|have|had|will|would|can|could|does|do)\b[^:;]*\b(?:and|or) $`)

// said is a cue as the document has it, in a text that is at byte "at" of the normal form. One ideograph, as in
// 厂长称, has its clause before it.
func (x *Index) said(at int, h hit, in string) string {
	if r, size := utf8.DecodeRuneInString(h.text); size == len(h.text) && isHan(r) {
		h.from = strings.LastIndexAny(in[:h.from], " ,:;()\"-") + 1
	}
	return text.Clip(x.folded.Text[at+h.from:at+h.to], maxMissing)
}

// underIntro returns the word of the words before a colon that deny the items behind it, of which
// the quote is not the first: "We plan the following: a new seal, and [S]".
func underIntro(left, body string) string {
	head, items, colon := strings.Cut(left, ":")
	if _, contrast := boundary(items, body); !colon || contrast || !strings.ContainsFunc(items, isAlnumOrHan) {
		return ""
	}
	if w, denies := leadCue(head+":", body, true); denies {
		return w
	}
	return ""
}

// subordinators open a clause that a comma ends: "Despite what the seller claimed, [S]".
var subordinators = words(`although though despite unlike because since after before while whereas when contrary`)

// endsSubordinate reports whether a cue is the end of a clause of that kind, which opens the
// sentence.
func endsSubordinate(left string, h hit) bool {
	if prefixed(left, hanConcedes) != "" {
		return !strings.Contains(left[:h.from], ",") && strings.Contains(left[h.to:], ",")
	}
	return subordinators[cueKey(left)] && !strings.Contains(left[:h.from], ",") && strings.HasPrefix(left[h.to:], ",")
}

// hanConcedes open a clause that the one behind it does not depend on.
var hanConcedes = phrases(`尽管 虽然 纵然 纵使`)

// timeCues are conditions of what was to come, or times of what came: Once the stones had arrived, |we built the wall.
var timeCues = words(`until once 直到 直至 待到`)

// cameAbout reports whether a quote tells what happened, behind the time when it did ("Until May, |the plant made
// steel") or behind what was to be done ("was asked to pay, and |paid").
func cameAbout(h hit, left, body string) bool {
	between := left[h.to:]
	if timeCues[h.text] || h.text == "as soon as" {
		when, _, comma := strings.Cut(between, ",")
		first, _, _ := strings.Cut(body, ",")
		return comma && happened(body) && !(hasWord(when, presentWords, nil) && hasWord(first, unreal, nil))
	}
	if h.rule.name == "han intention" {
		return suffixed(left, hanAnd) != "" && happened(body)
	}
	w := firstWord(body)
	return (lastWord(h.text) == "to" || h.rule.reach == infinitive) && lastWord(strings.TrimRight(strings.TrimSuffix(strings.TrimRight(between, " "), " then"), " ")) == "and" && isPast(w) && !hasWord(between, auxiliaries, nil)
}

// presentWords are verbs of what has not happened yet: Once the permit is granted.
var presentWords = words(`is are has have comes arrives`)

// auxiliaries are before a participle: to be built and |sold.
var auxiliaries = words(`be been being have having get getting`)

// toVerb is "to" before a verb: asked both mills |to grind.
var toVerb = regexp.MustCompile(` to [a-z]`)

// adverbsTo is adverbs and "to" behind a verb: refused |outright to.
var adverbsTo = regexp.MustCompile(`^,? ?(?:(?:\w+ly|outright|again|once more|one day|soon|even|still|now|then|later|point blank|so far|this time|next year|this year|in time|twice|yet|and|but|each time|every time|also|too|as well|either|at first|at last),? ?){1,5}to ?["']?$`)

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
	case adverbial:
		if adverbsTo.MatchString(between) {
			return r.effect
		}
		return none
	case complement, infinitive:
		w := lastWord(strings.TrimRight(between, " \"'"))
		joins := r.reach == complement && (w == "that" || w == "whether") || r.reach == infinitive && (w == "to" || w == "and" && toVerb.MatchString(between) && !clauseStarts[firstWord(body)])
		if !joins {
			return none
		}
		if stop, _ := boundary(between, ""); stop {
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
	return r.denies() || r.reports() || strings.Contains(r.name, "intention")
}

// reports reports whether a rule is one of words of what others say.
func (r *scopeRule) reports() bool { return strings.Contains(r.name, "report") || r.name == "source" }

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

// Whole clauses before a colon that say that a plan or claim came true, that those who doubted were wrong, or that
// nothing failed.
var (
	trueClause = regexp.MustCompile(`^(?:(?:(?:the|our|its|their|this|that|his|her|both) )?(?:\w+'s? )?(?:\w+ )?(?:plan|proposal|claim|hypothesis|theory|prediction|assumption|idea|motion|promise|goal|target|aim|objective|vision|dream|hope|wish|forecast|estimate)s? (?:(?:was|were|has been|have been) (?:(?:soon|later|then|now|fully|since|finally|duly) )?(?:carried out|confirmed|proven|proved|put into practice|fulfilled|implemented|realised|realized|met|kept|achieved|reached|borne out|true|right|correct)|(?:has |have )?(?:came|come) true|(?:has |have )?proved (?:true|right|correct))` +
		`|(?:(?:the|our|its|their) )?(?:critics|opponents|sceptics|skeptics|doubters|pessimists|detractors) (?:were|are|was|have been) (?:all |both )?(?:proved |proven )?(?:wrong|mistaken)` +
		`|(?:we|they|it|he|she|i|the \w+|our \w+) (?:(?:did|do|does|has|have|had)(?: not|n't)|never|(?:has|have|had) never) (?:once )?(?:give up|gave up|given up|fail|failed|stop|stopped|falter|faltered|waver|wavered|lose hope|lost hope|despair|despaired)` +
		`|(?:nobody|no one|none|no \w+|not (?:a single|one) \w+|none of the \w+) (?:failed|refused|objected|complained|gave up|was lost|were lost|broke down)` +
		`|never before (?:had|have|has) (?:we|they|it|he|she|i|the \w+|anyone) (?:seen|known|done|achieved|reached|witnessed)(?: (?:it|this|that|so (?:much|many)|such a thing|anything like (?:it|this)))?) ?:$`)
	hanTrueClause = regexp.MustCompile(`^(?:(?:我们|他们|她们|它们|大家|团队|公司|我|他|她|它)?(?:都|也|却|始终|一直|从来)?(?:没有?|从未|从不|并未|未曾|并没有)(?:放弃|失败|停止|退缩|气馁|灰心|动摇|停下)|(?:批评者|反对者|质疑者)(?:们)?(?:都)?(?:错了|是错的)|(?:该|这一|此|我们的|公司的|原)?(?:计划|提案|说法|预测|假设|承诺|目标)(?:已|已经|都|全部|得到|得以|被)*(?:实现|落实|完成|执行|证实|兑现)了?):$`)
)

// saysTrue reports whether a text is such a clause.
func saysTrue(left string) bool {
	bare := strings.TrimRight(left, " \"'")
	return strings.HasSuffix(bare, ":") && (trueClause.MatchString(bare) || hanTrueClause.MatchString(bare))
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
