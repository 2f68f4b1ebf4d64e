package cmd

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/app"
	"judgement/internal/board"
	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/pipeline"
	"judgement/internal/terminal"
	"judgement/report"
)

func (a *App) rankingCmd() *cobra.Command {
	o := &compareOptions{}
	c := &cobra.Command{
		Use:   "ranking SCENE",
		Short: "Rank the submissions of a competition",
		Long: `Ranks the latest complete review of each case of a competition scene (panel.yaml:
output_format: workshop_ranking), prints the board, and writes a new version of it
under reports/ when something changed. No model is called. How sure the order is
comes from the judges' disagreement; how far the judges agree is in the report.

With --panel the stored scores are weighed again: scaled to the maxima of another
panel, with its weights, its judges and its lenses. The board is printed with what
changes, and nothing is written or published.

With --compare, in a scene with ranking.mode: pairwise, every judge first compares
submissions two at a time, in both orders; the pairs that say
most come next, until the order is clear or the calls are used up. Ranks stay
those of the totals, and the comparisons are shown beside them. What was compared
before is not asked again, and an interrupted run continues. --repeats auto has a pair
compared again until one of the two leads. A model
must be set, or the offline baseline asked for by name.`,
		Example: `  judgement ranking startup-contest
  judgement ranking startup-contest --output json
  judgement ranking startup-contest --panel other.yaml
  judgement ranking startup-contest --compare --plan
  judgement ranking startup-contest --compare --calls 400`,
		Args: exactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.runRanking(c.Context(), c, o, args[0]) },
	}
	f := c.Flags()
	f.BoolVar(&o.compare, "compare", false, "have submissions compared two at a time first (scene key ranking.mode: pairwise)")
	f.StringVar(&o.panelFile, "panel", "", "panel file, on disk or in the workspace, or a scene's folder, to weigh the stored scores by; only prints")
	f.BoolVar(&o.plan, "plan", false, "with --compare: print calls, tokens and cost to come, and stop")
	f.IntVar(&o.calls, "calls", 0, "with --compare: most calls in all, earlier ones included (default: scene key ranking.calls, else 6 × judges × submissions, times the expected repeats)")
	f.StringVar(&o.repeats, "repeats", "1", "with --compare: how often each judge compares a pair; auto: until one leads, at most review.max_repeats times")
	f.StringVar(&o.maxCost, "max-cost", "", "with --compare: hard limit of this run in money")
	modelSettings(c)
	setting(c, "formats", "report.formats", "report files to write: md,html,pdf")
	return a.output(c)
}

func (a *App) runRanking(ctx context.Context, c *cobra.Command, o *compareOptions, slug string) error {
	if err := o.validate(c); err != nil {
		return err
	}
	if err := a.NeedWorkspace("the ranking"); err != nil {
		return err
	}
	e, err := a.Engine(ctx)
	if err != nil {
		return err
	}
	setup, err := e.Pipeline.Open(slug)
	if err != nil {
		return a.sceneFailure(err)
	}
	if o.panelFile != "" {
		return a.runWeighed(ctx, e, setup, o.panelFile)
	}
	p := a.progress()
	if o.compare {
		return a.runCompare(ctx, &reviewRun{app: a, engine: e, setup: setup, p: p}, o)
	}
	r, err := e.Pipeline.Ranking(ctx, setup)
	if err != nil {
		return rankingFailure(err)
	}
	return a.showRanking(ctx, p, e, r)
}

// runWeighed prints the board as another panel would have it.
func (a *App) runWeighed(ctx context.Context, e *app.Engine, setup *pipeline.Setup, file string) error {
	other, err := a.scoringPanel(file)
	if err != nil {
		return err
	}
	b, err := e.Pipeline.Weighed(ctx, setup, other)
	if err != nil {
		return renderFailure(err)
	}
	w := wordsFor(boardLang(b))
	a.Say(fmt.Sprintf(w("weighed by %s: this board is only printed; the published one keeps its weights", "按 %s 重新加权：此榜只在此显示，已发布的排名榜仍用原来的分值"), file))
	return a.print(b, func(p *page) { p.board(b) })
}

