package casefile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/internal/fault"
)

// Load reads the case with exactly that id.
func (cs *Cases) Load(ctx context.Context, id string) (*Case, Info, error) {
	if !caseID.MatchString(id) {
		return nil, Info{}, fmt.Errorf("case %q: %w", clip(id), ErrNotFound)
	}
	info, err := cs.readInfo(ctx, id)
	if err != nil {
		return nil, Info{}, err
	}
	return cs.caseOf(info), info, nil
}

// IDOf returns the id of a case by its id, its report folder, its brand, or a path
// from the workspace on to one of its two folders. Nothing found is ErrNotFound, a
// brand that several cases have ErrAmbiguous. The case's own file may still be broken.
func (cs *Cases) IDOf(ctx context.Context, name string) (string, error) {
	c, err := cs.lookup(ctx, bareName(name))
	if err != nil {
		return "", err
	}
	return c.ID, nil
}

// Find returns the case that IDOf finds.
func (cs *Cases) Find(ctx context.Context, name string) (*Case, error) {
	name = bareName(name)
	want, err := cs.lookup(ctx, name)
	if err != nil {
		return nil, err
	}
	var c *Case
	if want.Folder != "" {
		c, err = cs.claimed(ctx, want)
	} else if info, infoErr := cs.readInfo(ctx, want.ID); infoErr == nil {
		c = cs.caseOf(info)
	} else if !errors.Is(infoErr, fs.ErrNotExist) {
		err = infoErr
	}
	if c == nil && err == nil {
		err = cs.damage(ctx, want)
	}
	if c == nil && err == nil {
		err = noCase(strconv.Quote(clip(name)), "its review stopped before it began; run it again")
	}
	return c, err
}

// lookup returns a case as its report folder describes it, or with no more than an
// id. A report folder comes before a brand.
func (cs *Cases) lookup(ctx context.Context, name string) (*Case, error) {
	unknown := noCase(strconv.Quote(clip(name)), "it is no id like C-2026-0001, no folder of reports/ and no brand")
	if caseID.MatchString(name) {
		if inside, err := cs.st.List(ctx, "cases/"+name); err == nil && len(inside) == 0 {
			if at := cs.deletedAt(ctx, name); !at.IsZero() {
				return nil, noCase(name, "it was deleted on "+at.Format(time.DateOnly))
			}
			return nil, cmp.Or(cs.damage(ctx, &Case{ID: name}), noCase(name, "there is nothing in cases/"+name))
		}
		return &Case{ID: name, cs: cs}, nil // a folder that can't be listed is a case that can't be read
	}
	if CheckName(name) != nil || strings.Contains(name, "/") {
		return nil, unknown
	}
	if o, ok, err := cs.readOwner(ctx, name); ok || err != nil {
		return o.caseIn(cs, name), err
	}
	var found []*Case
	var all []string
	err := cs.eachOwner(ctx, func(folder string, o folderOwner) error {
		if o.Brand == name {
			found = append(found, o.caseIn(cs, folder))
			all = append(all, fmt.Sprintf("%s (reports/%s)", o.ID, folder))
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		cases, err := cs.Index(ctx, Filter{Brand: name})
		for _, e := range cases {
			if e.Err == nil {
				return e.Case, err // its report folder is gone
			}
		}
		return nil, cmp.Or(err, unknown)
	case len(found) > 1:
		return nil, fault.New(ErrAmbiguous, nil, "brand", strconv.Quote(clip(name)), "cases", strings.Join(all, ", "))
	}
	return found[0], nil
}

func (o *folderOwner) caseIn(cs *Cases, folder string) *Case {
	return &Case{ID: o.ID, Scene: o.Scene, Brand: o.Brand, Folder: folder, cs: cs}
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

// List returns the ids of all cases, by year and number. A link that leads nowhere or
// out of the workspace, or a file with the name of a case, is among them: it is an error
// to be seen.
func (cs *Cases) List(ctx context.Context) ([]string, error) {
	names, err := cs.st.List(ctx, "cases")
	if err != nil {
		return nil, fmt.Errorf("list the cases: %w", err)
	}
	var ids []string
	for _, name := range names {
		if id := strings.TrimSuffix(name, "/"); caseID.MatchString(id) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, CompareIDs)
	return ids, nil
}
