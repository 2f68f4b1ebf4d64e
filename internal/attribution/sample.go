package attribution

import (
	"context"
	"fmt"
	"time"
	"unique"

	"judgement/internal/casefile"
)

// judgeHandle is a judge in the size of a pointer: a run of 100,000 cases holds a
// million forecasts.
type judgeHandle = unique.Handle[JudgeRef]

// sample is one scored forecast.
type sample struct {
	judge    judgeHandle
	p        float64
	question int // its place in the case
	happened bool
}

// scored is what one case adds to the calibration.
type scored struct {
	scene   string
	version int      // whose panel gave the forecasts
	samples []sample // in the order of case.yaml
	scores  []judgeScore
	partial int // accepted questions that came true in part, which are no samples
	skipped int
	early   int // resolved before their due date, to be scored from then on
}

// judgeScore is a judge's score for the case, as a share of the maximum.
type judgeScore struct {
	judge judgeHandle
	share float64
}

// score gathers the forecasts of a case that can be scored: of accepted
// checkpoints whose due date has come and that are confirmed or falsified.
// Questions that were answered early wait for their date: what comes true early
// is known early, and would be counted too often. latest is verdicts.json of the
// latest version, nil if it wasn't read.
func (r *run) score(ctx context.Context, info *casefile.Info, h *history, latest []byte) (*scored, error) {
	out := &scored{scene: intern(info.Scene)}
	version, judges := 0, map[string]judgeHandle{} // the latest version that has a scored question, and its judges
	for i := range info.Checkpoints {
		cp := &info.Checkpoints[i]
		o := h.of(cp.ID)
		switch {
		case cp.Draft || o == nil:
			continue
		case o.State == IsPartial:
			out.partial++
			continue
		case o.State == IsSkipped:
			out.skipped++
			continue
		case cp.Due > r.today.Format(time.DateOnly):
			out.early++
			continue
		}
		out.version = max(out.version, panelVersion(info, cp))
		if cp.Version > version {
			version = cp.Version
			clear(judges)
		}
		for _, f := range cp.Forecasts {
			judge := unique.Make(JudgeRef{f.Judge, f.SkillSHA256, f.Model, baseline(f)})
			out.samples = append(out.samples, sample{judge, f.P, i, o.State == IsConfirmed})
			if cp.Version == version && version > 0 {
				judges[f.Judge] = judge
			}
		}
	}
	if len(judges) == 0 {
		return out, nil
	}
	if version != info.LatestVersion {
		latest = nil
	}
	shares, err := r.shares(ctx, info.ID, version, latest)
	for slug, judge := range judges {
		if share, ok := shares[slug]; ok {
			out.scores = append(out.scores, judgeScore{judge, share})
		}
	}
	return out, err
}

// shares returns the judges' scores of a version; verdicts is verdicts.json, nil if
// it wasn't read.
func (r *run) shares(ctx context.Context, id string, version int, verdicts []byte) (map[string]float64, error) {
	name := fmt.Sprintf("cases/%s/v%d/%s", id, version, verdictsFile)
	if verdicts == nil {
		var err error
		if verdicts, err = r.Storage.Read(ctx, name); err != nil {
			return nil, err
		}
	}
	out, err := shares(verdicts)
	if err != nil {
		return nil, fmt.Errorf("%s is damaged: restore it from a backup: %w", name, err)
	}
	return out, nil
}
