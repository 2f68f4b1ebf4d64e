package meeting

import (
	"cmp"

	"judgement/internal/format"
	"judgement/internal/llm"
	"judgement/internal/skill"
)

// Plan is everything that a meeting summary will do, frozen before its first
// call. It is stored with the case version (schema 1).
type Plan struct {
	format.Plan
	Material Facts `json:"material"`
}

// Facts are what a plan knows of the material.
type Facts struct {
	Kind          Kind     `json:"kind"`
	Turns         int      `json:"turns"`
	Stamped       int      `json:"stamped"`  // turns with a time stamp
	Speakers      []string `json:"speakers"` // in the order of their first turn
	ContextTokens int      `json:"context_tokens"`
	// Parts are how the text is read: one part is the whole. They are in order
	// and cover the text.
	Parts []Part `json:"parts"`
}

// Part is a stretch of the text: half-open byte offsets.
type Part struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// NewPlan freezes a meeting summary. Every judge is asked once per part.
func NewPlan(in format.Input, m *Material) (*Plan, error) {
	in.Document = m.Document
	in.Options.Repeats, in.Options.Auto = 1, false
	base, err := format.NewPlan(in, PromptSHA256())
	if err != nil {
		return nil, err
	}
	p := &Plan{Plan: *base}
	for i := range p.Judges {
		p.Judges[i].Repeats = 1
	}
	t := m.Transcript
	p.Material = Facts{
		Kind: m.Kind, Turns: len(t.Turns), Stamped: t.Stamped(), Speakers: t.Speakers(),
		ContextTokens: cmp.Or(in.Scene.Meeting.ContextTokens, in.ContextTokens), Parts: []Part{{0, len(t.Text)}},
	}
	if p.Material.Speakers == nil {
		p.Material.Speakers = []string{}
	}
	if p.Material.ContextTokens > 0 && !p.NoModel() {
		p.Material.Parts, err = p.parts(t, in.Skills)
	}
	return p, err
}

// parts splits the text only if the longest prompt of any judge, with room
// for the reply, is above the context.
func (p *Plan) parts(t *Transcript, skills map[string]*skill.Skill) ([]Part, error) {
	most, room, err := p.longest(t.Text, skills)
	if err != nil || most <= p.Material.ContextTokens {
		return p.Material.Parts, err
	}
	if room < minPart {
		return nil, format.TooLong("a judge's method with an empty record", p.Material.ContextTokens-room+minPart-p.Options.MaxReplyTokens, p.Options.MaxReplyTokens, p.Material.ContextTokens)
	}
	return split(t, room), nil
}

// minPart is the fewest tokens of a record that are worth a call.
const minPart = 256

// longest returns the tokens that the longest whole prompt needs with its
// reply, and what the context leaves for the text in it.
func (p *Plan) longest(text string, skills map[string]*skill.Skill) (most, room int, err error) {
	own := llm.EstimateTokens(text)
	room = p.Material.ContextTokens
	for _, j := range p.Judges {
		if j.NoModel {
			continue
		}
		req, err := p.request(j, "meeting.tmpl", skills, promptData{Document: text, Part: 10, Parts: 100})
		if err != nil {
			return 0, 0, err
		}
		whole := llm.EstimatePrompt(req) + req.MaxTokens
		most = max(most, whole)
		room = min(room, p.Material.ContextTokens-(whole-own))
	}
	return most, room, nil
}

// Key names what makes two runs the same command: everything in the plan but
// its time, its random mark and its budget.
func (p *Plan) Key() (string, error) {
	same := *p
	same.Plan = p.Same()
	return format.Hash(same)
}

// Split reports whether the material is read in parts.
func (p *Plan) Split() bool { return len(p.Material.Parts) > 1 }
