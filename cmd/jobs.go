package cmd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/app"
	"judgement/internal/calllog"
	"judgement/internal/doctor"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/queue"
	"judgement/internal/terminal"
	"judgement/report"
)

func (a *App) jobsCmd() *cobra.Command {
	return group(&cobra.Command{Use: "jobs", Short: "Look at queued jobs and steer them"},
		a.jobsListCmd(), a.jobsShowCmd(), a.jobsCancelCmd(), a.jobsRetryCmd(), a.jobsWatchCmd())
}

// openQueue opens the queue of this run's workspace.
func (a *App) openQueue(ctx context.Context) (*app.Queue, error) {
	if err := a.NeedQueue("the queue"); err != nil {
		return nil, err
	}
	return a.Queue(ctx)
}

func (a *App) jobsListCmd() *cobra.Command {
	query := job.Query{}
	c := &cobra.Command{
		Use:   "list",
		Short: "List jobs, newest first",
		Long: `Lists the jobs of the queue, the newest first: those of 'judgement review --queue',
of the HTTP API, of chats, and the daily attribution runs.`,
		Example: `  judgement jobs list --status failed
  judgement jobs list --scene pitch-review --limit 100 --output json`,
		Args: exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error { return a.runJobsList(c.Context(), query) },
	}
	c.Flags().StringVar((*string)(&query.Status), "status", "", "only jobs that are pending, running, done or failed")
	c.Flags().StringVarP(&query.SceneSlug, "scene", "s", "", "only jobs of this scene")
	c.Flags().IntVar(&query.Limit, "limit", 30, "at most so many, from 1 to 1000")
	return a.output(c)
}

func (a *App) runJobsList(ctx context.Context, query job.Query) error {
	if query.Status != "" && !slices.Contains(job.Statuses(), query.Status) {
		return usageError("choose one of: pending, running, done, failed", "unknown status %q", query.Status)
	}
	if query.Limit < 1 || query.Limit > 1000 {
		return usageError("give a number from 1 to 1000", "--limit %d is out of range", query.Limit)
	}
	q, err := a.openQueue(ctx)
	if err != nil {
		return err
	}
	jobs, err := q.List(ctx, query)
	if err != nil {
		return err
	}
	if err := a.printJobs(jobs); err != nil {
		return err
	}
	if note, err := doctor.Locked(ctx, q.DB); err == nil && note != "" {
		a.progress().Line("%s\n  → %s", note, doctor.LockedFix)
	}
	return nil
}

func (a *App) printJobs(jobs []job.Job) error {
	return a.print(jobs, func(p *page) { p.jobs(jobs, a.Now()) })
}

// jobs prints jobs as a table.
func (p *page) jobs(jobs []job.Job, now time.Time) {
	if len(jobs) == 0 {
		p.Line("no jobs")
		return
	}
	rows := make([][]string, len(jobs))
	for i, j := range jobs {
		rows[i] = []string{j.ID, j.Kind, j.SceneSlug, j.Brand, jobState(j), jobAge(now.Sub(j.CreatedAt)), jobNote(j)}
	}
	p.Columns([]terminal.Column{
		{Name: "job", Least: 12},
		{Name: "kind", Drop: 1},
		{Name: "scene", Least: 10, Drop: 3},
		{Name: "brand", Least: 10},
		{Name: "status"},
		{Name: "age", Drop: 2},
		{Name: "result", Least: 16},
	}, rows)
}

func jobState(j job.Job) string {
	switch {
	case j.Cancelling && !j.Status.Ended():
		return "cancelling"
	case j.Status == job.Running && j.Total > 0:
		return fmt.Sprintf("running %d/%d", j.Done, j.Total)
	}
	return string(j.Status)
}

func jobNote(j job.Job) string {
	switch {
	case j.CaseID != "":
		return fmt.Sprintf("%s v%d", j.CaseID, j.Version)
	case j.Status == job.Failed && j.Reason != "":
		return report.CutCells(strings.TrimSuffix(j.Reason+": "+terminal.JoinedLines(j.Message), ": "), 80)
	}
	return report.CutCells(terminal.JoinedLines(j.Message), 60)
}

// jobAge is a duration in its largest unit.
func jobAge(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", max(0, int(d.Seconds())))
	case d < time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", int(d.Hours()))
	}
	return fmt.Sprintf("%dd", int(d.Hours()/24))
}

// tryLine says how a try went: the receiver's answer, or that there was none, and why.
func tryLine(t queue.Attempt) string {
	text := fmt.Sprintf("%d in %d ms", t.Code, t.TookMS)
	if t.Code == 0 {
		text = fmt.Sprintf("no answer after %d ms", t.TookMS)
	}
	if reason := terminal.PlainLine(t.Error); reason != "" {
		text += ": " + reason
	}
	return text
}

func (a *App) jobsShowCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "show JOB",
		Short: "Show one job: its state, its events, and each try to report its end",
		Long: `Shows a job with everything that is known of it: state and progress, why it waits
or failed and when it is tried again, the events of all its runs, what its calls of
models used and cost, and each try to deliver its webhook or its card. Judges that
failed of the same cause share a line. With --output json each call is there: judge,
model, outcome, tokens, cost, time and error.`,
		Example: "  judgement jobs show j-3f1c0a55be2d4c1f9a0b7e66",
		Args:    exactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			q, err := a.openQueue(c.Context())
			if err != nil {
				return err
			}
			d, err := q.Detail(c.Context(), args[0])
			if err != nil {
				return err
			}
			return a.print(d, func(p *page) { p.job(d, a.Now()) })
		},
	}
	return a.output(c)
}

