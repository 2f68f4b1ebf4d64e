package cmd

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/yamlfile"
	"judgement/meeting/pptx"
	"judgement/scene"
)

func (a *App) smokeCmd() *cobra.Command {
	c := &cobra.Command{Use: "smoke", Short: "Check scenes statically: no model call, no write", Args: noArgs, RunE: bareGroup}
	one := &cobra.Command{
		Use: "scene SLUG", Short: "Check one scene; exit code 3 when it fails", Args: exactArgs(1),
		Example: "  judgement smoke scene pitch-review",
		RunE:    func(_ *cobra.Command, args []string) error { return a.runSmoke(args[0]) },
	}
	all := &cobra.Command{
		Use: "all", Short: "Check every scene; exit code 3 when one fails", Args: exactArgs(0),
		Example: "  judgement smoke all\n  judgement smoke all --output junit > smoke.xml",
		RunE:    func(*cobra.Command, []string) error { return a.runSmoke("") },
	}
	a.outputFlag(one, "table", "json", "yaml", "junit", "github")
	a.outputFlag(all, "table", "json", "yaml", "junit", "github")
	c.AddCommand(one, all)
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
	if slug == "" {
		checks, err = scene.CheckAll(ws.FS)
	} else {
		var slugs []string
		if slugs, err = scene.List(ws.FS); err == nil && !slices.Contains(slugs, slug) {
			_, _, err = scene.Load(ws.FS, slug)
			return sceneFailure(ws, err)
		}
		checks = []scene.Check{scene.CheckScene(ws.FS, slug)}
	}
	if err != nil {
		return err
	}
	checkThemes(ws.FS, checks)
	bad := 0
	for _, c := range checks {
		if !c.OK {
			bad++
		}
	}
	if err := a.printChecks(checks, bad); err != nil {
		return err
	}
	if bad > 0 {
		return silent{exitBelow}
	}
	return nil
}

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

func (a *App) printChecks(checks []scene.Check, bad int) error {
	switch a.output {
	case "junit":
		return writeJUnit(a.Out, checks)
	case "github":
		return writeGitHub(a.Out, checks)
	}
	return a.print(map[string]any{"ok": bad == 0, "scenes": checks}, func(w io.Writer) error {
		return writeChecks(w, checks, bad)
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

func writeJUnit(w io.Writer, checks []scene.Check) error {
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
	b, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return fmt.Errorf("write JUnit XML: %w", err)
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, b)
	return err
}

// writeGitHub writes workflow commands: an annotation for each problem.
func writeGitHub(w io.Writer, checks []scene.Check) error {
	text := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	value := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	seen := map[string]bool{}
	for _, c := range checks {
		for _, point := range c.Points {
			for _, p := range point.Problems {
				line := fmt.Sprintf("::error file=%s,line=%d,col=%d,title=%s::%s", value.Replace(p.File), max(p.Line, 1), max(p.Column, 1),
					value.Replace("scene "+c.Slug), text.Replace(p.Message+" → "+p.Fix))
				if seen[line] {
					continue
				}
				seen[line] = true
				if _, err := fmt.Fprintln(w, line); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
