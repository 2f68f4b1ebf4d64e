package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"judgement/scene"
)

func (a *App) addSceneCmd() *cobra.Command {
	var typ string
	var dry bool
	c := &cobra.Command{
		Use: "add-scene SLUG --type review|competition", Short: "Make a new scene from the template", Args: exactArgs(1),
		Example: "  judgement add-scene my-scene --type review\n  judgement add-scene my-contest --type competition --dry-run",
		RunE: func(_ *cobra.Command, args []string) error {
			if typ != string(scene.Review) && typ != string(scene.Competition) {
				problem := fmt.Sprintf("unknown scene type %q", typ)
				if typ == "" {
					problem = "no scene type is named"
				}
				return usageError("add --type review or --type competition", "%s", problem)
			}
			if err := scene.CheckSlug(args[0]); err != nil {
				return usageError("choose another slug, such as my-scene", "%w", err)
			}
			return a.runAddScene(args[0], scene.Type(typ), dry)
		},
	}
	c.Flags().StringVar(&typ, "type", "", "review (has an anchor judge) or competition (public scores)")
	c.Flags().BoolVar(&dry, "dry-run", false, "print what would be written and write nothing")
	return a.output(c)
}

func (a *App) runAddScene(slug string, typ scene.Type, dry bool) error {
	files, err := a.AddScene(slug, typ, dry)
	if err != nil {
		return err
	}
	result := map[string]any{"slug": slug, "scene_type": typ, "dry_run": dry, "files": files}
	return a.print(result, func(p *page) {
		verb := "wrote"
		if dry {
			verb = "would write"
		}
		for _, f := range files {
			p.Printf("%s %s\n", verb, f.Path)
			if dry {
				p.Line(string(f.Data))
			}
		}
		if !dry {
			a.sayNext("smoke scene " + slug)
		}
	})
}

// sayNext names the command that comes next, for the same workspace.
func (a *App) sayNext(command string) {
	if a.WorkspaceFlag != "" {
		command += " --workspace " + a.WorkspaceFlag
	}
	fmt.Fprintf(a.Err, "next: judgement %s\n", command)
}
