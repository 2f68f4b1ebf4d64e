package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"judgement/internal/batch"
	"judgement/internal/board"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/terminal"
	"judgement/report"
)

// batch judges many documents.
func (r *reviewRun) batch(ctx context.Context, inputs []input) error {
	asked := r.asked()
	r.begin(cmp.Or(asked, localeLang(r.app.Env)))
	if w := r.setup.Warning; w != "" {
		r.p.Line("warning: %s", w)
	}
	r.p.Begin(len(inputs))
	docs := make([]batch.Document, len(inputs))
	for i, in := range inputs {
		docs[i] = batch.Document{File: in.name, Brand: in.brand, Job: func() (job.Spec, error) { return r.job(in) }}
	}
	rows, boards := batch.Run(ctx, r.engine.Pipeline, r.setup, docs, r)
	r.p.End()
	if err := context.Cause(ctx); err != nil {
		return r.cutOff(ctx, boards, err)
	}
	var err error
	if r.app.format == githubFormat {
		err = r.annotate(ctx, inputs, rows)
	} else {
		err = r.app.print(rows, func(p *page) { p.batch(rows, batchLang(asked, rows)) })
	}
	if err != nil {
		return err
	}
	r.app.sayKept(r.engine)
	board, boardErr := boards.Finish(ctx)
	if board != nil {
		r.Board(board)
	}
	if err := r.batchExit(rows); err != nil || boardErr == nil {
		return err
	}
	return rankingFailure(boardErr)
}

// Started implements batch.Observer.
func (r *reviewRun) Started(d batch.Document) { r.p.Start(d.Brand) }

