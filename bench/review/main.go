//go:build unix

// Command review measures whole processes of the program against a fake
// OpenAI-compatible server on loopback and prints each figure beside its goal.
// It builds the program, makes its own workspaces and documents in a temporary
// folder, and removes them.
//
//	go run ./bench/review                 all cases
//	go run ./bench/review -case cpu       the cases whose names contain this
//	go run ./bench/review -rounds 9       more rounds; medians are printed
//	go run ./bench/review -old FILE       another build of the program beside this
//	go run ./bench/review -dir FOLDER     workspaces in another file system
//
// With -old the two programs take turns within each round, so that other work on the
// machine affects both equally. The figures of the engine are always of this source.
// Workspaces are removed at the end only, because ext4 without a journal creates
// files slowly for a minute or more after others were deleted.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	var o options
	flag.StringVar(&o.only, "case", "", "run the cases whose names contain this")
	flag.IntVar(&o.rounds, "rounds", 3, "rounds of each case; medians are printed")
	flag.StringVar(&o.old, "old", "", "another build of the program, to be measured beside this one")
	flag.StringVar(&o.dir, "dir", "", "where workspaces are made; default: the system's temporary folder")
	bare := flag.String("bare", "", "internal: make the calls in this file with net/http alone")
	ws := flag.String("engine", "", "internal: judge the documents of this workspace without publishing")
	url := flag.String("url", "", "internal: with -bare and -engine, the address of the server")
	atOnce := flag.Int("at-once", 16, "internal: with -bare and -engine, calls at once")
	flag.Parse()
	run := func() error { return measure(o) }
	switch {
	case *bare != "":
		run = func() error { return bareLoop(*bare, *url, *atOnce) }
	case *ws != "":
		run = func() error { return engine(*ws, *url, *atOnce) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type options struct {
	only   string
	rounds int
	old    string
	dir    string
}

// bench is the place in which the cases run.
type bench struct {
	dir    string // temporary
	binary string // the program that is measured now
}

// figure is one measured value.
type figure struct {
	what  string
	value float64
	unit  string
	goal  string // empty: for information
}

// benchCase measures one thing once.
type benchCase struct {
	name string
	run  func(b *bench) ([]figure, error)
	once bool // one round is enough
}

func measure(o options) error {
	dir, err := os.MkdirTemp(o.dir, "judgement-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	linked, binary := filepath.Join(dir, "linked"), filepath.Join(dir, "judgement")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", linked, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build the program (run this from the repository's root): %w", err)
	}
	if err := install(linked, binary); err != nil {
		return fmt.Errorf("install the program: %w", err)
	}
	programs := []string{binary}
	if o.old != "" {
		old, err := filepath.Abs(o.old)
		if err != nil {
			return err
		}
		programs = append(programs, old)
	}
	for _, c := range cases() {
		if strings.Contains(c.name, o.only) {
			if err := c.measure(dir, programs, o.rounds); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	return nil
}

// install copies the program in pieces of 32 KB, as a download or an unpacked image
// is written. A file written in larger pieces, as by Go's linker, stays in memory in
// larger pieces, and a process that touches one byte of a piece maps all of it: up to
// 20 MiB more, until the file is read from the disk again.
func install(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	// The wrappers prevent the kernel from copying in one piece.
	_, err = io.CopyBuffer(struct{ io.Writer }{dst}, struct{ io.Reader }{src}, make([]byte, 32<<10))
	return errors.Join(err, dst.Close(), os.Remove(from))
}

// measure runs a case in rounds, the programs in turns, and prints medians.
func (c benchCase) measure(dir string, programs []string, rounds int) error {
	if c.once {
		rounds = 1
	}
	values := make([][][]float64, len(programs)) // by program, figure, round
	var figures []figure
	for range rounds {
		for p, program := range programs {
			var err error
			if figures, err = c.run(&bench{dir: dir, binary: program}); err != nil {
				return err
			}
			if values[p] == nil {
				values[p] = make([][]float64, len(figures))
			}
			for i, f := range figures {
				values[p][i] = append(values[p][i], f.value)
			}
		}
	}
	for i, f := range figures {
		line := fmt.Sprintf("%-28s %-34s %10.3f %-4s", c.name, f.what, median(values[0][i]), f.unit)
		if f.goal != "" {
			line += " goal " + f.goal
		}
		if len(programs) > 1 {
			line += fmt.Sprintf("   (old: %.3f)", median(values[1][i]))
		}
		fmt.Println(strings.TrimRight(line, " "))
	}
	return nil
}

func median(values []float64) float64 {
	s := slices.Sorted(slices.Values(values))
	return s[len(s)/2]
}
