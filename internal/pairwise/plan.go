// Package pairwise owns the comparison of submissions two at a time: who is asked
// what, how a reply is read and its quotes are proven, which pair comes next, what
// is kept of a comparison, and what all of them together say. It does no I/O of
// its own: documents, skills, models and storage are handed in.
package pairwise

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"judgement/internal/evidence"
	"judgement/internal/format"
	"judgement/internal/llm"
	"judgement/internal/skill"
	"judgement/internal/stat"
	"judgement/internal/text"
	"judgement/panel"
)

// Plan says by whom and how the submissions of a scene are compared (schema 1). It
// is kept, so that a board can be made without any model at hand.
type Plan struct {
	Schema      int       `json:"schema"`
	At          time.Time `json:"at"`
	Scene       string    `json:"scene"`
	PanelSHA256 string    `json:"panel_sha256"`
	Prompts     string    `json:"prompts_sha256"`
	Language    string    `json:"language"` // en or zh
	Judges      []Judge   `json:"judges"`   // who vote, in the panel's order
	Options     Options   `json:"options"`
	Calls       int       `json:"calls"`              // limit that the run was given; 0: by the number of submissions
	Baseline    bool      `json:"no_model,omitempty"` // NoModel, which older plans do not say
	Repeats
}

// Repeats say how often each judge compares a pair. They are no part of a comparison's
// basis: what was compared before counts.
type Repeats struct {
	Most int  `json:"repeats,omitempty"`      // at most MaxRepeats; 0: 1
	Auto bool `json:"auto_repeats,omitempty"` // a pair is compared until one leads
}

// MaxRepeats is how often a judge can compare a pair.
const MaxRepeats = 50

// most is how often a pair is compared at most.
func (r Repeats) most() int { return max(1, r.Most) }

// least is how often a pair is compared at least.
func (r Repeats) least() int {
	if r.Auto {
		return min(stat.LeastRepeats, r.most())
	}
	return r.most()
}

// expected is how often a pair is expected to be compared.
func (r Repeats) expected() float64 {
	if r.Auto {
		return stat.ExpectedComparisons(r.most())
	}
	return float64(r.most())
}

// Options are what calls are made with.
type Options struct {
	MaxReplyTokens int     `json:"max_reply_tokens"`
	Temperature    float64 `json:"temperature"`
	Seed           int64   `json:"seed,omitempty"`
}

// Judge is a judge with what was frozen of its skill and model.
type Judge struct {
	Slug        string       `json:"slug"`
	SkillSHA256 string       `json:"skill_sha256"`
	Model       string       `json:"model"` // as it goes over the wire
	NoModel     bool         `json:"no_model,omitempty"`
	Weight      panel.Points `json:"weight"`
	// Basis names all that a comparison rests on but the two documents: the judge,
	// its skill, model and lenses, the wording, the language, the options.
	Basis string `json:"basis_sha256"`

	asked    string // llm.Ref of the model as the panel names it
	provider string
	body     string // of the skill
	lenses   []panel.Lens
}

// Input is what a plan is made from.
type Input struct {
	Scene, PanelSHA256, Language string
	Panel                        *panel.Panel
	Skills                       map[string]*skill.Skill // by skill path
	Models                       format.Models
	Options                      Options
	Calls                        int
	Repeats                      Repeats
	Now                          time.Time
}

// ErrNoJudges says that no judge of the panel votes.
var ErrNoJudges = errors.New("the panel has no judge who votes")

// ErrMixed says that the baseline and a language model would compare together.
var ErrMixed = errors.New("some judges would be answered by the offline baseline and others by a language model: their comparisons don't go together")

// NewPlan freezes who compares, and how.
func NewPlan(in Input) (*Plan, error) {
	p := &Plan{
		Schema: 1, At: in.Now.UTC().Truncate(time.Second), Scene: in.Scene, PanelSHA256: in.PanelSHA256,
		Prompts: promptSHA256(), Language: in.Language, Options: in.Options, Calls: in.Calls, Repeats: in.Repeats,
	}
	if format.LanguageName(p.Language) == "" {
		return nil, fmt.Errorf("language %q: choose en or zh", p.Language)
	}
	for _, j := range in.Panel.Voting() {
		s, ok := in.Skills[j.SkillPath]
		if !ok {
			return nil, fmt.Errorf("judge %s: its skill %s was not loaded", j.Slug, j.SkillPath)
		}
		ref := llm.Ref(j.Provider, j.Model)
		info := in.Models.Info(ref)
		judge := Judge{
			Slug: j.Slug, SkillSHA256: s.SHA256, Model: info.Name, NoModel: info.NoModel, Weight: j.Weight,
			asked: ref, provider: info.Provider, body: strings.TrimSpace(s.Body), lenses: in.Panel.JudgeLenses(j),
		}
		var err error
		if judge.Basis, err = p.basis(judge); err != nil {
			return nil, err
		}
		p.Judges = append(p.Judges, judge)
	}
	if len(p.Judges) == 0 {
		return nil, ErrNoJudges
	}
	if !p.NoModel() && slices.ContainsFunc(p.Judges, func(j Judge) bool { return j.NoModel }) {
		return nil, ErrMixed
	}
	p.Baseline = p.NoModel()
	return p, nil
}

func (p *Plan) basis(j Judge) (string, error) {
	return format.Hash([]any{j.Slug, j.SkillSHA256, j.Model, j.lenses, p.Prompts, p.Language, p.Options.Temperature, p.Options.Seed})
}

// Key names the plan by what its judges compare by.
func (p *Plan) Key() string {
	var all []byte
	for _, j := range p.Judges {
		all = append(all, j.Basis...)
	}
	return text.Hash(all)
}

// NoModel reports whether no language model answers for any judge.
func (p *Plan) NoModel() bool {
	return !slices.ContainsFunc(p.Judges, func(j Judge) bool { return !j.NoModel })
}

// CallsPerPair is how many calls a pair takes per repeat when every reply is usable at
// once: each judge sees it in both orders.
func (p *Plan) CallsPerPair() int { return 2 * len(p.Judges) }

// PairsPerDocument is how many pairs for each submission a plan without a limit in
// calls compares: each meets six others on average. In simulations the order gains
// much up to there and little beyond it.
const PairsPerDocument = 3

// MaxDocuments is how many documents can be compared; the fit takes the cube of
// their number in time.
const MaxDocuments = 1000

// Limit is the most calls for so many documents.
func (p *Plan) Limit(documents int) int {
	if p.Calls > 0 {
		return p.Calls
	}
	return int(math.Ceil(float64(PairsPerDocument*documents*p.CallsPerPair()) * p.expected()))
}

// Document is one text that competes. Two submissions of the same text are one
// document.
type Document struct {
	SHA256 string
	Text   string
	PageAt func(offset int) int // may be nil
	Found  []evidence.Passage   // what was found in it
	Hidden []string             // what its file hides
}
