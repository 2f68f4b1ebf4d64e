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

// Sealed is a complete version that was held to its version.json.
type Sealed struct {
	Marker []byte            // version.json
	Files  map[string][]byte // those that were asked for and that it holds, by name

	v *Version
	m marker
}

// Sealed verifies complete version number against version.json as Verify does,
// and returns the wanted ones of its files. A version that somebody is publishing
// at this moment is ErrPublishing.
func (c *Case) Sealed(ctx context.Context, number int, want ...string) (*Sealed, error) {
	return (&Version{Number: number, c: c}).sealed(ctx, want)
}

func (v *Version) sealed(ctx context.Context, want []string) (*Sealed, error) {
	data, err := v.readMarker(ctx)
	if err != nil {
		return nil, err
	}
	out := &Sealed{Marker: data, Files: make(map[string][]byte, len(want)), v: v}
	if err := json.Unmarshal(data, &out.m); err != nil || out.m.Schema != 1 || out.m.Version != v.Number {
		return nil, fmt.Errorf("%s is damaged: restore it from a backup", v.name(markerFile))
	}
	var all []error
	listed := map[string]bool{markerFile: true}
	for _, f := range out.m.Files {
		listed[f.Name] = true
		data, err := v.verified(ctx, v.name(f.Name), f.SHA256, slices.Contains(want, f.Name))
		if data != nil {
			out.Files[f.Name] = data
		}
		all = append(all, err)
	}
	_, err = v.verified(ctx, v.report(out.m.Report.Name), out.m.Report.SHA256, false)
	all = append(all, err)
	there, err := v.own(ctx)
	all = append(all, err)
	for _, name := range there {
		if !listed[name] {
			all = append(all, fmt.Errorf("%s was added after the version was published: remove it", v.name(name)))
		}
	}
	return out, errors.Join(all...)
}

// editable begins the names of report files that people may change: the deck of
// a meeting.
const editable = "meeting-summary."

// VerifyReports holds the report folder to what the version, the latest one,
// published there: every file is there with its bytes. Of versions of earlier
// releases only report.md is known, which is the snapshot, and it may be missing.
// All differences come at once; while a later version is being published there
// are none.
func (s *Sealed) VerifyReports(ctx context.Context) error {
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

// own returns the names of the version's files, its replies among them, but not
// what stands in other folders.
func (v *Version) own(ctx context.Context) ([]string, error) {
	all, err := v.c.cs.st.List(ctx, fmt.Sprintf("cases/%s/v%d", v.c.ID, v.Number))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range all {
		switch {
		case name == "replies/":
			replies, err := v.replies(ctx)
			if err != nil {
				return nil, err
			}
			out = append(out, replies...)
		case !strings.HasSuffix(name, "/"):
			out = append(out, name)
		}
	}
	return out, nil
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
	missing := fmt.Errorf("version %d of case %s is not complete: run its review again", v.Number, v.c.ID)
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
