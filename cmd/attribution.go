package cmd

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/attribution"
	"judgement/internal/fault"
	"judgement/internal/terminal"
)

func (a *App) attributionCmd() *cobra.Command {
	return group(&cobra.Command{
		Use:   "attribution",
		Short: "Find out whether the judges were right",
		Long: `Reviews can leave checkpoints behind: questions about the future, each with a
rule, a date and every judge's forecast. These commands accept them, record what
happened, check every case day by day, and show how well each judge foresaw it.`,
	}, a.attributionCheckCmd(), a.attributionShowCmd(), a.acceptCmd(), a.resolveCmd(), a.calibrationCmd())
}

// checker is an attribution check over the workspace's cases and jobs.
func (a *App) checker(ctx context.Context) (*attribution.Checker, error) {
	if err := a.NeedQueue("attribution"); err != nil {
		return nil, err
	}
	return a.Checker(ctx)
}

type attributionCheckOptions struct {
	attribution.Options
	day     string // of the run
	failOn  []string
	timeout time.Duration
}

func (a *App) attributionCheckCmd() *cobra.Command {
	o := &attributionCheckOptions{}
	c := &cobra.Command{
		Use:   "check",
		Short: "Say which checkpoints are due, what came true, and whether quotes are still there",
		Long: `Looks at every case: which of its checkpoints are due, what came true, and
whether its published version and the quotes in it are what they were. By default
nothing is written. With --dry-run=false rules that a file decides are applied,
follow-ups and failure cards are made, the calibration is brought up to date, and
a receipt is left. The same day twice writes nothing but a receipt.`,
		Example: `  judgement attribution check
  judgement attribution check --case C-2026-0001
  judgement attribution check --dry-run=false --fail-on overdue,evidence`,
		Args: exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error { return a.runAttributionCheck(c.Context(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.Case, "case", "", "check one case only: its id, its brand, its folder or its report folder")
	f.BoolVar(&o.DryRun, "dry-run", true, "write nothing at all")
	f.StringVar(&o.day, "today", "", "day of the run, YYYY-MM-DD (default: now in the setting time_zone)")
	f.BoolVar(&o.Deep, "deep", false, "look for every quote again instead of comparing stored places")
	f.BoolVar(&o.NoEvidence, "no-evidence", false, "leave versions and quotes alone; with a dry run only")
	f.StringSliceVar(&o.failOn, "fail-on", nil, "exit with 3 when there are such cases: due (also the overdue ones), overdue, evidence, error")
	f.DurationVar(&o.timeout, "timeout", 0, "time limit of the run, such as 30s (default: none)")
	return a.output(c)
}

// failKinds are the values of --fail-on.
var failKinds = [...]string{"due", "overdue", "evidence", "error"}

func (o *attributionCheckOptions) validate() (err error) {
	if o.day != "" {
		if o.Today, err = time.Parse(time.DateOnly, o.day); err != nil || o.Today.Year() < 1970 {
			return usageError("give a date such as 2026-03-31", "--today %q is no date", o.day)
		}
	}
	for _, k := range o.failOn {
		if !slices.Contains(failKinds[:], k) {
			return usageError("choose among: "+strings.Join(failKinds[:], ", "), "unknown --fail-on value %q", k)
		}
	}
	switch {
	case o.NoEvidence && !o.DryRun:
		return usageError("leave it out", "--no-evidence works in a dry run only")
	case o.NoEvidence && (o.Deep || slices.Contains(o.failOn, "evidence")):
		return usageError("leave one of them out", "--no-evidence checks no evidence")
	case o.timeout < 0:
		return usageError("give a time such as 30s", "--timeout is below zero")
	}
	return nil
}

// attributionView is the result for --output json and yaml: the HTTP API's answer with
// the cases, which come last.
type attributionView struct {
	attribution.Summary
	NoModel    bool                    `json:"no_model,omitempty"` // no language model answered in any case
	DryRun     bool                    `json:"dry_run"`
	Evidence   attributionEvidence     `json:"evidence"`
	Boards     []string                `json:"boards"`      // differences from what was published
	JobsUnread string                  `json:"jobs_unread"` // why the jobs could not be read; empty if they were
	Cases      []*attribution.CaseInfo `json:"cases"`
}

type attributionEvidence struct {
	NoModel   bool `json:"no_model,omitempty"`
	Citations int  `json:"citations"`
	Proven    int  `json:"proven"`
	Standing  int  `json:"standing"`
}

// The methods of a terminal.List.

func (v *attributionView) Key() string  { return "cases" }
func (v *attributionView) Len() int     { return len(v.Cases) }
func (v *attributionView) At(i int) any { return v.Cases[i] }
func (v *attributionView) Empty() any {
	empty := *v
	empty.Cases = []*attribution.CaseInfo{}
	return &empty
}

func (a *App) runAttributionCheck(ctx context.Context, o *attributionCheckOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	checker, err := a.checker(ctx)
	if err != nil {
		return err
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	p := a.progress()
	o.Case, o.OnProgress = a.CaseName(o.Case), p.Set
	sum, err := checker.Run(ctx, o.Options)
	p.End()
	if err != nil {
		return err
	}
	e := sum.Evidence
	view := &attributionView{Summary: sum, NoModel: sum.NoModel, DryRun: o.DryRun, Evidence: attributionEvidence{e.NoModel, e.Citations, e.Proven, e.Standing}, Boards: append([]string{}, sum.Boards...), JobsUnread: sum.JobsUnread, Cases: sum.Cases}
	if err := a.print(view, func(p *page) { p.attribution(&sum, o.NoEvidence) }); err != nil {
		return err
	}
	if found := o.attention(&sum); len(found) > 0 {
		p.Line("%s", strings.Join(found, ", "))
		return silent{fault.ExitBelow}
	}
	return nil
}

// attention says which cases a run found that --fail-on names.
func (o *attributionCheckOptions) attention(sum *attribution.Summary) (found []string) {
	overdue := sum.ByStatus.Of(attribution.Overdue)
	for i, kind := range [len(failKinds)]struct {
		n    int
		what string
	}{
		{overdue + sum.ByStatus.Of(attribution.Due), "due or overdue"},
		{overdue, "overdue"},
		{sum.EvidenceBroken, "with versions or quotes that are no longer as published"},
		{sum.ByStatus.Of(attribution.Error), "in error"},
	} {
		if slices.Contains(o.failOn, failKinds[i]) && kind.n > 0 {
			found = append(found, terminal.Counted(kind.n, "%d case(s) "+kind.what))
		}
	}
	published := slices.Contains(o.failOn, "evidence") || slices.Contains(o.failOn, "error")
	if published && len(sum.Boards) > 0 {
		found = append(found, "boards that are not as they were published")
	}
	if slices.Contains(o.failOn, "error") && sum.JobsUnread != "" {
		found = append(found, "jobs that could not be read")
	}
	return found
}

func (p *page) attribution(sum *attribution.Summary, noEvidence bool) {
	kind := "real run"
	if sum.DryRun {
		kind = "dry run: nothing was written"
	}
	p.Printf("%s, %s, %s\n\n", sum.Today, terminal.Counted(sum.TotalChecked, "%d case(s)"), kind)
	if sum.TotalChecked == 0 {
		p.Line("There are no cases yet: 'judgement review' makes them.")
	} else {
		p.statuses(sum)
	}
	p.updates(sum)
	if !noEvidence {
		if sum.TotalChecked > 0 {
			p.Printf("\nEvidence: %s.\n", sum.Evidence.Line())
		}
		for _, note := range sum.Notes() {
			p.Printf("Note: %s.\n", note)
		}
		for _, line := range sum.Boards {
			p.Printf("Board: %s\n", line)
		}
		if sum.JobsUnread != "" {
			p.Printf("Error: %s\n", sum.JobsUnread)
		}
	}
	p.attention(sum)
}

// statuses prints how many cases have each status.
func (p *page) statuses(sum *attribution.Summary) {
	var rows [][]string
	for _, s := range attribution.Statuses() {
		if n := sum.ByStatus.Of(s); n > 0 {
			rows = append(rows, []string{string(s), fmt.Sprint(n), statusAdvice(s)})
		}
	}
	p.Table([]string{"status", "cases", ""}, rows, 1)
}

// mostRows bounds each list of cases that the check prints.
const mostRows = 50

// updates lists what a real run decided, with the failure cards that it made.
func (p *page) updates(sum *attribution.Summary) {
	var rows [][]string
	for _, c := range sum.Cases {
		for _, n := range c.Updates {
			what := n.Reason
			if n.By == attribution.ByPerson {
				what = strings.TrimPrefix(what+", recorded by a person", ", ")
			}
			if n.Card != "" {
				what += "; see " + n.Card
			}
			rows = append(rows, []string{c.Case, n.Checkpoint, string(n.State), strings.TrimPrefix(what, "; ")})
		}
	}
	if len(rows) > 0 {
		p.Line("\nNew in this run:")
		p.some([]string{"case", "checkpoint", "state", "what"}, rows, sum.Updates)
	}
}

// attention lists the cases that need attention.
func (p *page) attention(sum *attribution.Summary) {
	var rows [][]string
	all := 0
	for _, s := range []attribution.Status{attribution.Error, attribution.Overdue, attribution.Due, attribution.Draft} {
		all += sum.ByStatus.Of(s)
		for _, c := range sum.Cases {
			if c.Status == s {
				rows = append(rows, []string{c.Case, string(c.Status), c.Open()})
			}
		}
	}
	if all > 0 {
		p.Line("")
		p.some([]string{"case", "status", "what"}, rows, all)
	}
}

// some prints the first rows, and how many of all there are besides.
func (p *page) some(header []string, rows [][]string, all int) {
	rows = rows[:min(len(rows), mostRows)]
	p.Table(header, rows)
	if more := all - len(rows); more > 0 {
		p.Printf("… and %d more: see --output json\n", more)
	}
}

func statusAdvice(s attribution.Status) string {
	return map[attribution.Status]string{
		attribution.Error:         "correct the case: the reason is below",
		attribution.NoCheckpoints: "nothing was asked of the future",
		attribution.Draft:         "accept with 'judgement attribution accept'",
		attribution.Overdue:       "find out what happened: the grace is over",
		attribution.Due:           "find out what happened",
		attribution.Falsified:     "something did not come true: see its failures/ in cases/",
		attribution.Partial:       "something came true in part",
		attribution.Pending:       "wait for the dates",
		attribution.Confirmed:     "everything came true",
		attribution.Skipped:       "nothing could be found out",
	}[s]
}
