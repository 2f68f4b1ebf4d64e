//go:build unix

package queue

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"judgement/internal/job"
	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/llmtest"
)

// deadly is a model that ends the process when it is asked about poison.
func deadly(m llm.Model) llm.Model {
	return &llmtest.Model{Models: m.Info, Answer: func(ctx context.Context, req llm.Request) (llm.Reply, error) {
		for _, msg := range req.Messages {
			if strings.Contains(msg.Content, "hemlock") {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {}
			}
		}
		time.Sleep(20 * time.Millisecond) // others are under way when it comes
		return m.Complete(ctx, req)
	}}
}

// workerProcess is a worker in a process of its own, until its input ends.
func workerProcess(t *testing.T) {
	w := &world{t: t, address: os.Getenv("QUEUE_ADDRESS"), dir: os.Getenv("QUEUE_DIR"), files: workspace(1)}
	server, err := fakeserver.New(fakeserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.server = server
	defer server.Close()
	w.opts = Options{Random: rand.Reader, Defaults: job.Options{Repeats: 1, MaxReplyTokens: 1000}, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	p := w.pipeline(t)
	p.Model = deadly(p.Model)
	s := w.work(t, WorkerOptions{Pipeline: p, Jobs: 4, ttl: brief, wait: quick})
	_, _ = io.Copy(io.Discard, os.Stdin)
	s.stop()
	<-s.done
}

// TestPoisonProcess puts a job that kills its worker's process among good ones:
// these are done, and it fails alone.
func TestPoisonProcess(t *testing.T) {
	if os.Getenv("QUEUE_ADDRESS") != "" {
		workerProcess(t)
		return
	}
	t.Parallel()
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 1, fakeserver.Options{}, address(t, kind))
			const good = 20
			var ids []string
			poison := ""
			for i := range good {
				ids = append(ids, w.submit(t, fmt.Sprintf("k%d", i)))
				if i == 5 {
					r, err := w.q.Submit(t.Context(), job.Submission{SceneSlug: "s", Brand: "poison", Filename: "p.md", Data: []byte("# Hemlock\n\nA cup of hemlock for the kettle.\n"), Origin: job.Origin{Kind: "cli"}})
					if err != nil {
						t.Fatal(err)
					}
					poison = r.Job.ID
				}
			}
			open := func() bool {
				n := 0
				for _, id := range append([]string{poison}, ids...) {
					if j, err := w.q.Job(t.Context(), id); err != nil {
						t.Fatal(err)
					} else if !ended(j) {
						n++
					}
				}
				return n > 0
			}
			deaths := 0
			for open() && deaths < 10 {
				if w.survives(t, open) {
					break
				}
				deaths++
			}
			for _, id := range ids {
				if j := w.finish(t, id); j.Version != 1 {
					t.Errorf("a good job ended as %+v", j)
				}
				if n := w.attempts(t, id); n > 1 {
					t.Errorf("a good job used %d attempts up, want at most one", n)
				}
			}
			j, err := w.q.Job(t.Context(), poison)
			if err != nil || j.Status != job.Failed || j.Reason != "crashed" || !strings.Contains(j.Message, "alone") {
				t.Errorf("the poison ended as %+v, %v", j, err)
			}
			if deaths < aloneTwice-1 || deaths > aloneTwice {
				t.Errorf("%d processes died, want one beside others at most and %d alone", deaths, aloneTwice-1)
			}
		})
	}
}

// survives runs a worker process while jobs are open, and reports whether it ended
// by itself.
func (w *world) survives(t *testing.T, open func() bool) bool {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, "-test.run=^TestPoisonProcess$", "-test.count=1")
	cmd.Env = append(os.Environ(), "QUEUE_ADDRESS="+w.address, "QUEUE_DIR="+w.dir)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	died := make(chan error, 1)
	go func() { died <- cmd.Wait() }()
	for range 3000 {
		select {
		case err := <-died:
			if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
				t.Fatalf("the worker process ended with %v", err)
			}
			return false
		case <-time.After(20 * time.Millisecond):
		}
		if !open() {
			_ = in.Close()
			if err := <-died; err != nil {
				t.Errorf("the worker process ended with %v", err)
			}
			return true
		}
	}
	_ = in.Close()
	<-died
	t.Fatal("the jobs never ended")
	return true
}
