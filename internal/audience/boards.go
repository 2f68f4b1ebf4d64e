package audience

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/pipeline"
	"judgement/internal/yamlfile"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// Boards is the Source of a workspace's public boards. It is safe for concurrent
// use.
type Boards struct {
	files fs.FS
	cases *casefile.Cases

	mu   sync.Mutex
	kept map[string]keptBoard // by scene
}

// keptBoard is a board that is read already.
type keptBoard struct {
	data  []byte
	board *report.Board
}

// NewBoards returns the boards of the competitions in a workspace.
func NewBoards(workspace fs.FS, cases *casefile.Cases) *Boards {
	return &Boards{files: workspace, cases: cases, kept: map[string]keptBoard{}}
}

// Shown returns the newest board of a competition whose scene says that it is
// public. A scene that can't be loaded is not shown: it may not be public.
func (b *Boards) Shown(ctx context.Context, slug string) (Shown, error) {
	sc, pan, err := scene.Load(b.files, slug, pipeline.Outputs()...)
	var broken yamlfile.Problems
	switch {
	case errors.Is(err, scene.ErrUnknownScene) || errors.As(err, &broken):
		return Shown{}, ErrNotShown
	case err != nil:
		return Shown{}, err
	case !Public(sc, pan):
		return Shown{}, ErrNotShown
	}
	out := Shown{Scene: sc.Slug, Name: sc.NameIn(sc.Report.Language), Lang: report.Lang(sc.Report.Language), Brands: sc.Report.RedactReview}
	folder := casefile.BoardFolder(sc.Report.BrandPrefix)
	data, err := b.cases.Board(ctx, folder)
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		err = fmt.Errorf("reports/%s/board.json can't be read: %w: let the service read it, or bring the database of cases back in reach", folder, err)
	}
	if err == nil && data != nil {
		out.Board, err = b.decode(slug, folder, data)
	}
	if last, ok := b.kept[slug]; ok && err != nil && out.Lang == "" {
		out.Lang = last.board.Language
	}
	return out, err
}

// Public reports whether anyone may see the board of a scene.
func Public(sc *scene.Scene, pan *panel.Panel) bool {
	return sc.Board.Public && pan.OutputFormat.Ranks() && sc.ShowScoresPublicly
}

// decode reads a board, or returns the one that is read already if it is the
// same. The caller holds the lock.
func (b *Boards) decode(slug, folder string, data []byte) (*report.Board, error) {
	if k, ok := b.kept[slug]; ok && bytes.Equal(k.data, data) {
		return k.board, nil
	}
	var board report.Board
	err := json.Unmarshal(data, &board)
	if err == nil {
		err = board.Check()
	}
	if err != nil {
		return nil, fault.New(fault.DamagedBoard, err, "folder", "reports/"+folder, "scene", slug, "detail", err.Error())
	}
	if board.Scene != slug {
		return nil, nil // another scene's, which may not be public
	}
	b.kept[slug] = keptBoard{data, &board}
	return &board, nil
}
