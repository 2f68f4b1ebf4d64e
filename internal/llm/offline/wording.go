package offline

import (
	"fmt"
	"strings"
)

// wording is what the baseline says in one language. It says what was counted,
// never what the document means.
type wording struct {
	noModel      string // begins every summary
	names        [aspects]string
	advices      [aspects]string
	generic      string // advice for a criterion of no known aspect
	found        string // counts of a criterion: sentences, name
	none         string // no sentence: name
	share        string // checkable sentences, all sentences
	hyped        string
	listed       string
	repeated     string
	total        string
	cutHype      string
	cutList      string
	cutAgain     string
	meetingLogic string
	high, low    string
	lowNone      string
	verdict      string // checkable sentences, all sentences
	question     string // a quote
	weighed      string // shares of the first and the second document
	other        string // name of an unknown aspect
}

func wordingFor(language string) wording {
	if strings.HasPrefix(strings.ToLower(language), "zh") {
		return chinese()
	}
	return english()
}

func english() wording {
	return wording{
		noModel: "No language model read this document; these are word counts. ",
		names: [aspects]string{
			"users and what the problem costs them", "measurement and sources", "money and figures",
			"how it works and on what it depends", "alternatives and comparisons", "dates, owners and what is asked for",
			"risks and limits", "definitions and structure",
		},
		advices: [aspects]string{
			"Say who has the problem, how many of them were asked, and what it costs them in figures.",
			"Give each central claim a count, a source or a measurement that a reader can check.",
			"Give unit prices, costs and sums that can be added up.",
			"Say step by step how it works, what it depends on and where it stops working.",
			"Compare with what people use today, doing nothing included, in figures.",
			"Give milestones with dates, owners and a test of done.",
			"Name what can fail, the sign that shows it early and the response.",
			"Use headings, short paragraphs and sentences that say one checkable thing.",
		},
		generic:      "Add sentences with figures, sources, reasons and limits on this point.",
		found:        "Checkable sentences with words of %[2]s: %[1]d.",
		none:         "Found no checkable sentence with words of %s.",
		share:        " Sentences with a figure, or a limit with a measurement: %d of %d in the whole document.",
		hyped:        " Words of praise without content: %d.",
		listed:       " Lists of keywords in place of sentences: %d.",
		repeated:     " Sentences that repeat others or the criteria: %d.",
		total:        "They give %.1f of %.1f points. The score measures wording, not truth: figures were not checked against each other.",
		cutHype:      "Sentences of praise with nothing in them to check.",
		cutList:      "Lists of keywords instead of sentences.",
		cutAgain:     "Sentences that repeat others or the criteria.",
		meetingLogic: "Sentences with figures, dates, reasons and limits count for the meeting, praise and repetition against it.",
		high:         "Checkable sentences with words of %[2]s: %[1]d.",
		low:          "Checkable sentences with words of %[2]s: only %[1]d.",
		lowNone:      "No checkable sentence with words of %s.",
		verdict:      "No language model read this material; sentences with something checkable: %d of %d.",
		question:     "Did this come true as written: “%s”?",
		weighed:      "Counted alike, the first text reaches %.0f %% and the second %.0f %%; a difference of up to 2 points is none.",
		other:        "this criterion",
	}
}

func chinese() wording {
	return wording{
		noModel: "没有语言模型读过本文，以下只是词句统计。",
		names: [aspects]string{
			"用户与问题代价", "测量与来源", "金额与数字", "原理与依赖条件", "替代方案与比较", "时间、负责人与请求", "风险与局限", "定义与结构",
		},
		advices: [aspects]string{
			"写明谁有这个问题、问过多少人、每人为此付出多少。",
			"给每个主要说法配上可以核对的计数、来源或测量。",
			"给出可以逐项相加的单价、成本与合计。",
			"一步一步写明怎样运作、依赖什么、在哪里失效。",
			"用数字与人们现在的做法比较，包括什么都不做。",
			"给出有日期、负责人和完成标志的里程碑。",
			"写明什么会失败、早期征兆是什么、怎样应对。",
			"用标题、短段落，每句只说一件可以核对的事。",
		},
		generic:      "就这一点补充带有数字、来源、理由和局限的句子。",
		found:        "找到 %d 个可核对的句子含有“%s”类词语。",
		none:         "没有找到含有“%s”类词语的可核对句子。",
		share:        "全文 %[2]d 句中有 %[1]d 句带有数字，或带有局限并说明测量依据。",
		hyped:        "计得空泛赞美词 %d 处。",
		listed:       "有 %d 句只是罗列关键词。",
		repeated:     "有 %d 句重复他句或评分标准。",
		total:        "按此得 %.1f 分，满分 %.1f 分。分数只反映措辞，不反映真实性：数字之间未作核对。",
		cutHype:      "只有赞美、无可核对的句子。",
		cutList:      "以罗列关键词代替句子。",
		cutAgain:     "重复他句或评分标准的句子。",
		meetingLogic: "带有数字、日期、理由和局限的句子加分，空泛赞美与重复减分。",
		high:         "有 %d 个可核对的句子含有“%s”类词语。",
		low:          "只有 %d 个可核对的句子含有“%s”类词语。",
		lowNone:      "没有可核对的句子含有“%s”类词语。",
		verdict:      "没有语言模型读过本材料：%[2]d 句中有 %[1]d 句带有可核对的内容。",
		question:     "这句话是否如期成真：“%s”？",
		weighed:      "按同一方法统计，前一文本得 %.0f%%，后一文本得 %.0f%%；相差不超过 2 个百分点视为相同。",
		other:        "本项标准",
	}
}

func (w wording) name(a aspect) string {
	if a < 0 {
		return w.other
	}
	return w.names[a]
}

func (w wording) advice(a aspect) string {
	if a < 0 {
		return w.generic
	}
	return w.advices[a]
}

// comment says what was found for one criterion, and what was not.
func (w wording) comment(m *measures, v view) string {
	text := fmt.Sprintf(w.none, w.name(v.topic))
	if len(v.hits) > 0 {
		text = fmt.Sprintf(w.found, v.count, w.name(v.topic))
	}
	text += fmt.Sprintf(w.share, m.solid, len(m.sentences))
	if m.hype > 0 {
		text += fmt.Sprintf(w.hyped, m.hype)
	}
	if m.lists > 0 {
		text += fmt.Sprintf(w.listed, m.lists)
	}
	if m.again > 0 {
		text += fmt.Sprintf(w.repeated, m.again)
	}
	return text
}

func (w wording) summary(m *measures, got, most float64) string {
	return w.noModel + fmt.Sprintf(w.total, got, most) + fmt.Sprintf(w.share, m.solid, len(m.sentences))
}

// point counts the sentences for an aspect: format is high or low.
func (w wording) point(format string, a aspect, n int) string {
	if n == 0 {
		return fmt.Sprintf(w.lowNone, w.name(a))
	}
	return fmt.Sprintf(format, n, w.name(a))
}
