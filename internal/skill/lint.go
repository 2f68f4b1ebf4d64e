package skill

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"judgement/internal/yamlfile"
)

// Limits of the Agent Skills format.
const (
	maxName          = 64
	maxDescription   = 1024
	maxCompatibility = 500
	maxBodyLines     = 500
	maxBodyTokens    = 5000
)

// nameForm has no leading, trailing or double hyphen.
var nameForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Lint checks a SKILL.md strictly against the Agent Skills format and returns
// everything that is wrong, by position; nothing for a valid skill.
func Lint(fsys fs.FS, name string) yamlfile.Problems {
	p, err := read(fsys, name)
	if err != nil {
		var ps yamlfile.Problems
		errors.As(err, &ps)
		return ps
	}
	top := p.front.Map("name", "description", "license", "compatibility", "metadata", "allowed-tools")
	var ps yamlfile.Problems
	if path.Base(name) != "SKILL.md" {
		ps = append(ps, yamlfile.Problem{File: name, Message: "a skill's file is named SKILL.md", Fix: "rename it"})
	}
	top.Require("name", "description")
	lintName(top, name)
	lintLength(top, "description", maxDescription)
	lintLength(top, "compatibility", maxCompatibility)
	top.Text("license")
	top.Text("allowed-tools")
	if top.Has("metadata") {
		meta := top.Map("metadata")
		for _, k := range meta.Keys() {
			if _, isString, ok := meta.Scalar(k); !ok || !isString {
				meta.Problem(k, "put the value in quotes", "metadata.%.80s must be a string", k)
			}
		}
	}
	ps = append(ps, lintBody(name, p)...)
	for _, q := range p.front.Problems() {
		if q.Key == "version" {
			q.Fix = "move it to metadata.version, in quotes"
		}
		ps = append(ps, q)
	}
	return ps.Sorted()
}

// Linted is what Lint found of one skill.
type Linted struct {
	Path     string            `json:"path"`
	OK       bool              `json:"ok"`
	Problems yamlfile.Problems `json:"problems"`
}

// LintAll checks the skill at a path: a file, a folder with SKILL.md, or a folder of
// such folders, such as judges or anchors.
func LintAll(fsys fs.FS, name string) (out []Linted) {
	file := name
	if path.Ext(name) != ".md" {
		file = path.Join(name, "SKILL.md")
	}
	files := []string{file}
	if _, err := fs.Stat(fsys, file); file != name && errors.Is(err, fs.ErrNotExist) {
		if below := skillsBelow(fsys, name); len(below) > 0 {
			files = below
		}
	}
	for _, file := range files {
		ps := Lint(fsys, file)
		out = append(out, Linted{file, len(ps) == 0, append(yamlfile.Problems{}, ps...)})
	}
	return out
}

// skillsBelow lists the skills of a folder of judges or anchors.
func skillsBelow(fsys fs.FS, dir string) (out []string) {
	entries, _ := fs.ReadDir(fsys, dir) // of a folder that can't be read, its own SKILL.md is missed
	for _, file := range []string{"SKILL.md", "perspective/SKILL.md"} {
		for _, e := range entries {
			name := path.Join(dir, e.Name(), file)
			if _, err := fs.Stat(fsys, name); err == nil {
				out = append(out, name)
			}
		}
	}
	return out
}

func lintName(top yamlfile.Map, file string) {
	s := top.Text("name")
	if s == "" {
		return
	}
	if len(s) > maxName || !nameForm.MatchString(s) {
		top.Problem("name", "use a to z, 0 to 9 and single hyphens between them, at most 64 characters", "name has another form than a skill's: %.80q", s)
	}
	if path.Dir(file) == "." {
		return // the workspace's own skill: its folder may have any name
	}
	if s != folder(file) {
		top.Problem("name", "write name: "+folder(file)+", or rename the folder", "name %.80q is not its folder's: %q", s, folder(file))
	}
}

func lintLength(top yamlfile.Map, key string, limit int) {
	if n := utf8.RuneCountInString(top.Text(key)); n > limit {
		top.Problem(key, "shorten it; detail belongs into the body", "%s has %d characters, %d are allowed", key, n, limit)
	}
}

func lintBody(name string, p parts) yamlfile.Problems {
	var ps yamlfile.Problems
	at := func(message, fix string) {
		ps = append(ps, yamlfile.Problem{File: name, Line: p.bodyStart, Column: 1, Message: message, Fix: fix})
	}
	if strings.TrimSpace(p.body) == "" {
		at("the skill has no instructions below its front matter", "write them")
	}
	if strings.Count(p.body, "\n") >= maxBodyLines {
		at("the body has 500 lines or more", "move detail into files beside it")
	}
	if tokens(p.body) >= maxBodyTokens {
		at("the body has about 5,000 tokens or more", "move detail into files beside it")
	}
	return ps
}
