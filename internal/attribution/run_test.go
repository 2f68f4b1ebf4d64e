package attribution_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/attribution"
	"judgement/internal/casefile"
	"judgement/internal/casefile/storagetest"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
)

func TestStatusesOverAYear(t *testing.T) {
	w := newWorld(t, t.TempDir())
	c := w.publish("acme")
	expect := func(want attribution.Status) {
		t.Helper()
		if got, reason := w.status(); got != want {
			t.Errorf("%s: %s (%s), want %s", w.now.Format(time.DateOnly), got, reason, want)
		}
	}
	expect(attribution.NoCheckpoints)
	w.draft(c)
	expect(attribution.Draft)
	if _, err := w.Accept(t.Context(), c.ID, nil); err != nil {
		t.Fatal(err)
	}
	expect(attribution.Pending)
	w.day("2026-03-30")
	expect(attribution.Pending)
	w.day("2026-03-31")
	expect(attribution.Due)
	w.day("2026-04-07")
	expect(attribution.Due)
	w.day("2026-04-08")
	expect(attribution.Overdue)
	resolve := func(cp string, state attribution.State, value string) {
		t.Helper()
		if _, err := w.Resolve(t.Context(), c.ID, cp, attribution.Resolution{State: state, Value: value, Source: "a letter"}); err != nil {
			t.Fatal(err)
		}
	}
	undo := func(cp string) {
		t.Helper()
		if _, err := w.Undo(t.Context(), c.ID, cp, "misread"); err != nil {
			t.Fatal(err)
		}
	}
	resolve("v1-1", attribution.IsConfirmed, "yes")
	expect(attribution.Overdue)
	resolve("v1-2", attribution.IsFalsified, "150")
	expect(attribution.Falsified)
	undo("v1-2")
	expect(attribution.Overdue)
	resolve("v1-2", attribution.IsPartial, "")
	expect(attribution.Partial)
	undo("v1-2")
	resolve("v1-2", attribution.IsSkipped, "")
	expect(attribution.Confirmed)
	undo("v1-1")
	resolve("v1-1", attribution.IsSkipped, "")
	expect(attribution.Skipped)
	if n := strings.Count(w.read("cases/"+c.ID+"/outcomes.jsonl"), "\n"); n != 8 {
		t.Errorf("%d lines of outcomes, want 8: nothing is rewritten", n)
	}
}

func TestSummaryJSON(t *testing.T) {
	w := newWorld(t, t.TempDir())
	w.accepted("acme")
	w.day("2026-04-01")
	sum := w.run(attribution.Options{DryRun: true})
	got, err := json.Marshal(sum)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"invoked_at":"2026-04-01T12:00:00Z","today":"2026-04-01","total_checked":1,"by_status":{"error":0,"no_checkpoints":0,"draft":0,"overdue":0,"due":1,"falsified":0,"partial":0,"pending":0,"confirmed":0,"skipped":0},"raw_output":"attribution check for 2026-04-01: 1 case, dry run, nothing was written\nerror 0\nno_checkpoints 0\ndraft 0\noverdue 0\ndue 1\nfalsified 0\npartial 0\npending 0\nconfirmed 0\nskipped 0\nevidence: 3 of 3 proven quotes are still there, 4 quotes in all\nC-2026-0001 due: v1-1 due 2026-03-31, v1-2 due 2026-03-31\n"}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	w.now = w.now.Add(3 * time.Hour)
	if again := w.run(attribution.Options{DryRun: true}); again.RawOutput != sum.RawOutput || again.InvokedAt == sum.InvokedAt {
		t.Error("raw output differs within the day")
	}
}

func TestZoneSaysWhichDayItIs(t *testing.T) {
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, t.TempDir())
	w.accepted("acme")
	w.Zone = zone
	w.now = time.Date(2026, 3, 30, 15, 59, 0, 0, time.UTC)
	if got, _ := w.status(); got != attribution.Pending {
		t.Errorf("before midnight in Shanghai: %s", got)
	}
	w.now = time.Date(2026, 3, 30, 16, 0, 0, 0, time.UTC)
	if got, _ := w.status(); got != attribution.Due {
		t.Errorf("after midnight in Shanghai: %s", got)
	}
}

