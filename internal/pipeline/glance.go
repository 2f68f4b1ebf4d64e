package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/panel"
	"judgement/report"
)

// Glance is what a list of cases shows of a published version.
type Glance struct {
	Title     string // of the document; empty: it has none of its own
	Score     *format.Score
	Judges    []string // their slugs
	Unproven  int      // quotes
	NoModel   bool
	StartedAt time.Time
}

// Glance reads what a list shows of a version. It reads the record of a scored review,
// and of any other format the whole judgement.
func (p *Pipeline) Glance(ctx context.Context, c *casefile.Case, number int) (*Glance, error) {
	v, err := c.Version(ctx, number)
	if err != nil {
		return nil, err
	}
	kept, err := v.Plan(ctx)
	if err != nil {
		return nil, err
	}
	var plan format.Plan
	var doc document.Document
	if err := json.Unmarshal(kept.JSON, &plan); err != nil {
		return nil, fmt.Errorf("plan.json of case %s v%d is damaged: restore it from a backup", c.ID, number)
	}
	g := &Glance{NoModel: plan.NoModel(), StartedAt: plan.StartedAt}
	if json.Unmarshal(kept.DocumentJSON, &doc) == nil {
		g.Title = doc.OwnTitle()
	}
	for _, j := range plan.Judges {
		g.Judges = append(g.Judges, j.Slug)
	}
	data, err := v.Read(ctx, "result.json")
	if errors.Is(err, fs.ErrNotExist) {
		return g, p.overview(ctx, c, v, g)
	}
	var kind struct {
		Total, Max panel.Points
		Grade      string
		Evidence   report.EvidenceCounts
	}
	if err == nil {
		err = json.Unmarshal(data, &kind)
	}
	if err != nil {
		return nil, fmt.Errorf("result.json of case %s v%d: %w", c.ID, number, err)
	}
	g.Unproven = kind.Evidence.Total - kind.Evidence.Proven
	if kind.Grade != "" {
		g.Score = &format.Score{Total: kind.Total, Max: kind.Max, Grade: kind.Grade}
	}
	return g, nil
}

// overview fills in what the version's format says.
func (p *Pipeline) overview(ctx context.Context, c *casefile.Case, v *casefile.Version, g *Glance) error {
	out, _, err := p.stored(ctx, nil, c, v, format.Reread{})
	if err != nil {
		return err
	}
	o := out.Judgement.Overview()
	g.Score, g.Unproven = o.Score, o.Evidence.Total-o.Evidence.Proven
	return nil
}
