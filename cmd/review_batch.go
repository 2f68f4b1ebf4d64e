package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"judgement/internal/app"
	"judgement/internal/batch"
	"judgement/internal/board"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/lazy"
	"judgement/internal/terminal"
	"judgement/report"
)

// batch judges many documents.
func (r *reviewRun) batch(ctx context.Context, inputs []input) error {
	r.p.lang = cmp.Or(r.asked(), app.LocaleLang(r.app.Env)) // until the documents are read
	r.begin(r.p.lang)
	r.warn("", r.setup.Warning)
	r.p.Begin(len(inputs))
	docs := make([]batch.Document, len(inputs))
	for i, in := range inputs {
		docs[i] = batch.Document{File: in.name, Brand: in.brand, Job: func() (job.Spec, error) { return r.noted(in) }}
	}
	rows, boards := batch.Run(ctx, r.engine.Pipeline, r.setup, docs, r)
	r.p.End()
	var langs []report.Lang
	r.langs.Range(func(_, lang any) bool { langs = append(langs, lang.(report.Lang)); return true })
	lang := batchLang(r.asked(), langs)
	if err := context.Cause(ctx); err != nil {
		r.p.lang = lang
		return endOfRun{r.cutOff(ctx, boards, err), lang, ""}
	}
	var err error
	if r.app.format == githubFormat {
		err = r.annotate(ctx, inputs, rows)
	} else {
		err = r.app.print(rows, func(p *page) { p.batch(rows, lang) })
	}
	if err != nil {
		return err
	}
	r.app.sayKept(r.engine, wordsFor(lang))
	board, boardErr := boards.Finish(ctx)
	if board != nil {
		r.Board(board)
	}
	if err := r.batchExit(rows); err != nil {
		return endOfRun{err, lang, ""}
	}
	if boardErr == nil {
		return nil
	}
	return rankingFailure(boardErr)
}

// noted is the job of a file, which notes the language of its report.
func (r *reviewRun) noted(in input) (job.Spec, error) {
	spec, err := r.job(in)
	planned := spec.Planned
	spec.Planned = func(lang string) {
		planned(lang)
		r.langs.Store(in.brand, report.Lang(lang))
	}
	return spec, err
}

// of is the display with the words of a document's language.
func (r *reviewRun) of(brand string) *progress {
	p := *r.p
	if lang, known := r.langs.Load(brand); known {
		p.lang = lang.(report.Lang)
	}
	return &p
}

// warn says what went wrong beside the review of a document; without a brand, of all.
func (r *reviewRun) warn(brand, text string) {
	if text == "" {
		return
	}
	w := wordsFor(r.of(brand).lang)
	if text = w.labelled(w("warning", "警告"), text); brand != "" {
		text = w.labelled(brand, text)
	}
	r.p.Line("%s", text)
}

// Started implements batch.Observer.
func (r *reviewRun) Started(d batch.Document) { r.p.Start(d.Brand) }

// Event implements batch.Observer.
func (r *reviewRun) Event(d batch.Document, e jury.Event) {
	r.kept.Add(int64(e.Kept))
	switch e.Type {
	case jury.JudgeRetry:
		p := r.of(d.Brand)
		p.retry(wordsFor(p.lang).labelled(d.Brand, p.judge(*e.Judge)), e)
	case jury.JudgeFinished:
		r.p.Step(d.Brand, e.Done, e.Total)
	default:
	}
}

// Ended implements batch.Observer.
func (r *reviewRun) Ended(row *batch.Row) {
	if row.Err != nil {
		_ = word(row) // only its words are shown
	}
	r.p.Finish(row.Brand, "%s", rowLine(row, wordsFor(r.of(row.Brand).lang)))
	if row.Result == nil {
		return
	}
	for _, w := range row.Result.Warnings {
		if w != r.setup.Warning { // which is said once, for all documents
			r.warn(row.Brand, w)
		}
	}
}

// Board implements batch.Observer.
func (r *reviewRun) Board(b *board.Ranking) { r.app.sayRanking(r.p, b) }

// word puts a row's error into words.
func word(row *batch.Row) *failure {
	f := classify(row.Err)
	row.Error, row.Fix = f.text, f.fix
	return f
}

