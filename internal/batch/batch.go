// Package batch judges many documents under one scene: which files of a folder are
// documents, how many are under way at once, when the competition's board is made,
// and what is kept of each result. It prints nothing.
package batch

import (
	"context"
	"slices"
	"sync"

	"judgement/internal/board"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/panel"
	"judgement/report"
)

// Document is one document of a batch.
type Document struct {
	File, Brand string
	Job         func() (job.Spec, error) // reads it
}

// Row is one document's end in a batch.
type Row struct {
	File    string  `json:"file"`
	Brand   string  `json:"brand"`
	Outcome string  `json:"outcome"` // ok or failed
	Error   string  `json:"error,omitempty"`
	Fix     string  `json:"fix,omitempty"`
	NoModel bool    `json:"no_model,omitempty"` // no language model judged
	Result  *Result `json:"result"`
	// Reading is that of the integrity reader; nil: the scene has none.
	Reading *report.IntegrityReading `json:"integrity_reader,omitempty"`
	Err     error                    `json:"-"` // Error and Fix are its words
}

// Result is what a batch keeps of a judged document. Comments, quotes and the plan
// are in the case's files; a batch keeps none of them in memory.
type Result struct {
	CaseID    string                `json:"case_id"`
	Version   int                   `json:"version"`
	Resumed   bool                  `json:"resumed"`
	Unchanged bool                  `json:"unchanged"`
	ScoresOf  int                   `json:"scores_of_version,omitempty"` // whose judges' replies it has: nothing but the integrity reader was asked
	Folder    string                `json:"folder"`
	Lang      report.Lang           `json:"-"` // of the report
	NoModel   bool                  `json:"no_model,omitempty"`
	Unscored  bool                  `json:"meeting,omitempty"` // the format gives no scores and no grade
	Total     panel.Points          `json:"total"`
	Max       panel.Points          `json:"max"`
	Grade     string                `json:"grade"`
	Lenses    []Lens                `json:"lenses"`
	Judges    []format.Ended        `json:"judges"`
	Evidence  report.EvidenceCounts `json:"evidence"`
	// Tricks are the kinds of text in the document that speaks to the judges or is hidden.
	Tricks []document.WarningKind `json:"tricks"`
	// Unsure are those kinds of which all findings are unsure.
	Unsure []document.WarningKind `json:"unsure"`
	Usage  report.Usage           `json:"usage"`
	Cost   *report.Money          `json:"cost"` // null: unknown
	Parts  []report.Part          `json:"-"`    // of the cost, by models
	// Warnings are those of the document's own result.
	Warnings []string `json:"warnings,omitempty"`
}

// Lens is a lens with its score.
type Lens struct {
	Lens    string       `json:"lens"`
	NoModel bool         `json:"no_model,omitempty"`
	Score   panel.Points `json:"score"`
	Max     panel.Points `json:"max"`
}

func newResult(r *pipeline.Result) *Result {
	o := r.Judgement.Overview()
	out := &Result{
		CaseID: r.CaseID, Version: r.Version, Resumed: r.Resumed, Unchanged: r.Unchanged, ScoresOf: r.ScoresOf, Folder: r.Folder, Lang: report.Lang(r.Plan.Language),
		NoModel: r.Plan.NoModel(), Unscored: o.Score == nil, Lenses: []Lens{},
		Judges: o.Judges, Evidence: o.Evidence, Tricks: r.Document.Tricks(), Unsure: r.Document.Unsure(), Usage: o.Usage, Cost: o.Cost, Parts: o.Parts, Warnings: r.Warnings,
	}
	if o.Score != nil {
		out.Total, out.Max, out.Grade = o.Score.Total, o.Score.Max, o.Score.Grade
	}
	for _, l := range o.Lenses {
		out.Lenses = append(out.Lenses, Lens{l.Lens, l.NoModel, l.Score, l.Max})
	}
	return out
}

// Observer gets the progress of a batch. Its methods are called by several goroutines.
type Observer interface {
	Started(d Document)
	Event(d Document, e jury.Event)
	// Ended words the error of a row that failed.
	Ended(r *Row)
	Board(b *board.Ranking)
}

