// Package board owns a competition's ranking: which reviews are compared, exact
// totals and places, how sure they are, how far the judges agree, and the versions of
// a published board. It
// reads cases and calls no model; renderers are handed in.
package board

import (
	"cmp"
	"slices"
	"strconv"

	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
)

// Submission is one judged entry of a competition.
type Submission struct {
	Language    report.Lang // of its report
	Case        string
	Version     int
	Brand       string
	Title       string // of the document; empty: it has none of its own
	Panel       *panel.Panel
	PanelSHA256 string
	Document    string                   // SHA-256 of the text that was judged
	Source      string                   // SHA-256 of the file that it was read from
	Judges      []format.PlannedJudge    // with their skills and models
	Tricks      []document.WarningKind   // what in it may be meant to sway the judges, each kind once
	Reading     *report.IntegrityReading // of the integrity reader; nil: none
	NoModel     bool                     // no language model gave the scores
	Aligned     bool                     // the grade of its report follows an aligned total
	Folder      string                   // of its report, under reports/
	Verdicts    []report.Verdict
}

// Rules say how a board is made.
type Rules struct {
	TieBreaks []string // lens slugs
	Trim      int      // ≥ 0
	Severity  bool     // correct for severity if not every judge saw everything
	Draws     int      // of the bootstrap; 0: DefaultDraws
	// Correlation is that of the judges' errors, measured on labels; nil: unknown, and one
	// is assumed by the models of the panel.
	Correlation *float64
	Language    report.Lang // of the board; empty: that of most reports, English if they are even
}

// DefaultDraws is the number of bootstrap draws of a board.
const DefaultDraws = 2000

// seed makes two boards of the same scores the same.
const seed = 20260301

// sure is the probability from which an order is not too close to call.
const sure = 0.95

// Build makes the board of submissions that were judged by one panel, all by
// language models or all by the baseline. Version,
// date, scene and changes are the caller's to fill in. A submission without a
// score for every lens is excluded.
func Build(subs []Submission, rules Rules) *report.Board {
	b := &report.Board{
		Schema: 1, Language: cmp.Or(rules.Language, language(subs)), Mode: report.ModeScores, TieBreaks: append([]string{}, rules.TieBreaks...), Trim: rules.Trim,
		Rounding: "0.01 half up", Level: strconv.Itoa(int(100 * stat.Level)), Lenses: []report.BoardLens{},
		Entries: []report.BoardEntry{}, Excluded: []report.Excluded{}, Flagged: []report.Flagged{}, SameText: []report.SameText{}, Statistics: []report.Statistic{},
		Design: report.BoardDesign{Complete: true, Connected: true},
	}
	if len(subs) == 0 {
		return b
	}
	b.PanelSHA256 = subs[0].PanelSHA256
	c := newCompetition(subs, rules)
	c.subs = slices.DeleteFunc(c.subs, func(s candidate) bool {
		if !s.scored {
			b.Excluded = append(b.Excluded, s.excluded(report.ReasonNoScore))
		}
		return !s.scored
	})
	b.Judges = c.panel.Judges
	b.NoModel = len(c.subs) > 0 && !slices.ContainsFunc(c.subs, func(s candidate) bool { return !s.NoModel })
	b.RawGrades = slices.ContainsFunc(c.subs, func(s candidate) bool { return s.Aligned })
	for _, l := range c.panel.Lenses {
		b.Lenses = append(b.Lenses, report.BoardLens{Slug: l.Slug, DisplayNameCN: l.DisplayNameCN, DisplayName: l.DisplayName, Max: l.MaxScore.Decimal(report.TotalPlaces), NoModel: b.NoModel})
	}
	b.Design.Complete, b.Design.Corrected = c.complete, c.corrected
	c.rank(b)
	notice(b, c.subs)
	b.Statistics = append(b.Statistics, c.statistics()...)
	for i := range b.Statistics {
		b.Statistics[i].NoModel = b.NoModel
	}
	return b
}

// language is that of most submissions' reports, English if they are even: which case
// is the first depends on the order in which a batch was judged.
func language(subs []Submission) report.Lang {
	zh := 0
	for _, s := range subs {
		if s.Language == report.Chinese {
			zh++
		}
	}
	if 2*zh > len(subs) {
		return report.Chinese
	}
	return report.English
}

// decimal writes a number with at most so many places.
func decimal(v float64, places int) string { return panel.Rounded(v, places).Decimal(places) }

// difference of two decimal strings; 0 if one is none.
func difference(a, b string) string {
	x, err := panel.ParsePoints(a)
	if err != nil {
		return "0"
	}
	y, err := panel.ParsePoints(b)
	if err != nil {
		return "0"
	}
	return x.Sub(y).Decimal(12) // totals may have more decimals than two
}