// cutOff ends a batch that was interrupted or whose time is up: what is judged is
// on the board.
func (r *reviewRun) cutOff(ctx context.Context, boards *board.Batch, cause error) error {
	done, total := r.p.Counts()
	if done > 0 {
		board, err := boards.Finish(ctx)
		switch {
		case err != nil:
			r.warn("", fmt.Sprintf(wordsFor(r.p.lang)("the board is not made: %v; 'judgement ranking %s' makes it", "排名榜未生成：%v；可用 'judgement ranking %s' 生成"), err, r.setup.Scene.Slug))
		case board != nil:
			r.Board(board)
		}
	}
	if errors.Is(cause, context.Canceled) {
		return r.interrupted(true)
	}
	f := fault.From(cause)
	if chinese, fix := chineseEnd(f); chinese != "" {
		end := bilingual(f.Code, fmt.Sprintf("%d of %d documents are judged: %s", done, total, f.Error()), fixFor(f), fmt.Sprintf("%d / %d 份文档已评审：%s", done, total, chinese), fix)
		end.Cause = cause
		return end
	}
	return fmt.Errorf("%d of %d documents are judged: %w", done, total, cause)
}

// words says why a document was not judged, without its name, and what to do.
func (w wording) words(row *batch.Row) (text, fix string) {
	text, fix = strings.TrimPrefix(row.Error, row.File+": "), row.Fix
	if said, todo := chineseEnd(fault.From(row.Err)); said != "" {
		text, fix = w(text, said), w(fix, todo)
	}
	return text, fix
}

// problem says why a document was not judged and what to do, with its name once.
func (w wording) problem(row *batch.Row) string {
	text, fix := w.words(row)
	return w.labelled(row.File, w.advised(text, fix))
}

// advised is an error in one line with what to do about it.
func (w wording) advised(text, fix string) string {
	end := w("; ", "；")
	text = strings.NewReplacer(".\n", end, "\n", end).Replace(text)
	if fix != "" {
		text += " → " + fix
	}
	return text
}

// Limits of the names of documents that were not judged for one reason.
const (
	maxReasonNames = 5
	maxReasonName  = 30 // cells
)

var anyNumber = lazy.Regexp(`\d[\d,.]*`)

// reasons says why documents were not judged and what to do: once for those whose reasons
// differ in numbers only.
func (w wording) reasons(rows []*batch.Row) (out []string) {
	same := map[string][]*batch.Row{}
	var order []string
	for _, row := range rows {
		text, fix := w.unspent(row)
		key := anyNumber().ReplaceAllString(text, "0") + "\n" + fix
		if same[key] == nil {
			order = append(order, key)
		}
		same[key] = append(same[key], row)
	}
	for _, key := range order {
		out = append(out, w.reason(same[key]))
	}
	return out
}

// unspent is words without what asking the judges cost.
func (w wording) unspent(row *batch.Row) (text, fix string) {
	text, fix = w.words(row)
	text, _, _ = strings.Cut(text, "\n"+w.spent(""))
	return text, fix
}

// reason says why documents were not judged that have one reason.
func (w wording) reason(rows []*batch.Row) string {
	if len(rows) == 1 {
		return w.problem(rows[0])
	}
	text, fix := w.unspent(rows[0])
	var names []string
	var costs []format.Spent
	differ := false
	for _, row := range rows {
		if len(names) < maxReasonNames {
			names = append(names, report.CutCells(row.File, maxReasonName))
		}
		if f := fault.From(row.Err); f != nil {
			if s, ok := spentOf(f); ok {
				costs = append(costs, s)
			}
		}
		other, _ := w.unspent(row)
		differ = differ || other != text
	}
	list := strings.Join(names, w(", ", "、"))
	if more := len(rows) - len(names); more > 0 {
		list += fmt.Sprintf(w(" and %d more", "，另有 %d 份"), more)
	}
	text = fmt.Sprintf(w("%d documents (%s): %s", "%d 份文档（%s）：%s"), len(rows), list, text)
	if differ {
		text += fmt.Sprintf(w(" (the numbers are those of %s)", "（数字为 %s 的数字）"), names[0])
	}
	if len(costs) > 0 {
		usage, cost := format.Total(costs, func(s format.Spent) (report.Usage, *report.Money) { return s.Usage, s.Cost })
		text += "\n" + w("spent on them: ", "已花费：") + w.used(usage, cost, nil)
	}
	return w.advised(text, fix)
}

