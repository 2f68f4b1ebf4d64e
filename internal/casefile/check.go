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
	"judgement/internal/text"
)

// MaxInfo is the greatest size of case.yaml in bytes.
const MaxInfo = 4 << 20

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

// ErrPublishing is the error of a version that is being published: case.yaml
// names it already, and it is complete in a moment.
const ErrPublishing = fault.Publishing

// restore is what to do about a file that nothing makes again.
const restore = "restore it from a backup"

// verify compares a complete version with its version.json, and this with the hash
// that case.yaml has of it; content is as in changedFiles. A version that a run
// is publishing at this moment is ErrPublishing, one that is not complete an
// *incompleteError. All differences come at once. The manifest is nil if it can't be
// read.
func (v *Version) verify(ctx context.Context, recorded string, content map[string][]byte) (*manifest, error) {
	data, err := v.readManifest(ctx)
	if err != nil {
		return nil, err
	}
	m, err := v.decodeManifest(data, recorded)
	if m == nil {
		return nil, err
	}
	all := []error{err}
	own, snapshots := map[string]string{}, map[string]string{}
	for _, f := range m.Files {
		own[v.name(f.Name)] = f.SHA256
	}
	for _, f := range m.snapshots() {
		snapshots[v.report(f.Name)] = f.SHA256
	}
	st := v.c.cs.st
	found := append(changedFiles(ctx, st, own, content), changedFiles(ctx, st, snapshots, nil)...)
	found = append(found, addedFiles(ctx, st, v.dir(), []string{"replies/"}, func(name string) bool {
		// An earlier release may have finished a run of this one, and listed replies alone.
		return name == manifestFile || own[v.name(name)] != "" || m.Schema == firstSchema && strings.HasSuffix(name, spentFile)
	})...)
	for _, d := range found {
		all = append(all, d.error(restore))
	}
	return m, errors.Join(all...)
}

// decodeManifest decodes version.json and compares it with the hash that case.yaml has of
// it. The manifest is nil if it can't be read.
func (v *Version) decodeManifest(data []byte, recorded string) (*manifest, error) {
	m := &manifest{raw: data}
	if err := json.Unmarshal(data, m); err != nil || m.Schema < firstSchema || m.Schema > recordedSchema || m.Version != v.Number {
		return nil, fmt.Errorf("%s is damaged: %s", v.name(manifestFile), restore)
	}
	switch {
	case recorded == "" && m.Schema >= recordedSchema:
		return m, fmt.Errorf("%s has no hash of version %d: %s", caseName(v.c.ID), v.Number, restore)
	case recorded != "" && text.Hash(data) != recorded:
		return m, fmt.Errorf("%s %s: %s", v.name(manifestFile), changed, restore)
	}
	return m, nil
}

// Unchanged checks what a report is rendered from: the files of a complete version
// that are there, without the replies, have the bytes that were published. The error
// is a fault.Changed.
func (v *Version) Unchanged(ctx context.Context) error {
	info, err := v.c.Info(ctx)
	if err != nil {
		return err
	}
	data, err := v.Read(ctx, manifestFile)
	if err != nil {
		return err
	}
	m, err := v.decodeManifest(data, info.recorded(v.Number))
	all := []error{err}
	if m != nil {
		own := map[string]string{}
		for _, f := range m.Files {
			if !strings.HasPrefix(f.Name, "replies/") {
				own[v.name(f.Name)] = f.SHA256
			}
		}
		for _, d := range changedFiles(ctx, v.c.cs.st, own, nil) {
			if d.what == changed {
				all = append(all, d.error(restore))
			}
		}
	}
	if err := errors.Join(all...); err != nil {
		return differs(err)
	}
	return nil
}

// snapshots are the version's files in versions/ of the report folder.
func (m *manifest) snapshots() []hashedFile { return append([]hashedFile{m.Report}, m.Snapshots...) }

// An incompleteError is about a version that has no version.json.
type incompleteError struct {
	v       *Version
	planned bool // it has a plan
}

func (e *incompleteError) Error() string {
	if !e.planned {
		return fmt.Sprintf("%s is missing: %s", e.v.dir(), restore)
	}
	return fmt.Sprintf("version %d of case %s is not complete: run its review again, or restore its version.json from a backup", e.v.Number, e.v.c.ID)
}

// readManifest reads version.json, which comes last of all when a version is
// published.
func (v *Version) readManifest(ctx context.Context) ([]byte, error) {
	data, err := v.Read(ctx, manifestFile)
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
	data, err = v.Read(ctx, manifestFile) // it may be complete by now
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &incompleteError{v, true}
	}
	return data, err
}

