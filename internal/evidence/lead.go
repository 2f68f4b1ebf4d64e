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
	s, level := x.folded.Origin(i), 7
	for _, h := range slices.Backward(x.headingsAbove(s)) {
		if h.start < max(x.quotedTo(low), s-maxSection) || level == 1 {
			break
		}
		if h.level >= level {
			continue
		}
		level = h.level
		folded, note := simplified(foldLine(h.text)), Found("the document says it under “{}”", clipped(strings.TrimSpace(h.text)))
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
		folded := foldText(strings.ToValidUTF8(lead.words, ""), nil)
		from := sentenceStart(folded.Text, 0, len(folded.Text))
		w, denies := leadCue(folded.Text[from:], body, lead.open)
		if w == "" && !lead.noted {
			continue
		}
		under := Found("the document says it under “{}”", clipped(strings.Trim(folded.Source[folded.Origin(from):], "# *_\t")))
		if denies && !lead.far && !deniedIn(body) && !asks.MatchString(body) {
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

// leadIn is a line or words above a quote; open ones go on in what is below them.
type leadIn struct {
	words string
	open  bool
	noted bool // has a note, whatever its words
	far   bool // has no more than a note
}

// leadIns returns the lines or words that byte i of the normal form is under: those before its
// list and the lists around that, those before the paragraph that it starts, and those before the
// items of its sentence; item reports whether the first sentence of an item starts there. What is
// before low is quoted too.
func (x *Index) leadIns(i, low int) (leads []leadIn, item bool) {
	at, end, s := x.blockStart(x.folded.Origin(i)), x.quotedTo(low), x.folded.Origin(i)
	if k := x.rowAt(s); k >= 0 { // a table is under what is above it
		rows := x.tables()
		for k > 0 && rows[k-1].table == rows[k].table {
			k--
		}
		if line := lastLine(x.text[:rows[k].start]); rows[k].start >= end && announces(foldLine(line)) {
			leads = append(leads, leadIn{words: line, open: true})
		}
		return leads, true
	}
	if item = isItem(x.text[at:]); !item {
		before := x.folded.Text[max(0, i-maxItemBreak):i]
		number := endsNumber.FindStringSubmatch(before)
		if strings.ContainsAny(before, ";)") || number != nil && (number[1] != "1" || secondItem.MatchString(lineAt(x.text[s:]))) {
			if head := inlineLead(x.text[max(at, end):max(at, end, s)]); head != "" {
				return []leadIn{{words: head, open: true}}, false // Not included: tools; transport
			}
		}
		if lead := x.announced(i, low); lead.words != "" {
			return []leadIn{lead}, false
		}
		line := lastLine(x.text[:at])
		if at > end && !strings.Contains(line, "|") && !strings.HasPrefix(strings.TrimSpace(line), "#") && !endsPlainly(line) && announces(foldLine(line)) && inFirst(x.text[min(at, s):s]) {
			return []leadIn{{words: line, open: true}}, false
		}
		return nil, false
	}
	if !inFirst(x.text[min(at, s):s]) {
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
		open := announces(folded) || !isTitle(line, x.text[at+len(line):]) && unfinished(simplified(folded))
		switch short := weight(folded) <= maxOpener && !endsSentence(folded); {
		case open:
			if !isItem(line) && !announces(folded) && weight(folded) < minBroken { // the end of a paragraph
				line = above[max(min(at, x.blockStart(at)), end, len(above)-maxSentence):]
			}
			leads = append(leads, leadIn{words: line, open: true})
		case short:
			if w, _ := leadCue(folded+":", "", false); w != "" || !isItem(line) {
				leads = append(leads, leadIn{words: line, noted: w != ""})
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

// imagined opens a sentence that bids to imagine what the next ones say.
var imagined = regexp.MustCompile(`^(?:(?:now,? )?(?:suppose|imagine|picture|assume|let us (?:suppose|imagine|assume)|let's (?:suppose|imagine|assume))\b|(?:请|请你|请您|让我们)?(?:假设|假定|设想|试想|想象|假想)[^,的])`)

// These speak of all sentences that follow, or of those below; othersWords name whose they are.
var (
	allFollowing  = regexp.MustCompile(`\b(?:following|these|next|below) (?:\w+ )?(?:sentences|statements|claims|lines|points|paragraphs|words|passages|assertions)\b|\b(?:texts?|words|passages?|sentences?|statements?|claims?|lines?|paragraphs?|descriptions?|quot\w+|sections?) below\b|^(?:this|what follows|the following) (?:is|was|are|comes?) (?:taken |copied |quoted |cited |an? \w+ )?from\b|^(?:以下|下文|下面|下列)|(?:以下|下面)(?:各|几|的|这)?(?:句|段|说法|内容|文字|陈述|引文|描述|介绍)`)
	announceWords = phrases(`following follows these next below this here quote cite copy word reads claims 下 后 文 引自 出自 摘`) // one is in each that allFollowing, following or quotesNext match
	quotesNext    = regexp.MustCompile(`\b(?:as follows|here (?:is|are)|(?:i|we) (?:quote|cite|copy)|to quote|a word from|in (?:its|their|his|her) (?:own )?words|reads|said this|says this|claims this)\b|如下$|全文|摘录|原文|引自|摘自|出自`)
	othersWords   = regexp.MustCompile(`\b(?:vendor|seller|maker|manufacturer|supplier|competitor|rival|leaflet|brochure|flyer|prospectus|advert\w*|press release|website|critics?|opponents?|opposition|neighbours?|sceptics?|sponsors?)\b|传单|宣传|广告|官网|厂家|商家|卖家|厂商|供应商|对手|批评者|反对者`)
)

// maxAnnounced bounds how many sentences before that of a quote are looked at.
const maxAnnounced = 4

// announced returns the sentence before the one that byte i of the normal form is in, in its block, if it speaks of what
// follows: The following is untrue. One that speaks of several may be further before; it is noted only.
func (x *Index) announced(i, low int) leadIn {
	t := x.simple()
	from := max(low, x.folded.Place(x.blockStart(x.folded.Origin(i))))
	start := sentenceStart(t, min(from, i), i)
	for n := range maxAnnounced {
		end := len(strings.TrimRight(t[:start], " .!?。\"')"))
		if end <= from {
			break
		}
		start = sentenceStart(t, from, end)
		before := x.simple()[start:end]
		imagine, announces := imagined.MatchString(before), containsAny(before, announceWords)
		if !imagine && !announces {
			continue
		}
		all := imagine || slices.ContainsFunc(strings.Split(before, ","), func(clause string) bool {
			return allFollowing.MatchString(clause) && (deniedIn(clause) || othersWords.MatchString(clause))
		}) || n == 0 && quotesNext.MatchString(before) && othersWords.MatchString(before)
		if all || n == 0 && following.MatchString(before) {
			return leadIn{x.folded.Source[x.folded.Origin(start):x.folded.Origin(end)] + ":", true, all, n > 0 || imagine}
		}
	}
	return leadIn{}
}

// lastLine is the last line of a text that is not empty, or its end if that is long.
func lastLine(s string) string {
	s = strings.TrimRight(s, " \t\r\n")
	return s[max(strings.LastIndexByte(s, '\n')+1, len(s)-maxSentence):]
}

// inFirst reports whether the first sentence of a block goes on behind a text, which starts the block.
func inFirst(s string) bool {
	s = strings.TrimLeft(s, " \t")
	return !hasStop(foldLine(strings.TrimLeft(s[len(itemNumber.FindString(s)):], "0123456789.")))
}

// endsPlainly reports whether a line ends with a full stop: it announces nothing.
func endsPlainly(line string) bool {
	return strings.HasSuffix(line, ".") || strings.HasSuffix(line, "。")
}

// announces reports whether a line in normal form goes on in what is below it: it ends with a colon,
// a comma, or a word such as "that".
func announces(line string) bool {
	w := lastWord(line)
	return strings.HasSuffix(line, ":") || strings.HasSuffix(line, ",") || w == "that" || w == "to" || w == "whether"
}

// isTitle reports whether a line, with rest below it, is a heading: it has # or is in bold, or has a line below it.
func isTitle(line, rest string) bool {
	line = strings.TrimSpace(line)
	below := strings.TrimSpace(lineAt(strings.TrimPrefix(rest, "\n")))
	return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "**") && strings.HasSuffix(line, "**") || below != "" && strings.Trim(below, "-=") == ""
}

// Words at the end of a line that is no whole sentence. goesOnVerbs have what is said, wanted or denied behind them,
// and lateAdverbs may be between a verb and that.
var (
	goesOnWords = words(`may might can could will would shall should must cannot if unless except than of for with without by from on in at into as or and but because while when the a an be
		is are was were been being has have had having do does did yet never including excluding namely who which whose whether`)
	goesOnVerbs = words(`claim claims claimed say says said allege alleges alleged argue argues argued insist insists insisted maintain maintains maintained believe believes believed think thinks thought assert asserts asserted contend contends contended
		plan plans propose proposes want wants wish wishes hope hopes expect expects intend intends seek seeks promise promises suggest suggests recommend recommends consider considers predict predicts deny denies denied doubt doubts dispute disputes oppose opposes avoid avoids prohibit prohibits
		forbid forbids ban bans refuse refuses`)
	lateAdverbs = words(`also even then still now soon later currently always ever either further therefore thus`)
	titleWords  = words(`what how why where who which when whose our their its his her my your things all some no`)
)

// inverted is a denial with its modal before the subject: In no case will the owner.
var inverted = regexp.MustCompile(`^(?:in no case|under no circumstances|at no time|on no (?:account|occasion)|in no way|by no means|never|nor|nowhere|only (?:if|when|after) .*) (?:will|would|can|could|may|might|must|should|shall|do|does|did|has|have|had|is|are|was|were) `)

// doubtWords are such a line by themselves.
var doubtWords = words(`perhaps maybe possibly probably presumably supposedly apparently allegedly reportedly`)

// notOpenings open titles and diaries as well: 如何…, Had dinner.
var notOpenings = words(`had were 如`)

// hanGoesOn end a line that is no whole sentence. hanNouns do so behind one of hanAgents only: 我们计划, not 工作计划.
var (
	hanGoesOn = phrases(`将 会 要 想 拟 可 能 可以 能够 应 应当 应该 须 必须 不 未 没有 没 不会 不能 不得 是 为 就 则 才 还 也 并 和 或 在 对 由 让 使 把 于 即 包括 说 称 说法是 表明 显示 证明`)
	hanNouns  = phrases(`计划 规划 建议 提案 提议 草案 动议 申请 设想 要求 承诺 呼吁 请求 倡议 准备 考虑 质疑 投诉 传闻 传言 谣言 误解 批评 声明 报道 估计 预测 推测 反映 传说 期望 期待 展望 愿景 目标 筹备 意图 指责 警告 担忧 怀疑 说法`)
	hanAgents = regexp.MustCompile(`(?:我们|他们|她们|它们|我|他|她|大家|公司|团队|政府|学校|医院|诊所|委员会|董事会|理事会|厂家|厂商|供应商|企业|项目组|机构|基金会|合作社|部门|中心|协会|市|县|村|镇|厂|店|本校|本院|本项目|该项目|本研究|该方案|本方案|[^的]{1,6}[者方人员们])(?:们)?(?:还|也|正在|正|仍|目前|现在|明年|今年|未来|曾)*$`)
)

// unfinished reports whether a line above a list is no whole sentence, so that the list ends it: The clinic does not, 据称.
func unfinished(line string) bool {
	bare := strings.TrimRight(line, " \"'*_-")
	if bare == "" || endsSentence(bare) || strings.HasSuffix(bare, ")") || strings.HasSuffix(bare, "需要") {
		return false
	}
	bare = bare[sentenceStart(bare, 0, len(bare)):]
	hits := cuesBefore().find(bare)
	if inverted.MatchString(bare) || doubtWords[bare] {
		return true
	}
	if len(hits) > 0 && hits[0].from == 0 && hits[0].rule.effect == refuse && !timeCues[hits[0].text] && !notOpenings[hits[0].text] && (strings.HasPrefix(hits[0].rule.name, "condition") || hits[0].rule.name == "source") {
		return true
	}
	if !isHan(lastRune(bare)) {
		w := lastWord(bare)
		for lateAdverbs[w] {
			bare = strings.TrimRight(strings.TrimSuffix(bare, w), " ")
			w = lastWord(bare)
		}
		noun := determined[firstWord(bare)] && !strings.HasSuffix(w, "s") && !isPast(w) && !strings.HasSuffix(strings.TrimSuffix(bare, " "+w), "s")
		verb := goesOnVerbs[w] && w != bare && !titleWords[firstWord(bare)] && !noun // not "The town plan"
		return goesOnWords[w] || isNegation(w) && w != bare || verb
	}
	if noun := suffixed(bare, hanNouns); noun != "" {
		return hanAgents.MatchString(strings.TrimSuffix(bare, noun))
	}
	return suffixed(bare, hanGoesOn) != "" || len(hits) > 0 && hits[len(hits)-1].to == len(bare) && hits[len(hits)-1].rule.effect == refuse && len(hits[len(hits)-1].text) > len("除")
}

// asks matches words of a question: what is not known may be quoted from a list of such.
var asks = regexp.MustCompile(`\b(?:whether|how|why|who|which|what)\b|是否|能否|可否|多少|什么|为何|如何|怎么`)

// itemBreak is what is between two items of a sentence.
var itemBreak = regexp.MustCompile(`(?:; ?(?:and |or |以及|和|或)?(?:\(?(?:[a-i]|\d{1,2}|[一二三四五六七八九])\))?|, ?(?:and|or|以及|和|或)? ?\((?:[a-i]|\d{1,2}|[一二三四五六七八九])\)) ?$`)

// endsNumber ends with the number of an item, secondItem is that of the second one, and numberedLead is the words before the
// first one in a line: To be tested: 1. the seal 2. |
var (
	endsNumber   = regexp.MustCompile(`(?:^|[^\d.])([1-9])[.。、] ?$`)
	secondItem   = regexp.MustCompile(`[^\d.]2[.。、]`)
	numberedLead = regexp.MustCompile(`([^.!?。:;]+): ?1[.。、](?:.*[^\d.][2-9][.。、])? ?$`)
)

// maxItemBreak bounds what is between two items of a sentence, in bytes.
const maxItemBreak = 24

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
	if m := numberedLead.FindStringSubmatchIndex(f.Text); m != nil {
		return f.Source[f.Origin(m[2]):f.Origin(m[3])] + ":"
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
// whether it denies it: a cue of a title, or of a sentence of one clause that goes on below (open).
func leadCue(lead, body string, open bool) (w string, denies bool) {
	lead = simplified(lead)
	bare := strings.TrimRight(lead, ":, ")
	simple := !strings.ContainsAny(bare, ",:;") && !hasStop(bare)
	if hits := cuesAbove().find(lead); simple && weight(bare) <= maxTail && len(hits) > 0 {
		if w = hits[0].text; hits[0].rule.effect == refuse {
			return w, true
		}
	}
	w = cmp.Or(w, limitBelow(bare))
	if !open {
		return w, false
	}
	w = cmp.Or(w, negationIn(bare))
	for _, h := range cuesBefore().find(bare) {
		if h.rule.effect != refuse || h.text == "may" && monthMay.MatchString(bare[:h.to]) || h.rule.reach == infinitive && lastWord(bare) != "to" || h.rule.reach == opening && h.from > 0 || h.rule.reach == adverbial {
			continue
		}
		if w == "" {
			w = h.text
		}
		opens := h.from == 0 && strings.HasPrefix(h.rule.name, "condition")
		opens = opens || h.from == 0 && h.rule.name == "source" && weight(bare[h.to:]) <= maxTold
		simple = simple && (opens || h.rule.reach != sentence)
		if simple && (opens || h.rule.name == "denied complement" || h.rule.denies() && weight(bare[h.to:]) <= maxDoubt || h.rule.untold() && weight(bare[h.to:]) <= maxTold) && h.rule.effectBefore(bare[h.to:], body) == refuse {
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
	if w := inventedBelow.FindString(bare); w != "" && negationIn(w) == "" {
		return w, true
	}
	if m := planEnds.FindStringSubmatch(bare); m != nil {
		return cmp.Or(m[1], m[2]), true
	}
	return w, simple && negationIn(lastWords(bare)) != "" && !isChoice(bare)
}

// inventedBelow says that what follows is invented or a joke.
var inventedBelow = regexp.MustCompile(`^(?:what follows|the (?:following|next)(?: \w+){0,2}) (?:is|was|are|were|has been|have been) (?:(?:all|only|just|\w+ly) )?(?:(?:an?|pure) (?:\w+ )?)?(?:joke|invention|fabrication|fantasy|satire|parody|fiction|hoax|invented|made up|fabricated|imagined|dreamed up|guess|guessed|guesswork)s?\b|^(?:以下|下面|下文|接下来)[^,]{0,10}(?:玩笑|编造|虚构|捏造|杜撰|幻想)`)

// limitsBelow ends a lead-in of what is limited or promised: We will only, The vendor guarantees. hanPromises do so
// behind one of hanAgents: 供应商保证, not 质量保证.
var (
	limitsBelow = regexp.MustCompile(`\b(?:only|solely|merely|exclusively|(?:we|i|they|you) (?:guarantee|assure|pledge|warrant)|\w+ (?:guarantee[sd]|assure[sd]|pledge[sd]|warrants|warranted))(?: (?:you|that))?$|[只仅]+[会能限]?$`)
	hanPromises = phrases(`保证 担保 保障 确保 许诺 发誓`)
)

// limitBelow returns the words at the end of a lead-in that limit or promise what is below, "" if there are none.
func limitBelow(bare string) string {
	if w := suffixed(bare, hanPromises); w != "" && hanAgents.MatchString(strings.TrimSuffix(bare, w)) {
		return w
	}
	return limitsBelow.FindString(bare)
}

// monthMay ends with the month.
var monthMay = regexp.MustCompile(`(?:\b(?:in|of|since|until|by|from|on|last|next|this|early|late|mid)|\d) may$`)

// planEnds is a clause that ends with "plan" as a verb: We plan.
var planEnds = regexp.MustCompile(`^(?:(?:we|they|i|you) (?:\w+ )?(plan)|(?:it|he|she|(?:the|our|its) \w+) (?:\w+ )?(plans))$`)

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
