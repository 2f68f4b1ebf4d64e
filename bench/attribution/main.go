//go:build unix

// Command attribution measures the attribution check on generated cases.
//
//	go run ./bench/attribution generate --cases 100000 DIR
//	go run ./bench/attribution run DIR
//
// generate writes a workspace of complete cases: a document of 4 KB, replies and
// verdicts of five judges with scores and 20 citations (19 exact, one in normal
// form), and three accepted checkpoints with five forecasts each. The first
// checkpoint is decided in nine cases of ten. run builds the program and runs its
// commands, each in a new process. It prints the seconds from start to exit, the
// seconds of the processor, and the peak memory.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	if err := command(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func command(args []string) error {
	if len(args) == 0 {
		return errors.New("usage: attribution generate [--cases N] DIR | attribution run [--only KIND] [--times N] DIR")
	}
	f := flag.NewFlagSet(args[0], flag.ContinueOnError)
	cases := f.Int("cases", 100_000, "cases to generate")
	only := f.String("only", "", "the only kind of run, such as evidence")
	times := f.Int("times", 3, "runs of each kind, of which the fastest counts")
	program := f.String("program", "", "the program to measure (default: build it)")
	if err := f.Parse(args[1:]); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return errors.New("name one folder")
	}
	switch args[0] {
	case "generate":
		return generate(f.Arg(0), *cases)
	case "run":
		return measure(f.Arg(0), *program, *only, *times)
	}
	return fmt.Errorf("unknown command %q", args[0])
}

// kinds are the runs that are measured. The first real run writes files and is
// shown separately. Later ones change nothing.
var kinds = []struct {
	name string
	args string
}{
	{"plain", "check --no-evidence"},
	{"evidence", "check"},
	{"deep", "check --deep"},
	{"json", "check --output json"},
	{"id", "check --case C-2024-0777"},
	{"folder", "check --case demo-b777"},
	{"real", "check --dry-run=false"},
	{"calibration", "calibration"},
}

func measure(dir, program, only string, times int) error {
	if program == "" {
		out, err := os.MkdirTemp("", "judgement-bench-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(out)
		program = filepath.Join(out, "judgement")
		if msg, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
			return fmt.Errorf("build the program: %w: %s", err, msg)
		}
	}
	for _, k := range kinds {
		if only != "" && only != k.name {
			continue
		}
		args := append([]string{"attribution"}, strings.Fields(k.args)...)
		if strings.HasPrefix(k.args, "check") {
			args = append(args, "--today", benchDay)
		}
		var all []result
		for n := range times + 1 {
			r, err := once(program, dir, args)
			if err != nil {
				return fmt.Errorf("%s: %w", k.name, err)
			}
			if n == 0 {
				fmt.Println(r.line(k.name + " (first)"))
				continue
			}
			all = append(all, r)
		}
		slices.SortFunc(all, func(a, b result) int { return int(a.wall - b.wall) })
		fmt.Println(all[0].line(k.name))
	}
	return nil
}

// result is what one process took.
type result struct {
	wall, processor time.Duration
	memory          int64 // MiB
}

func (r result) line(name string) string {
	return fmt.Sprintf("%-22s %8.3f s  %8.3f s of processor  %5d MiB", name, r.wall.Seconds(), r.processor.Seconds(), r.memory)
}

func once(program, dir string, args []string) (result, error) {
	cmd := exec.Command(program, append(args, "--workspace", dir)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return result{}, fmt.Errorf("%w: %s", err, stderr.Bytes())
	}
	out := result{wall: time.Since(start), processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		out.memory = u.Maxrss / 1024
	}
	return out, nil
}
