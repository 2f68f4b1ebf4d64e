package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"judgement/internal/database"
	"judgement/internal/fault"

	"judgement/internal/attribution"
	"judgement/internal/casefile"
	"judgement/internal/casefile/pgfiles"
	"judgement/internal/job"
	"judgement/internal/pipeline"
	"judgement/internal/store"
)

// Storage is where cases and reports are kept: the workspace's folder, or Postgres
// if database.url names one.
type Storage struct {
	casefile.Storage
	DB  *database.DB // nil if the folder is the truth
	Dir string       // the folder; empty if Postgres is the truth
}

// Storage opens where cases and reports are kept.
func (p *Process) Storage(ctx context.Context) (*Storage, error) {
	return p.storage.get(func() (*Storage, error) {
		if p.Settings.Database.URL != "" {
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
	if p.Settings.Database.URL == "" {
		folder, err := casefile.OpenFolder(p.Workspace.OutDir, p.FolderOptions...)
		if err != nil {
			return nil, fault.Refuse(fault.OutputFolder, "check that the folder exists and may be read and written", err)
		}
		p.onClose(folder.Close)
		return &Storage{Storage: folder, Dir: p.Workspace.OutDir}, nil
	}
	db, err := p.Connect(ctx)
	if err != nil {
		return nil, err
	}
	files, err := pgfiles.New(db)
	return &Storage{Storage: files, DB: db}, err
}

// databaseAddress is the database that jobs are kept in: the one that
// database.url names, else a SQLite file in the workspace.
func (p *Process) databaseAddress() string {
	if p.Settings.Database.URL != "" {
		return p.Settings.Database.URL
	}
	return filepath.Join(p.Workspace.OutDir, ".judgement", "judgement.db")
}

// HasDatabase reports whether there is a database of jobs, or an address that
// names one on a server.
func (p *Process) HasDatabase() bool {
	address := p.databaseAddress()
	_, err := os.Stat(address)
	return database.IsPostgres(address) || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

// NeedDatabase refuses to look for a database of jobs that isn't there. mayMake
// says that it may be made, which needs a workspace: elsewhere it would be a stray
// one.
func (p *Process) NeedDatabase(mayMake bool) error {
	ws := p.Workspace
	if p.HasDatabase() || mayMake && ws.Dir != "" {
		return nil
	}
	if ws.Dir == "" {
		return fault.Refuse(fault.NoWorkspace, PlaceFix+"; or name the database with database.url",
			fmt.Errorf("there is no database here, and %s is in no workspace: no folder scenes/ is in it or above", ws.OutDir))
	}
	return fault.Refuse(fault.NoDatabase, "it is made by 'judgement db migrate' and by the first command that needs it",
		fmt.Errorf("there is no database yet: %s", p.databaseAddress()))
}

// Connect opens the database of jobs and leaves its tables as they are.
func (p *Process) Connect(ctx context.Context) (*database.DB, error) {
	return p.connected.get(func() (*database.DB, error) {
		db, err := database.Connect(ctx, p.databaseAddress())
		if err == nil {
			p.onClose(db.Close)
		}
		return db, err
	})
}

// Database opens the database of jobs, makes it if there is none, and brings its
// tables up to date.
func (p *Process) Database(ctx context.Context) (*database.DB, error) {
	return p.database.get(func() (*database.DB, error) {
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
	return store.Published(ctx, db)
}

// Checker is an attribution check over the workspace's cases and jobs.
func (p *Process) Checker(ctx context.Context) (*attribution.Checker, error) {
	st, err := p.Storage(ctx)
	if err != nil {
		return nil, err
	}
	return &attribution.Checker{Storage: st, Files: p.Workspace.FS, Records: pipeline.Records(), Now: p.Now, Zone: p.Settings.TimeZone, Published: p.Published}, nil
}
