package mcp

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"judgement/internal/casefile"
	"judgement/internal/job"
)

// maxDocument is the largest document in bytes.
const maxDocument = 25 << 20

// MaxMessage is the longest message of a host in bytes: a document as JSON fits into it.
const MaxMessage = 35 << 20

// given is a document as hosts name it.
type given struct {
	Path string `json:"path,omitempty" jsonschema:"path of the document in the workspace folder; give path or text"`
	Text string `json:"text,omitempty" jsonschema:"text of the document, as Markdown or plain text; give path or text"`
	Name string `json:"name,omitempty" jsonschema:"file name of a document that is given as text, such as pitch.md; needed for plan and review, unless there is a brand"`
}

// read returns the name and the bytes of a document.
func (h *host) read(g given) (name string, data []byte, err error) {
	switch {
	case g.Path == "" && g.Text == "":
		return "", nil, usage("no document is given", "give path or text")
	case g.Path != "" && g.Text != "":
		return "", nil, usage("path and text are both given", "give one of them")
	case g.Text != "":
		return path.Base(filepath.ToSlash(cmp.Or(g.Name, "document.md"))), []byte(g.Text), nil
	case h.Folder == nil:
		return "", nil, usage("this server reads no files", "give the document as text")
	}
	file := g.Path
	if filepath.IsAbs(file) {
		if rel, err := filepath.Rel(h.Folder.Name(), file); err == nil {
			file = rel
		}
	}
	info, err := h.Folder.Stat(filepath.FromSlash(file)) // before Open, which waits for the other end of a pipe
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return "", nil, unreadable(g.Path, err)
	}
	f, err := h.Folder.Open(filepath.FromSlash(file))
	if err != nil {
		return "", nil, unreadable(g.Path, err)
	}
	defer f.Close()
	data, err = io.ReadAll(io.LimitReader(f, maxDocument+1))
	if err == nil && len(data) > maxDocument {
		err = fmt.Errorf("it has more than %d MiB", maxDocument>>20)
	}
	if err != nil {
		return "", nil, unreadable(g.Path, err)
	}
	return filepath.Base(file), data, nil
}

func unreadable(name string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	if strings.Contains(err.Error(), "escapes from parent") { // package os does not export this error
		err = errors.New("the path leaves the workspace")
	}
	return usage(fmt.Sprintf("%s can't be read: %v", name, err), "name a file in the workspace folder, or give the document as text")
}

// asked is what a review or a plan is asked for.
type asked struct {
	given
	Scene    string `json:"scene" jsonschema:"slug of the scene, from list_scenes"`
	Brand    string `json:"brand,omitempty" jsonschema:"name under which versions of the document are kept (default: from the file name)"`
	Repeats  int    `json:"repeats,omitempty" jsonschema:"how often each judge scores, 1 to 50 (default: the configured number)"`
	Language string `json:"language,omitempty" jsonschema:"language of the report: en or zh (default: the scene's or the document's)"`
	Again    bool   `json:"again,omitempty" jsonschema:"true: judge and pay again, as a new version, also if the case's latest version was made of the same"`
}

// maxRepeats is the most that a host can ask for.
const maxRepeats = 50

// checkLanguage refuses a language that reports do not have.
func checkLanguage(language string) error {
	if language != "" && language != "en" && language != "zh" {
		return usage("there is no such language", "give en or zh, or leave it out")
	}
	return nil
}

// spec makes a job of a request.
func (h *host) spec(a asked) (job.Spec, error) {
	o := h.Job
	if a.Repeats < 0 || a.Repeats > maxRepeats {
		return job.Spec{}, usage(fmt.Sprintf("repeats is %d", a.Repeats), fmt.Sprintf("give 1 to %d, or leave it out", maxRepeats))
	}
	if err := checkLanguage(a.Language); err != nil {
		return job.Spec{}, err
	}
	o.Repeats, o.Language, o.SkipUnchanged = cmp.Or(a.Repeats, o.Repeats), cmp.Or(a.Language, o.Language), !a.Again
	name, data, err := h.read(a.given)
	if err != nil {
		return job.Spec{}, err
	}
	if a.Text != "" && a.Name == "" && a.Brand == "" { // else all texts would be versions of one case
		return job.Spec{}, usage("the text has no name", "give a name such as pitch.md, or a brand: texts of the same name are versions of one case")
	}
	brand := a.Brand
	if brand == "" {
		if brand, err = casefile.BrandFromFile(name); err != nil {
			return job.Spec{}, err
		}
	}
	if err := casefile.CheckBrand(brand); err != nil {
		return job.Spec{}, err
	}
	return job.Spec{Schema: 1, JobID: brand, SceneSlug: a.Scene, Brand: brand, Filename: name, Data: data, Options: o, Origin: job.Origin{Kind: "mcp"}}, nil
}