// runs reports whether a process runs the version, which has a plan.
func (v *Version) runs(ctx context.Context) (bool, error) {
	unlock, free, err := v.c.cs.st.Lock(ctx, v.name("plan.json"))
	if free {
		unlock()
	}
	return err == nil && !free, err
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

// Tries of Check while a run publishes, and the pause between them.
const (
	checkTries = 4
	checkPause = 20 * time.Millisecond
)

// Check compares every file of every version with the hashes that were recorded
// when it was published: no file was changed, removed or added, and the report
// folder has what the latest version published there. info is the content of
// case.yaml. It returns the wanted files of the latest version. Nothing is rendered
// again. All differences come at once, in a fault.Changed. While the latest version
// is being published the error is ErrPublishing.
func (c *Case) Check(ctx context.Context, info Info, editable Editable, want ...string) (*Published, error) {
	for try := 1; ; try++ {
		k := &checking{c: c, info: &info, editable: editable}
		err := k.versions(ctx, want)
		if err == nil || errors.Is(err, ErrPublishing) || ctx.Err() != nil {
			return &k.out, err
		}
		now, infoErr := c.Info(ctx)
		edited := infoErr == nil && !reflect.DeepEqual(now, info)
		if try == checkTries || !edited && !k.running {
			return &k.out, k.differs(err)
		}
		if edited {
			info = now
		}
		time.Sleep(checkPause) // what was found may be a publication half-way
	}
}

// differs is the error about all that is not as it was published, each with its fix.
func differs(err error) *fault.Error { return fault.New(fault.Changed, err, "text", err.Error()) }

// checking is one try of Check.
type checking struct {
	c        *Case
	info     *Info
	editable Editable
	out      Published
	running  bool // a process runs one of the versions
	render   bool // a report file differs that can be rendered again
}

// differs is the error about the case. Its parameter render is the case if rendering
// it again is a fix.
func (k *checking) differs(err error) error {
	if err == nil {
		return nil
	}
	f := differs(err)
	if k.render {
		f = f.With("render", k.c.ID)
	}
	return f
}

// versions compares all versions, and what is in the case's two folders.
func (k *checking) versions(ctx context.Context, want []string) error {
	numbers, others, err := k.c.inside(ctx)
	if err != nil {
		return err
	}
	all := []error{k.owner(ctx)}
	for _, name := range others {
		if !slices.Contains(besideVersions, name) {
			all = append(all, foreign("cases/"+k.c.ID+"/"+name))
		}
	}
	r := reportFolder{snapshots: map[string]bool{}, broken: map[int]bool{}}
	for _, n := range k.numbers(numbers) {
		v := &Version{Number: n, c: k.c}
		m, err := k.version(ctx, v, want)
		publishing := errors.Is(err, ErrPublishing)
		if publishing && n == k.info.LatestVersion {
			return err
		}
		if k.running = k.running || publishing; !publishing {
			all = append(all, err)
		}
		if m == nil {
			r.broken[n] = err != nil && !publishing
			continue
		}
		k.out.Versions = append(k.out.Versions, n)
		for _, f := range m.snapshots() {
			r.snapshots[f.Name] = true
		}
		if m.Schema < recordedSchema {
			k.out.Unrecorded = append(k.out.Unrecorded, n)
		}
		if n == k.info.LatestVersion {
			r.latest, k.out.Manifest = m, m.raw
		}
	}
	return errors.Join(append(all, k.reports(ctx, r)...)...)
}

// version compares one version. Of one that was begun and not published there is no
// manifest and no error.
func (k *checking) version(ctx context.Context, v *Version, want []string) (*manifest, error) {
	latest, recorded, content := k.info.LatestVersion, k.info.recorded(v.Number), map[string][]byte{}
	if v.Number == latest {
		for _, name := range want {
			content[v.name(name)] = nil
		}
	}
	m, err := v.verify(ctx, recorded, content)
	if m != nil {
		err = errors.Join(err, k.created(m))
	}
	var incomplete *incompleteError
	if errors.As(err, &incomplete) && v.Number != latest && recorded == "" {
		left, err := unlisted(ctx, v.c.cs.st, v.dir(), []string{"replies/"}, func(string) bool { return false })
		if incomplete.planned || err == nil && len(left) == 0 {
			return nil, nil
		}
		return nil, cmp.Or(err, foreign(v.dir()))
	}
	if err == nil && v.Number > latest {
		err = fmt.Errorf("%s: latest_version is %d and was %d: restore the file from a backup", caseName(k.c.ID), latest, v.Number)
	}
	if v.Number == latest {
		k.out.Files = map[string][]byte{}
		for _, name := range want {
			if data := content[v.name(name)]; data != nil {
				k.out.Files[name] = data
			}
		}
	}
	return m, err
}

// created compares created_at with what a version recorded of it. A version of an
// earlier release recorded only its own start, before which the case was created.
func (k *checking) created(m *manifest) error {
	at := k.info.CreatedAt
	if want := m.CaseCreatedAt; at.Equal(want) || want.IsZero() && !at.After(m.StartedAt) {
		return nil
	}
	return fmt.Errorf("%s: created_at is not what version %d recorded: %s", caseName(k.c.ID), m.Version, restore)
}

func foreign(name string) error {
	return fmt.Errorf("%s is not part of the case: remove it", strings.TrimSuffix(name, "/"))
}

// numbers returns the versions that have a folder or are in case.yaml.
func (k *checking) numbers(folders []int) []int {
	for _, r := range k.info.Versions {
		folders = append(folders, r.Version)
	}
	if k.info.LatestVersion > 0 {
		folders = append(folders, k.info.LatestVersion)
	}
	slices.Sort(folders)
	return slices.Compact(folders)
}
