package cmd

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"judgement/internal/pipeline"
	"judgement/report"
)

// nameCells is how wide a submission's name may be in the table, in terminal
// cells; the board's report and its JSON have the whole title.
const nameCells = 44

// boardWords are the terminal's own wording for a board, in the board's language.
type boardWords struct {
	header, pairs                      []string // pairs: the columns of a board with comparisons
	legend                             string   // what the columns mean that the report explains at length
	noModel, pairsNoModel, compared    string
	flagged, sameText, excluded        string
	made, same, again                  string // where the board lies
	otherPanel, unknown                string
	next                               string // what an empty board wants
	submission, uncompared, lowerLimit string
	between                            string
}

func boardWordsFor(l report.Lang) boardWords {
	if l == report.Chinese {
		return boardWords{
			header: []string{"名次", "参评作品", "总分", "满分", "等级", "名次区间 90%", "优于下一名", "难分高下", "变化", "案例"},
			pairs:  []string{"比较名次", "强度"},
			legend: `名次区间 90%：90% 水平的名次区间；优于下一名：确实优于下一名的概率；
难分高下：同号的作品分不出高下；变化：与上一版排名榜相比的名次与分数`,
			noModel:      "注意：未使用语言模型：得分来自词汇基线，基线并不理解文档内容",
			pairsNoModel: "注意：两两比较未使用语言模型：由词汇基线作答，基线并不理解文档内容",
			compared:     "%[2]d 对中已比较 %[1]d 对；比较 %[3]d 次，其中 %[4]d 次两种次序回答一致",
			flagged:      "注意：含有写给评委的内容或隐藏文本：%s", sameText: "注意：同一文本以不同名称参评：%s", excluded: "未参与排名：%s，%s：%s",
			made: "排名榜第 %d 版：%s", same: "自排名榜第 %d 版以来没有变化：%s", again: "缺失的文件已重新写出：%s",
			otherPanel: "注意：本排名榜出自另一评审团，场景现有的评审团尚未评审任何作品；一旦有作品由其评审，其余作品即不再参与排名，可用 'judgement review 文件… --scene %s' 重新评审",
			unknown:    "注意：ranking.withdrawn 中写有 %s，而场景中没有这件作品",
			submission: "%d 件作品尚未比较", lowerLimit: "：已用 %d 次调用，上限 %d 次，每对需 %d 次；提高上限（--calls，或 scene.yaml 的 ranking.calls）后可用 'judgement ranking %s --compare' 继续",
			uncompared: "：可用 'judgement ranking %s --compare' 比较，加上 --plan 则先说明所需的调用", between: "、",
			next: "下一步：judgement review 文件… --scene %s",
		}
	}
	return boardWords{
		header: []string{"rank", "submission", "total", "max", "grade", "ranks 90%", "beats next", "close", "change", "case"},
		pairs:  []string{"by pairs", "strength"},
		legend: `ranks 90%: interval of the true rank; beats next: the chance to be truly better than the
one below; close: submissions with one number are too
close to call; change: places and points since the last version of the board`,
		noModel:      "caution: no language model was used: these are the scores of a lexical baseline, which does not understand the documents",
		pairsNoModel: "caution: no language model was used to compare: a lexical baseline answered, which does not understand the documents",
		compared:     "compared: %d of %d pairs, %d comparisons, %d with the same answer in both orders",
		flagged:      "caution: text that speaks to the judges or is hidden: %s", sameText: "caution: the same text under several names: %s", excluded: "not compared: %s, %s: %s",
		made: "board version %d: %s", same: "nothing changed since board version %d: %s", again: "missing, and written again: %s",
		otherPanel: "caution: the scene's panel is not the one behind this board, and nobody was judged by it yet: with the first who is, all others are no longer compared; judge them again with 'judgement review FILES --scene %s'",
		unknown:    "caution: ranking.withdrawn names %s, and the scene has no such submission",
		submission: "%d submission(s) not compared yet", lowerLimit: ": %d of %d calls are used, and a pair takes %d; 'judgement ranking %s --compare' goes on under a higher limit (--calls, or ranking.calls in scene.yaml)",
		uncompared: ": 'judgement ranking %s --compare' does it, and with --plan says first what it takes", between: ", ",
		next: "next: judgement review FILES --scene %s",
	}
}

// boardLang is the language of a board; English where it names none.
func boardLang(b *report.Board) report.Lang {
	if b.Language == "" {
		return report.English
	}
	return b.Language
}

