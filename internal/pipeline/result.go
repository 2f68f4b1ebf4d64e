package pipeline

import (
	"fmt"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/llm"
	"judgement/internal/review"
	"judgement/panel"
	"judgement/report"
)

// Result is a finished job.
type Result struct {
	Schema  int    `json:"schema"`
	CaseID  string `json:"case_id"`
	Version int    `json:"version"`
	Resumed bool   `json:"resumed"`
	// Unchanged: a complete version of the same job was there already, and
	// nothing was asked.
	Unchanged bool             `json:"unchanged"`
	Scene     string           `json:"scene"`
	Brand     string           `json:"brand"`
	Folder    string           `json:"folder"` // of the reports, from the workspace
	Files     []string         `json:"files"`  // in Folder, report.md first
	Plan      *review.Plan     `json:"plan"`
	Result    *review.Result   `json:"result"`
	Verdicts  []report.Verdict `json:"verdicts"`
	Drafts    *Drafts          `json:"drafts,omitempty"` // where checkpoints were asked for
	Document  DocumentInfo     `json:"document"`
	// Meeting stands in place of Result and Verdicts under a meeting scene.
	Meeting *Meeting `json:"meeting,omitempty"`
	// Statistics say what the votes of a scored review are worth.
	Statistics []report.Statistic `json:"statistics,omitempty"`
	// Board is where the review stands in its competition; nil elsewhere, in a
	// batch, and where a review that is still under way will make the board.
	Board *Standing `json:"board,omitempty"`
	// Date is the day of the reports, YYYY-MM-DD, as it was when the review began.
	Date string `json:"-"`
	// Published holds what Files name, where this run wrote them.
	Published []casefile.File `json:"-"`
	// Restated is what was published, where the verdicts are aggregated anew.
	Restated *report.Restated `json:"-"`
	// Recheck is what proving the stored quotes again found, where it was asked.
	Recheck *Recheck `json:"-"`
	// Warnings name what could not be written although the job is done.
	Warnings []string `json:"warnings,omitempty"`
}

// DocumentInfo is the judged document without its text.
type DocumentInfo = document.Document

// ModelError says that a review failed because the models could not be used at
// all: no credentials, no such model, an empty account.
type ModelError struct {
	Kind llm.ErrorKind
	Fix  string
	Err  error
}

func (e *ModelError) Error() string { return e.Err.Error() }

func (e *ModelError) Unwrap() error { return e.Err }

// CheckModels refuses a panel with a judge for whom no model is named, before any
// call: a *ModelError.
func CheckModels(m llm.Model, p *panel.Panel) error {
	for _, j := range p.Judges {
		if info := m.Info(j.Model); info.Name == "" && !info.NoModel {
			return &ModelError{
				Kind: llm.ErrNotFound, Err: fmt.Errorf("no model is named for judge %s", j.Slug),
				Fix: "set llm.model (JUDGEMENT_LLM_MODEL), name one with --model, or set a model for the judge in panel.yaml",
			}
		}
	}
	return nil
}

// TooLongError says that a prompt does not fit into the model's context.
type TooLongError struct{ Tokens, Context int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the document is too long: the prompt has about %d tokens, the model's context %d", e.Tokens, e.Context)
}

// line is a result in a few words.
func (r *Result) line() string {
	if r.Meeting != nil {
		return fmt.Sprintf("%d judges, %d of %d quotes proven", len(r.Meeting.Views), r.Meeting.Evidence.Proven, r.Meeting.Evidence.Total)
	}
	return fmt.Sprintf("%s / %s, %s", report.Shown(r.Result.Total, r.Result.Max), r.Result.Max, r.Result.Grade)
}
