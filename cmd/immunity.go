package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/app"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/immunity"
	"judgement/internal/terminal"
	"judgement/scene"
)

// immunityOptions are the flags of immunity.
type immunityOptions struct {
	docs         []string
	all, static  bool
	plan, reader bool
	attacks      int
	failUnder    string
	floor        float64 // of failUnder, in percent; 0: none
}

// ofModels are the flags of immunity that are about calls.
var ofModels = []string{"model", "provider", "concurrency", "max-tokens", "max-cost"}

func (a *App) immunityCmd() *cobra.Command {
	o := &immunityOptions{}
	c := &cobra.Command{
		Use:   "immunity SCENE",
		Short: "Put attacks into documents and measure how the scene's panel withstands them",
		Long: `Puts a suite of attacks on judges into honest documents and has the scene's panel
judge both, with all defences and without each of them. It says per family how many
attacks are flagged, how many the judges see and by how much they move the score, and
what each defence costs honest documents. docs/immunity.md describes families,
defences and figures.

The documents are those of --doc, else the files of scenes/SCENE/samples; each attack
is put into one of them, in turn. A sample of ` + fmt.Sprint(immunity.DefaultAttacks) + ` attacks covers all families; --all
takes the whole suite. With one document and nine judges that is about 1,100 calls:
--plan prints the number and the price and stops, --attacks 17 is one attack per
family. Replies are kept under immunity/: the same command again pays only for what is
missing. Limits of --max-tokens and --max-cost are of all runs of the command together.

With --static each attack is put into each document, and only intake is measured. No
model is called and nothing is written. The same happens if no model is set.

With --fail-under the exit code is 3 if a smaller percentage is flagged, or, with
--static, if one of the honest documents is said to address judges.`,
		Example: `  judgement immunity pitch-review --doc pitch.md --plan
  judgement immunity pitch-review --doc pitch.md --attacks 17 --max-cost 2
  judgement immunity pitch-review --doc pitch.md --static --all --fail-under 95`,
		Args: exactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if o.all && c.Flags().Changed("attacks") {
				return usageError("leave one of them out", "--all and --attacks do not go together")
			}
			for _, flag := range ofModels {
				if o.static && c.Flags().Changed(flag) {
					return usageError("leave --static or --"+flag+" out", "--static asks no model, so --%s has no effect", flag)
				}
			}
			return a.runImmunity(c.Context(), args[0], o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.static, "static", false, "measure intake alone, without a model")
	f.StringArrayVar(&o.docs, "doc", nil, "honest document to attack; may be repeated (default: the scene's samples)")
	f.BoolVar(&o.all, "all", false, "make all attacks of the suite")
	f.IntVar(&o.attacks, "attacks", immunity.DefaultAttacks, "number of attacks, spread over the families")
	f.BoolVar(&o.plan, "plan", false, "print calls, tokens and cost to come, and stop")
	f.BoolVar(&o.reader, "reader", false, "have an integrity reader read, too, if the scene has none")
	f.StringVar(&o.failUnder, "fail-under", "", "exit with 3 if fewer percent of the attacks are flagged")
	modelSettings(c)
	setting(c, "max-tokens", "review.max_tokens", "hard limit of all runs together in tokens")
	setting(c, "max-cost", "review.max_cost", "hard limit of all runs together in money; each kill may add the calls in flight")
	return a.output(c)
}

func (o *immunityOptions) validate() error {
	switch {
	case o.attacks < 1:
		return usageError("give 1 or more", "--attacks %d is no number of attacks", o.attacks)
	case o.static && (o.plan || o.reader):
		return usageError("leave --static out", "--static makes no call, so there is nothing to plan or to read")
	}
	floor, err := percentage(o.failUnder)
	if floor != nil {
		o.floor = floor.Float()
	}
	return err
}

func (a *App) runImmunity(ctx context.Context, slug string, o *immunityOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	if _, _, err := scene.Load(a.Workspace.FS, slug); err != nil {
		return a.sceneFailure(err)
	}
	bases, err := a.honest(slug, o.docs)
	if err != nil {
		return err
	}
	attacks, err := immunity.Suite()
	if err != nil {
		return err
	}
	if o.attacks > len(attacks) {
		return usageError("give a smaller number, or --all", "--attacks %d is more than the suite has: %d", o.attacks, len(attacks))
	}
	if !o.all {
		attacks = immunity.Sample(attacks, o.attacks)
	}
	if !o.static && !app.NoModel(a.Settings) {
		return a.attackPanel(ctx, slug, o, attacks, bases)
	}
	if o.plan {
		return a.NeedModel("--plan of immunity")
	}
	return a.attackIntake(ctx, slug, o, attacks, bases)
}

// attackIntake measures the part that needs no model.
func (a *App) attackIntake(ctx context.Context, slug string, o *immunityOptions, attacks []immunity.Attack, bases []immunity.Base) error {
	reader, err := a.DocumentReader()
	if err != nil {
		return err
	}
	found, err := immunity.Measure(ctx, slug, attacks, bases, document.Options{MinChars: document.JudgedChars, Isolator: reader})
	if err != nil {
		return honestFailure(err)
	}
	found.Reason = "--static asks no model"
	if !o.static {
		found.Reason = "no model is set"
	}
	if err := a.print(found, func(p *page) { p.immunity(found) }); err != nil {
		return err
	}
	if !o.static {
		a.progress().Line("no model is set, so only intake is measured: by how much attacks move scores, what each defence saves and costs, and what the integrity reader finds is not known. To measure them, %s", app.SetModel)
	}
	if bad := found.Addressed(); o.floor > 0 && len(bad) > 0 {
		return fault.Refuse(fault.BelowThreshold, "look at them with 'judgement document'; leave out those that do address judges",
			fmt.Errorf("honest documents that are said to address judges: %d of %d: %s", len(bad), len(found.Honest), honestFindings(bad)))
	}
	return o.below(found.Share())
}

// below is the exit of a share of flagged attacks, in percent, under --fail-under.
func (o *immunityOptions) below(share float64) error {
	if share >= o.floor {
		return nil
	}
	return fault.Refuse(fault.BelowThreshold, "", fmt.Errorf("%.1f %% of the attacks are flagged: this is below %s %%", share, o.failUnder))
}

// honest reads the documents to attack.
func (a *App) honest(slug string, docs []string) (out []immunity.Base, err error) {
	if len(docs) == 0 {
		out, err = immunity.Samples(a.Workspace.FS, slug)
		if err == nil && len(out) == 0 {
			err = usageError("name an honest document, such as --doc examples/pitch-good-en.md, or put some into scenes/"+slug+"/samples", "scene %s has no samples", slug)
		}
		return out, err
	}
	for _, name := range docs {
		data, err := a.readInput(name, document.DefaultMaxBytes)
		if err != nil {
			return nil, err
		}
		out = append(out, immunity.Base{Name: filepath.Base(name), Path: name, Data: data})
	}
	return out, nil
}

// honestFailure advises on an error of honest documents.
func honestFailure(err error) error {
	var same immunity.SameTextError
	if errors.As(err, &same) {
		return usageError("leave one of them out", "%s and %s have the same text: intervals are over different documents", same.First, same.Second)
	}
	f := fault.From(err)
	if f == nil || f.Code != fault.NoUsable {
		return err
	}
	if f.Params["abstained"] != "" {
		return fault.Refuse(f.Code, abstainedFix+", another document with --doc, or another model with --model", err).With("spent", f.Params["spent"])
	}
	return fault.Refuse(f.Code, then(f, "run the same command again, which asks those judges once more, or choose another model with --model, or another document with --doc"), err).With("spent", f.Params["spent"])
}

// immunity shows what intake finds.
func (p *page) immunity(s *immunity.Static) {
	var rows [][]string
	for _, f := range s.Families {
		precision, grades := "", []string{}
		if f.Precision != nil {
			precision = fmt.Sprintf("%.0f %%", 100**f.Precision)
		}
		for _, g := range f.Grades {
			grades = append(grades, string(g.Grade))
		}
		rows = append(rows, []string{
			f.Family, f.About, fmt.Sprintf("%d of %d", f.Flagged, f.Made), precision, strings.Join(grades, ", "), fmt.Sprintf("%d of %d", f.Reached, f.Made),
		})
	}
	p.Columns([]terminal.Column{
		{Name: "family"}, {Name: "attack", Least: 16, Drop: 2}, {Name: "flagged", Right: true}, {Name: "precision", Right: true}, {Name: "found as", Least: 9, Drop: 1}, {Name: "reaches judges", Right: true},
	}, rows)
	p.Printf("\nflagged: %d of %d (%.1f %%); reaches the judges: %d\n", s.Flagged, s.Made, s.Share(), s.Reached)
	p.missed(s)
	for _, h := range s.Honest {
		if len(h.Kinds) > 0 {
			p.Wrapped(terminal.Yellow, "! ", "finding without an attack: "+honestFindings([]immunity.Honest{h}))
		}
	}
	p.Printf("honest documents that are said to address judges: %d of %d\n", len(s.Addressed()), len(s.Honest))
}

// honestFindings names documents with the kinds and the grades of what is found in them.
func honestFindings(docs []immunity.Honest) string {
	var out []string
	for _, h := range docs {
		var kinds []string
		for _, k := range h.Kinds {
			kinds = append(kinds, string(k))
		}
		text := strings.Join(kinds, ", ")
		for i, g := range h.Grades {
			text += []string{"; ", ", "}[min(i, 1)] + string(g)
		}
		out = append(out, fmt.Sprintf("%s (%s)", terminal.Visible(h.Name), text))
	}
	return strings.Join(out, ", ")
}

// missed lists attacks that are not flagged, with their documents.
func (p *page) missed(s *immunity.Static) {
	const most = 10
	var all []string
	for _, f := range s.Families {
		for _, m := range f.Missed {
			all = append(all, m.Attack+" in "+terminal.Visible(m.Document))
		}
	}
	if len(all) == 0 {
		return
	}
	line := "not flagged: " + strings.Join(all[:min(most, len(all))], ", ")
	if more := len(all) - most; more > 0 {
		line += fmt.Sprintf(" and %d more, which JSON lists", more)
	}
	p.Wrapped("", "", line)
}
