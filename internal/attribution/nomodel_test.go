package attribution

import (
	"testing"

	"judgement/internal/casefile"
	"judgement/internal/llm"
)

// TestSaysNoModel: versions of earlier releases say by their verdicts who answered.
func TestSaysNoModel(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		manifest, verdicts string
		want               bool
	}{
		{`{"no_model":true}`, "", true},
		{`{}`, "", false},
		{`{}`, `[]`, false},
		{`{}`, `[{"model":"offline-lexical-1"},{"model":"offline-lexical-1"}]`, true},
		{`{}`, `[{"model":"offline-lexical-1"},{"model":"m"}]`, false},
		{`{}`, `[{"model":"m","summary":"offline-lexical-1"}]`, false},
	} {
		if got := saysNoModel([]byte(c.manifest), []byte(c.verdicts)); got != c.want {
			t.Errorf("%s %s: %t", c.manifest, c.verdicts, got)
		}
	}
}

// TestCasesSayNoModel: a case says so of its latest version and its forecasts together, and
// so do a run and a calibration of their cases.
func TestCasesSayNoModel(t *testing.T) {
	t.Parallel()
	one := func(e Evidence, models ...string) *CaseInfo {
		info, out := casefile.Info{}, &CaseInfo{Evidence: e}
		for _, m := range models {
			info.Checkpoints = append(info.Checkpoints, casefile.Checkpoint{Forecasts: []casefile.Forecast{{Model: m}}})
		}
		out.sayNoModel(&info)
		return out
	}
	offline, asked := Evidence{Version: 1, NoModel: true}, Evidence{Version: 1}
	for i, c := range []struct {
		cases []*CaseInfo
		want  bool
	}{
		{nil, false},
		{[]*CaseInfo{one(Evidence{})}, false},
		{[]*CaseInfo{one(offline), one(Evidence{})}, true},
		{[]*CaseInfo{one(Evidence{}, llm.Baseline), one(offline, llm.Baseline)}, true},
		{[]*CaseInfo{one(offline, llm.Baseline, "m")}, false},
		{[]*CaseInfo{one(asked, llm.Baseline)}, false},
		{[]*CaseInfo{one(offline), one(asked)}, false},
	} {
		var sum Summary
		for _, x := range c.cases {
			x.Status = Draft
		}
		if sum.add(c.cases); sum.NoModel != c.want || sum.Evidence.NoModel != c.want || calibration(c.cases).NoModel != c.want {
			t.Errorf("%d: not %t: %+v", i, c.want, sum)
		}
	}
}

// TestCardSaysNoModel: forecasts of an earlier release, which only name the baseline, say so
// in a failure card.
func TestCardSaysNoModel(t *testing.T) {
	t.Parallel()
	for model, want := range map[string]bool{llm.Baseline: true, "m": false} {
		cp := casefile.Checkpoint{Forecasts: []casefile.Forecast{{Judge: "ann", Model: model, P: 0.7}}}
		card := failureCard(&casefile.Info{}, &cp, &Outcome{})
		if card.NoModel != want || card.Misled[0].NoModel != want || cp.Forecasts[0].NoModel {
			t.Errorf("%s: %+v", model, card)
		}
	}
}
