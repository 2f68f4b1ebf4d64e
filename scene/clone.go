package scene

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"judgement/internal/fault"
	"judgement/internal/yamlfile"
	"judgement/panel"
)

// The placeholders of scenes/_template.
const (
	slugMark = "your-scene"
	envMark  = "YOUR_SCENE"
)

// NewFile is a file of a new scene.
type NewFile struct {
	Path string `json:"path"` // from the workspace
	Data []byte `json:"-"`
}

// Clone returns the files of a new scene of that slug, made from the workspace's
// scenes/_template/<type> with the slug filled in, in order of their paths. It
// writes nothing and does not look whether the scene exists.
func Clone(workspace fs.FS, slug string, t Type) ([]NewFile, error) {
	if err := CheckSlug(slug); err != nil {
		return nil, err
	}
	if t != Review && t != Competition {
		return nil, fmt.Errorf("unknown scene type %q: choose review or competition", t)
	}
	var out []NewFile
	for _, name := range []string{"panel.yaml", "scene.yaml"} {
		data, err := fs.ReadFile(workspace, "scenes/_template/"+string(t)+"/"+name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fault.New(fault.Template, nil, "text", fmt.Sprintf("the workspace has no template scenes/_template/%s/%s", t, name),
				"fix", "copy the folder scenes/_template from a new workspace")
		}
		if err != nil {
			return nil, fmt.Errorf("read the template: %w", err)
		}
		text := strings.ReplaceAll(strings.ReplaceAll(string(data), slugMark, slug), envMark, EnvName(slug))
		out = append(out, NewFile{Path: "scenes/" + slug + "/" + name, Data: []byte(text)})
	}
	return out, nil
}

// Plan returns the files of a new scene like Clone, after checking it in the
// workspace. A workspace without templates uses those of the starter. Errors have the
// code fault.Exists or fault.Template, or are those of Clone.
func Plan(workspace, starter fs.FS, slug string, t Type) ([]NewFile, error) {
	entries, err := fs.ReadDir(workspace, "scenes")
	if err != nil {
		return nil, fmt.Errorf("list the scenes: %w", err)
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == slug }) { // also a link that leads nowhere
		return nil, fault.New(fault.Exists, nil, "text", fmt.Sprintf("scene %q exists already: scenes/%s", slug, slug))
	}
	templates := workspace
	if _, err := fs.Stat(workspace, "scenes/_template"); errors.Is(err, fs.ErrNotExist) {
		templates = starter
	}
	files, err := Clone(templates, slug, t)
	if err != nil {
		return nil, err
	}
	if files, err = editable(workspace, files); err != nil {
		return nil, err
	}
	for _, point := range CheckScene(Overlay(workspace, files), slug).Points {
		if point.Status == Fail {
			return nil, fault.New(fault.Template, point.Problems, "text", "the new scene would not pass its check: "+point.Problems.Error(),
				"fix", "correct scenes/_template/"+string(t)+", or add what it names, then try again")
		}
	}
	return files, nil
}

// editable appends to the panel of a new scene what it inherits, so that every
// criterion, maximum and weight is a line to edit. A panel at fault stays as it is: the
// check of the scene says what is wrong.
func editable(workspace fs.FS, files []NewFile) ([]NewFile, error) {
	for i, f := range files {
		if path.Base(f.Path) != "panel.yaml" {
			continue
		}
		lines, err := panel.Inherited(Overlay(workspace, files), f.Path)
		var problems yamlfile.Problems
		if err != nil && !errors.As(err, &problems) {
			return nil, err
		}
		files[i].Data = append(f.Data, lines...)
	}
	return files, nil
}

// NewWarnings says how a scene that was just added gets in the way of others.
func NewWarnings(workspace fs.FS, slug string) (out []string) {
	checks, err := CheckAll(workspace)
	if err != nil {
		return nil // the scene is written; the check of the workspace reports it
	}
	for _, c := range checks {
		for _, w := range c.Warnings {
			if c.Slug == slug || strings.Contains(w, " scene "+slug+" ") {
				out = append(out, w)
			}
		}
	}
	return out
}

// Overlay returns the workspace with the files in it, for a check before they
// are written.
func Overlay(workspace fs.FS, files []NewFile) fs.FS {
	o := overlay{workspace, fstest.MapFS{}}
	for _, f := range files {
		o.files[f.Path] = &fstest.MapFile{Data: f.Data}
	}
	return o
}

type overlay struct {
	fs.FS
	files fstest.MapFS
}

func (o overlay) Open(name string) (fs.File, error) {
	if o.files[name] != nil {
		return o.files.Open(name)
	}
	return o.FS.Open(name)
}
