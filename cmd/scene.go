package cmd

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"judgement/internal/yamlfile"
	"judgement/scene"
)

func (a *App) sceneCmd() *cobra.Command {
	c := &cobra.Command{Use: "scene", Short: "List, load and validate scenes", Args: noArgs, RunE: bareGroup}
	c.AddCommand(a.sceneListCmd(), a.sceneLoadCmd(), a.sceneValidateCmd())
	return c
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
	name string
}

type sceneList struct {
	Scenes        []sceneEntry `json:"scenes"`
	EnvReadyCount int          `json:"env_ready_count"`
}

func (a *App) sceneListCmd() *cobra.Command {
	c := &cobra.Command{
		Use: "list", Short: "List all scenes and whether their bots are configured", Args: exactArgs(0),
		Long: `Lists all scenes. --output json has the shape of GET /v1/scenes:

  {"scenes": [{"slug": "…", "scene_type": "review", "panel_path": "…",
    "chat": {"app_id_env": "CHAT_APP_ID_…", "env_ready": false}}],
   "env_ready_count": 0}

env_ready is true when the variable that app_id_env names is not empty; its value
is never printed. A scene that is at fault is left out, with a line on standard
error.`,
		Example: "  judgement scene list\n  judgement scene list --output json",
		RunE: func(*cobra.Command, []string) error {
			all, err := a.loadScenes()
			if err != nil {
				return err
			}
			list := sceneList{Scenes: []sceneEntry{}}
			for _, l := range all {
				if l.Err != nil {
					fmt.Fprintf(a.Err, "judgement: scene %s is left out, see 'judgement scene validate'\n", l.Slug)
					continue
				}
				e := sceneEntry{Slug: l.Slug, Type: l.Scene.Type, PanelPath: l.Scene.PanelPath, name: l.Scene.DisplayName}
				e.Chat.AppIDEnv = l.Scene.Chat.AppIDEnv
				if e.Chat.EnvReady = a.Env(e.Chat.AppIDEnv) != ""; e.Chat.EnvReady {
					list.EnvReadyCount++
				}
				list.Scenes = append(list.Scenes, e)
			}
			return a.print(list, func(w io.Writer) error {
				t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
				fmt.Fprintln(t, "SCENE\tTYPE\tBOT\tPANEL\tNAME")
				for _, e := range list.Scenes {
					bot := "not set"
					if e.Chat.EnvReady {
						bot = "ready"
					}
					fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", e.Slug, e.Type, bot, e.PanelPath, e.name)
				}
				return t.Flush()
			})
		},
	}
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) loadScenes() ([]scene.Loaded, error) {
	ws, err := a.workspace()
	if err != nil {
		return nil, err
	}
	defer ws.Close()
	a.sayBuiltIn(ws)
	return scene.LoadAll(ws.FS)
}

func (a *App) sceneLoadCmd() *cobra.Command {
	c := &cobra.Command{
		Use: "load SLUG", Short: "Print one scene as JSON", Args: exactArgs(1),
		Long: `Prints one scene with its defaults filled in. report.language is empty where the
scene leaves the language to the document.`,
		Example: "  judgement scene load pitch-review",
		RunE: func(_ *cobra.Command, args []string) error {
			ws, err := a.workspace()
			if err != nil {
				return err
			}
			defer ws.Close()
			a.sayBuiltIn(ws)
			s, _, err := scene.Load(ws.FS, args[0])
			if err != nil {
				err := sceneFailure(ws, err)
				var f *failure
				if errors.As(err, &f) && f.code == "invalid_scene" {
					f.exit = exitBelow // as smoke and validate
				}
				return err
			}
			return a.print(s, nil)
		},
	}
	a.outputFlag(c, "json", "yaml")
	return c
}

type validation struct {
	Slug     string            `json:"slug"`
	OK       bool              `json:"ok"`
	Problems yamlfile.Problems `json:"problems"`
	Warnings []string          `json:"warnings,omitempty"`
}

func (a *App) sceneValidateCmd() *cobra.Command {
	c := &cobra.Command{
		Use: "validate", Short: "Check every scene and panel file; exit code 3 when one is invalid", Args: exactArgs(0),
		Example: "  judgement scene validate\n  judgement scene validate --output json",
		RunE:    func(*cobra.Command, []string) error { return a.runSceneValidate() },
	}
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

func (a *App) runSceneValidate() error {
	ws, err := a.workspace()
	if err != nil {
		return err
	}
	defer ws.Close()
	if err := outside(ws, "scene validate", placeFix); err != nil {
		return err
	}
	_, rest, err := examineFiles(ws, noEnv)
	if err != nil {
		return err
	}
	all, err := scene.LoadAll(ws.FS)
	if err != nil {
		return err
	}
	out, bad := validations(all)
	result := map[string]any{"ok": bad+len(rest) == 0, "scenes": out}
	if len(rest) > 0 {
		result["workspace"] = rest
	}
	if err := a.print(result, func(w io.Writer) error {
		for _, v := range out {
			for _, p := range v.Problems {
				fmt.Fprintln(w, p.Error())
			}
			for _, warning := range v.Warnings {
				fmt.Fprintln(w, "warning:", warning)
			}
		}
		for _, p := range rest {
			fmt.Fprintln(w, p.Error())
		}
		_, err := fmt.Fprintf(w, plural(len(out), "%d scene(s), %d invalid\n"), len(out), bad)
		return err
	}); err != nil {
		return err
	}
	if bad+len(rest) > 0 {
		return silent{exitBelow}
	}
	return nil
}

func validations(all []scene.Loaded) (out []validation, bad int) {
	out = []validation{}
	for _, l := range all {
		v := validation{Slug: l.Slug, OK: l.Err == nil, Problems: yamlfile.Problems{}}
		var e *scene.Error
		if errors.As(l.Err, &e) {
			v.Problems = e.Problems
			bad++
		} else {
			v.Warnings = l.Scene.Warnings
		}
		out = append(out, v)
	}
	return out, bad
}
