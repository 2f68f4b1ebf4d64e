package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"judgement/report"
)

// Naming is how a page names what is measured, and what it rests on.
type Naming struct {
	Title  string
	Lenses map[string]string // names of lenses to show, by their names in the set
	Judges map[string]string // of judges
	Source string            // such as a file's hash; empty: nothing is said
}

func (n Naming) lens(name string) string  { return cmp.Or(n.Lenses[name], name) }
func (n Naming) judge(name string) string { return cmp.Or(n.Judges[name], name) }

// Page is a report for people.
func (r Report) Page(names Naming, lang report.Lang) report.Page {
	w := writer{r: r, names: names, zh: lang == report.Chinese}
	p := report.Page{Title: names.Title, Lang: lang, Subtitle: w.say("How good are these judges?", "这些评委判得准吗？")}
	w.head()
	if names.Source != "" {
		w.paragraph(w.say("Source: %s.", "来源：%s。"), names.Source)
	}
	for _, l := range r.Lenses {
		w.lens(l)
	}
	w.method()
	p.Blocks = w.blocks
	return p
}

// writer collects the blocks of a page.
type writer struct {
	r      Report
	names  Naming
	zh     bool
	blocks []report.Block
}

func (w *writer) say(en, zh string) string {
	if w.zh {
		return zh
	}
	return en
}

func (w *writer) add(b ...report.Block) { w.blocks = append(w.blocks, b...) }

func (w *writer) note(kind report.NoteKind, format string, args ...any) {
	w.add(report.Note{Kind: kind, Text: []report.Inline{report.Plain(fmt.Sprintf(format, args...))}})
}

func (w *writer) paragraph(format string, args ...any) {
	w.add(report.Paragraph{Text: []report.Inline{report.Plain(fmt.Sprintf(format, args...))}})
}

// head says what can be known at all.
func (w *writer) head() {
	if w.r.People == 0 {
		w.note(report.Caution, "%s", w.say(
			"Nobody has labelled these items, so nothing here says whether the judges are right. What follows is how far they agree. Judges that err alike agree too.",
			"这些条目没有人工标注，因此无从得知评委判得对不对。下文只说明评委之间的一致程度；一起判错的评委同样会彼此一致。"))
	}
}

// figureName names what Merit is.
func (w *writer) figureName() string {
	switch {
	case w.r.Kind == Preferences:
		return w.say("Accuracy", "准确率")
	case w.r.Scale == ScoreScale || w.r.Scale == "":
		return w.say("Mean absolute error", "平均绝对误差")
	}
	return w.rankName()
}

func (w *writer) rankName() string { return w.say("Rank correlation", "等级相关") }

// unit shows accuracies in percent, other figures as they are.
func (w *writer) unit() (factor float64, format, unit string) {
	if w.r.Kind == Preferences {
		return 100, "%.1f", "\u00a0%"
	}
	return 1, "%.3f", ""
}

func (w *writer) interval(v *Interval) string {
	factor, format, unit := w.unit()
	return shown(v, factor, format, format, unit)
}

// difference is a difference of two figures, of accuracies in points.
func (w *writer) difference(v *Interval) string {
	factor, format, unit := w.unit()
	if unit != "" {
		unit = w.say("\u00a0points", "\u00a0个百分点")
	}
	return shown(v, factor, "%+"+format[1:], "%+"+format[1:], unit)
}

func plainInterval(v *Interval, format string) string { return shown(v, 1, format, format, "") }

// shown is a figure with its interval. A line may break between the two only.
func shown(v *Interval, factor float64, value, bound, unit string) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf(value+"%s ["+bound+",\u00a0"+bound+"]", factor*v.Value, unit, factor*v.Low, factor*v.High)
}

func optional(v *float64) string {
	if v == nil {
		return "–"
	}
	return fmt.Sprintf("%.2f", *v)
}

