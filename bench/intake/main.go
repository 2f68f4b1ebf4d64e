//go:build unix

// Command intake reads documents that are hard for parsers, each in a child process
// as the program does, at 0.25, 1 and 2 MB. It prints how processor time grows: the
// median of five, minus the start of a child. A ratio above its goal is marked.
//
//	go run ./bench/intake
//	go run ./bench/intake -case docx
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"judgement/internal/document"
	"judgement/internal/document/child"
	"judgement/internal/document/pdfium"
	"judgement/internal/fault"
)

const (
	childArg = "document-worker"
	rounds   = 5
	goal1    = 5.2  // processor time of 1 MB, divided by that of 0.25 MB
	goal2    = 10.4 // the same of 2 MB
	floor    = 10 * time.Millisecond
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == childArg {
		if err := child.Main(context.Background(), os.Stdin, os.Stdout, func(maxText int, progress func(int)) document.Extractor {
			return pdfium.Extractor{CacheDir: os.Args[2], MaxText: maxText, Progress: progress}
		}); err != nil {
			os.Exit(1)
		}
		return
	}
	only := flag.String("case", "", "only cases whose name contains this")
	flag.Parse()
	if err := run(*only); err != nil {
		fmt.Fprintln(os.Stderr, "intake:", err)
		os.Exit(1)
	}
}

func run(only string) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	cache, err := os.MkdirTemp("", "judgement-bench-intake-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	reader, err := child.New(child.Options{Executable: exe, Args: []string{childArg, cache}})
	if err != nil {
		return err
	}
	warm := map[string]bool{}
	fmt.Printf("%-28s %9s %9s %9s %7s %7s  %s\n", "case", "0.25 MB", "1 MB", "2 MB", "1/¼", "2/¼", "outcome of 2 MB")
	for _, c := range cases() {
		if !strings.Contains(c.name, only) {
			continue
		}
		if !warm[c.file] {
			_, _ = measure(reader, c.file, c.make(200)) // fills PDFium's cache
			warm[c.file] = true
		}
		start, _ := median(reader, c.file, c.make(200)) // for each case: it varies with the load of the machine
		var took [3]time.Duration
		outcome := ""
		for i, size := range []int{256 << 10, 1 << 20, 2 << 20} {
			t, err := median(reader, c.file, c.make(size))
			took[i] = max(floor, t-start)
			outcome = "read"
			if err != nil {
				in := fault.From(err)
				if in == nil {
					return err
				}
				outcome = "refused: " + in.Code.Error() + ": " + in.Params["detail"]
			}
		}
		r1, r2 := float64(took[1])/float64(took[0]), float64(took[2])/float64(took[0])
		mark := ""
		if r1 > goal1 || r2 > goal2 {
			mark = "OVER; "
		}
		fmt.Printf("%-28s %7dms %7dms %7dms %7.1f %7.1f  %s%.90s\n", c.name, took[0].Milliseconds(), took[1].Milliseconds(), took[2].Milliseconds(), r1, r2, mark, outcome)
	}
	return nil
}

// median is the median processor time of some rounds, and the error of the last.
func median(r document.Isolator, file string, data []byte) (time.Duration, error) {
	var all []time.Duration
	var last error
	for range rounds {
		var took time.Duration
		took, last = measure(r, file, data)
		all = append(all, took)
	}
	slices.Sort(all)
	return all[rounds/2], last
}

// measure is the processor time of one reading, of the child and of this process.
func measure(r document.Isolator, file string, data []byte) (time.Duration, error) {
	runtime.GC() // what an earlier document left is not this one's
	before := processor()
	_, err := document.Read(context.Background(), file, data, document.Options{Isolator: r})
	return processor() - before, err
}

func processor() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}
