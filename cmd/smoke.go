package cmd

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/api"
	"judgement/internal/yamlfile"
	"judgement/meeting/pptx"
	"judgement/scene"
)

func (a *App) smokeCmd() *cobra.Command {
	c := &cobra.Command{Use: "smoke", Short: "Check scenes statically: no model call, no write", Args: noArgs, RunE: bareGroup}
	c.AddCommand(a.smokeOneCmd(), a.smokeAllCmd())
	return c
}

func (a *App) smokeOneCmd() *cobra.Command {
	c := &cobra.Command{
		Use: "scene SLUG", Short: "Check one scene; exit code 3 when it fails", Args: exactArgs(1),
		Example: "  judgement smoke scene pitch-review",
		RunE:    func(_ *cobra.Command, args []string) error { return a.runSmoke(args[0]) },
	}
	a.outputFlag(c, "table", "json", "yaml", "junit", "github")
	return c
}

func (a *App) smokeAllCmd() *cobra.Command {
	c := &cobra.Command{
		Use: "all", Short: "Check every scene and shared file; exit code 3 when one fails", Args: exactArgs(0),
		Long: `Checks every scene, and the files that scenes share: settings, base panels,
anchors, SKILL.md, VERSION, the recorded replies if llm.provider is replay. What passes keeps no serve, worker or chat from
starting, and leaves /v1/healthz at ok. It reads files only; the environment and
the model server are for 'judgement doctor'.`,
		Example: "  judgement smoke all\n  judgement smoke all --output junit > smoke.xml",
		RunE:    func(*cobra.Command, []string) error { return a.runSmoke("") },
	}
	a.outputFlag(c, "table", "json", "yaml", "junit", "github")
	return c
}

func (a *App) runSmoke(slug string) error {
	ws, err := a.workspace()
	if err != nil {
		return err
	}
	defer ws.Close()
	if err := outside(ws, "smoke", placeFix); err != nil {
		return err
	}
	var checks []scene.Check
	var rest yamlfile.Problems
	if slug == "" {
		checks, rest, err = examineFiles(ws, noEnv)
	} else {
		var slugs []string
		if slugs, err = scene.List(ws.FS); err == nil && !slices.Contains(slugs, slug) {
			_, _, err = scene.Load(ws.FS, slug)
			return sceneFailure(ws, err)
		}
		checks = []scene.Check{scene.CheckScene(ws.FS, slug)}
		checkThemes(ws.FS, checks)
	}
	if err != nil {
		return err
	}
	bad := 0
	for _, c := range checks {
		if !c.OK {
			bad++
		}
	}
	if err := a.printChecks(checks, rest, bad); err != nil {
		return err
	}
	if bad+len(rest) > 0 {
		return silent{exitBelow}
	}
	return nil
}

// examineFiles checks every file that would keep serve, worker or chat from
// starting or make them go on without it. rest is what is wrong outside of the
// scenes: none at all, settings, records to replay, base panels, anchors, SKILL.md,
// VERSION, files in a folder's place. smoke gives it no environment; doctor gives it
// the process's.
func examineFiles(ws config.Workspace, getenv func(string) string) (checks []scene.Check, rest yamlfile.Problems, err error) {
	fsys := ws.FS
	if checks, err = scene.CheckAll(fsys); err != nil {
		return nil, nil, failed("scenes", "check that the folder scenes/ of the workspace may be read", err)
	}
	checkThemes(fsys, checks)
	known := map[yamlfile.Problem]bool{}
	for _, c := range checks {
		for _, point := range c.Points {
			for _, p := range point.Problems {
				known[p] = true
			}
		}
	}
	if len(checks) == 0 {
		rest = append(rest, noScene)
	}
	anchor := ""
	s, err := config.Load(fsys, getenv, nil)
	var places yamlfile.Problems
	switch {
	case errors.As(err, &places):
		rest = append(rest, places...)
	case err != nil:
		rest = append(rest, yamlfile.Problem{File: config.File, Message: err.Error(), Fix: "correct the value; 'judgement help environment' lists every setting"})
	default:
		anchor = s.DefaultAnchor
		if p := recordsProblem(ws, s); p != nil {
			rest = append(rest, *p)
		}
	}
	if s == nil || s.Database.URL == "" {
		rest = append(rest, folderProblems(ws)...)
	}
	for _, p := range api.Problems(fsys, anchor) {
		if !known[p] {
			rest = append(rest, p)
		}
	}
	return checks, rest, nil
}

// noScene is the problem of a workspace in which there is nothing to check.
var noScene = yamlfile.Problem{File: "scenes", Message: "the workspace has no scene", Fix: "run 'judgement add-scene SLUG --type review', or move the scenes' folders back into scenes/"}

// folderProblems names what is in the place of a folder that reviews write into.
func folderProblems(ws config.Workspace) (ps yamlfile.Problems) {
	for _, name := range []string{"cases", "comparisons", "reports", ".judgement"} {
		path := filepath.Join(ws.OutDir, name)
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			ps = append(ps, yamlfile.Problem{File: name, Message: "it is not a folder", Fix: "move it away: the program makes the folder when it needs it"})
		}
	}
	return ps
}

