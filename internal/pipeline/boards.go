package pipeline

import (
	"context"
	"fmt"
	"sync"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/job"
	"judgement/panel"
	"judgement/report"
)

// BoardEvery is how often, at most, a board is made while a batch is under way.
const BoardEvery = time.Minute

// Standing is where a review stands in its competition.
type Standing struct {
	Folder  string `json:"folder"` // of the board, from the workspace
	Version int    `json:"version"`
	Changed bool   `json:"changed"` // the review made a new version of the board
	Rank    int    `json:"rank"`    // 0: not ranked
	Tied    bool   `json:"tied"`
	Of      int    `json:"of"` // submissions on the board
	// Reason says why the review is not ranked.
	Reason string `json:"reason,omitempty"`
	// Apart are others that are not compared with those on the board.
	Apart []Apart `json:"apart,omitempty"`
}

// Apart are submissions that were judged in another way than those on a board,
// and can't be compared with them.
type Apart struct {
	Reason string `json:"reason"` // report.ReasonOtherPanel or report.ReasonBaseline
	N      int    `json:"n"`
	Before bool   `json:"before"` // some of them stood on the board before this one
}

// Apart tells of the cases that were judged otherwise than those on the board,
// except for the one with that id.
func (r *Ranking) Apart(id string) (out []Apart) {
	for _, reason := range []string{report.ReasonOtherPanel, report.ReasonBaseline} {
		n, before := r.Board.LeftOut(reason)
		for _, x := range r.Board.Excluded {
			if x.Case == id && x.Reason == reason {
				n--
			}
		}
		if n > 0 {
			out = append(out, Apart{reason, n, before})
		}
	}
	return out
}

// Competes reports whether the scene has a board.
func (s *Setup) Competes() bool { return s.Panel.OutputFormat == panel.RankingBoard }

// boardTimeout is how long a board may take after its review has ended.
const boardTimeout = 2 * time.Minute

// runAndStand runs a job, and makes its competition's board unless the job leaves
// that to its caller.
func (p *Pipeline) runAndStand(ctx context.Context, s *Setup, spec job.Spec, ev *stream) (*Result, error) {
	result, err := p.run(ctx, s, spec, ev)
	if s.Competes() && !spec.Options.NoBoard {
		p.stand(ctx, s, result)
	}
	return result, err
}

// stand makes the board of a competition after a review, which is nil where it
// failed. The review is done and published: what goes wrong with the board is a
// warning. One that fails makes the board too where there is one: a process that
// died before it made its board left that to those that come after.
func (p *Pipeline) stand(ctx context.Context, s *Setup, out *Result) {
	// A process that is told to stop has no time for the work of others.
	if out == nil && (ctx.Err() != nil || !p.hasBoard(ctx, s)) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), boardTimeout)
	defer cancel()
	r, err := p.Ranking(ctx, s)
	switch {
	case out == nil: // of another review, which could not wait
	case err != nil:
		out.Warnings = append(out.Warnings, fmt.Sprintf("the review is kept, its board is not made: %v; 'judgement ranking %s' makes it", err, s.Scene.Slug))
	default:
		out.Board = r.standing(out.CaseID)
	}
}

// hasBoard reports whether a competition's board was published before.
func (p *Pipeline) hasBoard(ctx context.Context, s *Setup) bool {
	data, err := p.Cases.Board(ctx, casefile.BoardFolder(s.Scene.Report.BrandPrefix))
	return err == nil && data != nil
}

// standing finds a case on a board.
func (r *Ranking) standing(id string) *Standing {
	b := r.Board
	out := &Standing{Folder: r.Folder, Version: b.Version, Changed: r.Changed, Of: len(b.Entries), Apart: r.Apart(id)}
	for _, e := range b.Entries {
		if e.Case == id {
			out.Rank, out.Tied = e.Rank, e.Tied
		}
	}
	for _, x := range b.Excluded {
		if x.Case == id {
			out.Reason = x.Reason
		}
	}
	return out
}

// Boards keeps a competition's board while a batch of it is judged. It is safe
// for concurrent use. Other scenes have no board, and nothing happens.
type Boards struct {
	pipeline *Pipeline
	setup    *Setup

	mu   sync.Mutex
	last time.Time
}

// Boards starts with the batch: the first board comes BoardEvery later, or with
// Finish.
func (p *Pipeline) Boards(s *Setup) *Boards {
	return &Boards{pipeline: p, setup: s, last: p.Now()}
}

// Reviewed is called after each review. It makes the board where the last one is
// BoardEvery old, and returns nil where it made none. While one call makes the
// board, others return at once.
func (b *Boards) Reviewed(ctx context.Context) (*Ranking, error) {
	if !b.setup.Competes() || !b.mu.TryLock() {
		return nil, nil
	}
	defer b.mu.Unlock()
	if b.pipeline.Now().Sub(b.last) < BoardEvery {
		return nil, nil
	}
	r, err := b.pipeline.Ranking(ctx, b.setup)
	b.last = b.pipeline.Now()
	return r, err
}

// Finish makes the board at the batch's end, also where that is the end of ctx; nil
// for a scene without one.
func (b *Boards) Finish(ctx context.Context) (*Ranking, error) {
	if !b.setup.Competes() {
		return nil, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), boardTimeout)
	defer cancel()
	return b.pipeline.Ranking(ctx, b.setup)
}
