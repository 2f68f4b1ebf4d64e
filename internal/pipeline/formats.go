package pipeline

import (
	"cmp"
	"encoding/json"
	"fmt"

	"judgement/internal/format"
	"judgement/internal/review"
	"judgement/meeting"
	"judgement/meeting/pptx"
	"judgement/panel"
)

// format returns the format that a panel's output_format names. This is where
// formats are registered.
func (p *Pipeline) format(name panel.OutputFormat) (format.Format, error) {
	present := func(d meeting.Deck, theme string) ([]byte, error) { return pptx.Present(p.Workspace, d, theme) }
	f, ok := map[panel.OutputFormat]format.Format{
		panel.ScoredReport:   review.Format{},
		panel.RankingBoard:   review.Format{},
		panel.MeetingSummary: meeting.Format{Present: present},
	}[cmp.Or(name, panel.ScoredReport)]
	if !ok {
		return nil, fmt.Errorf("output_format %s is not known to this version of the program", name)
	}
	return f, nil
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