// showRanking prints a board, says where it is, and what of its cases and files is
// missing or was changed.
func (a *App) showRanking(ctx context.Context, p *progress, e *app.Engine, r *board.Ranking) error {
	if err := a.print(r.Board, func(p *page) { p.board(r.Board) }); err != nil {
		return err
	}
	a.sayRanking(p, r)
	a.sayKept(e, wordsFor(boardLang(r.Board)))
	lost, err := e.Pipeline.Cases.Lost(ctx)
	if err != nil {
		return err
	}
	for _, l := range lost {
		if l.Scene == r.Board.Scene {
			p.Line("warning: %s", l.Error())
		}
	}
	_, err = e.Pipeline.Cases.CheckBoard(ctx, path.Base(r.Folder))
	if !errors.Is(err, fault.Changed) {
		return err
	}
	for line := range strings.Lines(err.Error()) {
		p.Line("warning: %s", line)
	}
	return nil
}

// rankingFailure gives an error of ranking or comparing its exit code and advice.
func rankingFailure(err error) error {
	switch {
	case errors.Is(err, casefile.ErrComparing):
		return fault.Refuse(fault.Busy, "wait for it to end; what it finds counts for this board too", err)
	case fault.From(err) != nil, errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return fault.Refuse(fault.Ranking, "the reviews are kept: when the cause is repaired, 'judgement ranking SCENE' makes the board; 'judgement doctor' tries the output folder and the PDF reader", err)
}

// showPlacement says where a review is in its competition, after its summary and in
// its language.
func (r *reviewRun) showPlacement(result *pipeline.Result) {
	b, lang := result.Board, report.Lang(result.Plan.Language)
	if b == nil {
		return
	}
	w, shared := wordsFor(lang), ""
	if b.Tied {
		shared = w(", shared", "，并列")
	}
	text := fmt.Sprintf(w("rank %d of %d%s", "第 %d 名，共 %d 件%s"), b.Rank, b.Of, shared)
	if b.Rank == 0 {
		text = fmt.Sprintf(w("not ranked (%s)", "未参与排名（%s）"), lang.Unranked(b.Reason))
	}
	r.p.Line(w("%s; board version %d: %s", "%s；排名榜第 %d 版：%s"), text, b.Version, r.app.boardFile(b.Folder))
	for _, x := range b.NotComparable {
		r.p.Line("%s", notComparableLine(lang, x, result.Scene))
	}
}

// boardFile is a board's report, as it is shown.
func (a *App) boardFile(folder string) string {
	return filepath.Join(a.Shown(a.Workspace.OutDir), filepath.FromSlash(folder), "report.md")
}

// notComparableLine says that submissions are not compared with those on the board,
// and what to do about it.
func notComparableLine(l report.Lang, x board.NotComparable, scene string) string {
	if l == report.Chinese {
		are := "未参与排名"
		if x.Before {
			are = "不再参与排名"
		}
		return fmt.Sprintf("注意：另有 %d 件作品%s（%s）；可用 'judgement review 文件… --scene %s' 重新评审", x.N, are, l.Unranked(x.Reason), scene)
	}
	others, they, were, them := "others are", "they", "were", "them"
	if x.N == 1 {
		others, they, were, them = "other is", "it", "was", "it"
	}
	still := "not"
	if x.Before {
		still = "no longer"
	}
	return fmt.Sprintf("caution: %d %s %s compared: %s %s %s; judge %s again with 'judgement review FILES --scene %s'",
		x.N, others, still, they, were, l.Unranked(x.Reason), them, scene)
}

// nameCells is how wide a submission's name may be in the table, in terminal
// cells; the board's report and its JSON have the whole title.
const nameCells = 44

// boardLang is the language of a board; English if it names none.
func boardLang(b *report.Board) report.Lang {
	if b.Language == "" {
		return report.English
	}
	return b.Language
}

// board prints a board as a table, in its language.
func (p *page) board(b *report.Board) {
	lang := boardLang(b)
	w := wordsFor(lang)
	if len(b.Entries) == 0 {
		p.Line(b.Empty(lang))
	} else {
		p.boardTable(b, lang)
		p.Wrapped("", "", w("ranks 90%: interval of the true rank; beats next: the chance to be truly better than the one below; close: submissions with one number are too close to call; change: ", "名次区间 90%：90% 水平的名次区间；优于下一名：确实优于下一名的概率；难分高下：同号的作品分不出高下；变化：")+w.since(b))
		if why := b.NoIntervals(lang); why != "" {
			p.Wrapped("", "", w("ranks and chances are empty: ", "名次区间与概率为空：")+why)
		}
		if s := b.Assumption(lang); s != "" {
			p.Wrapped("", "", strings.TrimSpace(s))
		}
		if s := b.GradesNote(lang); s != "" {
			p.Wrapped("", "", s)
		}
		if b.NoModel {
			p.Wrapped("", "", w("caution: no language model was used: these are the scores of a lexical baseline, which does not understand the documents", "注意：未使用语言模型：得分来自词汇基线，基线并不理解文档内容"))
		}
	}
	if made := b.Pairwise; made != nil {
		if made.NoModel {
			p.Wrapped("", "", w("caution: no language model was used to compare: a lexical baseline answered, which does not understand the documents", "注意：两两比较未使用语言模型：由词汇基线作答，基线并不理解文档内容"))
		}
		p.Printf(w("compared: %d of %d pairs, %d comparisons, %d with the same answer in both orders\n", "%[2]d 对中已比较 %[1]d 对；比较 %[3]d 次，其中 %[4]d 次两种次序回答一致\n"),
			made.Compared, made.Possible, made.Comparisons, made.Consistent)
		if made.Repeats != nil {
			p.Line(made.Repeats.In(lang))
		}
	}
	for _, f := range b.FlaggedNames(lang) {
		p.Line(w("caution: text that speaks to the judges or is hidden: ", "注意：含有写给评委的内容或隐藏文本：") + terminal.PlainLine(f))
	}
	for _, name := range b.UnreadNames(lang) {
		p.Line(w("caution: the integrity reader gave no answer: ", "注意：完整性阅读模型未作答：") + terminal.PlainLine(name))
	}
	for _, names := range b.SameTextNames(lang) {
		p.Line(w("caution: the same text under several names: ", "注意：同一文本以不同名称参评：") + terminal.PlainLine(names))
	}
	for _, x := range b.Excluded {
		p.Line(terminal.PlainLine(fmt.Sprintf(w("not compared: %s, %s: %s", "未参与排名：%s，%s：%s"), x.Case, x.Name().In(lang, nameCells), lang.Unranked(x.Reason))))
	}
}

// since says what the column of changes compares with.
func (w wording) since(b *report.Board) string {
	if b.Version == 0 { // it is weighed again, and not published
		return w("places against the board with its own weights", "与原有分值的排名榜相比的名次")
	}
	if text := b.NotCompared(boardLang(b)); text != "" {
		return w("none. ", "无。") + text
	}
	return w("places and points since the last version of the board", "与上一版排名榜相比的名次与分数")
}

func (p *page) boardTable(b *report.Board, lang report.Lang) {
	names := strings.Split(wordsFor(lang)("rank,submission,total,max,grade,ranks 90%,beats next,close,change,case,by pairs,strength",
		"名次,参评作品,总分,满分,等级,名次区间 90%,优于下一名,难分高下,变化,案例,比较名次,强度"), ",")
	columns := []terminal.Column{
		{Right: true},
		{Least: 24},
		{Right: true},
		{Right: true, Drop: 2},
		{},
		{Right: true, Drop: 8},
		{Right: true, Drop: 5},
		{Right: true, Drop: 7},
		{Drop: 6},
		{Drop: 1},
		{Right: true, Drop: 4},
		{Right: true, Drop: 3},
	}
	for i := range columns {
		columns[i].Name = names[i]
	}
	if b.Pairwise == nil {
		columns = columns[:10]
	}
	var rows [][]string
	for _, e := range b.Calm().Entries { // as in the reports
		group := "—"
		if e.Group != nil {
			group = strconv.Itoa(*e.Group)
		}
		row := []string{
			e.Place(), e.Name().In(lang, nameCells), e.Total, e.Max, wordsFor(lang).baseline(e.Grade, b.NoModel), e.Interval(), e.Chance(), group, e.Change(lang), e.Case, e.ByPairs(), strength(e),
		}
		rows = append(rows, row[:len(columns)])
	}
	p.Columns(columns, rows)
}

// strength is what the comparisons give a submission, with its standard error.
func strength(e report.BoardEntry) string {
	if e.Strength == nil {
		return "—"
	}
	return report.Fixed(e.Strength.Value) + " ± " + report.Fixed(e.Strength.SE)
}

// sayRanking says where the board is and whether it is new, in its language.
func (a *App) sayRanking(p *progress, r *board.Ranking) {
	lang, file := boardLang(r.Board), a.boardFile(r.Folder)
	w := wordsFor(lang)
	if r.Changed {
		p.Line(w("board version %d: %s", "排名榜第 %d 版：%s"), r.Board.Version, file)
	} else {
		p.Line(w("nothing changed since board version %d: %s", "自排名榜第 %d 版以来没有变化：%s"), r.Board.Version, file)
		if len(r.Files) > 0 {
			p.Line(w("missing, and written again: %s", "缺失的文件已重新写出：%s"), strings.Join(r.Files, w(", ", "、")))
		}
	}
	if r.OtherPanel {
		p.Line(w("caution: the scene's panel is not the one behind this board, and nobody was judged by it yet: with the first who is, all others are no longer compared; judge them again with 'judgement review FILES --scene %s'",
			"注意：本排名榜出自另一评审团，场景现有的评审团尚未评审任何作品；一旦有作品由其评审，其余作品即不再参与排名，可用 'judgement review 文件… --scene %s' 重新评审"), r.Board.Scene)
	}
	for _, x := range r.NotComparable("") {
		p.Line("%s", notComparableLine(lang, x, r.Board.Scene))
	}
	for _, name := range r.Unknown {
		p.Line(w("caution: ranking.withdrawn names %s, and the scene has no such submission", "注意：ranking.withdrawn 中写有 %s，而场景中没有这件作品"), name)
	}
	if len(r.Board.Entries)+len(r.Board.Excluded) == 0 {
		p.Line(w("next: judgement review FILES --scene %s", "下一步：judgement review 文件… --scene %s"), r.Board.Scene)
	}
	if line := w.toCompare(r.Board); line != "" {
		p.Line("%s", line)
	}
}

// toCompare says how to compare what was not, in a scene that asks for it; empty if
// nothing is to be compared.
func (w wording) toCompare(b *report.Board) string {
	if b.Mode != report.ModePairwise || len(b.Entries) < 2 {
		return ""
	}
	n, text := len(b.Entries), w("%d submission(s) not compared yet", "%d 件作品尚未比较")
	made := b.Pairwise
	if made != nil {
		n = made.Uncompared
	}
	switch {
	case n == 0:
		return ""
	case made != nil && made.Calls+2*len(made.Judges) > made.Limit:
		return terminal.Counted(n, text+w(": %d of %d calls are used, and a pair takes %d; 'judgement ranking %s --compare' goes on under a higher limit (--calls, or ranking.calls in scene.yaml)",
			"：已用 %d 次调用，上限 %d 次，每对需 %d 次；提高上限（--calls，或 scene.yaml 的 ranking.calls）后可用 'judgement ranking %s --compare' 继续"), made.Calls, made.Limit, 2*len(made.Judges), b.Scene)
	}
	return terminal.Counted(n, text+w(": 'judgement ranking %s --compare' does it, and with --plan says first what it takes", "：可用 'judgement ranking %s --compare' 比较，加上 --plan 则先说明所需的调用"), b.Scene)
}
