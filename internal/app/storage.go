package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"judgement/config"
	"judgement/internal/attribution"
	"judgement/internal/casefile"
	"judgement/internal/job"
	"judgement/internal/store"
)

// Storage is where cases and reports are kept: the workspace's folder, or Postgres
// if database.url names one.
type Storage struct {
	casefile.Storage
	DB  *store.DB // nil if the folder is the truth
	Dir string    // the folder; empty if Postgres is the truth
}

// Storage opens where cases and reports are kept.
func (p *Process) Storage(ctx context.Context) (*Storage, error) {
	return p.storage.get(func() (*Storage, error) {
		_, s, err := p.Load()
		if err != nil {
			return nil, err
		}
		if s.Database.URL != "" {
			if _, err := p.Database(ctx); err != nil {
				return nil, err
			}
		}
		return p.StorageAsIs(ctx)
	})
}

// StorageAsIs opens where cases and reports are kept, and leaves a database's
// tables as they are.
func (p *Process) StorageAsIs(ctx context.Context) (*Storage, error) {
	ws, s, err := p.Load()
	if err != nil {
		return nil, err
	}
	if s.Database.URL == "" {
		folder, err := casefile.OpenFolder(ws.OutDir, p.FolderOptions...)
		if err != nil {
			return nil, refuse("output_folder", "check that the folder exists and may be read and written", err)
		}
		p.onClose(folder.Close)
		return &Storage{Storage: folder, Dir: ws.OutDir}, nil
	}
	db, err := p.Connect(ctx)
	if err != nil {
		return nil, err
	}
	files, err := db.Files()
	return &Storage{Storage: files, DB: db}, err
}

// databaseAddress is the database that jobs are kept in: the one that
// database.url names, else a SQLite file in the workspace.
func databaseAddress(ws config.Workspace, s *config.Settings) string {
	if s.Database.URL != "" {
		return s.Database.URL
	}
	return filepath.Join(ws.OutDir, ".judgement", "judgement.db")
}

// HasDatabase reports whether there is a database of jobs, or an address that
// names one on a server.
func (p *Process) HasDatabase() bool {
	ws, s, err := p.Load()
	if err != nil {
		return false
	}
	address := databaseAddress(ws, s)
	_, err = os.Stat(address)
	return store.IsPostgres(address) || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

// NeedDatabase refuses to look for a database of jobs that isn't there. mayMake
// says that it may be made, which needs a workspace: elsewhere it would be a stray
// one.
func (p *Process) NeedDatabase(mayMake bool) error {
	ws, s, err := p.Settings()
	if err != nil || p.HasDatabase() || mayMake && ws.Dir != "" {
		return err
	}
	if ws.Dir == "" {
		return refuse("no_workspace", PlaceFix+"; or name the database with database.url",
			fmt.Errorf("there is no database here, and %s is in no workspace: no folder scenes/ is in it or above", ws.OutDir))
	}
	return refuse("no_database", "it is made by 'judgement db migrate' and by the first command that needs it",
		fmt.Errorf("there is no database yet: %s", databaseAddress(ws, s)))
}

// Connect opens the database of jobs and leaves its tables as they are.
func (p *Process) Connect(ctx context.Context) (*store.DB, error) {
	return p.connected.get(func() (*store.DB, error) {
		ws, s, err := p.Load()
		if err != nil {
			return nil, err
		}
		db, err := store.Connect(ctx, databaseAddress(ws, s))
		if err == nil {
			p.onClose(db.Close)
		}
		return db, err
	})
}

// Database opens the database of jobs, makes it if there is none, and brings its
// tables up to date.
func (p *Process) Database(ctx context.Context) (*store.DB, error) {
	return p.database.get(func() (*store.DB, error) {
		db, err := p.Connect(ctx)
		if err == nil {
			_, err = db.Migrate(ctx)
		}
		return db, err
	})
}

// Published returns which versions done jobs published, from the database of jobs,
// which is not made if it is not there.
func (p *Process) Published(ctx context.Context) ([]job.Published, error) {
	if !p.HasDatabase() {
		return nil, nil
	}
	db, err := p.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if v, err := db.Version(ctx); err != nil || v.Own == 0 {
		return nil, err
	}
	return db.Published(ctx)
}

// Checker is an attribution check over the workspace's cases and jobs.
func (p *Process) Checker(ctx context.Context) (*attribution.Checker, error) {
	ws, s, err := p.Settings()
	if err != nil {
		return nil, err
	}
	st, err := p.Storage(ctx)
	if err != nil {
		return nil, err
	}
	return &attribution.Checker{Storage: st, Files: ws.FS, Now: p.Now, Zone: s.TimeZone, Published: p.Published}, nil
}
