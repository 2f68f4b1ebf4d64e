package review

import (
	"encoding/json"
	"slices"

	"judgement/internal/evidence"
	"judgement/internal/format"
)

// Record implements format.Format.
func (Format) Record() format.Record {
	return format.Record{File: verdictsFile, Citations: citations}
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
