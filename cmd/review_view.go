package cmd

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/report"
)

// shownPath shortens a path for people: from the working directory where it
// lies below it.
func (a *App) shownPath(path string) string {
	if rel, err := filepath.Rel(a.Dir, path); err == nil && !strings.HasPrefix(rel, "..") {
		return rel
	}
	return path
}

// reviewView picks out of a result what the terminal shows. dir is the folder
// that holds reports/; dates are those in the zone, as in the report.
func reviewView(out *pipeline.Result, judged *review.Judgement, dir string, zone *time.Location) ReviewView {
	lang := report.Lang(out.Plan.Language)
	res := judged.Result
	v := ReviewView{
		Lang: lang, Title: out.Document.Title,
		Subtitle: fmt.Sprintf("%s · %s v%d · %s", out.Plan.SceneName, out.CaseID, out.Version, out.Plan.StartedAt.In(zone).Format(time.DateOnly)),
		Total:    res.Total, Max: res.Max, Letter: res.Grade, Spread: res.Spread, Evidence: res.Evidence,
		Integrity: len(out.Document.Warnings), NoModel: out.Plan.NoModel(), Usage: res.Usage, Cost: res.Cost,
	}
	names := map[string]string{}
	for _, l := range res.Lenses {
		lens, _ := out.Plan.Panel.Lens(l.Lens)
		names[l.Lens] = lang.Lens(lens)
		v.Lenses = append(v.Lenses, report.Bar{Label: names[l.Lens], Score: &l.Score, Max: l.Max, Spread: &l.Spread})
	}
	for _, r := range res.MustFix {
		v.MustFix = append(v.MustFix, ViewRemark{names[r.Lens], r.Text})
	}
	for _, verdict := range judged.Verdicts {
		if verdict.Outcome != "ok" {
			j, _ := out.Plan.Panel.Judge(verdict.Judge)
			v.Missing = append(v.Missing, ViewMissing{lang.Judge(j), lang.Outcome(verdict.Outcome), verdict.Reason})
		}
	}
	folder := filepath.Join(dir, filepath.FromSlash(out.Folder))
	for _, f := range out.Files {
		if label, ok := strings.CutPrefix(f, "report."); ok {
			v.Files = append(v.Files, ViewFile{label, filepath.Join(folder, f)})
		}
	}
	v.Files = append(v.Files, ViewFile{"reviews", filepath.Join(folder, "reviews")})
	return v
}

// money shows an amount for people, in English; nil is unknown.
func money(m *report.Money) string { return wordsFor(report.English).amount(m) }
