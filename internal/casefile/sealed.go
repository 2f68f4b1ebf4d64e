package casefile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// ErrTooBig is the cause of an error about a file that is larger than its
// reader takes.
var ErrTooBig = errors.New("the file is too big")

// limitedReader is a Storage that can tell a file's size before it reads it.
type limitedReader interface {
	ReadLimited(ctx context.Context, name string, most int64) ([]byte, error)
}

// ReadLimited reads a whole regular file of at most most bytes: ErrTooBig beyond
// that. On a Folder nothing that is too big, and no pipe or device, is read at
// all.
func ReadLimited(ctx context.Context, st Storage, name string, most int64) ([]byte, error) {
	if l, ok := st.(limitedReader); ok {
		return l.ReadLimited(ctx, name, most)
	}
	data, err := st.Read(ctx, name)
	if err == nil && int64(len(data)) > most {
		return nil, fmt.Errorf("read %s: %w: it has %d bytes, at most %d are read", name, ErrTooBig, len(data), most)
	}
	return data, err
}

// Sizes beyond which files of a case are not read, in bytes.
const (
	MaxInfo = 4 << 20  // case.yaml
	maxOwn  = 64 << 20 // each file of a version
)

// Load reads the case with exactly that id.
func (cs *Cases) Load(ctx context.Context, id string) (*Case, Info, error) {
	if !caseID.MatchString(id) {
		return nil, Info{}, fmt.Errorf("case %q: %w", clip(id), ErrNotFound)
	}
	data, err := ReadLimited(ctx, cs.st, caseName(id), MaxInfo)
	if err != nil {
		return nil, Info{}, err
	}
	info, err := ParseInfo(caseName(id), id, data)
	if err != nil {
		return nil, Info{}, err
	}
	return cs.caseOf(info), info, nil
}

// IDOf returns the id of a case by its id or the exact name of its report
// folder, without looking at any other case. Nothing found is ErrNotFound; the
// case's own file may still be broken.
func (cs *Cases) IDOf(ctx context.Context, name string) (string, error) {
	unknown := fmt.Errorf("case %q: %w: give an id like C-2026-0001 or a folder of reports/", clip(name), ErrNotFound)
	if caseID.MatchString(name) {
		inside, err := cs.st.List(ctx, "cases/"+name)
		if err == nil && len(inside) == 0 {
			return "", unknown
		}
		return name, nil // a folder that can't be listed is a case that can't be read
	}
	if CheckName(name) != nil || strings.Contains(name, "/") {
		return "", unknown
	}
	cl, ok, err := cs.readClaim(ctx, name)
	if err == nil && !ok {
		err = unknown
	}
	return cl.ID, err
}

// IsID reports whether a name has the form of a case's id.
func IsID(name string) bool { return caseID.MatchString(name) }

// CompareIDs orders ids by year and number; both must be ids.
func CompareIDs(a, b string) int { return compareIDs(a, b) }

// Sealed verifies complete version number against version.json as Verify does,
// and returns the content of those of the wanted files that it holds.
func (c *Case) Sealed(ctx context.Context, number int, want ...string) (map[string][]byte, error) {
	return (&Version{Number: number, c: c}).sealed(ctx, want)
}

func (v *Version) sealed(ctx context.Context, want []string) (map[string][]byte, error) {
	st := v.c.cs.st
	data, err := ReadLimited(ctx, st, v.name("version.json"), maxOwn)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("version %d of case %s is not complete: run its review again", v.Number, v.c.ID)
	}
	if err != nil {
		return nil, err
	}
	var m marker
	if err := json.Unmarshal(data, &m); err != nil || m.Schema != 1 || m.Version != v.Number {
		return nil, fmt.Errorf("%s is damaged: restore it from a backup", v.name("version.json"))
	}
	var all []error
	listed := map[string]bool{}
	got := map[string][]byte{}
	for _, f := range m.Files {
		listed[f.Name] = true
		data, err := v.verified(ctx, v.name(f.Name), f.SHA256)
		if err == nil && slices.Contains(want, f.Name) {
			got[f.Name] = data
		}
		all = append(all, err)
	}
	_, err = v.verified(ctx, v.report(m.Report.Name), m.Report.SHA256)
	all = append(all, err)
	replies, err := v.replies(ctx)
	all = append(all, err)
	for _, name := range replies {
		if !listed[name] {
			all = append(all, fmt.Errorf("%s was added after the version was published: remove it", v.name(name)))
		}
	}
	return got, errors.Join(all...)
}

func (v *Version) verified(ctx context.Context, name, want string) ([]byte, error) {
	data, err := ReadLimited(ctx, v.c.cs.st, name, maxOwn)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is missing: restore it from a backup", name)
	}
	if err == nil && hash(data) != want {
		err = fmt.Errorf("%s was changed after the version was published: restore it from a backup", name)
	}
	return data, err
}
