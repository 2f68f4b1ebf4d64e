package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/attribution"
	"judgement/internal/fault"
)

func (a *App) attributionCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "attribution",
		Short: "Find out whether the judges were right",
		Long: `Reviews can leave checkpoints behind: questions about the future, each with a
rule, a date and every judge's forecast. These commands accept them, record what
happened, check every case day by day, and show how well each judge foresaw it.`,
		Args: noArgs, RunE: bareGroup,
	}
	c.AddCommand(a.attributionCheckCmd(), a.attributionShowCmd(), a.acceptCmd(), a.resolveCmd(), a.calibrationCmd())
	return c
}

// attributionRun is a Checker over the workspace's cases.
type attributionRun struct {
	*attribution.Checker
	workspace config.Workspace
	close     func()
}

func (a *App) attribution(ctx context.Context) (*attributionRun, error) {
	ws, s, err := a.settings(nil)
	if err != nil {
		return nil, err
	}
	var st *kept
	if err = needQueue(ws, s, "attribution"); err == nil {
		st, err = a.keep(ctx, ws, s, a.storage...)
	}
	if err != nil {
		_ = ws.Close()
		return nil, err
	}
	return &attributionRun{
		Checker:   a.checker(st, ws, s),
		workspace: ws,
		close:     func() { _ = errors.Join(st.close(), ws.Close()) },
	}, nil
}

// checker is an attribution check over the workspace's cases and jobs.
func (a *App) checker(k *kept, ws config.Workspace, s *config.Settings) *attribution.Checker {
	return &attribution.Checker{Storage: k.Storage, Files: ws.FS, Now: a.Now, Zone: s.TimeZone, Published: k.publishedByJobs(ws, s)}
}

// caseName turns a path on disk, such as a completed one or "." within a case's
// folder, into a name from the workspace on; other names are left as they are.
func (a *App) caseName(ws config.Workspace, name string) string {
	if name != "." && !strings.ContainsRune(name, filepath.Separator) {
		return name
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(a.Dir, path)
	}
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return name
	}
	top, err := filepath.EvalSymlinks(ws.OutDir)
	if err != nil {
		return name
	}
	rel, err := filepath.Rel(top, path)
	if err != nil || !filepath.IsLocal(rel) {
		return name
	}
	return filepath.ToSlash(rel)
}

// attributionFailure gives an error of the attribution check its exit code.
func attributionFailure(err error) error {
	var refused *attribution.RefusalError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		return &failure{exit: exitUsage, code: "refused", err: err, fix: refused.Fix}
	case errors.Is(err, fault.CheckStopped) && errors.Is(err, context.Canceled):
		return &failure{exit: exitInterrupted, code: "interrupted", err: ended(err), fix: "run the same command again: what was written is whole"}
	}
	return err
}

