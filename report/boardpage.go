package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"judgement/panel"
)

// barEntries is how many of the best entries a board draws.
const barEntries = 12

// Terminal cells of a name, so that it takes a few lines of a narrow column at most.
// The JSON and the submission's own report have the whole title.
const (
	cellsInTable = 80
	cellsInText  = 48 // in lists and beside many columns
	cellsInLabel = 42 // in charts, where the place follows
)

// BoardPage is the page of a board. It is pure.
func BoardPage(b *Board) Page {
	b = b.Calm()
	l := b.Language
	p := Page{
		Title:    l.pick("Ranking", "排名榜"),
		Subtitle: fmt.Sprintf("%s · v%d · %s", b.SceneName, b.Version, b.Date), Lang: l,
	}
	if len(b.Entries) == 0 {
		p.Blocks = []Block{note(Info, b.Empty(l))}
	} else {
		p.Blocks = slices.Concat(b.baselines(l), b.notices(l), []Block{b.bars(l), b.table(l)}, b.changes(l), b.close(l), b.comparisons(l), b.lensTable(l))
	}
	p.Blocks = slices.Concat(p.Blocks, b.excluded(l), b.method(l))
	if !b.NoModel {
		p.Blocks = append(p.Blocks, Statistics(l, b.Judges, b.Statistics)...)
	}
	return p
}

// baselines say which of the numbers are not a language model's.
func (b *Board) baselines(l Lang) []Block {
	var out []Block
	if b.NoModel {
		out = append(out, note(Caution, l.Say(phNoModel)))
	}
	if text := b.GradesNote(l); text != "" {
		out = append(out, note(Info, text))
	}
	if b.Pairwise != nil && b.Pairwise.NoModel {
		out = append(out, note(Caution, l.pick(
			"No language model was used to compare the submissions. A lexical baseline answered, which does not understand the documents; its judges are one opinion.",
			"两两比较未使用语言模型，由词汇基线作答；基线并不理解文档内容，其各评委只相当于一种意见。")))
	}
	return out
}

// Empty says why a board without entries has none, as a sentence.
func (b *Board) Empty(l Lang) string {
	if len(b.Excluded) > 0 {
		return l.pick("No submission can be ranked.", "没有可以排名的参评作品。")
	}
	return l.pick("No submission has been judged yet.", "尚无已完成评审的参评作品。")
}

func (b *Board) bars(l Lang) Block {
	shown := min(barEntries, len(b.Entries))
	bars := Bars{Title: l.pick("Totals", "总分")}
	if shown < len(b.Entries) {
		bars.Title = l.pick("Totals of the first {n}", "前 {n} 名总分", "{n}", strconv.Itoa(shown))
	}
	for _, e := range b.Entries[:shown] {
		total := number(e.Total)
		// The name comes first, so that names begin in one column.
		bars.Rows = append(bars.Rows, Bar{Label: e.Name().In(l, cellsInLabel) + " · " + e.Place(), Score: &total, Max: number(e.Max)})
	}
	return bars
}

func (b *Board) table(l Lang) Block {
	columns := []column{
		{l.pick("Rank", "名次"), Right, each(b.Entries, BoardEntry.Place)},
		{l.pick("Submission", "参评作品"), Left, nameColumn(l, b.Entries, cellsInTable)},
		{l.pick("Total", "总分") + " / " + b.Entries[0].Max, Right, b.numbers(func(e BoardEntry) string { return e.Total })},
		{l.pick("Grade", "等级"), Center, each(b.Entries, func(e BoardEntry) string { return b.graded(l, e.Grade) })},
		{l.pick("Rank interval", "名次区间"), Right, each(b.Entries, BoardEntry.Interval)},
		{l.pick("Beats the next", "优于下一名"), Right, each(b.Entries, BoardEntry.Chance)},
		{l.pick("Judges' deviation", "评委标准差"), Right, b.numbers(func(e BoardEntry) string { return orDash(e.SD) })},
	}
	if b.Pairwise != nil {
		columns = append(columns, column{l.pick("By pairs", "比较名次"), Right, each(b.Entries, BoardEntry.ByPairs)})
	}
	if b.Since != nil && b.NotCompared(l) == "" {
		columns = append(columns, column{l.pick("Change", "变化"), Left, each(b.Entries, func(e BoardEntry) string { return e.Change(l) })})
	}
	t := tableOf(columns...)
	b.link(t, 1)
	for i, e := range b.Entries[1:] {
		if last := b.Entries[i]; e.Group != nil && last.Group != nil && *e.Group != *last.Group {
			t.Parted = append(t.Parted, i+1)
		}
	}
	return t
}

