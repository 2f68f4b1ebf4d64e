package meeting

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"judgement/internal/evidence"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/review"
	"judgement/internal/skill"
	"judgement/report"
)

// The phases of a meeting summary: one, or two where the material is read in
// parts.
const (
	PhaseView  = "meeting"
	PhaseRead  = "read"
	PhaseMerge = "merge"
)

// Session is a plan with what it is run on.
type Session struct {
	Plan     *Plan
	Material *Material
	Skills   map[string]*skill.Skill // by path
	Prover   *Prover
}

// Asked is a view with what a failed call said, for exit codes and advice.
type Asked struct {
	View View
	Kind llm.ErrorKind // of the call that failed, empty otherwise
	Fix  string
}

// Run asks every judge and returns the views in the plan's order. The error is
// for what ends the whole: a cancelled context, a deadline, a ledger that can't
// write, notes that don't fit into the context.
func (s *Session) Run(ctx context.Context, j *jury.Jury) ([]Asked, error) {
	if s.Plan.Split() {
		return s.inParts(ctx, j)
	}
	seats, err := s.Seats()
	if err != nil {
		return nil, err
	}
	answers, err := jury.Ask(ctx, j, PhaseView, seats)
	if err != nil {
		return nil, err
	}
	out := make([]Asked, len(answers))
	for i, a := range answers {
		out[i] = s.asked(a, j.Model)
	}
	return out, nil
}

// Seats returns the first calls of the plan: one a judge, or one a judge and
// part, judge by judge.
func (s *Session) Seats() ([]jury.Seat[Reply], error) {
	var seats []jury.Seat[Reply]
	parts := s.Plan.Material.Parts
	for _, planned := range s.Plan.Judges {
		for i, part := range parts {
			data := promptData{Document: s.Material.Document.Text[part.Start:part.End]}
			if len(parts) > 1 {
				data.Part, data.Parts = i+1, len(parts)
			}
			seat, err := s.seat(planned, "meeting.tmpl", data, len(parts) == 1)
			if err != nil {
				return nil, err
			}
			seat.Repeat = i
			seats = append(seats, seat)
		}
	}
	return seats, nil
}

// seat is one call; a whole one is held to numbers and evidence.
func (s *Session) seat(planned review.PlannedJudge, tmpl string, data promptData, whole bool) (jury.Seat[Reply], error) {
	req, err := s.Plan.request(planned, tmpl, s.Skills, data)
	seat := jury.Seat[Reply]{
		Judge: planned.Slug, SkillSHA256: planned.SkillSHA256, Request: req, Parse: ParseReply,
	}
	if whole {
		seat.Doubts = func(r Reply) []string { return append(r.shape(), s.unproven(r)...) }
		seat.Again = againPrompt
	}
	return seat, err
}

