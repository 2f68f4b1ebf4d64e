package pipeline

import (
	"context"
	"fmt"
	"time"

	"judgement/internal/board"
	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/label"
	"judgement/internal/pairwise"
	"judgement/internal/review"
	"judgement/internal/yamlfile"
	"judgement/panel"
	"judgement/report"
)

// maker makes a scene's board.
func (p *Pipeline) maker(s *Setup) *board.Maker {
	m := &board.Maker{Cases: p.Cases, Scene: s.Scene, Panel: s.Panel, Renderers: p.Renderers, Zone: p.Zone, Now: p.Now}
	m.Correlation = func(subs []board.Submission) *float64 { return p.errorCorrelation(s.Scene.Slug, subs) }
	if s.Scene.Ranking.Pairwise() {
		m.Compare = func(ctx context.Context, b *report.Board, subs []board.Submission) error {
			return pairwise.Attach(ctx, b, p.Cases.Comparisons(s.Scene.Slug), subs)
		}
	}
	return m
}

// needCorrelation is on how many labelled documents the errors of judges can be
// correlated.
const needCorrelation = 40

// errorCorrelation measures on the scene's labels how far the judges' errors
// correlate; nil: there are too few, or the file can't be read, which the commands
// about labels report.
func (p *Pipeline) errorCorrelation(scene string, subs []board.Submission) *float64 {
	data, err := yamlfile.ReadBytes(p.Workspace, label.File(scene), label.MaxSize)
	if err != nil {
		return nil
	}
	if len(subs) == 0 {
		return nil
	}
	rows, err := label.Decode(scene, subs[0].Panel, data)
	if err != nil {
		return nil
	}
	set, _, err := label.Set(subs, rows)
	if err != nil {
		return nil
	}
	if r, ok := set.ErrorCorrelation(needCorrelation); ok {
		return &r
	}
	return nil
}

// Ranking publishes the board of a competition; see board.Maker.Publish.
func (p *Pipeline) Ranking(ctx context.Context, s *Setup) (*board.Ranking, error) {
	return p.maker(s).Publish(ctx)
}

// Weighed is the board of a competition as another panel would have it, by the stored
// scores; see board.Maker.Weighed.
func (p *Pipeline) Weighed(ctx context.Context, s *Setup, other *panel.Panel) (*report.Board, error) {
	return p.maker(s).Weighed(ctx, other, review.Rescale)
}

// PreviewCompare says what comparing a scene's submissions would take, before the
// first call. It writes nothing.
func (p *Pipeline) PreviewCompare(ctx context.Context, s *Setup, o pairwise.Limits) (*pairwise.Preview, error) {
	run, err := pairwise.Open(ctx, p.maker(s), s.Skills, p.Model, p.Now(), o)
	if err != nil {
		return nil, err
	}
	return run.Preview(ctx, p.Model)
}

// Compared is a finished run of comparisons.
type Compared struct {
	*pairwise.Ended
	Ranking *board.Ranking
}

// Compare has a scene's submissions compared two at a time, as many as the calls
// allow or as it takes to settle the order, and makes the board. What was compared
// before counts and is not asked again, also after a crash. Both listeners may
// be nil; events come one at a time.
func (p *Pipeline) Compare(ctx context.Context, s *Setup, o pairwise.Limits, onEvent func(jury.Event), onRound func(pairwise.Round)) (*Compared, error) {
	run, err := pairwise.Open(ctx, p.maker(s), s.Skills, p.Model, p.Now(), o)
	if err != nil {
		return nil, err
	}
	unlock, err := p.Cases.Comparisons(s.Scene.Slug).Lock(ctx)
	if err != nil {
		return nil, fmt.Errorf("compare the submissions of scene %s: %w", s.Scene.Slug, err)
	}
	defer unlock()
	calls := p.Runner
	calls.OnEvent = (&stream{now: p.Now, to: onEvent}).send
	run.Jury, run.Random, run.ContextTokens, run.OnRound = &calls, p.Random, p.Context(ctx, s.Panel), onRound
	ended, err := run.Go(ctx)
	if err != nil {
		return nil, fmt.Errorf("compare the submissions of scene %s: %w", s.Scene.Slug, err)
	}
	if m := ended.Model; m != nil {
		err := fmt.Errorf("compare the submissions of scene %s: %w", s.Scene.Slug, m)
		return nil, fault.New(m.Code, err, "text", err.Error())
	}
	r, err := p.Ranking(ctx, s)
	if err != nil {
		return nil, err
	}
	return &Compared{Ended: ended, Ranking: r}, nil
}

// Competes reports whether the scene has a board.
func (s *Setup) Competes() bool { return s.Panel.OutputFormat.Ranks() }

// boardTimeout is how long a board may take after its review has ended.
const boardTimeout = 2 * time.Minute

// updateBoard makes the board of a competition after a review, which is nil if it
// failed. The review is done and published: what goes wrong with the board is a
// warning. A review that fails makes the board too if there is one: a process that
// died before it made its board left that to those that come after.
func (p *Pipeline) updateBoard(ctx context.Context, s *Setup, out *Result) {
	// A process that is to stop has no time for the work of others.
	if out == nil && (ctx.Err() != nil || !p.hasBoard(ctx, s)) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), boardTimeout)
	defer cancel()
	r, err := p.Ranking(ctx, s)
	switch {
	case out == nil: // of another review, which could not wait
	case err != nil:
		out.Warnings = append(out.Warnings, fmt.Sprintf("the review is kept, its board is not made: %v; make the board of scene %s again", err, s.Scene.Slug))
	default:
		out.Board = r.Placement(out.CaseID)
	}
}

// hasBoard reports whether a competition's board was published before.
func (p *Pipeline) hasBoard(ctx context.Context, s *Setup) bool {
	data, err := p.Cases.Board(ctx, casefile.BoardFolder(s.Scene.Report.BrandPrefix))
	return err == nil && data != nil
}

// Boards keeps the scene's board while a batch of it is judged.
func (p *Pipeline) Boards(s *Setup) *board.Batch {
	if !s.Competes() {
		return nil
	}
	return board.NewBatch(p.maker(s))
}
