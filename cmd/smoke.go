package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"judgement/internal/doctor"
	"judgement/internal/fault"
	"judgement/internal/terminal"
	"judgement/internal/yamlfile"
	"judgement/scene"
)

func (a *App) smokeCmd() *cobra.Command {
	return group(&cobra.Command{Use: "smoke", Short: "Check scenes statically: no model call, no write"}, a.smokeOneCmd(), a.smokeAllCmd())
}

func (a *App) smokeOneCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use: "scene SLUG", Short: "Check one scene; exit code 3 when it fails", Args: exactArgs(1),
		Example: "  judgement smoke scene pitch-review",
		RunE:    func(_ *cobra.Command, args []string) error { return a.runSmoke(args[0]) },
	}, "table", "json", "yaml", "junit", "github")
}

func (a *App) smokeAllCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use: "all", Short: "Check every scene and shared file; exit code 3 when one fails", Args: exactArgs(0),
		Long: `Checks every scene, and the files that scenes share: settings, base panels,
anchors, SKILL.md, VERSION, the recorded replies if llm.provider is replay. What passes keeps no serve, worker or chat from
starting, and leaves /v1/healthz at ok. It reads files only; the environment and
the model server are for 'judgement doctor'.`,
		Example: "  judgement smoke all\n  judgement smoke all --output junit > smoke.xml",
		RunE:    func(*cobra.Command, []string) error { return a.runSmoke("") },
	}, "table", "json", "yaml", "junit", "github")
}

// noEnv is an environment without variables: what is checked are files.
func noEnv(string) string { return "" }

func (a *App) runSmoke(slug string) error {
	err := a.NeedWorkspace("smoke")
	if err != nil {
		return err
	}
	r := &checkResult{checks: make([]scene.Check, 1)}
	if slug == "" {
		r.checks, r.rest, err = doctor.Files(a.look(), noEnv)
	} else if r.checks[0], err = doctor.Scene(a.Process, slug); err != nil {
		return a.sceneFailure(err)
	}
	if err != nil {
		return err
	}
	for _, c := range r.checks {
		if !c.OK {
			r.bad++
		}
	}
	switch a.format {
	case "junit":
		err = doctor.WriteJUnit(a.Out, r.checks, r.rest)
	case "github":
		err = doctor.WriteGitHub(a.Out, r.checks, r.rest)
	default:
		err = a.printChecked(r.checks, r.rest, r.bad, r.show)
	}
	if err == nil && r.bad+len(r.rest) > 0 {
		err = silent{fault.ExitBelow}
	}
	return err
}

// printChecked prints what was found of scenes, and of the files outside of them.
func (a *App) printChecked(scenes any, rest yamlfile.Problems, bad int, show func(*page)) error {
	result := map[string]any{"ok": bad+len(rest) == 0, "scenes": scenes}
	if len(rest) > 0 {
		result["workspace"] = rest
	}
	return a.print(result, show)
}

// checkResult is what smoke found.
type checkResult struct {
	checks []scene.Check
	rest   yamlfile.Problems // outside of the scenes
	bad    int               // scenes
}

// show prints a row per scene, and below them what is wrong.
func (r *checkResult) show(p *page) {
	rows := make([][]string, len(r.checks))
	for i, c := range r.checks {
		state, count := "pass", map[scene.Status]int{}
		if !c.OK {
			state = "FAIL"
		}
		for _, point := range c.Points {
			count[point.Status]++
		}
		rows[i] = []string{c.Slug, state, fmt.Sprintf("%d of %d", count[scene.Pass], len(c.Points)-count[scene.Skip]), fmt.Sprint(len(c.Warnings))}
	}
	p.Table([]string{"scene", "state", "checks passed", "warnings"}, rows, 3)
	for _, c := range r.checks {
		for _, point := range c.Points {
			if point.Status == scene.Fail {
				p.Printf("%s: %s\n  %s\n", c.Slug, point.Name, indent(terminal.Visible(point.Problems.Error())))
			}
		}
		for _, warning := range c.Warnings {
			p.Printf("%s: warning: %s\n", c.Slug, terminal.Visible(warning))
		}
	}
	p.Line(terminal.Counted(len(r.checks), "%d scene(s), %d failed", r.bad))
	if n := len(r.rest); n > 0 {
		p.Printf("%s\n%s\n", terminal.Visible(r.rest.Error()), terminal.Counted(n, "%d problem(s) outside of the scenes"))
	}
}
