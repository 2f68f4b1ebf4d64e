// Command attribution measures the attribution check on generated cases.
//
//	go run ./bench/attribution generate --cases 100000 DIR
//	go run ./bench/attribution run DIR
//
// generate writes a workspace of complete cases: a document of 4 KB, 20
// citations (19 exact, one in normal form), three accepted checkpoints with five
// forecasts each. run checks it in several ways and prints seconds and the
// greatest memory in use.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"syscall"
	"time"

	"judgement/internal/attribution"
	"judgement/internal/casefile"
)

func main() {
	if err := command(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func command(args []string) error {
	if len(args) == 0 {
		return errors.New("usage: attribution generate [--cases N] DIR | attribution run [--only KIND] DIR")
	}
	f := flag.NewFlagSet(args[0], flag.ContinueOnError)
	cases := f.Int("cases", 100_000, "cases to generate")
	only := f.String("only", "", "the only kind of run: evidence, plain, deep, one, real")
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
		return measure(f.Arg(0), *only)
	}
	return fmt.Errorf("unknown command %q", args[0])
}

// measure runs the check in every way, each twice: the second is warm.
func measure(dir, only string) error {
	st, err := casefile.OpenFolder(dir)
	if err != nil {
		return err
	}
	defer func() { _ = st.Close() }()
	now := func() time.Time { return time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC) }
	c := &attribution.Checker{Storage: st, Files: os.DirFS(dir), Now: now, Zone: time.UTC}
	for _, kind := range []struct {
		name string
		o    attribution.Options
	}{
		{"plain", attribution.Options{DryRun: true, NoEvidence: true}},
		{"evidence", attribution.Options{DryRun: true}},
		{"deep", attribution.Options{DryRun: true, Deep: true}},
		{"one", attribution.Options{DryRun: true, Case: "C-2026-0777"}},
		{"one", attribution.Options{DryRun: true, Case: "demo-b777"}},
		{"real", attribution.Options{}},
	} {
		if only != "" && only != kind.name {
			continue
		}
		for range 2 {
			if err := one(c, kind.name, kind.o); err != nil {
				return err
			}
		}
	}
	return nil
}

func one(c *attribution.Checker, name string, o attribution.Options) error {
	runtime.GC()
	start, before := time.Now(), cpu()
	sum, err := c.Run(context.Background(), o)
	if err != nil {
		return err
	}
	fmt.Printf("%-9s %-11s %7d cases  %7.3f s  %7.3f s of processor  %5d MiB at most  %d of %d quotes stand, %d changed, %d errors\n",
		name, o.Case, sum.TotalChecked, time.Since(start).Seconds(), (cpu() - before).Seconds(), peak(),
		sum.Evidence.Standing, sum.Evidence.Proven, sum.Changed, sum.ByStatus.Of(attribution.Error))
	return nil
}

// peak is the greatest memory that the process has had, in MiB.
func peak() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Maxrss / 1024
}

func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
