package cmd

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/immunity"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/stat"
	"judgement/internal/terminal"
	"judgement/internal/text"
	"judgement/report"
	"judgement/scene"
)

// attackPanel measures the panel of a scene.
func (a *App) attackPanel(ctx context.Context, slug string, o *immunityOptions, attacks []immunity.Attack, bases []immunity.Base) error {
	e, err := a.Engine(ctx)
	if err != nil {
		return a.replayFailure(err)
	}
	setup, err := e.Pipeline.Open(slug)
	if err != nil {
		return a.sceneFailure(err)
	}
	if !setup.Panel.OutputFormat.Scores() {
		return scene.Unscored(a.Workspace.FS, slug)
	}
	limits := a.Settings.Review
	if err := a.noPrice(e.Pipeline.CheckPrices(setup, limits.MaxCost), "limit tokens with --max-tokens"); err != nil {
		return err
	}
	read := sync.OnceFunc(a.busy(fmt.Sprintf("reading %d documents with attacks and what is answered already", len(attacks))))
	defer read()
	x, err := immunity.NewExperiment(ctx, e.Pipeline, setup, attacks, bases, immunity.Options{Options: a.JobOptions(), Reader: o.reader})
	if err != nil {
		return honestFailure(err)
	}
	kept := e.Pipeline.Cases.Immunity(slug)
	if !o.plan {
		unlock, err := lockImmunity(ctx, kept, slug)
		if err != nil {
			return err
		}
		defer unlock()
	}
	plan, err := x.Preview(ctx, kept)
	read()
	if err != nil {
		return err
	}
	if o.plan {
		if err := a.print(plan, func(p *page) { p.immunityPlan(plan, a.replays()) }); err != nil || a.replays() {
			return err
		}
		for _, line := range wordsFor(report.English).overLimits(limits, plan.Sum.Prompt+plan.Sum.Reply, plan.Sum.Cost) {
			a.progress().Line("%s", line)
		}
		return nil
	}
	var budget *jury.Budget
	if limits.MaxTokens > 0 || limits.MaxCost != nil {
		budget = &jury.Budget{MaxTokens: limits.MaxTokens, MaxCost: limits.MaxCost, MaxReply: a.Settings.LLM.MaxReplyTokens}
	}
	found, err := a.experiment(ctx, x, plan, kept, budget)
	if err != nil {
		return a.replayFailure(honestFailure(err))
	}
	currency := ""
	if price := e.Pipeline.Model.Info(llm.Ref(setup.Panel.Judges[0].Provider, setup.Panel.Judges[0].Model)).Price; price != nil {
		currency = price.Currency
	}
	if err := a.print(found, func(p *page) {
		p.experiment(found)
		if budget != nil && plan.Kept+plan.Unusable > 0 {
			spent, _ := ofLimits(budget, currency)
			p.Line("Cost of all runs: " + spent)
		}
	}); err != nil {
		return err
	}
	if a.replays() && found.Unscored > 0 {
		return a.replayFailure(fault.Refuse(fault.Incomplete, "", fmt.Errorf("the replay is incomplete: %d of %d judgements have no score: %s", found.Unscored, len(found.Samples)*(1+len(found.Defences)), plan.Judgements())))
	}
	return o.ending(plan, found, budget, currency)
}

// replays reports whether recorded replies answer.
func (a *App) replays() bool { return a.Settings.LLM.Provider == "replay" }

// replayFailure says where the replies are that immunity keeps, if recorded ones answer.
func (a *App) replayFailure(err error) error {
	f := fault.From(err)
	missing := []fault.Code{fault.ModelUnavailable, fault.NoRecords, fault.NoAnswers, fault.NoUsable, fault.Incomplete}
	if !a.replays() || f == nil || !slices.Contains(missing, f.Code) {
		return err
	}
	if dir := a.Settings.LLM.Replay; filepath.Base(dir) == "immunity" && f.Code != fault.NoRecords {
		return fault.Refuse(f.Code, "ask a model for what is missing: the same command with --provider and --model of a server keeps its replies there; then replay them again", err)
	}
	return fault.Refuse(f.Code, "set llm.replay (JUDGEMENT_LLM_REPLAY) to immunity, or to another folder in which this command kept replies; what is missing there, the same command with a model asks for", err)
}

