package attribution

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"judgement/internal/evidence"
	"judgement/internal/jsonscan"
)

// verdict is what the check reads of a verdict, as it is written. The hash of its
// version has vouched for it.
type verdict struct {
	judge   string
	cells   []byte
	remarks [3][]byte // must_fix, suggestions, cuts
}

// eachVerdict calls f with every verdict of verdicts.json, in their order.
func eachVerdict(data []byte, f func(verdict) error) error {
	return jsonscan.EachItem(bytes.TrimSpace(data), func(item []byte) error {
		var v verdict
		err := eachField(item, func(key, value []byte) (err error) {
			switch string(key) {
			case `"judge"`:
				v.judge, err = jsonscan.Text(value)
			case `"cells"`:
				v.cells = value
			case `"must_fix"`:
				v.remarks[0] = value
			case `"suggestions"`:
				v.remarks[1] = value
			case `"cuts"`:
				v.remarks[2] = value
			}
			return err
		})
		if err != nil {
			return err
		}
		return f(v)
	})
}

// eachField is jsonscan.EachField for an object whose keys are written as ours are:
// another reader would take "Score" or "sc\u006fre" for score, so that they must not
// hide here what they say there.
func eachField(object []byte, f func(key, value []byte) error) error {
	return jsonscan.EachField(object, func(key, value []byte) error {
		for _, c := range key[1 : len(key)-1] {
			if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
				return fmt.Errorf("no verdict has the key %s", clip(string(key), 60))
			}
		}
		return f(key, value)
	})
}

// eachItem is jsonscan.EachItem for a list that may be missing or null.
func eachItem(list []byte, f func(item []byte) error) error {
	if list == nil || string(list) == "null" {
		return nil
	}
	return jsonscan.EachItem(list, f)
}

// citations calls f with every citation of verdicts.json, in their order, without
// its page and note.
func citations(data []byte, f func(evidence.Citation)) error {
	cited := func(item []byte) error {
		return eachField(item, func(key, value []byte) error {
			if string(key) != `"citations"` {
				return nil
			}
			return eachItem(value, func(item []byte) error {
				c, err := citation(item)
				if err == nil {
					f(c)
				}
				return err
			})
		})
	}
	return eachVerdict(data, func(v verdict) error {
		if err := eachItem(v.cells, cited); err != nil {
			return err
		}
		for _, list := range v.remarks {
			if err := eachItem(list, cited); err != nil {
				return err
			}
		}
		return nil
	})
}

// meetingCitations calls f with every citation of meeting.json, in their order.
func meetingCitations(data []byte, f func(evidence.Citation)) error {
	type point struct {
		Citations []evidence.Citation `json:"citations"`
	}
	var m struct {
		Views []struct {
			Highlights   []point `json:"highlights"`
			Shortcomings []point `json:"shortcomings"`
		} `json:"views"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	for _, v := range m.Views {
		for _, p := range slices.Concat(v.Highlights, v.Shortcomings) {
			for _, c := range p.Citations {
				f(c)
			}
		}
	}
	return nil
}

func citation(object []byte) (c evidence.Citation, err error) {
	err = eachField(object, func(key, value []byte) (err error) {
		switch string(key) {
		case `"quote"`:
			c.Quote, err = jsonscan.Text(value)
		case `"status"`:
			var status string
			status, err = jsonscan.Text(value)
			c.Status = evidence.Status(status)
		case `"start"`:
			c.Start, err = strconv.Atoi(string(value))
		case `"end"`:
			c.End, err = strconv.Atoi(string(value))
		}
		return err
	})
	return c, err
}

// scores calls f with every score of verdicts.json and its maximum, in their
// order.
func scores(data []byte, f func(judge string, score, most float64)) error {
	return eachVerdict(data, func(v verdict) error {
		return eachItem(v.cells, func(item []byte) error {
			var score, most float64
			has := false
			err := eachField(item, func(key, value []byte) (err error) {
				switch {
				case string(value) == "null":
				case string(key) == `"score"`:
					score, err = strconv.ParseFloat(string(value), 64)
					has = true
				case string(key) == `"max"`:
					most, err = strconv.ParseFloat(string(value), 64)
				}
				return err
			})
			switch {
			case err != nil || !has || most == 0:
			case score >= 0 && score <= most && !math.IsInf(most, 1):
				f(v.judge, score, most)
			default:
				err = fmt.Errorf("the score %v of judge %s is outside 0 to %v", score, clip(v.judge, 60), most)
			}
			return err
		})
	})
}
