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

// markerFile is the file that makes a version complete.
const markerFile = "version.json"

// Schemas of version.json: case.yaml has the hash of a recordedSchema one.
const (
	firstSchema    = 1 // of earlier releases
	recordedSchema = 2
)

// sealed is a complete version that was held to its version.json.
type sealed struct {
	data  []byte            // version.json
	files map[string][]byte // those that were asked for and that it holds, by name

	v *Version
	m marker
}

// seal holds a complete version to version.json, and this to the hash that
// case.yaml has of it, and returns the wanted ones of its files. A version that
// somebody is publishing at this moment is ErrPublishing, one that is not complete
// an *incompleteError. All differences come at once.
func (v *Version) seal(ctx context.Context, recorded string, want []string) (*sealed, error) {
	data, err := v.readMarker(ctx)
	if err != nil {
		return nil, err
	}
	out := &sealed{data: data, files: make(map[string][]byte, len(want)), v: v}
	err = json.Unmarshal(data, &out.m)
	damaged := err != nil || out.m.Schema < firstSchema || out.m.Schema > recordedSchema || out.m.Version != v.Number
	var all []error
	switch {
	case damaged:
		return nil, fmt.Errorf("%s is damaged: restore it from a backup", v.name(markerFile))
	case recorded == "" && out.m.Schema >= recordedSchema:
		all = append(all, fmt.Errorf("%s has no hash of version %d: restore it from a backup", caseName(v.c.ID), v.Number))
	case recorded != "" && hash(data) != recorded:
		all = append(all, fmt.Errorf("%s was changed after the version was published: restore it from a backup", v.name(markerFile)))
	}
	listed := map[string]bool{markerFile: true}
	for _, f := range out.m.Files {
		listed[f.Name] = true
		data, err := v.verified(ctx, v.name(f.Name), f.SHA256, slices.Contains(want, f.Name))
		if data != nil {
			out.files[f.Name] = data
		}
		all = append(all, err)
	}
	for _, f := range out.snapshots() {
		_, err = v.verified(ctx, v.report(f.Name), f.SHA256, false)
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
	return fmt.Errorf("%s was added after the version was published: remove it", name)
}

// snapshots are the version's files in versions/ of the report folder.
func (s *sealed) snapshots() []hashedFile { return append([]hashedFile{s.m.Report}, s.m.Snapshots...) }

// Published is what the check of a case's published versions read.
type Published struct {
	Marker   []byte            // version.json of the latest version; nil before the first
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

// Check holds every file of every version to the hashes that were recorded when
// it was published: no file was changed, removed or added, and the report folder
// has what the latest version published there. Files whose names begin with a dot
// don't count. info is the content of case.yaml. It returns the wanted files of the
// latest version. Nothing is rendered again. All differences come at once, in a
// *DifferenceError. While the latest version is being published the error is
// ErrPublishing.
func (c *Case) Check(ctx context.Context, info Info, want ...string) (*Published, error) {
	for try := 1; ; try++ {
		out, running, err := c.check(ctx, &info, want)
		if err == nil || errors.Is(err, ErrPublishing) || ctx.Err() != nil {
			return out, err
		}
		now, infoErr := c.Info(ctx)
		changed := infoErr == nil && !reflect.DeepEqual(now, info)
		if try == checkTries || !changed && !c.anyRuns(ctx, running) {
			return out, &DifferenceError{err}
		}
		if changed {
			info = now
		}
		time.Sleep(checkPause) // what was found may be a publication half-way
	}
}

// A DifferenceError lists all that is not as it was published.
type DifferenceError struct{ Err error }

// Error has a line per difference.
func (e *DifferenceError) Error() string { return e.Err.Error() }

// Unwrap returns the differences, joined.
func (e *DifferenceError) Unwrap() error { return e.Err }

// check is one try of Check. It also returns the versions that are not complete.
func (c *Case) check(ctx context.Context, info *Info, want []string) (out *Published, unfinished []*Version, err error) {
	out = &Published{Files: map[string][]byte{}}
	numbers, err := c.numbers(ctx)
	if err != nil {
		return out, nil, err
	}
	for _, r := range info.Versions {
		numbers = append(numbers, r.Version)
	}
	if info.LatestVersion > 0 {
		numbers = append(numbers, info.LatestVersion)
	}
	slices.Sort(numbers)
	var all []error
	listed, open := map[string]bool{}, map[int]bool{}
	for _, n := range slices.Compact(numbers) {
		v, latest, recorded := &Version{Number: n, c: c}, n == info.LatestVersion, info.recorded(n)
		var wanted []string
		if latest {
			wanted = want
		}
		s, err := v.seal(ctx, recorded, wanted)
		var incomplete *incompleteError
		switch {
		case latest && errors.Is(err, ErrPublishing):
			return out, nil, err
		case errors.Is(err, ErrPublishing), errors.As(err, &incomplete) && !latest && recorded == "":
			unfinished, open[n] = append(unfinished, v), true
			continue
		case errors.As(err, &incomplete):
			unfinished, open[n] = append(unfinished, v), true
		case err == nil && n > info.LatestVersion:
			err = fmt.Errorf("%s: latest_version is %d and was %d: restore the file from a backup", caseName(c.ID), info.LatestVersion, n)
		}
		all = append(all, err)
		if s == nil {
			continue
		}
		out.Versions = append(out.Versions, n)
		for _, f := range s.snapshots() {
			listed[f.Name] = true
		}
		if s.m.Schema < recordedSchema {
			out.Unrecorded = append(out.Unrecorded, n)
		}
		if latest {
			out.Marker, out.Files = s.data, s.files
			all = append(all, s.verifyReports(ctx))
		}
	}
	all = append(all, c.addedSnapshots(ctx, listed, open))
	return out, unfinished, errors.Join(all...)
}

// addedSnapshots looks for files in versions/ that no version lists. Those of an
// unfinished version are left over from its publication.
func (c *Case) addedSnapshots(ctx context.Context, listed map[string]bool, unfinished map[int]bool) error {
	names, err := c.cs.st.List(ctx, "reports/"+c.Folder+"/versions")
	all := []error{err}
	for _, name := range names {
		n, _, ok := snapshotName(name)
		if !listed["versions/"+name] && !(ok && unfinished[n]) {
			all = append(all, added("reports/"+c.Folder+"/versions/"+name))
		}
	}
	return errors.Join(all...)
}

// anyRuns reports whether a process runs one of the versions.
func (c *Case) anyRuns(ctx context.Context, versions []*Version) bool {
	for _, v := range versions {
		if _, err := v.readPlan(ctx); err != nil {
			continue
		}
		if unlock, ok, err := c.cs.st.Lock(ctx, v.name("plan.json")); err == nil && !ok {
			return true
		} else if ok {
			unlock()
		}
	}
	return false
}

// editable begins the names of report files that people may change: the deck of
// a meeting.
const editable = "meeting-summary."

// verifyReports holds the report folder to what the version, the latest one,
// published there: every file is there with its bytes. Of versions of earlier
// releases only report.md is known, which is the snapshot, and it may be missing.
// All differences come at once; while a later version is being published there
// are none.
func (s *sealed) verifyReports(ctx context.Context) error {
	c := s.v.c
	reports := s.m.Reports
	if reports == nil {
		reports = []hashedFile{{"report.md", s.m.Report.SHA256}}
	}
	var all []error
	for _, f := range reports {
		name := s.v.report(f.Name)
		sum, err := hashLimited(ctx, c.cs.st, name, maxOwn)
		again := ": 'judgement report render " + c.ID + " --out FOLDER' makes it again"
		switch {
		case errors.Is(err, fs.ErrNotExist) && s.m.Reports != nil:
			all = append(all, errors.New(name+" is missing"+again))
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case sum != f.SHA256:
			all = append(all, errors.New(name+" was changed after it was published"+again))
		}
	}
	if len(all) == 0 {
		return nil
	}
	if last, err := c.lastSnapshot(ctx); err != nil || last > s.v.Number {
		return err
	}
	return errors.Join(all...)
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
	version int
	id      string
}

func (e *incompleteError) Error() string {
	return fmt.Sprintf("version %d of case %s is not complete: run its review again, or restore its version.json from a backup", e.version, e.id)
}

// ErrPublishing is the error of a version that is being published: case.yaml
// names it already, and it is complete in a moment.
var ErrPublishing = errors.New("the version is being published")

// readMarker reads version.json, which comes last of all when a version is
// published.
func (v *Version) readMarker(ctx context.Context) ([]byte, error) {
	st := v.c.cs.st
	data, err := ReadLimited(ctx, st, v.name(markerFile), maxOwn)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	missing := &incompleteError{v.Number, v.c.ID}
	if _, err := v.readPlan(ctx); err != nil {
		return nil, missing // nobody could hold its lock
	}
	unlock, ok, err := st.Lock(ctx, v.name("plan.json"))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrPublishing
	}
	unlock()
	data, err = ReadLimited(ctx, st, v.name(markerFile), maxOwn) // it may be complete by now
	if errors.Is(err, fs.ErrNotExist) {
		return nil, missing
	}
	return data, err
}

// verified holds a file to its hash and returns its content where it is asked
// for, nil where it isn't or the file differs.
func (v *Version) verified(ctx context.Context, name, want string, content bool) (data []byte, err error) {
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
