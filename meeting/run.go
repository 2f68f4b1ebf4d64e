package meeting

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/skill"
	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// The phases of a meeting summary: one, or two if the material is read in
// parts.
const (
	PhaseView  = "meeting"
	PhaseRead  = "read"
	PhaseMerge = "merge"
)

// Format summarises a meeting without scores: meeting_summary.
type Format struct {
	// Present makes the presentation of a deck in a theme; an empty name is the
	// default theme.
	Present func(d Deck, theme string) ([]byte, error)
}

// Kind implements format.Format.
func (Format) Kind() string { return "meeting" }

// Outputs implements format.Format.
func (Format) Outputs() []panel.OutputFormat { return []panel.OutputFormat{panel.MeetingSummary} }

// Read implements format.Format.
func (Format) Read(ctx context.Context, f format.File) (*format.Seen, error) {
	m, err := Read(ctx, f.Name, f.Data, f.Intake)
	if err != nil {
		return nil, err
	}
	return &format.Seen{Document: m.Document, Text: m.Document.Text, Material: string(m.Kind)}, nil
}

// Rewritten implements format.Format.
func (Format) Rewritten(doc *document.Document) string {
	if _, kind := rewrite(doc.Text); kind == "" {
		return ""
	}
	return "lines of speakers"
}

// Plan implements format.Format.
func (f Format) Plan(ctx context.Context, file format.File, in format.Input) (format.Run, error) {
	m, err := Read(ctx, file.Name, file.Data, file.Intake)
	if err != nil {
		return nil, err
	}
	plan, err := NewPlan(in, m)
	if err != nil {
		return nil, err
	}
	return f.run(plan, m, in.Scene, in.Skills, in.Models), nil
}

// Restore implements format.Format.
func (f Format) Restore(s format.Stored) (format.Run, error) {
	plan := &Plan{}
	if err := json.Unmarshal(s.Plan, plan); err != nil {
		return nil, fmt.Errorf("read plan.json: %w", err)
	}
	return f.run(plan, Stored(s.Document), s.Scene, s.Skills, s.Models), nil
}

func (f Format) run(plan *Plan, m *Material, sc *scene.Scene, skills map[string]*skill.Skill, models format.Models) *Run {
	theme := ""
	if sc != nil {
		theme = sc.Report.Theme
	}
	return &Run{
		Plan: plan, Material: m, skills: skills, models: models,
		prover:  NewProver(m, evidence.WithOthers(format.Methods(plan.Panel, skills))),
		present: func(d Deck) ([]byte, error) { return f.Present(d, theme) },
	}
}

// Run is the summary of one meeting.
type Run struct {
	*Plan
	Material *Material
	skills   map[string]*skill.Skill // by path
	models   format.Models
	prover   *Prover
	present  func(Deck) ([]byte, error)
}

// Frozen implements format.Run.
func (s *Run) Frozen() format.Frozen { return s.Plan }

// Document implements format.Run.
func (s *Run) Document() *document.Document { return s.Material.Document }

// Next implements format.Run: every judge reads the whole; or every part, and then
// brings its notes together; then the integrity reader.
func (s *Run) Next(_ format.Version, asked []format.Round) (*format.Round, error) {
	switch {
	case len(asked) == 0:
		calls, err := s.Calls()
		if s.Split() {
			return &format.Round{Phase: PhaseRead, Calls: calls}, err
		}
		return &format.Round{Phase: PhaseView, Calls: calls}, err
	case len(asked) == 1 && s.Split():
		calls, err := s.merges(asked[0].Answers)
		return &format.Round{Phase: PhaseMerge, Calls: calls}, err
	}
	if err := quorum(s.views(asked)); err != nil {
		return nil, err
	}
	return s.ReaderRound(s.Material.Document, asked)
}

