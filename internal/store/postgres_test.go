package store_test

import (
	"testing"

	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/store"
	"judgement/internal/store/pgtest"
)

func TestReadOnlyPostgres(t *testing.T) {
	db := open(t, pgtest.URL(t))
	// As a standby has it.
	err := db.InTx(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.Exec(t.Context(), `SET TRANSACTION READ ONLY`); err != nil {
			return err
		}
		return tx.InsertJob(t.Context(), job.Job{ID: "j"})
	})
	wantKind(t, err, fault.DatabaseReadOnly)
}
