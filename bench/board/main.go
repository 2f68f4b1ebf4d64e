// Command board follows a competition as its audience does. `judgement serve` shows
// the board to many viewers while reviews finish. Each review is a process that asks
// a fake model server on the loopback and makes the board again. In the end every
// viewer must have the last board, whatever it missed, and the service must not
// exceed its memory. The command works in a temporary folder and removes it.
//
//	go run ./bench/board                          300 viewers, 100 reviews
//	go run ./bench/board -viewers 50 -reviews 10
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"judgement/internal/llm/fakeserver"
)

// token is the token of the service. The board needs none, but one must be set.
const token = "4f0c1f5d9f3b4e8896a1a3f1c0d2e4b6a8c0e2f4061728394a5b6c7d8e9fa0b1"

// mostMemory is the maximum for the service, in bytes.
const mostMemory = 150 << 20

// patience is how long the viewers may take to see the last board.
const patience = time.Minute

func main() {
	var b bench
	flag.IntVar(&b.viewers, "viewers", 300, "viewers of the board's page")
	flag.IntVar(&b.reviews, "reviews", 100, "reviews that finish meanwhile")
	flag.IntVar(&b.atOnce, "at-once", 2, "reviews at once")
	flag.Parse()
	if err := b.run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one run.
type bench struct {
	viewers, reviews, atOnce int

	dir, binary, workspace string
	service                *exec.Cmd
	url                    string
}

func (b *bench) run() (err error) {
	if b.dir, err = os.MkdirTemp("", "bench-board-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	model, err := fakeserver.New(fakeserver.Options{Seed: 1, Delay: fakeserver.Delay{Median: 50 * time.Millisecond}})
	if err != nil {
		return err
	}
	defer model.Close()
	if err := b.prepare(); err != nil {
		return err
	}
	if err := b.serve(); err != nil {
		return err
	}
	defer b.stop()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	audience := watch(ctx, b.url, b.viewers)
	if err := audience.seated(patience); err != nil {
		return err
	}
	began := time.Now()
	if err := b.judge(model.URL()); err != nil {
		return err
	}
	took := time.Since(began)
	last, err := b.last()
	if err != nil {
		return err
	}
	return b.tell(audience, last, took)
}

// tell waits for the viewers and prints the result.
func (b *bench) tell(audience *audience, last int, took time.Duration) error {
	late := audience.wait(last, patience)
	memory, err := peakMemory(b.service.Process.Pid)
	if err != nil {
		return err
	}
	boards, returned := audience.counts()
	fmt.Printf("%d reviews in %.1f s made %d boards; %d of %d viewers ended at the last (goal: all); a viewer saw %.0f boards, %d connected again; the service took %.0f MiB at most (goal: %d MiB)\n",
		b.reviews, took.Seconds(), last, b.viewers-late, b.viewers, float64(boards)/float64(b.viewers), returned, float64(memory)/(1<<20), mostMemory>>20)
	switch {
	case late > 0:
		return fmt.Errorf("%d viewers did not see board version %d", late, last)
	case memory > mostMemory:
		return errors.New("the service took more memory than it may")
	}
	return nil
}

// prepare builds the program, and makes a workspace and the documents.
func (b *bench) prepare() error {
	b.binary, b.workspace = filepath.Join(b.dir, "judgement"), filepath.Join(b.dir, "workspace")
	if out, err := exec.Command("go", "build", "-o", b.binary, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("build the program (run this from the repository's root): %w\n%s", err, out)
	}
	if out, err := exec.Command(b.binary, "init", b.workspace).CombinedOutput(); err != nil {
		return fmt.Errorf("make a workspace: %w\n%s", err, out)
	}
	for n := range b.reviews {
		var text strings.Builder
		fmt.Fprintf(&text, "# Entry %d\n\n", n)
		for i := 0; text.Len() < 3000; i++ {
			fmt.Fprintf(&text, "Trial %d of entry %d ran for %d weeks with %d testers, who saved %d minutes a day on average.\n", i, n, 3+i, 10+i*n%37, 5+i%11)
		}
		if err := os.WriteFile(b.document(n), []byte(text.String()), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) document(n int) string { return filepath.Join(b.dir, fmt.Sprintf("entry-%03d.md", n)) }

// scene is a competition of the starter workspace, with a public board.
const scene = "startup-contest"

func (b *bench) serve() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(b.dir, "serve.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	b.service = exec.Command(b.binary, "serve", "--workspace", b.workspace, "--listen", addr)
	b.service.Env = append(os.Environ(), "SERVICE_API_TOKEN="+token)
	b.service.Stdout, b.service.Stderr = log, log
	if err := b.service.Start(); err != nil {
		return err
	}
	b.url = "http://" + addr + "/boards/" + scene + "/events"
	for range 200 {
		resp, err := http.Get("http://" + addr + "/v1/healthz")
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.stop()
	return errors.New("the service does not answer")
}

func (b *bench) stop() {
	_ = b.service.Process.Signal(os.Interrupt)
	_ = b.service.Wait()
}

// judge runs the reviews, atOnce at the same time.
func (b *bench) judge(model string) error {
	todo := make(chan int)
	errs := make([]error, b.atOnce)
	var wg sync.WaitGroup
	for k := range b.atOnce {
		wg.Go(func() {
			for n := range todo {
				c := exec.Command(b.binary, "review", b.document(n), "--scene", scene, "--workspace", b.workspace, "--formats", "md", "--output", "json")
				c.Env = append(os.Environ(), "OPENAI_API_KEY=none", "OPENAI_BASE_URL="+model, "JUDGEMENT_LLM_MODEL=fake-1")
				var said strings.Builder
				c.Stderr = &said
				if err := c.Run(); err != nil && errs[k] == nil {
					errs[k] = fmt.Errorf("review %d: %w\n%s", n, err, said.String())
				}
			}
		})
	}
	for n := range b.reviews {
		todo <- n
	}
	close(todo)
	wg.Wait()
	return errors.Join(errs...)
}

// last is the number of the newest board, which must hold all reviews.
func (b *bench) last() (int, error) {
	data, err := os.ReadFile(filepath.Join(b.workspace, "reports", "contest-ranking", "board.json"))
	if err != nil {
		return 0, err
	}
	var board struct {
		Version int
		Entries []struct{}
	}
	if err := json.Unmarshal(data, &board); err != nil {
		return 0, err
	}
	if len(board.Entries) != b.reviews {
		return 0, fmt.Errorf("the last board has %d of %d submissions", len(board.Entries), b.reviews)
	}
	return board.Version, nil
}

// peakMemory is the peak memory of a process, in bytes.
func peakMemory(pid int) (int, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(data)) {
		var kib int
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kib); n == 1 {
			return kib << 10, nil
		}
	}
	return 0, errors.New("the system does not say how much memory the service took")
}
