package cmd

import (
	"context"
	"os/exec"
	"runtime"
	"time"

	"judgement/config"
	"judgement/internal/chromium"
	"judgement/internal/pipeline"
	"judgement/report"
	"judgement/report/html"
	"judgement/report/pdf"
)

// renderers returns the chosen formats beside Markdown, which is always written.
func (a *App) renderers(r config.Report) ([]pipeline.Renderer, error) {
	var out []pipeline.Renderer
	for _, f := range r.Formats {
		switch f {
		case "html":
			out = append(out, pipeline.Renderer{Format: f, Render: renderHTML})
		case "pdf":
			render, err := a.pdfRenderer(r.PDFEngine)
			if err != nil {
				return nil, err
			}
			out = append(out, pipeline.Renderer{Format: f, Render: render})
		}
	}
	return out, nil
}

func renderHTML(_ context.Context, p report.Page, _ time.Time) ([]byte, error) {
	return html.Render(p), nil
}

// pdfRenderer is the built-in writer, which needs no browser, or an installed
// Chromium that prints the HTML report.
func (a *App) pdfRenderer(engine string) (func(context.Context, report.Page, time.Time) ([]byte, error), error) {
	if engine != "chromium" {
		// Rendering takes a processor and some 20 MB: more at once than processors
		// take only memory.
		slots := make(chan struct{}, runtime.GOMAXPROCS(0))
		return func(_ context.Context, p report.Page, at time.Time) ([]byte, error) {
			slots <- struct{}{}
			defer func() { <-slots }()
			return pdf.Render(p, at)
		}, nil
	}
	printer, err := chromium.Find(a.Env("CHROMIUM_PATH"), exec.LookPath)
	if err != nil {
		return nil, &failure{
			exit: exitUsage, code: "no_chromium", err: err,
			fix: "install Chromium, point CHROMIUM_PATH at it, or leave --pdf-engine out to use the built-in writer",
		}
	}
	return func(ctx context.Context, p report.Page, at time.Time) ([]byte, error) {
		page, err := renderHTML(ctx, p, at)
		if err != nil {
			return nil, err
		}
		return printer.PDF(ctx, page)
	}, nil
}
