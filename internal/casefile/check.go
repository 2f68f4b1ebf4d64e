package casefile

import (
	"cmp"
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

// manifestFile is the file that makes a version complete.
const manifestFile = "version.json"

// Files and folders of a case that the attribution check writes.
const (
	OutcomesFile    = "outcomes.jsonl"
	AttributionFile = "attribution.json"
	FollowUps       = "followups"
	Failures        = "failures"
)

// besideVersions is what a case's folder has besides its versions.
var besideVersions = []string{infoFile, OutcomesFile, AttributionFile, FollowUps + "/", Failures + "/"}

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

func foreign(name string) error {
	return fmt.Errorf("%s is not part of the case: remove it", strings.TrimSuffix(name, "/"))
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
	numbers, others, err := k.inside(ctx)
	if err != nil {
		return err
	}
	latest := k.info.LatestVersion
	listed, excused := map[string]bool{}, map[int]bool{}
	all := []error{k.owner(ctx)}
	for _, name := range others {
		if !slices.Contains(besideVersions, name) {
			all = append(all, foreign(fmt.Sprintf("cases/%s/%s", k.c.ID, name)))
		}
	}
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
			if left, err := v.own(ctx); !incomplete.planned && (err != nil || len(left) > 0) {
				all = append(all, cmp.Or(err, foreign(strings.TrimSuffix(v.name(""), "/"))))
			}
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

// inside returns the versions that have a folder or are in case.yaml, and the names of
// all else in the case's folder.
func (k *checking) inside(ctx context.Context) (numbers []int, others []string, err error) {
	numbers, others, err = k.c.inside(ctx)
	for _, r := range k.info.Versions {
		numbers = append(numbers, r.Version)
	}
	if k.info.LatestVersion > 0 {
		numbers = append(numbers, k.info.LatestVersion)
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), others, err
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
		sum, err = hashOf(ctx, v.c.cs.st, name)
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
