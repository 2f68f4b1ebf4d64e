package attribution

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"judgement/internal/evidence"
)

// cited is a part of a verdict or of a meeting that has citations.
type cited struct {
	Citations []evidence.Citation `json:"citations"`
}

// verdictCitations returns the citations of verdicts.json, in their order.
func verdictCitations(data []byte) ([]evidence.Citation, error) {
	var verdicts []struct {
		Cells       []cited `json:"cells"`
		MustFix     []cited `json:"must_fix"`
		Suggestions []cited `json:"suggestions"`
		Cuts        []cited `json:"cuts"`
	}
	err := json.Unmarshal(data, &verdicts)
	var parts []cited
	for _, v := range verdicts {
		parts = slices.Concat(parts, v.Cells, v.MustFix, v.Suggestions, v.Cuts)
	}
	return citations(parts), err
}

// meetingCitations returns the citations of meeting.json, in their order.
func meetingCitations(data []byte) ([]evidence.Citation, error) {
	var m struct {
		Views []struct {
			Highlights   []cited `json:"highlights"`
			Shortcomings []cited `json:"shortcomings"`
		} `json:"views"`
	}
	err := json.Unmarshal(data, &m)
	var parts []cited
	for _, v := range m.Views {
		parts = slices.Concat(parts, v.Highlights, v.Shortcomings)
	}
	return citations(parts), err
}

func citations(parts []cited) (out []evidence.Citation) {
	for _, p := range parts {
		out = append(out, p.Citations...)
	}
	return out
}

// shares returns each judge's scores in verdicts.json as a share of their maxima,
// repeats averaged.
func shares(data []byte) (map[string]float64, error) {
	var verdicts []struct {
		Judge string `json:"judge"`
		Cells []struct {
			Score *float64 `json:"score"`
			Max   float64  `json:"max"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(data, &verdicts); err != nil {
		return nil, err
	}
	got, most := map[string]float64{}, map[string]float64{}
	for _, v := range verdicts {
		for _, c := range v.Cells {
			switch {
			case c.Score == nil || c.Max == 0:
			case *c.Score >= 0 && *c.Score <= c.Max && !math.IsInf(c.Max, 1):
				got[v.Judge] += *c.Score
				most[v.Judge] += c.Max
			default:
				return nil, fmt.Errorf("the score %v of judge %s is outside 0 to %v", *c.Score, clip(v.Judge, 60), c.Max)
			}
		}
	}
	for judge := range got {
		got[judge] /= most[judge]
	}
	return got, nil
}
