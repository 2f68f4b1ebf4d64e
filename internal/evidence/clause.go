package evidence

import (
	"regexp"
	"strings"
	"unicode"
)

// Without a cue of the rules, a note shows the words that a quote leaves out of its own
// clause, and short phrases beside it: a reader sees at once whether they change it.

// Longest phrases that are shown, in weight: a word counts two, an ideograph one.
const (
	maxOpener = 16
	maxTail   = 24
)

// opens reports whether the start of a sentence before a quote belongs to the quote's
// clause, is a label, or is a short phrase such as "With some luck,".
func opens(left string) bool {
	bare := strings.TrimRight(left, " \"'([")
	if !strings.ContainsFunc(bare, isAlnumOrHan) || joinsClauses(bare) || bare[0] == '[' { // a time stamp
		return false
	}
	switch last := lastRune(bare); last {
	case ':':
		return weight(bare) <= 2*maxOpener
	case ',', '-': // in Chinese a comma joins clauses of their own
		return last == ',' && !isHan(lastRune(bare[:len(bare)-1])) || weight(bare) <= maxTail
	case ')':
		return false
	default:
		return true
	}
}

// joinsClauses reports whether a text ends with a word that joins a clause of its own.
func joinsClauses(bare string) bool {
	w := lastWord(bare)
	if p := suffixed(bare, hanJoins); p == "就" || p == "则" { // they join clauses behind a comma only
		return strings.HasSuffix(bare, ","+p)
	} else if p != "" {
		return true
	}
	return w == "and" || boundaryWords[w] && !relativeWords[w] || suffixed(bare, hanBoundary) != ""
}

// listLabel is the label of an item, alone: 一、
var listLabel = regexp.MustCompile(`^(?:\d{1,3}|[一二三四五六七八九十]{1,3})、$`)

var relativeWords = words(`which who whose`)

var hanJoins = phrases(`并 且 和 以及 则 就`)

// plainOpeners join a sentence to the one before, or say what the author thinks of it, and change nothing.
var plainOpeners = func() map[string]bool {
	m := map[string]bool{}
	for p := range strings.SplitSeq(`for example,for instance,moreover,furthermore,in addition,additionally,besides,also,indeed,of course,first,firstly,second,secondly,
		third,thirdly,next,then,finally,lastly,in short,in sum,in summary,to sum up,in other words,that is,that is to say,in particular,notably,specifically,similarly,likewise,accordingly,
		consequently,as a result,as a consequence,in consequence,for this reason,for that reason,therefore,thus,hence,in turn,in fact,meanwhile,in the meantime,at the same time,overall,all in all,by and large,in conclusion,above all,what is more,more importantly,
		importantly,interestingly,surprisingly,unsurprisingly,not surprisingly,remarkably,strikingly,significantly,crucially,curiously,tellingly,fortunately,happily,luckily,thankfully,unfortunately,regrettably,sadly,naturally,obviously,clearly,evidently,undoubtedly,
		to our surprise,to our delight,to our relief,as expected,as planned,as mentioned,as noted above,as mentioned above,as a reminder,incidentally,by the way,as you know,as we know,as is well known,admittedly,unexpectedly,astonishingly,amazingly,to be clear,needless to say,eventually,ultimately,in the end,subsequently,later,later on,after that,afterwards,thereafter,to date,so far,today,currently,this year,this month,this week,last year,last month,last week,last summer,last winter,yesterday,recently,in recent years,surprisingly enough,much to our surprise,
		第一,第二,第三,第四,第五,其一,其二,其三,例如,比如,譬如,此外,另外,同时,首先,其次,再次,最后,总之,综上,综上所述,当然,也就是说,换句话说,换言之,具体来说,具体而言,特别是,尤其是,同样,
		因此,因而,所以,为此,结果,于是,事实上,实际上,与此同时,总体而言,总的来说,总体来看,总体上,值得一提的是,值得注意的是,值得强调的是,需要指出的是,需要说明的是,需要强调的是,应当指出的是,令人惊讶的是,令人意外的是,令人欣慰的是,令人高兴的是,可喜的是,幸运的是,遗憾的是,有趣的是,有意思的是,重要的是,
		更重要的是,关键的是,不出所料,值得庆幸的是,意想不到的是,出乎意料的是,众所周知,后来,随后,此后,之后,接着,最终,总而言之,简而言之,如前所述,如上所述,显然,毫无疑问,到目前为止,截至目前,迄今为止,目前,今天,今年,本月,本周,去年,上个月,上月,上周,昨天,最近,近日,近年来`, ",") {
		m[strings.TrimSpace(p)] = true
	}
	return m
}()

