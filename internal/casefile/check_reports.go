package casefile

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Editable says by a file of a version how the names of the report files begin that
// people may change.
type Editable map[string]string

// of leaves what a version has.
func (e Editable) of(m *manifest) Editable {
	out := Editable{}
	for _, f := range m.Files {
		if prefix, ok := e[f.Name]; ok {
			out[f.Name] = prefix
		}
	}
	return out
}

// has reports whether people may change a report file.
func (e Editable) has(name string) bool {
	for _, prefix := range e {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// Files of a report folder that the attribution check writes.
const (
	CheckpointsMarkdown = "checkpoints.md"
	CheckpointsHTML     = "checkpoints.html"
)

// owner compares case.yaml with the report folder's .case.json. Of a case of which
// nothing was published there may be none.
func (k *checking) owner(ctx context.Context) error {
	i := k.info
	name := ownerName(i.ReportFolder)
	o, found, err := k.c.cs.readOwner(ctx, i.ReportFolder)
	differs := func(key string, a, b any) error {
		return fmt.Errorf("%s: %s is %q but %s says %q: correct one of them", caseName(i.ID), key, a, name, b)
	}
	switch {
	case err != nil || !found && i.LatestVersion == 0:
		return err
	case !found:
		return fmt.Errorf("%s is missing: %s", name, restoreOwner(i))
	case o.ID != i.ID:
		return fmt.Errorf("reports/%s belongs to case %s: restore %s from a backup", i.ReportFolder, o.ID, caseName(i.ID))
	case o.Scene != i.Scene:
		return differs("scene", clip(i.Scene), clip(o.Scene))
	case o.Brand != i.Brand:
		return differs("brand", clip(i.Brand), clip(o.Brand))
	case !o.CreatedAt.IsZero() && !o.CreatedAt.Equal(i.CreatedAt):
		return differs("created_at", i.CreatedAt.UTC(), o.CreatedAt.UTC())
	}
	return nil
}

// reportFolder is what a case's report folder is to hold.
type reportFolder struct {
	latest    *manifest       // nil: nothing, or it can't be read
	snapshots map[string]bool // of all versions, by name from the folder
	broken    map[int]bool    // versions whose snapshots are not known
}

// reports compares the report folder with what the latest version published there,
// and versions/ with the snapshots of all versions. While a process runs a later
// version there are no differences of reports: it may be publishing. If none does, a
// report may be that of an interrupted publication, which left the same bytes among
// its snapshots.
func (k *checking) reports(ctx context.Context, r reportFolder) (all []error) {
	found := k.latestReports(ctx, r.latest)
	dir := "reports/" + k.c.Folder
	snapshots := addedFiles(ctx, k.c.cs.st, dir+"/versions", nil, func(name string) bool { return r.snapshots["versions/"+name] })
	if len(found)+len(snapshots) == 0 {
		return nil
	}
	unfinished, err := k.c.unfinished(ctx) // now: somebody may have begun one
	if err != nil {
		return []error{err}
	}
	interrupted, left := 0, map[string]bool{}
	if len(found) > 0 {
		var runs bool
		if interrupted, runs, err = leftBy(ctx, unfinished, r.latest.Version, left); err != nil {
			return []error{err}
		}
		if runs {
			k.running, found = true, nil
		}
	}
	for _, d := range found {
		if d.sha256 == "" && d.what == added {
			d.sha256, _ = hashOf(ctx, k.c.cs.st, d.name) // empty of a folder
		}
		switch _, ending, _ := strings.Cut(d.name, dir+"/report."); {
		case d.sha256 != "" && left[ending+d.sha256]:
		case interrupted > 0 && d.err == nil:
			all = append(all, fmt.Errorf("%s %s: the publication of version %d was interrupted: run its review again", d.name, d.what, interrupted))
		default:
			k.render = k.render || d.err == nil && d.what != added
			all = append(all, d.error("render it again"))
		}
	}
	for _, d := range snapshots {
		all = append(all, k.addedSnapshot(d, r.broken, unfinished))
	}
	return all
}

// leftBy adds to left what leftReports has of the unfinished versions from the latest
// on. It returns the last of them that left any, and whether a process runs one.
func leftBy(ctx context.Context, unfinished []*Version, latest int, left map[string]bool) (interrupted int, running bool, err error) {
	for _, v := range unfinished {
		if v.Number < latest {
			continue
		}
		runs, err := v.runs(ctx)
		if err == nil && !runs {
			err = v.leftReports(ctx, left)
		}
		if err != nil {
			return 0, false, err
		}
		running = running || runs
		if len(left) > 0 {
			interrupted = v.Number
		}
	}
	return interrupted, running, nil
}

// latestReports returns the report files that are not as the latest version published
// them, and those that were added. Of versions of earlier releases only report.md is
// known, which is the snapshot, and it may be missing.
func (k *checking) latestReports(ctx context.Context, m *manifest) []difference {
	if m == nil {
		return nil
	}
	st, dir, want := k.c.cs.st, "reports/"+k.c.Folder, map[string]string{}
	if m.Reports == nil {
		want[dir+"/report.md"] = m.Report.SHA256
		return slices.DeleteFunc(changedFiles(ctx, st, want, nil), func(d difference) bool { return d.what == missing })
	}
	for _, f := range m.Reports {
		want[dir+"/"+f.Name] = f.SHA256
	}
	editable := k.editable.of(m)
	return append(changedFiles(ctx, st, want, nil), addedFiles(ctx, st, dir, []string{"reviews/"}, func(name string) bool {
		switch name {
		case "versions/", ownerFile, lockFile:
			return true
		case CheckpointsMarkdown, CheckpointsHTML:
			return len(k.info.Checkpoints) > 0
		}
		return want[dir+"/"+name] != "" || editable.has(name)
	})...)
}

// addedSnapshot words a file in versions/ that no version lists. What is wrong with
// broken versions was found already. Snapshots of an unfinished version are from its
// publication.
func (k *checking) addedSnapshot(d difference, broken map[int]bool, unfinished []*Version) error {
	n, date, ok := snapshotName(d.name[strings.LastIndexByte(d.name, '/')+1:])
	ours := func(v *Version) bool { return v.Number == n && (v.Date == "" || v.Date == date) }
	switch {
	case ok && (broken[n] || slices.ContainsFunc(unfinished, ours)):
		return nil
	case ok && n < k.info.LatestVersion && !slices.Contains(k.out.Versions, n):
		return fmt.Errorf("%s is of a version that is missing: restore cases/%s/v%d from a backup, or remove what was added", d.name, k.c.ID, n)
	}
	return d.error("")
}

// unfinished returns the versions that have a plan and are not complete.
func (c *Case) unfinished(ctx context.Context) ([]*Version, error) {
	numbers, _, err := c.inside(ctx)
	var out []*Version
	for _, n := range numbers {
		v := &Version{Number: n, c: c}
		p, damaged := v.readPlan(ctx)
		if damaged != nil {
			continue // nobody can go on with it
		}
		done, err := v.isComplete(ctx)
		if err != nil {
			return nil, err
		}
		if v.Date = p.Date; !done {
			out = append(out, v)
		}
	}
	return out, err
}

// leftReports adds the ending and hash of each report of which an unfinished version
// left a snapshot.
func (v *Version) leftReports(ctx context.Context, left map[string]bool) error {
	names, err := v.c.cs.st.List(ctx, v.report("versions"))
	for _, name := range names {
		if n, _, ok := snapshotName(name); ok && n == v.Number {
			sum, err := hashOf(ctx, v.c.cs.st, v.report("versions/"+name))
			if err != nil {
				return err
			}
			_, ending, _ := strings.Cut(name, ".")
			left[ending+sum] = true
		}
	}
	return err
}