func (w *writer) lens(l Lens) {
	name := cmp.Or(w.names.lens(l.Lens), w.say("The items as a whole", "整体"))
	w.add(report.Heading{Level: 2, ID: "lens-" + fmt.Sprint(len(w.blocks)), Text: name})
	w.paragraph(w.say("%d items, %d of them with labels; %d judges.", "条目 %d 个，其中有标注的 %d 个；评委 %d 位。"), l.Items, l.Labelled, len(l.Judges))
	if l.Totals {
		w.paragraph("%s", w.say("The panel's figures are of its total, as its reports have it. A judge's are of the lenses that it scores: its share of their points, of the panel's maximum.", "评审团的数字按其报告中的总分计算；单个评委的数字按其所评维度计算：所得分占这些维度满分的比例，再乘以评审团的满分。"))
	}
	w.verdict(l)
	w.plot(l)
	w.judges(l)
	w.needs(l)
	w.types(l)
	w.together(l)
	w.advice(l)
}

// verdict compares the panel with its best judge.
func (w *writer) verdict(l Lens) {
	g := l.Panel
	if g == nil {
		return
	}
	if g.Difference == nil {
		w.note(report.Info, "%s", w.say("No judge has a verdict on half of the labelled items: the panel is compared with none.", "没有评委评过半数以上的有标注条目：评审团无从与单个评委比较。"))
		return
	}
	d := w.difference(g.Difference)
	switch {
	case g.Worse:
		w.note(report.Problem, w.say("The panel is worse than its best judge, %s: %s. Judges that err alike outvote it.", "评审团不如其中最好的评委 %s：%s。一起判错的评委以多数压过了它。"), w.names.judge(g.Best), d)
	case g.Difference.Low > 0:
		w.note(report.Info, w.say("The panel is better than its best judge, %s: %s.", "评审团优于其中最好的评委 %s：%s。"), w.names.judge(g.Best), d)
	default:
		w.note(report.Info, w.say("These items do not show whether the panel or its best judge, %s, is better: %s.", "这些条目不足以判断评审团与其中最好的评委 %s 孰优：%s。"), w.names.judge(g.Best), d)
	}
}

// table aligns single numbers to the right. Cells with intervals are not, so that a line can
// break in them on a narrow screen.
func (w *writer) table(header []string, rows [][]string) {
	t := report.Table{Header: header, Align: make([]report.Align, len(header))}
	for i := range header {
		if i > 0 && !slices.ContainsFunc(rows, func(row []string) bool { return strings.Contains(row[i], " ") }) {
			t.Align[i] = report.Right
		}
	}
	for _, r := range rows {
		cells := make([]report.Cell, len(r))
		for i, text := range r {
			cells[i] = report.Cell{report.Plain(text)}
		}
		t.Rows = append(t.Rows, cells)
	}
	w.add(t)
}

// judges has two tables, so that both fit a narrow screen: how right the judges are, and
// how they judge.
func (w *writer) judges(l Lens) {
	scores := w.r.Kind == Scores
	ranks := scores && w.figureName() != w.rankName() // else the figure is the correlation
	name := func(j Judge) string {
		if j.Few {
			return w.names.judge(j.Name) + " *"
		}
		return w.names.judge(j.Name)
	}
	if w.r.People > 0 {
		header := []string{w.say("Judge", "评委"), w.say("Items", "条目"), w.figureName()}
		if ranks {
			header = append(header, w.rankName())
		}
		var rows [][]string
		row := func(name string, items int, merit, rank *Interval) {
			rows = append(rows, []string{name, fmt.Sprint(items), w.interval(merit), plainInterval(rank, "%.2f")}[:len(header)])
		}
		for _, j := range l.Judges {
			row(name(j), j.Items, j.Merit, j.Rank)
		}
		if g := l.Panel; g != nil {
			row(w.say("Panel", "评审团"), g.Items, g.Merit, g.Rank)
		}
		if c := l.People; c != nil {
			row(w.say("One person against the others", "单人与其他人相比"), c.Items, c.Merit, c.Rank)
		}
		w.table(header, rows)
	}
	others := w.say("Like the others", "与他人一致")
	header := []string{w.say("Judge", "评委"), w.say("First position", "偏向先出者"), others}
	if scores {
		header = []string{w.say("Judge", "评委"), w.say("Severity", "宽严"), w.say("Width", "分差"), w.say("Values", "取值数"), others}
	}
	var rows [][]string
	for _, j := range l.Judges {
		if scores {
			rows = append(rows, []string{name(j), plainInterval(j.Severity, "%+.2f"), optional(j.Width), fmt.Sprint(j.Values), optional(j.Others)})
		} else {
			rows = append(rows, []string{name(j), plainInterval(j.First, "%.2f"), optional(j.Others)})
		}
	}
	w.table(header, rows)
	w.legend(l)
}

