package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"judgement/internal/evidence"
	"judgement/panel"
)

// Phrase is a piece of wording in both languages; it may have the verbs of fmt.
type Phrase struct{ EN, ZH string }

// The report's own wording.
var (
	phTotalRow         = Phrase{"Total", "合计"}
	phDimensions       = Phrase{"Scores by dimension", "各维度得分"}
	phMustFix          = Phrase{"Must fix", "必须修改"}
	phSuggestions      = Phrase{"Suggestions", "补充建议"}
	phCuts             = Phrase{"Suggested cuts", "删减建议"}
	phScore            = Phrase{"Score", "得分"}
	phLens             = Phrase{"Dimension", "维度"}
	phMissing          = Phrase{"missing", "缺失"}
	phJudge            = Phrase{"Judge", "评委"}
	phOutcome          = Phrase{"Outcome", "结果"}
	phReason           = Phrase{"Reason", "原因"}
	phNotSelected      = Phrase{"not chosen", "未选用"}
	phMean             = Phrase{"Mean", "平均分"}
	phNoCitations      = Phrase{"No quote was given.", "未提供引文。"}
	phIntegrity        = Phrase{"Document integrity", "文档完整性"}
	phNoted            = Phrase{"with a note", "附说明"}
	phContext          = Phrase{"In the document", "原文语境"}
	phTimes            = Phrase{"%d×", "%d 处"}
	phItem             = Phrase{"Item", "项目"}
	phValue            = Phrase{"Value", "内容"}
	phBaseline         = Phrase{"baseline, no language model", "基线，未使用语言模型"}
	phNoSpread         = Phrase{"no spread: one program answered for all judges", "无离散度：所有评委均由同一程序代答"}
	phNoModel          = Phrase{"No language model was used. The scores come from a lexical baseline that counts words and structure; it does not understand the document. Set a model before you rely on them.", "本次评审未使用语言模型。评分来自统计词汇与结构的词汇基线，并不理解文档内容。请配置模型后再采信评分。"}
	phCostIs           = Phrase{"Cost", "费用"}
	phCalls            = Phrase{"Calls", "调用次数"}
	phFailedCalls      = Phrase{"Failed calls", "失败调用"}
	phPromptTokens     = Phrase{"Prompt tokens", "输入词元"}
	phCompletionTokens = Phrase{"Completion tokens", "输出词元"}
	phPage             = Phrase{"p. %d", "第 %d 页"}
	phLine             = Phrase{"line %d", "第 %d 行"}
	phParagraph        = Phrase{"paragraph %d", "第 %d 段"}
	phRepeat           = Phrase{"Repeat %d", "第 %d 次评审"}
	phColon            = Phrase{": ", "："}
	phSemicolon        = Phrase{"; ", "；"}
	phComma            = Phrase{", ", "，"}
	phListComma        = Phrase{", ", "、"}
)

// term is a closed set's word in both languages.
type term struct{ key, en, zh string }

var statusTerms = []term{
	{"exact", "word for word", "与原文一致"},
	{"normalised", "same content, written differently", "内容一致，仅写法不同"},
	{"ellipsis", "parts in order, with omissions", "节选，各部分依次见于原文"},
	{"near", "similar, not the same", "相近但不一致"},
	{"altered", "altered", "内容有改动"},
	{"out_of_scope", "cut out of a condition, denial, hedge, plan or report", "脱离了原句的条件、否定、推测、计划或转述"},
	{"wrong_source", "from another source", "出自其他材料"},
	{"too_short", "too short to prove", "过短，无法核实"},
	{"not_found", "not in the document", "原文中未找到"},
	{uncited, "claim without a quote", "无引文的论断"},
}

var outcomeTerms = []term{
	{"ok", "done", "完成"},
	{"abstained", "abstained", "弃权"},
	{"refused", "refused by the model", "模型拒绝作答"},
	{"unparsable", "no readable reply", "回复无法解析"},
	{"failed", "calls failed", "调用失败"},
	{"over_budget", "budget spent", "超出预算"},
}

