package meeting

import (
	"fmt"

	"judgement/report"
)

// phrase names one piece of the summary's own wording.
type phrase int

const (
	phLogic phrase = iota
	phHighlights
	phShortcomings
	phVerdict
	phVerdicts
	phMaterial
	phJudge
	phOutcome
	phItem
	phValue
	phKind
	phTurns
	phStamped
	phSpeakers
	phParts
	phVoices
	phVoice
	phNoVoices
	phNoModel
	phInParts
	phMissingJudges
	phMissingJudge
	phPromised
	phNoneGiven
	phReview
	phNotProven
	phColon
	phListComma
	phMeetingSummary
	phraseCount
)

var wording = [phraseCount]struct{ en, zh string }{
	phLogic:          {"Judgement logic", "评判逻辑"},
	phHighlights:     {"Highlights", "亮点"},
	phShortcomings:   {"Shortcomings", "不足"},
	phVerdict:        {"Verdict", "一句话结论"},
	phVerdicts:       {"Verdicts", "各评委结论"},
	phMaterial:       {"The material", "会议材料"},
	phJudge:          {"Judge", "评委"},
	phOutcome:        {"Outcome", "结果"},
	phItem:           {"Item", "项目"},
	phValue:          {"Value", "内容"},
	phKind:           {"Kind", "类型"},
	phTurns:          {"Turns", "发言段数"},
	phStamped:        {"Turns with a time stamp", "带时间戳的发言"},
	phSpeakers:       {"Speakers", "发言人"},
	phParts:          {"Read in parts", "分段阅读"},
	phVoices:         {"One voice or several", "声音是否重复"},
	phVoice:          {"One voice: %s say the same. Count them as one opinion.", "%s的意见基本相同，应视为一种意见。"},
	phNoVoices:       {"No two judges say the same.", "没有两位评委的意见重复。"},
	phNoModel:        {"No language model was used: these points are counted, not understood.", "未使用语言模型：以下各点只是统计所得，并非理解所得。"},
	phInParts:        {"The material is longer than the model's context of %d tokens: each judge read it in %d parts and brought its notes together. Quotes are proven against the whole.", "材料超出模型 %d 个词元的上下文：每位评委分 %d 段阅读后合并；引文仍对照全文核实。"},
	phMissingJudges:  {"%d of %d judges gave no judgement.", "%d 位评委没有给出意见（共 %d 位）。"},
	phMissingJudge:   {"No judgement: %s", "没有给出意见：%s"},
	phPromised:       {"Evidence: ✓ is proven to stand in the material, ✗ is not.", "证据：✓ 已核实见于材料，✗ 未能核实。"},
	phNoneGiven:      {"None was given.", "未给出。"},
	phReview:         {"Review by %s", "%s 的评审"},
	phNotProven:      {"not proven", "未核实"},
	phColon:          {": ", "："},
	phListComma:      {", ", "、"},
	phMeetingSummary: {"Meeting summary", "会议总结"},
}

func say(l report.Lang, p phrase, args ...any) string {
	text := wording[p].en
	if l == report.Chinese {
		text = wording[p].zh
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// kindName is a kind of material in words.
func kindName(l report.Lang, k Kind) string {
	en, zh := "text", "文本"
	switch k {
	case WebVTT:
		en, zh = "WebVTT subtitles", "WebVTT 字幕"
	case SubRip:
		en, zh = "SubRip subtitles", "SubRip 字幕"
	case Blocks:
		en, zh = "transcript export", "会议工具导出的逐字稿"
	case Lines:
		en, zh = "transcript or minutes with speakers", "带发言人的逐字稿或纪要"
	}
	if l == report.Chinese {
		return zh
	}
	return en
}

// Text says a mark in words.
func (m Mark) Text(l report.Lang) string {
	en, zh := "", ""
	switch m.Kind {
	case FewHighlights:
		en, zh = "Asked for 3 highlights twice, it gave %d.", "两次要求 3 个亮点，只给出 %d 个。"
	case ManyHighlights:
		en, zh = "It gave %d highlights; the first 3 are kept.", "给出 %d 个亮点，只保留前 3 个。"
	case FewShortcomings:
		en, zh = "Asked for 3 shortcomings twice, it gave %d.", "两次要求 3 个不足，只给出 %d 个。"
	case ManyShortcomings:
		en, zh = "It gave %d shortcomings; the first 3 are kept.", "给出 %d 个不足，只保留前 3 个。"
	case LongVerdict:
		en, zh = "Its verdict had %d sentences; the first is kept.", "结论有 %d 句，只保留第一句。"
	case PartsUnread:
		en, zh = "It could not read %d part(s) of the material.", "有 %d 段材料未能读到。"
	case NotesReduced:
		en, zh = "Its notes were too long to be brought together; %d highlight(s) and shortcoming(s) a part were used.", "笔记过长，合并时每段只用了 %d 个亮点与不足。"
	case NoLogic:
		if l == report.Chinese {
			return "没有给出评判逻辑。"
		}
		return "It gave no judgement logic."
	case NoVerdict:
		if l == report.Chinese {
			return "没有给出结论。"
		}
		return "It gave no verdict."
	default:
		return string(m.Kind)
	}
	if l == report.Chinese {
		return fmt.Sprintf(zh, m.N)
	}
	return fmt.Sprintf(en, m.N)
}