// Preview implements format.Run. The calls that bring notes together are known when all parts
// are read; before, each fills the context at most.
func (s *Run) Preview(_ format.Version, todo format.Todo) ([]format.Estimate, error) {
	all, err := s.Calls()
	if err != nil {
		return nil, err
	}
	calls, answers, err := todo(s.Panel.Judges, all)
	if err != nil {
		return nil, err
	}
	read := s.Split() && len(calls) == 0
	if read {
		if calls, err = s.merges(answers); err == nil {
			calls, _, err = todo(s.Panel.Judges, calls)
		}
		if err != nil {
			return nil, err
		}
	}
	out := make([]format.Estimate, len(s.Judges))
	parts := len(s.Plan.Material.Parts)
	for i := range out {
		out[i] = format.Estimate{Judge: all[i*parts].Judge, Model: all[i*parts].Request.Model, Share: 1}
	}
	for _, e := range format.EstimateCalls(calls) {
		sum := &out[slices.IndexFunc(out, func(sum format.Estimate) bool { return sum.Judge == e.Judge })]
		sum.Calls, sum.Prompt, sum.Reply, sum.Likely = sum.Calls+1, sum.Prompt+e.Prompt, sum.Reply+e.Reply, sum.Likely+e.Likely
	}
	for i := range out {
		if s.Split() && !read {
			out[i].Calls++
			out[i].Prompt += s.Plan.Material.ContextTokens - s.Options.MaxReplyTokens
			out[i].Reply += s.Options.MaxReplyTokens
			out[i].Likely += s.Options.MaxReplyTokens / 2
		}
	}
	out = slices.DeleteFunc(out, func(e format.Estimate) bool { return e.Calls == 0 })
	reader, err := s.ReaderCalls(s.Material.Document)
	if err == nil {
		reader, _, err = todo(nil, reader)
	}
	return append(out, format.EstimateCalls(reader)...), err
}

// Judge implements format.Run.
func (s *Run) Judge(_ format.Version, asked []format.Round) (format.Judgement, error) {
	views := s.views(asked)
	j := s.judgement(views)
	j.Reading = s.Reading(s.Material.Document, s.models, asked)
	return j, quorum(views)
}

// Calls returns the first calls of the plan: one per judge, or one per judge and
// part, judge by judge.
func (s *Run) Calls() ([]jury.Call, error) {
	var calls []jury.Call
	parts := s.Plan.Material.Parts
	for _, planned := range s.Judges {
		for i, part := range parts {
			data := promptData{Document: s.Material.Document.Text[part.Start:part.End]}
			if len(parts) > 1 {
				data.Part, data.Parts = i+1, len(parts)
			}
			call, err := s.call(planned, "meeting.tmpl", data, len(parts) == 1)
			if err != nil {
				return nil, err
			}
			call.Repeat = i
			calls = append(calls, call)
		}
	}
	return calls, nil
}

// call is one call; a whole one is held to numbers and evidence.
func (s *Run) call(planned format.PlannedJudge, tmpl string, data promptData, whole bool) (jury.Call, error) {
	req, err := s.request(planned, tmpl, s.skills, data)
	call := jury.Call{
		Judge: planned.Slug, SkillSHA256: planned.SkillSHA256, Provider: planned.Provider, Request: req,
		Parse: func(raw string) (any, error) { return ParseReply(raw) },
	}
	if whole {
		call.Unproven = func(reply any) []string {
			r := reply.(Reply)
			return append(r.shape(), s.unproven(r)...)
		}
		call.Again = againPrompt
	}
	return call, err
}

// unproven names the evidence of a reply that does not hold.
func (s *Run) unproven(r Reply) []string {
	var out []string
	check := func(what string, list []Claim) {
		for i, c := range list {
			for _, cit := range s.prover.Cite(c) {
				if !report.Proven(cit.Status) {
					out = append(out, fmt.Sprintf("%s %d: %s", what, i+1, why(cit)))
				}
			}
		}
	}
	check("highlight", r.Highlights)
	check("shortcoming", r.Shortcomings)
	return out
}

