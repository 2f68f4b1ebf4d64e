package casefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"judgement/internal/text"
)

// difference is a file that is not as it was published.
type difference struct {
	name   string // from the workspace
	sha256 string // of what is there; empty: it is missing or can't be read
	what   string
	err    error // it can't be read
}

// What is different.
const (
	missing = "is missing"
	changed = "was changed after it was published"
	added   = "was added after it was published"
)

// error words the difference with what to do.
func (d *difference) error(fix string) error {
	if d.err != nil {
		return d.err
	}
	if d.what == added {
		fix = "remove it"
	}
	return fmt.Errorf("%s %s: %s", d.name, d.what, fix)
}

// changedFiles compares files with their hashes, by name from the workspace. It puts
// the content of those that are right into content if that has their name.
func changedFiles(ctx context.Context, st Storage, want map[string]string, content map[string][]byte) (found []difference) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		data, err := st.Read(ctx, name)
		sum := text.Hash(data)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			found = append(found, difference{name: name, what: missing})
		case err != nil:
			found = append(found, difference{name: name, err: err})
		case sum != want[name]:
			found = append(found, difference{name: name, sha256: sum, what: changed})
		default:
			if _, wanted := content[name]; wanted {
				content[name] = data
			}
		}
	}
	return found
}

// unlisted returns the names, from the workspace, of what is in a folder, and in the
// folders subs of it, and is not listed. listed gets names from the folder; those of
// folders have a "/" at the end.
func unlisted(ctx context.Context, st Storage, dir string, subs []string, listed func(name string) bool) (found []string, err error) {
	for _, sub := range append([]string{""}, subs...) {
		names, err := st.List(ctx, path.Join(dir, sub))
		if err != nil {
			return nil, err
		}
		for _, base := range names {
			if name := sub + base; !slices.Contains(subs, name) && !listed(name) {
				found = append(found, strings.TrimSuffix(dir+"/"+name, "/"))
			}
		}
	}
	return found, nil
}

// addedFiles is unlisted, as differences.
func addedFiles(ctx context.Context, st Storage, dir string, subs []string, listed func(name string) bool) (found []difference) {
	names, err := unlisted(ctx, st, dir, subs, listed)
	for _, name := range names {
		found = append(found, difference{name: name, what: added})
	}
	if err != nil {
		found = append(found, difference{name: dir, err: err})
	}
	return found
}