// noEnv is an environment without variables.
func noEnv(string) string { return "" }

// checkThemes adds what is wrong with the themes of scenes that load.
func checkThemes(fsys fs.FS, checks []scene.Check) {
	all, err := scene.LoadAll(fsys)
	if err != nil {
		return // the checks say so
	}
	themes := map[string]string{}
	for _, l := range all {
		if l.Err == nil {
			themes[l.Scene.Slug] = l.Scene.Report.Theme
		}
	}
	for i := range checks {
		theme := themes[checks[i].Slug]
		if !checks[i].OK || theme == "" {
			continue
		}
		var ps yamlfile.Problems
		if _, err := pptx.LoadTheme(fsys, theme); errors.As(err, &ps) {
			checks[i].Add(ps)
		}
	}
}

func (a *App) printChecks(checks []scene.Check, rest yamlfile.Problems, bad int) error {
	switch a.output {
	case "junit":
		return writeJUnit(a.Out, checks, rest)
	case "github":
		return writeGitHub(a.Out, checks, rest)
	}
	result := map[string]any{"ok": bad+len(rest) == 0, "scenes": checks}
	if len(rest) > 0 {
		result["workspace"] = rest
	}
	return a.print(result, func(w io.Writer) error {
		if err := writeChecks(w, checks, bad); err != nil || len(rest) == 0 {
			return err
		}
		_, err := fmt.Fprintf(w, "%s\n"+plural(len(rest), "%d problem(s) outside of the scenes\n"), rest.Error(), len(rest))
		return err
	})
}

// writeChecks prints a row a scene, and below them what is wrong.
func writeChecks(w io.Writer, checks []scene.Check, bad int) error {
	rows := make([][]string, len(checks))
	for i, c := range checks {
		state, passed, skipped := "pass", 0, 0
		if !c.OK {
			state = "FAIL"
		}
		for _, p := range c.Points {
			switch p.Status {
			case scene.Pass:
				passed++
			case scene.Skip:
				skipped++
			}
		}
		rows[i] = []string{c.Slug, state, fmt.Sprintf("%d of %d", passed, len(c.Points)-skipped), fmt.Sprint(len(c.Warnings))}
	}
	if err := writeTable(w, []string{"scene", "state", "checks passed", "warnings"}, rows, 3); err != nil {
		return err
	}
	for _, c := range checks {
		for _, p := range c.Points {
			if p.Status == scene.Fail {
				fmt.Fprintf(w, "%s: %s\n  %s\n", c.Slug, p.Name, strings.ReplaceAll(p.Problems.Error(), "\n", "\n  "))
			}
		}
		for _, warning := range c.Warnings {
			fmt.Fprintf(w, "%s: warning: %s\n", c.Slug, warning)
		}
	}
	_, err := fmt.Fprintf(w, plural(len(checks), "%d scene(s), %d failed\n"), len(checks), bad)
	return err
}

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Failure *junitResult `xml:"failure"`
	Skipped *junitResult `xml:"skipped"`
}

type junitResult struct {
	Message string `xml:"message,attr,omitempty"`
	Text    string `xml:",chardata"`
}

func writeJUnit(w io.Writer, checks []scene.Check, rest yamlfile.Problems) error {
	var all junitSuites
	for _, c := range checks {
		s := junitSuite{Name: c.Slug, Tests: len(c.Points)}
		for _, p := range c.Points {
			t := junitCase{Class: c.Slug, Name: p.Name}
			switch p.Status {
			case scene.Fail:
				s.Failures++
				t.Failure = &junitResult{Message: p.Problems[0].Message, Text: p.Problems.Error()}
			case scene.Skip:
				s.Skipped++
				t.Skipped = &junitResult{Message: p.Message}
			}
			s.Cases = append(s.Cases, t)
		}
		all.Suites = append(all.Suites, s)
	}
	if len(rest) > 0 {
		all.Suites = append(all.Suites, junitSuite{Name: "workspace", Tests: 1, Failures: 1, Cases: []junitCase{{
			Class: "workspace", Name: "files outside of the scenes", Failure: &junitResult{Message: rest[0].Message, Text: rest.Error()},
		}}})
	}
	b, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return fmt.Errorf("write JUnit XML: %w", err)
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, b)
	return err
}

// writeGitHub writes workflow commands: an annotation for each problem.
func writeGitHub(w io.Writer, checks []scene.Check, rest yamlfile.Problems) error {
	text := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	value := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	seen := map[string]bool{}
	annotate := func(title string, ps yamlfile.Problems) error {
		for _, p := range ps {
			line := fmt.Sprintf("::error file=%s,line=%d,col=%d,title=%s::%s", value.Replace(p.File), max(p.Line, 1), max(p.Column, 1),
				value.Replace(title), text.Replace(p.Message+" → "+p.Fix))
			if seen[line] {
				continue
			}
			seen[line] = true
			if _, err := fmt.Fprintln(w, line); err != nil {
				return err
			}
		}
		return nil
	}
	for _, c := range checks {
		for _, point := range c.Points {
			if err := annotate("scene "+c.Slug, point.Problems); err != nil {
				return err
			}
		}
	}
	return annotate("workspace", rest)
}
