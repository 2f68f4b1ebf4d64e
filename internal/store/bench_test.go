package store_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/casefile/pgfiles"
	"judgement/internal/database"
	"judgement/internal/database/lease"
	"judgement/internal/database/pgtest"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/ratelimit"
	"judgement/internal/store"
)

// BenchmarkStore times what happens once a call, a job or a file.
func BenchmarkStore(b *testing.B) {
	for _, kind := range []string{"sqlite", "postgres"} {
		address := func() string {
			if kind == "postgres" {
				return pgtest.URL(b)
			}
			return filepath.Join(b.TempDir(), "x.db")
		}
		b.Run(kind, func(b *testing.B) {
			db, err := database.Open(b.Context(), address())
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			benchmarkAll(b, db)
		})
	}
}

func benchmarkAll(b *testing.B, db *database.DB) {
	ctx := b.Context()
	n := 0
	next := func() string { n++; return fmt.Sprint(n) }
	if err := store.InsertJob(ctx, db, job.Job{ID: "events"}); err != nil {
		b.Fatal(err)
	}
	cases := map[string]func() error{
		"reserve": func() error {
			_, _, err := ratelimit.Reserve(ctx, db, "llm", time.Microsecond, ratelimit.MaxLine)
			return err
		},
		"submit": func() error {
			return db.InTx(ctx, func(tx *database.Tx) error { return store.InsertJob(ctx, tx, job.Job{ID: next()}) })
		},
		"event": func() error { _, err := store.Report(ctx, db, "events", nil, jury.Event{Text: "x"}); return err },
		"lease": func() error { _, err := lease.Take(ctx, db, "w", "me", time.Minute); return err },
	}
	if files, err := pgfiles.New(db); err == nil {
		data := make([]byte, 4096)
		cases["file"] = func() error {
			return files.Write(ctx, casefile.File{Name: "cases/c/v1/replies/" + next(), Data: data, Once: true})
		}
	}
	for _, name := range []string{"reserve", "submit", "event", "lease", "file"} {
		if cases[name] == nil {
			continue
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := cases[name](); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
