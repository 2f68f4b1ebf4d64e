package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"judgement/internal/board"
	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/pairwise"
	"judgement/panel"
	"judgement/report"
)

// Ranking is a scene's board as it stands.
type Ranking struct {
	Board   *report.Board
	Folder  string   // from the workspace
	Files   []string // that were written in Folder, report.md first; empty where nothing changed and none was missing
	Changed bool     // a new version was published
	// OtherPanel: the scene's panel judged nobody yet, and the board is of those
	// whom another one judged.
	OtherPanel bool
	// Unknown are the names in ranking.withdrawn of which there is no submission.
	Unknown []string
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
// each case, and publishes its next version unless nothing changed: then it only
// writes missing report files again. It makes no call.
func (p *Pipeline) Ranking(ctx context.Context, s *Setup) (*Ranking, error) {
	if !s.Competes() {
		return nil, &NoBoardError{Scene: s.Scene.Slug, Format: s.Panel.OutputFormat}
	}
	folder := casefile.BoardFolder(s.Scene.Report.BrandPrefix)
	out := &Ranking{Folder: "reports/" + folder}
	err := p.Cases.UpdateBoard(ctx, folder, func(kept []byte, version int) (*casefile.BoardPublication, error) {
		last, err := lastBoard(kept, s.Scene.Slug, out.Folder)
		if err != nil && !errors.Is(err, fault.BoardOtherScene) {
			err = &DamagedBoardError{Scene: s.Scene.Slug, Folder: out.Folder, Err: err}
		}
		if err != nil {
			return nil, err
		}
		if out.Board, err = p.board(ctx, s); err != nil {
			return nil, err
		}
		p.remark(s, out)
		if !board.Compare(out.Board, last) {
			last.Judges, out.Board = out.Board.Judges, last
			return p.missingFiles(ctx, out, folder)
		}
		at := p.Now()
		out.Board.Version, out.Board.Date, out.Board.At = version, at.In(p.Zone).Format(time.DateOnly), at.UTC().Truncate(time.Second)
		out.Changed = true
		return p.boardPublication(ctx, out, at)
	})
	if err != nil {
		return nil, fmt.Errorf("rank scene %s: %w", s.Scene.Slug, err)
	}
	return out, nil
}

// DamagedBoardError is a published board that can't be read.
type DamagedBoardError struct {
	Scene  string // whose board it is
	Folder string // from the workspace
	Err    error  // place and cause
}

// Error says which file it is.
func (e *DamagedBoardError) Error() string { return e.Err.Error() }

// Fix says what to do about it.
func (e *DamagedBoardError) Fix() string {
	return fmt.Sprintf("move %s/board.json away, such as to board.json.broken, and run 'judgement ranking %s': the board is made again from the reviews, which are kept, and what is in versions/ stays", e.Folder, e.Scene)
}

// Unwrap returns the cause.
func (e *DamagedBoardError) Unwrap() error { return e.Err }

// remark fills in what a board's maker should know beside the board.
func (p *Pipeline) remark(s *Setup, out *Ranking) {
	b := out.Board
	hash, err := format.PanelSHA256(s.Panel)
	out.OtherPanel = err == nil && len(b.Entries) > 0 && b.PanelSHA256 != hash
	prefix := s.Scene.Report.BrandPrefix
	for _, w := range s.Scene.Ranking.Withdrawn {
		if !slices.ContainsFunc(b.Excluded, func(x report.Excluded) bool { return x.Brand == w || prefix+x.Brand == w }) {
			out.Unknown = append(out.Unknown, w)
		}
	}
}

// lastBoard reads a published board; nil where there is none.
func lastBoard(kept []byte, scene, folder string) (*report.Board, error) {
	if kept == nil {
		return nil, nil
	}
	var last report.Board
	err := json.Unmarshal(kept, &last)
	if err == nil {
		err = last.Check()
	}
	if err != nil {
		return nil, fmt.Errorf("%s/board.json is damaged: move it away, and the board is made again: %w", folder, err)
	}
	if last.Scene != scene {
		return nil, fault.New(fault.BoardOtherScene, nil, "folder", folder, "scene", last.Scene)
	}
	// Boards of before there were these have none.
	last.Flagged, last.SameText = append([]report.Flagged{}, last.Flagged...), append([]report.SameText{}, last.SameText...)
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
	hash, err := format.PanelSHA256(s.Panel)
	if err != nil {
		return nil, nil, err
	}
	subs, excluded, err := board.Collect(ctx, p.Cases, s.Scene.Slug, hash, s.Scene.Ranking.Withdrawn)
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

func (p *Pipeline) boardPublication(ctx context.Context, out *Ranking, at time.Time) (*casefile.BoardPublication, error) {
	record, err := format.Encode(out.Board)
	if err != nil {
		return nil, fmt.Errorf("encode the board: %w", err)
	}
	files, err := p.boardFiles(ctx, out.Board, at, nil)
	if err != nil {
		return nil, err
	}
	out.Files = append(fileNames(files), "board.json")
	return &casefile.BoardPublication{Version: out.Board.Version, Date: out.Board.Date, Snapshot: files[0].Data, Record: record, Files: files}, nil
}

// missingFiles makes the report files that an unchanged board lacks, as where one
// was lost or another format is asked for; nil where it has all.
func (p *Pipeline) missingFiles(ctx context.Context, out *Ranking, folder string) (*casefile.BoardPublication, error) {
	there, err := p.Cases.BoardFiles(ctx, folder)
	if err != nil {
		return nil, err
	}
	files, err := p.boardFiles(ctx, out.Board, out.Board.At, there)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	out.Files = fileNames(files)
	return &casefile.BoardPublication{Files: files}, nil
}

// boardFiles makes the board's report files, report.md first, except those that
// are there.
func (p *Pipeline) boardFiles(ctx context.Context, b *report.Board, at time.Time, there []string) (files []casefile.File, err error) {
	page := report.BoardPage(b)
	if !slices.Contains(there, "report.md") {
		files = append(files, casefile.File{Name: "report.md", Data: report.Markdown(page)})
	}
	for _, r := range p.Renderers {
		name := "report." + r.Format
		if slices.Contains(there, name) {
			continue
		}
		data, err := r.Render(ctx, page, at)
		if err != nil {
			return nil, fmt.Errorf("render the board as %s: %w", r.Format, err)
		}
		files = append(files, casefile.File{Name: name, Data: data})
	}
	return files, nil
}

func fileNames(files []casefile.File) []string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}