// graded is a grade in a table, which says if no language model gave it.
func (b *Board) graded(l Lang, grade string) string {
	if b.NoModel && grade != "" {
		return grade + l.pick(" (baseline)", "（基线）")
	}
	return grade
}

// link makes the names in a column of the entries links to their reports.
func (b *Board) link(t Table, column int) {
	for i, e := range b.Entries {
		if name, ok := t.Rows[i][column][0].(Plain); ok && e.Folder != "" {
			t.Rows[i][column] = Cell{Link{Text: string(name), Target: "../" + e.Folder + "/report.html"}}
		}
	}
}

// heat shades the scores of the table of dimensions, whose first column has names.
func (b *Board) heat() (rows [][]float64) {
	for _, e := range b.Entries {
		row := []float64{-1}
		for _, lens := range b.Lenses {
			share := -1.0
			score, err := panel.ParsePoints(e.Lenses[lens.Slug])
			if most := number(lens.Max); err == nil && most.Sign() > 0 {
				share = score.Quo(most).Float()
			}
			row = append(row, share)
		}
		rows = append(rows, row)
	}
	return rows
}

// numbers returns a column of numbers, all with as many places as the one that
// has most; what is no number stays.
func (b *Board) numbers(of func(BoardEntry) string) []string {
	out, places := each(b.Entries, of), 0
	for _, s := range out {
		_, fraction, _ := strings.Cut(s, ".")
		places = max(places, len(fraction))
	}
	for i, s := range out {
		whole, fraction, _ := strings.Cut(s, ".")
		if _, err := panel.ParsePoints(s); err == nil && places > 0 {
			out[i] = whole + "." + fraction + strings.Repeat("0", places-len(fraction))
		}
	}
	return out
}

// changes says in a sentence what changed since the last board.
func (b *Board) changes(l Lang) []Block {
	if b.Since == nil {
		return nil
	}
	added, up, down := 0, 0, 0
	for _, e := range b.Entries {
		switch {
		case e.Delta == nil:
		case e.Delta.New:
			added++
		case e.Delta.Rank > 0:
			up++
		case e.Delta.Rank < 0:
			down++
		}
	}
	text := cmp.Or(b.NotCompared(l), l.pick("Since version {v} of {date}: {new} new, {up} higher, {down} lower.", "与 {date} 的第 {v} 版相比：新增 {new} 件，上升 {up} 件，下降 {down} 件。",
		"{v}", strconv.Itoa(b.Since.Version), "{date}", b.Since.Date, "{new}", strconv.Itoa(added), "{up}", strconv.Itoa(up), "{down}", strconv.Itoa(down)))
	if len(b.Since.Gone) > 0 {
		text += l.pick(" No longer ranked: {names}.", "不再参与排名：{names}。", "{names}", nameList(l, b.Since.Gone))
	}
	return []Block{para(text)}
}

// NotCompared says that the entries have no change since the last board, and why: a language
// model gave the scores of only one of the two. Empty: they have, or it is a first board.
func (b *Board) NotCompared(l Lang) string {
	if b.Since == nil || slices.ContainsFunc(b.Entries, func(e BoardEntry) bool { return e.Delta != nil }) {
		return ""
	}
	by, other := l.pick("the lexical baseline", "词汇基线"), l.pick("a language model", "语言模型")
	if b.NoModel {
		by, other = other, by
	}
	return l.pick("Version {v} of {date} is not compared: its scores are from {by}, those of this one from {other}.", "不与 {date} 的第 {v} 版比较：该版由{by}评分，本版由{other}评分。",
		"{v}", strconv.Itoa(b.Since.Version), "{date}", b.Since.Date, "{by}", by, "{other}", other)
}

