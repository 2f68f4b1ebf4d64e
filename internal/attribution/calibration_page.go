package attribution

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"judgement/report"
)

// Page is the calibration for people, in its language.
func (c Calibration) Page() report.Page {
	p := report.Page{Title: c.say("Were the judges right?", "评委料中了吗？"), Lang: report.English}
	if c.Language == report.Chinese {
		p.Lang = report.Chinese
	}
	p.Subtitle = c.say("{q} of {c}", "已计分问题 {qn} 个，来自 {cn} 个案例", "q", number(c.Questions, "scored question"), "c", number(c.Cases, "case"),
		"qn", strconv.Itoa(c.Questions), "cn", strconv.Itoa(c.Cases))
	b := []report.Block{c.head(), heading("judges", c.say("Judges", "评委"))}
	b = append(b, c.judges()...)
	b = append(b, paragraph(c.say(
		"A judge here is a skill text with a model: a changed skill or another model starts a new record. The Brier score is the mean squared distance of forecasts to what happened: 0 is best, always saying 50 % gives 0.25. The log loss punishes sure misses harder. Skill is the share of the base rate's Brier score that the judge saves: 0 is no better than knowing how often things come true in the other cases. All intervals hold 95 % and treat the questions of a case as dependent. Judges of these tables answered different questions: only the comparisons below say who is better.",
		"此处的一位评委指一份技能文本加一个模型：技能有改动或更换模型，即另立记录。布赖尔分数是预测概率与实际结果之差的平方的平均值：0 为最佳，一律预测 50% 得 0.25。对数损失对把握十足却落空的预测惩罚更重。技巧得分是评委相对于基准率所减少的布赖尔分数的比例：0 表示并不优于只知道其他案例的成真比例。所有区间的置信水平均为 95%，并计入同一案例各问题之间的相关性。以上各评委回答的问题并不相同：谁更准，只看下文的两两比较。")),
		c.gates())
	b = append(b, c.diagrams()...)
	b = append(b, heading("comparisons", c.say("Comparisons", "两两比较")))
	b = append(b, c.comparisons()...)
	b = append(b, heading("scores", c.say("Scores and outcomes", "评分与结果")))
	b = append(b, c.ranks()...)
	p.Blocks = b
	return p
}

// say words something in the page's language; see say.
func (c Calibration) say(en, zh string, pairs ...string) string {
	return say(c.Language, en, zh, pairs...)
}

// say words something in a language; pairs are names in braces and what they stand
// for.
func say(l report.Lang, en, zh string, pairs ...string) string {
	text := en
	if l == report.Chinese {
		text = zh
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{"+pairs[i]+"}", pairs[i+1])
	}
	return text
}

// gates says from when on numbers are shown, and why.
func (c Calibration) gates() report.Block {
	g := c.Gates
	return paragraph(c.say(
		"Few forecasts say little. A judge's Brier score is known to about ±0.08 after 30 questions, ±0.04 after 100 and ±0.02 after 400; "+
			"of two judges of clearly different skill, 30 questions tell which is better in one of nine tries, 100 in one of three, 400 in six of seven. "+
			"So scores are shown from {forecasts} forecasts of {cases} cases on, diagrams from {diagram} forecasts, comparisons from {shared} shared questions, and correlations from {ranked} cases of a scene.",
		"预测太少说明不了什么。30 个问题之后，布赖尔分数的误差约为 ±0.08，100 个之后为 ±0.04，400 个之后为 ±0.02；"+
			"水平明显不同的两位评委，凭 30 个问题九次中只有一次能分出高下，100 个问题三次中有一次，400 个问题七次中有六次。"+
			"因此，满 {cases} 个案例、{forecasts} 个预测才显示得分，满 {diagram} 个预测才显示可靠性图，共有 {shared} 个问题才作两两比较，同一场景满 {ranked} 个案例才计算相关系数。",
		"forecasts", strconv.Itoa(g.Forecasts), "cases", strconv.Itoa(g.Cases), "diagram", strconv.Itoa(g.Diagram),
		"shared", strconv.Itoa(g.Shared), "ranked", strconv.Itoa(g.Ranked)))
}

