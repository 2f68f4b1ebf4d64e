package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/store"
	"judgement/internal/store/pgtest"
)

// chaosSize is how many reviews the chaos is run on: a few, or as many as
// CHAOS_REVIEWS says ('make chaos').
func chaosSize(t *testing.T, few int) int {
	t.Helper()
	text := os.Getenv("CHAOS_REVIEWS")
	if text == "" {
		return few
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("CHAOS_REVIEWS=%q is no number of reviews", text)
	}
	return n
}

// TestChaos kills workers at random, restarts the database, and has one call in
// ten fail: every job ends, done or failed with a reason, none is lost, and each
// makes at most one version.
func TestChaos(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { chaos(t, 2, chaosSize(t, 8), nil) })
	t.Run("postgres", func(t *testing.T) { chaos(t, 3, chaosSize(t, 12), pgtest.Start(t)) })
}

func chaos(t *testing.T, workers, reviews int, cluster *pgtest.Cluster) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	dice := rand.New(rand.NewPCG(seed, 1))
	s := newSite(t, t.TempDir(), 3, fakeserver.Options{
		Seed: seed, Delay: fakeserver.Delay{Median: 150 * time.Millisecond},
		Schedule: fakeserver.Independent(0.1, []fakeserver.Fault{fakeserver.ServerError, fakeserver.BadGateway, fakeserver.Cut, fakeserver.Drop}),
	})
	database := ""
	if cluster != nil {
		database = cluster.Address("postgres")
	}
	docs := t.TempDir()
	for i := range reviews {
		if err := os.WriteFile(filepath.Join(docs, fmt.Sprintf("entry-%d.md", i)), fmt.Appendf(nil, "%s\nThis is entry %d.\n", ferry, i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mustRun(t, s.on(t.Context(), t, database, "review", docs, "--scene", "s", "--queue"))
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range workers {
		life := rand.New(rand.NewPCG(dice.Uint64(), 2))
		wg.Go(func() { s.mortal(ctx, t, database, life) })
	}
	if cluster != nil {
		time.Sleep(2 * time.Second)
		cluster.Kill()
		if err := cluster.Up(); err != nil {
			t.Fatal(err)
		}
	}
	code, stderr := run(t, s.on(t.Context(), t, database, "jobs", "watch"))
	stop()
	wg.Wait()
	if code != 0 && code != exitFailed {
		t.Fatalf("jobs watch ended with %d:\n%s", code, stderr)
	}
	s.judgeChaos(t, database, reviews)
}

// mortal runs workers one after another and kills each after a while, until ctx
// ends.
func (s *site) mortal(ctx context.Context, t *testing.T, database string, life *rand.Rand) {
	for ctx.Err() == nil {
		cmd := s.on(context.Background(), t, database, "worker", "--concurrency", "4", "--jobs", "4")
		if err := cmd.Start(); err != nil {
			t.Error(err)
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(600*time.Millisecond + time.Duration(life.IntN(5000))*time.Millisecond):
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
}

// judgeChaos demands that every job has ended and made one version at most.
func (s *site) judgeChaos(t *testing.T, database string, reviews int) {
	t.Helper()
	var jobs []struct {
		JobID   string `json:"job_id"`
		Kind    string `json:"kind"`
		Status  string `json:"status"`
		Reason  string `json:"reason"`
		CaseID  string `json:"case_id"`
		Version int    `json:"version"`
	}
	list := s.on(t.Context(), t, database, "jobs", "list", "--limit", "1000", "--output", "json")
	out, err := list.Output()
	if err == nil {
		err = json.Unmarshal(out, &jobs)
	}
	if err != nil {
		t.Fatal(err)
	}
	done, failures := map[string]bool{}, 0
	for _, j := range jobs {
		switch {
		case j.Kind != "review":
		case j.Status == "done" && j.Version == 1 && !done[j.CaseID]:
			done[j.CaseID] = true
		case j.Status == "failed" && j.Reason != "":
			failures++
		default:
			t.Errorf("job %+v", j)
		}
	}
	if len(done)+failures != reviews {
		t.Errorf("%d done and %d failed of %d jobs", len(done), failures, reviews)
	}
	storage := casefile.Storage(nil)
	if database == "" {
		folder, err := casefile.OpenFolder(s.dir)
		if err != nil {
			t.Fatal(err)
		}
		defer folder.Close()
		storage = folder
	} else {
		db, err := store.Open(t.Context(), database)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if storage, err = db.Files(); err != nil {
			t.Fatal(err)
		}
	}
	for id := range done {
		names, err := storage.List(t.Context(), "cases/"+id)
		versions := 0
		for _, n := range names {
			if n == "v1/" || n == "v2/" {
				versions++
			}
		}
		if err != nil || versions != 1 {
			t.Errorf("case %s holds %v, %v", id, names, err)
		}
	}
	t.Logf("%d done, %d failed", len(done), failures)
}
