package doctor

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

	"judgement/config"
	"judgement/internal/align"
	"judgement/internal/api"
	"judgement/internal/app"
	"judgement/internal/format"
	"judgement/internal/github"
	"judgement/internal/pipeline"
	"judgement/internal/yamlfile"
	"judgement/meeting/pptx"
	"judgement/scene"
)

// Files checks every file that would keep serve, worker or chat from starting or
// make them go on without it. rest is what is wrong outside of the scenes: none at all,
// settings, records to replay, base panels, anchors, SKILL.md, VERSION, files in a
// folder's place.
func Files(look Look, getenv func(string) string) (checks []scene.Check, rest yamlfile.Problems, err error) {
	p := look.Process
	all, err := p.Scenes()
	if err != nil {
		return nil, nil, err
	}
	ws := p.Workspace
	if checks, err = scene.CheckAll(ws.FS, pipeline.Outputs()...); err != nil {
		return nil, nil, err
	}
	checkThemes(ws.FS, all, checks)
	checkAlignments(ws.FS, all, checks)
	s, err := config.Load(ws.FS, getenv, nil)
	checkModels(ws.FS, all, checks, s)
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
	if err == nil {
		anchor = s.DefaultAnchor
	}
	rest = append(rest, settingProblems(look, s, err)...)
	if s == nil || s.Database.URL == "" {
		rest = append(rest, folderProblems(ws)...)
	}
	for _, p := range api.Problems(ws.FS, anchor) {
		if !known[p] {
			rest = append(rest, p)
		}
	}
	return checks, rest, nil
}

// settingProblems names what is wrong with the settings, which loading gave with err.
func settingProblems(look Look, s *config.Settings, err error) yamlfile.Problems {
	var places yamlfile.Problems
	switch {
	case errors.As(err, &places):
		return places
	case err != nil:
		return yamlfile.Problems{{File: config.File, Message: err.Error(), Fix: "correct the value; 'judgement help environment' lists every setting"}}
	}
	places = misnamedSettings(look.Process.Workspace.FS)
	if s.LLM.Provider == "replay" {
		if _, err := app.ReadRecords(look.Process.Workspace, s); err != nil {
			places = append(places, yamlfile.Problem{File: config.File, Message: "llm.provider is replay: " + err.Error(), Fix: look.Advise(err)})
		}
	}
	return places
}

// misnamedSettings names files that look like settings, if the workspace has none.
func misnamedSettings(fsys fs.FS) (ps yamlfile.Problems) {
	if _, err := fs.Stat(fsys, config.File); err == nil {
		return nil
	}
	entries, _ := fs.ReadDir(fsys, ".")
	for _, e := range entries {
		if name := strings.ToLower(e.Name()); name == config.File || name == "judgement.yml" {
			ps = append(ps, yamlfile.Problem{File: e.Name(), Message: "settings of this name are not read", Fix: "rename it to " + config.File})
		}
	}
	return ps
}

// noScene is the problem of a workspace in which there is nothing to check.
var noScene = yamlfile.Problem{File: "scenes", Message: "the workspace has no scene", Fix: "run 'judgement add-scene SLUG --type review', or move the scenes' folders back into scenes/"}

// folderProblems names what is in the place of a folder that reviews write into.
func folderProblems(ws config.Workspace) (ps yamlfile.Problems) {
	for _, name := range []string{"cases", "comparisons", "immunity", "reports", ".judgement"} {
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

// output creates and removes a file in each folder that reviews write into.
func (d *Diagnosis) output(ws config.Workspace) {
	for _, sub := range []string{"", "cases", "reports"} {
		dir := filepath.Join(ws.OutDir, sub)
		if info, err := os.Stat(dir); sub != "" && (err != nil || !info.IsDir()) {
			continue
		}
		f, err := os.CreateTemp(dir, ".new-doctor-")
		if err == nil {
			_, err = f.WriteString("judgement doctor\n")
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
		if err != nil {
			var cause *os.PathError // dir is named already
			if errors.As(err, &cause) {
				err = cause.Err
			}
			d.fail("output", "make "+dir+" writable for this user, free some space, or name another workspace with --workspace", "%s cannot be written to: %s", dir, err)
			return
		}
	}
	d.ok("output", "cases and reports go to %s", ws.OutDir)
}

// Scene checks one scene.
func Scene(p *app.Process, slug string) (scene.Check, error) {
	ws := p.Workspace
	if _, _, err := scene.Load(ws.FS, slug); errors.Is(err, scene.ErrUnknownScene) {
		return scene.Check{}, err
	}
	checks := []scene.Check{scene.CheckScene(ws.FS, slug, pipeline.Outputs()...)}
	all, err := p.Scenes()
	checkThemes(ws.FS, all, checks)
	checkAlignments(ws.FS, all, checks)
	s, _ := config.Load(ws.FS, func(string) string { return "" }, nil) // what is wrong with it is no fault of the scene
	checkModels(ws.FS, all, checks, s)
	return checks[0], err
}

// checkModels names the providers and models of scenes that can't be asked. The settings
// are nil if they can't be read.
func checkModels(fsys fs.FS, all []scene.Loaded, checks []scene.Check, s *config.Settings) {
	if s == nil {
		return
	}
	for _, l := range all {
		i := slices.IndexFunc(checks, func(c scene.Check) bool { return c.Slug == l.Slug })
		if i >= 0 {
			checks[i].Add(pipeline.NamedModels(fsys, l, s.LLM.Refuses))
		}
	}
}

// checkThemes adds what is wrong with the themes of scenes that load.
func checkThemes(fsys fs.FS, all []scene.Loaded, checks []scene.Check) {
	themes := map[string]string{}
	for _, l := range all {
		if l.Err == nil {
			themes[l.Slug] = l.Scene.Report.Theme
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

// checkAlignments names the alignments that reviews would not use.
func checkAlignments(fsys fs.FS, all []scene.Loaded, checks []scene.Check) {
	for _, l := range all {
		i := slices.IndexFunc(checks, func(c scene.Check) bool { return c.Slug == l.Slug })
		if l.Err != nil || i < 0 {
			continue
		}
		name := align.Path(l.Slug)
		if _, err := fs.Stat(fsys, name); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		problem := ""
		if data, err := yamlfile.ReadBytes(fsys, name, align.MaxSize); err != nil {
			problem = err.Error()
		} else if f, err := align.Parse(data); err != nil {
			problem = err.Error()
		} else if hash, err := format.Hash(l.Panel); err == nil {
			problem = f.Other(l.Slug, hash)
		}
		if problem != "" {
			checks[i].Add(yamlfile.Problems{{File: name, Message: "reviews do not use the alignment: " + problem, Fix: "align the scene again, or remove the file"}})
		}
	}
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

// WriteJUnit writes checks of scenes, and what is wrong outside of them, as JUnit XML.
func WriteJUnit(w io.Writer, checks []scene.Check, rest yamlfile.Problems) error {
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

// WriteGitHub writes workflow commands: an annotation for each problem.
func WriteGitHub(w io.Writer, checks []scene.Check, rest yamlfile.Problems) error {
	var lines []string
	annotate := func(title string, ps yamlfile.Problems) {
		for _, p := range ps {
			line := github.Annotation{
				Level: github.Error, File: p.File, Line: max(p.Line, 1), Column: max(p.Column, 1), Title: title, Text: p.Message + " → " + p.Fix,
			}.Command()
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	for _, c := range checks {
		for _, point := range c.Points {
			annotate("scene "+c.Slug, point.Problems)
		}
	}
	annotate("workspace", rest)
	_, err := io.WriteString(w, strings.Join(lines, ""))
	return err
}
