package app

import (
	"context"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"judgement/config"
	"judgement/internal/casefile"
	"judgement/internal/chromium"
	"judgement/internal/document"
	"judgement/internal/document/child"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/report"
	"judgement/report/html"
	"judgement/report/pdf"
)

// Engine is what running reviews needs.
type Engine struct {
	Pipeline *pipeline.Pipeline
	Storage  *Storage
}

// Engine builds the pipeline over the workspace. If no model is set, the offline
// baseline answers.
func (p *Process) Engine(ctx context.Context) (*Engine, error) {
	return p.engine.get(func() (*Engine, error) { return p.newEngine(ctx) })
}

func (p *Process) newEngine(ctx context.Context) (*Engine, error) {
	ws, s := p.Workspace, p.Settings
	p.SayBuiltIn()
	model, err := p.Model()
	if err != nil {
		return nil, err
	}
	storage, err := p.Storage(ctx)
	if err != nil {
		return nil, err
	}
	formats, err := p.renderers(s.Report)
	if err != nil {
		return nil, err
	}
	documents, err := p.DocumentReader()
	if err != nil {
		return nil, err
	}
	retry := jury.DefaultRetry()
	retry.Attempts = s.LLM.Attempts
	e := &Engine{Storage: storage, Pipeline: &pipeline.Pipeline{
		Workspace: ws.FS, Cases: casefile.New(storage, p.Now), ContextTokens: s.LLM.ContextTokens,
		Intake: document.Options{Isolator: documents, MinChars: document.JudgedChars}, Renderers: formats, Zone: s.TimeZone,
		Random: p.Random,
		Runner: jury.Runner{
			Model: model, Slots: make(jury.Slots, s.LLM.Concurrency), Retry: retry, CacheFrom: s.LLM.CacheFromTokens, Now: p.Now, Sleep: jury.Sleep,
			Jitter: mathrand.Float64,
		},
	}}
	if _, ok := model.(*Providers); !ok {
		return e, nil
	}
	e.Pipeline.Providers, err = p.limits(ctx)
	return e, err
}

// DocumentReader returns what reads documents: this program in a child process.
func (p *Process) DocumentReader() (document.Isolator, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program to start the document reader: %w", err)
	}
	return child.New(child.Options{Executable: exe, Args: append(p.ReadDocuments, "--cache-dir", p.PDFCache()), Timeout: p.ReadTime})
}

// PDFCache is the folder for PDFium's compiled code, empty if the user has no
// cache folder: then each PDF file takes a second or more longer.
func (p *Process) PDFCache() string { return p.cached("pdfium") }

// cached is the path of a cache of this program, empty if the user has no folder
// for caches.
func (p *Process) cached(name string) string {
	dir := p.Env("XDG_CACHE_HOME")
	if dir == "" {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			return ""
		}
	}
	return filepath.Join(dir, "judgement", name)
}

// renderers returns the chosen formats beside Markdown, which is always written.
func (p *Process) renderers(r config.Report) (out []format.Renderer, err error) {
	asHTML := func(_ context.Context, p report.Page, _ time.Time) ([]byte, error) { return html.Render(p), nil }
	slots := make(chan struct{}, runtime.GOMAXPROCS(0)) // a PDF takes a processor and some 20 MB
	asPDF := func(_ context.Context, p report.Page, at time.Time) ([]byte, error) {
		slots <- struct{}{}
		defer func() { <-slots }()
		return pdf.Render(p, at)
	}
	if r.PDFEngine == "chromium" && slices.Contains(r.Formats, "pdf") {
		printer, err := chromium.Find(p.Env("CHROMIUM_PATH"), exec.LookPath)
		if err != nil {
			return nil, fault.Refuse(fault.NoChromium, "install Chromium, point CHROMIUM_PATH at it, or leave --pdf-engine out to use the built-in writer", err)
		}
		asPDF = func(ctx context.Context, p report.Page, _ time.Time) ([]byte, error) {
			return printer.PDF(ctx, html.Render(p))
		}
	}
	for _, f := range r.Formats {
		switch f {
		case "html":
			out = append(out, format.Renderer{Format: f, Render: asHTML})
		case "pdf":
			out = append(out, format.Renderer{Format: f, Render: asPDF})
		}
	}
	return out, nil
}
