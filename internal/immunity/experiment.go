package immunity

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/report"
)

// Experiment has a panel judge documents with and without attacks, with all defences and
// without each of them. Each attack is put into one document, the documents in turn.
// Nothing but replies is stored, and no case is made.
type Experiment struct {
	pipe    *pipeline.Pipeline
	setup   *pipeline.Setup
	options Options
	attacks []Attack
	samples []*sample // the honest documents, then the attacked ones
	honest  int       // documents
	context int       // tokens of the models
}

// Options are an experiment's own settings.
type Options struct {
	job.Options      // limits and model settings; each judge is asked once
	Reader      bool // the integrity reader reads, also if the scene has none
}

// sample is a document as intake reads it.
type sample struct {
	name     string
	attack   *Attack            // nil: an honest document
	honest   *sample            // the document without the attack
	file     *document.Document // of an honest document: as its file was read, with all findings
	doc      *document.Document // as its text is read, in which nothing is hidden but an attack
	raw      string             // the text before anything was left out
	grades   []document.Grade   // of what the attack adds; of an honest document, of all findings
	reached  bool               // the judges see the attack
	language string
	noModel  bool
}

// NewExperiment reads the documents and puts the attacks into them.
func NewExperiment(ctx context.Context, p *pipeline.Pipeline, s *pipeline.Setup, attacks []Attack, bases []Base, o Options) (*Experiment, error) {
	e := &Experiment{pipe: p, setup: s, options: o, attacks: attacks, honest: len(bases), context: p.Context(ctx, s.Panel)}
	if err := format.CheckModels(p.Model, s.Panel); err != nil {
		return nil, err
	}
	if err := format.CheckReader(p.Model, s.Scene); err != nil {
		return nil, err
	}
	docs, err := readBases(ctx, bases, p.Intake)
	if err != nil {
		return nil, err
	}
	for i, b := range bases {
		if err := e.add(ctx, &sample{name: b.Name, file: docs[i], raw: docs[i].Text}); err != nil {
			return nil, err
		}
	}
	for i := range attacks {
		base := e.samples[i%len(bases)]
		if err := e.add(ctx, &sample{name: base.name, attack: &attacks[i], honest: base, raw: Insert(base.raw, attacks[i])}); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// add reads a sample's text and adds the sample.
func (e *Experiment) add(ctx context.Context, s *sample) (err error) {
	if s.doc, err = document.Read(ctx, "document.md", []byte(s.raw), e.pipe.Intake); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	if s.attack == nil {
		s.honest, s.grades = s, gradesOf(s.file)
		r, err := e.run(s, none)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		s.language, s.noModel = r.Language, r.NoModel()
	} else {
		s.grades = added(s.honest.doc, s.doc)
		s.doc.Text = unlessBlank(s.doc.Text, s.honest.doc.Text)
		s.reached = strings.Contains(squeeze(s.doc.Text), squeeze(s.attack.Text))
	}
	s.raw = unlessBlank(s.raw, s.doc.Text)
	e.samples = append(e.samples, s)
	return nil
}

// unlessBlank is a text, or another one if only blanks differ: the same prompt is not paid
// for twice.
func unlessBlank(s, other string) string {
	if squeeze(s) == squeeze(other) {
		return other
	}
	return s
}

// run is the review of a sample without a defence. A document and its attacked form have
// one hash and one language, so that lenses are in the same order in both.
func (e *Experiment) run(s *sample, without Defence) (weakened, error) {
	doc := *s.doc
	if without == Cleaning {
		doc.Text = s.raw
	}
	doc.SHA256 = s.honest.doc.SHA256
	judging := *e.setup.Scene
	judging.IntegrityReader.Enabled = without == none && (judging.IntegrityReader.Enabled || e.options.Reader)
	r, err := review.New(format.Input{
		Scene: &judging, Brand: "immunity", Language: s.honest.language, Panel: e.setup.Panel, Skills: e.setup.Skills, Document: &doc,
		Models: e.pipe.Model, ContextTokens: e.context, Now: e.pipe.Now(), Random: e.pipe.Random,
		Options: format.Options{Repeats: 1, MaxReplyTokens: e.options.MaxReplyTokens, Temperature: e.options.Temperature, Seed: e.options.Seed},
	})
	return weakened{r, without}, err
}

// Plan is what an experiment would do.
type Plan struct {
	Schema    int               `json:"schema"`
	Scene     string            `json:"scene"`
	NoModel   bool              `json:"no_model,omitempty"` // no language model answers
	Documents int               `json:"honest_documents"`
	Attacks   int               `json:"attacks"` // each in one document
	Settings  []PlannedSetting  `json:"settings"`
	Sum       format.Estimate   `json:"sum"`            // of the calls to come
	Kept      int               `json:"answered_calls"` // by earlier runs
	Unusable  int               `json:"unusable_calls"` // answered, but not so that it can be used, and not made again
	Expected  format.Expected   `json:"expected"`       // with usual replies and cached tokens
	Judges    []format.Estimate `json:"-"`

	// Unread is a reader that is not asked about a document; nil: it is asked about all.
	Unread *format.PlannedReader `json:"-"`

	models   []plannedModel
	recorded int // of the calls to come, those of which a replay has the reply
}

// Replayed is how many of the plan's calls have a stored reply, and how many there are.
func (p *Plan) Replayed() (stored, calls int) {
	had := p.Kept + p.Unusable
	return had + p.recorded, had + p.Sum.Calls
}

// Judgements says what is judged in how many settings.
func (p *Plan) Judgements() string {
	return fmt.Sprintf("%d documents in %d settings", p.Documents+p.Attacks, len(p.Settings))
}

// PlannedSetting is one setting: with all defences, or without one. Calls that another
// setting before it makes too are not counted again.
type PlannedSetting struct {
	Without  Defence         `json:"without"` // empty: all defences
	NoModel  bool            `json:"no_model,omitempty"`
	Sum      format.Estimate `json:"sum"`
	Kept     int             `json:"answered_calls"`
	Unusable int             `json:"unusable_calls"`
}

// plannedModel is who answers, as records of replies have it.
type plannedModel struct {
	Model   string `json:"model"`
	NoModel bool   `json:"no_model,omitempty"`
}

// Preview plans the calls, without those that the ledger has an answer to. A stored reply
// that can't be used is no answer: the call that the run then makes is planned. Second
// turns, about replies to come and quotes that are not proven, are not in it.
func (e *Experiment) Preview(ctx context.Context, ledger jury.Ledger) (*Plan, error) {
	out := &Plan{Schema: 1, Scene: e.setup.Scene.Slug, Documents: e.honest, Attacks: len(e.attacks)}
	seen := map[jury.Key]bool{}
	var all []format.Estimate
	for _, without := range e.settings() {
		setting := PlannedSetting{Without: without}
		var todo []format.Estimate
		for i, s := range e.samples {
			calls, err := e.calls(s, without, out)
			if err != nil {
				return nil, err
			}
			found, err := e.pending(ctx, ledger, calls, seen)
			if err != nil {
				return nil, err
			}
			for _, one := range found.todo {
				one.Group += strconv.Itoa(i) // calls about one document share it
				todo = append(todo, one)
			}
			setting.Kept, setting.Unusable = setting.Kept+found.kept, setting.Unusable+found.unusable
			out.recorded += found.recorded
		}
		all = append(all, todo...)
		setting.NoModel = out.NoModel
		setting.Sum = format.Price(todo, e.pipe.Model)
		out.Settings, out.Judges = append(out.Settings, setting), append(out.Judges, todo...)
		out.Kept, out.Unusable = out.Kept+setting.Kept, out.Unusable+setting.Unusable
	}
	out.Expected = format.Expect(all, e.pipe.Model, e.pipe.CacheFrom)
	usage, cost := format.Total(out.Judges, func(j format.Estimate) (report.Usage, *report.Money) {
		return report.Usage{Calls: j.Calls, PromptTokens: j.Prompt, CompletionTokens: j.Reply}, j.Cost
	})
	out.Sum.Calls, out.Sum.Prompt, out.Sum.Reply, out.Sum.Cost = usage.Calls, usage.PromptTokens, usage.CompletionTokens, cost
	return out, nil
}

// noModel reports whether no language model answers for any judge.
func (e *Experiment) noModel() bool { return e.samples[0].noModel }

// settings are all defences, then all but one.
func (e *Experiment) settings() []Defence { return append([]Defence{none}, Defences()...) }

// calls are the first calls for a sample in a setting.
func (e *Experiment) calls(s *sample, without Defence, p *Plan) ([]jury.Call, error) {
	r, err := e.run(s, without)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	if p.models == nil {
		p.NoModel = r.NoModel()
		for _, j := range r.Judges {
			p.models = append(p.models, plannedModel{j.Model, j.NoModel})
		}
	}
	if reader := r.IntegrityReader; reader != nil && reader.Problem != "" {
		p.Unread = reader
	}
	var out []jury.Call
	scores, err := r.Next(format.Version{}, nil)
	if err == nil {
		out = scores.Calls
	}
	reader, readerErr := r.ReaderRound(r.Document(), nil)
	if reader != nil && readerErr == nil {
		out = append(slices.Clone(out), reader.Calls...)
	}
	if err == nil {
		err = readerErr
	}
	return out, err
}

// Record is what plan.json beside the replies says of who answers, as that of a version.
func (p *Plan) Record() any {
	return struct {
		Schema  int            `json:"schema"`
		Scene   string         `json:"scene"`
		NoModel bool           `json:"no_model,omitempty"`
		Plan    map[string]any `json:"plan"`
	}{1, p.Scene, p.NoModel, map[string]any{"judges": p.models}}
}
