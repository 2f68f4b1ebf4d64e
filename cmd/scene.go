package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"judgement/internal/doctor"
	"judgement/internal/fault"
	"judgement/internal/pipeline"
	"judgement/internal/terminal"
	"judgement/internal/yamlfile"
	"judgement/panel"
	"judgement/scene"
)

func (a *App) sceneCmd() *cobra.Command {
	return group(&cobra.Command{Use: "scene", Short: "List, load and validate scenes"}, a.sceneListCmd(), a.sceneLoadCmd(), a.sceneValidateCmd())
}

func (a *App) sceneListCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use: "list", Short: "List all scenes and whether their bots are configured", Args: exactArgs(0),
		Long: `Lists all scenes. --output json has the shape of GET /v1/scenes:

  {"scenes": [{"slug": "…", "scene_type": "review", "panel_path": "…",
    "chat": {"app_id_env": "CHAT_APP_ID_…", "env_ready": false}}],
   "env_ready_count": 0}

env_ready is true when the variable that app_id_env names is not empty; its value
is never printed. A scene that is at fault is left out, with a line on standard
error.`,
		Example: "  judgement scene list\n  judgement scene list --output json",
		RunE:    func(*cobra.Command, []string) error { return a.runSceneList() },
	})
}

func (a *App) runSceneList() error {
	a.SayBuiltIn()
	all, err := a.Scenes()
	if err != nil {
		return err
	}
	list := scene.Catalog{Scenes: []scene.Entry{}}
	var rows [][]string
	for _, l := range all {
		if l.Err != nil {
			fmt.Fprintf(a.Err, "judgement: scene %s is left out, see 'judgement scene validate'\n", terminal.Visible(l.Slug))
			continue
		}
		e, bot := l.Scene.Entry(a.Env), "not set"
		if e.Chat.EnvReady {
			bot = "ready"
		}
		list.Add(e)
		rows = append(rows, []string{e.Slug, string(e.Type), bot, e.PanelPath, l.Scene.DisplayName})
	}
	return a.print(list, func(p *page) {
		p.Columns([]terminal.Column{{Name: "SCENE", Least: 16}, {Name: "TYPE"}, {Name: "BOT"}, {Name: "PANEL", Least: 36, Drop: 1}, {Name: "NAME", Least: 20}}, rows)
	})
}

func (a *App) sceneLoadCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use: "load SLUG", Short: "Print one scene as JSON", Args: exactArgs(1),
		Long: `Prints one scene with its defaults filled in. report.language is empty if the
scene leaves the language to the document.`,
		Example: "  judgement scene load pitch-review",
		RunE:    func(_ *cobra.Command, args []string) error { return a.runSceneLoad(args[0]) },
	}, "json", "yaml")
}

func (a *App) runSceneLoad(slug string) error {
	a.SayBuiltIn()
	s, _, err := scene.Load(a.Workspace.FS, slug, pipeline.Outputs()...)
	if err == nil {
		return a.print(s, nil)
	}
	err = a.sceneFailure(err)
	if errors.Is(err, fault.InvalidScene) {
		return withExit{err, fault.ExitBelow} // as smoke and validate
	}
	return err
}

type validation struct {
	Slug     string            `json:"slug"`
	OK       bool              `json:"ok"`
	Problems yamlfile.Problems `json:"problems"`
	Warnings []string          `json:"warnings,omitempty"`
}

func (a *App) sceneValidateCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use: "validate", Short: "Check every scene and panel file; exit code 3 when one is invalid", Args: exactArgs(0),
		Example: "  judgement scene validate\n  judgement scene validate --output json",
		RunE:    func(*cobra.Command, []string) error { return a.runSceneValidate() },
	})
}

func (a *App) runSceneValidate() error {
	if err := a.NeedWorkspace("scene validate"); err != nil {
		return err
	}
	checks, rest, err := doctor.Files(a.look(), noEnv)
	if err != nil {
		return err
	}
	all, err := a.Scenes()
	if err != nil {
		return err
	}
	out, bad := []validation{}, 0
	for _, l := range all {
		v := validation{Slug: l.Slug, Problems: yamlfile.Problems{}}
		var problems yamlfile.Problems
		if !errors.As(l.Err, &problems) {
			v.Warnings = l.Scene.Warnings
			for _, c := range checks {
				if c.Slug == l.Slug { // what other files say against a scene that loads
					problems = c.Points[0].Problems
				}
			}
		}
		if v.OK = len(problems) == 0; !v.OK {
			v.Problems = problems
			bad++
		}
		out = append(out, v)
	}
	if err := a.printChecked(out, rest, bad, func(p *page) {
		for _, v := range out {
			for _, problem := range v.Problems {
				p.Line(terminal.Visible(problem.Error()))
			}
			for _, warning := range v.Warnings {
				p.Line("warning: " + warning)
			}
		}
		for _, problem := range rest {
			p.Line(terminal.Visible(problem.Error()))
		}
		p.Line(terminal.Counted(len(out), "%d scene(s), %d invalid", bad))
	}); err != nil {
		return err
	}
	if bad+len(rest) > 0 {
		return silent{fault.ExitBelow}
	}
	return nil
}

func (a *App) addSceneCmd() *cobra.Command {
	var typ string
	var dry bool
	c := &cobra.Command{
		Use: "add-scene SLUG --type review|competition", Short: "Make a new scene from the template", Args: exactArgs(1),
		Long: `Makes scenes/SLUG from the template. Its panel.yaml has every criterion with its
maximum, and every judge with its weight, as lines to edit.`,
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
	err = a.print(result, func(p *page) {
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
	})
	if err == nil && !dry && a.format == "table" {
		a.sayNext("smoke scene " + slug)
	}
	return err
}

// sayNext names the command that comes next, for the same workspace.
func (a *App) sayNext(command string) {
	if a.WorkspaceFlag != "" {
		command += " --workspace " + a.WorkspaceFlag
	}
	fmt.Fprintf(a.Err, "next: judgement %s\n", command)
}

func (a *App) panelCmd() *cobra.Command {
	resolve := &cobra.Command{
		Use: "resolve PATH", Short: "Print a panel as JSON, inheritance merged", Args: exactArgs(1),
		Long:    "Prints a panel with its base merged in. PATH is a\nfile or a scene's folder, on disk or in the workspace.",
		Example: "  judgement panel resolve scenes/startup-contest/panel.yaml",
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := a.ResolvePanel(args[0])
			if err != nil {
				return err
			}
			return a.print(p, nil)
		},
	}
	total := &cobra.Command{
		Use: "total-max PATH", Short: "Print a panel's maximum total score", Args: exactArgs(1),
		Long:    "Prints the sum of a panel's lens maxima, a bare number. PATH is a file\nor a scene's folder, on disk or in the workspace.",
		Example: "  judgement panel total-max scenes/startup-contest/panel.yaml",
		RunE: func(_ *cobra.Command, args []string) error {
			pan, err := a.ResolvePanel(args[0])
			if err != nil {
				return err
			}
			top := pan.TotalMax()
			return a.print(map[string]panel.Points{"total_max": top}, func(p *page) { p.Line(top.Decimal(12)) })
		},
	}
	return group(&cobra.Command{Use: "panel", Short: "Resolve panels and compute their maximum"}, a.output(resolve, "json", "yaml"), a.output(total))
}
