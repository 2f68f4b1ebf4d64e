package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"

	"github.com/spf13/cobra"

	"judgement/internal/skill"
	"judgement/internal/yamlfile"
)

func (a *App) judgeCmd() *cobra.Command {
	c := &cobra.Command{Use: "judge", Short: "Check judges' skills and try them on a document", Args: noArgs, RunE: bareGroup}
	check := &cobra.Command{
		Use: "check PATH…", Short: "Check skill files strictly; exit code 3 when one is at fault",
		Long:    "PATH is a SKILL.md, its folder, or a folder of such folders, such as judges or anchors.",
		Example: "  judgement judge check judges anchors\n  judgement judge check SKILL.md --output json",
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

// linted is what judge check found of one skill.
type linted struct {
	Path     string            `json:"path"`
	OK       bool              `json:"ok"`
	Problems yamlfile.Problems `json:"problems"`
}

func (a *App) runJudgeCheck(args []string) error {
	var out []linted
	bad := 0
	for _, arg := range args {
		found, err := a.lintSkills(arg)
		if err != nil {
			return err
		}
		for _, r := range found {
			if !r.OK {
				bad++
			}
		}
		out = append(out, found...)
	}
	if err := a.print(map[string]any{"ok": bad == 0, "skills": out}, func(w io.Writer) error {
		for _, r := range out {
			if r.OK {
				fmt.Fprintf(w, "ok  %s\n", r.Path)
			} else {
				fmt.Fprintln(w, r.Problems.Error())
			}
		}
		_, err := fmt.Fprintf(w, plural(len(out), "%d skill(s), %d at fault\n"), len(out), bad)
		return err
	}); err != nil {
		return err
	}
	if bad > 0 {
		return silent{exitBelow}
	}
	return nil
}

// lintSkills checks the skill file, that of a folder, or those of a folder of
// judges or anchors.
func (a *App) lintSkills(arg string) ([]linted, error) {
	at, err := a.locate(arg)
	if err != nil {
		return nil, err
	}
	defer at.Close()
	name := at.name
	if path.Ext(name) == ".md" {
		return []linted{a.lint(at, name, arg)}, nil
	}
	if _, err := fs.Stat(at.FS, path.Join(name, "SKILL.md")); errors.Is(err, fs.ErrNotExist) {
		var out []linted
		for _, below := range []string{"*/SKILL.md", "*/perspective/SKILL.md"} {
			files, err := fs.Glob(at.FS, path.Join(name, below))
			if err != nil {
				return nil, usageError("name a SKILL.md or its folder", "%q is no path: %w", arg, err)
			}
			for _, f := range files {
				out = append(out, a.lint(at, f, a.nameIn(at, f)))
			}
		}
		if len(out) > 0 {
			return out, nil
		}
	}
	return []linted{a.lint(at, path.Join(name, "SKILL.md"), arg)}, nil
}

func (a *App) lint(at located, name, shown string) linted {
	ps := skill.Lint(at.FS, name)
	return linted{shown, len(ps) == 0, append(yamlfile.Problems{}, a.named(at, ps)...)}
}
