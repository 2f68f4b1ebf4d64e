package evidence

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxDoubt bounds a question that doubts the sentence before it ("Really?"), and what is
// between a denial and the end of a lead-in ("We do not plan to:"), in weight.
const maxDoubt = 8

// maxAdverb bounds an adverb that opens a sentence, in weight: Sadly, this never happened.
const maxAdverb = 4

// nextSentence notes that the sentence after a quote contradicts it, unless that is from byte high on.
func (x *Index) nextSentence(end, high int) (Status, Note) {
	t := x.simple()
	for end < len(t) && strings.IndexByte(" .!?;\"')", t[end]) >= 0 || strings.HasPrefix(t[min(end, len(t)):], "。") {
		_, size := utf8.DecodeRuneInString(t[end:])
		end += size
	}
	if end >= high {
		return "", nil
	}
	if !x.sameBlock(end) {
		return "", x.nextPage(end)
	}
	to := sentenceEnd(t, end, min(len(t), end+maxSentence))
	next := x.simple()[end:to]
	if strings.HasSuffix(strings.TrimRight(t[:end], " \"')"), ";") && soReport.MatchString(next) {
		return OutOfScope, Found(sentenceGoesOn, x.words(end, to))
	}
	if isRetraction(next) || containsAny(next, hanSpoken) || strings.HasSuffix(next, "?") && weight(next) <= maxDoubt && !asks.MatchString(next) {
		return "", Found(saidNext, x.words(end, to))
	}
	if strings.HasSuffix(strings.TrimRight(t[:end], " \"')"), ";") {
		short := weight(next) <= maxOpener
		if short && negationIn(next) != "" || slices.ContainsFunc(slices.Concat(cuesAfter().find(next), cuesBefore().find(next)), func(h hit) bool {
			return h.rule.effect == refuse && h.rule.reach != adverbial && !ownCondition(next) && (short && h.rule.side == after || h.from == 0 || h.rule.reach == sentence)
		}) {
			return "", Found(sentenceGoesOn, x.words(end, to))
		}
	}
	next = next[len(ofCourse.FindString(next)):]
	for _, h := range cuesAfter().find(next) {
		limit := maxTail
		if h.text == "only" || h.text == "whether" {
			limit = maxDoubt // Only two mills in Peru grind more.
		}
		if h.from == 0 && strings.Contains(h.rule.name, "condition") && weight(next) <= limit && !ownCondition(next) {
			return "", Found(saidNext, x.words(end, to)) // Only in spring, though.
		}
		if concedes := subordinators[cueKey(h.text)] && strings.Contains(next, ","); h.from == 0 && !concedes && (contrastWords[cueKey(h.text)] || prefixed(h.text, hanContrast) != "") {
			return "", Found(saidNext, x.words(end, to))
		}
	}
	return "", nil
}

// ofCourse opens a sentence and says nothing: Of course, |only if it rains.
var ofCourse = regexp.MustCompile(`^(?:of course|naturally|admittedly|granted|to be sure|mind you|that is|当然|自然|诚然|不用说|显然),? ?`)

// ownIf opens a condition that has a main clause of its own: If the grant arrives, |we buy a second mill.
// "If so," and "If this holds," are conditions of the sentence before.
var ownIf = regexp.MustCompile(`^(?:(?:if|provided|providing|assuming|supposing|should|once|whenever|in case|as long as) (this|that|so\b|not\b|true|it is (?:so|true))?|(?:如果|若|假如|假若|倘若|要是|一旦|只要)(这|不|属实|此)?)[^,]*,(.*)`)

// ownCondition reports whether a sentence that starts with a condition says something else than the one
// before.
func ownCondition(next string) bool {
	m := ownIf.FindStringSubmatch(next)
	return m != nil && m[1] == "" && m[2] == "" && weight(m[3]) > maxAdverb
}

// backWords and hanBack point back to the sentence before, lastBack does so at the end: "We doubt
// it." hearsay is what a sentence is called that is not the author's own, or not true.
var (
	backWords  = words(`this that that's these those neither nothing 这 此 那`)
	lastBack   = words(`this that it so`)
	hearsay    = words(`claim claims view views opinion opinions version words story rumour rumours rumor rumors gossip hearsay advertising advertisement advert marketing propaganda publicity hype slogan promise promises hope hopes dream dreams wish plan plans goal goals aim aims target idea theory assumption guess speculation hypothesis lie lies myth fiction nonsense ideal`)
	hanHearsay = phrases(`说法 说辞 口径 宣传 广告 承诺 希望 目标 设想 愿望 计划 猜测 推测 传闻 谣言 谎言 假话 原话 大话 空话`)
	hanSpoken  = phrases(`这样说 这样喊 这样写 这么说 这么喊 这么写 这么讲 如此说 如是说 如是写`) // what was said before
	hanAdverbs = phrases(`目前 至今 迄今 当然 显然 事后`)
	hanBack    = phrases(`这一点 这一说法 这一结论 这一数字 这种说法 此事 此说 该说法 该数字 该结论 上述 以上 如此`)
)

// ownReport is what somebody says of a subject of its own, and then more of it: 据厂家称，箱体可以用十年|，但没有人验证过。
var ownReport = regexp.MustCompile(`^(?:据|根据|按照|according to )[^,]+,[^,]+`)

// ofOurs is a source of one's own: 据我们所知.
var ofOurs = regexp.MustCompile(`^(?:据|根据|按照)我|^according to (?:our|my)\b`)

