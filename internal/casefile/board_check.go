package casefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"
)

// Boards returns the folders of the boards under reports/, sorted.
func (cs *Cases) Boards(ctx context.Context) ([]string, error) {
	names, err := cs.st.List(ctx, "reports")
	var out []string
	for _, name := range names {
		folder, ok := strings.CutSuffix(name, BoardFolder("")+"/")
		if !ok || strings.HasPrefix(name, ".") {
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
	lock := boardName(folder, lockFile)
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
	dir, place := "reports/"+folder, boardName(folder, boardFile)
	data, err := cs.Board(ctx, folder)
	if err != nil {
		return false, err
	}
	var b boardIndex
	if data != nil {
		if b, err = decodeBoard(data); err != nil {
			return false, differs(fmt.Errorf("%s is damaged: move it away, then %s", place, again))
		}
		if b.Files == nil {
			return false, nil
		}
	}
	want := map[string]string{}
	for name, sum := range b.Files {
		want[boardName(folder, name)] = sum
	}
	added := addedFiles(ctx, cs.st, dir, []string{"versions/"}, func(name string) bool {
		return name == lockFile || strings.HasPrefix(name, boardFile) || b.Files[name] != ""
	})
	if data == nil {
		if len(added) > 0 {
			err = differs(fmt.Errorf("%s is missing: %s", place, again))
		}
		return false, err
	}
	var all []error
	for _, d := range append(changedFiles(ctx, cs.st, want, nil), added...) {
		all = append(all, d.error(boardFix(folder, d)))
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

// boardFix is what to do about a difference in a board's folder.
func boardFix(folder string, d difference) string {
	switch {
	case strings.HasPrefix(d.name, boardName(folder, "versions/")):
		return restore
	case d.what == changed:
		return "remove it, then " + again
	}
	return again
}

// again is what to do about files that are made from the reviews.
const again = "make the board again"

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
