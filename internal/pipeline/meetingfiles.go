package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/meeting"
	"judgement/panel"
	"judgement/report"
)

func meetingResult(c *casefile.Case, v *casefile.Version, plan *meeting.Plan, doc *document.Document, views []meeting.View) *Result {
	usage, cost := meeting.Total(views)
	voices := meeting.Voices(views)
	if voices == nil {
		voices = [][]string{}
	}
	return &Result{
		Schema: 1, CaseID: c.ID, Version: v.Number, Scene: c.Scene, Brand: c.Brand,
		Date: v.Date, Folder: "reports/" + c.Folder, Plan: &plan.Plan, Document: *doc,
		Verdicts: []report.Verdict{},
		Meeting: &Meeting{
			Schema: 1, NoModel: plan.NoModel(), Material: plan.Material, Views: views, Voices: voices,
			Evidence: report.CountEvidence(meeting.Remarks(views)), Usage: usage, Cost: cost,
		},
	}
}

// meetingPublication renders a meeting's result. s may be nil where the scene
// is gone: then the deck has the default theme.
func (p *Pipeline) meetingPublication(ctx context.Context, s *Setup, out *Result, session *meeting.Session) (casefile.Publication, error) {
	var pub casefile.Publication
	in := p.review(out, session.Material.Document)
	sum := meeting.NewSummary(in, out.Document.Title, out.Meeting.Material, out.Meeting.Views)
	page := sum.Page()
	deck := sum.Deck(session.Material.Transcript.StampAt)
	md := report.Markdown(page)
	pub.Date, pub.VersionMD, pub.Rules, pub.Renderer, pub.NoModel = in.Date, md, rulesVersion, rendererVersion, out.Plan.NoModel()
	add := func(name string, data []byte) {
		pub.Reports = append(pub.Reports, casefile.File{Name: name, Data: data})
		out.Files = append(out.Files, name)
	}
	add("report.md", md)
	add(DeckMarkdown, deck.Markdown())
	for _, r := range p.Renderers {
		b, err := r.Render(ctx, page, out.Plan.StartedAt)
		if err != nil {
			return pub, fmt.Errorf("render the report as %s: %w", r.Format, err)
		}
		add("report."+r.Format, b)
	}
	if b, err := p.presentation(s, deck); err != nil {
		out.Warnings = append(out.Warnings, fmt.Sprintf("%s was not written: %v", DeckPresentation, err))
	} else {
		add(DeckPresentation, b)
	}
	panelYAML, err := panelFile(out.Plan.Panel)
	if err != nil {
		return pub, err
	}
	add("panel.yaml", panelYAML)
	for _, j := range out.Plan.Judges {
		add("reviews/"+j.Slug+".md", report.Markdown(sum.JudgePage(j.Slug)))
	}
	b, err := encode(out.Meeting)
	if err != nil {
		return pub, fmt.Errorf("encode meeting.json: %w", err)
	}
	pub.Files = append(pub.Files, casefile.File{Name: meetingFile, Data: b})
	return pub, nil
}

// meetingFile is the version's own file that holds a Meeting.
const meetingFile = "meeting.json"

// isMeetingPlan reports whether a stored plan is a meeting's.
func isMeetingPlan(planJSON []byte) bool {
	var head struct {
		Panel struct {
			OutputFormat panel.OutputFormat `json:"output_format"`
		} `json:"panel"`
	}
	return json.Unmarshal(planJSON, &head) == nil && head.Panel.OutputFormat == panel.MeetingSummary
}

// storedMeeting reads a version of a meeting back into a result.
func (p *Pipeline) storedMeeting(ctx context.Context, c *casefile.Case, v *casefile.Version, o RenderOptions) (*Result, *meeting.Session, error) {
	if o.Panel != nil {
		return nil, nil, errors.New("a meeting summary has no scores to aggregate under another panel")
	}
	kept, err := v.Plan(ctx)
	if err != nil {
		return nil, nil, err
	}
	plan, doc := &meeting.Plan{}, &document.Document{}
	if err := json.Unmarshal(kept.JSON, plan); err != nil {
		return nil, nil, fmt.Errorf("read plan.json: %w", err)
	}
	if err := json.Unmarshal(kept.DocumentJSON, doc); err != nil {
		return nil, nil, fmt.Errorf("read the document's description: %w", err)
	}
	doc.Text = string(kept.Document)
	b, err := v.Read(ctx, meetingFile)
	if err != nil {
		return nil, nil, err
	}
	var m Meeting
	if err := json.NewDecoder(bytes.NewReader(b)).Decode(&m); err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", meetingFile, err)
	}
	s := &Setup{}
	if opened, err := p.Open(c.Scene); err == nil {
		s = opened
	}
	session := p.session(s, plan, meeting.Stored(doc))
	before := viewQuotes(m.Views)
	if o.Verify {
		session.Prover.Again(m.Views)
	}
	out := meetingResult(c, v, plan, doc, m.Views)
	if o.Verify {
		out.Recheck = recheck(before, viewQuotes(m.Views))
	}
	return out, session, nil
}

// renderMeeting makes the files of a stored version again.
func (p *Pipeline) renderMeeting(ctx context.Context, c *casefile.Case, v *casefile.Version, o RenderOptions) (*Rendered, error) {
	out, session, err := p.storedMeeting(ctx, c, v, o)
	if err != nil {
		return nil, fmt.Errorf("case %s, version %d: %w", c.ID, v.Number, err)
	}
	var s *Setup
	if opened, err := p.Open(c.Scene); err == nil {
		s = opened
	}
	pub, err := p.meetingPublication(ctx, s, out, session)
	if err != nil {
		return nil, err
	}
	return &Rendered{Result: out, Files: pub.Reports}, nil
}
