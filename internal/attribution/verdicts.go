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
	Citations []struct {
		Quote  string          `json:"quote"`
		Status evidence.Status `json:"status"`
		Start  int             `json:"start"`
		End    int             `json:"end"`
	} `json:"citations"`
}

// each calls f with every citation, in their order, without its page and note.
func each(parts []cited, f func(evidence.Citation)) {
	for _, p := range parts {
		for _, c := range p.Citations {
			f(evidence.Citation{Quote: c.Quote, Status: c.Status, Start: c.Start, End: c.End})
		}
	}
}

// citations calls f with every citation of verdicts.json, in their order.
func citations(data []byte, f func(evidence.Citation)) error {
	var verdicts []struct {
		Cells       []cited `json:"cells"`
		MustFix     []cited `json:"must_fix"`
		Suggestions []cited `json:"suggestions"`
		Cuts        []cited `json:"cuts"`
	}
	if err := json.Unmarshal(data, &verdicts); err != nil {
		return err
	}
	for _, v := range verdicts {
		each(slices.Concat(v.Cells, v.MustFix, v.Suggestions, v.Cuts), f)
	}
	return nil
}

// meetingCitations calls f with every citation of meeting.json, in their order.
func meetingCitations(data []byte, f func(evidence.Citation)) error {
	var m struct {
		Views []struct {
			Highlights   []cited `json:"highlights"`
			Shortcomings []cited `json:"shortcomings"`
		} `json:"views"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	for _, v := range m.Views {
		each(slices.Concat(v.Highlights, v.Shortcomings), f)
	}
	return nil
}

// scores calls f with every score of verdicts.json and its maximum, in their
// order.
func scores(data []byte, f func(judge string, score, most float64)) error {
	var verdicts []struct {
		Judge string `json:"judge"`
		Cells []struct {
			Score *float64 `json:"score"`
			Max   float64  `json:"max"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(data, &verdicts); err != nil {
		return err
	}
	for _, v := range verdicts {
		for _, c := range v.Cells {
			switch {
			case c.Score == nil || c.Max == 0:
			case *c.Score >= 0 && *c.Score <= c.Max && !math.IsInf(c.Max, 1):
				f(v.Judge, *c.Score, c.Max)
			default:
				return fmt.Errorf("the score %v of judge %s is outside 0 to %v", *c.Score, clip(v.Judge, 60), c.Max)
			}
		}
	}
	return nil
}
