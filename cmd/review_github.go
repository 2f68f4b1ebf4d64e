package cmd

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"judgement/internal/batch"
	"judgement/internal/format"
	"judgement/internal/github"
	"judgement/internal/pipeline"
	"judgement/report"
)

// githubFormat is the --output of reviews in GitHub Actions.
const githubFormat = "github"

// annotate prints the end of every document as workflow commands of GitHub Actions, and
// appends the summary to the file that GITHUB_STEP_SUMMARY names.
func (r *reviewRun) annotate(ctx context.Context, inputs []input, rows []batch.Row) error {
	docs := make([]github.Document, len(rows))
	for i := range rows {
		d, err := r.annotated(ctx, inputs[i], &rows[i])
		if err != nil {
			return err
		}
		docs[i] = d
	}
	env := r.app.Env
	if name := env("GITHUB_STEP_SUMMARY"); name != "" {
		at := github.Place{
			Server:     cmp.Or(env("GITHUB_SERVER_URL"), "https://github.com"),
			Repository: env("GITHUB_REPOSITORY"), Commit: env("GITHUB_SHA"), Run: env("GITHUB_RUN_ID"),
		}
		if err := appendFile(name, github.Summary(docs, at)); err != nil {
			return fmt.Errorf("write the summary that GITHUB_STEP_SUMMARY names: %w", err)
		}
	}
	return github.Annotations(r.app.Out, docs)
}

// annotated reads a row's must-fix items from its case, and the lines from its file.
func (r *reviewRun) annotated(ctx context.Context, in input, row *batch.Row) (d github.Document, err error) {
	d.Path = path.Clean(filepath.ToSlash(in.given))
	res := row.Result
	if res == nil {
		d.Problem = wordsFor(report.English).problem(row)
		return d, nil
	}
	stored, err := r.engine.Pipeline.Render(ctx, res.CaseID, pipeline.RenderOptions{Version: res.Version})
	if err != nil {
		return d, err
	}
	d.Result = stored.Result
	if r.below(row.Brand, &format.Score{Total: res.Total, Max: res.Max}, 0) != nil {
		d.Below = r.floor.String()
	}
	if in.path != "-" {
		d.Source, err = r.app.readInput(in.path, maxInput)
	}
	return d, err
}

func appendFile(name, text string) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err = f.WriteString(text); err != nil {
		_ = f.Close() // the first error counts
		return err
	}
	return f.Close()
}
