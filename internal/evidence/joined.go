package evidence

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"judgement/internal/text"
)

// Some clauses share the cue of an earlier one: those behind "and that", and behind the semicolons of a report.

// andThat ends a text before the second of two clauses that one cue is before: It is false that A, and that |.
var andThat = regexp.MustCompile(`,? ?(?:and|or) that ?$`)

// nextThat is "that" before one more of such clauses.
var nextThat = regexp.MustCompile(`(?:,|,? ?(?:and|or)) that\b`)

// joinedTo reports whether "and that", 并 or 而且 joins the clause of a quote to that of a cue. In Chinese a denial or
// hedge must open the sentence: 它不是新的，而且| says nothing against the rest.
func joinedTo(h hit, left string) bool {
	between := left[h.to:]
	if at := andThat.FindStringIndex(between); at != nil {
		first, rest, inside := strings.Cut(between[:at[0]], " that ")
		if !inside {
			first, rest = "", first
		}
		stop, _ := boundary(first, "")
		return !stop && (inside || lastWord(h.text) == "that") && !strings.Contains(nextThat.ReplaceAllString(rest, ""), " that ")
	}
	w := suffixed(left, hanAnd)
	if w == "" || (w == "并" || w == "且") && !strings.HasSuffix(left, ","+w) || h.rule.reach != clause || h.from > 0 && (h.rule.denies() || !h.rule.untold()) {
		return false
	}
	if h.rule.name == "han intention" && hanDone.MatchString(between) {
		return false // 准备了
	}
	between = strings.TrimSuffix(strings.TrimSuffix(between, w), ",")
	stop, _ := boundary(strings.TrimPrefix(between, ","), "")
	return !stop && weight(between) > 0
}

var hanAnd = phrases(`并且 而且 并 且`)

// Acts of one subject share its modal, plan or denial: may fix, sell or |buy; failed to fix, and to |sell.
var (
	negatedVerb = regexp.MustCompile(`\b(?:(?:do|does|did|can|could|will|would|may|might|must|should|shall)(?: not|n't)|cannot|can't|won't)\b`)
	negatedPast = regexp.MustCompile(`\b(?:(?:have|has|had|is|are|was|were|been)(?: not|n't)|never)\b`)
	joinsAct    = regexp.MustCompile(`(?:,|\b(?:and|or|nor|then)) ?(?:(?:and|or|nor|also|even|then|finally|perhaps|possibly|maybe|later|eventually|in time|in the end|at last|\w+ly),? ?)*(?:(?:and|or|nor|also|even|then|finally|perhaps|later|eventually),? ?)? ?$`)
	joinsTo     = regexp.MustCompile(`(?:,|\b(?:and|or|nor|then)) ?(?:(?:and|or|nor|also|even|then|finally|perhaps|possibly|maybe|later|eventually|in time|in the end|at last|\w+ly),? ?)*to $`)
	joinsOr     = regexp.MustCompile(`\b(?:or|nor)(?: \w+){0,1},? $`)
	ownClause   = regexp.MustCompile(`(?:,|\band|\bor) ?(?:and |or |then )?(?:it|we|they|he|she|i|you|this|that|these|those|there|because|so|since|if|as|but)\b|\b(?:which|who|whose|that|because)\b`)
	asides      = regexp.MustCompile(`, ?(?:which|who|whose|where) [^,]*,`)
)

// endsJoint reports whether a text may end with words that join acts.
func endsJoint(left string) bool {
	bare := strings.TrimRight(left, " ")
	if isHan(lastRune(bare)) || strings.HasSuffix(bare, "、") {
		return suffixed(bare, hanThen) != ""
	}
	w := lastWord(bare)
	if bare == "" || w != "" && !jointEnds[w] && !strings.HasSuffix(w, "ly") || w == "" && !strings.HasSuffix(bare, ",") {
		return false
	}
	end := bare[max(0, len(bare)-maxJoint):] + " "
	return joinsAct.MatchString(end) || joinsTo.MatchString(end)
}

// jointEnds end such words.
var jointEnds = words(`and or nor then also even finally perhaps possibly maybe later eventually time end last to`)

// maxJoint bounds words that join acts, in bytes.
const maxJoint = 60

// maxActs bounds what is between a cue and the last of the acts that share it, in weight.
const maxActs = 60

