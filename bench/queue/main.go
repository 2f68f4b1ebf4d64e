//go:build linux

// Command queue measures the queue on SQLite and on Postgres: how soon a job starts,
// how close review jobs on a slow fake model come to the ideal, and how soon the job
// of a killed worker runs again. Each worker is a separate process.
//
//	go run ./bench/queue [-only sqlite|postgres] [-reviews 200]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"judgement/internal/database/pgtest"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
)

// bench is one run's sizes.
type bench struct {
	reviews int
	dir     string
}

func main() {
	if os.Getenv(workerEnv) != "" {
		if err := work(); err != nil {
			fmt.Fprintln(os.Stderr, "worker:", err)
			os.Exit(1)
		}
		return
	}
	only := flag.String("only", "", "sqlite or postgres; empty: both")
	var b bench
	flag.IntVar(&b.reviews, "reviews", 200, "review jobs of four judges")
	flag.Parse()
	if err := b.run(context.Background(), *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) run(ctx context.Context, only string) (err error) {
	if b.dir, err = os.MkdirTemp("", "judgement-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if only != "postgres" {
		if err := b.database(ctx, "sqlite", filepath.Join(b.dir, "q.db")); err != nil {
			return err
		}
	}
	if only == "sqlite" {
		return nil
	}
	c, err := pgtest.New()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	return b.database(ctx, "postgres", c.Address("postgres"))
}

// database measures one database.
func (b *bench) database(ctx context.Context, name, address string) error {
	q, err := open(ctx, address)
	if err != nil {
		return err
	}
	defer q.db.Close()
	if err := b.latency(ctx, name, address, q); err != nil {
		return err
	}
	if err := b.judge(ctx, name, address, q); err != nil {
		return err
	}
	return b.takeover(ctx, name, address, q)
}

// latency queues one job at a time and prints how soon the jobs started.
func (b *bench) latency(ctx context.Context, name, address string, q *queueOn) error {
	server, err := fakeserver.New(fakeserver.Options{})
	if err != nil {
		return err
	}
	defer server.Close()
	w, err := b.start(address, modelEnv+"="+server.URL())
	if err != nil {
		return err
	}
	var waits []time.Duration
	for i := range 100 {
		r, err := q.Submit(ctx, job.Submission{SceneSlug: "s", Brand: fmt.Sprintf("%s-soon-%d", name, i), Filename: "d.md", Data: []byte("# Soon\n\nThe kettle was tried in ten homes.\n")})
		if err != nil {
			return err
		}
		j := r.Job
		for ; !j.Status.Ended(); time.Sleep(5 * time.Millisecond) {
			if j, err = q.Job(ctx, j.ID); err != nil {
				return err
			}
		}
		waits = append(waits, j.StartedAt.Sub(j.CreatedAt))
	}
	slices.Sort(waits)
	at := func(p int) time.Duration { return waits[(len(waits)-1)*p/100].Round(time.Millisecond / 10) }
	fmt.Printf("%s: insert to start, one worker: p50 %s, p90 %s, p99 %s\n", name, at(50), at(90), at(99))
	return w.end()
}