// close names the groups whose order is too close to call.
func (b *Board) close(l Lang) []Block {
	var list List
	for at := 0; at < len(b.Entries); {
		end := at + 1
		group := b.Entries[at].Group
		for end < len(b.Entries) && group != nil && b.Entries[end].Group != nil && *b.Entries[end].Group == *group {
			end++
		}
		if end-at > 1 {
			list.Items = append(list.Items, entry(b.group(l, at, end)))
		}
		at = end
	}
	blocks := []Block{Heading{Level: 2, ID: "close", Text: l.pick("Too close to call", "难分高下")}}
	switch {
	case b.Entries[0].RankLo == nil:
		return append(blocks, para(b.unsure(l)))
	case len(list.Items) == 0:
		return append(blocks, para(l.pick("Every place differs from the next by more than the judges' errors explain.", "各名次之间的差距均超出评委误差所能解释的范围。")+b.Assumption(l)))
	}
	return append(blocks, para(l.pick(
		"Within each group the first is not better than any other with a probability of 95%: the judges' errors may explain the order.",
		"每组之内，首位优于其余任何一件的概率均不足 95%，其次序可能仅由评委误差所致。")+b.Assumption(l)), list)
}

// namesOfGroup is how many names of a group are in its line.
const namesOfGroup = 6

// group is the line of a group: its places, its first names, and how many more.
func (b *Board) group(l Lang, at, end int) string {
	shown := min(end, at+namesOfGroup)
	text := l.pick("Places {a}–{b}: ", "第 {a}–{b} 位：", "{a}", strconv.Itoa(at+1), "{b}", strconv.Itoa(end)) + nameList(l, b.Entries[at:shown])
	if shown < end {
		text += l.pick(" and {n} more", " 等，另 {n} 件", "{n}", strconv.Itoa(end-shown))
	}
	return text
}

// Assumption is the sentence, after a blank in English, about what rank intervals
// take for granted; empty without any.
func (b *Board) Assumption(l Lang) string {
	switch {
	case b.Unsure != "" || len(b.Entries) < 2:
		return ""
	case b.Correlation == "":
		return l.pick(" By assumption the judges' errors are independent: if judges err alike, the order is less sure than it looks.", "以评委误差相互独立为假设；若评委偏差一致，名次并不如所示可靠。")
	}
	why := map[string]Phrase{
		FromModel: {" (they have the same model)", "（评委用同一模型）"}, FromFamily: {" (their models are of one family)", "（评委模型属同一系列）"},
		FromFamilies: {" (their models are of different families)", "（评委模型属不同系列）"}, FromMixed: {" (some have the same model or family)", "（部分评委的模型相同或属同一系列）"},
	}[b.CorrelationFrom]
	if b.CorrelationFrom == FromLabels {
		return l.pick(" On documents that people labelled, the judges' errors correlate by {r}.", "在有人工标注的文档上，评委误差的相关系数为 {r}。", "{r}", b.Correlation)
	}
	return l.pick(" By assumption the judges' errors correlate by {r}{why}; the scores can't show it.", "以评委误差的相关系数为 {r} 为假设{why}，评分本身无法检验这一点。", "{r}", b.Correlation, "{why}", l.Say(why))
}

// GradesNote says that grades on the board may differ from those of reports; empty if they
// do not.
func (b *Board) GradesNote(l Lang) string {
	if !b.RawGrades {
		return ""
	}
	return l.pick("Ranks and grades here follow the raw totals. The grades of the submissions' reports follow totals that are aligned with people, so that they may differ.",
		"本榜的名次与等级依原始总分；各作品报告的等级依校准后的总分，二者可能不同。")
}

