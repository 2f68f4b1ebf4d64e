package meeting

import (
	"encoding/json"
	"errors"
	"fmt"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/report"
)

// Judgement is what the summary of a meeting came to.
type Judgement struct {
	Result   any                `json:"result"`   // null: there are no scores
	Verdicts []report.Verdict   `json:"verdicts"` // none
	Document *document.Document `json:"document"`
	Meeting  Content            `json:"meeting"`
	// Reading is that of the integrity reader; nil: the scene has none.
	Reading *report.IntegrityReading `json:"integrity_reader,omitempty"`
}

// Content is what the judges say of a meeting (schema 1), as it is stored.
type Content struct {
	Schema     int                   `json:"schema"`
	NoModel    bool                  `json:"no_model,omitempty"` // no language model answered
	Material   Facts                 `json:"material"`
	Views      []View                `json:"views"`
	Duplicates [][]string            `json:"voices"` // judges that say the same
	Evidence   report.EvidenceCounts `json:"evidence"`
	Usage      report.Usage          `json:"usage"`
	Cost       *report.Money         `json:"cost"` // null: unknown
}

func (s *Run) judgement(views []View) *Judgement {
	usage, cost := Total(views)
	for i := range views {
		views[i].NoModel = s.Plan.NoModelFor(views[i].Judge)
	}
	duplicates := DuplicateViews(views)
	if duplicates == nil {
		duplicates = [][]string{}
	}
	counts := report.CountEvidence(Citations(views))
	counts.NoModel = s.NoModel()
	return &Judgement{
		Verdicts: []report.Verdict{}, Document: s.Material.Document,
		Meeting: Content{
			Schema: 1, NoModel: s.NoModel(), Material: s.Plan.Material, Views: views, Duplicates: duplicates,
			Evidence: counts, Usage: usage, Cost: cost,
		},
	}
}

// Overview implements format.Judgement.
func (j *Judgement) Overview() format.Overview {
	m := j.Meeting
	out := format.Overview{Evidence: m.Evidence, Reading: j.Reading}
	out.Usage, out.Cost = format.WithReading(m.Usage, m.Cost, j.Reading)
	out.Parts = m.parts(j.Reading)
	for _, v := range m.Views {
		out.Judges = append(out.Judges, v.ended())
		out.Highlights = append(out.Highlights, v.remarks(v.Highlights)...)
		out.Shortcomings = append(out.Shortcomings, v.remarks(v.Shortcomings)...)
	}
	return out
}

// parts are the costs of the views and of the integrity reader, which may be nil.
func (c *Content) parts(r *report.IntegrityReading) []report.Part {
	out := r.Parts(nil)
	for _, v := range c.Views {
		out = append(out, report.Part{Model: v.Model, Calls: v.Usage.Calls, Cost: v.Cost})
	}
	return out
}

// SetReading implements format.Judgement.
func (j *Judgement) SetReading(r *report.IntegrityReading) { j.Reading = r }

// contentFile is the version's own file that holds the Content.
const contentFile = "meeting.json"

// Reread implements format.Run.
func (s *Run) Reread(read func(string) ([]byte, error), o format.Reread) (format.Judgement, error) {
	if o.Panel != nil {
		return nil, errors.New("a meeting summary has no scores to aggregate under another panel")
	}
	b, err := read(contentFile)
	if err != nil {
		return nil, err
	}
	var m Content
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, fmt.Errorf("read %s: %w", contentFile, err)
	}
	if o.Recheck != nil {
		s.prover.Again(m.Views, o.Recheck)
	}
	j := s.judgement(m.Views)
	j.Reading, err = s.RereadReading(read, s.Material.Document, o.Recheck)
	return j, err
}

// The deck's files in a brand's report folder.
const (
	DeckMarkdown     = "meeting-summary.md"
	DeckPresentation = "meeting-summary.pptx"
)

// Publication implements format.Run. The presentation is best effort.
func (s *Run) Publication(judged format.Judgement, in report.Review) (*format.Publication, error) {
	j := judged.(*Judgement)
	m := j.Meeting
	in.Reading, in.Integrity = j.Reading, append(in.Integrity, j.Reading.Warnings()...)
	sum := NewSummary(in, s.Material.Document.Title, m)
	deck := sum.Deck(s.Material.Transcript.TimestampAt)
	pub := &format.Publication{
		Page: sum.Page(), Files: []casefile.File{{Name: DeckMarkdown, Data: deck.Markdown()}},
	}
	if b, err := s.present(deck); err != nil {
		pub.Warnings = append(pub.Warnings, fmt.Sprintf("%s was not written: %v", DeckPresentation, err))
	} else {
		pub.Late = append(pub.Late, casefile.File{Name: DeckPresentation, Data: b})
	}
	for _, judge := range s.Judges {
		b := report.Markdown(sum.JudgePage(judge.Slug))
		pub.Reviews = append(pub.Reviews, casefile.File{Name: "reviews/" + judge.Slug + ".md", Data: b})
	}
	if err := pub.KeepReading(j.Reading); err != nil {
		return nil, err
	}
	return pub, pub.Keep(contentFile, m)
}
