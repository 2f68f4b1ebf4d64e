package review

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/panel"
	"judgement/report"
)

// Limits of a reply. Longer ones are refused or cut, so that a model that runs
// wild fills neither memory nor a report.
const (
	maxTextRunes = 4_000
	maxQuotes    = 8
	maxRemarks   = 10
)

// wireReply is a reply as a model writes it.
type wireReply struct {
	Scores      wireScores   `json:"scores"`
	MustFix     []wireRemark `json:"must_fix"`
	Suggestions []wireRemark `json:"suggestions"`
	Cuts        []wireRemark `json:"cuts"`
	Summary     string       `json:"summary"`
}

type wireScore struct {
	Lens    string          `json:"lens"`
	Score   json.RawMessage `json:"score"`
	Comment string          `json:"comment"`
	Quotes  []string        `json:"quotes"`
}

// wireScores is a list of scores. Some small models write an object with a score per
// lens instead.
type wireScores []wireScore

// UnmarshalJSON reads both forms.
func (w *wireScores) UnmarshalJSON(data []byte) error {
	if !bytes.HasPrefix(data, []byte("{")) {
		return json.Unmarshal(data, (*[]wireScore)(w))
	}
	var byLens map[string]wireScore
	if err := json.Unmarshal(data, &byLens); err != nil {
		return err
	}
	for _, lens := range slices.Sorted(maps.Keys(byLens)) {
		s := byLens[lens]
		s.Lens = cmp.Or(s.Lens, lens)
		*w = append(*w, s)
	}
	return nil
}

type wireRemark struct {
	Lens   string   `json:"lens"`
	Text   string   `json:"text"`
	Quotes []string `json:"quotes"`
}

// reader reads the replies of one judge.
type reader struct {
	judge string
	panel *panel.Panel                 // with the lenses that the judge scores
	cite  func(string) report.Citation // proves a quote
}

// parse reads a judge's raw reply into the part of a verdict that the judge gives. It
// takes one JSON object, also inside a code fence or with prose around it, and
// demands exactly the panel's lenses, each with a JSON number from 0 to its maximum
// or null. All problems come in one error, a line each, worded for the model. A reply
// whose scores are all null is one of jury.Abstain.
func (r *reader) parse(raw string) (report.Verdict, error) {
	none := report.Verdict{}
	wire, err := format.DecodeObject[wireReply](raw, "scores")
	if err != nil {
		return none, err
	}
	cells, err := r.cells(wire.Scores)
	if err != nil {
		return none, err
	}
	out := report.Verdict{
		Cells: cells, MustFix: r.remarks(wire.MustFix), Suggestions: r.remarks(wire.Suggestions),
		Cuts: r.remarks(wire.Cuts), Summary: format.Clean(wire.Summary, maxTextRunes),
	}
	if !slices.ContainsFunc(cells, func(c report.LensVerdict) bool { return c.Score != nil }) {
		return none, jury.Abstain(abstentionReason(out))
	}
	return out, nil
}

// cells reads the scores, in the order of the lenses.
func (r *reader) cells(wire []wireScore) ([]report.LensVerdict, error) {
	var problems []error
	byLens := map[string]report.LensVerdict{}
	for _, s := range wire {
		lens, ok := r.panel.Lens(s.Lens)
		if !ok {
			problems = append(problems, fmt.Errorf("scores: %q is not one of the lenses: %s", format.Clean(s.Lens, 60), strings.Join(r.panel.LensSlugs(), ", ")))
			continue
		}
		if _, twice := byLens[s.Lens]; twice {
			problems = append(problems, fmt.Errorf("scores: lens %q stands there twice", s.Lens))
			continue
		}
		score, err := checkScore(s, lens)
		if err != nil {
			problems = append(problems, err)
		}
		c := report.LensVerdict{Lens: s.Lens, Max: lens.MaxScore, Score: score, Comment: format.Clean(s.Comment, maxTextRunes), Citations: r.citations(s.Quotes)}
		if len(c.Citations) == 0 && score != nil {
			c.Citations = append(c.Citations, format.Uncited())
		}
		byLens[s.Lens] = c
	}
	var out []report.LensVerdict
	for _, l := range r.panel.Lenses {
		if c, ok := byLens[l.Slug]; ok {
			out = append(out, c)
		} else {
			problems = append(problems, fmt.Errorf("scores: lens %q is missing", l.Slug))
		}
	}
	return out, errors.Join(problems...)
}

func (r *reader) citations(quotes []string) []report.Citation {
	out := []report.Citation{}
	for _, q := range format.Quotes(quotes, maxQuotes) {
		out = append(out, r.cite(q))
	}
	return out
}

func abstentionReason(v report.Verdict) string {
	for _, s := range v.Cells {
		if s.Comment != "" {
			return format.Clean(s.Comment, 300)
		}
	}
	if v.Summary != "" {
		return format.Clean(v.Summary, 300)
	}
	return "the judge gave no score for any lens and no reason"
}

func checkScore(s wireScore, lens panel.Lens) (*panel.Points, error) {
	raw := strings.TrimSpace(string(s.Score))
	switch {
	case raw == "":
		return nil, fmt.Errorf("scores: lens %q has no score", s.Lens)
	case raw == "null":
		if strings.TrimSpace(s.Comment) == "" {
			return nil, fmt.Errorf("scores: lens %q has the score null and no comment that says why", s.Lens)
		}
		return nil, nil
	case raw[0] != '-' && (raw[0] < '0' || raw[0] > '9'):
		return nil, fmt.Errorf("scores: lens %q: the score must be a number, not %s", s.Lens, format.Clean(raw, 40))
	}
	p, err := panel.ParsePoints(raw)
	if err != nil {
		return nil, fmt.Errorf("scores: lens %q: %w", s.Lens, err)
	}
	if p.Sign() < 0 || p.Cmp(lens.MaxScore) > 0 {
		return nil, fmt.Errorf("scores: lens %q: %s is outside 0 to %s", s.Lens, format.Clean(raw, 40), lens.MaxScore.Decimal(12))
	}
	if strings.TrimSpace(s.Comment) == "" {
		return nil, fmt.Errorf("scores: lens %q has no comment", s.Lens)
	}
	return &p, nil
}

// remarks keeps the remarks that say something; a lens that the judge does not
// have is dropped from a remark, not the remark.
func (r *reader) remarks(in []wireRemark) []report.Remark {
	out := []report.Remark{}
	for _, w := range in {
		text := format.Clean(w.Text, maxTextRunes)
		if text == "" || len(out) == maxRemarks {
			continue
		}
		if _, ok := r.panel.Lens(w.Lens); !ok {
			w.Lens = ""
		}
		out = append(out, report.Remark{Lens: w.Lens, Text: text, Judge: r.judge, Citations: r.citations(w.Quotes)})
	}
	return out
}
