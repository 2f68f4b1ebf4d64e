package meeting

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/text"
	"judgement/report"
)

// headingShare is the share of a part after which a topic ends it early.
const headingShare = 0.7

// split cuts the text at turns into parts of at most room tokens, about evenly
// long, at a topic if one begins in the last third of a part. A turn that is
// longer than a part is cut between sentences, else between characters.
func split(t *Transcript, room int) []Part {
	pieces := pieces(t, room)
	total := 0
	for _, p := range pieces {
		total += p.tokens
	}
	parts := (total + room - 1) / room
	aim := min(room, total/parts+total/parts/10)
	var out []Part
	part, size := Part{}, 0
	for _, p := range pieces {
		early := p.topic && float64(size) >= headingShare*float64(aim)
		if size > 0 && (early || size+p.tokens > aim) {
			out = append(out, part)
			part, size = Part{Start: part.End}, 0
		}
		part.End, size = p.end, size+p.tokens
	}
	return append(out, part)
}

// piece is what is never cut: a turn, or a stretch of a long one.
type piece struct {
	end    int
	tokens int
	topic  bool
}

func pieces(t *Transcript, room int) []piece {
	var out []piece
	start := 0
	add := func(end int, topic bool) {
		for end-start > 0 {
			stop := cutAt(t.Text, start, end, room)
			out = append(out, piece{stop, llm.EstimateTokens(t.Text[start:stop]) + 1, topic})
			start, topic = stop, false
		}
	}
	for i, turn := range t.Turns {
		if i == 0 && turn.Start > 0 {
			add(turn.Start, false)
		}
		add(turn.End, turn.Topic)
	}
	add(len(t.Text), false)
	return out
}

// cutAt returns where a stretch from start ends that has at most room tokens:
// at end, else after the last line or sentence that fits.
func cutAt(text string, start, end, room int) int {
	if llm.EstimateTokens(text[start:end])+1 <= room {
		return end
	}
	cost, sentence := 2.0, start
	for i, r := range text[start:end] {
		width := utf8.RuneLen(r)
		switch {
		case r < utf8.RuneSelf:
			cost += 2.0 / 7
		case r >= 0x2e80:
			cost += 1.5
		default:
			cost += float64(width) / 2
		}
		if cost > float64(room) && i > 0 {
			if sentence > start {
				return sentence
			}
			return start + i
		}
		if strings.ContainsRune("\n。！？.!?", r) {
			sentence = start + i + width
		}
	}
	return end
}

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
	return call, format.TooLong(fmt.Sprintf("bringing the notes on %d parts together", len(parts)), tokens-call.Request.MaxTokens, call.Request.MaxTokens, s.Plan.Material.ContextTokens)
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