// sharesAct reports whether a quote is one of the acts behind a cue, before which left ends.
func sharesAct(h hit, left, body string) bool {
	between := asides.ReplaceAllString(left[h.to:], ",")
	if weight(between) > maxActs {
		return false
	}
	if isHan(lastRune(h.text)) {
		return sharesHanAct(h, between, body)
	}
	if _, contrast := boundary(between, body); contrast || ownClause.MatchString(between) || strings.ContainsAny(between, ":()") {
		return false
	}
	to := lastWord(h.text) == "to" && !strings.HasSuffix(h.text, "forward to") || strings.HasPrefix(between, " to ") || strings.HasPrefix(between, " how to ") || h.rule.reach == infinitive && toVerb.MatchString(between)
	switch first := firstWord(body); {
	case sameInPast[first] && isPast(firstWord(h.text)) || pastAct(between):
		return false // tried to save money, changed its heating and |cut its costs
	case strings.Contains(h.rule.name, "report") || h.rule.reach == opening || h.rule.reach == adjacent || h.rule.reach == label:
		return false
	case to && joinsTo.MatchString(between):
		return true
	case to || modals[h.text]:
		joint := joinsAct.FindString(between)
		sure := bareVerbs[first] && !nounVerbs[first]
		return joint != "" && isBareVerb(body) && (sure || hasWord(joint, conjunctions, nil)) || joinsOr.MatchString(between) && h.rule.denies() && isBareVerb(body)
	case h.text == "never":
		return joinsOr.MatchString(between) && (isBareVerb(body) || isPast(first))
	}
	w := firstWord(strings.TrimLeft(between, " "))
	return strings.HasSuffix(w, "ing") && strings.HasSuffix(firstWord(body), "ing") && joinsAct.MatchString(between)
}

// sameInPast are verbs whose base form is also that of the past.
var sameInPast = words(`cut put set hit let read spread shut quit split cast`)

// nextAct is where one more act starts.
var nextAct = regexp.MustCompile(`(?:,|\band\b) ?(?:and |then )?(\w+)`)

// pastAct reports whether one of the acts after a cue is told in the past, so that its verb does not depend on the cue.
func pastAct(between string) bool {
	return slices.ContainsFunc(nextAct.FindAllStringSubmatch(between, -1), func(m []string) bool { return isPast(m[1]) })
}

// deniedAct returns the negation that a quote shares with the acts before it, "" if there is none: did not fix, sell or |buy.
func deniedAct(left, body string) string {
	for k, form := range []*regexp.Regexp{negatedVerb, negatedPast} {
		at := form.FindStringIndex(left)
		if at == nil {
			continue
		}
		between := left[at[1]:]
		_, contrast := boundary(between, body)
		first := firstWord(body)
		joins := joinsOr.MatchString(between) && (k == 0 && isBareVerb(body) || k == 1 && isPast(first)) || k == 0 && bareVerbs[first] && !nounVerbs[first] && strings.HasSuffix(between, ",") && strings.Contains(body, " or ")
		if joins && !contrast && !ownClause.MatchString(between) && !strings.ContainsAny(between, ":()") && weight(between) <= maxActs && strings.TrimLeft(between, " ,") != "" && !strings.HasPrefix(between, " only") {
			return left[at[0]:at[1]]
		}
	}
	return ""
}

// Ends of a text behind which one more act of the same subject comes. hanOr joins denied acts.
var (
	hanThen    = phrases(`并且 而且 并 且 以及 甚至 乃至 直至 或 或者 再 然后 最后 和 及 、`)
	hanHedged  = phrases(`并 以及 甚至 乃至 直至 或 或者 和 及 、`)
	hanOr      = phrases(`或 或者 、`)
	hanSubject = regexp.MustCompile(`(?:^|,)(?:我们|他们|它们?|他|她|公司|该|这|其|目前|去年|今年|但|因为|由于|所以|因此|如果)`)
)

// sharesHanAct is sharesAct for a cue in Chinese: 计划修路，并|, 没有修路、建桥或|.
func sharesHanAct(h hit, between, body string) bool {
	list := map[string][]string{"han intention": hanThen, "han hedge": hanHedged, "han denial of an act": hanOr}[h.rule.name]
	between = strings.TrimRight(between, " ")
	w := suffixed(between, list)
	if w == "" {
		return false
	}
	acts := strings.TrimRight(strings.TrimSuffix(between, w), ",")
	_, contrast := boundary(acts, body)
	return weight(acts) > 1 && !contrast && !hanSubject.MatchString(acts) && !containsAny(acts, hanPast) && !hanDone.MatchString(acts) && !hanSubject.MatchString(body) && !happened(body)
}

// conjunctions join acts.
var conjunctions = words(`and or nor then`)

// modals are before a verb in its base form.
var modals = words(`may might could would should shall must`)