// Event implements batch.Observer.
func (r *reviewRun) Event(d batch.Document, e jury.Event) {
	r.kept.Add(int64(e.Kept))
	switch e.Type {
	case jury.JudgeRetry:
		r.p.retry(d.Brand+": "+r.p.judge(*e.Judge), e)
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
	r.p.Finish(row.Brand, "%s", rowLine(row))
	if row.Result == nil {
		return
	}
	for _, w := range row.Result.Warnings {
		if w != r.setup.Warning { // which is said once, for all documents
			r.p.Line("%s: warning: %s", row.Brand, w)
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
			r.p.Line("warning: the board is not made: %v; 'judgement ranking %s' makes it", err, r.setup.Scene.Slug)
		case board != nil:
			r.Board(board)
		}
	}
	if errors.Is(cause, context.Canceled) {
		return r.interrupted("documents are judged")
	}
	return fmt.Errorf("%d of %d documents are judged: %w", done, total, cause)
}

// problem says why a document was not judged and what to do, with its name once.
func problem(row *batch.Row) string {
	text := strings.NewReplacer(".\n", "; ", "\n", "; ").Replace(named(row))
	if row.Fix != "" {
		text += " → " + row.Fix
	}
	return text
}

// named is a row's error with the name of its file once.
func named(row *batch.Row) string {
	if strings.HasPrefix(row.Error, row.File+": ") {
		return row.Error
	}
	return row.File + ": " + row.Error
}

// rowLine is a document's end while the batch runs. The whole of an error, and what to do,
// is said once, at the end.
func rowLine(row *batch.Row) string {
	res, note := row.Result, ""
	if res == nil {
		line, _, _ := strings.Cut(named(row), "\n")
		return line
	}
	w := wordsFor(res.Lang)
	if res.Unchanged {
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
func (r *rejects) end(what, fix string) error {
	if len(r.rows) == 0 {
		return nil
	}
	return withExit{fault.Refuse(fault.Batch, fix, fmt.Errorf("%d of %d documents %s", len(r.rows), r.of, what)), r.worst.exit}
}

// show says why documents were refused.
func (r *rejects) show(p *progress) {
	for _, row := range r.rows {
		p.Line("%s", problem(row))
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
	fix := "the reasons are above; run the same command again for those that failed, the others have their reports"
	switch {
	case len(bad.rows) == len(rows) && bad.unrecorded+bad.files == 0:
		fix = "the reasons are above; run the same command again when they are gone: what was answered is kept"
	case bad.unrecorded == len(bad.rows):
		fix = "run these with a model first, or put back what differs from the recorded run; the others have their reports"
	case bad.files == len(bad.rows):
		fix = "repair these files or take them away, then run the same command again: what is judged is not judged again"
	case bad.files > 0:
		fix = "the reasons are above; repair the files that can't be read, then run the same command again: what is judged is not judged again"
	}
	if err := bad.end("were not judged", fix); err != nil {
		return err
	}
	for _, row := range rows {
		if err := r.below(row.Brand, &format.Score{Total: row.Result.Total, Max: row.Result.Max}, 0); err != nil {
			return err
		}
	}
	return nil
}

// localeLang is the language of this person's environment, for what is about no document.
func localeLang(env func(string) string) report.Lang {
	if strings.HasPrefix(cmp.Or(env("LC_ALL"), env("LC_MESSAGES"), env("LANG")), "zh") {
		return report.Chinese
	}
	return report.English
}

// batchLang is the language in which a batch is shown: the one that was asked for,
// else that of most reports; English if they are even, or if there are none.
func batchLang(asked report.Lang, rows []batch.Row) report.Lang {
	chinese, most := 0, report.English // more Chinese reports than others
	for _, r := range rows {
		switch {
		case r.Result == nil:
		case r.Result.Lang == report.Chinese:
			chinese++
		default:
			chinese--
		}
	}
	if chinese > 0 {
		most = report.Chinese
	}
	return cmp.Or(asked, most)
}

// batch prints the end of every document of a batch in a language, then why some
// were not judged.
func (p *page) batch(rows []batch.Row, lang report.Lang) {
	w := wordsFor(lang)
	table := make([][]string, 0, len(rows))
	var bad, tricks, passages, unread []string
	for _, r := range rows {
		res := r.Result
		if res == nil {
			table = append(table, []string{r.File, w("not judged", "未评审"), "", "", "", ""})
			bad = append(bad, problem(&r))
			continue
		}
		total := report.Shown(res.Total, res.Max) + " / " + res.Max.String()
		if res.Unscored {
			total = terminal.Counted(len(res.Judges), w("%d judge(s)", "%d 位评委"))
		}
		table = append(table, []string{r.File, total, w.baseline(res.Grade, res.NoModel), fmt.Sprintf("%d/%d", res.Evidence.Proven, res.Evidence.Total), w.amount(res.Cost), res.Folder})
		var kinds []string
		for _, k := range res.Tricks {
			kinds = append(kinds, string(k))
		}
		if len(kinds) > 0 {
			tricks = append(tricks, fmt.Sprintf(w("%s (%s)", "%s（%s）"), r.File, lang.Kinds(kinds)))
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
	if n := len(tricks); n > 0 {
		text := "caution: %d documents hold text that speaks to the judges or is hidden: %s; look at their reports"
		if n == 1 {
			text = "caution: %d document holds text that speaks to the judges or is hidden: %s; look at its report"
		}
		text = w(text, "注意：%d 份文档含有写给评委的内容或隐藏文本：%s；请查看其报告")
		p.Notes([]string{fmt.Sprintf(text, n, strings.Join(tricks, w(", ", "；")))})
	}
	if n := len(passages); n > 0 {
		text := w("caution: the integrity reader found passages that address judges in %d document(s): %s", "注意：完整性阅读模型在 %d 份文档中发现写给评委的段落：%s")
		p.Notes([]string{terminal.Counted(n, text, strings.Join(passages, w(", ", "；")))})
	}
	if n := len(unread); n > 0 {
		text := w("caution: the integrity reader gave no answer about %d document(s): %s", "注意：完整性阅读模型对 %d 份文档未作答：%s")
		p.Notes([]string{terminal.Counted(n, text, strings.Join(unread, w(", ", "；")))})
	}
	p.Notes(bad)
}
