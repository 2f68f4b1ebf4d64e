// Package review is the format of scored reviews: the prompts, reading replies,
// proving quotes, the aggregation of verdicts into scores, and the drafting of
// checkpoints. It does no I/O of its own: documents, skills and models are handed
// in.
package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/skill"
	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
)

// PhaseScore names the phase in which the judges score.
const PhaseScore = "score"

// Format judges with scores: op2_6section, and workshop_ranking, which ranks them.
type Format struct{}

// Kind implements format.Format.
func (Format) Kind() string { return "review" }

// Outputs implements format.Format.
func (Format) Outputs() []panel.OutputFormat {
	return []panel.OutputFormat{panel.ScoredReport, panel.RankingBoard}
}

// Read implements format.Format.
func (Format) Read(ctx context.Context, f format.File) (*format.Seen, error) {
	doc, err := document.Read(ctx, f.Name, f.Data, f.Intake)
	if err != nil {
		return nil, err
	}
	return &format.Seen{Document: doc, Text: doc.Text}, nil
}

// Rewritten implements format.Format.
func (Format) Rewritten(*document.Document) string { return "" }

// Plan implements format.Format.
func (Format) Plan(ctx context.Context, f format.File, in format.Input) (format.Run, error) {
	doc, err := document.Read(ctx, f.Name, f.Data, f.Intake)
	if err != nil {
		return nil, err
	}
	in.Document = doc
	return New(in)
}

// Restore implements format.Format.
func (Format) Restore(s format.Stored) (format.Run, error) {
	plan := &format.Plan{}
	if err := json.Unmarshal(s.Plan, plan); err != nil {
		return nil, fmt.Errorf("read plan.json: %w", err)
	}
	return newRun(plan, s.Document, s.Skills, s.Models), nil
}

// Run is a review of one document.
type Run struct {
	*format.Plan
	doc    *document.Document
	skills map[string]*skill.Skill // by path
	models format.Models
	prover func() *evidence.Index
	scores func() ([]jury.Call, error) // the calls of the plan
}

// New freezes a review of a document that was read.
func New(in format.Input) (*Run, error) {
	plan, err := format.NewPlan(in, PromptSHA256())
	if err != nil {
		return nil, err
	}
	r := newRun(plan, in.Document, in.Skills, in.Models)
	calls, err := r.scores()
	if err != nil {
		return nil, err
	}
	return r, format.Fit(calls, in.Document.Text, in.Models, in.ContextTokens)
}

func newRun(plan *format.Plan, doc *document.Document, skills map[string]*skill.Skill, models format.Models) *Run {
	r := &Run{Plan: plan, doc: doc, skills: skills, models: models}
	r.scores = sync.OnceValues(r.scoreCalls)
	r.prover = sync.OnceValue(func() *evidence.Index {
		return format.Index(doc, evidence.WithOthers(format.Methods(plan.Panel, skills)))
	})
	return r
}

// Frozen implements format.Run.
func (r *Run) Frozen() format.Frozen { return frozen{r.Plan} }

// frozen is the plan of a review.
type frozen struct{ *format.Plan }

// Key is that of the plan by its wording, so that a run which an earlier release began
// goes on: its replies are found by Request.FormerSchema.
func (f frozen) Key() (string, error) {
	same := f.Same()
	if same.Prompts == PromptSHA256() {
		same.Prompts = wordingSHA256()
	}
	return format.Hash(same)
}

// Document implements format.Run.
func (r *Run) Document() *document.Document { return r.doc }

// Next implements format.Run: the scores, in one round or, until the grade is settled,
// in several, then the integrity reader, then the questions about the future and each
// judge's forecasts of them. After the scores nothing is asked if too few judges answered.
func (r *Run) Next(v format.Version, asked []format.Round) (*format.Round, error) {
	drafts := r.Options.Checkpoints && v.Number > 0
	if len(scoreRounds(asked)) == len(asked) {
		calls, err := r.nextScores(asked)
		if err != nil || len(calls) > 0 {
			return &format.Round{Phase: PhaseScore, Calls: calls}, err
		}
		if r.IntegrityReader == nil && !drafts {
			return nil, nil
		}
		if _, err := r.aggregate(r.Verdicts(asked)); err != nil {
			return nil, err
		}
	}
	if next, err := r.ReaderRound(r.doc, asked); next != nil || err != nil || !drafts {
		return next, err
	}
	return r.nextDrafts(v, draftRounds(asked))
}

// nextDrafts is the next round in which checkpoints are drafted.
func (r *Run) nextDrafts(v format.Version, drafted []format.Round) (*format.Round, error) {
	var calls []jury.Call
	var err error
	phase := PhaseCheckpoints
	switch len(drafted) {
	case 0:
		calls, err = r.questionCalls(v)
	case 1:
		questions := drafted[0].Answers[0]
		if questions.Outcome != jury.OK {
			return nil, nil
		}
		phase = PhaseForecast
		calls, err = r.forecastCalls(v, questions.Reply.([]Question))
	default:
		return nil, nil
	}
	return &format.Round{Phase: phase, Calls: calls}, err
}

// Preview implements format.Run. Forecasts are taken with as many questions as may
// be drafted.
func (r *Run) Preview(v format.Version, todo format.Todo) ([]format.Estimate, error) {
	scores, err := r.scores()
	if err == nil {
		scores, _, err = todo(r.Panel.Voting(), scores)
	}
	if err != nil {
		return nil, err
	}
	others, err := r.ReaderCalls(r.doc)
	if err == nil && r.Options.Checkpoints {
		var questions, forecasts []jury.Call
		if questions, err = r.questionCalls(v); err == nil {
			forecasts, err = r.forecastCalls(v, longestQuestions())
		}
		others = slices.Concat(others, questions, forecasts)
	}
	if err == nil {
		others, _, err = todo(nil, others)
	}
	return format.EstimateCalls(slices.Concat(scores, others)), err
}

