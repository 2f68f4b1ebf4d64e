package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"judgement/meeting"
	"judgement/meeting/pptx"
)

// The deck's files in a brand's report folder.
const (
	DeckMarkdown     = "meeting-summary.md"
	DeckPresentation = "meeting-summary.pptx"
)

// presentation renders a deck in the theme of a scene; without one in the
// default theme. A fault of the writer is an error too, never a panic: the
// presentation is best effort.
func (p *Pipeline) presentation(s *Setup, deck meeting.Deck) (data []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			data, err = nil, fmt.Errorf("the writer failed: %v", r)
		}
	}()
	theme := pptx.DefaultTheme()
	if s != nil && s.Scene != nil && s.Scene.Report.Theme != "" {
		if theme, err = pptx.LoadTheme(p.Workspace, s.Scene.Report.Theme); err != nil {
			return nil, err
		}
	}
	return pptx.Render(deck, theme)
}

// DeckFile is a presentation that was written.
type DeckFile struct {
	CaseID string `json:"case_id"`
	Brand  string `json:"brand"`
	Folder string `json:"folder"` // of the reports, from the workspace
	File   string `json:"file"`   // in Folder
	Slides int    `json:"slides"` // cover included
	Bytes  int    `json:"bytes"`
}

// RenderDeck renders the meeting-summary.md of a case, as it is now, into its
// meeting-summary.pptx. name is a case id, a report folder or a brand. A case
// without a deck is fs.ErrNotExist.
func (p *Pipeline) RenderDeck(ctx context.Context, name string) (*DeckFile, error) {
	c, err := p.Cases.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	md, err := c.ReadReport(ctx, DeckMarkdown)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("case %s has no %s in reports/%s: %w", c.ID, DeckMarkdown, c.Folder, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	deck, err := meeting.ParseDeck(md)
	if err != nil {
		return nil, fmt.Errorf("reports/%s: %w", c.Folder, err)
	}
	s, err := p.Open(c.Scene)
	if err != nil {
		return nil, err
	}
	data, err := p.presentation(s, deck)
	if err != nil {
		return nil, err
	}
	if err := c.WriteReport(ctx, DeckPresentation, data); err != nil {
		return nil, err
	}
	return &DeckFile{
		CaseID: c.ID, Brand: c.Brand, Folder: "reports/" + c.Folder, File: DeckPresentation,
		Slides: len(deck.Slides) + 1, Bytes: len(data),
	}, nil
}
