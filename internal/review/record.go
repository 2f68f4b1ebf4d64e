package review

import (
	"encoding/json"
	"fmt"
	"slices"

	"judgement/internal/evidence"
	"judgement/internal/format"
	"judgement/panel"
	"judgement/report"
)

// Record implements format.Format.
func (Format) Record() format.Record {
	return format.Record{File: verdictsFile, Citations: citations}
}

// Summary implements format.Format.
func (Format) Summary(read func(string) ([]byte, error)) (out format.Summary, err error) {
	b, err := read(resultFile)
	if err != nil {
		return out, err
	}
	var kept struct {
		Total, Max panel.Points
		Grade      string
		Evidence   report.EvidenceCounts
	}
	if err := json.Unmarshal(b, &kept); err != nil {
		return out, fmt.Errorf("read %s: %w", resultFile, err)
	}
	out.Evidence = kept.Evidence
	if kept.Grade != "" {
		out.Score = &format.Score{Total: kept.Total, Max: kept.Max, Grade: kept.Grade}
	}
	return out, nil
}

// citations returns the citations of verdicts.json, in their order.
func citations(data []byte) ([]evidence.Citation, error) {
	var verdicts []struct {
		Cells       []format.Cited `json:"cells"`
		MustFix     []format.Cited `json:"must_fix"`
		Suggestions []format.Cited `json:"suggestions"`
		Cuts        []format.Cited `json:"cuts"`
	}
	err := json.Unmarshal(data, &verdicts)
	var parts []format.Cited
	for _, v := range verdicts {
		parts = slices.Concat(parts, v.Cells, v.MustFix, v.Suggestions, v.Cuts)
	}
	return format.Citations(parts), err
}