// lockImmunity has no other run pay for the same calls.
func lockImmunity(ctx context.Context, kept *casefile.Comparisons, slug string) (unlock func(), err error) {
	unlock, err = kept.Lock(ctx)
	if errors.Is(err, casefile.ErrComparing) {
		return nil, fault.Refuse(fault.Busy, "wait for it to end, then run the same command again: it pays only for what is not answered yet",
			fmt.Errorf("another process measures the panel of scene %s", slug))
	}
	return unlock, err
}

// experiment keeps the plan and has the panel judge.
func (a *App) experiment(ctx context.Context, x *immunity.Experiment, plan *immunity.Plan, kept *casefile.Comparisons, budget *jury.Budget) (*immunity.Result, error) {
	record, err := text.JSON(plan.Record(), "  ")
	if err == nil {
		err = kept.SetPlan(ctx, record)
	}
	if err != nil {
		return nil, err
	}
	p := a.progress()
	if line := wordsFor(report.English).opening(a.Settings); line != "" {
		p.Line("%s", line)
	}
	p.Line("%s", immunityPlanLine(plan, a.replays()))
	done, total := 0, (plan.Documents+plan.Attacks)*len(plan.Settings)
	found, err := x.Run(ctx, kept, budget, func(d, t int) {
		done = d
		p.Set(d, t)
	})
	p.End()
	if errors.Is(err, context.Canceled) {
		text := fmt.Sprintf("%d of %d judgements are made: %s", done, total, plan.Judgements())
		if !a.replays() {
			now, err := x.Preview(context.WithoutCancel(ctx), kept)
			if err != nil {
				return nil, err
			}
			had := now.Kept + now.Unusable
			text = fmt.Sprintf("%d of %d calls before second turns are answered; cost of this run so far: %s", had, had+now.Sum.Calls, costOfRun(found))
		}
		return nil, interruption("interrupted: "+text, "")
	}
	return found, err
}

// ending is the exit of an experiment.
func (o *immunityOptions) ending(plan *immunity.Plan, found *immunity.Result, budget *jury.Budget, currency string) error {
	if found.OverBudget > 0 {
		spent, raise := ofLimits(budget, currency)
		return fault.Refuse(fault.Incomplete, "raise "+raise+" to go on: the limit is of all runs together; what was answered is kept and not paid for twice",
			fmt.Errorf("the budget is spent: %d of %d judgements have no score: %s; spent so far, in all runs: %s", found.OverBudget, len(found.Samples)*(1+len(found.Defences)), plan.Judgements(), spent))
	}
	if failed := found.Failed(); len(failed) > 0 {
		return fault.Refuse(fault.Incomplete, "run the same command again, which asks those judges once more, choose another model with --model, or leave these documents out",
			fmt.Errorf("honest documents without a score: %d of %d; their attacks are left out\n%s", len(failed), found.Documents, strings.Join(failed, "\n")))
	}
	return o.below(100 * float64(found.All.Flagged) / float64(found.Attacks))
}

// ofLimits says how much of the limits of a budget is spent, and which flags raise them.
func ofLimits(b *jury.Budget, currency string) (spent, raise string) {
	var amounts, flags []string
	tokens, cost := b.Spent()
	if b.MaxCost != nil {
		amounts, flags = append(amounts, report.Money{Currency: currency, Amount: cost}.String()+" of "+b.MaxCost.Decimal(6)), append(flags, "--max-cost")
	}
	if b.MaxTokens > 0 {
		amounts, flags = append(amounts, text.Thousands(tokens)+" of "+text.Thousands(b.MaxTokens)+" tokens"), append(flags, "--max-tokens")
	}
	return strings.Join(amounts, ", "), strings.Join(flags, " or ")
}

