package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/panel"
)

// Reply is a judge's parsed and checked answer. Every lens of the judge is in
// it exactly once, in the panel's order.
type Reply struct {
	Scores      []ReplyScore
	MustFix     []ReplyRemark
	Suggestions []ReplyRemark
	Cuts        []ReplyRemark
	Summary     string
}

// ReplyScore is the score for one lens; nil if the judge abstained from it.
type ReplyScore struct {
	Lens    string
	Score   *panel.Points
	Comment string
	Quotes  []string
}

// ReplyRemark is one must-fix item, suggestion or cut. Lens is empty if the
// reply named none.
type ReplyRemark struct {
	Lens   string   `json:"lens"`
	Text   string   `json:"text"`
	Quotes []string `json:"quotes"`
}

// Limits of a reply. Longer ones are refused or cut, so that a model that runs
// wild fills neither memory nor a report.
const (
	maxTextRunes = 4_000
	maxQuotes    = 8
	maxRemarks   = 10
)

// wireReply is a reply as a model writes it.
type wireReply struct {
	Scores      []wireScore   `json:"scores"`
	MustFix     []ReplyRemark `json:"must_fix"`
	Suggestions []ReplyRemark `json:"suggestions"`
	Cuts        []ReplyRemark `json:"cuts"`
	Summary     string        `json:"summary"`
}

type wireScore struct {
	Lens    string          `json:"lens"`
	Score   json.RawMessage `json:"score"`
	Comment string          `json:"comment"`
	Quotes  []string        `json:"quotes"`
}

// ParseReply reads a judge's raw reply. It takes one JSON object, also inside a
// code fence or with prose around it, and demands exactly the given lenses,
// each with a JSON number from 0 to its maximum or null. All problems come in
// one error, a line each, worded for the model. A reply whose scores are all
// null is a *jury.Abstention.
func ParseReply(raw string, lenses []panel.Lens) (Reply, error) {
	wire, err := format.DecodeObject[wireReply](raw, "scores")
	if err != nil {
		return Reply{}, err
	}
	scores, err := parseScores(wire.Scores, lenses)
	if err != nil {
		return Reply{}, err
	}
	out := Reply{
		Scores: scores, MustFix: remarks(wire.MustFix, lenses), Suggestions: remarks(wire.Suggestions, lenses),
		Cuts: remarks(wire.Cuts, lenses), Summary: format.Clean(wire.Summary, maxTextRunes),
	}
	if !slices.ContainsFunc(scores, func(s ReplyScore) bool { return s.Score != nil }) {
		return Reply{}, &jury.Abstention{Reason: abstentionReason(out)}
	}
	return out, nil
}

// parseScores reads the scores, in the order of the lenses.
func parseScores(wire []wireScore, lenses []panel.Lens) ([]ReplyScore, error) {
	var problems []error
	byLens := map[string]ReplyScore{}
	for _, s := range wire {
		lens, ok := find(lenses, s.Lens)
		if !ok {
			problems = append(problems, fmt.Errorf("scores: %q is not one of the lenses: %s", format.Clean(s.Lens, 60), slugs(lenses)))
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
		byLens[s.Lens] = ReplyScore{Lens: s.Lens, Score: score, Comment: format.Clean(s.Comment, maxTextRunes), Quotes: format.Quotes(s.Quotes, maxQuotes)}
	}
	var out []ReplyScore
	for _, l := range lenses {
		if s, ok := byLens[l.Slug]; ok {
			out = append(out, s)
		} else {
			problems = append(problems, fmt.Errorf("scores: lens %q is missing", l.Slug))
		}
	}
	return out, errors.Join(problems...)
}

func abstentionReason(r Reply) string {
	for _, s := range r.Scores {
		if s.Comment != "" {
			return format.Clean(s.Comment, 300)
		}
	}
	if r.Summary != "" {
		return format.Clean(r.Summary, 300)
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

func find(lenses []panel.Lens, slug string) (panel.Lens, bool) {
	i := slices.IndexFunc(lenses, func(l panel.Lens) bool { return l.Slug == slug })
	if i < 0 {
		return panel.Lens{}, false
	}
	return lenses[i], true
}

func slugs(lenses []panel.Lens) string {
	names := make([]string, len(lenses))
	for i, l := range lenses {
		names[i] = l.Slug
	}
	return strings.Join(names, ", ")
}

// remarks keeps the remarks that say something; a lens that the judge does not
// have is dropped from a remark, not the remark.
func remarks(in []ReplyRemark, lenses []panel.Lens) []ReplyRemark {
	var out []ReplyRemark
	for _, r := range in {
		r.Text, r.Quotes = format.Clean(r.Text, maxTextRunes), format.Quotes(r.Quotes, maxQuotes)
		if r.Text == "" || len(out) == maxRemarks {
			continue
		}
		if _, ok := find(lenses, r.Lens); !ok {
			r.Lens = ""
		}
		out = append(out, r)
	}
	return out
}
