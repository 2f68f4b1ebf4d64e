package chat

import (
	"slices"

	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/meeting"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// Tally is all that may leave the server of a review whose scene is redacted:
// the total, the grade and counts. It holds no text but the grade's letter, so
// that nothing else can leak through a card that is made from it.
type Tally struct {
	Total, Max  panel.Points
	Grade       string // S, A, B, C or D; empty for a meeting
	Scored      bool
	Judges      int // that were asked
	Answered    int
	MustFix     int
	Suggestions int
	Cuts        int
	Quotes      int
	Proven      int
	NoModel     bool
}

// TallyOf counts a finished job.
func TallyOf(r *pipeline.Result) Tally {
	o := r.Judgement.Overview()
	t := Tally{Judges: len(o.Judges), Answered: o.Answered(), Quotes: o.Evidence.Total, Proven: o.Evidence.Proven}
	if s := o.Score; s != nil {
		t.Total, t.Max, t.Scored, t.Grade = s.Total, s.Max, true, report.Letter(s.Total, s.Max)
	}
	if j, ok := r.Judgement.(*review.Judgement); ok {
		t.MustFix, t.Suggestions, t.Cuts = len(j.Result.MustFix), len(j.Result.Suggestions), len(j.Result.Cuts)
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

// Files names the report's files that follow the card, in order. None follow
// if the result is redacted, or if scores are hidden: they are in every
// file of a scored report. The presentation of a meeting follows only if
// package meeting lets it.
func Files(s *scene.Scene, shown Shown, r *pipeline.Result) []string {
	if shown >= OnlyTally || shown == HideScores && r.Judgement.Overview().Score != nil {
		return nil
	}
	wanted := []string{"report.html", "report.pdf"}
	if meeting.PushDeck(s) {
		wanted = append(wanted, meeting.DeckPresentation)
	}
	return slices.DeleteFunc(wanted, func(name string) bool { return !slices.Contains(r.Files, name) })
}