// bareVerbs are common verbs in their base form. Those that are nouns as well are no act if a verb follows them.
var bareVerbs = words(`abandon abolish accept achieve acquire adapt add adopt advertise allow announce appoint arrange ask attract audit avoid ban become begin bring build buy call cancel care carry certify change charge check choose clean clear close collect combine
	compete complete connect consult contain continue contribute convert cook cover create cultivate cure deliver deploy design destroy develop devote dig dismantle display distribute donate double drain draw drive drop earn educate eliminate employ empty enable enlarge ensure
	equip erect establish expand export extend feed fight fill finance find finish fire fit fix found free fund furnish gain generate give go grant grind grow guarantee guide halve handle harvest heat help hire hold host house import improve include increase inform inspect install
	insure introduce invest invite join keep launch lay lead lease leave lend let license light limit link list load lower maintain make manage manufacture merge mend modernise modernize monitor move obtain offer open operate order organise organize outsource own pave pay perform
	phase plan plant print process produce promote propose protect prove provide publish pull pump purchase push raise reach rebuild receive recruit recycle reduce refurbish refuse release relocate renew renovate rent reopen repair repeat replace report rescue restore retain retire return
	reward run sail save screen secure seek sell send serve settle ship show shut simplify sink speak sponsor staff start stay stock stop store strengthen supply support switch take tax teach test track train transfer transform transport treat triple try turn upgrade use vaccinate visit warm
	wash water win withdraw work write`)

// verbObjects are right behind a verb and seldom behind its subject: sell |the mill.
var (
	verbObjects = words(`the a an all every each its their our his her my your them it us both any some more`)
	notVerbs    = words(`in on at by for from with without of to into over under after before during since until than as if when while where because that which who what how why not only even also then now here there just almost nearly half both all many most few some such
		and or but nor is are was were be been has have had do does did will would can could may might shall should must so too very quite once twice like unlike among between against about around through across near within throughout beyond behind beside above below along per via towards toward upon whether either neither whatever whoever whichever unless though although yet still again often never always once please thanks except plus minus despite regarding including`)
)

// nounVerbs are verbs that are nouns if no object is behind them: work |on the bridge goes on.
var nounVerbs = words(`care change charge cook cover design display drain drive drop experiment export fight fire fit fund grant guide harvest heat help hire host house import increase install invite keep launch lead lease license light limit link list load monitor offer order plan plant print
	process produce promise pump purchase raise release repair report rescue rent return reward run sail save screen ship show staff stay stock stop store supply support switch tax test track train transfer transport treat try turn upgrade use visit warm water work trade market risk share`)

// nounActs are what a noun does: work |goes on.
var nounActs = words(`begins comes continues costs falls gives goes grows lies makes needs remains rises runs shows stands starts takes works`)

// pastOnly are verbs in the past that are no participles, so that two words before one are its subject.
var pastOnly = words(`was were did began blew broke came chose drew drove fell flew froze gave grew knew rang ran rode rose sang sank shook stole swam threw took went woke wore wrote`)

// isBareVerb reports whether a text starts with a verb in its base form.
func isBareVerb(body string) bool {
	w := firstWord(body)
	next := nextWord(body, len(w))
	switch {
	case w == "" || clauseStarts[w] || notVerbs[w] || pastForms[w] || isWords[next] || unreal[next] && next != "to":
		return false
	case nounVerbs[w] && pastOnly[nextWord(body, len(w)+1+len(next))]:
		return false // test results came in
	case bareVerbs[w]:
		return !nounVerbs[w] || verbObjects[next] || !notVerbs[next] && !isPast(next) && !nounActs[next]
	}
	return verbObjects[next] && !strings.HasPrefix(body[len(w):], ",") && !strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "ly") && !strings.HasSuffix(w, "ing") && isWordLetter(firstRune(w))
}

// maxSubject bounds what is before a report or plan that opens a sentence, in weight.
const maxSubject = 8

// minTold is the least that a report in English tells before it reaches over a semicolon, in weight.
const minTold = 6

// hanDone behind a word for plans, and hanPast in a clause, say that it is no plan: 公司准备了, 去年已.
var (
	hanDone = regexp.MustCompile(`^[了过的]`)
	hanPast = phrases(`已 了 去年`)
)

// finite are words that only a clause has: "announced its results" tells none.
var finite = words(`that is are was were has have had will would can could does do did`)

// tellsClause reports whether a report in English is of a clause.
func tellsClause(h hit, rest string) bool {
	return lastWord(h.text) == "that" || hasWord(rest, finite, nil) || h.from == 0 && h.rule.reach == sentence
}

