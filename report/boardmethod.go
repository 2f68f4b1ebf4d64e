package report

import (
	"slices"
	"strconv"
	"strings"
)

// method says how the board was made.
func (b *Board) method(l Lang) []Block {
	return []Block{
		Heading{Level: 2, ID: "method", Text: l.pick("How the ranking is made", "排名方法")},
		b.rules(l),
		Table{Header: []string{l.Say(phItem), l.Say(phValue)}, Rows: [][]Cell{
			{cell(l.pick("Scene", "场景")), cell(b.Scene)}, {cell(l.pick("Panel SHA-256", "评审团 SHA-256")), {Code(b.PanelSHA256)}},
		}},
	}
}

// rules are the rules by which the board was made.
func (b *Board) rules(l Lang) List {
	var list List
	add := func(en, zh string, pairs ...string) {
		list.Items = append(list.Items, entry(l.pick(en, zh, pairs...)))
	}
	add("A total is the sum of the dimensions' mean scores, computed exactly and rounded half up to 0.01; the rank goes by the rounded total, the grade by the exact one.",
		"总分为各维度平均分之和，精确计算后四舍五入至 0.01；名次依取整后的总分，等级依精确总分。")
	if len(b.TieBreaks) > 0 {
		var names []string
		for _, s := range b.TieBreaks {
			i := slices.IndexFunc(b.Lenses, func(x BoardLens) bool { return x.Slug == s })
			if i >= 0 {
				names = append(names, l.name(s, b.Lenses[i].DisplayNameCN, b.Lenses[i].DisplayName))
			}
		}
		add("Equal totals are ordered by {lenses}, in turn; what is still equal shares its rank.", "总分相同者依次按{lenses}排序，仍相同者并列。", "{lenses}", strings.Join(names, l.Say(phListComma)))
	} else {
		add("Equal totals share their rank.", "总分相同者并列。")
	}
	if b.Trim > 0 {
		dropped := "Of each dimension the {n} highest and {n} lowest scores are dropped if at least {least} judges scored it."
		if b.Trim == 1 {
			dropped = "Of each dimension the highest and the lowest score are dropped if at least {least} judges scored it."
		}
		add(dropped, "各维度评委不少于 {least} 位时，去掉 {n} 个最高分和 {n} 个最低分。",
			"{n}", strconv.Itoa(b.Trim), "{least}", strconv.Itoa(2*b.Trim+1))
	}
	switch {
	case b.Design.Corrected:
		add("Not every judge saw every submission: scores are corrected for the judges' severity.", "并非每位评委都评审了全部作品，得分已按评委宽严校正。")
	case !b.Design.Complete && len(b.Entries) > 0:
		add("Not every judge saw every submission, and scores are not corrected for the judges' severity (scene.yaml: ranking.severity). The rank intervals take it into account.", "并非每位评委都评审了全部作品，得分未按评委宽严校正（scene.yaml: ranking.severity）；名次区间已考虑宽严差异。")
	}
	if !b.Design.Connected {
		add("The submissions fall into groups that share no judge. Ranks across groups rest on trust that the groups' judges are alike.", "参评作品分为没有共同评委的若干组，跨组名次以各组评委宽严相当为前提。")
	}
	if b.Unsure == "" && len(b.Entries) > 0 {
		add("Rank intervals are of 90%. They rest on the judges' disagreement and the steps of their scores.{assumption}",
			"名次区间的水平为 90%，依据评委之间的分歧与评分的最小间隔。{assumption}", "{assumption}", b.Assumption(l))
	}
	return list
}
