package cmd

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"judgement/internal/pipeline"
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
func reviewView(out *pipeline.Result, dir string, zone *time.Location) ReviewView {
	lang := report.Lang(out.Plan.Language)
	res := out.Result
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
	for _, verdict := range out.Verdicts {
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

// money shows an amount for people; nil is unknown.
func money(m *report.Money) string {
	if m == nil {
		return "unknown"
	}
	return m.String()
}

// writeBatch shows the end of every document of a batch, then in lines of so
// many cells why some were not judged.
func writeBatch(w io.Writer, rows []batchRow, width int) error {
	table := make([][]string, 0, len(rows))
	var bad []string
	for _, r := range rows {
		if r.Result == nil {
			table = append(table, []string{r.File, "not judged", "", "", "", ""})
			bad = append(bad, strings.Join(wrap(plainLine(r.problem()), max(10, width-3)), "\n  "))
			continue
		}
		res := r.Result
		if res.Meeting {
			table = append(table, []string{
				r.File, fmt.Sprintf("%d judges", len(res.Judges)), "", fmt.Sprintf("%d/%d", res.Evidence.Proven, res.Evidence.Total),
				money(res.Cost), res.Folder,
			})
			continue
		}
		table = append(table, []string{
			r.File, res.Total.String() + " / " + res.Max.String(), res.Grade,
			fmt.Sprintf("%d/%d", res.Evidence.Proven, res.Evidence.Total), money(res.Cost), res.Folder,
		})
	}
	if err := writeTable(w, []string{"file", "total", "grade", "proven", "cost", "report"}, table); err != nil {
		return err
	}
	if line := tricksLine(rows); line != "" {
		fmt.Fprintf(w, "\n%s\n", strings.Join(wrap(plainLine(line), max(10, width-3)), "\n  "))
	}
	if len(bad) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(bad, "\n"))
	return err
}

// tricksLine names the documents of a batch that hold what may be meant to sway
// the judges; empty where none does.
func tricksLine(rows []batchRow) string {
	var names []string
	for _, r := range rows {
		if r.Result == nil || len(r.Result.Tricks) == 0 {
			continue
		}
		var kinds []string
		for _, k := range r.Result.Tricks {
			kinds = append(kinds, string(k))
		}
		names = append(names, r.File+" ("+report.English.Kinds(kinds)+")")
	}
	if len(names) == 0 {
		return ""
	}
	hold, their := "documents hold", "their reports"
	if len(names) == 1 {
		hold, their = "document holds", "its report"
	}
	return fmt.Sprintf("caution: %d %s text that speaks to the judges or is hidden: %s; look at %s", len(names), hold, strings.Join(names, ", "), their)
}
