package casefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"
)

// tempGrace is the least age of a temporary file that is removed: some are made
// without the lock that a living writer holds.
const tempGrace = time.Hour

// Leftovers removes what killed runs left: temporary files of the folder, and
// incomplete versions without a sign of life for the time keep; 0: those stay for ever.
// It returns their names; with dryRun it only lists them. See Sweep and Prune.
func (cs *Cases) Leftovers(ctx context.Context, keep time.Duration, held func(ctx context.Context, job string) (bool, error), dryRun bool) (out []string, err error) {
	out = []string{}
	if folder, ok := cs.st.(*Folder); ok {
		if out, err = folder.Sweep(ctx, cs.now().Add(-tempGrace), dryRun); err != nil {
			return out, err
		}
	}
	if keep == 0 {
		return out, nil
	}
	versions, err := cs.Prune(ctx, cs.now().Add(-keep), held, dryRun)
	return append(out, versions...), err
}

// Prune removes incomplete versions that no process continues, and returns the names
// of their folders, by case and number; with dryRun it only lists them. A version is
// removed if its last sign of life (its start, or a kept reply) is before a time, no
// process runs it, none of it is published, and held is false for its job; held is
// asked only about versions that are for a job. What can't be read stays.
func (cs *Cases) Prune(ctx context.Context, before time.Time, held func(ctx context.Context, job string) (bool, error), dryRun bool) ([]string, error) {
	cases, err := cs.Index(ctx, Filter{})
	if err != nil {
		return nil, err
	}
	removed := []string{}
	for _, c := range cases {
		if c.Err != nil {
			continue
		}
		numbers, err := c.numbers(ctx)
		if err != nil {
			return removed, err
		}
		for _, n := range numbers {
			v := &Version{Number: n, c: c.Case}
			ok, err := v.prune(ctx, c.Latest, before, held, dryRun)
			if err != nil {
				return removed, fmt.Errorf("prune version %d of case %s: %w", n, c.ID, err)
			}
			if ok {
				removed = append(removed, v.dir())
			}
		}
	}
	return removed, nil
}

func (v *Version) prune(ctx context.Context, latest int, before time.Time, held func(context.Context, string) (bool, error), dryRun bool) (bool, error) {
	if there, err := v.leftOver(ctx, latest, before); !there || err != nil {
		return false, err
	}
	if v.Job != "" {
		if keep, err := held(ctx, v.Job); keep || err != nil {
			return false, err
		}
	}
	unlock, ok, err := v.lock(ctx)
	if !ok || err != nil {
		return false, err
	}
	defer unlock()
	// A process may have continued it before it was locked.
	if there, err := v.leftOver(ctx, latest, before); !there || err != nil || dryRun {
		return there, err
	}
	return true, v.remove(ctx)
}

// leftOver reads the plan and reports whether the version is incomplete, nothing of it
// is published, and it gave its last sign of life before a time.
func (v *Version) leftOver(ctx context.Context, latest int, before time.Time) (bool, error) {
	if done, err := v.isComplete(ctx); done || err != nil {
		return false, err
	}
	p, err := v.readPlan(ctx)
	if err != nil || !p.StartedAt.Before(before) || latest == v.Number {
		return false, nil //nolint:nilerr // without a readable plan it is not ours to remove
	}
	v.Key, v.Job, v.StartedAt = p.Key, p.Job, p.StartedAt
	for rec, err := range v.Records(ctx) {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err != nil || !rec.At.Before(before) {
			return false, nil //nolint:nilerr // damaged: it is not ours to remove
		}
	}
	published, err := v.dateOfSnapshot(ctx)
	return err == nil && published == "", err
}

// remove deletes the version's folder: the plan last of the files, so that a crash
// leaves a version that can be pruned or resumed. Folders that the program did not
// make stay.
func (v *Version) remove(ctx context.Context) error {
	st, plan := v.c.cs.st, v.name("plan.json")
	files, err := unlisted(ctx, st, v.dir(), []string{"replies/"}, func(name string) bool {
		return name == "plan.json" || strings.HasSuffix(name, "/")
	})
	if err != nil {
		return err
	}
	if err := st.Remove(ctx, append(files, plan)...); err != nil {
		return err
	}
	for _, dir := range []string{v.name("replies"), v.dir()} {
		if err := st.Remove(ctx, dir); err != nil && !errors.Is(err, fs.ErrExist) { // not empty: another process writes into it
			return err
		}
	}
	return nil
}

// Sweep removes the temporary files below cases/, comparisons/, immunity/, reports/ and
// .judgement/cases/ that dead writers left before a time, and returns their names, sorted; with dryRun it
// only lists them. What can't be opened or removed stays.
func (f *Folder) Sweep(ctx context.Context, before time.Time, dryRun bool) ([]string, error) {
	removed := []string{}
	for _, top := range []string{takenDir, "cases", "comparisons", "immunity", "reports"} {
		err := fs.WalkDir(f.root.FS(), top, func(name string, d fs.DirEntry, err error) error {
			if err != nil || ctx.Err() != nil {
				return ctx.Err()
			}
			if !strings.HasPrefix(d.Name(), tempPrefix) || !d.Type().IsRegular() {
				return nil
			}
			if info, err := d.Info(); err != nil || !info.ModTime().Before(before) {
				return nil //nolint:nilerr // gone, or of a living writer
			}
			if f.removeDead(name, dryRun) {
				removed = append(removed, name)
			}
			return nil
		})
		if err != nil {
			return removed, err
		}
	}
	return removed, nil
}
