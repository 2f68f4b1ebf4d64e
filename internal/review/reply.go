package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/panel"
)

// Reply is a judge's parsed and checked answer. Every lens of the judge stands
// in it exactly once, in the panel's order.
type Reply struct {
	Scores      []ReplyScore
	MustFix     []ReplyRemark
	Suggestions []ReplyRemark
	Cuts        []ReplyRemark
	Summary     string
}

// ReplyScore is the score for one lens; nil where the judge abstained from it.
type ReplyScore struct {
	Lens    string
	Score   *panel.Points
	Comment string
	Quotes  []string
}

// ReplyRemark is one must-fix item, suggestion or cut. Lens is empty where the
// reply named none.
type ReplyRemark struct {
	Lens   string
	Text   string
	Quotes []string
}

// Limits of a reply. Longer ones are refused or cut, so that a model that runs
// wild fills neither memory nor a report.
const (
	maxTextRunes = 4_000
	maxQuotes    = 8
	maxRemarks   = 10
)

type wireReply struct {
	Scores      []wireScore  `json:"scores"`
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

type wireRemark struct {
	Lens   string   `json:"lens"`
	Text   string   `json:"text"`
	Quotes []string `json:"quotes"`
}

// ParseReply reads a judge's raw reply. It takes one JSON object, also inside a
// code fence or with prose around it, and demands exactly the given lenses,
// each with a JSON number from 0 to its maximum or null. All problems come in
// one error, a line each, worded for the model. A reply whose scores are all
// null is a *jury.Abstention.
func ParseReply(raw string, lenses []panel.Lens) (Reply, error) {
	wire, err := decodeReply(raw)
	if err != nil {
		return Reply{}, err
	}
	var problems []error
	byLens := map[string]ReplyScore{}
	for _, s := range wire.Scores {
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
	out := Reply{
		MustFix: remarks(wire.MustFix, lenses), Suggestions: remarks(wire.Suggestions, lenses),
		Cuts: remarks(wire.Cuts, lenses), Summary: format.Clean(wire.Summary, maxTextRunes),
	}
	judged := 0
	for _, l := range lenses {
		s, ok := byLens[l.Slug]
		if !ok {
			problems = append(problems, fmt.Errorf("scores: lens %q is missing", l.Slug))
			continue
		}
		if s.Score != nil {
			judged++
		}
		out.Scores = append(out.Scores, s)
	}
	if len(problems) > 0 {
		return Reply{}, errors.Join(problems...)
	}
	if judged == 0 {
		return Reply{}, &jury.Abstention{Reason: abstentionReason(out)}
	}
	return out, nil
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

// decodeReply finds the one JSON object that is the reply.
func decodeReply(raw string) (wireReply, error) { return format.DecodeObject[wireReply](raw, "scores") }

func find(lenses []panel.Lens, slug string) (panel.Lens, bool) {
	for _, l := range lenses {
		if l.Slug == slug {
			return l, true
		}
	}
	return panel.Lens{}, false
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
func remarks(in []wireRemark, lenses []panel.Lens) []ReplyRemark {
	var out []ReplyRemark
	for _, r := range in {
		text := format.Clean(r.Text, maxTextRunes)
		if text == "" {
			continue
		}
		if _, ok := find(lenses, r.Lens); !ok {
			r.Lens = ""
		}
		out = append(out, ReplyRemark{Lens: r.Lens, Text: text, Quotes: format.Quotes(r.Quotes, maxQuotes)})
		if len(out) == maxRemarks {
			break
		}
	}
	return out
}
