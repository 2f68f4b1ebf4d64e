package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"judgement/panel"
)

// Phrase is a piece of wording in both languages; it may have the verbs of fmt.
type Phrase struct{ EN, ZH string }

// The report's own wording.
var (
	phReportTitle      = Phrase{"Review report", "评审报告"}
	phTotal            = Phrase{"Total score and grade", "总分与等级"}
	phTotalRow         = Phrase{"Total", "合计"}
	phDimensions       = Phrase{"Scores by dimension", "各维度得分"}
	phMustFix          = Phrase{"Must fix", "必须修改"}
	phSuggestions      = Phrase{"Suggestions", "补充建议"}
	phToDo             = Phrase{"What to do", "修改要求"}
	phWouldHelp        = Phrase{"What would help", "改进建议"}
	phCuts             = Phrase{"Suggested cuts", "删减建议"}
	phFixElsewhere     = Phrase{"Must-fix items on dimensions of 60% or more", "得分不低于 60% 的维度上的必须修改项"}
	phElsewhereIntro   = Phrase{"A judge calls these must-fix, but the dimension as a whole does not score below 60%.", "有评委认为以下各项必须修改，但该维度总体得分不低于 60%。"}
	phSummary          = Phrase{"One-page summary", "一页总表"}
	phOther            = Phrase{"Also", "其他"}
	phGrade            = Phrase{"Grade", "等级"}
	phGradeLine        = Phrase{"grade", "等级"}
	phSpreadLine       = Phrase{"Judges' totals: %s to %s, standard deviation %s (%d judges)", "各评委总分：%s 至 %s，标准差 %s（%d 位评委）"}
	phOneJudge         = Phrase{"One judge only, so there is no spread to show", "仅一位评委评分，无离散度可言"}
	phScore            = Phrase{"Score", "得分"}
	phMax              = Phrase{"Maximum", "满分"}
	phPercent          = Phrase{"Percent", "得分率"}
	phLens             = Phrase{"Dimension", "维度"}
	phMissing          = Phrase{"missing", "缺失"}
	phMissingLens      = Phrase{"No score", "未评分"}
	phSound            = Phrase{"What holds up", "表现良好的维度"}
	phJudges           = Phrase{"Judges", "评委"}
	phJudge            = Phrase{"Judge", "评委"}
	phRole             = Phrase{"Role", "角色"}
	phVotes            = Phrase{"votes", "计分"}
	phViewpoint        = Phrase{"viewpoint", "仅供参照"}
	phOutcome          = Phrase{"Outcome", "结果"}
	phReason           = Phrase{"Reason", "原因"}
	phEvidenceShare    = Phrase{"Quotes proven", "引文核实"}
	phJudgesMissing    = Phrase{"%d of %d verdicts are missing. They count as missing, never as zero", "%[2]d 份评审中有 %[1]d 份缺失。缺失不计为零分"}
	phSelection        = Phrase{"Chosen for this document: %d of %d judges", "根据本文内容选出的评委：%[2]d 位中选 %[1]d 位"}
	phNotSelected      = Phrase{"not chosen", "未选用"}
	phSideBySide       = Phrase{"Judges side by side", "各评委打分对照"}
	phSideBySideIntro  = Phrase{"The mean of each judge's repeats. Viewpoints stand below the judges that vote; — is a dimension that a judge gave no score for.", "同一评委多次评分取平均。参考视角列于计分评委之后；“—”表示该评委未对此维度打分。"}
	phSpread           = Phrase{"Spread by dimension", "各维度评分离散度"}
	phSpreadIntro      = Phrase{"How far the voting judges agree. A large deviation is a reason to read their comments.", "反映计分评委的一致程度。标准差较大时，建议查看各评委的评语。"}
	phMean             = Phrase{"Mean", "平均分"}
	phJudgeCount       = Phrase{"Judges", "评委数"}
	phMinimum          = Phrase{"Lowest", "最低分"}
	phMaximum          = Phrase{"Highest", "最高分"}
	phDeviation        = Phrase{"Deviation", "标准差"}
	phAnchors          = Phrase{"Anchor viewpoints", "锚点视角"}
	phAnchorsIntro     = Phrase{"Shown beside the mean, not part of it. A difference above 20% of the maximum is marked ⚑.", "仅作参照，不计入平均分。与平均分之差超过满分的 20% 时以 ⚑ 标出。"}
	phDifference       = Phrase{"Difference", "差值"}
	phFlagged          = Phrase{"⚑", "⚑"}
	phEvidence         = Phrase{"Evidence", "证据核验"}
	phEvidenceIntro    = Phrase{"Every quote was looked up in the document. %d of %d are proven.", "每条引文均已与原文比对，%[2]d 条中有 %[1]d 条核实无误。"}
	phStatus           = Phrase{"Finding", "核验结果"}
	phCount            = Phrase{"Quotes", "数量"}
	phNoCitations      = Phrase{"No quote was given.", "未提供引文。"}
	phIntegrity        = Phrase{"Document integrity", "文档完整性"}
	phIntegrityNone    = Phrase{"Nothing unusual was found: no hidden text and no instructions to the judges.", "未发现异常：没有隐藏文本，也没有写给评委的指令。"}
	phIntegrityIntro   = Phrase{"The document holds things that a reader does not see, or that speak to the judge instead of being judged.", "文档中含有读者看不到的内容，或试图影响评委的内容。"}
	phIntegrityNotice  = Phrase{"Found in the document: %s. See “", "文档中发现：%s。详见“"}
	phIntegritySee     = Phrase{"”.", "”。"}
	phTimes            = Phrase{"%d×", "%d 处"}
	phLeftOut          = Phrase{"left out of the judged text", "未纳入评审文本"}
	phProvenance       = Phrase{"Provenance", "评审依据"}
	phItem             = Phrase{"Item", "项目"}
	phValue            = Phrase{"Value", "内容"}
	phNoModel          = Phrase{"No language model was used. The scores come from a lexical baseline that counts words and structure; it does not understand the document. Set a model before you rely on them.", "本次评审未使用语言模型。评分来自基于词汇与结构统计的离线基线，并不理解文档内容。请配置模型后再采信评分。"}
	phRestated         = Phrase{"This is not the published report. The stored verdicts are aggregated again under another panel (%s); as published, %s has %s of %s points, grade %s.", "本报告不是已发布的版本：已存评审意见按另一评审团（%s）重新汇总。已发布的 %s 得分为 %s / %s，等级 %s。"}
	phDocument         = Phrase{"Document", "文档"}
	phDocumentHash     = Phrase{"Document SHA-256", "文档 SHA-256"}
	phScene            = Phrase{"Scene", "场景"}
	phPanel            = Phrase{"Panel", "评审团"}
	phCase             = Phrase{"Case and version", "案例与版本"}
	phDate             = Phrase{"Date", "日期"}
	phModels           = Phrase{"Models", "模型"}
	phProvider         = Phrase{"Model provider", "模型来源"}
	phPromptHash       = Phrase{"Prompt SHA-256", "提示词 SHA-256"}
	phVersions         = Phrase{"Versions", "版本"}
	phSkillHash        = Phrase{"Skill SHA-256", "技能 SHA-256"}
	phCost             = Phrase{"Cost", "费用"}
	phCostUnknown      = Phrase{"Cost unknown: no price is known for the models used.", "费用未知：所用模型没有价格信息。"}
	phCostIs           = Phrase{"Cost", "费用"}
	phCalls            = Phrase{"Calls", "调用次数"}
	phFailedCalls      = Phrase{"Failed calls", "失败调用"}
	phPromptTokens     = Phrase{"Prompt tokens", "输入词元"}
	phCachedTokens     = Phrase{"Cached prompt tokens", "其中缓存命中"}
	phCompletionTokens = Phrase{"Completion tokens", "输出词元"}
	phEstimated        = Phrase{"Token counts are partly estimated: the server did not report all of them.", "部分词元数为估算值：服务器未全部报告。"}
	phPage             = Phrase{"p. %d", "第 %d 页"}
	phRepeat           = Phrase{"Repeat %d", "第 %d 次评审"}
	phWeight           = Phrase{"Weight", "权重"}
	phModel            = Phrase{"Model", "模型"}
	phNoteInfo         = Phrase{"Note", "说明"}
	phNoteCaution      = Phrase{"Caution", "注意"}
	phNoteProblem      = Phrase{"Warning", "警告"}
	phColon            = Phrase{": ", "："}
	phOpenParen        = Phrase{" (", "（"}
	phCloseParen       = Phrase{")", "）"}
	phComma            = Phrase{", ", "，"}
	phBrand            = Phrase{"Brand", "品牌"}
	phListComma        = Phrase{", ", "、"}
	phReviews          = Phrase{"Review by %s", "%s的评审"}
)

