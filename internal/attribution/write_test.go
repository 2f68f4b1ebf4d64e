package attribution_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/attribution"
	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
)

const dirEnv = "ATTRIBUTION_TEST_DIR"

// mixed makes a workspace on whose day a real run has everything to do: rules
// to apply, follow-ups, failure cards, a torn line, broken and empty cases, and
// so many more cases that fell due.
func mixed(t testing.TB, dir string, more int) {
	t.Helper()
	w := newWorld(t, dir)
	w.accepted("due-by-hand") // v1-2 is decided by the file
	undone := w.accepted("undone")
	failed := w.accepted("failed")
	torn := w.accepted("torn")
	w.publish("empty")
	w.draft(w.publish("drafted"))
	broken := w.accepted("broken")
	for n := range more {
		w.accepted(fmt.Sprintf("more-%d", n))
	}
	w.write("data/sales.csv", "month,units\n2026-05,90\n2026-06,150\n")
	w.write("cases/"+broken.ID+"/v1/document.txt", "changed")
	w.day("2026-04-02")
	for _, c := range []*casefile.Case{undone, failed, torn} {
		if _, err := w.Resolve(t.Context(), c.ID, "v1-1", attribution.Resolution{State: attribution.IsFalsified, Source: "a letter"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Undo(t.Context(), undone.ID, "v1-1", "misread"); err != nil {
		t.Fatal(err)
	}
	name := "cases/" + torn.ID + "/outcomes.jsonl"
	w.write(name, w.read(name)+`{"schema":1,"seq":2,"id":"o-`)
}

const mixedDay = "2026-04-05"

// copied is a copy of a workspace.
func copied(t testing.TB, from, to string) string {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestRealRun(t *testing.T) {
	dir := t.TempDir()
	mixed(t, dir, 0)
	w := newWorld(t, dir)
	w.day(mixedDay)
	versions := map[string]string{}
	for name, data := range tree(t, dir, true) {
		if strings.Contains(name, "/v1/") || strings.HasSuffix(name, "case.yaml") || strings.HasPrefix(name, "reports/") {
			versions[name] = data
		}
	}
	sum := w.run(attribution.Options{})
	want := []attribution.Status{attribution.Due, attribution.Due, attribution.Falsified, attribution.Falsified, attribution.NoCheckpoints, attribution.Draft, attribution.Error}
	for i, c := range sum.Cases {
		if c.Status != want[i] {
			t.Errorf("%s is %s (%s), want %s", c.Case, c.Status, c.Reason, want[i])
		}
	}
	after := tree(t, dir, true)
	for name, data := range versions {
		if after[name] != data {
			t.Errorf("%s was touched", name)
		}
	}
	for _, name := range []string{
		"cases/C-2026-0001/followups/v1-1.json", "cases/C-2026-0001/failures/v1-2-1.json",
		"cases/C-2026-0002/failures/v1-2-3.json", "cases/C-2026-0003/failures/v1-1-1.json", "cases/C-2026-0003/failures/v1-2-2.json",
		"cases/C-2026-0004/failures/v1-1-1.json", "cases/.attribution/receipts/2026-04-05-0001-full.json",
	} {
		if after[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	if text := w.read("cases/C-2026-0004/outcomes.jsonl"); strings.Contains(text, `"o-{`) || !strings.HasSuffix(text, "\n") || strings.Count(text, "\n") != 2 {
		t.Errorf("the torn line was not repaired: %s", text)
	}
	if card := w.read("cases/C-2026-0003/failures/v1-1-1.json"); !strings.Contains(card, `"misled": [`) || strings.Index(card, `"ann"`) > strings.Index(card, `"foresaw"`) {
		t.Errorf("the failure card doesn't say who was misled:\n%s", card)
	}

	wantNews := [][]attribution.Update{
		{{Checkpoint: "v1-2", State: attribution.IsFalsified, By: "rule", Reason: "150 >= 200 does not hold", Card: "cases/C-2026-0001/failures/v1-2-1.json"}},
		{{Checkpoint: "v1-2", State: attribution.IsFalsified, By: "rule", Reason: "150 >= 200 does not hold", Card: "cases/C-2026-0002/failures/v1-2-3.json"}},
		{
			{Checkpoint: "v1-1", State: attribution.IsFalsified, By: "person", Card: "cases/C-2026-0003/failures/v1-1-1.json"},
			{Checkpoint: "v1-2", State: attribution.IsFalsified, By: "rule", Reason: "150 >= 200 does not hold", Card: "cases/C-2026-0003/failures/v1-2-2.json"},
		},
		{
			{Checkpoint: "v1-1", State: attribution.IsFalsified, By: "person", Card: "cases/C-2026-0004/failures/v1-1-1.json"},
			{Checkpoint: "v1-2", State: attribution.IsFalsified, By: "rule", Reason: "150 >= 200 does not hold", Card: "cases/C-2026-0004/failures/v1-2-2.json"},
		},
		{},
		{},
		{},
	}
	for i, c := range sum.Cases {
		if diff := cmp.Diff(wantNews[i], c.Updates); diff != "" {
			t.Errorf("news of %s (-want +got):\n%s", c.Case, diff)
		}
	}

	// The same day again: identical bytes, except for the receipt.
	if again := w.run(attribution.Options{}); again.Changed != 0 || dropRepaired(again.RawOutput) != dropRepaired(sum.RawOutput) {
		t.Errorf("the second run changed %d cases:\n%s\n%s", again.Changed, sum.RawOutput, again.RawOutput)
	}
	if diff := cmp.Diff(tree(t, dir, false), without(after)); diff != "" {
		t.Errorf("the second run changed files:\n%s", diff)
	}
	// A card that somebody put away stays away.
	if err := os.Remove(filepath.Join(dir, "cases/C-2026-0001/followups/v1-1.json")); err != nil {
		t.Fatal(err)
	}
	w.run(attribution.Options{})
	if _, ok := tree(t, dir, false)["cases/C-2026-0001/followups/v1-1.json"]; ok {
		t.Error("a follow-up came back")
	}
	cal, err := w.Calibration(t.Context(), nil)
	if err != nil || cal.Questions != 6 || cal.Cases != 4 || cal.BaseRate == nil || *cal.BaseRate != 0 || len(cal.Judges) != 2 || cal.Judges[0].Forecasts != 6 {
		t.Errorf("calibration: %+v, %v", cal, err)
	}
	if text := w.read("cases/calibration.json"); !strings.Contains(text, `"questions": 6,`) {
		t.Errorf("calibration.json: %s", text)
	}
	for day, want := range map[string]bool{mixedDay: true, "2026-04-04": false} {
		w.day(day)
		if got, err := w.Ran(t.Context(), w.Today()); err != nil || got != want {
			t.Errorf("Ran(%s) = %v, %v", day, got, err)
		}
	}
}

// without leaves the receipts out.
func without(files map[string]string) map[string]string {
	out := map[string]string{}
	for name, data := range files {
		if !strings.HasPrefix(name, "cases/.attribution/receipts/") {
			out[name] = data
		}
	}
	return out
}

func TestOneRunnerAtATime(t *testing.T) {
	w := newWorld(t, t.TempDir())
	c := w.accepted("acme")
	unlock, ok, err := w.st.Lock(t.Context(), "cases/.attribution/lock")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if _, err := w.Run(t.Context(), attribution.Options{}); !errors.Is(err, attribution.ErrBusy) {
		t.Errorf("beside another runner: %v", err)
	}
	w.run(attribution.Options{DryRun: true}) // looks only
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Undo(ctx, c.ID, "v1-1", ""); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting for the lock: %v", err)
	}
	unlock()
	w.run(attribution.Options{})
}

// TestKilledAnywhere kills a real run 200 times and more, at every step that it
// makes; the next run ends in the bytes of an uninterrupted one.
func TestKilledAnywhere(t *testing.T) {
	if faulttest.InChild(t) {
		w := newWorld(t, os.Getenv(dirEnv), casefile.WithSteps(faulttest.KillAt()))
		w.day(mixedDay)
		w.run(attribution.Options{})
		return
	}
	disk := faulttest.FullDisk(t, 512<<20) // in memory: syncing costs nothing
	start := filepath.Join(disk, "start")
	if err := os.Mkdir(start, 0o755); err != nil {
		t.Fatal(err)
	}
	mixed(t, start, 8)
	finish := func(dir string, later time.Duration) {
		w := newWorld(t, dir)
		w.day(mixedDay)
		w.now = w.now.Add(later)
		w.run(attribution.Options{})
	}
	whole, late := copied(t, start, filepath.Join(disk, "whole")), copied(t, start, filepath.Join(disk, "late"))
	finish(whole, 0)
	finish(late, time.Hour)
	want, wantLate := tree(t, whole, false), tree(t, late, false)
	goesOn := 0
	dir := filepath.Join(disk, "killed")
	kills := faulttest.KillEverywhere(t,
		func(int) *exec.Cmd {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			copied(t, start, dir)
			return faulttest.Child(t, dirEnv+"="+dir)
		},
		func(n int) {
			finish(dir, time.Hour)
			got := tree(t, dir, false)
			if goesOn == 0 && cmp.Equal(wantLate, got) {
				return // killed before it had decided anything
			}
			goesOn++
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("kill %d: bytes differ from an uninterrupted run (-want +got):\n%s", n, diff)
			}
		})
	if kills < 200 || goesOn < 150 {
		t.Errorf("only %d kills, of which %d came after a decision", kills, goesOn)
	}
	if diff := cmp.Diff(want, tree(t, dir, false)); diff != "" {
		t.Errorf("the child that wasn't killed (-want +got):\n%s", diff)
	}
}

// TestDeadlineLeavesWholeCases ends the context at every step of a real run.
func TestDeadlineLeavesWholeCases(t *testing.T) {
	disk := faulttest.FullDisk(t, 256<<20)
	start := filepath.Join(disk, "start")
	if err := os.Mkdir(start, 0o755); err != nil {
		t.Fatal(err)
	}
	mixed(t, start, 0)
	whole := copied(t, start, filepath.Join(disk, "whole"))
	w := newWorld(t, whole)
	w.day(mixedDay)
	w.run(attribution.Options{})
	want := tree(t, whole, false)
	stopped := 0
	for at := int64(1); ; at += 3 {
		dir := filepath.Join(disk, "stopped")
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		copied(t, start, dir)
		ctx, cancel := context.WithCancel(t.Context())
		var n atomic.Int64
		w := newWorld(t, dir, casefile.WithSteps(func(string) {
			if n.Add(1) == at {
				cancel()
			}
		}))
		w.day(mixedDay)
		_, err := w.Run(ctx, attribution.Options{})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) || errors.Is(err, fault.CheckStopped) && fault.From(err).Params["total"] != "7" {
			t.Fatalf("step %d: %v", at, err)
		}
		stopped++
		for name, data := range tree(t, dir, false) {
			if strings.HasSuffix(name, "attribution.json") && data != want[name] {
				t.Errorf("step %d: %s is not what an uninterrupted run writes", at, name)
			}
			if strings.Contains(name, ".new-") {
				t.Errorf("step %d: %s was left", at, name)
			}
		}
		w.run(attribution.Options{})
		if diff := cmp.Diff(want, tree(t, dir, false)); diff != "" {
			t.Fatalf("step %d: after the next run (-want +got):\n%s", at, diff)
		}
	}
	if stopped < 30 {
		t.Errorf("only %d runs were stopped", stopped)
	}
}

// TestUnwritableCase: a case that can't be written to is an error, the others
// are brought up to date.
func TestUnwritableCase(t *testing.T) {
	w := newWorld(t, t.TempDir())
	w.accepted("acme")
	w.accepted("zeta")
	w.write("cases/C-2026-0001/attribution.json/x", "in the way")
	sum := w.run(attribution.Options{})
	if sum.Cases[0].Status != attribution.Error || !strings.Contains(sum.Cases[0].Reason, "no regular file") || sum.Cases[1].Status != attribution.Pending {
		t.Errorf("%s", sum.RawOutput)
	}
	if w.read("cases/C-2026-0002/attribution.json") == "" {
		t.Error("the healthy case was not written")
	}
}

// dropRepaired drops the one line that a run says once: that it repaired a torn
// line.
func dropRepaired(raw string) string {
	return strings.ReplaceAll(raw, "  the last line of outcomes.jsonl is torn and does not count; a real run removes it\n", "")
}