type attributionCheckOptions struct {
	name, today string
	dryRun      bool
	deep        bool
	noEvidence  bool
	failOn      []string
	timeout     time.Duration
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
	f.StringVar(&o.name, "case", "", "check one case only: its id, its brand, its folder or its report folder")
	f.BoolVar(&o.dryRun, "dry-run", true, "write nothing at all")
	f.StringVar(&o.today, "today", "", "day of the run, YYYY-MM-DD (default: now in the setting time_zone)")
	f.BoolVar(&o.deep, "deep", false, "look for every quote again instead of comparing stored places")
	f.BoolVar(&o.noEvidence, "no-evidence", false, "leave versions and quotes alone; with a dry run only")
	f.StringSliceVar(&o.failOn, "fail-on", nil, "exit with 3 when there are such cases: due (also the overdue ones), overdue, evidence, error")
	f.DurationVar(&o.timeout, "timeout", 0, "time limit of the run, such as 30s (default: none)")
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

// cases is a number of cases in words.
func cases(n int) string {
	if n == 1 {
		return "1 case"
	}
	return fmt.Sprintf("%d cases", n)
}

// failKinds are the values of --fail-on.
var failKinds = [...]string{"due", "overdue", "evidence", "error"}

func (o *attributionCheckOptions) validate() (time.Time, error) {
	var today time.Time
	if o.today != "" {
		var err error
		if today, err = time.Parse(time.DateOnly, o.today); err != nil || today.Year() < 1970 {
			return today, usageError("give a date such as 2026-03-31", "--today %q is no date", o.today)
		}
	}
	for _, k := range o.failOn {
		if !slices.Contains(failKinds[:], k) {
			return today, usageError("choose among: "+strings.Join(failKinds[:], ", "), "unknown --fail-on value %q", k)
		}
	}
	switch {
	case o.noEvidence && !o.dryRun:
		return today, usageError("leave it out", "--no-evidence works in a dry run only")
	case o.noEvidence && (o.deep || slices.Contains(o.failOn, "evidence")):
		return today, usageError("leave one of them out", "--no-evidence checks no evidence")
	case o.timeout < 0:
		return today, usageError("give a time such as 30s", "--timeout is below zero")
	}
	return today, nil
}

func (a *App) runAttributionCheck(ctx context.Context, o *attributionCheckOptions) error {
	today, err := o.validate()
	if err != nil {
		return err
	}
	r, err := a.attribution(ctx)
	if err != nil {
		return err
	}
	defer r.close()
	o.name = a.caseName(r.workspace, o.name)
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	p := a.progress()
	sum, err := r.Run(ctx, attribution.Options{
		Case: o.name, DryRun: o.dryRun, Deep: o.deep, NoEvidence: o.noEvidence, Today: today,
		OnProgress: func(done, total int) { p.set(done, total) },
	})
	p.end()
	if err != nil {
		return attributionFailure(err)
	}
	e := sum.Evidence
	view := &attributionView{Summary: sum, DryRun: o.dryRun, Evidence: attributionEvidence{e.Citations, e.Proven, e.Standing}, Boards: append([]string{}, sum.Boards...), Cases: sum.Cases}
	if err := a.print(view, func(w io.Writer) error { return writeAttribution(w, &sum, o.noEvidence) }); err != nil {
		return err
	}
	return o.attention(a, &sum)
}

// attention is the exit of a run that found what --fail-on names.
func (o *attributionCheckOptions) attention(a *App, sum *attribution.Summary) error {
	var found []string
	for _, k := range failKinds {
		n, what := 0, "overdue"
		switch k {
		case "due":
			n, what = sum.ByStatus.Of(attribution.Due)+sum.ByStatus.Of(attribution.Overdue), "due or overdue"
		case "overdue":
			n = sum.ByStatus.Of(attribution.Overdue)
		case "error":
			n, what = sum.ByStatus.Of(attribution.Error), "in error"
		case "evidence":
			n, what = sum.EvidenceBroken, "with versions or quotes that are no longer as published"
		}
		if slices.Contains(o.failOn, k) && n > 0 {
			found = append(found, cases(n)+" "+what)
		}
	}
	if slices.Contains(o.failOn, "evidence") && len(sum.Boards) > 0 {
		found = append(found, "boards that are not as they were published")
	}
	if len(found) == 0 {
		return nil
	}
	a.progress().line("%s", strings.Join(found, ", "))
	return silent{exitBelow}
}

func writeAttribution(w io.Writer, sum *attribution.Summary, noEvidence bool) error {
	kind := "real run"
	if sum.DryRun {
		kind = "dry run: nothing was written"
	}
	fmt.Fprintf(w, "%s, %s, %s\n\n", sum.Today, cases(sum.TotalChecked), kind)
	if sum.TotalChecked == 0 {
		fmt.Fprintln(w, "There are no cases yet: 'judgement review' makes them.")
		return nil
	}
	var rows [][]string
	for _, s := range attribution.Statuses() {
		if n := sum.ByStatus.Of(s); n > 0 {
			rows = append(rows, []string{string(s), fmt.Sprint(n), statusAdvice(s)})
		}
	}
	if err := writeTable(w, []string{"status", "cases", ""}, rows, 1); err != nil {
		return err
	}
	if err := writeNews(w, sum); err != nil {
		return err
	}
	if !noEvidence {
		fmt.Fprintf(w, "\n%d of %d proven quotes still stand.\n", sum.Evidence.Standing, sum.Evidence.Proven)
		for _, note := range sum.Notes() {
			fmt.Fprintf(w, "Note: %s.\n", note)
		}
		for _, line := range sum.Boards {
			fmt.Fprintf(w, "Board: %s\n", line)
		}
	}
	return writeAttention(w, sum)
}

// writeNews lists what a real run decided, with the failure cards that it made.
func writeNews(w io.Writer, sum *attribution.Summary) error {
	var rows [][]string
	for _, c := range sum.Cases {
		for _, n := range c.News {
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
	if len(rows) == 0 {
		return nil
	}
	fmt.Fprintln(w, "\nNew in this run:")
	if err := writeTable(w, []string{"case", "checkpoint", "state", "what"}, rows[:min(len(rows), mostRows)]); err != nil {
		return err
	}
	if more := sum.News - mostRows; more > 0 {
		fmt.Fprintf(w, "… and %d more: see --output json\n", more)
	}
	return nil
}

// mostRows bounds each list of cases that the check prints.
const mostRows = 50

// writeAttention lists the cases that somebody should look at.
func writeAttention(w io.Writer, sum *attribution.Summary) error {
	var rows [][]string
	all := 0
	for _, s := range []attribution.Status{attribution.Error, attribution.Overdue, attribution.Due, attribution.Draft} {
		all += sum.ByStatus.Of(s)
		for _, c := range sum.Cases {
			if c.Status == s && len(rows) < mostRows {
				rows = append(rows, []string{c.Case, string(c.Status), attentionText(c)})
			}
		}
	}
	if all == 0 {
		return nil
	}
	fmt.Fprintln(w)
	if err := writeTable(w, []string{"case", "status", "what"}, rows); err != nil {
		return err
	}
	if more := all - len(rows); more > 0 {
		fmt.Fprintf(w, "… and %d more: see --output json\n", more)
	}
	return nil
}

func attentionText(c *attribution.CaseInfo) string {
	if c.Reason != "" {
		return c.Reason
	}
	var parts []string
	for _, s := range c.Checkpoints {
		if s.Outcome == nil && (s.State != attribution.Pending) {
			parts = append(parts, fmt.Sprintf("%s %s %s", s.ID, s.State, s.Due))
		}
	}
	return strings.Join(append(parts, c.Notes...), "; ")
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
		attribution.Skipped:       "nothing could be told",
	}[s]
}
