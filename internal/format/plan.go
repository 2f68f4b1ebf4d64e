package format

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"judgement/internal/align"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/skill"
	"judgement/internal/stat"
	"judgement/internal/text"
	"judgement/panel"
	"judgement/scene"
)

// Plan is everything that a review will do, frozen before its first call. It is
// stored with the case version (schema 1).
type Plan struct {
	Schema      int             `json:"schema"`
	StartedAt   time.Time       `json:"started_at"`
	Scene       string          `json:"scene"`
	SceneName   string          `json:"scene_name"`
	Brand       string          `json:"brand"`
	Language    string          `json:"language"`     // en or zh
	Panel       *panel.Panel    `json:"panel"`        // resolved, with the judges that run
	PanelSHA256 string          `json:"panel_sha256"` // Hash of it, chosen judges only
	Judges      []PlannedJudge  `json:"judges"`
	Selection   *Selection      `json:"selection,omitempty"`
	Document    PlannedDocument `json:"document"`
	Prompts     string          `json:"prompts_sha256"`
	Options     Options         `json:"options"`
	Fence       string          `json:"fence"`              // the document's random mark
	Baseline    bool            `json:"no_model,omitempty"` // NoModel, which older plans do not say
	Alignment   *align.Use      `json:"alignment,omitempty"`
	// IntegrityReader is nil if the scene has none.
	IntegrityReader *PlannedReader `json:"integrity_reader,omitempty"`
}

// PlannedJudge is a judge with what was frozen of its skill and model.
type PlannedJudge struct {
	Slug         string `json:"slug"`
	SkillSHA256  string `json:"skill_sha256"`
	SkillVersion string `json:"skill_version"`
	Model        string `json:"model"`
	Provider     string `json:"provider"`
	NoModel      bool   `json:"no_model,omitempty"` // no language model answers for it
	Repeats      int    `json:"repeats"`
}

// PlannedDocument names the judged document.
type PlannedDocument struct {
	Name         string          `json:"name"`
	Format       document.Format `json:"format"`
	SHA256       string          `json:"sha256"`
	SourceSHA256 string          `json:"source_sha256"`
	Bytes        int             `json:"bytes"` // of the text
}

// Selection says which judges of a panel with select: auto were chosen, and
// why.
type Selection struct {
	Max     int        `json:"select_max"`
	Chosen  []Affinity `json:"chosen"` // best first
	Skipped []Affinity `json:"skipped"`
}

// Affinity is how well a judge's skill description fits a document.
type Affinity struct {
	Judge string  `json:"judge"`
	Score float64 `json:"score"` // 0 to 1
}

// Options are a run's own settings.
type Options struct {
	Repeats        int           `json:"repeats"`                // ≥ 1; at most so many with Auto
	Auto           bool          `json:"auto_repeats,omitempty"` // judges are asked again until the grade is settled
	MaxTokens      int           `json:"max_tokens,omitempty"`
	MaxCost        *panel.Points `json:"max_cost,omitempty"`
	MaxReplyTokens int           `json:"max_reply_tokens"`
	Temperature    float64       `json:"temperature"`
	Seed           int64         `json:"seed,omitempty"`
	Checkpoints    bool          `json:"checkpoints,omitempty"` // draft questions and forecasts too
}

// Models describes models by their configured names.
type Models interface{ Info(model string) llm.Info }

// CheckModels refuses a panel with a judge for whom no model is named, before any
// call: fault.ModelUnnamed.
func CheckModels(m Models, p *panel.Panel) error {
	for _, j := range p.Judges {
		info := m.Info(llm.Ref(j.Provider, j.Model))
		if info.Problem != nil {
			return fault.From(info.Problem).With("text", "judge "+j.Slug+": "+info.Problem.Error())
		}
		if info.Name == "" && !info.NoModel {
			return fault.New(fault.ModelUnnamed, nil, "name", j.Slug)
		}
	}
	return nil
}

// Input is what a plan is made from. Panel must already hold the scene's anchor
// and stay as it is: a plan that runs all of its judges keeps it.
type Input struct {
	Scene         *scene.Scene
	Brand         string
	Language      string // empty: the scene's, else the document's
	Panel         *panel.Panel
	Skills        map[string]*skill.Skill // by skill path
	Document      *document.Document
	Models        Models
	ContextTokens int // of the models; 0: unknown
	Options       Options
	Alignment     *align.Use // of the panel; nil: none
	Now           time.Time
	Random        io.Reader // for the fence
}

