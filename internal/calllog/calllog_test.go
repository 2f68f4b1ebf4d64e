package calllog_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"judgement/internal/calllog"
	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/database/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainInMemory(m)) }

func TestCallLog(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		want := []calllog.Call{
			{JobID: "j", Judge: "ann", Model: "m", Outcome: "ok", TokensIn: 10, TokensOut: 2, Cost: "0.01 USD", TookMS: 1500},
			{JobID: "j", Judge: "ann", Model: "m", Outcome: "failed", Error: "429"},
		}
		for _, c := range append(want, calllog.Call{JobID: "other"}) {
			if err := calllog.Add(t.Context(), db, c); err != nil {
				t.Fatal(err)
			}
		}
		got, err := calllog.OfJob(t.Context(), db, "j")
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(calllog.Call{}, "At")); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}
