package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"judgement/internal/fault"
)

// stagePrefix begins the name of the folder in which a workspace is put
// together.
const stagePrefix = ".judgement-init-"

// starterParts are the files and folders of the starter that make a workspace.
// A folder is a workspace once it has scenes, so they come last.
var starterParts = []string{"SKILL.md", "VERSION", "judgement.yaml", "anchors", "judges", "examples", "scenes"}

// WriteStarter writes the starter workspace into a folder that is new or empty and
// returns how many files those are; else the error is fault.NotEmpty. It puts the
// workspace together in a folder of its own and moves it into place: a new folder
// appears whole; into one that exists, which may be a user's working directory
// and therefore stays the same folder, the parts are moved one by one. All is
// durable when it returns.
func WriteStarter(starter fs.FS, dir string) (files int, err error) {
	entries, err := os.ReadDir(dir)
	exists := err == nil
	beside := filepath.Dir(dir)
	switch {
	case len(entries) > 0:
		return 0, fault.Refuse(fault.NotEmpty, "", fmt.Errorf("%s is not empty: it holds %s", dir, entries[0].Name()))
	case exists:
		beside = dir
	case errors.Is(err, fs.ErrNotExist):
		err = os.MkdirAll(beside, 0o755)
	}
	if err != nil {
		return 0, err
	}
	stage, err := os.MkdirTemp(beside, stagePrefix)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(stage)) }()
	if err := os.Chmod(stage, 0o755); err != nil {
		return 0, err
	}
	if files, err = stageStarter(starter, stage); err != nil {
		return 0, err
	}
	if !exists {
		if err := os.Rename(stage, dir); err != nil {
			return 0, err
		}
		return files, syncDir(beside)
	}
	if err := moveParts(stage, dir); err != nil {
		return 0, err
	}
	return files, syncDir(dir)
}

// stageStarter writes the starter's parts, durably.
func stageStarter(starter fs.FS, stage string) (files int, err error) {
	for _, part := range starterParts {
		var dirs []string
		err := fs.WalkDir(starter, part, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			to := filepath.Join(stage, filepath.FromSlash(p))
			if d.IsDir() {
				dirs = append(dirs, to)
				return os.MkdirAll(to, 0o755)
			}
			data, err := fs.ReadFile(starter, p)
			if err != nil {
				return err
			}
			files++
			return writeSynced(to, data)
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
		for _, d := range dirs {
			if err := syncDir(d); err != nil {
				return 0, err
			}
		}
	}
	if files == 0 {
		return 0, errors.New("this program was built without a starter workspace")
	}
	return files, syncDir(stage)
}

// moveParts moves the parts from the stage into dir. When one cannot be moved,
// those that were are moved back, so that the folder is empty again.
func moveParts(stage, dir string) error {
	var moved []string
	for _, part := range starterParts {
		from, to := filepath.Join(stage, part), filepath.Join(dir, part)
		err := os.Rename(from, to)
		if errors.Is(err, fs.ErrNotExist) { // the starter has no such part
			continue
		}
		if err != nil {
			for _, m := range moved {
				err = errors.Join(err, os.Rename(filepath.Join(dir, m), filepath.Join(stage, m)))
			}
			return err
		}
		moved = append(moved, part)
	}
	return nil
}

// AddFolder writes a new folder of files into the workspace. It is put together under
// another name, so that no half-written folder is ever seen.
func (w Workspace) AddFolder(name string, files map[string][]byte) (err error) {
	dir := filepath.Join(w.Dir, filepath.FromSlash(name))
	stage, err := os.MkdirTemp(filepath.Dir(dir), ".new-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(stage)) }()
	if err := os.Chmod(stage, 0o755); err != nil {
		return err
	}
	for file, data := range files {
		if err := writeSynced(filepath.Join(stage, file), data); err != nil {
			return err
		}
	}
	if err := os.Rename(stage, dir); err != nil {
		return err
	}
	return syncDir(filepath.Dir(dir))
}

// writeSynced writes a new file durably.
func writeSynced(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

// syncDir makes the names in a folder durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