// kindTexts are the names of kinds of findings.
func kindTexts(kinds []document.WarningKind) []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}

// rowLine is a document's end while the batch runs. The whole of an error, and what to do,
// is said once, at the end.
func rowLine(row *batch.Row, w wording) string {
	res, note := row.Result, ""
	if res == nil {
		text, _ := w.words(row)
		line, _, _ := strings.Cut(text, "\n")
		return w.labelled(row.File, line)
	}
	switch {
	case res.ScoresOf > 0:
		note = w(" (no judge was asked)", "（未询问评委）")
	case res.Unchanged:
		note = w(" (already judged)", "（已评审）")
	}
	if res.Unscored {
		return w.labelled(row.Brand, fmt.Sprintf(w("%d judges, %s%s", "%d 位评委，%s%s"), len(res.Judges), w.proven(res.Evidence), note))
	}
	return w.labelled(row.Brand, report.Shown(res.Total, res.Max)+" / "+res.Max.String()+" "+w.baseline(res.Grade, res.NoModel)+note)
}

// rejects are the documents of a command that can't be judged.
type rejects struct {
	of         int // documents
	rows       []*batch.Row
	files      int // rows that are the fault of the file
	unrecorded int // rows whose replies are not recorded: the same command would not find them either
	worst      *failure
}

func (r *rejects) add(row *batch.Row) {
	f := word(row)
	if r.worst == nil || f.exit > r.worst.exit {
		r.worst = f
	}
	if f.code == "document" || f.code == "too_long" {
		r.files++
	}
	if f.code == "unavailable" {
		r.unrecorded++
	}
	r.rows = append(r.rows, row)
}

// refuse notes a document. It returns the error if that ends the command: it is
// the only document, or ctx has ended.
func (r *rejects) refuse(ctx context.Context, in input, err error) error {
	if r.of == 1 || ctx.Err() != nil {
		return err
	}
	r.add(&batch.Row{File: in.name, Brand: in.brand, Err: err})
	return nil
}

// end is the command's error if there are any.
func (r *rejects) end(what, fix, chineseFix string) error {
	if len(r.rows) == 0 {
		return nil
	}
	return withExit{bilingual(fault.Batch, fmt.Sprintf("%d of %d documents %s", len(r.rows), r.of, what), fix,
		fmt.Sprintf("%d / %d 份文档未评审", len(r.rows), r.of), chineseFix), r.worst.exit}
}

// show says why documents were refused.
func (r *rejects) show(p *progress, w wording) {
	for _, text := range w.reasons(r.rows) {
		p.Line("%s", text)
	}
}

// batchExit is the worst end of a batch: a failed document, else a total below
// the threshold.
func (r *reviewRun) batchExit(rows []batch.Row) error {
	bad := rejects{of: len(rows)}
	for i := range rows {
		if rows[i].Result == nil {
			bad.add(&rows[i])
		}
	}
	fix, chinese := "the reasons are above; run the same command again for those that failed, the others have their reports", "原因见上；再次运行同一命令可评审失败的文档，其余文档已有报告"
	switch {
	case len(bad.rows) == len(rows) && bad.unrecorded+bad.files == 0:
		fix, chinese = "the reasons are above; run the same command again when they are gone: what was answered is kept", "原因见上；排除后再次运行同一命令：已得到的回复会保留"
	case bad.unrecorded == len(bad.rows):
		fix, chinese = "run these with a model first, or put back what differs from the recorded run; the others have their reports", "请先用模型评审这些文档，或恢复与记录时不同的内容；其余文档已有报告"
	case bad.files == len(bad.rows):
		fix, chinese = "repair these files or take them away, then run the same command again: what is judged is not judged again", "请修复或移走这些文件，再运行同一命令：已评审的不会重新评审"
	case bad.files > 0:
		fix, chinese = "the reasons are above; repair the files that can't be read, then run the same command again: what is judged is not judged again", "原因见上；请修复无法读取的文件，再运行同一命令：已评审的不会重新评审"
	}
	if err := bad.end("were not judged", fix, chinese); err != nil {
		return err
	}
	for _, row := range rows {
		if err := r.below(row.Brand, &format.Score{Total: row.Result.Total, Max: row.Result.Max}, 0); err != nil {
			return err
		}
	}
	return nil
}

