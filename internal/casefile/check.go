package casefile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"time"

	"judgement/internal/fault"
)

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

// IsID reports whether a name has the form of a case's id.
func IsID(name string) bool { return caseID.MatchString(name) }

// CompareIDs orders ids by year and number; both must be ids.
func CompareIDs(a, b string) int { return compareIDs(a, b) }

// manifestFile is the file that makes a version complete.
const manifestFile = "version.json"

// Schemas of version.json: case.yaml has the hash of a recordedSchema one.
const (
	firstSchema    = 1 // of earlier releases
	recordedSchema = 2
)

// verifiedVersion is a complete version that was compared with its manifest.
type verifiedVersion struct {
	data  []byte            // version.json
	files map[string][]byte // those that were asked for and that it holds, by name

	v *Version
	m manifest
}

// verify compares a complete version with its version.json, and this with the hash
// that case.yaml has of it, and returns the wanted ones of its files. A version that
// somebody is publishing at this moment is ErrPublishing, one that is not complete
// an *incompleteError. All differences come at once.
func (v *Version) verify(ctx context.Context, recorded string, want []string) (*verifiedVersion, error) {
	data, err := v.readManifest(ctx)
	if err != nil {
		return nil, err
	}
	out := &verifiedVersion{data: data, files: make(map[string][]byte, len(want)), v: v}
	err = json.Unmarshal(data, &out.m)
	damaged := err != nil || out.m.Schema < firstSchema || out.m.Schema > recordedSchema || out.m.Version != v.Number
	var all []error
	switch {
	case damaged:
		return nil, fmt.Errorf("%s is damaged: restore it from a backup", v.name(manifestFile))
	case recorded == "" && out.m.Schema >= recordedSchema:
		all = append(all, fmt.Errorf("%s has no hash of version %d: restore it from a backup", caseName(v.c.ID), v.Number))
	case recorded != "" && hash(data) != recorded:
		all = append(all, fmt.Errorf("%s was changed after the version was published: restore it from a backup", v.name(manifestFile)))
	}
	listed := map[string]bool{manifestFile: true}
	for _, f := range out.m.Files {
		listed[f.Name] = true
		data, err := v.verifyFile(ctx, v.name(f.Name), f.SHA256, slices.Contains(want, f.Name))
		if data != nil {
			out.files[f.Name] = data
		}
		all = append(all, err)
	}
	for _, f := range out.snapshots() {
		_, err = v.verifyFile(ctx, v.report(f.Name), f.SHA256, false)
		all = append(all, err)
	}
	there, err := v.own(ctx)
	all = append(all, err)
	for _, name := range there {
		if !listed[name] {
			all = append(all, added(v.name(name)))
		}
	}
	return out, errors.Join(all...)
}

func added(name string) error {
	return fmt.Errorf("%s was added after the version was published: remove it", strings.TrimSuffix(name, "/"))
}

// snapshots are the version's files in versions/ of the report folder.
func (s *verifiedVersion) snapshots() []hashedFile {
	return append([]hashedFile{s.m.Report}, s.m.Snapshots...)
}

// Published is what the check of a case's published versions read.
type Published struct {
	Manifest []byte            // version.json of the latest version; nil before the first
	Files    map[string][]byte // those of the latest version that were asked for and that it holds, by name
	Versions []int             // the complete versions, by number
	// Unrecorded are the versions of earlier releases, by number: case.yaml has no
	// hash of their version.json, and no HTML or PDF was kept of them.
	Unrecorded []int
}

// Tries of Check while somebody publishes, and the pause between them.
const (
	checkTries = 4
	checkPause = 20 * time.Millisecond
)

// Check compares every file of every version with the hashes that were recorded
// when it was published: no file was changed, removed or added, and the report
// folder has what the latest version published there. Files whose names begin with
// a dot don't count. info is the content of case.yaml. It returns the wanted files
// of the latest version. Nothing is rendered again. All differences come at once, in
// a fault.Changed. While the latest version is being published the error is
// ErrPublishing.
func (c *Case) Check(ctx context.Context, info Info, want ...string) (*Published, error) {
	for try := 1; ; try++ {
		k := &checking{c: c, info: &info, out: &Published{Files: map[string][]byte{}}}
		err := k.versions(ctx, want)
		if err == nil || errors.Is(err, ErrPublishing) || ctx.Err() != nil {
			return k.out, err
		}
		now, infoErr := c.Info(ctx)
		changed := infoErr == nil && !reflect.DeepEqual(now, info)
		if try == checkTries || !changed && !k.running {
			return k.out, differs(err)
		}
		if changed {
			info = now
		}
		time.Sleep(checkPause) // what was found may be a publication half-way
	}
}