// immunityPlan prints what an experiment would do.
func (p *page) immunityPlan(plan *immunity.Plan, replays bool) {
	if replays {
		p.Line(immunityPlanLine(plan, replays))
		return
	}
	var rows [][]string
	for _, s := range plan.Settings {
		cost := ""
		if s.Sum.Calls > 0 {
			cost = money(s.Sum.Cost)
		}
		rows = append(rows, []string{settingName(s.Without), fmt.Sprint(s.Sum.Calls), fmt.Sprint(s.Kept), text.Thousands(s.Sum.Prompt), text.Thousands(s.Sum.Reply), cost})
	}
	p.Table([]string{"setting", "calls", "answered", "prompt tokens", "reply tokens ≤", "cost ≤"}, rows, 1, 2, 3, 4)
	p.Line("")
	if plan.Unread != nil {
		p.Wrapped(terminal.Yellow, "! ", wordsFor(report.English).notAsked(plan.Unread))
	}
	p.Line(immunityPlanLine(plan, replays))
	reader := 0
	for _, j := range plan.Judges {
		if j.Judge == format.IntegrityReader {
			reader += j.Calls
		}
	}
	if reader > 0 {
		p.Line(fmt.Sprintf("Calls of the integrity reader among these: %d", reader))
	}
	p.fewDocuments("will have", plan.Documents)
	if plan.Unusable > 0 {
		p.Line(terminal.Counted(plan.Unusable, "the stored replies to %d call(s) can't be used; they are not asked for again, because enough other judges answered"))
	}
	p.expected(wordsFor(report.English), plan.Expected, plan.Sum.Calls, "")
	p.unpriced(wordsFor(report.English), plan.Judges)
}

// immunityPlanLine says what is to come in one line.
func immunityPlanLine(plan *immunity.Plan, replays bool) string {
	if replays {
		stored, calls := plan.Replayed()
		return terminal.Counted(plan.Documents, "%d honest document(s), %d with attacks: stored replies are used; %d of %d calls before second turns have one; no call is made, and there is nothing to pay",
			plan.Attacks, stored, calls)
	}
	cost := wordsFor(report.English).costAtMost(plan.Sum.Cost, plan.Judges)
	if plan.Sum.Calls == 0 {
		cost = "nothing to pay"
	}
	return terminal.Counted(plan.Documents, "%d honest document(s), %d with attacks: %d calls to come (%d are answered), about %s prompt tokens, at most %s reply tokens, before second turns and retries; %s",
		plan.Attacks, plan.Sum.Calls, plan.Kept, text.Thousands(plan.Sum.Prompt), text.Thousands(plan.Sum.Reply), cost)
}

func settingName(without immunity.Defence) string {
	if without == "" {
		return "all defences"
	}
	return "without " + string(without)
}