// overSemicolons says of a quote at i, in a clause that starts at from behind a semicolon, whether a report, plan
// or condition opens a clause before it: "Critics say A; B; |". If that is not the first one, it may be of that clause
// only; so may a condition, and a clause in English has a subject of its own and seldom is part of a plan: these have a
// note.
func (x *Index) overSemicolons(i, j, from, low int) (refused Status, note Note) {
	t := x.simple()
	start := max(low, from-maxSentence, min(from, x.folded.Place(x.blockStart(x.folded.Origin(i)))))
	for start < from && !utf8.RuneStart(t[start]) {
		start++
	}
	before := t[start:from]
	if strings.Contains(before, ";") {
		before = strings.TrimRight(inlineNumber.ReplaceAllString(before, ";"), " \"'(")
	}
	if !strings.HasSuffix(before, ";") {
		return "", nil
	}
	start += sentenceStart(strings.ReplaceAll(before, ";", ","), 0, len(before))
	all := x.sentencePart(start, i)
	for at := 0; ; {
		clause, rest, more := strings.Cut(all[at:], ";")
		if !more {
			return "", note
		}
		if _, contrast := boundary(rest, t[i:]); !contrast {
			label := len(clause) - len(withoutLabel(clause))
			refuses, opened := opensOver(clause[label:], t[from:j])
			if opened != nil && (at+label == 0 || !strings.HasSuffix(opened.text, ":")) { // a label is of its clause
				said := Found(saidBefore, x.said(start+at+label, *opened, all[at+label:]))
				if refuses && at+label == 0 && !ownWords(all[at+label+opened.to:], t[i:j]) && !otherSpeaker(t[from:j]) {
					return OutOfScope, said
				}
				note = said
			}
		}
		at = len(all) - len(rest)
	}
}

// authorsClause is the start of a clause of the author's behind one of others: "; our log shows", ，我们实测.
var authorsClause = regexp.MustCompile(`[,;] ?(?:(?:and|yet|so|then|still|now|here) )?(?:(?:in|at|by|from|after|during|on|for) )?(?:we|our)\b|[,;](?:但|而|可|在|从|经|据){0,2}(?:我们|我方|我司|本公司|本团队|本项目|笔者|实测)`)

const (
	ownStart = 40 // characters of a quote that may be the start of such a clause
	minSaid  = 3  // weight of what the others say before it
)

// ownWords reports whether a clause of the author's begins between a report and the quote, or with the quote. What
// is right behind the report is said by others.
func ownWords(between, body string) bool {
	at := authorsClause.FindStringIndex(between + text.Clip(body, ownStart))
	return at != nil && weight(between[:min(at[0], len(between))]) >= minSaid
}

// otherSpeaker reports whether a clause names who says what it says, or is of the others of a group: nine growers told
// us that …, 另外8名.
func otherSpeaker(clause string) bool {
	return otherGroup.MatchString(clause) || slices.ContainsFunc(cuesBefore().find(simplified(clause)), func(h hit) bool {
		return h.from > 0 && weight(clause[:h.from]) <= maxSubject && h.rule.reports()
	})
}

var otherGroup = regexp.MustCompile(`^ ?(?:(?:the )?(?:other|others|rest|remaining)\b|another |(?:另外|另|其余|其他|余下|剩下)的?[0-9一二两三四五六七八九十])`)

// inlineNumber is the number of an item behind a semicolon: …; 2.
var inlineNumber = regexp.MustCompile(`; ?\d{1,2}[.。] ?$`)

// opensOver returns a report, plan or condition that opens a clause and may reach over the semicolon behind it, and
// whether it surely does.
func opensOver(clause, last string) (refuses bool, opened *hit) {
	for _, h := range cuesBefore().find(clause) {
		plan, condition := strings.Contains(h.rule.name, "intention"), strings.HasPrefix(h.rule.name, "condition")
		told := isHan(firstRune(h.text)) || weight(clause[h.to:]) >= minTold && (plan || condition || tellsClause(h, clause[h.to:]))
		subject, later := clause[strings.LastIndexByte(clause[:h.from], ',')+1:h.from], strings.Contains(clause[:h.from], ",")
		opens := weight(subject) <= maxSubject && (h.from == 0 || !condition) && (!later || h.rule.name == "source") && (h.from == 0 || h.rule.reach != opening)
		if !opens || !told || h.rule.denies() || !h.rule.untold() && !condition || h.rule.effectBefore(clause[h.to:], "") != refuse {
			continue
		}
		if condition && slices.ContainsFunc(cuesBefore().find(simplified(last)), func(o hit) bool { return o.from == 0 && strings.HasPrefix(o.rule.name, "condition") }) {
			continue // one for each clause
		}
		if !condition && !later && (!plan || isHan(firstRune(h.text)) && !hanDone.MatchString(clause[h.to:]) && !containsAny(last, hanPast)) {
			return true, &h
		}
		opened = &h
	}
	return false, opened
}

// withoutLabel leaves out the label of an item before a clause: 第一，, (a), 三、
func withoutLabel(clause string) string {
	bare := strings.TrimLeft(clause, " ")
	bare = strings.TrimLeft(bare[len(itemNumber.FindString(bare)):], " ")
	if head, rest, ok := strings.Cut(bare, ","); ok && plainOpeners[head] {
		return strings.TrimLeft(rest, " ")
	}
	if head, rest, ok := strings.Cut(bare, "、"); ok && listLabel.MatchString(head+"、") {
		return rest
	}
	return bare
}
