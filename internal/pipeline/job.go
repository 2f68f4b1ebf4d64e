// Package pipeline owns one whole job: intake, dispatch by output format, the
// case, the run, the reports and their publication. The command line and the
// queue call only this. Models, storage, extractors and renderers are handed
// in.
package pipeline

import (
	"context"
	"io"
	"io/fs"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
)

// Pipeline runs jobs. It is safe for concurrent use; Slots bounds the calls of
// all jobs together.
type Pipeline struct {
	Workspace fs.FS
	Cases     *casefile.Cases
	Model     llm.Model
	Slots     jury.Slots
	Gate      jury.RateLimiter // may be nil
	Retry     jury.Retry
	Intake    document.Options
	Renderers []format.Renderer
	// ContextTokens is the models' context; a longer prompt is refused before
	// its call. 0: unknown.
	ContextTokens int
	// Zone says which day a report is from.
	Zone *time.Location

	Now    func() time.Time
	Random io.Reader
	Sleep  func(context.Context, time.Duration) error
	Jitter func() float64
}
