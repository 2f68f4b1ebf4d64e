package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"judgement/config"
	"judgement/internal/casefile"
	"judgement/internal/store"
)

// kept is where cases and reports are kept: the workspace's folder, or Postgres
// where database.url names one.
type kept struct {
	casefile.Storage
	db    *store.DB // nil where the folder is the truth
	dir   string    // the folder; empty where Postgres is the truth
	close func() error
}

// keep opens where cases and reports are kept.
func (a *App) keep(ctx context.Context, ws config.Workspace, s *config.Settings, opts ...casefile.FolderOption) (*kept, error) {
	if s.Database.URL == "" {
		folder, err := casefile.OpenFolder(ws.OutDir, opts...)
		if err != nil {
			return nil, failed("output_folder", "check that the folder exists and may be read and written", err)
		}
		return &kept{Storage: folder, dir: ws.OutDir, close: folder.Close}, nil
	}
	db, err := store.Open(ctx, s.Database.URL)
	if err != nil {
		return nil, err
	}
	files, err := db.Files()
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &kept{Storage: files, db: db, close: db.Close}, nil
}

// ReadLimited reads with the storage's own bounds: embedding alone would hide
// them.
func (k *kept) ReadLimited(ctx context.Context, name string, most int64) ([]byte, error) {
	return casefile.ReadLimited(ctx, k.Storage, name, most)
}

// tell says where files are that are in no folder.
func (k *kept) tell(a *App) {
	if k.db != nil {
		fmt.Fprintf(a.Err, "kept in %s; 'judgement export' writes the files into folders\n", k.db.Name())
	}
}

// databaseAddress is the database that jobs are kept in: the one that
// database.url names, else a SQLite file in the workspace.
func databaseAddress(ws config.Workspace, s *config.Settings) string {
	if s.Database.URL != "" {
		return s.Database.URL
	}
	return filepath.Join(ws.OutDir, ".judgement", "judgement.db")
}

// databaseFailure gives an error of the database its code and advice, which its
// text then no longer repeats. Any other error it leaves alone.
func databaseFailure(err error) *failure {
	var e *store.Error
	if !errors.As(err, &e) {
		return nil
	}
	text := err.Error()
	if fix := e.Fix(); fix != "" {
		text = strings.Replace(text, ": "+fix, "", 1)
	}
	return &failure{exit: exitFailed, code: string(e.Kind), fix: e.Fix(), err: errors.New(text)}
}