// needs says for which figures there are too few labels. Without any label head says it.
func (w *writer) needs(l Lens) {
	for _, n := range l.Needs {
		name := w.rankName()
		if n.Figure == NeedMerit {
			name = w.figureName() + w.say(" and the panel's figures", "及评审团的数字")
		}
		if w.r.People > 0 {
			w.paragraph(w.say("%s: needs at least %d items with labels; there are %d.", "%s：至少需要 %d 个有标注的条目，现有 %d 个。"), name, n.Least, n.Labelled)
		}
	}
}

// legend says what the columns of the judges mean.
func (w *writer) legend(l Lens) {
	if w.r.Kind == Scores {
		w.paragraph("%s", w.say("Severity: mean difference to the other judges of the same items; above 0 is lenient. Width: spread of the judge's scores; 1 is that of the panel's mean. Values: how many different scores it gives. Like the others: correlation with the mean of the other judges.",
			"宽严：与同一条目其他评委的平均差，大于 0 为偏宽。分差：评委给分的离散程度，1 为评审团均值的离散程度。取值数：给过多少种不同的分。与他人一致：与其他评委均值的相关系数。"))
	} else {
		w.paragraph("%s", w.say("First position: share of verdicts for the candidate that was shown first; 0.50 is no bias. Like the others: correlation with the mean of the other judges.",
			"偏向先出者：判给先展示者的比例，0.50 为无偏。与他人一致：与其他评委均值的相关系数。"))
	}
	if slices.ContainsFunc(l.Judges, func(j Judge) bool { return j.Few }) {
		w.paragraph("%s", w.say("*: a verdict on less than half of the labelled items; never the best judge.", "*：评过的有标注条目不足一半，不参与“最好的评委”的比较。"))
	}
	if l.People != nil {
		w.paragraph("%s", w.say("One person against the others: each person beside the mean of the other people's labels. A panel can be nearer to the mean of several people than one of them is, since a mean has less noise.",
			"单人与其他人相比：每个人与其余人标注均值之间的差距。均值的噪声更小，因此评审团可能比其中任何一个人都更接近多人的均值。"))
	}
}

func (w *writer) types(l Lens) {
	if len(l.Types) == 0 {
		return
	}
	var rows [][]string
	for _, g := range l.Types {
		difference := w.difference(g.Difference)
		switch {
		case g.Worse:
			difference += w.say(" panel\u00a0worse", " 评审团更差")
		case g.Difference != nil && g.Difference.Low > 0:
			difference += w.say(" panel\u00a0better", " 评审团更好")
		}
		rows = append(rows, []string{fmt.Sprintf("%s (%d)", cmp.Or(g.Type, "–"), g.Items), w.interval(g.Merit), w.names.judge(g.Best) + " " + w.interval(g.BestMerit), difference})
	}
	w.add(report.Heading{Level: 3, Text: w.say("By type of item", "按条目类型")})
	w.table([]string{w.say("Type (items)", "类型（条目数）"), w.say("Panel", "评审团"), w.say("Best judge", "最好的评委"), w.say("Panel minus best", "评审团减最好者")}, rows)
}

