package casefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/fault"
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
// folder, or a path from the workspace on to either, without looking at any
// other case. Nothing found is ErrNotFound; the case's own file may still be
// broken.
func (cs *Cases) IDOf(ctx context.Context, name string) (string, error) {
	unknown := fmt.Errorf("case %q: %w: give an id like C-2026-0001, a folder of reports/ or a brand", clip(name), ErrNotFound)
	name = bareName(name)
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
	cl, ok, err := cs.readOwner(ctx, name)
	if err == nil && !ok {
		err = unknown
	}
	return cl.ID, err
}

// bareName takes from a path such as reports/acme/ or cases/C-2026-0001 what
// names the case.
func bareName(name string) string {
	name = strings.TrimSuffix(name, "/")
	for _, dir := range []string{"cases/", "reports/"} {
		name = strings.TrimPrefix(strings.TrimPrefix(name, "./"), dir)
	}
	return name
}

func noCase(name, detail string) error {
	return fault.New(ErrNotFound, nil, "case", "case "+name, "detail", detail)
}

// Find returns the case with that id, or the case of a report folder, or of a
// brand; the id and the folder may be given as paths from the workspace on. A
// brand that several cases have is ErrAmbiguous, nothing found ErrNotFound.
func (cs *Cases) Find(ctx context.Context, name string) (*Case, error) {
	name = bareName(name)
	if caseID.MatchString(name) {
		info, err := cs.readInfo(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, noCase(name, "judgement looks in cases/")
		}
		if err != nil {
			return nil, err
		}
		return cs.caseOf(info), nil
	}
	if CheckName(name) != nil || strings.Contains(name, "/") {
		return nil, noCase(strconv.Quote(clip(name)), "give an id like C-2026-0001, a folder of reports/ or a brand")
	}
	folders, err := cs.st.List(ctx, "reports")
	if err != nil {
		return nil, err
	}
	var found []*Case
	for _, f := range folders {
		folder, ok := strings.CutSuffix(f, "/")
		if !ok || !strings.HasSuffix(folder, name) {
			continue
		}
		cl, ok, err := cs.readOwner(ctx, folder)
		if err != nil {
			return nil, err
		}
		if ok && (folder == name || cl.Brand == name) {
			found = append(found, &Case{ID: cl.ID, Scene: cl.Scene, Brand: cl.Brand, Folder: folder, cs: cs})
		}
	}
	return one(ctx, cs, name, found)
}

func one(ctx context.Context, cs *Cases, name string, found []*Case) (*Case, error) {
	switch len(found) {
	case 0:
		return nil, noCase(strconv.Quote(clip(name)), "give an id like C-2026-0001, a folder of reports/ or a brand")
	case 1:
		c, err := cs.claimed(ctx, found[0])
		if c == nil && err == nil {
			err = noCase(strconv.Quote(clip(name)), "its review stopped before it began; run it again")
		}
		return c, err
	}
	var all []string
	for _, c := range found {
		all = append(all, fmt.Sprintf("%s (reports/%s)", c.ID, c.Folder))
	}
	return nil, fault.New(ErrAmbiguous, nil, "brand", strconv.Quote(clip(name)), "cases", strings.Join(all, ", "))
}

// List returns the ids of all cases, by year and number.
func (cs *Cases) List(ctx context.Context) ([]string, error) {
	names, err := cs.st.List(ctx, "cases")
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, name := range names {
		if id, ok := strings.CutSuffix(name, "/"); ok && caseID.MatchString(id) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, CompareIDs)
	return ids, nil
}
