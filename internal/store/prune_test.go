package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/job"
	"judgement/internal/store"
)

// TestPrune: a dry run counts what a run removes, both say what the database takes, and
// a workspace without a database has its leftovers pruned all the same.
func TestPrune(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		folder, err := casefile.OpenFolder(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer folder.Close()
		cases := casefile.New(folder, time.Now)
		insert(t, db, "old", "fresh")
		for _, id := range []string{"old", "fresh"} {
			dbtest.Must(t, true)(store.EndJob(t.Context(), db, id, store.Ending{Status: job.Done}))
		}
		if _, err := db.Exec(t.Context(), `UPDATE job SET finished_ms = 1 WHERE job_id = 'old'`); err != nil {
			t.Fatal(err)
		}
		keep := 7 * 24 * time.Hour
		want := store.Pruned{Database: db.Name(), OlderThan: "7d", Removed: store.Purged{Jobs: 1}, Leftovers: []string{}}
		for _, dry := range []bool{true, false} {
			got, err := store.Prune(t.Context(), db, cases, store.PruneOptions{Keep: keep, DryRun: dry, Compact: !dry})
			if err != nil {
				t.Fatal(err)
			}
			if got.Before == 0 || got.After == 0 {
				t.Errorf("%d bytes before, %d after", got.Before, got.After)
			}
			want.DryRun, want.Before, want.After = dry, got.Before, got.After
			if diff := cmp.Diff(want, *got); diff != "" {
				t.Errorf("dry run %v (-want +got):\n%s", dry, diff)
			}
			_, found, err := store.Job(t.Context(), db, "old")
			if err != nil || found != dry {
				t.Errorf("after a dry run (%v) the old job is there: %v, %v", dry, found, err)
			}
		}
		none, err := store.Prune(t.Context(), nil, cases, store.PruneOptions{Keep: keep})
		if diff := cmp.Diff(&store.Pruned{OlderThan: "7d", Leftovers: []string{}}, none); err != nil || diff != "" {
			t.Errorf("without a database: %v (-want +got):\n%s", err, diff)
		}
	})
}