// Run judges documents, two per slot of the pipeline at a time, so that slots stay
// busy while others are read and published. A document whose latest version was made
// of the same is left alone, unless its job asks for a new version. When ctx ends, no
// further document is begun. The caller finishes the boards.
func Run(ctx context.Context, p *pipeline.Pipeline, s *pipeline.Setup, docs []Document, o Observer) ([]Row, *board.Batch) {
	boards := p.Boards(s)
	rows := make([]Row, len(docs))
	todo := make(chan int)
	var wg sync.WaitGroup
	for range min(len(docs), 2*cap(p.Slots)) {
		wg.Go(func() {
			for i := range todo {
				if ctx.Err() != nil {
					continue
				}
				o.Started(docs[i])
				rows[i] = one(ctx, p, s, docs[i], o)
				if ctx.Err() == nil || rows[i].Err == nil {
					o.Ended(&rows[i])
				}
				if b, err := boards.Reviewed(ctx); b != nil && err == nil { // Finish meets the error again
					o.Board(b)
				}
			}
		})
	}
	for i := range docs {
		if ctx.Err() != nil {
			break
		}
		todo <- i
	}
	close(todo)
	wg.Wait()
	return rows, boards
}

func one(ctx context.Context, p *pipeline.Pipeline, s *pipeline.Setup, d Document, o Observer) Row {
	row := Row{File: d.File, Brand: d.Brand, Outcome: "ok"}
	spec, err := d.Job()
	// A batch that is run again judges what is missing, not everything again.
	spec.Options.SkipUnchanged, spec.Options.NoBoard = !spec.Options.NewVersion, true
	var result *pipeline.Result
	if err == nil {
		result, err = p.Run(ctx, s, spec, func(e jury.Event) { o.Event(d, e) })
	}
	if err != nil {
		row.Outcome, row.Err = "failed", err
		return row
	}
	row.Result, row.Reading = newResult(result), result.Judgement.Overview().Reading
	row.NoModel = row.Result.NoModel
	return row
}

// Paid is what the rows used and cost now: what was judged before is not paid again.
func Paid(rows []Row) (usage report.Usage, cost *report.Money, parts []report.Part) {
	var spent []format.Spent
	for _, r := range rows {
		switch res := r.Result; {
		case res == nil:
		case res.ScoresOf > 0 && r.Reading == nil: // nothing was asked
		case res.ScoresOf > 0: // the reader alone
			spent = append(spent, format.Spent{Usage: r.Reading.Usage, Cost: r.Reading.Cost})
			parts = append(parts, r.Reading.Parts(nil)...)
		case !res.Unchanged:
			spent = append(spent, format.Spent{Usage: res.Usage, Cost: res.Cost})
			parts = append(parts, res.Parts...)
		}
	}
	usage, cost = format.Total(spent, func(s format.Spent) (report.Usage, *report.Money) { return s.Usage, s.Cost })
	return usage, cost, parts
}

// PerJudge puts the repeats of a judge together.
func PerJudge(list []format.Estimate) []format.Estimate {
	var out []format.Estimate
	for _, j := range list {
		if n := len(out) - 1; n >= 0 && out[n].Judge == j.Judge && out[n].Model == j.Model {
			out[n].Calls += j.Calls
			out[n].Prompt += j.Prompt
			out[n].Reply += j.Reply
			if j.Cost != nil && out[n].Cost != nil { // of one model: both or none are known
				out[n].Cost = &report.Money{Currency: j.Cost.Currency, Amount: out[n].Cost.Amount.Add(j.Cost.Amount)}
			}
			continue
		}
		out = append(out, j)
	}
	return out
}

// SameJudges reports whether all documents have the same judges with as many
// calls each. Prompts differ with the documents.
func SameJudges(plans []*pipeline.Preview) bool {
	return !slices.ContainsFunc(plans, func(plan *pipeline.Preview) bool {
		return !slices.EqualFunc(plan.Judges, plans[0].Judges, func(a, b format.Estimate) bool {
			return a.Judge == b.Judge && a.Model == b.Model && a.Calls == b.Calls && a.Reply == b.Reply
		})
	})
}

// TotalCost adds the costs of the plans that have calls; nil if one is unknown or
// currencies differ.
func TotalCost(plans []*pipeline.Preview) *report.Money {
	var sum report.Money
	for _, p := range plans {
		if p.Calls == 0 {
			continue
		}
		if p.Cost == nil || sum.Currency != "" && sum.Currency != p.Cost.Currency {
			return nil
		}
		sum.Currency, sum.Amount = p.Cost.Currency, sum.Amount.Add(p.Cost.Amount)
	}
	return &sum
}

// TotalExpected adds what plans are expected to need; its cost is nil if one is unknown
// or currencies differ.
func TotalExpected(plans []format.Expected) (sum format.Expected) {
	u, cost := format.Total(plans, func(e format.Expected) (report.Usage, *report.Money) {
		return report.Usage{Calls: e.Calls, PromptTokens: e.Prompt, CachedTokens: e.Cached, CompletionTokens: e.Reply}, e.Cost
	})
	return format.Expected{Calls: u.Calls, Prompt: u.PromptTokens, Cached: u.CachedTokens, Reply: u.CompletionTokens, Cost: cost}
}