// writeBoard prints the board as a table, in its language.
func writeBoard(w io.Writer, b *report.Board) error {
	lang := boardLang(b)
	words := boardWordsFor(lang)
	if len(b.Entries) == 0 {
		fmt.Fprintln(w, b.Empty(lang))
	} else {
		if err := words.table(w, b, lang); err != nil {
			return err
		}
		fmt.Fprintln(w, words.legend)
		if s := b.Assumption(lang); s != "" {
			fmt.Fprintln(w, strings.TrimSpace(s))
		}
		if b.NoModel {
			fmt.Fprintln(w, words.noModel)
		}
	}
	if p := b.Pairwise; p != nil {
		if p.NoModel {
			fmt.Fprintln(w, words.pairsNoModel)
		}
		fmt.Fprintf(w, words.compared+"\n", p.Compared, p.Possible, p.Comparisons, p.Consistent)
	}
	for _, f := range b.FlaggedNames(lang) {
		fmt.Fprintf(w, words.flagged+"\n", plainLine(f))
	}
	for _, names := range b.SameTextNames(lang) {
		fmt.Fprintf(w, words.sameText+"\n", plainLine(names))
	}
	for _, x := range b.Excluded {
		fmt.Fprintf(w, words.excluded+"\n", plainLine(x.Case), plainLine(x.Name().In(lang, nameCells)), plainLine(lang.Unranked(x.Reason)))
	}
	return nil
}

func (words boardWords) table(w io.Writer, b *report.Board, lang report.Lang) error {
	header, right := words.header, []int{0, 2, 3, 5, 6, 7}
	if b.Pairwise != nil {
		header, right = append(header, words.pairs...), append(right, 10, 11)
	}
	var rows [][]string
	for _, e := range b.Entries {
		group := "—"
		if e.Group != nil {
			group = strconv.Itoa(*e.Group)
		}
		row := []string{
			e.Place(), e.Name().In(lang, nameCells), e.Total, e.Max, e.Grade, e.Interval(), e.Chance(), group, e.Change(lang), e.Case,
		}
		if b.Pairwise != nil {
			row = append(row, e.ByPairs(), strength(e))
		}
		rows = append(rows, row)
	}
	return writeTable(w, header, rows, right...)
}

// strength is what the comparisons give a submission, with its standard error.
func strength(e report.BoardEntry) string {
	if e.Strength == nil {
		return "—"
	}
	return report.Fixed(e.Strength.Value) + " ± " + report.Fixed(e.Strength.SE)
}

// sayRanking tells where the board lies and whether it is new, in its language.
func (a *App) sayRanking(p *progress, e *engine, r *pipeline.Ranking) {
	lang := boardLang(r.Board)
	words := boardWordsFor(lang)
	where := filepath.Join(a.shownPath(e.workspace.OutDir), filepath.FromSlash(r.Folder), "report.md")
	if r.Changed {
		p.line(words.made, r.Board.Version, where)
	} else {
		p.line(words.same, r.Board.Version, where)
		if len(r.Files) > 0 {
			p.line(words.again, strings.Join(r.Files, words.between))
		}
	}
	if r.OtherPanel {
		p.line(words.otherPanel, r.Board.Scene)
	}
	for _, x := range r.Apart("") {
		p.line("%s", apartLine(lang, x, r.Board.Scene))
	}
	for _, w := range r.Unknown {
		p.line(words.unknown, plainLine(w))
	}
	if len(r.Board.Entries)+len(r.Board.Excluded) == 0 {
		p.line(words.next, r.Board.Scene)
	}
	if line := words.toCompare(r.Board); line != "" {
		p.line("%s", line)
	}
}

// toCompare tells how to compare what was not, in a scene that asks for it; empty
// where nothing is to be compared.
func (words boardWords) toCompare(b *report.Board) string {
	if b.Mode != report.ModePairwise || len(b.Entries) < 2 {
		return ""
	}
	n := len(b.Entries)
	if w := b.Pairwise; w != nil {
		if n = w.Uncompared; n > 0 && w.Calls+2*len(w.Judges) > w.Limit {
			return fmt.Sprintf(plural(n, words.submission)+words.lowerLimit, n, w.Calls, w.Limit, 2*len(w.Judges), b.Scene)
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(plural(n, words.submission)+words.uncompared, n, b.Scene)
}
