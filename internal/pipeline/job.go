// Package pipeline owns one whole job: intake, dispatch by output format, the
// case, the run, the reports and their publication. The command line and the
// queue call only this. Models, storage, extractors and renderers are handed
// in.
package pipeline

import (
	"io"
	"io/fs"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/jury"
)

// Pipeline runs jobs. It is safe for concurrent use; Slots bounds the calls of
// all jobs together.
type Pipeline struct {
	jury.Runner // what all calls share: no ledger, budget or listener
	Workspace   fs.FS
	Cases       *casefile.Cases
	Intake      document.Options
	Renderers   []format.Renderer
	// ContextTokens is the models' context; a longer prompt is refused before
	// its call. 0: unknown.
	ContextTokens int
	// Zone says which day a report is from.
	Zone   *time.Location
	Random io.Reader
}
