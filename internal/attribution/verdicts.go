package attribution

import (
	"encoding/json"
	"fmt"
	"math"

	"judgement/internal/text"
)

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
				return nil, fmt.Errorf("the score %v of judge %s is outside 0 to %v", *c.Score, text.Clip(v.Judge, 60), c.Max)
			}
		}
	}
	for judge := range got {
		got[judge] /= most[judge]
	}
	return got, nil
}