// causeTerms are the words of a failed call's cause.
var causeTerms = []term{
	{"transport", "the model server could not be reached or failed", "模型服务器无法连接或出错"},
	{"timeout", "the model server did not answer in time", "模型服务器未及时答复"},
	{"rate_limit", "the model server limits the number of calls", "模型服务器限制了调用次数"},
	{"quota", "the account of the model server is used up", "模型服务器账户的额度已用尽"},
	{"credentials", "the model server refused the key", "模型服务器拒绝了密钥"},
	{"not_found", "the model server does not have the model", "模型服务器没有该模型"},
	{"bad_request", "the model server refused the request", "模型服务器拒绝了请求"},
	{"too_long", "the document is too long for the model", "文档对该模型而言过长"},
	{"unusable", "the reply was unusable", "回复无法使用"},
	{"unavailable", "there is no stored reply", "没有存储的回复"},
	{"cancelled", "the call was stopped", "调用被中止"},
}

// reasons are why a judge or the integrity reader gave no answer, as it is stored: in English.
var reasons = []Phrase{
	{"no language model is set", "未设置语言模型"},
	{"no model is named for it", "未为其指定模型"},
	{"the document takes about %s tokens; the model's context has %s", "文档约需 %s 词元，模型的上下文只有 %s 词元"},
	{"no usable reply after a repair turn and a fresh try: %s", "要求更正并重新询问后仍无可用回复：%s"},
	{"the reply holds no JSON object with the key %s", "回复中没有含键 %s 的 JSON 对象"},
	{"the reply is empty", "回复为空"},
	{"the reply was cut off at the limit on reply tokens: %s", "回复因达到输出词元上限而被截断：%s"},
	{"the model declined: %s", "模型拒绝作答：%s"},
	{"the budget is spent: %s of %s %s are left, the next call may need %s (estimated)", "预算已用尽：剩余 %s / %s %s，下一次调用可能需要 %s（估算）"},
	{"the budget of %s %s is too small: the first call may need %s (estimated)", "预算 %s %s 过小：首次调用可能需要 %s（估算）"},
	{"tokens", "词元"},
	{"the price of the model is unknown, so that no limit on cost can be kept", "模型价格未知，无法遵守费用上限"},
}

// Reason is why there is no answer, in the language if the kind of reason is known.
func (l Lang) Reason(stored string) string {
	if l != Chinese {
		return stored
	}
	for _, p := range reasons {
		parts := strings.Split(p.EN, "%s")
		rest, ok := strings.CutPrefix(stored, parts[0])
		var args []any
		for i := 1; i < len(parts) && ok; i++ {
			arg, after := rest, ""
			if parts[i] != "" {
				arg, after, ok = strings.Cut(rest, parts[i])
			}
			args, rest = append(args, l.Reason(arg)), after
		}
		if ok && rest == "" {
			return l.Say(p, args...)
		}
	}
	return stored
}

// integrityTerms are the kinds of findings in the order in which they are listed everywhere:
// that of their grades.
var integrityTerms = []term{
	{"hidden_text", "hidden text", "隐藏文本"},
	{"tag_character", "invisible tag characters", "不可见标签字符"},
	{"planted_command", "instruction to the judge", "写给评委的指令"},
	{"planted_score", "request for a score", "对分数的要求"},
	{"fake_reply", "text in the form of a judge's reply", "评委回复格式的文本"},
	{"fake_fence", "prompt markers", "提示词边界标记"},
	{"reader_" + ReaderInstruction, "instruction to judges (named by the integrity reader)", "写给评委的指令（由完整性阅读模型指出）"},
	{"reader_" + ReaderVerdict, "score or verdict for judges (named by the integrity reader)", "写给评委的分数或结论（由完整性阅读模型指出）"},
	{"reader_" + ReaderHint, "hint to judges (named by the integrity reader)", "对评委的暗示（由完整性阅读模型指出）"},
	{"reader_" + ReaderOther, "words to judges of another kind (named by the integrity reader)", "其他写给评委的内容（由完整性阅读模型指出）"},
	{"persuasion", "persuasion without content", "缺乏内容的劝说"},
	{"nonsense", "text without sense", "无意义的文本"},
	{"zero_width", "zero-width characters", "零宽字符"},
	{"bidi_control", "text-direction controls", "文字方向控制符"},
	{"control_character", "control characters", "控制字符"},
	{"tracked_deletion", "tracked deletion", "修订中已删除的文字"},
	{"speaker_notes", "speaker notes", "演讲者备注"},
	{"script_link", "script link", "脚本链接"},
	{"missing_text", "pages without text", "无文字的页面"},
	{"not_searched", "hidden text that was not searched", "未检查的隐藏文本"},
	{"guessed_encoding", "guessed text encoding", "猜测的文本编码"},
}

