package casefile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"judgement/internal/fault"
)

// deleted is .judgement/cases/<id>.deleted: a case that a person deleted. It has no
// brand and nothing of the document.
type deleted struct {
	Schema    int       `json:"schema"`
	ID        string    `json:"id"`
	Scene     string    `json:"scene"`
	DeletedAt time.Time `json:"deleted_at"`
}

// deletedEnding follows the id in the name of that file.
const deletedEnding = ".deleted"

func deletedName(id string) string { return takenName(id) + deletedEnding }

// Delete removes a case: its versions with documents and replies, case.yaml, and its
// report folder with everything that people put there. Its number is never used again,
// and when it was deleted is recorded. It returns the names of the files, which a dry
// run only lists. A case that another process judges is fault.Busy. After a crash,
// the same call removes the rest.
func (cs *Cases) Delete(ctx context.Context, id string, dryRun bool) ([]string, error) {
	c, _, err := cs.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	unlock, err := cs.lockFolder(ctx, c.Folder)
	if err != nil {
		return nil, err
	}
	defer unlock()
	free, err := c.lockVersions(ctx)
	if err != nil {
		return nil, err
	}
	defer free()
	files, err := cs.tree(ctx, "reports/"+c.Folder)
	if err != nil {
		return nil, err
	}
	more, err := cs.tree(ctx, "cases/"+c.ID)
	if files = append(files, more...); err != nil || dryRun {
		return files, err
	}
	return files, c.remove(ctx)
}

// lockVersions takes the locks of the versions that are not complete, so that no
// process continues one.
func (c *Case) lockVersions(ctx context.Context) (free func(), err error) {
	var locks []func()
	free = func() {
		for _, unlock := range locks {
			unlock()
		}
	}
	open, err := c.unfinished(ctx)
	for _, v := range open {
		unlock, ok, err := c.cs.st.Lock(ctx, v.name("plan.json"))
		if err == nil && !ok {
			err = fault.New(fault.Busy, nil, "text", "another process judges case "+c.ID)
		}
		if err != nil {
			free()
			return nil, err
		}
		locks = append(locks, unlock)
	}
	return free, err
}

// tree lists the files in a folder and below.
func (cs *Cases) tree(ctx context.Context, dir string) (files []string, err error) {
	names, err := cs.st.List(ctx, dir)
	for _, name := range names {
		sub, isDir := strings.CutSuffix(dir+"/"+name, "/")
		if !isDir {
			files = append(files, sub)
			continue
		}
		more, err := cs.tree(ctx, sub)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, err
}

// remove notes that the case is deleted, and removes its files: case.yaml last, so that
// the case is found again after a crash.
func (c *Case) remove(ctx context.Context) error {
	st, last := c.cs.st, caseName(c.ID)
	note, err := json.Marshal(deleted{1, c.ID, c.Scene, c.cs.now().UTC().Truncate(time.Second)})
	if err != nil {
		return fmt.Errorf("encode %s: %w", deletedName(c.ID), err)
	}
	if err := st.Write(ctx, File{Name: deletedName(c.ID), Data: append(note, '\n')}); err != nil {
		return err
	}
	// Cases of earlier releases have no record of their number.
	if err := st.Write(ctx, File{Name: takenName(c.ID), Once: true}); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	for _, dir := range []string{"reports/" + c.Folder, "cases/" + c.ID} {
		if err := c.cs.empty(ctx, dir, last); err != nil {
			return err
		}
	}
	if err := st.Remove(ctx, last); err != nil {
		return err
	}
	c.cs.disown(c.Folder)
	return c.cs.removeFolders(ctx, "reports/"+c.Folder, "cases/"+c.ID)
}

// empty removes all that is in a folder except one file. A link to a folder is removed,
// not followed.
func (cs *Cases) empty(ctx context.Context, dir, except string) error {
	names, err := cs.st.List(ctx, dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		sub, isDir := strings.CutSuffix(dir+"/"+name, "/")
		if sub == except {
			continue
		}
		err := cs.st.Remove(ctx, sub)
		if isDir && errors.Is(err, fs.ErrExist) { // not empty
			if err = cs.empty(ctx, sub, except); err == nil {
				err = cs.removeFolders(ctx, sub)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeFolders removes folders if they are empty. Another process may be writing a
// temporary file into one.
func (cs *Cases) removeFolders(ctx context.Context, dirs ...string) error {
	for _, dir := range dirs {
		if err := cs.st.Remove(ctx, dir); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// deletedAt returns when a case was deleted, the zero time if it was not.
func (cs *Cases) deletedAt(ctx context.Context, id string) time.Time {
	var d deleted
	if data, err := cs.st.Read(ctx, deletedName(id)); err != nil || json.Unmarshal(data, &d) != nil {
		return time.Time{}
	}
	return d.DeletedAt
}
