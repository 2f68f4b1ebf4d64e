package attribution

import (
	"context"
	"time"

	"judgement/internal/casefile"
)

// sample is one forecast of a resolved checkpoint.
type sample struct {
	judge      identity
	scene      string
	caseID     string
	checkpoint string
	p          float64
	true_      bool
}

// identity is who made a forecast: another skill or model is another judge.
type identity struct{ slug, skill, model string }

// samplesOf returns the forecasts that can be scored: of accepted checkpoints
// whose due date has come and that are confirmed or falsified. Questions that
// were answered early wait for their date: what comes true early is known
// early, and would be counted too often.
func samplesOf(info *casefile.Info, h *history, today time.Time) []sample {
	var out []sample
	for _, cp := range info.Checkpoints {
		o := h.of(cp.ID)
		if cp.Draft || o == nil || o.State != IsConfirmed && o.State != IsFalsified || cp.Due > today.Format(time.DateOnly) {
			continue
		}
		for _, f := range cp.Forecasts {
			out = append(out, sample{
				judge: identity{f.Judge, f.SkillSHA256, f.Model}, scene: info.Scene, caseID: info.ID,
				checkpoint: cp.ID, p: f.P, true_: o.State == IsConfirmed,
			})
		}
	}
	return out
}

// calibrate is filled in by the calibration step.
func (r *run) calibrate(context.Context, []CaseInfo) error { return nil }
