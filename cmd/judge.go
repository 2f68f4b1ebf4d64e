package cmd

import (
	"fmt"
	"io"
	"path"

	"github.com/spf13/cobra"

	"judgement/internal/skill"
	"judgement/internal/yamlfile"
)

func (a *App) judgeCmd() *cobra.Command {
	c := &cobra.Command{Use: "judge", Short: "Check judges' skills and try them on a document", Args: cobra.NoArgs, RunE: showHelp}
	check := &cobra.Command{
		Use: "check PATH…", Short: "Check skill files strictly; exit code 3 when one is at fault",
		Example: "  judgement judge check judges/*\n  judgement judge check SKILL.md --output json",
		RunE:    func(_ *cobra.Command, args []string) error { return a.runJudgeCheck(args) },
	}
	check.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usageError("usage: "+c.UseLine(), "%s takes the path of a SKILL.md or of its folder", c.CommandPath())
		}
		return nil
	}
	a.outputFlag(check, "table", "json", "yaml")
	c.AddCommand(check, a.judgeTryCmd())
	return c
}

func (a *App) runJudgeCheck(args []string) error {
	type result struct {
		Path     string            `json:"path"`
		OK       bool              `json:"ok"`
		Problems yamlfile.Problems `json:"problems"`
	}
	var out []result
	bad := 0
	for _, arg := range args {
		ps, err := a.lintSkill(arg)
		if err != nil {
			return err
		}
		if len(ps) > 0 {
			bad++
		}
		out = append(out, result{arg, len(ps) == 0, append(yamlfile.Problems{}, ps...)})
	}
	if err := a.print(map[string]any{"ok": bad == 0, "skills": out}, func(w io.Writer) error {
		for _, r := range out {
			if r.OK {
				fmt.Fprintf(w, "ok  %s\n", r.Path)
			} else {
				fmt.Fprintln(w, r.Problems.Error())
			}
		}
		_, err := fmt.Fprintf(w, "%d skills, %d at fault\n", len(out), bad)
		return err
	}); err != nil {
		return err
	}
	if bad > 0 {
		return silent{exitBelow}
	}
	return nil
}

func (a *App) lintSkill(arg string) (yamlfile.Problems, error) {
	ws, name, err := a.locate(arg)
	if err != nil {
		return nil, err
	}
	defer ws.Close()
	if path.Ext(name) != ".md" {
		name = path.Join(name, "SKILL.md")
	}
	return skill.Lint(ws.FS, name), nil
}
