package database_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/database/pgtest"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/store"
)

func TestReadOnlyPostgres(t *testing.T) {
	db := dbtest.Open(t, pgtest.URL(t))
	// As a standby has it.
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		if _, err := tx.Exec(t.Context(), `SET TRANSACTION READ ONLY`); err != nil {
			return err
		}
		return store.InsertJob(t.Context(), tx, job.Job{ID: "j"})
	})
	wantKind(t, err, fault.DatabaseReadOnly)
}

// TestOpenWhilePostgresRecovers: a process that starts while the server recovers
// waits for it, as those do that run.
func TestOpenWhilePostgresRecovers(t *testing.T) {
	c := pgtest.Start(t)
	address := c.URL(t)
	db := dbtest.Open(t, address)
	if err := store.InsertJob(t.Context(), db, job.Job{ID: "j"}); err != nil {
		t.Fatal(err)
	}
	c.Kill()
	up := make(chan error, 1)
	go func() { up <- c.Up() }()
	for end := time.Now().Add(time.Minute); ; {
		again, err := database.Open(t.Context(), address)
		if err == nil {
			if _, found, err := store.Job(t.Context(), again, "j"); err != nil || !found {
				t.Errorf("Job: %v, %v", found, err)
			}
			_ = again.Close()
			break
		}
		if fault.From(err) == nil || strings.Contains(err.Error(), "57P03") || time.Now().After(end) {
			t.Fatalf("Open: %v", err) // only a server that is not there at all is not waited for
		}
	}
	if err := <-up; err != nil {
		t.Fatal(err)
	}
}

func TestPostgresIsDown(t *testing.T) {
	c := pgtest.Start(t)
	db := dbtest.Open(t, c.URL(t))
	c.Down()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, _, err := store.Job(ctx, db, "j"); err == nil || ctx.Err() == nil {
		t.Errorf("Job: %v, and the context: %v", err, ctx.Err())
	}
	_, err := database.Open(t.Context(), c.Address("test1"))
	if !errors.Is(err, fault.DatabaseUnreachable) || !database.Gone(err) {
		t.Errorf("Open: %v", err)
	}
}
