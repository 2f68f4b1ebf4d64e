package pages

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strconv"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/pipeline"
)

// endings are the report's files with their media types.
var endings = map[string]string{
	"html": "text/html; charset=utf-8", "pdf": "application/pdf", "md": "text/markdown; charset=utf-8",
}

// reportPolicy is that of a stored report: no script, no request, only a frame of ours.
// Without scripts its origin gives it nothing; browsers draw frames of the same origin at once.
const reportPolicy = "sandbox allow-same-origin allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
	"form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

// file returns the handler of one of the report's files.
func (p *Pages) file(ending string) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		c, n, sight, err := p.open(r, SeeReport)
		switch {
		case err != nil:
			return p.damaged(w, r, err)
		case !sight.Text || !sight.Scores: // scores are in every file
			return fault.NoPath
		}
		data, err := p.report(r.Context(), c, n, ending)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fault.NoPath
		case err != nil:
			return p.damaged(w, r, err)
		}
		if r.URL.Query().Has("frame") {
			data = framed(data)
		}
		writeReport(w, ending, fmt.Sprintf("%s-v%d.%s", c.ID, n, ending), data)
		return nil
	}
}

// framed is a report without its title, for the case page, which has it already. Text of
// a report has no tags, so that the first header is the page's own.
func framed(data []byte) []byte {
	before, rest, found := bytes.Cut(data, []byte("<header>"))
	_, after, closed := bytes.Cut(rest, []byte("</header>"))
	if !found || !closed {
		return data
	}
	return slices.Concat(before, after)
}

// ServeReport writes a file of a version's report to a client that has the token.
// fs.ErrNotExist: there is none.
func (p *Pages) ServeReport(w http.ResponseWriter, r *http.Request, caseID string, version int, ending string) error {
	c, err := p.load(r.Context(), caseID)
	if err != nil {
		return err
	}
	data, err := p.report(r.Context(), c, version, ending)
	if err != nil {
		return err
	}
	writeReport(w, ending, fmt.Sprintf("%s-v%d.%s", caseID, version, ending), data)
	return nil
}

// writeReport writes a file of a report, of which no script runs.
func writeReport(w http.ResponseWriter, ending, name string, data []byte) {
	h := w.Header()
	h.Set("Content-Security-Policy", reportPolicy)
	if ending == "pdf" { // browsers show no PDF in a sandbox
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'self'")
	}
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", endings[ending])
	h.Set("Content-Disposition", `inline; filename="`+name+`"`)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data) // the client is gone: no one reads an error
}

// report returns a report's file as the version kept it. Versions of earlier releases
// kept only Markdown: their other files are made from what is stored.
func (p *Pages) report(ctx context.Context, c *casefile.Case, n int, ending string) ([]byte, error) {
	v, err := c.Version(ctx, n)
	if err == nil && !v.Complete {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	data, err := v.Snapshot(ctx, ending)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	engine, err := p.o.Engine(ctx)
	if err != nil {
		return nil, err
	}
	one := *engine
	one.Renderers = slices.DeleteFunc(slices.Clone(one.Renderers), func(r format.Renderer) bool { return r.Format != ending })
	made, err := one.Render(ctx, c.ID, pipeline.RenderOptions{Version: n})
	if err != nil {
		return nil, err
	}
	for _, f := range made.Files {
		if f.Name == "report."+ending {
			return f.Data, nil
		}
	}
	return nil, fs.ErrNotExist
}