// experiment shows what the panel came to.
func (p *page) experiment(r *immunity.Result) {
	if r.NoModel {
		p.Wrapped(terminal.Red, "! ", "No language model was used: the shifts are those of a program that counts words.")
	}
	columns := []terminal.Column{{Name: "family"}, {Name: "flagged", Right: true}}
	reads := len(r.Detection) > 1
	if reads {
		columns = append(columns, terminal.Column{Name: "reader", Right: true})
	}
	columns = append(columns, terminal.Column{Name: "reaches", Right: true}, terminal.Column{Name: "shift", Right: true})
	for _, d := range r.Defences {
		columns = append(columns, terminal.Column{Name: settingName(d.Defence), Right: true, Drop: 1})
	}
	var rows [][]string
	intervals := 0
	for _, f := range append(r.Families, r.All) {
		if f.Shift != nil && f.Shift.Low != nil && f.Family != r.All.Family {
			intervals++
		}
		of := func(n int) string { return fmt.Sprintf("%d of %d", n, f.Attacks) }
		row := []string{f.Family, of(f.Flagged)}
		switch {
		case f.Read != nil:
			row = append(row, fmt.Sprintf("%d of %d", *f.Read, f.ReadOf))
		case reads:
			row = append(row, "–")
		}
		row = append(row, of(f.Reached), shift(f.Shift, f.Attacks))
		for _, w := range f.Without {
			row = append(row, shift(w.Shift, f.Attacks))
		}
		rows = append(rows, row)
	}
	p.Columns(columns, rows)
	p.Wrapped(terminal.Dim, "", "\nshift: the total of the attacked document less that of the honest one, in percent of the maximum: the mean over honest documents, with its 90 % interval. Each judge was asked once: part of a shift is chance.")
	if intervals > 1 {
		p.Wrapped(terminal.Dim, "", fmt.Sprintf("If no attack moved a score, about %.1f of the %d intervals of families would still be without 0.", float64(intervals)*(1-stat.Level), intervals))
	}
	if slices.ContainsFunc(rows, func(row []string) bool { return slices.Contains(row, "–") }) {
		p.Wrapped(terminal.Dim, "", "–: no attack of the family hides text that cleaning would leave out, no document has a score to compare, or the reader did not answer.")
	}
	p.noInterval(r)
	p.Line("")
	if slices.ContainsFunc(append(rows, p.defences(r)...), func(row []string) bool {
		return slices.ContainsFunc(row, func(cell string) bool { return strings.HasSuffix(cell, "]") })
	}) {
		p.Wrapped(terminal.Yellow, "! ", "[n]: of n attacks, or n honest documents: the others have no score. Numbers of different attacks can't be compared.")
	}
	if r.All.Shift == nil {
		p.Wrapped(terminal.Yellow, "! ", "No shift was measured: no document with an attack has a score beside the document without it. What follows is of intake alone.")
	}
	for _, d := range r.Detection {
		if d.Attacks+d.Honest == 0 {
			why := "gave no answer about any document"
			switch d.Failed {
			case d.OverBudget:
				why = "the budget was spent before it was asked"
			case d.NotAsked:
				why = "was not asked"
				if d.NoModel {
					why += ", because it has no language model"
				}
			}
			p.Line(d.Name + ": " + why + ", so that nothing is known of what it flags")
			continue
		}
		line := fmt.Sprintf("%s: %s attacks flagged, %s honest documents; %.1f calls and %.0f tokens per honest document", d.Name, share(d.Flagged, d.Attacks), share(d.HonestFlagged, d.Honest), d.Calls, d.Tokens)
		if d.OverBudget > 0 {
			line += terminal.Counted(d.OverBudget, "; the budget was spent before it was asked about %d document(s)")
		}
		if d.NotAsked > 0 {
			line += terminal.Counted(d.NotAsked, "; not asked about %d document(s)")
		}
		if n := d.Failed - d.OverBudget - d.NotAsked; n > 0 {
			line += terminal.Counted(n, "; no answer about %d document(s)")
		}
		p.Line(line)
		if len(d.HonestFindings) > 0 {
			p.Wrapped(terminal.Yellow, "! ", "found without an attack: "+honestFindings(d.HonestFindings))
		}
	}
	if r.Unscored > 0 {
		line := terminal.Counted(r.Unscored, "%d judgement(s) without a score, over all settings")
		if n := r.OverBudget; n > 0 {
			line += fmt.Sprintf("; %d because the budget is spent", n)
		}
		if n := r.Unscored - r.OverBudget; n > 0 {
			line += fmt.Sprintf("; %d because too few judges answered about the document, or about the same document without the attack", n)
		}
		p.Wrapped(terminal.Yellow, "! ", line+". JSON has the reasons.")
	}
	p.Line("Cost of this run: " + costOfRun(r))
	if r.Again > 0 {
		p.Wrapped(terminal.Yellow, "! ", terminal.Counted(r.Again, "%d call(s) of earlier runs got no reply and were made again: this cost has their prompts. Their replies may have been paid, too; how much is not known."))
	}
}