// readerTerms are the kinds of the reader's passages in a list with their numbers.
var readerTerms = []term{
	{ReaderInstruction, "instruction", "指令"},
	{ReaderVerdict, "score or verdict", "分数或结论"},
	{ReaderHint, "hint", "暗示"},
	{ReaderOther, "of another kind", "其他内容"},
}

// disguiseTerms are what the scanner says before words that it decoded.
var disguiseTerms = []term{
	{"base64", "base64", "Base64 编码"},
	{"base32", "base32", "Base32 编码"},
	{"hex", "hex", "十六进制编码"},
	{"character codes", "character codes", "字符编码"},
	{"Morse code", "Morse code", "摩尔斯电码"},
	{"digits for letters", "digits for letters", "以数字代替字母"},
	{"upside down", "upside down", "上下颠倒的文字"},
	{"reversed", "reversed", "倒写的文字"},
	{"alphabet backwards", "alphabet backwards", "逆序字母表"},
	{"shifted alphabet", "shifted alphabet", "移位字母表"},
	{"rot13", "rot13", "ROT13 移位"},
	{"joined words", "joined words", "连写的单词"},
	{"letters set apart", "letters set apart", "拆开的字母"},
	{"words in cells", "words in cells", "拆入单元格的文字"},
	{"hidden message", "hidden message", "隐藏信息"},
}

// Excerpt is an excerpt of a finding with the words of the scanner and of the readers, which
// are English, in the language.
func (l Lang) Excerpt(s string) string {
	label, rest, found := strings.Cut(s, ": ")
	if l != Chinese || !found {
		return s
	}
	for _, t := range disguiseTerms {
		if label == t.key {
			return t.zh + "：" + rest
		}
	}
	kind, numbers, _ := strings.Cut(label, " ")
	why := map[string]string{"pictures only": "仅有图片", "can't be read": "无法读取"}[rest]
	switch {
	case numbers == "" || strings.Trim(numbers, "0123456789-, ") != "":
	case kind == "slide":
		return "第 " + numbers + " 张幻灯片：" + rest
	case why != "" && (kind == "page" || kind == "pages"):
		return "第 " + strings.ReplaceAll(numbers, ", ", "、") + " 页：" + why
	}
	return s
}

// unsureGrade is that of findings whose wording is only near to that of such text.
const unsureGrade = "unsure"

// gradeTerms are the grades of findings, the gravest first, as internal/document has them.
var gradeTerms = []term{
	{"hidden", "hidden", "隐藏"},
	{"addressed", "addressed to judges", "写给评委"},
	{"persuasion", "persuasion", "劝说"},
	{"nonsense", "nonsense", "无意义"},
	{unsureGrade, "perhaps", "可能"},
	{"file", "file", "文件"},
}

// toDo says what to do about findings of a grade, the gravest first.
var toDo = []term{
	{"hidden", "judges do not see the hidden text: ask how it came into the document", "评委看不到隐藏的文字：请查明它为何在文档中"},
	{"addressed", "language-model judges are told to treat text that is addressed to them as data: read their comments with it in mind", "语言模型评委会被告知把写给他们的文字当作材料，而不是指令：读评语时请留意"},
	{"persuasion", "persuasion is no content: see whether a score rests on it", "劝说不是内容：请看是否有分数以此为据"},
	{"nonsense", "judges see the text without sense, which says nothing to a reader: ask the author what it is", "评委会看到无意义的文本，读者从中读不出内容：请询问作者这是什么"},
	{unsureGrade, "“perhaps” is wording that is only near to that of text for judges; honest text can be so, too: read the sentence", "“可能”指措辞与写给评委的文字相近；正常的文字也会如此：请读原句"},
	{"file", "findings about the file say how it was read: check that nothing is missing in the text", "有关文件的发现说明其读取情况：请核对文本有无缺失"},
}

