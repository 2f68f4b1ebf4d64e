package pptx

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"judgement/internal/casefile"
	"judgement/meeting"
	"judgement/scene"
)

// Present makes the presentation of a deck in a theme of the workspace; an empty
// name is the default theme. A fault of the writer is an error too, never a panic:
// the presentation is best effort.
func Present(workspace fs.FS, deck meeting.Deck, theme string) (data []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			data, err = nil, fmt.Errorf("the writer failed: %v", r)
		}
	}()
	look := DefaultTheme()
	if theme != "" {
		if look, err = LoadTheme(workspace, theme); err != nil {
			return nil, err
		}
	}
	return Render(deck, look)
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

// RenderFile renders the meeting-summary.md of a case, as it is now, into its
// meeting-summary.pptx. name is a case id, a report folder or a brand. A case
// without a deck is fs.ErrNotExist.
func RenderFile(ctx context.Context, workspace fs.FS, cases *casefile.Cases, name string) (*DeckFile, error) {
	c, err := cases.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	md, err := c.ReadReport(ctx, meeting.DeckMarkdown)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("case %s has no %s in reports/%s: %w", c.ID, meeting.DeckMarkdown, c.Folder, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	deck, err := meeting.ParseDeck(md)
	if err != nil {
		return nil, fmt.Errorf("reports/%s: %w", c.Folder, err)
	}
	sc, _, err := scene.Load(workspace, c.Scene)
	if err != nil {
		return nil, err
	}
	data, err := Present(workspace, deck, sc.Report.Theme)
	if err != nil {
		return nil, err
	}
	if err := c.WriteReport(ctx, meeting.DeckPresentation, data); err != nil {
		return nil, err
	}
	return &DeckFile{
		CaseID: c.ID, Brand: c.Brand, Folder: "reports/" + c.Folder, File: meeting.DeckPresentation,
		Slides: len(deck.Slides) + 1, Bytes: len(data),
	}, nil
}