// differs is the error about all that is not as it was published.
func differs(err error) error { return fault.New(fault.Changed, err, "text", err.Error()) }

// checking is one try of Check.
type checking struct {
	c       *Case
	info    *Info
	out     *Published
	running bool // a process runs one of the versions
}

// versions compares all versions and what is in the report folder.
func (k *checking) versions(ctx context.Context, want []string) error {
	numbers, err := k.numbers(ctx)
	if err != nil {
		return err
	}
	latest := k.info.LatestVersion
	listed, excused := map[string]bool{}, map[int]bool{}
	var all []error
	for _, n := range numbers {
		v, recorded := &Version{Number: n, c: k.c}, k.info.recorded(n)
		var wanted []string
		if n == latest {
			wanted = want
		}
		s, err := v.verify(ctx, recorded, wanted)
		var incomplete *incompleteError
		switch {
		case errors.Is(err, ErrPublishing):
			if k.running = true; n == latest {
				return err
			}
			continue
		case errors.As(err, &incomplete) && n != latest && recorded == "":
			continue
		case err == nil && n > latest:
			err = fmt.Errorf("%s: latest_version is %d and was %d: restore the file from a backup", caseName(k.c.ID), latest, n)
		}
		all = append(all, err)
		if s == nil {
			excused[n] = true
			continue
		}
		k.out.Versions = append(k.out.Versions, n)
		for _, f := range s.snapshots() {
			listed[f.Name] = true
		}
		if s.m.Schema < recordedSchema {
			k.out.Unrecorded = append(k.out.Unrecorded, n)
		}
		if n == latest {
			k.out.Manifest, k.out.Files = s.data, s.files
			all = append(all, k.reports(ctx, s))
		}
	}
	return errors.Join(append(all, k.addedSnapshots(ctx, listed, excused))...)
}

// numbers returns the versions that have a folder or are in case.yaml.
func (k *checking) numbers(ctx context.Context) ([]int, error) {
	numbers, err := k.c.numbers(ctx)
	for _, r := range k.info.Versions {
		numbers = append(numbers, r.Version)
	}
	if k.info.LatestVersion > 0 {
		numbers = append(numbers, k.info.LatestVersion)
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), err
}

// addedSnapshots looks for files in versions/ that no version lists. Those of the
// excused versions are of no interest: what is wrong with these was found. Those of
// an unfinished version are from its publication.
func (k *checking) addedSnapshots(ctx context.Context, listed map[string]bool, excused map[int]bool) error {
	names, err := k.c.cs.st.List(ctx, "reports/"+k.c.Folder+"/versions")
	all := []error{err}
	for _, name := range names {
		n, date, ok := snapshotName(name)
		if listed["versions/"+name] || ok && excused[n] {
			continue
		}
		full := "reports/" + k.c.Folder + "/versions/" + name
		v := &Version{Number: n, c: k.c}
		unfinished, err := v.unfinished(ctx)
		switch {
		case err != nil:
			return err
		case ok && unfinished && (v.Date == "" || v.Date == date):
		case ok && n < k.info.LatestVersion && !slices.Contains(k.out.Versions, n):
			all = append(all, fmt.Errorf("%s is of a version that is missing: restore cases/%s/v%d from a backup, or remove what was added", full, k.c.ID, n))
		default:
			all = append(all, added(full))
		}
	}
	return errors.Join(all...)
}

// editable begins the names of report files that people may change: the deck of
// a meeting.
const editable = "meeting-summary."

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
}

// reports compares the report folder with what the version, the latest one,
// published there. While a process runs a later version there are no differences:
// it may be publishing. If none does, a report may be that of an interrupted
// publication, which left the same bytes among its snapshots.
func (k *checking) reports(ctx context.Context, s *verifiedVersion) error {
	found, err := s.differences(ctx)
	if err != nil || len(found) == 0 {
		return err
	}
	numbers, err := k.c.numbers(ctx) // again: somebody may have begun one
	if err != nil {
		return err
	}
	fix := fmt.Sprintf("'judgement report render %s --out FOLDER' makes it again", k.c.ID)
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
			fix = fmt.Sprintf("the publication of version %d was interrupted: run its review again", n)
		}
	}
	var all []error
	for _, d := range found {
		if d.sha256 == "" || !left[d.name+d.sha256] {
			all = append(all, fmt.Errorf("%s %s: %s", s.v.report(d.name), d.what, fix))
		}
	}
	return errors.Join(all...)
}

