// Package skill owns Agent Skill files (SKILL.md): reading them leniently,
// checking them strictly, their versions and hashes. It never calls a model.
package skill

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"judgement/internal/text"
	"judgement/internal/yamlfile"
)

// Skill is a judge's method, as read from one SKILL.md.
type Skill struct {
	Path        string            `json:"path"` // from the workspace, with slashes
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Metadata    map[string]string `json:"metadata,omitempty"`
	Body        string            `json:"-"`      // Markdown after the front matter
	SHA256      string            `json:"sha256"` // of the whole file, hex
	Warnings    []string          `json:"warnings,omitempty"`
}

// JudgeSlug returns metadata.judge-slug, else the name.
func (s *Skill) JudgeSlug() string {
	if v := s.Metadata["judge-slug"]; v != "" {
		return v
	}
	return s.Name
}

// Version returns metadata.version as v<major>.<minor>.<patch>, "v0.0.0" if
// it is missing or has another form.
func (s *Skill) Version() string { return NormalVersion(s.Metadata["version"]) }

var versionForm = regexp.MustCompile(`^v?(\d+)\.(\d+)\.(\d+)$`)

// NormalVersion turns 1.2.3 or v1.2.3 into v1.2.3, and anything else into
// v0.0.0.
func NormalVersion(s string) string {
	m := versionForm.FindStringSubmatch(s)
	if m == nil {
		return "v0.0.0"
	}
	return "v" + m[1] + "." + m[2] + "." + m[3]
}

// MaxSize is the largest skill file that is read, in bytes.
const MaxSize = 256 << 10

// Load reads the SKILL.md at a path from the workspace's root. It is lenient:
// a name that is missing or not its folder's (the workspace's own SKILL.md may
// have any name), and metadata that is no text, are warnings. Without front matter or a description, or with text that is not
// UTF-8, the error is a yamlfile.Problems with place and fix.
func Load(fsys fs.FS, name string) (*Skill, error) {
	p, err := read(fsys, name)
	if err != nil {
		return nil, err
	}
	top := p.front.Map()
	s := &Skill{Path: name, Name: folder(name), Body: p.body, SHA256: p.sha256}
	warn := func(key, format string, args ...any) {
		place := top.ProblemAt(key, "", format, args...)
		s.Warnings = append(s.Warnings, place.Error())
	}
	if !top.Has("description") {
		top.Require("description")
	} else {
		s.Description = top.Text("description")
	}
	switch text, _, ok := top.Scalar("name"); {
	case !ok || strings.TrimSpace(text) == "":
		warn("name", "the skill has no name; its folder's is taken")
	case path.Dir(name) == ".": // the workspace's own skill: its folder may have any name
		s.Name = text
	case text != folder(name):
		warn("name", "name %.80q is not its folder's: %q", text, folder(name))
		s.Name = text
	}
	if top.Has("metadata") && !top.IsNull("metadata") {
		meta := top.Map("metadata")
		s.Metadata = map[string]string{}
		for _, k := range meta.Keys() {
			text, isString, ok := meta.Scalar(k)
			if !ok || !isString {
				warn("metadata", "metadata.%.80s is no text", k)
			}
			if ok {
				s.Metadata[k] = text
			}
		}
	}
	if err := p.front.Problems().Err(); err != nil {
		return nil, err
	}
	return s, nil
}

// parts is a skill file cut into front matter and body.
type parts struct {
	front     *yamlfile.File
	body      string
	bodyStart int // line on which the body starts
	sha256    string
}

func read(fsys fs.FS, name string) (parts, error) {
	data, err := yamlfile.ReadBytes(fsys, name, MaxSize)
	if err != nil {
		var p yamlfile.Problem
		if errors.As(err, &p) {
			return parts{}, yamlfile.Problems{p}
		}
		return parts{}, err
	}
	p, err := split(name, strings.ReplaceAll(string(data), "\r\n", "\n"))
	p.sha256 = text.Hash(data)
	return p, err
}

// split cuts the text of a skill file into front matter and body, and checks their
// form.
func split(name, text string) (parts, error) {
	problem := func(message string) error {
		return yamlfile.Problems{{
			File: name, Line: 1, Column: 1, Message: message,
			Fix: "start the file with three lines and a fourth: ---, name: NAME, description: WHAT AND WHEN, ---",
		}}
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(text, "\ufeff"), "\n")
	if strings.TrimRight(first, " \t") != "---" {
		return parts{}, problem("the skill has no front matter")
	}
	// The line of the opening mark is kept as a blank one, so that lines count.
	front, closed, line := "\n", false, 1
	for rest != "" && !closed {
		var next string
		next, rest, _ = strings.Cut(rest, "\n")
		line++
		if closed = strings.TrimRight(next, " \t") == "---"; !closed {
			front += next + "\n"
		}
	}
	if !closed {
		return parts{}, problem("the skill's front matter is not closed by a line ---")
	}
	file := yamlfile.Parse(name, []byte(front))
	if file.Map(); len(file.Problems()) > 0 {
		return parts{}, file.Problems()
	}
	n := line
	for l := range strings.Lines(rest) {
		if n++; !utf8.ValidString(l) {
			return parts{}, yamlfile.Problems{{File: name, Line: n, Column: 1, Message: "is not UTF-8", Fix: "save the file as UTF-8"}}
		}
	}
	return parts{front: file, body: rest, bodyStart: line + 1}, nil
}

func folder(name string) string { return path.Base(path.Dir(name)) }

// tokens estimates the number of tokens of a text: one for four Latin
// characters, one for each character of a script without spaces.
func tokens(s string) int {
	narrow, wide := 0, 0
	for _, r := range s {
		if r < 0x2E80 {
			narrow++
		} else {
			wide++
		}
	}
	return (narrow+3)/4 + wide
}
