package attribution

import (
	"bytes"
	"encoding/json"
	"slices"

	"judgement/internal/casefile"
	"judgement/internal/llm"
)

// baseline reports whether a forecast is the offline baseline's. Those of earlier releases
// only name it.
func baseline(f casefile.Forecast) bool { return f.NoModel || f.Model == llm.Baseline }

// forecastsBaseline reports whether a checkpoint has forecasts, all of the baseline.
func forecastsBaseline(cp *casefile.Checkpoint) bool {
	return len(cp.Forecasts) > 0 && !slices.ContainsFunc(cp.Forecasts, func(f casefile.Forecast) bool { return !baseline(f) })
}

// saysNoModel reports whether no language model answered in a version, by its version.json
// or, of an earlier release, by the models of its verdicts.json; nil: it has none.
func saysNoModel(manifest, verdicts []byte) bool {
	var version struct {
		NoModel bool `json:"no_model"`
	}
	if json.Unmarshal(manifest, &version) == nil && version.NoModel {
		return true
	}
	var all []struct {
		Model string `json:"model"`
	}
	if !bytes.Contains(verdicts, []byte(llm.Baseline)) || json.Unmarshal(verdicts, &all) != nil {
		return false
	}
	for _, v := range all {
		if v.Model != llm.Baseline {
			return false
		}
	}
	return len(all) > 0
}

// sayNoModel has a case say so if its latest version or its forecasts are of no language
// model, and none of them of one.
func (c *CaseInfo) sayNoModel(info *casefile.Info) {
	var made, by bool // anything, and by a model
	if c.Evidence.Version > 0 {
		made, by = true, !c.Evidence.NoModel
	}
	for i := range info.Checkpoints {
		if cp := &info.Checkpoints[i]; len(cp.Forecasts) > 0 {
			made, by = true, by || !forecastsBaseline(cp)
		}
	}
	c.NoModel, c.byModel = made && !by, by
}

// noModel reports whether cases say so and in none of them a language model answered.
func noModel(cases []*CaseInfo) (any bool) {
	for _, c := range cases {
		if c.byModel {
			return false
		}
		any = any || c.NoModel
	}
	return any
}
