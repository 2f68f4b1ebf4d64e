package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"judgement/internal/audience"
	"judgement/internal/casefile"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// boardPoll is how often a board that somebody looks at is looked for.
const boardPoll = time.Second

// boardSource hands public boards to their audience. It is safe for concurrent
// use.
type boardSource struct {
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

// Shown returns the newest board of a competition whose scene says that it is
// public. A scene that can't be loaded is not shown: whether it is public nobody
// knows.
func (b *boardSource) Shown(ctx context.Context, slug string) (audience.Shown, error) {
	sc, pan, err := scene.Load(b.files, slug)
	var broken *scene.Error
	switch {
	case errors.Is(err, scene.ErrUnknownScene) || errors.As(err, &broken):
		return audience.Shown{}, audience.ErrNotShown
	case err != nil:
		return audience.Shown{}, err
	case !sc.Board.Public || pan.OutputFormat != panel.RankingBoard || !sc.ShowScoresPublicly:
		return audience.Shown{}, audience.ErrNotShown
	}
	out := audience.Shown{Scene: sc.Slug, Name: sc.DisplayName, Lang: report.Lang(sc.Report.Language), Brands: sc.Report.RedactReview}
	folder := casefile.BoardFolder(sc.Report.BrandPrefix)
	data, err := b.cases.Board(ctx, folder)
	if err != nil {
		err = fmt.Errorf("reports/%s/board.json can't be read: %w: let the service read it, or bring the database of cases back in reach", folder, err)
	}
	if err == nil && data != nil {
		out.Board, err = b.decode(slug, folder, data)
	}
	if err != nil && out.Lang == "" {
		out.Lang = b.language(slug)
	}
	return out, err
}

// language is that of the scene's board which was read last, empty where none was.
func (b *boardSource) language(slug string) report.Lang {
	b.mu.Lock()
	defer b.mu.Unlock()
	if k, ok := b.kept[slug]; ok {
		return k.board.Language
	}
	return ""
}

// decode reads a board, or returns the one that is read already where it is the
// same.
func (b *boardSource) decode(slug, folder string, data []byte) (*report.Board, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if k, ok := b.kept[slug]; ok && bytes.Equal(k.data, data) {
		return k.board, nil
	}
	var board report.Board
	err := json.Unmarshal(data, &board)
	if err == nil {
		err = board.Check()
	}
	if err != nil {
		return nil, fmt.Errorf("reports/%s/board.json is damaged: %w: move it away and run 'judgement ranking %s'", folder, err, slug)
	}
	if board.Scene != slug {
		return nil, nil // another scene's, which may not be public
	}
	if b.kept == nil {
		b.kept = map[string]keptBoard{}
	}
	b.kept[slug] = keptBoard{data, &board}
	return &board, nil
}
