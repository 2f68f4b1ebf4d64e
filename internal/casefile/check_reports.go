package casefile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// editable begins the names of report files that people may change: the deck of
// a meeting, whose version has the file meetingFile.
const (
	editable    = "meeting-summary."
	meetingFile = "meeting.json"
)

// Files of a report folder that the attribution check writes.
const (
	CheckpointsMarkdown = "checkpoints.md"
	CheckpointsHTML     = "checkpoints.html"
)

// difference is a report file that is not as the latest version published it.
type difference struct {
	name   string // from the report folder
	sha256 string // of what is there; empty: it is missing
	what   string
	added  bool
}

// owner holds case.yaml and the report folder's .case.json to each other. Of a case
// of which nothing was published there may be none.
func (k *checking) owner(ctx context.Context) error {
	i := k.info
	name := ownerName(i.ReportFolder)
	o, found, err := k.c.cs.readOwner(ctx, i.ReportFolder)
	switch {
	case err != nil || !found && i.LatestVersion == 0:
		return err
	case !found:
		return fmt.Errorf(`%s is missing: restore it from a backup, or write {"schema":1,"id":%q,"scene":%q,"brand":%q} into it`, name, i.ID, i.Scene, i.Brand)
	case o.ID != i.ID:
		return fmt.Errorf("reports/%s belongs to case %s: restore %s from a backup", i.ReportFolder, o.ID, caseName(i.ID))
	case o.Scene != i.Scene:
		return fmt.Errorf("%s: scene is %q but %s says %q: correct one of them", caseName(i.ID), clip(i.Scene), name, clip(o.Scene))
	case o.Brand != i.Brand:
		return fmt.Errorf("%s: brand is %q but %s says %q: correct one of them", caseName(i.ID), clip(i.Brand), name, clip(o.Brand))
	}
	return nil
}

// reports compares the report folder with what the version, the latest one,
// published there. While a process runs a later version there are no differences:
// it may be publishing. If none does, a report may be that of an interrupted
// publication, which left the same bytes among its snapshots.
func (k *checking) reports(ctx context.Context, s *verifiedVersion) error {
	found, err := s.differences(ctx, len(k.info.Checkpoints) > 0)
	if err != nil || len(found) == 0 {
		return err
	}
	numbers, err := k.c.numbers(ctx) // again: somebody may have begun one
	if err != nil {
		return err
	}
	interrupted := ""
	left := map[string]bool{} // names and hashes of reports of which there are snapshots
	for _, n := range numbers {
		v := &Version{Number: n, c: k.c}
		if unfinished, err := v.unfinished(ctx); err != nil || !unfinished || n < s.v.Number {
			if err != nil {
				return err
			}
			continue
		}
		if runs, err := v.runs(ctx); runs || err != nil {
			k.running = k.running || runs
			return err
		}
		before := len(left)
		if err := v.leftReports(ctx, left); err != nil {
			return err
		}
		if len(left) > before {
			interrupted = fmt.Sprintf("the publication of version %d was interrupted: run its review again", n)
		}
	}
	var all []error
	for _, d := range found {
		if d.sha256 == "" || !left[d.name+d.sha256] {
			fix := fmt.Sprintf("'judgement report render %s --out FOLDER' makes it again", k.c.ID)
			if d.added {
				fix = "remove it"
			}
			all = append(all, fmt.Errorf("%s %s: %s", s.v.report(d.name), d.what, cmp.Or(interrupted, fix)))
		}
	}
	return errors.Join(all...)
}

// differences returns the report files that are not as the version published them,
// and those that were added. Of versions of earlier releases only report.md is
// known, which is the snapshot, and it may be missing. asked says that the case has
// checkpoints, and so a page of them.
func (s *verifiedVersion) differences(ctx context.Context, asked bool) ([]difference, error) {
	st, known := s.v.c.cs.st, s.m.Reports != nil
	reports := s.m.Reports
	if !known {
		reports = []hashedFile{{"report.md", s.m.Report.SHA256}}
	}
	var found []difference
	listed := map[string]bool{CheckpointsMarkdown: asked, CheckpointsHTML: asked, "versions/": true, "reviews/": true}
	for _, f := range reports {
		listed[f.Name] = true
		sum, err := hashOf(ctx, st, s.v.report(f.Name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if known {
				found = append(found, difference{name: f.Name, what: "is missing"})
			}
		case err != nil:
			return nil, err
		case sum != f.SHA256:
			found = append(found, difference{name: f.Name, sha256: sum, what: "was changed after it was published"})
		}
	}
	if !known {
		return found, nil
	}
	meeting := slices.ContainsFunc(s.m.Files, func(f hashedFile) bool { return f.Name == meetingFile })
	for _, dir := range []string{"", "reviews/"} {
		names, err := st.List(ctx, strings.TrimSuffix(s.v.report(dir), "/"))
		if err != nil {
			return nil, err
		}
		for _, base := range names {
			name := dir + base
			if listed[name] || meeting && strings.HasPrefix(name, editable) {
				continue
			}
			sum, err := hashOf(ctx, st, strings.TrimSuffix(s.v.report(name), "/"))
			if err != nil {
				sum = "" // a folder, say
			}
			found = append(found, difference{strings.TrimSuffix(name, "/"), sum, "was added after the version was published", true})
		}
	}
	return found, nil
}

// unfinished reports whether the version has a plan, of which it sets the date, and
// is not complete.
func (v *Version) unfinished(ctx context.Context) (bool, error) {
	p, err := v.readPlan(ctx)
	if err != nil {
		return false, nil //nolint:nilerr // nobody can go on with it
	}
	v.Date = p.Date
	done, err := v.isComplete(ctx)
	return !done, err
}

// runs reports whether a process runs the version, which has a plan.
func (v *Version) runs(ctx context.Context) (bool, error) {
	unlock, free, err := v.c.cs.st.Lock(ctx, v.name("plan.json"))
	if free {
		unlock()
	}
	return err == nil && !free, err
}

// leftReports adds the name and hash of each report of which the version left a
// snapshot.
func (v *Version) leftReports(ctx context.Context, left map[string]bool) error {
	names, err := v.c.cs.st.List(ctx, v.report("versions"))
	for _, name := range names {
		n, _, ok := snapshotName(name)
		if !ok || n != v.Number {
			continue
		}
		sum, err := hashOf(ctx, v.c.cs.st, v.report("versions/"+name))
		if err != nil {
			return err
		}
		_, ending, _ := strings.Cut(name, ".")
		left["report."+ending+sum] = true
	}
	return err
}