// batchLang is the language in which a batch is shown: the one that was asked for,
// else that of most reports; English if they are even, or if there are none.
func batchLang(asked report.Lang, langs []report.Lang) report.Lang {
	chinese := 0
	for _, lang := range langs {
		if lang == report.Chinese {
			chinese++
		}
	}
	if asked == "" && 2*chinese > len(langs) {
		return report.Chinese
	}
	return cmp.Or(asked, report.English)
}

// batch prints the end of every document of a batch in a language, then why some
// were not judged.
func (p *page) batch(rows []batch.Row, lang report.Lang) {
	w := wordsFor(lang)
	table := make([][]string, 0, len(rows))
	var bad []*batch.Row
	var tricks, unsure, passages, unread []string
	for i := range rows {
		r := &rows[i]
		res := r.Result
		if res == nil {
			table = append(table, []string{r.File, w("not judged", "未评审"), "", "", "", ""})
			bad = append(bad, r)
			continue
		}
		total := report.Shown(res.Total, res.Max) + " / " + res.Max.String()
		if res.Unscored {
			total = terminal.Counted(len(res.Judges), w("%d judge(s)", "%d 位评委"))
		}
		table = append(table, []string{r.File, total, w.baseline(res.Grade, res.NoModel), fmt.Sprintf("%d/%d", res.Evidence.Proven, res.Evidence.Total), w.partAmount(res.Cost, res.Parts), res.Folder})
		if kinds := kindTexts(res.Tricks); len(kinds) > 0 {
			tricks = append(tricks, fmt.Sprintf(w("%s (%s)", "%s（%s）"), r.File, lang.Kinds(kinds)))
		}
		if kinds := kindTexts(res.Unsure); len(kinds) > 0 {
			unsure = append(unsure, fmt.Sprintf(w("%s (%s)", "%s（%s）"), r.File, lang.MayBe(kinds)))
		}
		if r.Reading != nil && len(r.Reading.Passages) > 0 {
			passages = append(passages, fmt.Sprintf(w("%s (%d)", "%s（%d）"), r.File, len(r.Reading.Passages)))
		}
		if r.Reading != nil && !r.Reading.Answered() {
			unread = append(unread, fmt.Sprintf(w("%s (%s)", "%s（%s）"), r.File, r.Reading.Why(lang)))
		}
	}
	p.Columns([]terminal.Column{
		{Name: w("file", "文件"), Least: 14},
		{Name: w("total", "总分")},
		{Name: w("grade", "等级")},
		{Name: w("proven", "已核实"), Drop: 2},
		{Name: w("cost", "费用"), Drop: 1},
		{Name: w("report", "报告"), Least: 36},
	}, table)
	if usage, cost, parts := batch.Paid(rows); usage.Calls > 0 {
		p.Wrapped("", "", w.cost(usage, cost, report.PartCost(parts)))
	}
	if n := len(tricks); n > 0 {
		text := "caution: %d documents hold text that speaks to the judges or is hidden: %s; look at their reports"
		if n == 1 {
			text = "caution: %d document holds text that speaks to the judges or is hidden: %s; look at its report"
		}
		text = w(text, "注意：%d 份文档含有写给评委的内容或隐藏文本：%s；请查看其报告")
		p.Notes([]string{fmt.Sprintf(text, n, strings.Join(tricks, w(", ", "；")))})
	}
	if n := len(unsure); n > 0 {
		text := w("caution: %d document(s) may hold text that speaks to the judges: %s; read the sentences in the report(s)", "注意：%d 份文档可能含有写给评委的内容：%s；请在报告中阅读原句")
		p.Notes([]string{terminal.Counted(n, text, strings.Join(unsure, w(", ", "；")))})
	}
	if n := len(passages); n > 0 {
		text := w("caution: the integrity reader says that passages address judges in %d document(s): %s", "注意：完整性阅读模型认为 %d 份文档中有写给评委的段落：%s")
		p.Notes([]string{terminal.Counted(n, text, strings.Join(passages, w(", ", "；")))})
	}
	if n := len(unread); n > 0 {
		text := w("caution: the integrity reader gave no answer about %d document(s): %s", "注意：完整性阅读模型对 %d 份文档未作答：%s")
		p.Notes([]string{terminal.Counted(n, text, strings.Join(unread, w(", ", "；")))})
	}
	p.Notes(w.reasons(bad))
}
