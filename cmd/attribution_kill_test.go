package cmd

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/attribution"
	"judgement/internal/casefile"
	"judgement/internal/faulttest"
	"judgement/internal/pipeline"
)

// foreseen makes a workspace of so many cases whose checkpoints fell due: a
// file decides one of each, a person one of every third.
func foreseen(t *testing.T, dir string, cases int) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"data/units.csv": "month,units\n2026-01,150\n", "scenes/.keep": "",
		// A run that was killed before it wrote any outcome: every later one goes
		// on with it and so gives its outcomes the same time.
		"cases/.attribution/begun.json": `{"schema":1,"today":"2026-02-05","receipt":1,"at":"2026-02-05T09:00:00Z"}`,
	} {
		must(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		must(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	st, err := casefile.OpenFolder(dir)
	must(err)
	defer st.Close()
	now := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	check := &attribution.Checker{Storage: st, Files: os.DirFS(dir), Records: pipeline.Records(), Now: clock, Zone: time.UTC}
	all := casefile.New(st, clock)
	for n := range cases {
		now = time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
		c, err := all.Open(t.Context(), casefile.Ref{Scene: "s", BrandPrefix: "t-", Brand: fmt.Sprintf("b%d", n)})
		must(err)
		v, err := c.Begin(t.Context(), casefile.Plan{Key: "k", JSON: []byte(`{}`), Document: []byte(ferry)})
		must(err)
		must(v.Publish(t.Context(), casefile.Publication{
			Date: "2026-01-01", VersionMD: []byte("# Report\n"), Reports: []casefile.File{{Name: "report.md", Data: []byte("# Report\n")}},
			Files: []casefile.File{{Name: "verdicts.json", Data: []byte("[]\n")}},
		}))
		v.Close()
		draft := casefile.Checkpoint{
			ID: "v1-1", Question: "Does a second pier open?", Kind: casefile.Binary, Source: casefile.Source{Type: "manual"},
			HorizonDays: 30, Due: "2026-01-31", GraceDays: 14, Draft: true, Version: 1,
			Forecasts: []casefile.Forecast{{Judge: "ann", SkillSHA256: "ab", Model: "m", P: float64(n%11) / 10}},
		}
		other := draft
		other.ID, other.Kind, other.Question = "v1-2", casefile.Numeric, "How many units are sold?"
		other.Rule = casefile.Rule{Op: ">=", Value: fmt.Sprint(140 + n%20)}
		other.Source = casefile.Source{Type: "file", Path: "data/units.csv", Column: "units"}
		must(c.AddDrafts(t.Context(), []casefile.Checkpoint{draft, other}))
		_, err = check.Accept(t.Context(), c.ID, nil)
		must(err)
		if n%3 == 0 {
			now = now.AddDate(0, 1, 0)
			_, err = check.Resolve(t.Context(), c.ID, "v1-1", attribution.Resolution{State: attribution.IsFalsified, Source: "a letter"})
			must(err)
		}
	}
}

// TestAttributionKilledAtRandom kills the real command many times, each time at a
// random moment of its run. Whatever a kill leaves is whole, and the next run
// that is left alone ends in the bytes of one that was never disturbed.
func TestAttributionKilledAtRandom(t *testing.T) {
	t.Parallel()
	disk := faulttest.FullDisk(t, 512<<20) // in memory: syncing costs nothing
	start := filepath.Join(disk, "start")
	foreseen(t, start, 20)
	fresh := func(name string) *site {
		t.Helper()
		s := &site{dir: filepath.Join(disk, name)}
		if err := os.RemoveAll(s.dir); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(s.dir, os.DirFS(start)); err != nil {
			t.Fatal(err)
		}
		return s
	}
	args := func(s *site) []string {
		return []string{"attribution", "check", "--dry-run=false", "--today", "2026-02-05", "--workspace", s.dir}
	}
	whole := fresh("whole")
	mustRun(t, command(t.Context(), t, args(whole)...))
	want, before := results(t, whole), len(results(t, &site{dir: start}))
	if n := len(want); n < 20*3 {
		t.Fatalf("an uninterrupted run leaves only %d files", n)
	}
	began := time.Now()
	mustRun(t, command(t.Context(), t, args(fresh("timed"))...))
	longest := time.Since(began)

	rng := rand.New(rand.NewPCG(5, 5))
	s := fresh("killed")
	partly := 0          // kills that left some of the work done
	early := longest / 4 // the soonest moment of a kill; follows the machine's speed
	step := longest / 8  // by which it does
	randomKills := faulttest.Fewer(200, 20)
	for killed, rounds := 0, 0; killed < randomKills; {
		cmd := command(t.Context(), t, args(s)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(early+time.Duration(rng.Int64N(int64(longest))), func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			killed++
			switch left := results(t, s); {
			case len(left) == before:
				early += step
			case !cmp.Equal(left, want):
				partly++
			}
			continue
		}
		if err != nil {
			t.Fatalf("after %d kills: %v", killed, err)
		}
		early = max(early-2*step, 0)
		rounds++
		if diff := cmp.Diff(want, results(t, s)); diff != "" {
			t.Fatalf("round %d, after %d kills, bytes differ from an uninterrupted run (-want +got):\n%s", rounds, killed, diff)
		}
		s = fresh("killed")
	}
	mustRun(t, command(t.Context(), t, args(s)...))
	if diff := cmp.Diff(want, results(t, s)); diff != "" {
		t.Errorf("the last run (-want +got):\n%s", diff)
	}
	if partly < randomKills/20 {
		t.Errorf("only %d of %d kills came in the midst of the work", partly, randomKills)
	}
}

// results are the files of a site but its receipts, which must be whole.
// Temporary files of a run that was killed don't count.
func results(t *testing.T, s *site) map[string]string {
	t.Helper()
	out := map[string]string{}
	for name, text := range s.written(t) {
		if strings.HasPrefix(filepath.Base(name), ".new-") {
			continue
		}
		if _, data, _ := strings.Cut(text, " "); strings.HasSuffix(name, ".json") && !json.Valid([]byte(data)) {
			t.Errorf("%s is not whole: %q", name, data)
		}
		if !strings.HasPrefix(name, "cases/.attribution/") {
			out[name] = text
		}
	}
	return out
}