// Judge implements format.Run.
func (r *Run) Judge(v format.Version, asked []format.Round) (format.Judgement, error) {
	j := &Judgement{Document: r.doc, Verdicts: r.Verdicts(asked), Reading: r.Reading(r.doc, r.models, asked)}
	var err error
	if j.Result, err = r.aggregate(j.Verdicts); err == nil {
		j.Drafts, err = r.drafts(v, draftRounds(asked))
	}
	return j, err
}

// Verdicts are the judges' scores as they are stored, in the plan's order, repeats in
// turn.
func (r *Run) Verdicts(asked []format.Round) []report.Verdict {
	answers := r.Answers(asked)
	out := make([]report.Verdict, len(answers))
	for i, a := range answers {
		out[i] = r.verdict(a)
	}
	return out
}

func (r *Run) aggregate(verdicts []report.Verdict) (*Result, error) {
	result, err := Aggregate(r.Panel, verdicts, r.Alignment)
	if result != nil {
		r.sayNoModel(result)
		result.Probabilities = r.probabilities(result, verdicts)
		result.Repeats = r.repeats(verdicts)
	}
	return result, err
}

// sayNoModel has every part of a result say whether a language model judged: each can be
// read alone.
func (r *Run) sayNoModel(result *Result) {
	result.NoModel = r.NoModel()
	result.Evidence.NoModel = result.NoModel
	for i := range result.Lenses {
		result.Lenses[i].NoModel = result.NoModel
	}
	for i, a := range result.Anchors {
		result.Anchors[i].NoModel = r.NoModelFor(a.Judge)
	}
	if a := result.Aligned; a != nil {
		a.NoModel = result.NoModel
		for i := range a.Lenses {
			a.Lenses[i].NoModel = result.NoModel
		}
	}
}

// scoreCalls are the calls of the plan.
func (r *Run) scoreCalls() ([]jury.Call, error) {
	var calls []jury.Call
	for _, planned := range r.Judges {
		member, _ := r.Panel.Judge(planned.Slug)
		scores := *r.Panel
		scores.Lenses = r.Panel.JudgeLenses(member)
		replies := &reader{planned.Slug, &scores, r.cite}
		for repeat := range planned.Repeats {
			req, err := r.scoreRequest(planned, repeat)
			if err != nil {
				return nil, err
			}
			calls = append(calls, jury.Call{
				Judge: planned.Slug, SkillSHA256: planned.SkillSHA256, Provider: planned.Provider, Repeat: repeat, Request: req,
				Parse:    func(raw string) (any, error) { return replies.parse(raw) },
				Unproven: func(reply any) []string { return unproven(reply.(report.Verdict)) },
				Score:    func(reply any) string { return scoreText(reply.(report.Verdict)) },
			})
		}
	}
	return calls, nil
}

func (r *Run) cite(quote string) report.Citation { return format.Cite(quote, r.prover()) }

// unproven names the quotes of a reply that are not proven.
func unproven(v report.Verdict) []string {
	var out []string
	check := func(where string, citations []report.Citation) {
		for _, c := range citations {
			if c.Quote != "" && !report.Proven(c.Status) {
				out = append(out, fmt.Sprintf("%s: %q (%s)", where, text.Clip(c.Quote, 120), why(c)))
			}
		}
	}
	for _, c := range v.Cells {
		check("lens "+c.Lens, c.Citations)
	}
	for _, list := range []struct {
		name    string
		remarks []report.Remark
	}{{"must_fix", v.MustFix}, {"suggestions", v.Suggestions}, {"cuts", v.Cuts}} {
		for _, m := range list.remarks {
			check(list.name, m.Citations)
		}
	}
	return out
}

func why(c report.Citation) string {
	reason := map[evidence.Status]string{
		evidence.Near:        "close to a passage, but not the same words",
		evidence.Altered:     "a number, unit, negation or comparison differs from the document",
		evidence.OutOfScope:  "the document does not say this itself: the quote was cut out of a condition, denial, hedge, plan or reported claim",
		evidence.WrongSource: "it stands in your instructions, not in the document",
		evidence.TooShort:    "too short to show anything",
		evidence.NotFound:    "not found",
	}[evidence.Status(c.Status)]
	if len(c.Note) > 0 {
		reason += "; " + c.Note.String()
	}
	return reason
}

func scoreText(v report.Verdict) string {
	sum, top := v.Sum()
	return report.Shown(sum, top) + " / " + top.String()
}

// verdict turns an answer into what is stored.
func (r *Run) verdict(a jury.Answer) report.Verdict {
	v := report.Verdict{Cells: []report.LensVerdict{}, MustFix: []report.Remark{}, Suggestions: []report.Remark{}, Cuts: []report.Remark{}}
	if a.Outcome == jury.OK {
		v = a.Reply.(report.Verdict)
	}
	member, _ := r.Panel.Judge(a.Judge)
	v.Schema, v.Judge, v.Repeat, v.Outcome, v.Reason = 1, a.Judge, a.Repeat, string(a.Outcome), a.Reason
	v.Cause, v.NoModel = a.Cause(), r.NoModelFor(a.Judge)
	v.Cells = slices.Clone(v.Cells)
	for i := range v.Cells {
		v.Cells[i].NoModel = v.NoModel
	}
	v.Model, v.Usage, v.Cost, v.ReplySHA256 = a.Model, report.Usage(a.Usage), format.Cost(a, r.models, llm.Ref(member.Provider, member.Model)), a.ReplySHA256
	return v
}
