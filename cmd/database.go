package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"judgement/config"
	"judgement/internal/casefile"
	"judgement/internal/job"
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

// look opens where cases and reports are kept, and leaves a database's tables as
// they are.
func (a *App) look(ctx context.Context, ws config.Workspace, s *config.Settings) (*kept, error) {
	if s.Database.URL == "" {
		return a.keep(ctx, ws, s)
	}
	db, err := store.Connect(ctx, s.Database.URL)
	if err != nil {
		return nil, err
	}
	files, err := db.Files()
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &kept{Storage: files, db: db, close: db.Close}, nil
}

// publishedByJobs returns a function that reads which versions done jobs
// published: from the database that jobs are kept in, which is not made if it is
// not there.
func (k *kept) publishedByJobs(ws config.Workspace, s *config.Settings) func(context.Context) ([]job.Published, error) {
	return func(ctx context.Context) ([]job.Published, error) {
		db := k.db
		if db == nil {
			address := databaseAddress(ws, s)
			if _, err := os.Stat(address); errors.Is(err, fs.ErrNotExist) {
				return nil, nil
			}
			var err error
			if db, err = store.Connect(ctx, address); err != nil {
				return nil, err
			}
			defer db.Close()
		}
		if v, err := db.Version(ctx); err != nil || v.Own == 0 {
			return nil, err
		}
		return db.Published(ctx)
	}
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