// NewPlan freezes a run. Prompts names the wording of the format's prompts.
func NewPlan(in Input, prompts string) (*Plan, error) {
	p := &Plan{
		Schema: 1, StartedAt: in.Now.UTC().Truncate(time.Second), Scene: in.Scene.Slug,
		Brand: in.Brand, Panel: in.Panel, Prompts: prompts, Options: in.Options, Alignment: in.Alignment,
		Language: cmp.Or(in.Language, in.Scene.Report.Language, LanguageOf(in.Document.Text)),
		Document: PlannedDocument{
			Name: in.Document.Name, Format: in.Document.Format, SHA256: in.Document.SHA256,
			SourceSHA256: in.Document.SourceSHA256, Bytes: len(in.Document.Text),
		},
	}
	p.SceneName = cmp.Or(in.Scene.NameIn(p.Language), in.Scene.Slug)
	if _, ok := languages[p.Language]; !ok {
		return nil, fmt.Errorf("language %q: choose en or zh", p.Language)
	}
	if p.Options.Repeats < 1 {
		return nil, fmt.Errorf("repeats must be at least 1, not %d", p.Options.Repeats)
	}
	if in.Panel.Select == panel.SelectAuto {
		chosen := *in.Panel
		chosen.Judges, p.Selection = choose(chosen, in.Skills, in.Document.Text)
		p.Panel = &chosen
	}
	sum, err := Hash(p.Panel)
	if err != nil {
		return nil, err
	}
	p.PanelSHA256 = sum
	for _, j := range p.Panel.Judges {
		s, ok := in.Skills[j.SkillPath]
		if !ok {
			return nil, fmt.Errorf("judge %s: its skill %s was not loaded", j.Slug, j.SkillPath)
		}
		info := in.Models.Info(llm.Ref(j.Provider, j.Model))
		p.Judges = append(p.Judges, PlannedJudge{
			Slug: j.Slug, SkillSHA256: s.SHA256, SkillVersion: s.Version(),
			Model: info.Name, Provider: info.Provider, NoModel: info.NoModel, Repeats: p.repeats(j),
		})
	}
	if p.Fence, err = Mark(in.Random, in.Document.Text); err != nil {
		return nil, err
	}
	p.Baseline = p.NoModel()
	return p, p.planReader(in)
}

// repeats is how often a judge is asked, at most.
func (p *Plan) repeats(j panel.Judge) int {
	switch {
	case j.Repeats > 0:
		return j.Repeats
	case p.Options.Auto && !p.Adaptive(j.Slug):
		return min(p.Options.Repeats, stat.LeastRepeats)
	}
	return p.Options.Repeats
}

// Mark draws a random mark that is in none of the texts.
func Mark(random io.Reader, texts ...string) (string, error) {
	for {
		var b [8]byte
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return "", fmt.Errorf("draw the document's mark: %w", err)
		}
		mark := hex.EncodeToString(b[:])
		if !slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, mark) }) {
			return mark, nil
		}
	}
}

// Key names what makes two runs the same command: everything in the plan but
// its time, its random mark and its budget, so that a run that stopped at its
// budget can be resumed with a larger one.
func (p *Plan) Key() (string, error) {
	return Hash(p.Same())
}

// Same is the plan without what does not make it another job: for a format whose
// plan holds more than this one, and so has a key of its own.
func (p *Plan) Same() Plan {
	same := *p
	same.StartedAt = time.Time{}
	same.Fence, same.Baseline = "", false // which the judges say
	same.Options.MaxTokens, same.Options.MaxCost = 0, nil
	if p.IntegrityReader != nil {
		reader := *p.IntegrityReader
		reader.Problem = ""
		same.IntegrityReader = &reader
	}
	return same
}

// Base is what the plans of all formats have in common.
func (p *Plan) Base() *Plan { return p }

// Hash is the SHA-256 of a value's JSON, in hex.
func Hash(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("hash %T: %w", v, err)
	}
	return text.Hash(b), nil
}

// Adaptive reports whether a judge is asked until the grade is settled: if the plan says
// so, all that vote and for whom the panel fixes no number of repeats. Viewpoints
// settle no grade.
func (p *Plan) Adaptive(judge string) bool {
	j, ok := p.Panel.Judge(judge)
	return ok && p.Options.Auto && j.Repeats == 0 && p.Panel.Votes(judge)
}

// Share sets which part of each judge's calls is expected to be made: all, unless
// repeats end when the grade is settled.
func (p *Plan) Share(calls []Estimate) {
	for i := range calls {
		for _, j := range p.Judges {
			if j.Slug == calls[i].Judge && p.Adaptive(j.Slug) {
				calls[i].Share = stat.ExpectedRepeats(j.Repeats) / float64(j.Repeats)
			}
		}
	}
}

// NoModelFor reports whether no language model answers for a judge.
func (p *Plan) NoModelFor(judge string) bool {
	return slices.ContainsFunc(p.Judges, func(j PlannedJudge) bool { return j.Slug == judge && j.NoModel })
}

// NoModel reports whether no language model answers for any judge.
func (p *Plan) NoModel() bool {
	return !slices.ContainsFunc(p.Judges, func(j PlannedJudge) bool { return !j.NoModel })
}