// dateOpener is a date that opens a sentence: In early May 2024, |; 2024年5月，|.
var dateOpener = regexp.MustCompile(`^(?:(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|\d{1,3}|several|some|many|a few|a couple of) (?:hour|day|week|month|quarter|year|decade|season|generation)s? (?:ago|later|earlier|before|after)$|(?:[\d一二两三四五六七八九十几数]{1,3}|半)个?(?:天|日|周|星期|月|年|小时|季度|世纪)(?:之|以)?[前后]$|(?:(?:in|on|at|during|since|from|to|between|and|the|of|end|start|beginning|early|mid|late|first|second|third|fourth|last|quarter|half|week|month|spring|summer|autumn|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day|q[1-4]|january|february|march|april|may|june|july|august|september|october|november|december|\d{1,2}(?:st|nd|rd|th)?|(?:19|20)\d\d)(?:[ ,-]|$))+$|[在自从]?(?:[去今]年)?(?:[\d〇零一二三四五六七八九十]{1,4}[年月日号至]|[年月]?[初底末中]|[上中下]旬|[上下]半年|第?[一二三四1-4]季度|[春夏秋冬][天季]?)+(?:以来|起|[期之]?间)?$)`)

// maxDate bounds a date, in bytes.
const maxDate = 80

// opensPlainly reports whether the opening of a sentence changes nothing of the quote behind it: it is a plain opener,
// the label of an item, or the date of what happened.
func opensPlainly(left, body string) bool {
	bare := strings.Trim(left, " \"'([,:")
	return plainOpeners[bare] || listLabel.MatchString(bare) || len(bare) <= maxDate && dateOpener.MatchString(bare) && happened(body)
}

// Words of the past, and of what is not told as a fact. pastForms are no base forms, and notPast end with -ed.
var (
	pastForms = words(`was were had did made paid built ran went came rose fell grew took gave got kept left lost met sold bought spent won led held found brought began became broke chose drew drove fed felt fought froze hid knew laid lay lent
		rode said sang sank saw sent shook shone shot slept spoke stood stole struck swam taught thought threw told understood woke wore wrote`)
	notPast    = words(`need feed seed speed bed red indeed hundred exceed succeed proceed weed embed shed breed bleed deed united`)
	unreal     = words(`will would may might can could shall should must is are does do to`)
	determined = words(`the a an all every each some any no of in with by for from and or our its their his her my your these those many most few more other`)
	hanTold    = phrases(`已 了 过 曾 去年 一直`)
	hanUnreal  = phrases(`将 会 可能 应 要 拟 计划 预计`)
)

// plainWordsHan leaves out words that have a character of hanUnreal and are told as facts.
var plainWordsHan = strings.NewReplacer("供应", "", "响应", "", "反应", "", "适应", "", "效应", "", "社会", "", "会议", "", "委员会", "", "理事会", "", "董事会", "", "协会", "", "机会", "", "主要", "", "重要", "")

// maxVerb bounds how many words are before the verb of a clause.
const maxVerb = 7

// isPast reports whether a word may be a verb in the past.
func isPast(w string) bool {
	return pastForms[w] || len(w) > len("ed") && strings.HasSuffix(w, "ed") && !notPast[w]
}

// happened reports whether a clause tells what was done: a verb in the past is its first one.
func happened(body string) bool {
	if isHan(firstRune(body)) {
		first, _, _ := strings.Cut(body, ",")
		first = plainWordsHan.Replace(first)
		return containsAny(first, hanTold) && !containsAny(first, hanUnreal)
	}
	n, previous := 0, ""
	for w := range strings.FieldsFuncSeq(body, func(r rune) bool { return !isWordLetter(r) && r != '\'' }) {
		switch n++; {
		case n > maxVerb || unreal[w]:
			return false
		case isPast(w) && (pastForms[w] || n > 1 && !determined[previous]):
			return true
		}
		previous = w
	}
	return false
}

// goesOnShortly reports whether the clause of a quote goes on right after it, or a short
// phrase ends the sentence. bare is right without the marks at its start.
func goesOnShortly(right, bare string) bool {
	tail := strings.TrimRight(bare, " .!?。\"')")
	if !strings.ContainsFunc(tail, isAlnumOrHan) {
		return false
	}
	r := firstRune(strings.TrimLeft(right, " \"')"))
	if aside := r == '(' || r == '-'; !(aside && weight(tail) <= maxTail) && joinsNext(bare) {
		return false
	}
	if isAlnumOrHan(r) || r == '-' {
		return true
	}
	return relativeWords[cueKey(bare)] || weight(tail) <= maxTail
}

// joinsNext reports whether a clause or phrase of its own begins.
func joinsNext(bare string) bool {
	w := cueKey(bare)
	return w == "and" || boundaryWords[w] && w != "so" && !relativeWords[w] || prefixed(bare, hanBoundary) != "" || prefixed(bare, hanJoins) != ""
}

// weight is how long a text is to a reader: two per word, one per ideograph.
func weight(s string) (n int) {
	word := false
	for _, r := range s {
		letter := isWordLetter(r) || unicode.IsDigit(r)
		switch {
		case isHan(r):
			n++
		case letter && !word:
			n += 2
		}
		word = letter
	}
	return n
}