// refersBack points to what was said before.
var refersBack = regexp.MustCompile(`这|此|该|那|上述|以上|前述|如此|事实|数字|数据|说法|结论|\b(?:this|that|these|those|such|so|none|(?:figure|number|claim|statement|result)s?)\b`)

// isRetraction reports whether a sentence takes back or doubts the one before it.
func isRetraction(next string) bool {
	if own := ownReport.FindString(next); own != "" {
		if who, said, _ := strings.Cut(own, ","); !ofOurs.MatchString(who) && refersBack.MatchString(said) && isRetraction(strings.TrimLeft(said, " ")) {
			return true // According to the audit, this is false.
		}
		if !refersBack.MatchString(next[len(own):]) {
			next = own
		}
	}
	if slices.ContainsFunc(cuesBack().find(next), func(h hit) bool { return h.from == 0 }) || takesBack(next) {
		return true
	}
	if weight(next) <= maxTail && takesBackNext(next) {
		return true
	}
	if rest := strings.TrimPrefix(strings.TrimPrefix(next, prefixed(next, hanAdverbs)), ","); rest != next {
		return isRetraction(rest)
	}
	adverb, rest, comma := strings.Cut(next, ",")
	rest = strings.TrimLeft(rest, " ")
	return comma && weight(adverb) <= maxAdverb && (takesBack(rest) || !strings.Contains(adverb, " ") && weight(rest) <= maxTail && takesBackNext(rest))
}

// takesBack reports whether a sentence points back to the one before and denies it, or says who
// says so: "This is not true." "So the advert says." "That is our goal."
func takesBack(next string) bool {
	bare, first := strings.TrimRight(next, " .!?。\"')"), cueKey(next)
	short := weight(bare) <= maxTail
	switch {
	case (first == "neither" || first == "nothing") && nextWord(next, len(first)) != "of" && !(first == "neither" && isWords[nextWord(next, len(first))]):
		return false
	case backWords[first] || containsAny(next, hanBack):
		named := (first == "that's" || isWords[nextWord(next, len(first))] || isHan(firstRune(first))) && hasWord(next, hearsay, hanHearsay)
		return deniedIn(next) && negationIn(next) != "without" || short && (named || reportedIn(next))
	case first == "so", first == "such":
		return slices.ContainsFunc(cuesAfter().find(bare), func(h hit) bool { return h.rule.reach == final && h.to == len(bare) })
	}
	return short && lastBack[lastWord(bare)] && !aboutBack.MatchString(bare) && (deniedIn(next) || reportedIn(next)) || doubtsIt(next)
}

// backAgain is what a doubt is about if that was said in the sentence before: We do not believe |that it will.
var backAgain = regexp.MustCompile(`^ (?:(?:that|whether|if) )?(?:it|this|these|those|they|so|a word of)\b`)

// aboutBack is the end of a sentence that says something of what was said before and not against it: We did not borrow
// for it.
var aboutBack = regexp.MustCompile(`\b(?:for|from|on|at|to|by|after|before|without) (?:this|that|it)$`)

// doubtsIt reports whether a sentence begins with a doubt about what the one before it says: We do not believe that it will.
func doubtsIt(next string) bool {
	return slices.ContainsFunc(cuesBefore().find(next), func(h hit) bool {
		return strings.Contains(h.rule.name, "denial") && weight(next[:h.from]) <= maxAdverb && backAgain.MatchString(next[h.to:])
	})
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

// ofQuote opens a phrase that speaks of what a quote says: [S], for which |; [S], a claim that |.
var ofQuote = regexp.MustCompile(`^(?:(?:(?:for|of|about|to|against|behind|on) which|which|something|what|(?:a|an|the) (?:\w+ )?(?:claim|statement|assertion|promise|story|figure|number|result|idea|view|fact|thing))\b|(?:对此|就此|为此|这一?点|此事|此说))`)

// deniesLater reports whether a phrase behind a quote speaks of it and denies it, or the rest of the sentence says that
// something is forged: "because the log says so, and the log is forged".
func deniesLater(bare string) bool {
	return ofQuote.MatchString(bare) && deniedIn(bare) || isForged.MatchString(bare)
}

// isForged says of something that it is forged.
var isForged = regexp.MustCompile(`\b(?:is|are|was|were|been|be|proved) (?:\w+ ){0,2}(?:forged|fabricated|falsified|faked?|invented|retracted|refuted|disproved|disproven|debunked|made up)\b|伪造|造假|捏造`)

// soReport says behind a semicolon who says the quote: …; so, at any rate, the leaflet.
var soReport = regexp.MustCompile(`^(?:or )?so,? ?(?:(?:at any rate|at least|at all events|in any case|anyway|apparently|supposedly),? ?(?:\w+ ){1,4}?\w+|(?:says?|said|claims?|claimed|runs?|ran|goes|went|reads?|writes?|wrote) (?:the|its|their|his|her|an?|one|my|our|some|two) \w+(?: \w+){0,3}|(?:the|its|their|his|her|an?|one|my|our|some|two) (?:\w+ ){1,4}(?:says?|said|claims?|claimed|runs?|ran|goes|went|reads?|writes?|wrote|hopes?|hoped|believes?|thinks?))[.!]?$`)

var (
	itWords     = words(`it this that these those them so claim statement figure figures number numbers result results`)
	forgedWords = words(`forged fabricated falsified fake faked invented retracted refuted disproved disproven debunked`)
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
