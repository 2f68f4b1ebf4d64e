package scene

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"
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
func Overlay(workspace fs.FS, files []NewFile) fs.FS { return overlay{workspace, files} }

type overlay struct {
	fs.FS
	files []NewFile
}

func (o overlay) Open(name string) (fs.File, error) {
	for _, f := range o.files {
		if f.Path == name {
			return memoryFile{bytes.NewReader(f.Data), path.Base(name)}, nil
		}
	}
	return o.FS.Open(name)
}

// memoryFile is a file of an Overlay, and what Stat says of it.
type memoryFile struct {
	*bytes.Reader
	name string
}

func (m memoryFile) Stat() (fs.FileInfo, error) { return m, nil }
func (m memoryFile) Close() error               { return nil }
func (m memoryFile) Name() string               { return m.name }
func (m memoryFile) Mode() fs.FileMode          { return 0o444 }
func (m memoryFile) ModTime() time.Time         { return time.Time{} }
func (m memoryFile) IsDir() bool                { return false }
func (m memoryFile) Sys() any                   { return nil }
