package cmd

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"judgement/report"
)

// batchWords are the terminal's own wording for a batch in one language.
type batchWords struct {
	header               []string
	notJudged, judges    string
	trick, tricks        string // about one document, about several
	open, closing, names string // brackets, and what parts the names
}

func batchWordsFor(l report.Lang) batchWords {
	if l == report.Chinese {
		about := "注意：%d 份文档含有写给评委的内容或隐藏文本：%s；请查看其报告"
		return batchWords{
			header: []string{"文件", "总分", "等级", "已核实", "费用", "报告"}, notJudged: "未评审", judges: "%d 位评委",
			trick: about, tricks: about, open: "（", closing: "）", names: "；",
		}
	}
	return batchWords{
		header: []string{"file", "total", "grade", "proven", "cost", "report"}, notJudged: "not judged", judges: "%d judge(s)",
		trick:  "caution: %d document holds text that speaks to the judges or is hidden: %s; look at its report",
		tricks: "caution: %d documents hold text that speaks to the judges or is hidden: %s; look at their reports",
		open:   " (", closing: ")", names: ", ",
	}
}

// batchLang is the language in which a batch is told: the one that was asked for,
// else that of most reports; English where they are even, or where there are none.
func batchLang(asked report.Lang, rows []batchRow) report.Lang {
	chinese, reports := 0, 0
	for _, r := range rows {
		if r.Result == nil {
			continue
		}
		if reports++; r.Result.Lang == report.Chinese {
			chinese++
		}
	}
	most := report.English
	if 2*chinese > reports {
		most = report.Chinese
	}
	return cmp.Or(asked, most)
}

// writeBatch shows the end of every document of a batch in a language, then in
// lines of so many cells why some were not judged.
func writeBatch(w io.Writer, rows []batchRow, lang report.Lang, width int) error {
	words, amount := batchWordsFor(lang), wordsFor(lang).amount
	table := make([][]string, 0, len(rows))
	var bad []string
	for _, r := range rows {
		if r.Result == nil {
			table = append(table, []string{r.File, words.notJudged, "", "", "", ""})
			bad = append(bad, strings.Join(wrap(plainLine(r.problem()), max(10, width-3)), "\n  "))
			continue
		}
		res := r.Result
		total, proven := report.Shown(res.Total, res.Max)+" / "+res.Max.String(), fmt.Sprintf("%d/%d", res.Evidence.Proven, res.Evidence.Total)
		if res.Meeting {
			total = fmt.Sprintf(plural(len(res.Judges), words.judges), len(res.Judges))
		}
		table = append(table, []string{r.File, total, res.Grade, proven, amount(res.Cost), res.Folder})
	}
	if err := writeTable(w, words.header, table); err != nil {
		return err
	}
	if line := tricksLine(rows, lang); line != "" {
		fmt.Fprintf(w, "\n%s\n", strings.Join(wrap(plainLine(line), max(10, width-3)), "\n  "))
	}
	if len(bad) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(bad, "\n"))
	return err
}

// tricksLine names the documents of a batch that hold what may be meant to sway
// the judges; empty where none does.
func tricksLine(rows []batchRow, lang report.Lang) string {
	words := batchWordsFor(lang)
	var names []string
	for _, r := range rows {
		if r.Result == nil || len(r.Result.Tricks) == 0 {
			continue
		}
		var kinds []string
		for _, k := range r.Result.Tricks {
			kinds = append(kinds, string(k))
		}
		names = append(names, r.File+words.open+lang.Kinds(kinds)+words.closing)
	}
	text := words.tricks
	switch len(names) {
	case 0:
		return ""
	case 1:
		text = words.trick
	}
	return fmt.Sprintf(text, len(names), strings.Join(names, words.names))
}
