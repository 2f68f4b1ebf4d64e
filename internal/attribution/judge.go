package attribution

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"judgement/internal/casefile"
	"judgement/panel"
	"judgement/report"
)

// judgesByVersion are the judges of a case's panels as they judged, by version and slug.
// A version or a judge may be missing.
type judgesByVersion map[int]map[string]panel.Judge

// loadJudges reads the panels of the versions whose checkpoints have forecasts. A
// plan that isn't there or names no panel gives no judges: names are shown if
// they are known.
func loadJudges(ctx context.Context, st casefile.Storage, info *casefile.Info) (judgesByVersion, error) {
	out := judgesByVersion{}
	for i := range info.Checkpoints {
		cp := &info.Checkpoints[i]
		version := panelVersion(info, cp)
		if _, known := out[version]; known || version == 0 || len(cp.Forecasts) == 0 {
			continue
		}
		out[version] = map[string]panel.Judge{}
		judges, err := planned(ctx, st, info.ID, version)
		if err != nil {
			return nil, err
		}
		for _, j := range judges {
			out[version][j.Slug] = j
		}
	}
	return out, nil
}

// planned returns the judges of a version's panel; none without a plan that names them.
func planned(ctx context.Context, st casefile.Storage, id string, version int) ([]panel.Judge, error) {
	data, err := casefile.ReadLimited(ctx, st, fmt.Sprintf("cases/%s/v%d/plan.json", id, version), maxPlan)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return parseJudges(data), err
}

// namePlans is in how many plans the name of a judge is looked for.
const namePlans = 3

// names returns the judges of a calibration by slug, from the plans of the latest cases
// that they forecast.
func (r *run) names(ctx context.Context, judges []Judge, cases []*CaseInfo) (map[string]panel.Judge, error) {
	out, left := map[string]panel.Judge{}, map[string]int{}
	for _, j := range judges {
		left[j.Slug] = namePlans
	}
	for _, c := range slices.Backward(cases) {
		if len(left) == 0 {
			break
		}
		if c.scored == nil || !c.scored.forecastBy(left) {
			continue
		}
		found, err := planned(ctx, r.Storage, c.Case, c.scored.version)
		if err != nil {
			return nil, err
		}
		for _, j := range found {
			if _, known := out[j.Slug]; !known {
				out[j.Slug] = j
			}
			delete(left, j.Slug)
		}
	}
	return out, nil
}

// forecastBy reports whether one of the judges forecast here, and counts that each of
// those is looked for once more.
func (s *scored) forecastBy(left map[string]int) (any bool) {
	seen := map[string]bool{}
	for _, x := range s.samples {
		slug := x.judge.Value().Slug
		if n, open := left[slug]; open && !seen[slug] {
			any, seen[slug], left[slug] = true, true, n-1
			if n == 1 {
				delete(left, slug)
			}
		}
	}
	return any
}

// maxPlan bounds plan.json in bytes.
const maxPlan = 16 << 20

// panelVersion is the version whose panel gave a checkpoint's forecasts: the one
// that drafted it, the latest for a question that a person added.
func panelVersion(info *casefile.Info, cp *casefile.Checkpoint) int {
	if cp.Version > 0 {
		return cp.Version
	}
	return info.LatestVersion
}

// parseJudges returns the judges of a plan with what names them; none of a plan
// that is damaged or of another kind.
func parseJudges(data []byte) []panel.Judge {
	var file struct {
		Plan struct {
			Panel struct {
				Judges []panel.Judge `json:"judges"`
			} `json:"panel"`
		} `json:"plan"`
	}
	if json.Unmarshal(data, &file) != nil {
		return nil
	}
	return file.Plan.Panel.Judges
}

// judgeName is how a judge is called in a language: as in the report, with the slug
// beside it, which commands and files use, if that says something else. A judge that
// is not among the names has its slug alone.
func judgeName(l report.Lang, names map[string]panel.Judge, slug string) string {
	j, ok := names[slug]
	if !ok {
		return slug
	}
	name := l.Judge(j)
	if letters(name) == letters(slug) {
		return name
	}
	return name + say(l, " (", "（") + slug + say(l, ")", "）")
}

// letters are a text's letters and digits in lower case: "Trend analyst" and
// trend-analyst are the same name.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
