package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/format"
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

// Glance reads what a list shows of a version, without its whole judgement.
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
	f, err := p.formatOf(kept.JSON)
	if err != nil {
		return nil, err
	}
	sum, err := f.Summary(func(name string) ([]byte, error) { return v.Read(ctx, name) })
	if err != nil {
		return nil, fmt.Errorf("case %s v%d: %w", c.ID, number, err)
	}
	g.Score, g.Unproven = sum.Score, sum.Evidence.Total-sum.Evidence.Proven
	return g, nil
}
