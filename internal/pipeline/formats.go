package pipeline

import (
	"encoding/json"
	"fmt"
	"io/fs"

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

// Records are the records of all formats.
func Records() (records []format.Record) {
	for _, f := range formats(nil) {
		records = append(records, f.Record())
	}
	return records
}

// format returns the format that a panel's output_format names.
func (p *Pipeline) format(name panel.OutputFormat) (format.Format, error) {
	for _, f := range formats(p.Workspace) {
		if f.Kind() == name.Kind() {
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
	return p.format(head.Panel.OutputFormat)
}
