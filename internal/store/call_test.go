package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/store"
)

func TestCallLog(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		want := []store.Call{
			{JobID: "j", Judge: "ann", Model: "m", Outcome: "ok", TokensIn: 10, TokensOut: 2, Cost: "0.01 USD", Took: 1500 * time.Millisecond},
			{JobID: "j", Judge: "ann", Model: "m", Outcome: "failed", Error: "429"},
		}
		for _, c := range append(want, store.Call{JobID: "other"}) {
			if err := store.LogCall(t.Context(), db, c); err != nil {
				t.Fatal(err)
			}
		}
		got, err := store.Calls(t.Context(), db, "j")
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(store.Call{}, "At")); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}
