package doctor

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"judgement/internal/yamlfile"
	"judgement/scene"
)

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