// together says how far judges err together.
func (w *writer) together(l Lens) {
	for _, e := range l.Errors {
		order := ""
		if e.Order != "" {
			order = w.say(" (order: ", "（顺序：") + e.Order + w.say(")", "）")
		}
		w.paragraph(w.say("Errors correlate by %.2f%s: %d judges count as %.2f independent ones.", "误差相关系数为 %.2f%s：%d 位评委相当于 %.2f 位独立评委。"), e.Correlation, order, e.Judges, e.Effective)
	}
	if l.Agree.Judges != nil {
		w.paragraph(w.say("Two judges' verdicts correlate by %.2f on average.", "两位评委的评判平均相关系数为 %.2f。"), *l.Agree.Judges)
	}
	if l.Agree.People != nil {
		w.paragraph(w.say("The panel's verdicts correlate with the labels by %.2f.", "评审团的评判与标注的相关系数为 %.2f。"), *l.Agree.People)
	}
}

func (w *writer) advice(l Lens) {
	if l.Advice == nil {
		return
	}
	var drop, replace, unknown []string
	for _, j := range l.Advice.Judges {
		switch j.Do {
		case Drop:
			drop = append(drop, w.names.judge(j.Name))
		case Unknown:
			unknown = append(unknown, w.names.judge(j.Name))
		case Keep:
		case Replace:
			replace = append(replace, fmt.Sprintf("%s (%s)", w.names.judge(j.Name), w.names.judge(j.Like)))
		}
	}
	if len(drop) > 0 {
		w.note(report.Caution, w.say("Leave out: %s. On items that did not choose the smaller panel, it is better by %s.", "建议去掉：%s。在未用于挑选的条目上，较小的评审团更好，差为 %s。"), strings.Join(drop, ", "), w.difference(l.Advice.Gain))
	}
	if len(replace) > 0 {
		w.note(report.Info, w.say("Replace: %s. Each repeats the errors of the judge in brackets, which is at least as good.", "建议替换：%s。它们重复了括号内评委的错误，而后者至少同样好。"), strings.Join(replace, ", "))
	}
	if len(unknown) > 0 {
		w.paragraph(w.say("No advice on %s: too few verdicts on labelled items.", "对 %s 没有建议：在有标注条目上的评判太少。"), strings.Join(unknown, ", "))
	}
	if len(drop)+len(replace) == 0 {
		w.paragraph("%s", w.say("No smaller panel is shown to be better: keep all judges.", "没有证据表明更小的评审团更好：保留全部评委。"))
	}
}

func (w *writer) method() {
	w.add(report.Heading{Level: 2, ID: "method", Text: w.say("How these figures are made", "计算方法")})
	w.paragraph("%s", w.say(
		"Intervals hold 95 %: bootstrap over items, the same samples for all judges, so that differences are paired; rank correlations are Spearman's with Fisher's z. People's intervals are over items too. A missing preference counts as wrong, a missing score is left out. The panel is the sum of the votes or the mean of the scores; a tie counts half. The best judge is the one with the best figure among those with a verdict on at least half of the labelled items; choosing it on these items flatters it a little. Judges with an error correlation r count as k / (1 + (k − 1)·r) independent ones; a judge that says the same of every item is not among them.",
		"区间的置信水平为 95%：对条目作自助抽样，所有评委用同一批样本，因此差值是成对比较；等级相关用斯皮尔曼系数及费希尔变换。人与人之间的区间同样按条目计算。缺失的偏好按判错计，缺失的评分不计。评审团取票数之和或评分均值，平局计一半。“最好的评委”从评过至少一半有标注条目的评委中按同一批条目选出，略有高估。误差相关为 r 的 k 位评委相当于 k/(1+(k−1)·r) 位独立评委；对所有条目给出同一判断的评委不计入。"))
}