// eventLine is an event in one line. Of the job's own message, which is above the
// events, it has the first line.
func eventLine(e jury.Event, message string) string {
	parts := []string{e.At.Format(time.DateTime), string(e.Type)}
	if e.Phase != string(e.Type) { // the last event is of no phase
		parts = append(parts, e.Phase)
	}
	for _, p := range []*string{e.Judge, e.Score} {
		if p != nil {
			parts = append(parts, *p)
		}
	}
	if first, _, more := strings.Cut(e.Text, "\n"); more && e.Text == message {
		parts = append(parts, terminal.PlainLine(first)+" …")
	} else if e.Text != "" {
		parts = append(parts, terminal.JoinedLines(e.Text))
	}
	return strings.Join(parts, "  ")
}

func (p *page) job(d *queue.Detail, now time.Time) {
	j := d.Job
	p.Printf("%s  %s  scene %s  brand %s\n%s", j.ID, j.Kind, j.SceneSlug, j.Brand, jobState(j))
	if j.CaseID != "" {
		p.Printf(": %s v%d", j.CaseID, j.Version)
		if j.Outcome.NoModel {
			p.Printf(" (baseline, no language model)")
		}
	}
	if j.Reason != "" {
		p.Printf(" (%s)", j.Reason)
	}
	switch {
	case j.Fault != nil:
		said := worded(j.Fault, j.Fault)
		p.Printf(": %s", indent(strings.TrimSuffix(said.text+"\n→ "+said.fix, "\n→ ")))
	case d.Message != "":
		p.Printf(": %s", indent(d.Message))
	}
	p.Line("")
	if !j.NextTryAt.IsZero() {
		wait := "in " + jobAge(j.NextTryAt.Sub(now))
		if !j.NextTryAt.After(now) {
			wait = "due for " + jobAge(now.Sub(j.NextTryAt)) + ", waits for a worker"
		}
		p.Printf("next try at %s UTC (%s)\n", j.NextTryAt.UTC().Format(time.DateTime), wait)
	}
	for _, e := range d.Events {
		p.Printf("  %3d %s\n", e.Seq, eventLine(e, d.Message))
	}
	if len(d.Calls) > 0 {
		p.Line(callsLine(d.Calls, d.Events))
	}
	for _, m := range d.Messages {
		p.Printf("%s %s: %s\n", m.Kind, m.ID, m.Status)
		for i, t := range m.Tries {
			p.Printf("  try %d at %s: %s\n", i+1, t.At.Format(time.DateTime), tryLine(t))
		}
	}
}

func (a *App) jobsCancelCmd() *cobra.Command {
	return a.steerCmd("cancel", "Cancel jobs, also those that are running", `Ends waiting jobs at once and asks the workers of running ones to stop, wherever
they run. What judges have answered is kept: 'judgement jobs retry' goes on from
there. Cancelling a cancelled job changes nothing.`, (*app.Queue).Cancel)
}

func (a *App) jobsRetryCmd() *cobra.Command {
	return a.steerCmd("retry", "Run failed jobs again", `Puts failed jobs back into the queue, cancelled ones too. What judges have
answered is kept and not paid for twice. Of a job with too few judges (no_quorum)
those whose replies can't be used are asked again, within the job's budget.`, (*app.Queue).Retry)
}

// steerCmd is a command that does one thing to each job, and shows the jobs as they are
// then.
func (a *App) steerCmd(verb, short, long string, do func(*app.Queue, context.Context, string) (job.Job, error)) *cobra.Command {
	return a.output(&cobra.Command{
		Use: verb + " JOB…", Short: short, Long: long,
		Example: "  judgement jobs " + verb + " j-3f1c0a55be2d4c1f9a0b7e66",
		Args:    someArgs("name the id of at least one job; 'judgement jobs list' shows the jobs"),
		RunE: func(c *cobra.Command, args []string) error {
			q, err := a.openQueue(c.Context())
			if err != nil {
				return err
			}
			var jobs []job.Job
			var problems []error
			for _, id := range args {
				if j, err := do(q, c.Context(), id); err != nil {
					problems = append(problems, err)
				} else {
					jobs = append(jobs, j)
				}
			}
			if len(jobs) > 0 {
				if err := a.printJobs(jobs); err != nil {
					return err
				}
			}
			return errors.Join(problems...)
		},
	})
}

// callsLine is the sum of calls. What a reply is worth is known of whole answers only,
// which may take several calls.
func callsLine(calls []calllog.Call, events []jury.Event) string {
	sum := calllog.Sum(calls)
	line := fmt.Sprintf("calls: %d, %d of them failed; %d tokens in, %d out", len(calls), sum.Failed, sum.TokensIn, sum.TokensOut)
	if unusable, of := jury.CountAnswers(events); of > 0 {
		line = fmt.Sprintf("answers: %d, %d of them without a usable reply; %s", of, unusable, line)
	}
	for _, currency := range slices.Sorted(maps.Keys(sum.Cost)) {
		line += fmt.Sprintf("; %s %s", sum.Cost[currency].Decimal(4), currency)
	}
	return line
}
