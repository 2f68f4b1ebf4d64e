package meeting

import (
	"encoding/json"
	"fmt"
	"slices"

	"judgement/internal/evidence"
	"judgement/internal/format"
	"judgement/report"
)

// Record implements format.Format. A judge quotes what was said at a time. People may
// change the deck.
func (Format) Record() format.Record {
	return format.Record{File: contentFile, Citations: citations, Placed: true, Editable: "meeting-summary."}
}

// Summary implements format.Format.
func (Format) Summary(read func(string) ([]byte, error)) (out format.Summary, err error) {
	b, err := read(contentFile)
	if err != nil {
		return out, err
	}
	var kept struct{ Evidence report.EvidenceCounts }
	if err := json.Unmarshal(b, &kept); err != nil {
		return out, fmt.Errorf("read %s: %w", contentFile, err)
	}
	out.Evidence = kept.Evidence
	return out, nil
}

// citations returns the citations of meeting.json, in their order.
func citations(data []byte) ([]evidence.Citation, error) {
	var m struct {
		Views []struct {
			Highlights   []format.Cited `json:"highlights"`
			Shortcomings []format.Cited `json:"shortcomings"`
		} `json:"views"`
	}
	err := json.Unmarshal(data, &m)
	var parts []format.Cited
	for _, v := range m.Views {
		parts = slices.Concat(parts, v.Highlights, v.Shortcomings)
	}
	return format.Citations(parts), err
}
