package casefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Boards returns the folders of the boards under reports/, sorted.
func (cs *Cases) Boards(ctx context.Context) ([]string, error) {
	names, err := cs.st.List(ctx, "reports")
	var out []string
	for _, name := range names {
		folder, ok := strings.CutSuffix(name, BoardFolder("")+"/")
		if !ok {
			continue
		}
		folder = BoardFolder(folder)
		if _, isCase, err := cs.readOwner(ctx, folder); err != nil || isCase {
			continue // of a brand that ends so
		}
		out = append(out, folder)
	}
	return out, err
}

// CheckBoard compares every file of a board's folder with the hashes in board.json,
// and this with the newest snapshot. It reports whether there are such hashes:
// earlier releases recorded none. All differences come at once, in a
// fault.Changed. While the board is being published there are none.
func (cs *Cases) CheckBoard(ctx context.Context, folder string) (recorded bool, err error) {
	recorded, err = cs.checkBoard(ctx, folder)
	lock := boardName(folder, ".lock")
	if _, missing := cs.st.Read(ctx, lock); err == nil || missing != nil {
		return recorded, err
	}
	unlock, ok, lockErr := cs.st.Lock(ctx, lock)
	if lockErr != nil || !ok {
		return recorded, lockErr
	}
	defer unlock()
	return cs.checkBoard(ctx, folder) // it may have been published half-way
}

func (cs *Cases) checkBoard(ctx context.Context, folder string) (recorded bool, err error) {
	names, err := cs.boardNames(ctx, folder)
	if err != nil {
		return false, err
	}
	data, err := cs.Board(ctx, folder)
	if err != nil {
		return false, err
	}
	place := boardName(folder, boardFile)
	if data == nil {
		if len(names) == 0 {
			return false, nil
		}
		return false, differs(fmt.Errorf("%s is missing: %s", place, again))
	}
	b, err := decodeBoard(data)
	if err != nil {
		return false, differs(fmt.Errorf("%s is damaged: move it away, then %s", place, again))
	}
	if b.Files == nil {
		return false, nil
	}
	all := cs.changedBoardFiles(ctx, folder, b.Files)
	for _, name := range names {
		if b.Files[name] == "" {
			all = append(all, fmt.Errorf("%s is not part of the board: remove it", boardName(folder, name)))
		}
	}
	newest := fmt.Sprintf("versions/v%d_%s.json", b.Version, b.Date)
	same, err := cs.sameBoard(ctx, data, boardName(folder, newest))
	if !same && (err == nil || errors.Is(err, fs.ErrNotExist) && b.Files[newest] == "") {
		err = fmt.Errorf("%s is not the board of its newest version: move it away, then %s", place, again)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // said already
	}
	if err = errors.Join(append(all, err)...); err != nil {
		err = differs(err)
	}
	return true, err
}

// again ends the advice about files that a board's command makes.
const again = "'judgement ranking SCENE' makes it again"

// changedBoardFiles compares the files of a board with their hashes.
func (cs *Cases) changedBoardFiles(ctx context.Context, folder string, files map[string]string) (all []error) {
	for _, base := range slices.Sorted(maps.Keys(files)) {
		name, fix := boardName(folder, base), "restore it from a backup"
		if !strings.HasPrefix(base, "versions/") {
			fix = "remove it, then " + again
		}
		sum, err := hashOf(ctx, cs.st, name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			all = append(all, fmt.Errorf("%s is missing: %s", name, strings.TrimPrefix(fix, "remove it, then ")))
		case err != nil:
			all = append(all, err)
		case sum != files[base]:
			all = append(all, fmt.Errorf("%s was changed after it was published: %s", name, fix))
		}
	}
	return all
}

// sameBoard reports whether board.json and a snapshot are one board.
func (cs *Cases) sameBoard(ctx context.Context, data []byte, snapshot string) (bool, error) {
	kept, err := cs.st.Read(ctx, snapshot)
	if err != nil {
		return false, err
	}
	a, errA := boardFields(data)
	b, errB := boardFields(kept)
	return errA == nil && errB == nil && reflect.DeepEqual(a, b), nil
}

// boardNames are the files and folders in a board's folder and its versions/,
// without board.json and what was moved away of it.
func (cs *Cases) boardNames(ctx context.Context, folder string) (out []string, err error) {
	for _, dir := range []string{"", "versions/"} {
		names, err := cs.st.List(ctx, strings.TrimSuffix(boardName(folder, dir), "/"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if dir != "" || name != "versions/" && !strings.HasPrefix(name, boardFile) {
				out = append(out, dir+name)
			}
		}
	}
	return out, nil
}
