package cmd

import (
	"fmt"
	"io"
	"slices"

	"judgement/internal/pipeline"
	"judgement/report"
)

// writePreview shows what runs would do: of one document every judge, of several
// a line each and the judges once.
func writePreview(w io.Writer, plans []*pipeline.Preview) error {
	show := writePlans
	if len(plans) == 1 {
		show = func(w io.Writer, plans []*pipeline.Preview) error { return writePlan(w, plans[0]) }
	}
	if err := show(w, plans); err != nil {
		return err
	}
	var calls, prompt, reply int
	for _, p := range plans {
		calls, prompt, reply = calls+p.Calls, prompt+p.Prompt, reply+p.Reply
	}
	cost := "cost unknown: give the model's price as llm.prices in judgement.yaml"
	if sum := totalCost(plans); sum != nil {
		cost = "cost at most " + sum.String()
	}
	documents := ""
	if n := len(plans); n > 1 {
		documents = fmt.Sprintf("%d documents: ", n)
	}
	_, err := fmt.Fprintf(w, plural(calls, "%s%d call(s), about %d prompt tokens, at most %d reply tokens, before any retries; %s\n"), documents, calls, prompt, reply, cost)
	return err
}

// writePlan shows every judge of one document.
func writePlan(w io.Writer, p *pipeline.Preview) error {
	fmt.Fprintf(w, "%s: %s, %s\n", p.Plan.Brand, plainLine(p.Source.Title), p.Plan.SceneName)
	rows := make([][]string, 0, len(p.Judges))
	for _, j := range p.Judges {
		rows = append(rows, []string{j.Judge, j.Model, fmt.Sprint(j.Calls), fmt.Sprint(j.Prompt), fmt.Sprint(j.Reply), money(j.Cost)})
	}
	if err := writeTable(w, []string{"judge", "model", "calls", "prompt tokens", "reply tokens ≤", "cost ≤"}, rows); err != nil {
		return err
	}
	if n := len(p.Source.Warnings); n > 0 {
		fmt.Fprintf(w, plural(n, "%d integrity warning(s); 'judgement document FILE' shows them\n"), n)
	}
	return nil
}

// writePlans shows a line a document, and the judges once where all documents
// have the same.
func writePlans(w io.Writer, plans []*pipeline.Preview) error {
	rows := make([][]string, 0, len(plans))
	warned := false
	for _, p := range plans {
		warnings := ""
		if n := len(p.Source.Warnings); n > 0 {
			warnings, warned = fmt.Sprint(n), true
		}
		rows = append(rows, []string{
			p.Plan.Brand, fmt.Sprint(p.Calls), fmt.Sprint(p.Prompt), fmt.Sprint(p.Reply), money(p.Cost), warnings, p.Source.Title,
		})
	}
	fmt.Fprintf(w, "%s\n", plans[0].Plan.SceneName)
	if err := writeTable(w, []string{"case", "calls", "prompt tokens", "reply tokens ≤", "cost ≤", "warnings", "title"}, rows); err != nil {
		return err
	}
	if warned {
		fmt.Fprintln(w, "'judgement document FILE' shows a document's integrity warnings")
	}
	if !sameJudges(plans) {
		_, err := fmt.Fprintln(w, "\nthe judges are not the same for all; --plan with one document shows its judges")
		return err
	}
	fmt.Fprintln(w, "\neach of them by these judges:")
	var judges [][]string
	for _, j := range perJudge(plans[0].Judges) {
		judges = append(judges, []string{j.Judge, j.Model, fmt.Sprint(j.Calls), fmt.Sprint(j.Reply)})
	}
	if err := writeTable(w, []string{"judge", "model", "calls", "reply tokens ≤"}, judges); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// perJudge puts the repeats of a judge together.
func perJudge(list []pipeline.PreviewJudge) []pipeline.PreviewJudge {
	var out []pipeline.PreviewJudge
	for _, j := range list {
		if n := len(out) - 1; n >= 0 && out[n].Judge == j.Judge && out[n].Model == j.Model {
			out[n].Calls += j.Calls
			out[n].Reply += j.Reply
			continue
		}
		out = append(out, j)
	}
	return out
}

// sameJudges reports whether all documents have the same judges with as many
// calls each. Prompts differ with the documents.
func sameJudges(plans []*pipeline.Preview) bool {
	for _, p := range plans[1:] {
		if !slices.EqualFunc(p.Judges, plans[0].Judges, func(a, b pipeline.PreviewJudge) bool {
			return a.Judge == b.Judge && a.Model == b.Model && a.Calls == b.Calls && a.Reply == b.Reply
		}) {
			return false
		}
	}
	return true
}

// totalCost adds the plans' costs; nil where one is unknown or currencies
// differ.
func totalCost(plans []*pipeline.Preview) *report.Money {
	var sum report.Money
	for _, p := range plans {
		if p.Cost == nil || sum.Currency != "" && sum.Currency != p.Cost.Currency {
			return nil
		}
		sum.Currency, sum.Amount = p.Cost.Currency, sum.Amount.Add(p.Cost.Amount)
	}
	return &sum
}