func why(c report.Citation) string {
	reason := map[evidence.Status]string{
		evidence.Near:        "close to a passage, but not the same words",
		evidence.Altered:     "a number, unit, negation, comparison or time stamp differs from the record",
		evidence.OutOfScope:  "the record does not say this itself: the quote was cut out of a condition, denial, hedge, plan or reported claim",
		evidence.WrongSource: "it stands in your instructions, not in the record",
		evidence.TooShort:    "too short to show anything",
		evidence.NotFound:    "not found",
		evidence.Uncited:     "it cites no quote",
	}[evidence.Status(c.Status)]
	if len(c.Note) > 0 {
		reason += "; " + c.Note.String()
	}
	if c.Quote == "" {
		return reason
	}
	return fmt.Sprintf("%q (%s)", text.Clip(c.Quote, 120), reason)
}

// view turns an answer into what is stored.
func (s *Run) view(a jury.Answer) View {
	member, _ := s.Panel.Judge(a.Judge)
	v := View{
		Schema: 1, Judge: a.Judge, Outcome: string(a.Outcome), Reason: a.Reason, Cause: a.Cause(), Model: a.Model,
		Usage: report.Usage(a.Usage), Cost: format.Cost(a, s.models, llm.Ref(member.Provider, member.Model)), ReplySHA256: a.ReplySHA256,
		Highlights: []Point{}, Shortcomings: []Point{}, Marks: []Mark{},
	}
	if a.Outcome == jury.OK {
		v.fill(a.Reply.(Reply), s.prover.Cite)
		s.place(v.Highlights)
		s.place(v.Shortcomings)
	}
	return v
}

// place gives points whose judge named no time stamp that of their first proven
// quote.
func (s *Run) place(points []Point) {
	for i, p := range points {
		if p.At == "" && len(p.Citations) > 0 && report.Proven(p.Citations[0].Status) {
			points[i].At = s.Material.Transcript.TimestampAt(p.Citations[0].Start)
		}
	}
}

// ofJudge are the answers of the i-th judge: one per part.
func (s *Run) ofJudge(read []jury.Answer, i int) []jury.Answer {
	parts := len(s.Plan.Material.Parts)
	return read[i*parts : (i+1)*parts]
}

// views are the judges' views in the plan's order.
func (s *Run) views(asked []format.Round) []View {
	out := make([]View, len(s.Judges))
	if !s.Split() {
		for i, a := range asked[0].Answers {
			out[i] = s.view(a)
		}
		return out
	}
	merged := asked[1].Answers
	for i := range s.Judges {
		answers := s.ofJudge(asked[0].Answers, i)
		n := unread(answers)
		if n == len(answers) {
			out[i] = s.view(answers[0])
			s.spend(&out[i], answers[1:])
			continue
		}
		out[i] = s.view(merged[0])
		s.spend(&out[i], answers)
		if n > 0 {
			out[i].mark(PartsUnread, n)
		}
		if r, ok := merged[0].Reply.(Reply); ok && r.Points < Wanted {
			out[i].mark(NotesReduced, r.Points)
		}
		merged = merged[1:]
	}
	return out
}

func unread(answers []jury.Answer) int {
	n := 0
	for _, a := range answers {
		if a.Outcome != jury.OK {
			n++
		}
	}
	return n
}

// spend adds what other answers of the same judge used to its view.
func (s *Run) spend(v *View, answers []jury.Answer) {
	all := []View{*v}
	for _, a := range answers {
		all = append(all, s.view(a))
	}
	v.Usage, v.Cost = Total(all)
}

// quorum is format.NoQuorum if too few judges answered.
func quorum(views []View) error {
	var missing []format.Ended
	for _, v := range views {
		if !v.OK() {
			missing = append(missing, v.ended())
		}
	}
	n := len(views)
	have, need := n-len(missing), format.Quorum(n)
	if have >= need {
		return nil
	}
	usage, cost := Total(views)
	return format.NoQuorum(format.Shortfall{Need: need, Have: have, Of: n, Missing: missing, Usage: usage, Cost: cost})
}
