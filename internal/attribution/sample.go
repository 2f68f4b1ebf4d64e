package attribution

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"judgement/internal/casefile"
)

// identity is who made a forecast: another skill or model is another judge.
type identity struct{ slug, skill, model string }

// sample is one scored forecast.
type sample struct {
	p        float64
	judge    int32 // in the run's roster
	number   int32 // of the case in the run
	question int32 // its place in the case
	happened bool
}

// scored is what one case adds to the calibration.
type scored struct {
	scene   string
	samples []sample // in the order of case.yaml
	scores  []judgeScore
	partial int // accepted questions that came true in part, which are no samples
	skipped int
	early   int // resolved before their due date, to be scored from then on
}

// judgeScore is a judge's score for the case, as a share of the maximum.
type judgeScore struct {
	share float64
	judge int // in the run's roster
}

// roster numbers the judges of a run.
type roster struct {
	mu    sync.Mutex
	index map[identity]int
	all   []identity
}

func (r *roster) of(id identity) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	i, ok := r.index[id]
	if !ok {
		if r.index == nil {
			r.index = map[identity]int{}
		}
		i = len(r.all)
		r.index[id], r.all = i, append(r.all, id)
	}
	return i
}

// score gathers the forecasts of a case that can be scored: of accepted
// checkpoints whose due date has come and that are confirmed or falsified.
// Questions that were answered early wait for their date: what comes true early
// is known early, and would be counted too often. latest is verdicts.json of the
// latest version, nil if it wasn't read.
func (r *run) score(ctx context.Context, info *casefile.Info, h *history, latest []byte) (*scored, error) {
	out := &scored{scene: intern(info.Scene)}
	version := 0
	var slugs map[string]int // judges of the latest version that has a scored question
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
		if cp.Version > version {
			version, slugs = cp.Version, map[string]int{}
		}
		out.samples = slices.Grow(out.samples, len(cp.Forecasts))
		for _, f := range cp.Forecasts {
			judge := r.roster.of(identity{intern(f.Judge), intern(f.SkillSHA256), intern(f.Model)})
			out.samples = append(out.samples, sample{p: f.P, judge: int32(judge), question: int32(i), happened: o.State == IsConfirmed})
			if cp.Version == version && version > 0 {
				slugs[f.Judge] = judge
			}
		}
	}
	if len(slugs) == 0 {
		if len(out.samples) == 0 && out.partial+out.skipped+out.early == 0 {
			return nil, nil // nothing to keep
		}
		return out, nil
	}
	name := fmt.Sprintf("cases/%s/v%d/%s", info.ID, version, verdictsFile)
	if version != info.LatestVersion || latest == nil {
		var err error
		if latest, err = casefile.ReadLimited(ctx, r.Storage, name, maxVerdicts); err != nil {
			return nil, err
		}
		if !json.Valid(latest) { // nothing has vouched for it
			return nil, fmt.Errorf("%s is damaged: restore it from a backup", name)
		}
	}
	shares, err := shares(latest)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	out.scores = make([]judgeScore, 0, len(shares))
	for _, s := range shares {
		if judge, ok := slugs[s.slug]; ok {
			out.scores = append(out.scores, judgeScore{judge: judge, share: s.share})
		}
	}
	return out, nil
}

type slugShare struct {
	slug  string
	share float64
}

// shares reads the judges' scores in verdicts.json, repeats averaged, in the order
// of their first ones.
func shares(verdicts []byte) ([]slugShare, error) {
	var order []string
	sums := map[string][2]float64{}
	err := scores(verdicts, func(judge string, score, most float64) {
		sum, known := sums[judge]
		if !known {
			order = append(order, judge)
		}
		sums[judge] = [2]float64{sum[0] + score, sum[1] + most}
	})
	out := make([]slugShare, len(order))
	for i, slug := range order {
		out[i] = slugShare{slug, sums[slug][0] / sums[slug][1]}
	}
	return out, err
}

// maxVerdicts bounds verdicts.json in bytes.
const maxVerdicts = 64 << 20
