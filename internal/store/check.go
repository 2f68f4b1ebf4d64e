package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"judgement/internal/fault"
)

// Check reads a whole SQLite file. Its error is of kind Damaged if a page can't be
// read, or if tables, indexes and constraints contradict each other. SQLite keeps
// no checksums: a changed byte within a text or a blob goes unnoticed. It takes a
// few seconds per GiB; others may go on working.
//
// It does nothing on Postgres, which checks its pages itself as it reads them
// (data_checksums).
func (db *DB) Check(ctx context.Context) error {
	if db.pool != nil {
		return nil
	}
	const doing = "check the database"
	found, err := collect(ctx, &db.ops, func(row scanner) (line string, err error) { return line, row.Scan(&line) }, `PRAGMA integrity_check`)
	if e := fault.From(err); e != nil {
		return e.With("doing", doing)
	}
	if err != nil {
		return err
	}
	if slices.Equal(found, []string{"ok"}) {
		return nil
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(strings.Join(found, "\n"), "*** in database main ***\n"), "\n")
	return wrong(Damaged, doing, db.name, fmt.Errorf("%s; integrity_check finds %d faults", first, len(found)))
}