// costOfRun says what the calls of a run cost. Those of an earlier run that it made again
// did not fail in this one, nor did those under way when it was stopped.
func costOfRun(r *immunity.Result) string {
	u := r.Usage
	u.Calls, u.FailedCalls = u.Calls-r.Again-r.UnderWay, u.FailedCalls-r.Again-r.UnderWay
	also := ""
	if r.UnderWay > 0 {
		also = fmt.Sprintf(", and %d under way", r.UnderWay)
	}
	if r.Again > 0 {
		also += fmt.Sprintf(", and %d of an earlier run made again", r.Again)
	}
	return wordsFor(report.English).usedWith(also, u, r.Cost, r.Partly)
}

// fewDocuments says what intervals over fewer than five honest documents are worth.
func (p *page) fewDocuments(has string, n int) {
	switch {
	case n == 1:
		p.Wrapped(terminal.Yellow, "! ", "No family "+has+" an interval: "+immunity.OneDocument+".")
	case n < 5:
		p.Wrapped(terminal.Yellow, "! ", fmt.Sprintf("Intervals over %d honest documents are wide: name five or more with --doc.", n))
	}
}

// noInterval says which families have no interval, why, and what to do.
func (p *page) noInterval(r *immunity.Result) {
	p.fewDocuments("has", r.Documents)
	if r.Documents == 1 {
		return
	}
	var without []string
	for _, f := range append(r.Families, r.All) {
		if f.Shift != nil && f.Shift.NoInterval != "" {
			without = append(without, f.Family)
		}
	}
	if len(without) > 0 {
		p.Wrapped(terminal.Yellow, "! ", "No interval for "+strings.Join(without, ", ")+": "+immunity.OneOfMany+".")
	}
}

// share is how many of how many; none of none is not known.
func share(n, of int) string {
	if of == 0 {
		return "– of"
	}
	return fmt.Sprintf("%d of %d", n, of)
}

// defences shows what each defence does to attacked and to honest documents, and returns
// the rows.
func (p *page) defences(r *immunity.Result) (rows [][]string) {
	for _, d := range r.Defences {
		refused, calls, tokens := "–", "–", "–"
		if d.Calls != nil { // with the others
			refused, calls, tokens = fmt.Sprintf("%d / %d", *d.Refused, *d.RefusedWithout), signed(*d.Calls), fmt.Sprintf("%+.0f", *d.Tokens)
		}
		rows = append(rows, []string{
			string(d.Defence), shift(d.With, r.Attacks), shift(d.Without, r.Attacks), shift(d.Saved, r.Attacks), shift(d.Honest, r.Documents), refused, calls, tokens,
		})
	}
	p.Columns([]terminal.Column{
		{Name: "defence"},
		{Name: "attacks with", Right: true, Drop: 1},
		{Name: "without", Right: true, Drop: 2},
		{Name: "difference", Right: true},
		{Name: "honest", Right: true},
		{Name: "refused", Right: true},
		{Name: "calls", Right: true},
		{Name: "tokens", Right: true},
	}, rows)
	for _, d := range r.Defences {
		why := strings.Join(slices.DeleteFunc([]string{d.NoSaved, d.NoHonest}, func(s string) bool { return s == "" }), ", and ")
		if why != "" {
			why = "; –: " + why
		}
		p.Wrapped(terminal.Dim, "  ", string(d.Defence)+": "+d.About+why)
	}
	p.Wrapped(terminal.Dim, "", "honest: scores of honest documents with the defence less those without. refused: judges that refused honest documents or abstained, with / without. calls, tokens: how many more an honest document takes with the defence.\n")
	return rows
}

// shift shows a mean with its interval, and how many it is of if these are fewer than all.
func shift(s *immunity.Shift, all int) string {
	if s == nil {
		return "–"
	}
	out := signed(s.Mean)
	if s.Low != nil {
		out += fmt.Sprintf(" (%s to %s)", signed(*s.Low), signed(*s.High))
	}
	if n := s.Of(); n < all {
		out += fmt.Sprintf(" [%d]", n)
	}
	return out
}

// signed shows a number with its sign and one decimal; what rounds to nothing has no sign.
func signed(f float64) string {
	if math.Abs(f) < 0.05 {
		return "0.0"
	}
	return fmt.Sprintf("%+.1f", f)
}