// Say returns a phrase in the language, with its arguments.
func (l Lang) Say(p Phrase, args ...any) string {
	text := p.EN
	if l == Chinese {
		text = p.ZH
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// Baseline is in the place of a grade if no language model judged.
func (l Lang) Baseline() string { return l.Say(phBaseline) }

// unquoted counts claims without a quote.
func (l Lang) unquoted(n int) string {
	if n == 1 {
		return l.pick("1 claim without a quote", "1 条论断无引文")
	}
	return l.pick("{n} claims without a quote", "{n} 条论断无引文", "{n}", strconv.Itoa(n))
}

// WithNote says how many of the proven quotes have a note, behind their number; empty for none.
func (l Lang) WithNote(n int) string {
	if n == 0 {
		return ""
	}
	return l.Say(Phrase{", %d of them with a note", "，其中 %d 条附说明"}, n)
}

// NoSpread says why the judges have no spread if no language model judged.
func (l Lang) NoSpread() string { return l.Say(phNoSpread) }

// Status returns what a citation status means in the language, the status
// itself if it is unknown.
func (l Lang) Status(status string) string { return l.term(statusTerms, status) }

// Outcome returns a judge's outcome in words.
func (l Lang) Outcome(outcome string) string { return l.term(outcomeTerms, outcome) }

// ofMachine are addresses of servers and absolute paths.
var ofMachine = regexp.MustCompile(`://|(?:^|[\s"'` + "`" + `(=:])(?:/[\pL\pN._-]+|[A-Za-z]:\\)`)

// WhyNot says to readers of a report why a judge did not answer: the kind of a failed
// call's cause, else the reason. A reason with the address of a server or a path of the
// machine is left out: it is for those who run the program.
func (l Lang) WhyNot(cause, reason string) string {
	switch {
	case cause != "":
		return l.term(causeTerms, cause)
	case ofMachine.MatchString(reason):
		return ""
	}
	return l.Reason(reason)
}

// Integrity returns the kind of an integrity warning in words.
func (l Lang) Integrity(kind string) string { return l.term(integrityTerms, kind) }

// Grade returns how grave an integrity warning is, in words.
func (l Lang) Grade(grade string) string { return l.term(gradeTerms, grade) }

// Finding returns the note of a citation in the language.
func (l Lang) Finding(n evidence.Note) string {
	if l == Chinese {
		return n.Chinese()
	}
	return n.String()
}

// order is the place of a key among the terms, after all of them if it is not known.
func order(terms []term, key string) int {
	i := slices.IndexFunc(terms, func(t term) bool { return t.key == key })
	if i < 0 {
		return len(terms)
	}
	return i
}

func (l Lang) term(terms []term, key string) string {
	i := order(terms, key)
	switch {
	case i == len(terms):
		return key
	case l == Chinese:
		return terms[i].zh
	}
	return terms[i].en
}

// Lens returns the name that a report shows for a lens: the display name in the
// report's language, else the other one if the report's readers can read it, else the
// slug made readable.
func (l Lang) Lens(lens panel.Lens) string {
	return l.name(lens.Slug, lens.DisplayNameCN, lens.DisplayName)
}

// Judge returns the name that a report shows for a judge, by the rule of Lens.
func (l Lang) Judge(j panel.Judge) string { return l.name(j.Slug, j.DisplayNameCN, j.DisplayName) }

func (l Lang) name(slug, chinese, english string) string {
	han := strings.ContainsFunc(chinese, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	switch {
	case l == Chinese && chinese != "":
		return chinese
	case english != "":
		return english
	case chinese != "" && !han:
		return chinese
	}
	words := strings.ReplaceAll(slug, "-", " ")
	if words == "" {
		return slug
	}
	first := []rune(words)
	first[0] = unicode.ToUpper(first[0])
	return string(first)
}

// Proven reports whether a citation status counts as proof.
func Proven(status string) bool {
	return status == "exact" || status == "normalised" || status == "ellipsis"
}
