package scene

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing/fstest"
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
			return nil, fmt.Errorf("the workspace has no template scenes/_template/%s/%s: copy the folder scenes/_template from a workspace made with 'judgement init'", t, name)
		}
		if err != nil {
			return nil, fmt.Errorf("read the template: %w", err)
		}
		text := strings.ReplaceAll(strings.ReplaceAll(string(data), slugMark, slug), envMark, EnvName(slug))
		out = append(out, NewFile{Path: "scenes/" + slug + "/" + name, Data: []byte(text)})
	}
	return out, nil
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
