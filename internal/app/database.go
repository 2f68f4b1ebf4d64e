package app

import (
	"context"

	"judgement/internal/casefile/pgfiles"
	"judgement/internal/database"
	"judgement/internal/outbox"
	"judgement/internal/store"
)

// DatabaseInfo is what is in a database, as `db status` shows it.
type DatabaseInfo struct {
	database.Info
	Jobs     *store.Counts `json:"jobs"`     // nil if there are no tables yet
	Waiting  int           `json:"waiting"`  // messages in the outbox
	GaveUp   int           `json:"gave_up"`  // messages that no receiver took
	Files    int           `json:"files"`    // of cases and reports; only on Postgres
	Upgrade  string        `json:"upgrade"`  // what to do about the version, empty if nothing
	Readable bool          `json:"readable"` // whether this program can use it
}

// NewerFix is what to do about a database of a newer program.
const NewerFix = "install a newer judgement: this one can't use the database"

// DatabaseStatus looks at a database and changes nothing.
func DatabaseStatus(ctx context.Context, db *database.DB) (i DatabaseInfo, err error) {
	if i.Info, err = db.Info(ctx); err != nil {
		return i, err
	}
	switch {
	case i.Newer():
		i.Upgrade = NewerFix
		return i, nil
	case !i.Current():
		i.Upgrade = "run 'judgement db migrate', or start any command that uses the database"
	}
	i.Readable = true
	if i.Own == 0 {
		return i, nil
	}
	counts, err := store.CountJobs(ctx, db)
	if err != nil {
		return i, err
	}
	i.Jobs = &counts
	if i.Waiting, i.GaveUp, err = outbox.Count(ctx, db, ""); err != nil {
		return i, err
	}
	i.Files, err = pgfiles.Count(ctx, db)
	return i, err
}
