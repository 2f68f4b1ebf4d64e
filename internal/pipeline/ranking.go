package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"judgement/internal/board"
	"judgement/internal/casefile"
	"judgement/internal/pairwise"
	"judgement/internal/review"
	"judgement/panel"
	"judgement/report"
)

// Ranking is a scene's board as it stands.
type Ranking struct {
	Board   *report.Board
	Folder  string   // from the workspace
	Files   []string // in Folder, report.md first; empty where nothing changed
	Changed bool     // a new version was published
}

// NoBoardError says that a scene has no ranking.
type NoBoardError struct {
	Scene  string
	Format panel.OutputFormat
}

func (e *NoBoardError) Error() string {
	return fmt.Sprintf("scene %s has output_format %s and no ranking", e.Scene, e.Format)
}

// Ranking builds the board of a competition from the latest complete review of
// each case, and publishes its next version unless nothing changed. It makes no
// call.
func (p *Pipeline) Ranking(ctx context.Context, s *Setup) (*Ranking, error) {
	if !s.Competes() {
		return nil, &NoBoardError{Scene: s.Scene.Slug, Format: s.Panel.OutputFormat}
	}
	folder := casefile.BoardFolder(s.Scene.Report.BrandPrefix)
	out := &Ranking{Folder: "reports/" + folder}
	err := p.Cases.UpdateBoard(ctx, folder, func(kept []byte, version int) (*casefile.BoardPublication, error) {
		last, err := lastBoard(kept, s.Scene.Slug, out.Folder)
		if err != nil {
			return nil, err
		}
		if out.Board, err = p.board(ctx, s); err != nil {
			return nil, err
		}
		if !board.Compare(out.Board, last) {
			last.Judges, out.Board = out.Board.Judges, last
			return nil, nil
		}
		at := p.Now()
		out.Board.Version, out.Board.Date, out.Board.At = version, at.In(p.Zone).Format(time.DateOnly), at.UTC().Truncate(time.Second)
		out.Changed = true
		return p.boardFiles(ctx, out, at)
	})
	if err != nil {
		return nil, fmt.Errorf("rank scene %s: %w", s.Scene.Slug, err)
	}
	return out, nil
}

// lastBoard reads a published board; nil where there is none.
func lastBoard(kept []byte, scene, folder string) (*report.Board, error) {
	if kept == nil {
		return nil, nil
	}
	var last report.Board
	if err := json.Unmarshal(kept, &last); err != nil || last.Schema != 1 {
		return nil, fmt.Errorf("%s/board.json is damaged: move it away, and the board is made anew", folder)
	}
	if last.Scene != scene {
		return nil, fmt.Errorf("%w: %s is of scene %s: give one of the scenes another report.brand_prefix", casefile.ErrOtherScene, folder, last.Scene)
	}
	return &last, nil
}

// board builds a competition's board; version, date and changes are the caller's.
func (p *Pipeline) board(ctx context.Context, s *Setup) (*report.Board, error) {
	b, subs, err := p.scored(ctx, s)
	if err != nil || !s.Scene.Ranking.Pairwise() {
		return b, err
	}
	return b, pairwise.Attach(ctx, b, p.Cases.Comparisons(s.Scene.Slug), entrants(subs))
}

// scored builds the board by scores, and returns the submissions that it was built
// from.
func (p *Pipeline) scored(ctx context.Context, s *Setup) (*report.Board, []board.Submission, error) {
	hash, err := review.PanelSHA256(s.Panel)
	if err != nil {
		return nil, nil, err
	}
	subs, excluded, err := board.Collect(ctx, p.Cases, s.Scene.Slug, hash)
	if err != nil {
		return nil, nil, err
	}
	r := s.Scene.Ranking
	b := board.Build(slices.Clone(subs), board.Rules{TieBreaks: r.TieBreaks, Trim: r.Trim, Severity: r.Severity, Language: report.Lang(s.Scene.Report.Language)})
	b.Scene, b.SceneName = s.Scene.Slug, s.Scene.DisplayName
	if b.PanelSHA256 == "" {
		b.PanelSHA256 = hash
	}
	b.Excluded = append(excluded, b.Excluded...)
	return b, subs, nil
}

func (p *Pipeline) boardFiles(ctx context.Context, out *Ranking, at time.Time) (*casefile.BoardPublication, error) {
	page := report.BoardPage(out.Board)
	record, err := encode(out.Board)
	if err != nil {
		return nil, fmt.Errorf("encode the board: %w", err)
	}
	md := report.Markdown(page)
	pub := &casefile.BoardPublication{Version: out.Board.Version, Date: out.Board.Date, Snapshot: md, Record: record}
	pub.Files = append(pub.Files, casefile.File{Name: "report.md", Data: md})
	for _, r := range p.Renderers {
		b, err := r.Render(ctx, page, at)
		if err != nil {
			return nil, fmt.Errorf("render the board as %s: %w", r.Format, err)
		}
		pub.Files = append(pub.Files, casefile.File{Name: "report." + r.Format, Data: b})
	}
	for _, f := range pub.Files {
		out.Files = append(out.Files, f.Name)
	}
	out.Files = append(out.Files, "board.json")
	return pub, nil
}