// TestDryRunWritesNothing runs on a file system that can't be written to.
func TestDryRunWritesNothing(t *testing.T) {
	dir := t.TempDir()
	w := newWorld(t, dir)
	c := w.accepted("acme")
	w.write("data/sales.csv", "month,units\n2026-06,250\n")
	before := tree(t, dir, true)
	faulttest.ReadOnly(t, dir)
	w = newWorld(t, dir) // through the mount
	w.day("2026-05-01")
	sum := w.run(attribution.Options{DryRun: true, Deep: true})
	if sum.ByStatus.Of(attribution.Overdue) != 1 || sum.Evidence.Standing != 3 {
		t.Errorf("%s", sum.RawOutput)
	}
	if one := w.run(attribution.Options{DryRun: true, Case: c.Folder}); one.TotalChecked != 1 {
		t.Errorf("one case: %+v", one)
	}
	if _, err := w.Run(t.Context(), attribution.Options{}); err == nil {
		t.Error("a real run did without writing")
	}
	if diff := cmp.Diff(before, tree(t, dir, true)); diff != "" {
		t.Errorf("files changed:\n%s", diff)
	}
}

func TestOneCaseByName(t *testing.T) {
	w := newWorld(t, t.TempDir())
	w.publish("acme")
	w.publish("zeta")
	for _, name := range []string{"C-2026-0002", "cases/C-2026-0002", "cases/C-2026-0002/", "./cases/C-2026-0002", "demo-zeta", "reports/demo-zeta/", "zeta"} {
		sum := w.run(attribution.Options{DryRun: true, Case: name})
		if sum.TotalChecked != 1 || sum.Cases[0].Case != "C-2026-0002" {
			t.Errorf("%s: %+v", name, sum.Cases)
		}
	}
	for _, name := range []string{"C-2026-0003", "eta", "demo-none", "../cases", "C-2026-1", "cases/.attribution"} {
		if _, err := w.Run(t.Context(), attribution.Options{DryRun: true, Case: name}); !errors.Is(err, casefile.ErrNotFound) {
			t.Errorf("%s: %v, want casefile.ErrNotFound", name, err)
		}
	}
}

func TestContextEndsTheRun(t *testing.T) {
	w := newWorld(t, t.TempDir())
	for _, b := range []string{"a1", "b2", "c3"} {
		w.publish(b)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, dry := range []bool{true, false} {
		_, err := w.Run(ctx, attribution.Options{DryRun: dry})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("dry %v: %v", dry, err)
		}
	}
	// The clock is read once at the start; the run is cancelled after that.
	ctx, cancel = context.WithCancel(t.Context())
	w.Now = func() time.Time { return w.now }
	w.Storage = storagetest.Reads{Storage: w.st, Before: func(string) { cancel() }}
	_, err := w.Run(ctx, attribution.Options{DryRun: true})
	if !errors.Is(err, fault.CheckStopped) || fault.From(err).Params["total"] != "3" || fault.From(err).Params["done"] != "0" || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want a stop over 3 cases", err)
	}
}

