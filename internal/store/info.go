package store

import "context"

// Info is what is in a database, as `db status` shows it.
type Info struct {
	Kind     string `json:"kind"`     // sqlite or postgres
	Name     string `json:"database"` // a path, or an address without secrets
	Server   string `json:"server"`   // version of SQLite or Postgres
	Version  `json:"version"`
	Bytes    int64   `json:"bytes"`
	Jobs     *Counts `json:"jobs"`     // nil where there are no tables yet
	Waiting  int     `json:"waiting"`  // messages in the outbox
	GaveUp   int     `json:"gave_up"`  // messages that nobody took
	Files    int     `json:"files"`    // of cases and reports; only on Postgres
	Upgrade  string  `json:"upgrade"`  // what to do about the version, empty where nothing
	Readable bool    `json:"readable"` // whether this program can use it
}

// Info looks at a database and changes nothing.
func (db *DB) Info(ctx context.Context) (Info, error) {
	i := Info{Kind: db.d.name, Name: db.name}
	server, size := `SELECT sqlite_version()`, `SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`
	if db.pool != nil {
		server, size = `SHOW server_version`, `SELECT pg_database_size(current_database())`
	}
	if _, err := db.row(ctx, []any{&i.Server}, server); err != nil {
		return i, err
	}
	if _, err := db.row(ctx, []any{&i.Bytes}, size); err != nil {
		return i, err
	}
	var err error
	if i.Version, err = db.Version(ctx); err != nil {
		return i, err
	}
	switch {
	case i.Newer():
		i.Upgrade = "install a newer judgement: this one can't use the database"
		return i, nil
	case !i.Current():
		i.Upgrade = "run 'judgement db migrate', or start any command that uses the database"
	}
	i.Readable = true
	if i.Own == 0 {
		return i, nil
	}
	counts, err := db.Counts(ctx)
	if err != nil {
		return i, err
	}
	i.Jobs = &counts
	if i.Waiting, i.GaveUp, err = db.OutboxCounts(ctx, ""); err != nil {
		return i, err
	}
	_, err = db.row(ctx, []any{&i.Files}, `SELECT count(*) FROM file`)
	return i, err
}
