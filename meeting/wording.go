package meeting

import "judgement/report"

// The summary's own wording.
var (
	phLogic          = report.Phrase{EN: "Judgement logic", ZH: "评判逻辑"}
	phHighlights     = report.Phrase{EN: "Highlights", ZH: "亮点"}
	phShortcomings   = report.Phrase{EN: "Shortcomings", ZH: "不足"}
	phVerdict        = report.Phrase{EN: "Verdict", ZH: "一句话结论"}
	phVerdicts       = report.Phrase{EN: "Verdicts", ZH: "各评委结论"}
	phMaterial       = report.Phrase{EN: "The material", ZH: "会议材料"}
	phJudge          = report.Phrase{EN: "Judge", ZH: "评委"}
	phItem           = report.Phrase{EN: "Item", ZH: "项目"}
	phValue          = report.Phrase{EN: "Value", ZH: "内容"}
	phKind           = report.Phrase{EN: "Kind", ZH: "类型"}
	phTurns          = report.Phrase{EN: "Turns", ZH: "发言段数"}
	phStamped        = report.Phrase{EN: "Turns with a time stamp", ZH: "带时间戳的发言"}
	phSpeakers       = report.Phrase{EN: "Speakers", ZH: "发言人"}
	phParts          = report.Phrase{EN: "Read in parts", ZH: "分段阅读"}
	phVoices         = report.Phrase{EN: "One voice or several", ZH: "声音是否重复"}
	phVoice          = report.Phrase{EN: "One voice: %s say the same. Count them as one opinion.", ZH: "%s的意见基本相同，应视为一种意见。"}
	phNoVoices       = report.Phrase{EN: "No two judges say the same.", ZH: "没有两位评委的意见重复。"}
	phNoModel        = report.Phrase{EN: "No language model was used: these points are counted, not understood.", ZH: "未使用语言模型：以下各点只是统计所得，并非理解所得。"}
	phInParts        = report.Phrase{EN: "The material is longer than the model's context of %d tokens: each judge read it in %d parts and brought its notes together. Quotes are proven against the whole.", ZH: "材料超出模型 %d 个词元的上下文：每位评委分 %d 段阅读后合并；引文仍对照全文核实。"}
	phMissingJudges  = report.Phrase{EN: "%d of %d judges gave no judgement.", ZH: "%d 位评委没有给出意见（共 %d 位）。"}
	phMissingJudge   = report.Phrase{EN: "No judgement: %s", ZH: "没有给出意见：%s"}
	phNoneGiven      = report.Phrase{EN: "None was given.", ZH: "未给出。"}
	phReview         = report.Phrase{EN: "Review by %s", ZH: "%s 的评审"}
	phColon          = report.Phrase{EN: ": ", ZH: "："}
	phListComma      = report.Phrase{EN: ", ", ZH: "、"}
	phJudgeColumn    = report.Phrase{EN: "judge", ZH: "评委"}
	phPointsColumn   = report.Phrase{EN: "points", ZH: "要点"}
	phProvenColumn   = report.Phrase{EN: "proven", ZH: "已核实"}
	phPartsNote      = report.Phrase{EN: "read in %d parts: the record is longer than the context of %d tokens", ZH: "分 %d 部分阅读：记录超出 %d 词元的上下文"}
	phVoiceNote      = report.Phrase{EN: "one voice: %s say the same", ZH: "同一种声音：%s的意见基本相同"}
	phAgreement      = report.Phrase{EN: "Where judges agree and differ", ZH: "评委的共识与分歧"}
	phAgree          = report.Phrase{EN: "Agree", ZH: "共识"}
	phDiffer         = report.Phrase{EN: "Differ", ZH: "分歧"}
	phPraise         = report.Phrase{EN: "%s name this passage as a highlight: ", ZH: "%s都将此处列为亮点："}
	phFault          = report.Phrase{EN: "%s name this passage as a shortcoming: ", ZH: "%s都将此处列为不足："}
	phPraiseFault    = report.Phrase{EN: "A highlight for %s, a shortcoming for %s: ", ZH: "%s列为亮点，%s列为不足："}
	phQuoted         = report.Phrase{EN: "“%s”", ZH: "“%s”"}
	phNoShared       = report.Phrase{EN: "No two judges cite the same passage of the material.", ZH: "没有两位评委引用材料的同一处。"}
	phMeetingSummary = report.Phrase{EN: "Meeting summary", ZH: "会议总结"}
)

// kindNames are the kinds of material in words.
var kindNames = map[Kind]report.Phrase{
	WebVTT:   {EN: "WebVTT subtitles", ZH: "WebVTT 字幕"},
	SubRip:   {EN: "SubRip subtitles", ZH: "SubRip 字幕"},
	Blocks:   {EN: "transcript export", ZH: "会议工具导出的逐字稿"},
	Lines:    {EN: "transcript or minutes with speakers", ZH: "带发言人的逐字稿或纪要"},
	FreeText: {EN: "text", ZH: "文本"},
}

// markTexts are the kinds of mark in words; %d is the mark's number.
var markTexts = map[MarkKind]report.Phrase{
	FewHighlights:    {EN: "Asked for 3 highlights twice, it gave %d.", ZH: "两次要求 3 个亮点，只给出 %d 个。"},
	ManyHighlights:   {EN: "It gave %d highlights; the first 3 are kept.", ZH: "给出 %d 个亮点，只保留前 3 个。"},
	FewShortcomings:  {EN: "Asked for 3 shortcomings twice, it gave %d.", ZH: "两次要求 3 个不足，只给出 %d 个。"},
	ManyShortcomings: {EN: "It gave %d shortcomings; the first 3 are kept.", ZH: "给出 %d 个不足，只保留前 3 个。"},
	NoLogic:          {EN: "It gave no judgement logic.", ZH: "没有给出评判逻辑。"},
	NoVerdict:        {EN: "It gave no verdict.", ZH: "没有给出结论。"},
	LongVerdict:      {EN: "Its verdict had %d sentences; the first is kept.", ZH: "结论有 %d 句，只保留第一句。"},
	PartsUnread:      {EN: "It could not read %d part(s) of the material.", ZH: "有 %d 段材料未能读到。"},
	NotesReduced:     {EN: "Its notes were too long to be brought together; %d highlight(s) and shortcoming(s) a part were used.", ZH: "笔记过长，合并时每段只用了 %d 个亮点与不足。"},
}

// Text says a mark in words.
func (m Mark) Text(l report.Lang) string {
	text, ok := markTexts[m.Kind]
	switch {
	case !ok:
		return string(m.Kind)
	case m.Kind == NoLogic, m.Kind == NoVerdict:
		return l.Say(text)
	}
	return l.Say(text, m.N)
}
