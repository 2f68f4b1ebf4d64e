package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/review"
	"judgement/meeting"
	"judgement/meeting/pptx"
	"judgement/panel"
)

// formats are all formats. This is where they are registered.
func formats(workspace fs.FS) []format.Format {
	present := func(d meeting.Deck, theme string) ([]byte, error) { return pptx.Present(workspace, d, theme) }
	return []format.Format{
		review.Format{},
		meeting.Format{Present: present},
	}
}

// Kinds are the kinds of all formats.
func Kinds() (kinds []string) {
	for _, f := range formats(nil) {
		kinds = append(kinds, f.Kind())
	}
	return kinds
}

// Outputs are the names that a panel's output_format may have.
func Outputs() (names []panel.OutputFormat) {
	for _, f := range formats(nil) {
		names = append(names, f.Outputs()...)
	}
	return names
}

// Records are the records of all formats.
func Records() (records []format.Record) {
	for _, f := range formats(nil) {
		records = append(records, f.Record())
	}
	return records
}

// Read reads a document as the judges of an output format see it.
func Read(ctx context.Context, name panel.OutputFormat, file format.File) (*format.Seen, error) {
	f, err := Find(nil, name)
	if err != nil {
		return nil, err
	}
	return f.Read(ctx, file)
}

// Rewritten names what formats make of a document that document.Read leaves as it is, by
// kind.
func Rewritten(doc *document.Document) (kind, as string) {
	for _, f := range formats(nil) {
		if as := f.Rewritten(doc); as != "" {
			return f.Kind(), as
		}
	}
	return "", ""
}

// Find returns the format that a panel's output_format names; an empty name is the
// scored report's. The workspace has the themes of what it publishes.
func Find(workspace fs.FS, name panel.OutputFormat) (format.Format, error) {
	for _, f := range formats(workspace) {
		if slices.Contains(f.Outputs(), cmp.Or(name, panel.ScoredReport)) {
			return f, nil
		}
	}
	return nil, fmt.Errorf("output_format %s is not known to this version of the program", name)
}

// formatOf returns the format that a stored plan was made for.
func (p *Pipeline) formatOf(plan []byte) (format.Format, error) {
	var head struct {
		Panel struct {
			OutputFormat panel.OutputFormat `json:"output_format"`
		} `json:"panel"`
	}
	if err := json.Unmarshal(plan, &head); err != nil {
		return nil, fmt.Errorf("read plan.json: %w", err)
	}
	return Find(p.Workspace, head.Panel.OutputFormat)
}