// TestMeetingCitations counts and checks the quotes of a meeting.
func TestMeetingCitations(t *testing.T) {
	w := newWorld(t, t.TempDir())
	c, err := casefile.New(w.st, w.Now).Open(t.Context(), casefile.Ref{Scene: "demo", Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	v, err := c.Begin(t.Context(), casefile.Plan{Key: "k", JSON: []byte(plan), Document: []byte(document)})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	const meeting = `{"views":[
		{"highlights":[{"citations":[{"quote":"Sales reached 120 units in March.","status":"exact","start":0,"end":33}]}],
		 "shortcomings":[{"citations":[{"quote":"a","status":"uncited","start":-1,"end":-1}]}]},
		{"highlights":[],"shortcomings":[{"citations":[{"quote":"nobody said so","status":"not_found","start":-1,"end":-1},
			{"quote":"The plan","status":"exact","start":34,"end":42}]}]}]}`
	if err := v.Publish(t.Context(), casefile.Publication{
		Date: "2026-03-01", VersionMD: []byte("# Report\n"), Reports: []casefile.File{{Name: "report.md", Data: []byte("# Report\n")}},
		Files: []casefile.File{{Name: "meeting.json", Data: []byte(meeting)}},
	}); err != nil {
		t.Fatal(err)
	}
	want := attribution.Evidence{Version: 1, Citations: 3, Proven: 2, Standing: 2}
	for _, deep := range []bool{false, true} {
		if got := w.run(attribution.Options{DryRun: true, Deep: deep}).Cases[0]; got.Evidence != want || got.Reason != "" {
			t.Errorf("deep %v: %+v, %s; want %+v", deep, got.Evidence, got.Reason, want)
		}
	}
	moved := strings.Replace(meeting, `"start":34,"end":42`, `"start":35,"end":43`, 1)
	w.write("cases/C-2026-0001/v1/meeting.json", moved)
	rehash(w, meeting, moved)
	if got := w.run(attribution.Options{DryRun: true}).Cases[0]; got.Status != attribution.Error || !strings.Contains(got.Reason, `"The plan" is no longer at`) {
		t.Errorf("a quote that was moved: %s: %s", got.Status, got.Reason)
	}
}

// TestLostCases: a case whose folder was deleted is an error of the run, whoever
// made it; a case that was deleted with all its traces is none.
func TestLostCases(t *testing.T) {
	w := newWorld(t, t.TempDir())
	for _, b := range []string{"a1", "b2", "c3"} {
		w.publish(b)
	}
	for _, name := range []string{"cases/C-2026-0001", "cases/C-2026-0002", "cases/C-2026-0003", "reports/demo-b2", "reports/demo-c3", ".judgement/cases/C-2026-0003"} {
		if err := os.RemoveAll(filepath.Join(w.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	w.publish("d4")
	sum := w.run(attribution.Options{DryRun: true})
	var got []string
	for _, c := range sum.Cases {
		got = append(got, c.Case+" "+string(c.Status))
	}
	if diff := cmp.Diff([]string{"C-2026-0001 error", "C-2026-0002 error", "C-2026-0003 no_checkpoints"}, got); diff != "" || sum.EvidenceBroken != 2 {
		t.Errorf("%d cases with broken evidence (-want +got):\n%s", sum.EvidenceBroken, diff)
	}
	if reason := sum.Cases[0].Reason; !strings.Contains(reason, "cases/C-2026-0001/case.yaml is missing") || !strings.Contains(reason, "reports/demo-a1") {
		t.Error(reason)
	}
	if sum = w.run(attribution.Options{DryRun: true, NoEvidence: true}); sum.TotalChecked != 1 {
		t.Errorf("without evidence: %d cases", sum.TotalChecked)
	}
}

func TestClock(t *testing.T) {
	w := newWorld(t, t.TempDir())
	w.accepted("acme")
	w.day("2026-03-10")
	w.run(attribution.Options{})
	w.day("2026-03-09")
	if _, err := w.Run(t.Context(), attribution.Options{}); !errors.Is(err, attribution.ErrClock) {
		t.Errorf("clock before the last receipt: %v", err)
	}
	if sum := w.run(attribution.Options{DryRun: true}); !strings.Contains(sum.RawOutput, "the last real run was for 2026-03-10, after this day") {
		t.Errorf("a dry run says nothing of the clock:\n%s", sum.RawOutput)
	}
	w.day("2026-03-10")
	if _, err := w.Run(t.Context(), attribution.Options{Today: w.now.AddDate(0, 0, 1)}); !errors.Is(err, attribution.ErrClock) {
		t.Errorf("a real run of tomorrow: %v", err)
	}
	if sum := w.run(attribution.Options{DryRun: true, Today: w.now.AddDate(0, 2, 0)}); sum.ByStatus.Of(attribution.Overdue) != 1 {
		t.Errorf("a dry run of May:\n%s", sum.RawOutput)
	}
	if _, err := w.Run(t.Context(), attribution.Options{NoEvidence: true}); err == nil {
		t.Error("a real run without evidence")
	}
}

// TestPanicOverOneCase stops no other and reaches nobody.
func TestPanicOverOneCase(t *testing.T) {
	w := newWorld(t, t.TempDir())
	w.accepted("acme")
	w.accepted("zeta")
	w.Storage = storagetest.Reads{Storage: w.st, Before: func(name string) {
		if strings.HasPrefix(name, "cases/C-2026-0001/") {
			panic("an odd case\x1b[2J")
		}
	}}
	sum := w.run(attribution.Options{DryRun: true})
	if got := sum.Cases[0]; got.Status != attribution.Error || got.Reason != "internal error: an odd case; [2J" {
		t.Errorf("%+v", got)
	}
	if sum.Cases[1].Status != attribution.Pending {
		t.Errorf("%s", sum.RawOutput)
	}
}

// TestRestrictedRunIsNoDailyRun: a run of one case leaves no full receipt.
func TestRestrictedRunIsNoDailyRun(t *testing.T) {
	w := newWorld(t, t.TempDir())
	w.accepted("acme")
	w.run(attribution.Options{Case: "demo-acme"})
	if ran, err := w.Ran(t.Context(), w.Today()); ran || err != nil {
		t.Errorf("Ran = %v, %v", ran, err)
	}
}