// term is a closed set's word in both languages.
type term struct{ key, en, zh string }

var statusTerms = []term{
	{"exact", "word for word", "与原文一致"},
	{"normalised", "same but for spacing, case or quote marks", "仅空格、大小写或标点形式不同"},
	{"ellipsis", "parts in order, with omissions", "节选，各部分依次见于原文"},
	{"near", "similar, not the same", "相近但不一致"},
	{"altered", "altered", "内容有改动"},
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

var integrityTerms = []term{
	{"hidden_text", "hidden text", "隐藏文本"},
	{"planted_command", "instruction to the judge", "写给评委的指令"},
	{"planted_score", "planted score", "植入的分数"},
	{"fake_reply", "imitated judge's reply", "伪造的评委回复"},
	{"fake_fence", "imitated prompt markers", "伪造的提示词边界"},
	{"zero_width", "zero-width characters", "零宽字符"},
	{"bidi_control", "text-direction controls", "文字方向控制符"},
	{"control_character", "control characters", "控制字符"},
	{"tracked_deletion", "tracked deletion", "修订中已删除的文字"},
	{"speaker_notes", "speaker notes", "演讲者备注"},
	{"script_link", "script link", "脚本链接"},
	{"missing_text", "pages without text", "无文字的页面"},
	{"tag_character", "invisible tag characters", "不可见标签字符"},
	{"guessed_encoding", "guessed text encoding", "猜测的文本编码"},
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

// Status returns what a citation status means in the language, the status
// itself if it is unknown.
func (l Lang) Status(status string) string { return l.term(statusTerms, status) }

// Outcome returns a judge's outcome in words.
func (l Lang) Outcome(outcome string) string { return l.term(outcomeTerms, outcome) }

// Integrity returns the kind of an integrity warning in words.
func (l Lang) Integrity(kind string) string { return l.term(integrityTerms, kind) }

func (l Lang) term(terms []term, key string) string {
	i := slices.IndexFunc(terms, func(t term) bool { return t.key == key })
	switch {
	case i < 0:
		return key
	case l == Chinese:
		return terms[i].zh
	}
	return terms[i].en
}

// Lens returns the name that a report shows for a lens: its display name in a
// Chinese report or if it holds no Chinese, else its slug made readable.
func (l Lang) Lens(lens panel.Lens) string { return l.name(lens.Slug, lens.DisplayNameCN) }

// Judge returns the name that a report shows for a judge, by the rule of Lens.
func (l Lang) Judge(j panel.Judge) string { return l.name(j.Slug, j.DisplayNameCN) }

func (l Lang) name(slug, display string) string {
	han := strings.ContainsFunc(display, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	if display != "" && (l == Chinese || !han) {
		return display
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
