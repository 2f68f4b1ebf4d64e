package meeting

import (
	"encoding/json"
	"fmt"
	"strings"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/text"
	"judgement/report"
)

// merges are the calls that bring each judge's notes together. A judge that could
// read no part has none.
func (s *Run) merges(read []jury.Answer) (calls []jury.Call, err error) {
	for i, planned := range s.Judges {
		answers := s.ofJudge(read, i)
		if unread(answers) == len(answers) {
			continue
		}
		call, err := s.merge(planned, answers)
		if err != nil {
			return nil, err
		}
		calls = append(calls, call)
	}
	return calls, nil
}

// partNote is what a judge kept of one part, as the merge prompt shows it.
type partNote struct {
	Part int `json:"part"`
	Reply
}

// merge builds the call that brings a judge's notes together, with as many
// points per part as fit into the context: three, two or one.
func (s *Run) merge(planned format.PlannedJudge, answers []jury.Answer) (call jury.Call, err error) {
	parts := s.Plan.Material.Parts
	data := promptData{Parts: len(parts), Unread: unread(answers)}
	tokens := 0
	for points := Wanted; points > 0; points-- {
		data.Document = s.notes(answers, points)
		if call, err = s.call(planned, "merge.tmpl", data, true); err != nil {
			return call, err
		}
		call.Parse = func(raw string) (any, error) {
			r, err := ParseReply(raw)
			r.Points = points
			return r, err
		}
		tokens = llm.EstimatePrompt(call.Request) + call.Request.MaxTokens
		if tokens <= s.Plan.Material.ContextTokens {
			return call, nil
		}
	}
	return call, format.TooLong(fmt.Sprintf("bringing the notes on %d parts together", len(parts)), tokens, s.Plan.Material.ContextTokens)
}

// notes writes what was read as JSON lines. Only quotes that are proven against
// the whole go into them, each point's time stamp being that of its first
// quote.
func (s *Run) notes(answers []jury.Answer, points int) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i, a := range answers {
		if a.Outcome != jury.OK {
			continue
		}
		r := a.Reply.(Reply)
		n := partNote{i + 1, Reply{
			Logic: text.Clip(r.Logic, 400), Verdict: text.Clip(r.Verdict, 300),
			Highlights: s.claims(r.Highlights, points), Shortcomings: s.claims(r.Shortcomings, points),
		}}
		_ = enc.Encode(n) // strings always encode
	}
	return strings.TrimSpace(b.String())
}

func (s *Run) claims(list []Claim, most int) []Claim {
	out := []Claim{}
	for _, c := range list[:min(len(list), most)] {
		w := Claim{Text: text.Clip(c.Text, 400), Quotes: []string{}}
		for _, cit := range s.prover.Cite(c) {
			if !report.Proven(cit.Status) || len(w.Quotes) == 2 {
				continue
			}
			if w.At == "" {
				w.At = s.Material.Transcript.TimestampAt(cit.Start)
			}
			if cit.Quote != w.At {
				w.Quotes = append(w.Quotes, cit.Quote)
			}
		}
		out = append(out, w)
	}
	return out
}
