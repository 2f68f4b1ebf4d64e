//go:build linux

package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
	"judgement/internal/pipeline"
	"judgement/internal/queue"
	"judgement/internal/store"
	"judgement/scene/scenetest"
)

// Environment of a worker process.
const (
	workerEnv  = "BENCH_WORKER"
	addressEnv = "BENCH_DATABASE"
	jobsEnv    = "BENCH_JOBS"
	modelEnv   = "BENCH_MODEL"
	dirEnv     = "BENCH_DIR"
)

// Sizes of a review.
const (
	judges    = 4
	slots     = 20
	callTakes = 200 * time.Millisecond
)

type queueOn struct {
	*queue.Queue
	db *database.DB
}

func open(ctx context.Context, address string) (*queueOn, error) {
	db, err := database.Open(ctx, address)
	if err != nil {
		return nil, err
	}
	q, err := queue.New(db, queue.Options{
		Random: rand.Reader, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Defaults: job.Options{Repeats: 1, MaxReplyTokens: 1000},
	})
	return &queueOn{q, db}, err
}

// process is a running worker.
type process struct {
	cmd *exec.Cmd
}

func (b *bench) start(address string, env ...string) (*process, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.Command(exe)}
	p.cmd.Env = append(os.Environ(), workerEnv+"=1", addressEnv+"="+address, jobsEnv+"="+strconv.Itoa(slots), dirEnv+"="+b.dir)
	p.cmd.Env = append(p.cmd.Env, env...)
	p.cmd.Stderr = os.Stderr
	return p, p.cmd.Start()
}

// end stops a worker.
func (p *process) end() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return p.cmd.Wait()
}

// work is a worker process.
func work() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	q, err := open(ctx, os.Getenv(addressEnv))
	if err != nil {
		return err
	}
	defer q.db.Close()
	jobs, err := strconv.Atoi(os.Getenv(jobsEnv))
	if err != nil {
		return err
	}
	o := queue.WorkerOptions{Jobs: jobs, Drain: time.Second}
	if o.Pipeline, err = engine(); err != nil {
		return err
	}
	return q.Work(ctx, o)
}

// engine is a pipeline over the fake model.
func engine() (*pipeline.Pipeline, error) {
	files := scenetest.Workspace(judges, scenetest.Scene{Slug: "s", Prefix: "s-", Panel: "scoring_lenses:\n  - {slug: clarity, max_score: 50}\n  - {slug: proof, max_score: 50}\n"})
	folder, err := casefile.OpenFolder(os.Getenv(dirEnv))
	if err != nil {
		return nil, err
	}
	model, err := openai.New(openai.Options{BaseURL: os.Getenv(modelEnv), APIKey: "none", Model: "fake-1", MaxConns: slots, Timeout: 30 * time.Second})
	if err != nil {
		return nil, err
	}
	return &pipeline.Pipeline{
		Workspace: files, Cases: casefile.New(folder, time.Now), Zone: time.UTC, Random: rand.Reader,
		Runner: jury.Runner{
			Model: model, Slots: make(jury.Slots, slots), Retry: jury.DefaultRetry(), Now: time.Now, Sleep: jury.Sleep,
			Jitter: func() float64 { return 0.5 },
		},
	}, nil
}

// judge lets one worker review documents with a slow model.
func (b *bench) judge(ctx context.Context, name, address string, q *queueOn) error {
	server, err := fakeserver.New(fakeserver.Options{Delay: fakeserver.Delay{Median: callTakes}})
	if err != nil {
		return err
	}
	defer server.Close()
	for i := range b.reviews {
		_, err := q.Submit(ctx, job.Submission{
			SceneSlug: "s", Brand: fmt.Sprintf("%s-%d", name, i), Filename: "d.md",
			Data: fmt.Appendf(nil, "# Entry %d\n\nThe kettle was tried in %d homes for six weeks, and most of them kept it.\n", i, i+10),
		})
		if err != nil {
			return err
		}
	}
	w, err := b.start(address, modelEnv+"="+server.URL())
	if err != nil {
		return err
	}
	for server.Counters().Calls == 0 {
		time.Sleep(time.Millisecond)
	}
	began := time.Now()
	for {
		c, err := store.CountJobs(ctx, q.db)
		if err != nil {
			return err
		}
		if c.Failed > 0 {
			return fmt.Errorf("%d review jobs failed", c.Failed)
		}
		if c.Pending+c.Running == 0 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	took := time.Since(began)
	if err := w.end(); err != nil {
		return err
	}
	calls := server.Counters().Calls
	ideal := time.Duration(calls) * callTakes / slots
	fmt.Printf("%s: %d review jobs, %d calls of %s on %d slots: %s, %.2f of the ideal %s\n",
		name, b.reviews, calls, callTakes, slots, took.Round(time.Millisecond), ideal.Seconds()/took.Seconds(), ideal)
	return nil
}
