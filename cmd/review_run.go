package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"judgement/internal/document"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/panel"
	"judgement/report"
)

// noModelLine opens a run that nobody asked for by name.
const noModelLine = "no model is set: the offline baseline answers, and no language model is used"

// reviewRun is one call of review, ready to run.
type reviewRun struct {
	app     *App
	engine  *engine
	setup   *pipeline.Setup
	options *reviewOptions
	floor   *panel.Points // of --fail-under, in percent
}

// single judges one document and shows its result.
func (r *reviewRun) single(ctx context.Context, in input) error {
	a := r.app
	job, err := r.job(in)
	if err != nil {
		return err
	}
	p := a.progress()
	if line := opening(r.engine.settings); line != "" {
		p.line("%s", line)
	}
	result, err := r.engine.pipeline.Run(ctx, r.setup, job, p.events)
	p.end()
	if errors.Is(err, context.Canceled) {
		return interrupted(p, "judges had answered")
	}
	if err != nil {
		return reviewFailure(fmt.Errorf("%s: %w", in.name, overLimit(ctx, err)))
	}
	r.engine.storage.tell(a)
	scored, ok := result.Judgement.(*review.Judgement)
	if !ok {
		return r.app.showUnscored(result, r.engine.storage.dir)
	}
	err = a.print(result, func(w io.Writer) error {
		writeReviewView(w, reviewView(result, scored, a.shownPath(r.engine.storage.dir), r.engine.settings.TimeZone), a.color(a.OutTTY), a.Width)
		return nil
	})
	if err != nil {
		return err
	}
	r.drafted(p, result, scored.Drafts)
	a.stands(p, r.engine, result)
	return r.below(result.Brand, scored.Result.Total, scored.Result.Max)
}

// drafted says what to do with drafted checkpoints, or why there are none.
func (r *reviewRun) drafted(p *progress, result *pipeline.Result, d *review.Drafts) {
	switch {
	case d == nil:
	case len(d.Checkpoints) == 0:
		p.line("no checkpoints were drafted: %s", d.Problem)
	default:
		without := ""
		if n := len(d.Missing); n > 0 {
			without = fmt.Sprintf("; %d of %d judges gave no forecast", n, len(result.Plan.Judges))
		}
		p.line(plural(len(d.Checkpoints), "%d checkpoint(s) drafted (%d calls, %d tokens)%s; look with 'judgement attribution show %s' and accept what is good"),
			len(d.Checkpoints), d.Usage.Calls, d.Usage.Tokens(), without, result.CaseID)
	}
}

// below is the exit of a total under --fail-under.
func (r *reviewRun) below(brand string, total, max panel.Points) error {
	if r.floor == nil || report.Percent(total, max).Cmp(*r.floor) >= 0 {
		return nil
	}
	return belowFailure(brand, total, max, *r.floor)
}

// interrupted is the end of a run that Ctrl-C or a signal stopped.
func interrupted(p *progress, what string) error {
	done, total := p.counts()
	err := errors.New("interrupted before the first call")
	if total > 0 {
		err = fmt.Errorf("interrupted: %d of %d %s", done, total, what)
	}
	return interruption(err)
}

// interruption is the end of a run that goes on where it was.
func interruption(err error) error {
	return &failure{
		exit: exitInterrupted, code: "interrupted", err: err,
		fix: "run the same command again to resume: what was answered is kept and not paid for twice",
	}
}

// batchRow is one document's end in a batch.
type batchRow struct {
	File    string       `json:"file"`
	Brand   string       `json:"brand"`
	Outcome string       `json:"outcome"` // ok or failed
	Error   string       `json:"error,omitempty"`
	Fix     string       `json:"fix,omitempty"`
	Result  *batchResult `json:"result"`
}

