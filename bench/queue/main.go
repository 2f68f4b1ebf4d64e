//go:build linux

// Command queue measures the queue on SQLite and on Postgres: how soon a job
// starts, how many jobs a second that do nothing, how near review jobs on a slow
// fake model come to the ideal, and how soon the job of a worker that was killed
// runs again. Workers are processes of their own.
//
//	go run ./bench/queue [-only sqlite|postgres] [-noops 20000] [-reviews 200]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"judgement/internal/store/pgtest"
)

// bench is one run's sizes.
type bench struct {
	noops, reviews int
	dir            string
}

func main() {
	if role := os.Getenv(roleEnv); role != "" {
		if err := work(role); err != nil {
			fmt.Fprintln(os.Stderr, "worker:", err)
			os.Exit(1)
		}
		return
	}
	only := flag.String("only", "", "sqlite or postgres; empty: both")
	var b bench
	flag.IntVar(&b.noops, "noops", 20000, "jobs that do nothing")
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
		if err := b.database(ctx, "sqlite", filepath.Join(b.dir, "q.db"), 2); err != nil {
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
	return b.database(ctx, "postgres", c.Address("postgres"), 3)
}

// database measures one database with so many worker processes.
func (b *bench) database(ctx context.Context, name, address string, workers int) error {
	q, err := open(ctx, address)
	if err != nil {
		return err
	}
	defer q.db.Close()
	if err := b.latency(ctx, name, address, q); err != nil {
		return err
	}
	if err := b.throughput(ctx, name, address, q, workers); err != nil {
		return err
	}
	if err := b.judge(ctx, name, address, q); err != nil {
		return err
	}
	return b.takeover(ctx, name, address, q)
}

// latency queues one job at a time and has the worker say when it began.
func (b *bench) latency(ctx context.Context, name, address string, q *queueOn) error {
	w, err := b.start("latency", address, 20)
	if err != nil {
		return err
	}
	for range 300 {
		if err := q.QueueNoops(ctx, 1); err != nil {
			return err
		}
		time.Sleep(37 * time.Millisecond)
	}
	out, err := w.end()
	fmt.Printf("%s: insert to start, one worker: %s\n", name, out)
	return err
}

// noopSlots is how many jobs that do nothing a worker holds at once. On SQLite
// larger steps keep the others, and the lease, from writing in between.
func noopSlots(name string) int {
	if name == "sqlite" {
		return 200
	}
	return 1000
}

func (b *bench) throughput(ctx context.Context, name, address string, q *queueOn, workers int) error {
	if err := q.QueueNoops(ctx, b.noops); err != nil {
		return err
	}
	var all []*process
	began := time.Now()
	for range workers {
		w, err := b.start("noop", address, noopSlots(name))
		if err != nil {
			return err
		}
		all = append(all, w)
	}
	for first := true; ; time.Sleep(20 * time.Millisecond) {
		left, err := q.Waiting(ctx)
		if err != nil {
			return err
		}
		if first && left < b.noops {
			began, first = time.Now(), false // the processes have started
			b.noops = left
		}
		if left == 0 {
			break
		}
	}
	took := time.Since(began)
	for _, w := range all {
		if _, err := w.end(); err != nil {
			return err
		}
	}
	fmt.Printf("%s: %d jobs that do nothing, %d workers: %.0f a second\n", name, b.noops, workers, float64(b.noops)/took.Seconds())
	return nil
}
