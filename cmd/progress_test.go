package cmd

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/report"
)

// screen plays what was written on a terminal of one bar: what is left when a
// carriage return begins a line anew.
func screen(written string) []string {
	var lines []string
	for _, l := range strings.Split(written, "\n") {
		if i := strings.LastIndex(l, "\r\x1b[K"); i >= 0 {
			l = l[i+len("\r\x1b[K"):]
		}
		lines = append(lines, l)
	}
	return lines
}

func terminal(width int) (*progress, *bytes.Buffer, *time.Time) {
	var out bytes.Buffer
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	return &progress{w: &out, tty: true, width: width, now: func() time.Time { return now }}, &out, &now
}

func TestProgressOnATerminal(t *testing.T) {
	p, out, now := terminal(60)
	p.begin(4)
	for _, name := range []string{"one", "two", "three", "four"} {
		p.start(name)
	}
	*now = now.Add(75 * time.Second)
	p.finish("two", "%s: 81 / 100 %s", "two", "B")
	p.step("one", 1, 2)
	want := []string{"1/4 two: 81 / 100 B", "█████░░░░░░░░░░ 1/4 · 1m15s · one, three, four"}
	if diff := cmp.Diff(want, screen(out.String())); diff != "" {
		t.Error(diff)
	}
	p.line("a\x1b[31m red\nline")
	p.end()
	want = []string{"1/4 two: 81 / 100 B", "a[31m red line", ""}
	if diff := cmp.Diff(want, screen(out.String())); diff != "" {
		t.Error(diff)
	}
	if done, total := p.counts(); done != 1 || total != 4 {
		t.Errorf("%d of %d", done, total)
	}
}

// The bar never fills the line: it would wrap, and could not be wiped.
func TestBarFitsAnyWidth(t *testing.T) {
	for width := 1; width <= 200; width++ {
		p, out, _ := terminal(width)
		p.begin(1000)
		for range 12 {
			p.start("判据审核员-evidence-auditor")
		}
		p.end()
		for _, l := range strings.Split(out.String(), "\r\x1b[K") {
			if n := report.Width(l); n >= width && n > 1 {
				t.Fatalf("width %d: %d cells: %q", width, n, l)
			}
		}
	}
}

func TestProgressWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	p := &progress{w: &out, width: 80, now: time.Now}
	p.begin(2)
	p.start("one")
	p.transient("asking")
	p.finish("one", "one: done")
	p.finish("two", "two: done")
	p.end()
	if diff := cmp.Diff("1/2 one: done\n2/2 two: done\n", out.String()); diff != "" {
		t.Error(diff)
	}
}

// TestProgressCountsPhasesApart: the judges of each phase are counted from one,
// and who gave no forecast is told with the drafts.
func TestProgressCountsPhasesApart(t *testing.T) {
	var out bytes.Buffer
	p := &progress{w: &out, now: time.Now}
	ok, bad := jury.OK, jury.Unparsable
	for _, phase := range []string{review.PhaseScore, review.PhaseForecast} {
		for _, judge := range []string{"ann", "bo"} {
			p.events(jury.Event{Type: jury.JudgeStarted, Phase: phase, Judge: &judge, Total: 2})
		}
		for _, judge := range []string{"ann", "bo"} {
			e := jury.Event{Type: jury.JudgeFinished, Phase: phase, Judge: &judge, Outcome: &ok}
			if judge == "bo" && phase == review.PhaseForecast {
				e.Outcome, e.Text = &bad, "lens \"a\" is missing\nlens \"b\" is missing"
			}
			p.events(e)
		}
	}
	(&reviewRun{}).drafted(p, &pipeline.Result{
		CaseID: "C-2026-0001", Plan: &format.Plan{Judges: make([]format.PlannedJudge, 2)},
	}, &review.Drafts{
		Checkpoints: make([]casefile.Checkpoint, 1), Missing: []string{"bo: no JSON"},
	})
	want := `1/2 ann
2/2 bo
1/2 ann forecast
2/2 bo forecast unparsable: lens "a" is missing; lens "b" is missing
1 checkpoint drafted (0 calls, 0 tokens); 1 of 2 judges gave no forecast; look with 'judgement attribution show C-2026-0001' and accept what is good
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