// batchResult is what a batch says of a judged document. Comments, quotes and
// the plan stand in the case's files; a batch keeps none of them in memory.
type batchResult struct {
	CaseID    string                `json:"case_id"`
	Version   int                   `json:"version"`
	Resumed   bool                  `json:"resumed"`
	Unchanged bool                  `json:"unchanged"`
	Folder    string                `json:"folder"`
	Lang      report.Lang           `json:"-"` // of the report
	NoModel   bool                  `json:"no_model,omitempty"`
	Meeting   bool                  `json:"meeting,omitempty"` // the format gives no scores and no grade
	Total     panel.Points          `json:"total"`
	Max       panel.Points          `json:"max"`
	Grade     string                `json:"grade"`
	Lenses    []batchLens           `json:"lenses"`
	Judges    []batchJudge          `json:"judges"`
	Evidence  report.EvidenceCounts `json:"evidence"`
	// Tricks are the kinds of text in the document that speaks to the judges or is hidden.
	Tricks []document.WarningKind `json:"tricks"`
	Usage  report.Usage           `json:"usage"`
	Cost   *report.Money          `json:"cost"` // null: unknown
}

type batchLens struct {
	Lens  string       `json:"lens"`
	Score panel.Points `json:"score"`
	Max   panel.Points `json:"max"`
}

type batchJudge struct {
	Judge   string `json:"judge"`
	Repeat  int    `json:"repeat"`
	Outcome string `json:"outcome"`
	Reason  string `json:"reason,omitempty"`
}

func newBatchResult(r *pipeline.Result) *batchResult {
	o := r.Judgement.Overview()
	out := &batchResult{
		CaseID: r.CaseID, Version: r.Version, Resumed: r.Resumed, Unchanged: r.Unchanged, Folder: r.Folder, Lang: report.Lang(r.Plan.Language),
		NoModel: r.Plan.NoModel(), Meeting: o.Score == nil, Lenses: []batchLens{},
		Evidence: o.Evidence, Tricks: r.Document.Tricks(), Usage: o.Usage, Cost: o.Cost,
	}
	if o.Score != nil {
		out.Total, out.Max, out.Grade = o.Score.Total, o.Score.Max, o.Score.Grade
	}
	if scored, ok := r.Judgement.(*review.Judgement); ok {
		for _, l := range scored.Result.Lenses {
			out.Lenses = append(out.Lenses, batchLens{l.Lens, l.Score, l.Max})
		}
	}
	for _, e := range o.Judges {
		out.Judges = append(out.Judges, batchJudge{e.Judge, e.Repeat, string(e.Outcome), e.Reason})
	}
	return out
}

// batch judges many documents: two documents a slot are under way, so that
// slots stay busy while others are read and published.
func (r *reviewRun) batch(ctx context.Context, inputs []input) error {
	p := r.app.progress()
	if line := opening(r.engine.settings); line != "" {
		p.line("%s", line)
	}
	boards := r.engine.pipeline.Boards(r.setup)
	rows := make([]batchRow, len(inputs))
	errs := make([]error, len(inputs))
	todo := make(chan int)
	p.begin(len(inputs))
	var wg sync.WaitGroup
	for range min(len(inputs), 2*cap(r.engine.pipeline.Slots)) {
		wg.Go(func() {
			for i := range todo {
				if ctx.Err() != nil {
					continue
				}
				p.start(inputs[i].brand)
				if rows[i], errs[i] = r.one(ctx, inputs[i], p); ctx.Err() == nil || errs[i] == nil {
					p.finish(inputs[i].brand, "%s", rows[i].line())
				}
				if b, err := boards.Reviewed(ctx); b != nil && err == nil { // an error is the end's to tell
					r.app.sayRanking(p, r.engine, b)
				}
			}
		})
	}
	for i := range inputs {
		if ctx.Err() != nil {
			break
		}
		todo <- i
	}
	close(todo)
	wg.Wait()
	p.end()
	if err := context.Cause(ctx); err != nil {
		return r.cutOff(ctx, p, boards, err)
	}
	asked := report.Lang(cmp.Or(r.options.language, r.setup.Scene.Report.Language))
	if err := r.app.print(rows, func(w io.Writer) error { return writeBatch(w, rows, batchLang(asked, rows), r.app.Width) }); err != nil {
		return err
	}
	r.engine.storage.tell(r.app)
	board, boardErr := boards.Finish(ctx)
	if board != nil {
		r.app.sayRanking(p, r.engine, board)
	}
	r.engine.storage.tell(r.app)
	if err := r.batchExit(rows, errs); err != nil || boardErr == nil {
		return err
	}
	return rankingFailure(boardErr)
}