// What the correlation of the judges' errors on a board is from.
const (
	FromLabels   = "labels"             // measured
	FromModel    = "same_model"         // by assumption: all judges have one model
	FromFamily   = "same_family"        // of one family
	FromFamilies = "different_families" // of different ones
	FromMixed    = "mixed"              // the mean over pairs of judges
)

// NoIntervals says why the board has no rank intervals; empty if it has them.
func (b *Board) NoIntervals(l Lang) string {
	if slices.ContainsFunc(b.Entries, func(e BoardEntry) bool { return e.Interval() != "—" }) {
		return ""
	}
	return b.unsure(l)
}

// unsure says why nothing is known of how sure the order is.
func (b *Board) unsure(l Lang) string {
	switch {
	case b.Unsure == UnsureOne:
		return l.pick("There is one submission, and no order.", "仅有一件参评作品，不存在次序。")
	case b.NoModel:
		return l.pick("One program answered for all judges, which is one opinion.", "所有评委均由同一程序代答，只相当于一种意见。")
	case b.Unsure == UnsureSame:
		return l.pick("The judges never differed, so that their scores do not tell how sure the order is. Judges who always agree are one opinion.",
			"各位评委评分完全一致，无从判断名次的可靠程度；总是一致的评委只相当于一种意见。")
	case b.Unsure == UnsureFew:
		return l.pick("The judges differed on too few submissions to tell how sure the order is: on three at least, of two or three submissions on all but one. Judges who nearly always agree are nearly one opinion.",
			"评委仅在极少数作品上评分不同，不足以判断名次的可靠程度：至少须在三件作品上不同（作品仅两三件时，至多一件相同）；几乎总是一致的评委近乎一种意见。")
	}
	return l.pick("Not enough data to say how sure the order is: at least two judges must score the same two submissions.",
		"数据不足，无法判断名次的可靠程度：至少须有两位评委同时评审两件参评作品。")
}

func (b *Board) lensTable(l Lang) []Block {
	columns := []column{{l.pick("Submission", "参评作品"), Left, each(b.Entries, func(e BoardEntry) string {
		return e.Place() + " " + e.Name().In(l, cellsInText)
	})}}
	for _, lens := range b.Lenses {
		scores := b.numbers(func(e BoardEntry) string { return e.Lenses[lens.Slug] })
		columns = append(columns, column{l.name(lens.Slug, lens.DisplayNameCN, lens.DisplayName) + " / " + lens.Max, Right, scores})
	}
	t := tableOf(columns...)
	t.Heat = b.heat()
	b.link(t, 0)
	return []Block{Heading{Level: 2, ID: "dimensions", Text: l.Say(phDimensions)}, t}
}

func (b *Board) excluded(l Lang) []Block {
	if len(b.Excluded) == 0 {
		return nil
	}
	return []Block{Heading{Level: 2, ID: "excluded", Text: l.pick("Not compared", "未参与排名")}, tableOf(
		column{l.pick("Case", "案例"), Left, each(b.Excluded, func(e Excluded) string { return e.Case })},
		column{l.pick("Submission", "参评作品"), Left, nameColumn(l, b.Excluded, cellsInTable)},
		column{l.Say(phReason), Left, each(b.Excluded, func(e Excluded) string { return l.Unranked(e.Reason) })},
	)}
}

// Unranked says in the language why a review is on no board: one of the Reason
// constants; any other reason is returned as it is.
func (l Lang) Unranked(reason string) string {
	return l.term([]term{
		{ReasonOtherPanel, ReasonOtherPanel, "由其他评审团评审"},
		{ReasonBaseline, ReasonBaseline, "由词汇基线评审，未使用语言模型"},
		{ReasonNoVersion, ReasonNoVersion, "评审尚未完成"},
		{ReasonNoScore, ReasonNoScore, "有评分维度缺分"},
		{ReasonWithdrawn, ReasonWithdrawn, "已退出或取消资格"},
	}, reason)
}
