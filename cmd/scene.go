package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"judgement/internal/doctor"
	"judgement/internal/terminal"
	"judgement/internal/yamlfile"
	"judgement/scene"
)

func (a *App) sceneCmd() *cobra.Command {
	return group(&cobra.Command{Use: "scene", Short: "List, load and validate scenes"}, a.sceneListCmd(), a.sceneLoadCmd(), a.sceneValidateCmd())
}

// sceneEntry has the fields of GET /v1/scenes.
type sceneEntry struct {
	Slug      string     `json:"slug"`
	Type      scene.Type `json:"scene_type"`
	PanelPath string     `json:"panel_path"`
	Chat      struct {
		AppIDEnv string `json:"app_id_env"`
		EnvReady bool   `json:"env_ready"`
	} `json:"chat"`
}

type sceneList struct {
	Scenes        []sceneEntry `json:"scenes"`
	EnvReadyCount int          `json:"env_ready_count"`
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
	list := sceneList{Scenes: []sceneEntry{}}
	var rows [][]string
	for _, l := range all {
		if l.Err != nil {
			fmt.Fprintf(a.Err, "judgement: scene %s is left out, see 'judgement scene validate'\n", l.Slug)
			continue
		}
		e, bot := sceneEntry{Slug: l.Slug, Type: l.Scene.Type, PanelPath: l.Scene.PanelPath}, "not set"
		e.Chat.AppIDEnv = l.Scene.Chat.AppIDEnv
		if e.Chat.EnvReady = a.Env(e.Chat.AppIDEnv) != ""; e.Chat.EnvReady {
			bot = "ready"
			list.EnvReadyCount++
		}
		list.Scenes = append(list.Scenes, e)
		rows = append(rows, []string{e.Slug, string(e.Type), bot, e.PanelPath, l.Scene.DisplayName})
	}
	return a.print(list, func(p *page) { p.Table([]string{"SCENE", "TYPE", "BOT", "PANEL", "NAME"}, rows) })
}

func (a *App) sceneLoadCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use: "load SLUG", Short: "Print one scene as JSON", Args: exactArgs(1),
		Long: `Prints one scene with its defaults filled in. report.language is empty where the
scene leaves the language to the document.`,
		Example: "  judgement scene load pitch-review",
		RunE:    func(_ *cobra.Command, args []string) error { return a.runSceneLoad(args[0]) },
	}, "json", "yaml")
}

func (a *App) runSceneLoad(slug string) error {
	ws, err := a.Workspace()
	if err != nil {
		return err
	}
	a.SayBuiltIn()
	s, _, err := scene.Load(ws.FS, slug)
	if err == nil {
		return a.print(s, nil)
	}
	err = sceneFailure(ws, err)
	var f *failure
	if errors.As(err, &f) && f.code == "invalid_scene" {
		f.exit = exitBelow // as smoke and validate
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
	_, rest, err := doctor.Files(a.look(), noEnv)
	if err != nil {
		return err
	}
	all, err := a.Scenes()
	if err != nil {
		return err
	}
	out, bad := []validation{}, 0
	for _, l := range all {
		v := validation{Slug: l.Slug, OK: l.Err == nil, Problems: yamlfile.Problems{}}
		var problems yamlfile.Problems
		if errors.As(l.Err, &problems) {
			v.Problems = problems
			bad++
		} else {
			v.Warnings = l.Scene.Warnings
		}
		out = append(out, v)
	}
	if err := a.printChecked(out, rest, bad, func(p *page) {
		for _, v := range out {
			for _, problem := range v.Problems {
				p.Line(problem.Error())
			}
			for _, warning := range v.Warnings {
				p.Line("warning: " + warning)
			}
		}
		for _, problem := range rest {
			p.Line(problem.Error())
		}
		p.Line(terminal.Counted(len(out), "%d scene(s), %d invalid", bad))
	}); err != nil {
		return err
	}
	if bad+len(rest) > 0 {
		return silent{exitBelow}
	}
	return nil
}
