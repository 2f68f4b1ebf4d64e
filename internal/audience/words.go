package audience

import "judgement/report"

// words are the page's own, in one language.
type words struct {
	Title, Rank, Submission, Total, Grade, Ranks, Change, Chart string
	Close, CloseNote, RanksNote, NewMark                        string
	Waiting, NoModel, More, Version, Say                        string
	SpreadNote                                                  string // what the thin line in a bar is
	Live, Lost                                                  string
	Unavailable                                                 string
	Absent, Ask                                                 string // if no board is shown
	Pairs, PairsNote, PairsNoModel                              string
	Reports                                                     string // a link that asks for a login
}

var english = words{
	Title: "Ranking", Rank: "Rank", Submission: "Submission", Total: "Total", Grade: "Grade", Ranks: "Ranks", Change: "Change", Chart: "Share of the maximum",
	Close: "too close to call", CloseNote: "≈ too close to call; a thick line ends a group", RanksNote: "Ranks: 90% interval of the true rank.", NewMark: "new",
	Waiting: "Waiting for the first results.", NoModel: "No language model was used: these are the scores of a lexical baseline.",
	More: "%d more submissions are in the report.", Version: "Version", Say: "Ranking version %d: %d submissions, first %s.",
	SpreadNote: "Thin line: the total, give or take the deviation of the judges' totals",
	Live:       "Live", Lost: "Connection lost, trying again",
	Unavailable: "The ranking is not available just now. This page tries again by itself.",
	Absent:      "No ranking is shown at this address.", Ask: "Check the address, or ask the person who gave it to you.",
	Pairs: "By pairs", PairsNote: "By pairs: the rank where judges compare two submissions at a time; it changes no place",
	PairsNoModel: "No language model was used to compare: a lexical baseline answered.", Reports: "Reports (login)",
}

var chinese = words{
	Title: "排名榜", Rank: "名次", Submission: "参评作品", Total: "总分", Grade: "等级", Ranks: "名次区间", Change: "变化", Chart: "占满分比例",
	Close: "难分高下", CloseNote: "≈ 难分高下，粗线分组", RanksNote: "名次区间的水平为 90%。", NewMark: "新增",
	Waiting: "正在等待首批结果。", NoModel: "未使用语言模型：得分来自词汇基线。",
	More: "另有 %d 件作品见报告。", Version: "版本", Say: "排名第 %d 版：共 %d 件作品，第一名 %s。",
	SpreadNote: "细线：总分加减各评委总分的标准差",
	Live:       "实时", Lost: "连接中断，正在重试",
	Unavailable: "排名榜暂时无法显示，本页将自动重试。",
	Absent:      "此网址没有可显示的排名榜。", Ask: "请核对网址，或向提供网址的人询问。",
	Pairs: "比较名次", PairsNote: "比较名次：评委两两比较所得，不影响正式名次",
	PairsNoModel: "两两比较未使用语言模型，由词汇基线作答。", Reports: "报告（需登录）",
}

func wordsOf(l report.Lang) words {
	if l == report.Chinese {
		return chinese
	}
	return english
}
