package cmd

import (
	"github.com/spf13/cobra"

	"judgement/internal/app"
	"judgement/internal/terminal"
)

func (a *App) judgeCmd() *cobra.Command {
	check := &cobra.Command{
		Use: "check PATH…", Short: "Check skill files strictly; exit code 3 when one is at fault",
		Long:    "PATH is a SKILL.md, its folder, or a folder of such folders, such as judges or anchors.",
		Example: "  judgement judge check judges anchors\n  judgement judge check SKILL.md --output json",
		Args:    someArgs("name a SKILL.md or its folder"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.runJudgeCheck(args) },
	}
	return group(&cobra.Command{Use: "judge", Short: "Check judges' skills and try them on a document"}, a.output(check), a.judgeTryCmd())
}

func (a *App) runJudgeCheck(args []string) error {
	var out []app.Linted
	bad := 0
	for _, arg := range args {
		found, err := a.LintSkills(arg)
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
	if err := a.print(map[string]any{"ok": bad == 0, "skills": out}, func(p *page) {
		for _, r := range out {
			if r.OK {
				p.Printf("ok  %s\n", r.Path)
			} else {
				p.Line(r.Problems.Error())
			}
		}
		p.Line(terminal.Counted(len(out), "%d skill(s), %d at fault", bad))
	}); err != nil {
		return err
	}
	if bad > 0 {
		return silent{exitBelow}
	}
	return nil
}