// differences returns the report files that are not as the version published them,
// and those that were added. Of versions of earlier releases only report.md is
// known, which is the snapshot, and it may be missing.
func (s *verifiedVersion) differences(ctx context.Context) ([]difference, error) {
	st, known := s.v.c.cs.st, s.m.Reports != nil
	reports := s.m.Reports
	if !known {
		reports = []hashedFile{{"report.md", s.m.Report.SHA256}}
	}
	var found []difference
	listed := map[string]bool{CheckpointsMarkdown: true, CheckpointsHTML: true, "versions/": true, "reviews/": true}
	for _, f := range reports {
		listed[f.Name] = true
		sum, err := hashLimited(ctx, st, s.v.report(f.Name), maxOwn)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if known {
				found = append(found, difference{f.Name, "", "is missing"})
			}
		case err != nil:
			return nil, err
		case sum != f.SHA256:
			found = append(found, difference{f.Name, sum, "was changed after it was published"})
		}
	}
	if !known {
		return found, nil
	}
	for _, dir := range []string{"", "reviews/"} {
		names, err := st.List(ctx, strings.TrimSuffix(s.v.report(dir), "/"))
		if err != nil {
			return nil, err
		}
		for _, base := range names {
			name := dir + base
			if listed[name] || strings.HasPrefix(name, editable) {
				continue
			}
			sum, err := hashLimited(ctx, st, strings.TrimSuffix(s.v.report(name), "/"), maxOwn)
			if err != nil {
				sum = "" // a folder, say
			}
			found = append(found, difference{strings.TrimSuffix(name, "/"), sum, "was added after the version was published"})
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
		sum, err := hashLimited(ctx, v.c.cs.st, v.report("versions/"+name), maxOwn)
		if err != nil {
			return err
		}
		_, ending, _ := strings.Cut(name, ".")
		left["report."+ending+sum] = true
	}
	return err
}

// own returns the names of what is in the version's folder, its replies among
// them; other folders have a "/" at the end.
func (v *Version) own(ctx context.Context) ([]string, error) {
	st := v.c.cs.st
	out, err := st.List(ctx, fmt.Sprintf("cases/%s/v%d", v.c.ID, v.Number))
	at := slices.Index(out, "replies/")
	if err != nil || at < 0 {
		return out, err
	}
	replies, err := st.List(ctx, v.name("replies"))
	out = slices.Delete(out, at, at+1)
	for _, name := range replies {
		out = append(out, "replies/"+name)
	}
	return out, err
}

// An incompleteError is about a version that has no version.json.
type incompleteError struct {
	v       *Version
	planned bool // it has a plan
}

func (e *incompleteError) Error() string {
	if !e.planned {
		return fmt.Sprintf("%s is missing: restore it from a backup", strings.TrimSuffix(e.v.name(""), "/"))
	}
	return fmt.Sprintf("version %d of case %s is not complete: run its review again, or restore its version.json from a backup", e.v.Number, e.v.c.ID)
}

// ErrPublishing is the error of a version that is being published: case.yaml
// names it already, and it is complete in a moment.
const ErrPublishing = fault.Publishing

// readManifest reads version.json, which comes last of all when a version is
// published.
func (v *Version) readManifest(ctx context.Context) ([]byte, error) {
	st := v.c.cs.st
	data, err := ReadLimited(ctx, st, v.name(manifestFile), maxOwn)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	if _, err := v.readPlan(ctx); err != nil {
		return nil, &incompleteError{v, !errors.Is(err, fs.ErrNotExist)}
	}
	if runs, err := v.runs(ctx); err != nil {
		return nil, err
	} else if runs {
		return nil, ErrPublishing
	}
	data, err = ReadLimited(ctx, st, v.name(manifestFile), maxOwn) // it may be complete by now
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &incompleteError{v, true}
	}
	return data, err
}

// verifyFile compares a file with its hash and returns its content if it is asked
// for; nil if it isn't or the file differs.
func (v *Version) verifyFile(ctx context.Context, name, want string, content bool) (data []byte, err error) {
	sum := ""
	if content {
		if data, err = ReadLimited(ctx, v.c.cs.st, name, maxOwn); err == nil {
			sum = hash(data)
		}
	} else {
		sum, err = hashLimited(ctx, v.c.cs.st, name, maxOwn)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s is missing: restore it from a backup", name)
	case err != nil:
		return nil, err
	case sum != want:
		return nil, fmt.Errorf("%s was changed after the version was published: restore it from a backup", name)
	}
	return data, nil
}