// unproven names the evidence of a reply that does not hold.
func (s *Session) unproven(r Reply) []string {
	var out []string
	check := func(what string, list []Claim) {
		for i, c := range list {
			for _, cit := range s.Prover.Cite(c) {
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
		evidence.WrongSource: "it stands in your instructions, not in the record",
		evidence.TooShort:    "too short to show anything",
		evidence.NotFound:    "not found",
		evidence.Uncited:     "it cites no quote",
	}[evidence.Status(c.Status)]
	if c.Note != "" {
		reason += "; " + c.Note
	}
	if c.Quote == "" {
		return reason
	}
	return fmt.Sprintf("%q (%s)", clip(c.Quote, 120), reason)
}

func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "…"
}

// asked turns an answer into a view.
func (s *Session) asked(a jury.Answer[Reply], models llm.Model) Asked {
	member, _ := s.Plan.Panel.Judge(a.Judge)
	v := View{
		Schema: 1, Judge: a.Judge, Outcome: string(a.Outcome), Reason: a.Reason, Model: a.Model,
		Usage: report.Usage(a.Usage), ReplySHA256: a.ReplySHA256,
		Highlights: []Point{}, Shortcomings: []Point{}, Marks: []Mark{},
	}
	if price := models.Info(member.Model).Price; price != nil && a.Cost != nil {
		v.Cost = &report.Money{Currency: price.Currency, Amount: *a.Cost}
	}
	if a.Outcome == jury.OK {
		v.fill(a.Reply, s.Prover.Cite)
		s.place(v.Highlights)
		s.place(v.Shortcomings)
	}
	return Asked{View: v, Kind: a.Kind, Fix: a.Fix}
}

// place gives points whose judge named no time stamp that of their first proven
// quote.
func (s *Session) place(points []Point) {
	for i, p := range points {
		if p.At == "" && len(p.Citations) > 0 && report.Proven(p.Citations[0].Status) {
			points[i].At = s.Material.Transcript.StampAt(p.Citations[0].Start)
		}
	}
}

// inParts has every judge read every part, and then bring its notes together.
func (s *Session) inParts(ctx context.Context, j *jury.Jury) ([]Asked, error) {
	seats, err := s.Seats()
	if err != nil {
		return nil, err
	}
	read, err := jury.Ask(ctx, j, PhaseRead, seats)
	if err != nil {
		return nil, err
	}
	parts := len(s.Plan.Material.Parts)
	out := make([]Asked, len(s.Plan.Judges))
	var merges []jury.Seat[Reply]
	var whose, kept []int
	for i, planned := range s.Plan.Judges {
		answers := read[i*parts : (i+1)*parts]
		first := slices.IndexFunc(answers, func(a jury.Answer[Reply]) bool { return a.Outcome == jury.OK })
		if first < 0 {
			out[i] = s.asked(answers[0], j.Model)
			spend(&out[i].View, answers[1:], s, j.Model)
			continue
		}
		seat, points, err := s.merge(planned, answers)
		if err != nil {
			return nil, err
		}
		merges, whose, kept = append(merges, seat), append(whose, i), append(kept, points)
	}
	merged, err := jury.Ask(ctx, j, PhaseMerge, merges)
	if err != nil {
		return nil, err
	}
	for k, a := range merged {
		i := whose[k]
		answers := read[i*parts : (i+1)*parts]
		out[i] = s.asked(a, j.Model)
		spend(&out[i].View, answers, s, j.Model)
		if n := unread(answers); n > 0 {
			out[i].View.mark(PartsUnread, n)
		}
		if kept[k] < Wanted {
			out[i].View.mark(NotesReduced, kept[k])
		}
	}
	return out, nil
}

func unread(answers []jury.Answer[Reply]) int {
	n := 0
	for _, a := range answers {
		if a.Outcome != jury.OK {
			n++
		}
	}
	return n
}

// spend adds what other answers of the same judge used to its view.
func spend(v *View, answers []jury.Answer[Reply], s *Session, models llm.Model) {
	all := []View{*v}
	for _, a := range answers {
		all = append(all, s.asked(a, models).View)
	}
	v.Usage, v.Cost = Total(all)
}

// note is what a judge kept of one part, as the merge prompt shows it.
type note struct {
	Part         int         `json:"part"`
	Logic        string      `json:"logic"`
	Highlights   []wireClaim `json:"highlights"`
	Shortcomings []wireClaim `json:"shortcomings"`
	Verdict      string      `json:"verdict"`
}

// merge builds the call that brings a judge's notes together, with as many
// points a part as fit into the context: three, two or one.
func (s *Session) merge(planned review.PlannedJudge, answers []jury.Answer[Reply]) (seat jury.Seat[Reply], points int, err error) {
	parts := s.Plan.Material.Parts
	data := promptData{Parts: len(parts), Unread: unread(answers)}
	tokens := 0
	for points = Wanted; points > 0; points-- {
		data.Document = s.notes(answers, points)
		if seat, err = s.seat(planned, "merge.tmpl", data, true); err != nil {
			return seat, 0, err
		}
		tokens = llm.EstimatePrompt(seat.Request) + seat.Request.MaxTokens
		if tokens <= s.Plan.Material.ContextTokens {
			return seat, points, nil
		}
	}
	return seat, 0, &TooLongError{
		What:   fmt.Sprintf("bringing the notes on %d parts together", len(parts)),
		Tokens: tokens, Context: s.Plan.Material.ContextTokens,
	}
}

// notes writes what was read as JSON lines. Only quotes that are proven against
// the whole go into them, each point's time stamp being that of its first
// quote.
func (s *Session) notes(answers []jury.Answer[Reply], points int) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i, a := range answers {
		if a.Outcome != jury.OK {
			continue
		}
		n := note{
			Part: i + 1, Logic: clip(a.Reply.Logic, 400), Verdict: clip(a.Reply.Verdict, 300),
			Highlights: s.claims(a.Reply.Highlights, points), Shortcomings: s.claims(a.Reply.Shortcomings, points),
		}
		_ = enc.Encode(n) // strings always encode
	}
	return strings.TrimSpace(b.String())
}

func (s *Session) claims(list []Claim, most int) []wireClaim {
	out := []wireClaim{}
	for _, c := range list[:min(len(list), most)] {
		w := wireClaim{Text: clip(c.Text, 400), Quotes: []string{}}
		for _, cit := range s.Prover.Cite(c) {
			if !report.Proven(cit.Status) || len(w.Quotes) == 2 {
				continue
			}
			if w.At == "" {
				w.At = s.Material.Transcript.StampAt(cit.Start)
			}
			if cit.Quote != w.At {
				w.Quotes = append(w.Quotes, cit.Quote)
			}
		}
		out = append(out, w)
	}
	return out
}

// Quorum returns a *review.QuorumError where fewer than two thirds of the
// judges answered, or fewer than two of two or more.
func Quorum(views []View) error {
	have := 0
	var missing []report.Verdict
	for _, v := range Remarks(views) {
		if v.Outcome == string(jury.OK) {
			have++
		} else {
			missing = append(missing, v)
		}
	}
	n := len(views)
	if need := max((2*n+2)/3, min(n, 2)); have < need {
		q := &review.QuorumError{Need: need, Have: have, Of: n, Missing: missing}
		q.Usage, q.Cost = Total(views)
		return q
	}
	return nil
}
