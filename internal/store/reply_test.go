package store_test

import (
	"context"
	"path/filepath"
	"testing"

	"judgement/internal/jury"
	"judgement/internal/jury/ledgertest"
	"judgement/internal/store"
	"judgement/internal/store/pgtest"
)

func TestLedgerConforms(t *testing.T) {
	for name, address := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "x.db") },
		"postgres": func(t *testing.T) string { return pgtest.URL(t) },
	} {
		t.Run(name, func(t *testing.T) {
			ledgertest.Run(t, func(t *testing.T) jury.Ledger { return open(t, address(t)).Ledger("run") })
		})
	}
}

func TestLedger(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		k := jury.Key{Judge: "ann"}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := db.Ledger("a").Put(ctx, jury.Record{Key: k, Text: "paid for"}); err != nil {
			t.Errorf("Put after the run was cancelled: %v", err)
		}
		if got, ok, err := db.Ledger("a").Get(t.Context(), k); err != nil || !ok || got.Text != "paid for" {
			t.Errorf("Get = %q, %v, %v", got.Text, ok, err)
		}
		if _, ok, err := db.Ledger("b").Get(t.Context(), k); ok || err != nil {
			t.Errorf("another run has the record: %v, %v", ok, err)
		}
		// A record that was changed counts as missing, and a new one takes its place.
		if _, err := db.Exec(t.Context(), `UPDATE reply SET record = replace(record, 'paid', 'made')`); err != nil {
			t.Fatal(err)
		}
		if rec, ok, err := db.Ledger("a").Get(t.Context(), k); ok || err != nil {
			t.Errorf("Get of a changed record: %q, %v, %v", rec.Text, ok, err)
		}
		if err := db.Ledger("a").Put(t.Context(), jury.Record{Key: k, Text: "again"}); err != nil {
			t.Fatal(err)
		}
		if got, ok, err := db.Ledger("a").Get(t.Context(), k); err != nil || !ok || got.Text != "again" {
			t.Errorf("Get = %q, %v, %v", got.Text, ok, err)
		}
	})
}
