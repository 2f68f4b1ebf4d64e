package chat

import (
	"path"
	"slices"

	"judgement/internal/pipeline"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// Tally is all that may leave the server of a review whose scene is redacted:
// the total, the grade and counts. It holds no text but the grade's letter, so
// that nothing else can leak through a card that is made from it.
type Tally struct {
	Total, Max  panel.Points
	Grade       string // S, A, B, C or D; empty without scores
	Scored      bool
	Judges      int // that were asked
	Answered    int
	MustFix     int
	Suggestions int
	Cuts        int
	Quotes      int
	Proven      int
	Noted       int // of the proven ones, those with a note
	NoModel     bool
}

// TallyOf counts a finished job.
func TallyOf(r *pipeline.Result) Tally {
	o := r.Judgement.Overview()
	t := Tally{
		Judges: len(o.Judges), Answered: o.Answered(), Quotes: o.Evidence.Total, Proven: o.Evidence.Proven, Noted: o.Evidence.Noted,
		MustFix: len(o.MustFix), Suggestions: len(o.Suggestions), Cuts: len(o.Cuts),
	}
	if s := o.Score; s != nil {
		t.Total, t.Max, t.Scored, t.Grade = s.Total, s.Max, true, report.Letter(s.Total, s.Max)
	}
	if r.Plan != nil {
		for _, j := range r.Plan.Judges {
			t.NoModel = t.NoModel || j.NoModel
		}
	}
	return t
}

// Shown says how much of a result a chat may see.
type Shown int

// The levels, from all to least.
const (
	ShowAll    Shown = iota
	HideScores       // text, but no scores: a group under show_scores_publicly: false
	OnlyTally        // report.redact_review
	OnlyCounts       // both
)

// ShownTo says what a chat sees of a scene's results.
func ShownTo(s *scene.Scene, group bool) Shown {
	hidden := group && !s.ShowScoresPublicly
	switch {
	case s.Report.RedactReview && hidden:
		return OnlyCounts
	case s.Report.RedactReview:
		return OnlyTally
	case hidden:
		return HideScores
	}
	return ShowAll
}

// attached are the endings of the report files that follow a card: people open them
// without the workspace.
var attached = []string{".html", ".pdf", ".pptx"}

// Files names the report's files that follow the card, in order. None follow
// if the result is redacted, or if scores are hidden: they are in every
// file of a scored report.
func Files(shown Shown, r *pipeline.Result) []string {
	if shown >= OnlyTally || shown == HideScores && r.Judgement.Overview().Score != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Files), func(name string) bool {
		return path.Dir(name) != "." || !slices.Contains(attached, path.Ext(name))
	})
}
