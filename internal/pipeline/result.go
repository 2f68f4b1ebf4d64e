package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"

	"judgement/internal/board"
	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/format"
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
	Unchanged bool `json:"unchanged"`
	// ScoresOf is the version whose judges' replies this one has: nothing but the integrity
	// reader was asked. If it gave no answer, the result is Unchanged.
	ScoresOf int          `json:"scores_of_version,omitempty"`
	Scene    string       `json:"scene"`
	Brand    string       `json:"brand"`
	Folder   string       `json:"folder"` // of the reports, from the workspace
	Files    []string     `json:"files"`  // in Folder, report.md first
	Plan     *format.Plan `json:"plan"`
	// Judgement is the format's part. Its keys follow in the same JSON object, the
	// document among them.
	Judgement format.Judgement  `json:"-"`
	Document  document.Document `json:"-"` // without its text
	// Board is the place of the review in its competition; nil elsewhere, in a batch, and
	// if a review that is still under way will make the board.
	Board *board.Placement `json:"-"`
	// Warnings name what could not be written although the job is done.
	Warnings []string `json:"-"`
	// Date is the day of the reports, YYYY-MM-DD, as it was when the review began.
	Date string `json:"-"`
	// Published holds what Files name, if this run wrote them.
	Published []casefile.File `json:"-"`
	// Recheck is what proving the stored quotes again found, if it was asked for.
	Recheck *format.Recheck `json:"-"`

	restated bool // the stored verdicts are under another panel than that which judged
	reproved bool // the quotes have the statuses of today's rules
}

// MarshalJSON writes the judgement's keys between those that all formats share.
func (r Result) MarshalJSON() ([]byte, error) {
	type head Result // without this method
	var out []byte
	for _, part := range []any{head(r), r.Judgement, struct {
		NoModel  bool             `json:"no_model,omitempty"` // no language model judged
		Board    *board.Placement `json:"board,omitempty"`
		Warnings []string         `json:"warnings,omitempty"`
	}{r.Plan != nil && r.Plan.NoModel(), r.Board, r.Warnings}} {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(part); err != nil {
			return nil, err
		}
		keys := bytes.TrimSuffix(bytes.TrimPrefix(bytes.TrimSpace(b.Bytes()), []byte("{")), []byte("}"))
		if len(out) > 0 && len(keys) > 0 {
			out = append(out, ',')
		}
		out = append(out, keys...)
	}
	return append(append([]byte("{"), out...), '}'), nil
}

// line is a result in a few words.
func (r *Result) line() string {
	o := r.Judgement.Overview()
	if o.Score == nil {
		return fmt.Sprintf("%d judges, %d of %d quotes proven", len(o.Judges), o.Evidence.Proven, o.Evidence.Total)
	}
	return fmt.Sprintf("%s / %s, %s", report.Shown(o.Score.Total, o.Score.Max), o.Score.Max, o.Score.Grade)
}