func heading(id, text string) report.Block { return report.Heading{Level: 2, ID: id, Text: text} }

// number is a count with its English noun.
func number(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func paragraph(text string) report.Block {
	return report.Paragraph{Text: []report.Inline{report.Plain(text)}}
}

func (c Calibration) head() report.Block {
	if c.Questions == 0 {
		return report.Note{Kind: report.Info, Text: []report.Inline{report.Plain(c.say(
			"Nothing can be scored yet: no accepted checkpoint has fallen due and was confirmed or falsified.",
			"尚无可计分的内容：还没有已接受的检查点到期并被证实或证伪。") + c.unscored())}}
	}
	return paragraph(c.say("Questions that fell due and were decided: {qn}, of which {rate} came true.", "在已到期且有结果的 {qn} 个问题中，{rate} 成真。",
		"qn", strconv.Itoa(c.Questions), "rate", c.percent(*c.BaseRate)) + c.unscored())
}

func (c Calibration) unscored() string {
	return c.say(" Resolved but not scored: {partial} in part true, {skipped} skipped, {early} before their due date.",
		"有结果但未计分：部分成真 {partial} 个，已跳过 {skipped} 个，尚未到期 {early} 个。",
		"partial", strconv.Itoa(c.Partial), "skipped", strconv.Itoa(c.Skipped), "early", strconv.Itoa(c.Early))
}

// label is how a judge is called: by name and model, and by its skill if another record
// has the same.
func (c Calibration) label(j JudgeRef) string {
	label := judgeName(c.Language, c.Names, j.Slug) + " · " + j.Model
	same := 0
	for _, x := range c.Judges {
		if x.Slug == j.Slug && x.Model == j.Model {
			same++
		}
	}
	if same > 1 {
		label += " · " + j.SkillSHA256[:min(8, len(j.SkillSHA256))]
	}
	return label
}

// judges are a plot and the tables of those who have scores, the best first, in two that
// fit a page, and of those who have too few forecasts, with how much is missing.
func (c Calibration) judges() []report.Block {
	if len(c.Judges) == 0 {
		return []report.Block{paragraph(c.say("No judge has a scored forecast yet.", "还没有评委的预测被计分。"))}
	}
	who := c.say("Judge · model", "评委 · 模型")
	scored := table("lrrrr", who, c.say("Forecasts", "预测数"), c.say("Cases", "案例数"), c.say("Brier score", "布赖尔分数"), c.say("Log loss", "对数损失"))
	against := table("lrr", who, c.say("Skill", "技巧得分"), c.say("Better than the base rate by", "优于基准率"))
	few := table("ll", who, c.say("Not enough yet", "数据尚不足"))
	for _, j := range c.byBrier() {
		if j.Brier == nil {
			few.Rows = append(few.Rows, cells(c.label(j.JudgeRef), c.say("{f} of {ff} forecasts, {c} of {cc} cases", "预测 {f}/{ff} 个，案例 {c}/{cc} 个",
				"f", strconv.Itoa(j.Forecasts), "ff", strconv.Itoa(c.Gates.Forecasts), "c", strconv.Itoa(j.Cases), "cc", strconv.Itoa(c.Gates.Cases))))
			continue
		}
		skill := "–"
		if j.Skill != nil {
			skill = minus(fmt.Sprintf("%.2f", *j.Skill))
		}
		scored.Rows = append(scored.Rows, cells(c.label(j.JudgeRef), strconv.Itoa(j.Forecasts), strconv.Itoa(j.Cases), c.estimate(j.Brier), c.estimate(j.LogLoss)))
		against.Rows = append(against.Rows, cells(c.label(j.JudgeRef), skill, c.estimate(j.Gain)))
	}
	b := c.plot()
	for _, t := range []report.Table{scored, against, few} {
		if len(t.Rows) > 0 {
			b = append(b, t)
		}
	}
	return b
}

// byBrier are the judges by their Brier scores, the best first, and those without one
// at the end.
func (c Calibration) byBrier() []Judge {
	score := func(j Judge) float64 {
		if j.Brier == nil {
			return math.Inf(1)
		}
		return j.Brier.Value
	}
	return slices.SortedStableFunc(slices.Values(c.Judges), func(a, b Judge) int { return cmp.Compare(score(a), score(b)) })
}

// plot draws the Brier scores with their intervals; nothing without any.
func (c Calibration) plot() []report.Block {
	blind := 0.25 // the score of always saying 50 %
	b := report.Intervals{High: 0.3, Mark: &blind, Title: c.say(
		"Brier scores with their 95 % intervals: further left is better; at the dashed line is who always says 50 %",
		"布赖尔分数及其 95% 区间：越靠左越准；虚线为一律预测 50% 的得分")}
	for _, j := range c.byBrier() {
		if j.Brier != nil {
			b.Rows = append(b.Rows, report.IntervalRow{Label: c.label(j.JudgeRef), Value: j.Brier.Value, Low: j.Brier.Low, High: j.Brier.High})
			b.High = max(b.High, math.Ceil(10*j.Brier.High)/10)
		}
	}
	if len(b.Rows) == 0 {
		return nil
	}
	return []report.Block{b}
}

// table begins a table; align has l for left and r for right per column, nothing if
// all are left.
func table(align string, header ...string) report.Table {
	t := report.Table{Header: header}
	for _, a := range align {
		t.Align = append(t.Align, map[rune]report.Align{'l': report.Left, 'r': report.Right}[a])
	}
	return t
}

func cells(texts ...string) []report.Cell {
	out := make([]report.Cell, len(texts))
	for i, s := range texts {
		out[i] = report.Cell{report.Plain(s)}
	}
	return out
}

// estimate is a number with its interval.
func (c Calibration) estimate(e *Estimate) string {
	if e == nil {
		return "–"
	}
	return minus(fmt.Sprintf(c.say("%.3f (%.3f to %.3f)", "%.3f（%.3f 至 %.3f）"), e.Value, e.Low, e.High))
}

// minus puts the sign in place of the hyphen.
func minus(number string) string { return strings.ReplaceAll(number, "-", "\u2212") }

func (c Calibration) percent(v float64) string {
	return strconv.FormatFloat(100*v, 'f', 0, 64) + c.say(" %", "%")
}

// diagrams shows the reliability of each judge that has enough forecasts.
func (c Calibration) diagrams() []report.Block {
	b := []report.Block{heading("reliability", c.say("Reliability", "可靠性"))}
	waiting := 0
	for _, j := range c.byBrier() {
		if j.Reliability == nil {
			waiting++
			continue
		}
		b = append(b, c.diagram(&j)...)
	}
	if waiting < len(c.Judges) {
		b = append(b, paragraph(c.say(
			"Steps are pooled so that rates rise with forecasts (isotonic regression), without bins that somebody would have to choose. Below the diagonal a judge promises too much, above it too little.",
			"各级按“预测越高、成真比例越高”合并而成（保序回归），无须人为划分区间。曲线在对角线之下，说明预测偏高；在对角线之上，说明预测偏低。")))
	}
	if waiting > 0 || len(c.Judges) == 0 {
		b = append(b, paragraph(c.say("Not enough yet for {j}: a diagram needs {n} forecasts.", "{jn} 位评委的数据尚不足：可靠性图需要 {n} 个预测。",
			"j", number(waiting, "judge"), "jn", strconv.Itoa(waiting), "n", strconv.Itoa(c.Gates.Diagram))))
	}
	return b
}

// diagram shows the reliability of one judge.
func (c Calibration) diagram(j *Judge) []report.Block {
	d := report.Reliability{Title: c.say("How often forecasts of {j} came true", "{j} 的预测有多少成真", "j", c.label(j.JudgeRef))}
	t := table("rrrr", c.say("Forecasts from", "预测概率从"), c.say("to", "至"), c.say("Number", "预测数"), c.say("Came true", "成真比例"))
	for _, s := range j.Reliability.Steps {
		d.Steps = append(d.Steps, report.ReliabilityStep(s))
		t.Rows = append(t.Rows, cells(c.percent(s.Low), c.percent(s.High), strconv.Itoa(s.N), c.percent(s.Rate)))
	}
	three := func(v float64) string { return fmt.Sprintf("%.3f", v) }
	return []report.Block{report.Heading{Level: 3, Text: c.label(j.JudgeRef)}, d, t, paragraph(c.say(
		"Brier score = miscalibration {m} − discrimination {d} + uncertainty {u}.", "布赖尔分数 = 校准偏差 {m} − 区分度 {d} + 不确定性 {u}。",
		"m", three(j.Reliability.Miscalibration), "d", three(j.Reliability.Discrimination), "u", three(j.Reliability.Uncertainty)))}
}

func (c Calibration) comparisons() []report.Block {
	if len(c.Comparisons) == 0 {
		return []report.Block{paragraph(c.say("Not enough yet: two judges are compared once they share {n} scored questions of {c} cases.",
			"数据尚不足：两位评委共有的已计分问题满 {n} 个（来自至少 {c} 个案例）后才作比较。", "n", strconv.Itoa(c.Gates.Shared), "c", strconv.Itoa(c.Gates.Cases)))}
	}
	t := table("llrrl", c.say("Judge", "评委"), c.say("Against", "对比"), c.say("Shared questions", "共有问题"), c.say("Difference of Brier scores", "布赖尔分数之差"), c.say("Verdict", "结论"))
	for _, x := range c.Comparisons {
		verdict, better := c.say("no clear difference", "难分高下"), x.B
		if x.Difference.Value < 0 {
			better = x.A
		}
		if x.Separated {
			verdict = c.say("{j} foresaw better", "{j} 预测更准", "j", judgeName(c.Language, c.Names, better.Slug))
		}
		t.Rows = append(t.Rows, cells(c.label(x.A), c.label(x.B), strconv.Itoa(x.Shared), c.estimate(&x.Difference), verdict))
	}
	return []report.Block{t, paragraph(c.say(
		"Only questions that both answered count. Intervals are widened for the number of comparisons, so that all of them hold together with 95 %. If one holds zero, neither judge is better.",
		"只计两位评委都回答过的问题。区间已按比较次数放宽，使全部区间同时成立的置信水平为 95%。区间包含零，即不分高下。"))}
}

func (c Calibration) ranks() []report.Block {
	if len(c.Ranks) == 0 {
		return []report.Block{paragraph(c.say("No judge has scored a case whose questions were decided.", "还没有评委评过问题已有结果的案例。"))}
	}
	t := table("llrr", c.say("Scene", "场景"), c.say("Judge", "评委"), c.say("Cases", "案例数"), c.say("Kendall's τ-b", "肯德尔 τ-b"))
	for _, x := range c.Ranks {
		tau := c.say("not enough yet: {n} of {of} cases", "数据尚不足：案例 {n}/{of} 个", "n", strconv.Itoa(x.Cases), "of", strconv.Itoa(c.Gates.Ranked))
		if x.Cases >= c.Gates.Ranked {
			tau = c.say("unknown: all scores or all outcomes are alike", "无法判断：全部评分或全部结果相同")
		}
		if x.Tau != nil {
			tau = c.estimate(x.Tau)
		}
		t.Rows = append(t.Rows, cells(x.Scene, c.label(x.JudgeRef), strconv.Itoa(x.Cases), tau))
	}
	return []report.Block{t, paragraph(c.say(
		"Whether cases that a judge scored higher saw more of their questions come true: 1 always, 0 no relation, −1 the other way round. Only cases of one scene are put beside each other.",
		"评委打分越高的案例，其问题是否成真越多：1 为完全一致，0 为无关，−1 为完全相反。只比较同一场景的案例。"))}
}
