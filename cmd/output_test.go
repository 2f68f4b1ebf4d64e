package cmd

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/internal/terminal"
	"judgement/panel"
)

// screen plays what was written on a terminal of one bar: what is left when a
// carriage return begins a line again.
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

// TestProgressNamesJudges: a judge has its name, and its slug if the panel has no such judge.
func TestProgressNamesJudges(t *testing.T) {
	var out bytes.Buffer
	p := &progress{Progress: terminal.NewProgress(&out, false, 80, time.Now), panel: &panel.Panel{Judges: []panel.Judge{
		{Slug: "ann", DisplayNameCN: "安"}, {Slug: "fee", DisplayName: "Fee and cost"},
	}}}
	ok := jury.OK
	for i, judge := range []string{"ann", "fee", "gone"} {
		p.events(jury.Event{Type: jury.JudgeStarted, Phase: review.PhaseScore, Judge: &judge, Total: 3})
		p.events(jury.Event{Type: jury.JudgeFinished, Phase: review.PhaseScore, Judge: &judge, Outcome: &ok, Score: new(fmt.Sprint(i)), Done: i + 1, Total: 3})
	}
	if want := "1/3 Ann 0\n2/3 Fee and cost 1\n3/3 gone 2\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestProgressCutsReasons: the end of a run has the whole reason, so that a line has only
// its beginning.
func TestProgressCutsReasons(t *testing.T) {
	var out bytes.Buffer
	p := &progress{Progress: terminal.NewProgress(&out, false, 80, time.Now)}
	failed, judge := jury.Failed, "ann"
	p.events(jury.Event{Type: jury.JudgeStarted, Phase: review.PhaseScore, Judge: &judge, Total: 1})
	p.events(jury.Event{Type: jury.JudgeFinished, Phase: review.PhaseScore, Judge: &judge, Outcome: &failed, Text: strings.Repeat("长", 101), Done: 1, Total: 1})
	if want := "1/1 ann failed: " + strings.Repeat("长", 100) + "…\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestProgressOfAPhaseThatRunsAgain: judges that are asked again are counted from one.
func TestProgressOfAPhaseThatRunsAgain(t *testing.T) {
	var out bytes.Buffer
	p := &progress{Progress: terminal.NewProgress(&out, false, 80, time.Now)}
	ok, judge := jury.OK, "ann"
	for range 2 {
		p.events(jury.Event{Type: jury.PhaseStarted, Phase: review.PhaseScore})
		p.events(jury.Event{Type: jury.JudgeStarted, Phase: review.PhaseScore, Judge: &judge, Total: 1})
		p.events(jury.Event{Type: jury.JudgeFinished, Phase: review.PhaseScore, Judge: &judge, Outcome: &ok, Done: 1, Total: 1})
	}
	p.events(jury.Event{Type: jury.PhaseStarted, Phase: "publish"})
	if done, total := p.Counts(); done != 1 || total != 1 || out.String() != "1/1 ann\n1/1 ann\n" {
		t.Errorf("%d of %d after\n%s", done, total, out.String())
	}
}

// TestProgressCountsPhasesApart: the judges of each phase are counted from one,
// and who gave no forecast is shown with the drafts.
func TestProgressCountsPhasesApart(t *testing.T) {
	var out bytes.Buffer
	p := &progress{Progress: terminal.NewProgress(&out, false, 80, time.Now)}
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
	if err := (&reviewRun{p: p}).interrupted(false); !strings.Contains(err.Error(), "in "+review.PhaseForecast+": 2 of 2 answered") {
		t.Errorf("interrupted in the second phase: %v", err)
	}
	(&reviewRun{p: p}).drafted(&pipeline.Result{
		CaseID: "C-2026-0001", Plan: &format.Plan{Judges: make([]format.PlannedJudge, 2)},
	}, &format.Drafts{Checkpoints: 1, Without: 1})
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