// cutOff ends a batch that was interrupted or whose time is up: what is judged is
// on the board.
func (r *reviewRun) cutOff(ctx context.Context, p *progress, boards *pipeline.Boards, cause error) error {
	done, total := p.counts()
	if done > 0 {
		board, err := boards.Finish(ctx)
		switch {
		case err != nil:
			p.line("warning: the board is not made: %v; 'judgement ranking %s' makes it", err, r.setup.Scene.Slug)
		case board != nil:
			r.app.sayRanking(p, r.engine, board)
		}
	}
	if errors.Is(cause, context.Canceled) {
		return interrupted(p, "documents are judged")
	}
	return reviewFailure(fmt.Errorf("%d of %d documents are judged: %w", done, total, cause))
}

func (r *reviewRun) one(ctx context.Context, in input, p *progress) (batchRow, error) {
	row := batchRow{File: in.name, Brand: in.brand, Outcome: "ok"}
	job, err := r.job(in)
	// A batch that is run again judges what is missing, not everything anew.
	job.Options.SkipUnchanged, job.Options.NoBoard = !job.Options.NewVersion, true
	if err == nil {
		var result *pipeline.Result
		result, err = r.engine.pipeline.Run(ctx, r.setup, job, func(e jury.Event) {
			switch e.Type {
			case jury.JudgeRetry:
				p.line("%s: %s: %s", in.brand, *e.Judge, joinedLines(e.Text))
			case jury.JudgeFinished:
				p.step(in.brand, e.Done, e.Total)
			default:
			}
		})
		if err == nil {
			row.Result = newBatchResult(result)
		}
	}
	if err != nil {
		f := classify(reviewFailure(err))
		row.Outcome, row.Error, row.Fix = "failed", f.err.Error(), f.fix
	}
	return row, err
}

// problem says why a document was not judged and what to do, with its name once.
func (b batchRow) problem() string {
	text := b.Error
	if !strings.HasPrefix(text, b.File+": ") {
		text = b.File + ": " + text
	}
	if b.Fix != "" {
		text += " → " + b.Fix
	}
	return text
}

func (b batchRow) line() string {
	if b.Result == nil {
		return b.problem()
	}
	res := b.Result
	note := ""
	if b.Result.Unchanged {
		note = " (already judged)"
	}
	if res.Meeting {
		return fmt.Sprintf("%s: %d judges, %d of %d citations proven%s", b.Brand, len(res.Judges), res.Evidence.Proven, res.Evidence.Total, note)
	}
	return b.Brand + ": " + report.Shown(res.Total, res.Max) + " / " + res.Max.String() + " " + res.Grade + note
}

// batchExit is the worst end of a batch: a failed document, else a total below
// the threshold.
func (r *reviewRun) batchExit(rows []batchRow, errs []error) error {
	n, files := 0, 0 // not judged; of these, by the fault of the file
	var worst *failure
	for i, row := range rows {
		if row.Result != nil {
			continue
		}
		n++
		f := classify(reviewFailure(errs[i]))
		if worst == nil || f.exit > worst.exit {
			worst = f
		}
		if f.code == "document" || f.code == "too_long" {
			files++
		}
	}
	if n > 0 {
		fix := "the reasons stand above; run the same command again for those that failed, the others have their reports"
		switch {
		case files == n:
			fix = "mend these files or take them away, then run the same command again: what is judged is not judged anew"
		case files > 0:
			fix = "the reasons stand above; mend the files that can't be read, then run the same command again: what is judged is not judged anew"
		}
		return &failure{
			exit: worst.exit, code: "batch", fix: fix,
			err: errors.New(strconv.Itoa(n) + " of " + strconv.Itoa(len(rows)) + " documents were not judged"),
		}
	}
	for _, row := range rows {
		if err := r.below(row.Brand, row.Result.Total, row.Result.Max); err != nil {
			return err
		}
	}
	return nil
}
