package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"judgement/config"
	"judgement/scene"
)

// AddScene makes a scene from the template and returns its files. A dry run writes
// nothing.
func (p *Process) AddScene(slug string, typ scene.Type, dry bool) ([]scene.NewFile, error) {
	ws, err := p.Workspace()
	if err != nil {
		return nil, err
	}
	if err := p.outside("add-scene", "run 'judgement init DIR', then add the scene in DIR"); err != nil {
		return nil, err
	}
	dir := filepath.Join(ws.Dir, "scenes", slug)
	if _, err := os.Lstat(dir); err == nil {
		return nil, refuse("exists", "choose another slug, or edit the scene that is there", fmt.Errorf("scene %q exists already: %s", slug, dir))
	}
	templates := ws.FS
	if _, err := fs.Stat(ws.FS, "scenes/_template"); errors.Is(err, fs.ErrNotExist) {
		templates = p.Starter
	}
	files, err := scene.Clone(templates, slug, typ)
	if err != nil {
		return nil, refuse("template", "", err)
	}
	check := scene.CheckScene(scene.Overlay(ws.FS, files), slug)
	for _, point := range check.Points {
		if point.Status == scene.Fail {
			return nil, refuse("template", "correct scenes/_template/"+string(typ)+", or add what it names, then try again",
				fmt.Errorf("the new scene would not pass its check: %w", point.Problems))
		}
	}
	if dry {
		return files, nil
	}
	if err := writeScene(ws, dir, files); err != nil {
		return nil, refuse("write", "check that the folder is writable and the disk is not full", err)
	}
	p.warnOfScene(ws, slug)
	return files, nil
}

// warnOfScene says where a new scene gets in the way of others.
func (p *Process) warnOfScene(ws config.Workspace, slug string) {
	checks, err := scene.CheckAll(ws.FS)
	if err != nil {
		return // the scene is written; 'smoke all' says so
	}
	for _, c := range checks {
		for _, w := range c.Warnings {
			if c.Slug == slug || strings.Contains(w, " scene "+slug+" ") {
				p.Say("warning: " + w)
			}
		}
	}
}

// writeScene writes the files into a folder of their own and renames it, so
// that no half-written scene is ever seen.
func writeScene(ws config.Workspace, dir string, files []scene.NewFile) (err error) {
	tmp, err := os.MkdirTemp(filepath.Join(ws.Dir, "scenes"), ".new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		if err := config.WriteSynced(filepath.Join(tmp, path.Base(f.Path)), f.Data); err != nil {
			return err
		}
	}
	return os.Rename(tmp, dir)
}
