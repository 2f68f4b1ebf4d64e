package pipeline

import (
	"context"
	"fmt"
	"sync"
	"time"

	"judgement/panel"
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
}

// competes reports whether the scene has a board.
func (s *Setup) competes() bool { return s.Panel.OutputFormat == panel.RankingBoard }

// stand makes the board of a competition after one review. The review is done
// and published: what goes wrong with the board is a warning.
func (p *Pipeline) stand(ctx context.Context, s *Setup, out *Result) {
	if !s.competes() {
		return
	}
	r, err := p.Ranking(ctx, s)
	if err != nil {
		out.Warnings = append(out.Warnings, fmt.Sprintf("the review is kept, its board is not made: %v; 'judgement ranking %s' makes it", err, s.Scene.Slug))
		return
	}
	out.Board = r.standing(out.CaseID)
}

// standing finds a case on a board.
func (r *Ranking) standing(id string) *Standing {
	b := r.Board
	out := &Standing{Folder: r.Folder, Version: b.Version, Changed: r.Changed, Of: len(b.Entries)}
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
	if !b.setup.competes() || !b.mu.TryLock() {
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

// Finish makes the board at the batch's end; nil for a scene without one.
func (b *Boards) Finish(ctx context.Context) (*Ranking, error) {
	if !b.setup.competes() {
		return nil, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.pipeline.Ranking(ctx, b.setup)
}
