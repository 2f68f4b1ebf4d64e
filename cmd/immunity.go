package cmd

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/immunity"
	"judgement/internal/terminal"
	"judgement/scene"
)

// immunityOptions are the flags of immunity.
type immunityOptions struct {
	docs        []string
	all, static bool
	failUnder   float64
}

func (a *App) immunityCmd() *cobra.Command {
	o := &immunityOptions{}
	c := &cobra.Command{
		Use:   "immunity SCENE --static",
		Short: "Put attacks into documents of a scene and count what intake finds",
		Long: `Puts a suite of attacks on judges into honest documents, reads them as a review
does, and says per family how many are flagged and how many the judges would see.
The documents are those of --doc, else the files of scenes/SCENE/samples. A sample
of ` + fmt.Sprint(immunity.DefaultAttacks) + ` attacks covers all families; --all takes the whole suite. No model is
called and nothing is written. docs/immunity.md describes the families.

With --fail-under the exit code is 3 if a smaller percentage is flagged, or if one
of the honest documents is said to address judges.`,
		Example: "  judgement immunity pitch-review --static\n  judgement immunity pitch-review --static --doc pitch.md --all --fail-under 95",
		Args:    exactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.runImmunity(c.Context(), args[0], o) },
	}
	f := c.Flags()
	f.BoolVar(&o.static, "static", false, "measure intake alone, without a model")
	f.StringArrayVar(&o.docs, "doc", nil, "honest document to attack; may be repeated (default: the scene's samples)")
	f.BoolVar(&o.all, "all", false, "make all attacks of the suite")
	f.Float64Var(&o.failUnder, "fail-under", 0, "exit with 3 if fewer percent of the attacks are flagged")
	return a.output(c)
}

func (o *immunityOptions) validate() error {
	switch {
	case !o.static:
		return usageError("add --static", "only the part that needs no model can be measured")
	case o.failUnder < 0 || o.failUnder > 100:
		return usageError("give a number from 0 to 100, such as 95", "--fail-under %v is not a percentage", o.failUnder)
	}
	return nil
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
	reader, err := a.DocumentReader()
	if err != nil {
		return err
	}
	attacks, err := immunity.Suite()
	if err != nil {
		return err
	}
	if !o.all {
		attacks = immunity.Sample(attacks, immunity.DefaultAttacks)
	}
	found, err := immunity.Measure(ctx, slug, attacks, bases, document.Options{MinChars: document.JudgedChars, Isolator: reader})
	if err != nil {
		return err
	}
	if err := a.print(found, func(p *page) { p.immunity(found) }); err != nil {
		return err
	}
	if o.failUnder > 0 && (found.Share() < o.failUnder || found.Addressed() > 0) {
		return silent{fault.ExitBelow}
	}
	return nil
}

// honest reads the documents to attack.
func (a *App) honest(slug string, docs []string) (out []immunity.Base, err error) {
	if len(docs) == 0 {
		out, err = immunity.Samples(a.Workspace.FS, slug)
		if err == nil && len(out) == 0 {
			err = usageError("name a document with --doc, or put some into scenes/"+slug+"/samples", "scene %s has no samples", slug)
		}
		return out, err
	}
	for _, name := range docs {
		data, err := a.readInput(name, document.DefaultMaxBytes)
		if err != nil {
			return nil, err
		}
		out = append(out, immunity.Base{Name: filepath.Base(name), Data: data})
	}
	return out, nil
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
			f.Family, f.About, fmt.Sprintf("%d of %d", f.Flagged, f.Documents), precision, strings.Join(grades, ", "), fmt.Sprintf("%d of %d", f.Reached, f.Documents),
		})
	}
	p.Columns([]terminal.Column{
		{Name: "family"}, {Name: "attack", Least: 16, Drop: 2}, {Name: "flagged", Right: true}, {Name: "precision", Right: true}, {Name: "found as", Least: 9, Drop: 1}, {Name: "reaches judges", Right: true},
	}, rows)
	p.Printf("\nflagged: %d of %d (%.1f %%); reaches the judges: %d\n", s.Flagged, s.Made, s.Share(), s.Reached)
	for _, h := range s.Honest {
		if len(h.Kinds) == 0 {
			continue
		}
		var kinds []string
		for _, k := range h.Kinds {
			kinds = append(kinds, string(k))
		}
		p.Wrapped(terminal.Yellow, "! ", terminal.Visible(h.Name)+" has findings without an attack: "+strings.Join(kinds, ", "))
	}
	p.Printf("honest documents that are said to address judges: %d of %d\n", s.Addressed(), len(s.Honest))
}
