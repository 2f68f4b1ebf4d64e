package casefile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"

	"judgement/internal/fault"
)

// Ref says which case is meant: one brand under one scene.
type Ref struct {
	Scene       string // slug
	BrandPrefix string // the scene's report.brand_prefix, may be empty
	Brand       string // with or without the prefix
}

// Cases finds and makes cases on a Storage. It is safe for concurrent use, also
// by many processes over one storage.
type Cases struct {
	st  Storage
	now func() time.Time

	mu   sync.Mutex
	last map[int]int // highest number known to be taken, by year
	// owned are the cases known by their report folders. It is complete for the years
	// of last: who makes a case takes a number.
	owned map[string]*Case
}

// New returns the cases on a storage. now gives the times that are recorded.
func New(st Storage, now func() time.Time) *Cases {
	return &Cases{st: st, now: now, last: map[int]int{}, owned: map[string]*Case{}}
}

// Case is one brand under one scene. Its fields don't change.
type Case struct {
	ID     string // C-YYYY-NNNN
	Scene  string
	Brand  string // without the scene's prefix
	Folder string // of its reports, under reports/

	cs *Cases
}

// folderOwner is reports/<folder>/.case.json: the case that a report folder belongs
// to.
type folderOwner struct {
	Schema int    `json:"schema"`
	ID     string `json:"id"`
	Scene  string `json:"scene"`
	Brand  string `json:"brand"`
	// Latest is the highest version that was published. It outlives a case folder
	// that a user removed.
	Latest int `json:"latest_version,omitempty"`
	// CreatedAt is that of case.yaml; zero in folders of earlier releases.
	CreatedAt time.Time `json:"created_at,omitzero"`
}

func (o *folderOwner) file(folder string) (File, error) {
	data, err := json.Marshal(o)
	if err != nil {
		return File{}, fmt.Errorf("encode %s: %w", ownerName(folder), err)
	}
	return File{Name: ownerName(folder), Data: append(data, '\n')}, nil
}

// Errors of this package that callers distinguish.
const (
	ErrNotFound   = fault.UnknownCase
	ErrAmbiguous  = fault.AmbiguousCase // several cases have the brand
	ErrOtherScene = fault.OtherScene    // the report folder belongs to another scene
)

// Open finds the case of a brand under a scene or makes it. A report folder
// that belongs to another scene is ErrOtherScene; a brand that can't name a
// folder is CheckBrand's error. A case of which case.yaml or the folder's owner is
// gone is fault.DamagedCase: it is not made a second time. One whose whole folder was
// deleted gets its number back.
func (cs *Cases) Open(ctx context.Context, ref Ref) (*Case, error) {
	folder, brand, err := folderOf(ref.BrandPrefix, ref.Brand)
	if err != nil {
		return nil, err
	}
	want := &Case{Scene: ref.Scene, Brand: brand, Folder: folder, cs: cs}
	if c, err := cs.claimed(ctx, want); c != nil || err != nil {
		return c, err
	}
	unlock, err := cs.lockFolder(ctx, folder)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if c, err := cs.claimed(ctx, want); c != nil || err != nil {
		return c, err
	}
	return cs.create(ctx, want)
}

// Existing is the case that Open would find; nil if it would make one.
func (cs *Cases) Existing(ctx context.Context, ref Ref) (*Case, error) {
	folder, brand, err := folderOf(ref.BrandPrefix, ref.Brand)
	if err != nil {
		return nil, err
	}
	return cs.claimed(ctx, &Case{Scene: ref.Scene, Brand: brand, Folder: folder, cs: cs})
}

// claimed returns the case that want's folder belongs to, nil if there is
// none or if its maker died half-way.
func (cs *Cases) claimed(ctx context.Context, want *Case) (*Case, error) {
	cl, ok, err := cs.readOwner(ctx, want.Folder)
	if err != nil || !ok {
		return nil, err
	}
	if cl.Scene != want.Scene {
		return nil, fault.New(ErrOtherScene, nil, "folder", "reports/"+want.Folder, "scene", cl.Scene, "case", cl.ID, "asked", want.Scene)
	}
	info, err := cs.readInfo(ctx, cl.ID)
	if errors.Is(err, fs.ErrNotExist) {
		// A person who deletes all of a case may have it judged again under its number.
		c := &Case{ID: cl.ID, Scene: cl.Scene, Folder: want.Folder, cs: cs}
		if left, err := c.Versions(ctx); err != nil || len(left) == 0 {
			return nil, err
		}
		return nil, cs.damage(ctx, c)
	}
	if err != nil {
		return nil, err
	}
	if info.ReportFolder != want.Folder {
		return nil, nil // its maker died, and another brand got the number
	}
	if info.Scene != want.Scene {
		return nil, fmt.Errorf("case %s is of scene %s but reports/%s says %s: correct one of case.yaml and .case.json",
			cl.ID, info.Scene, want.Folder, cl.Scene)
	}
	return cs.caseOf(info), nil
}

// create takes the next number for a folder that has no case. The claim comes
// first, so that a crash leaves no case that can't be found. The caller holds the
// folder's lock.
func (cs *Cases) create(ctx context.Context, want *Case) (*Case, error) {
	owner, had, err := cs.readOwner(ctx, want.Folder)
	if err != nil {
		return nil, err
	}
	created := cs.now().UTC().Truncate(time.Second)
	for ; ; had = false {
		if !had {
			owner = folderOwner{Schema: 1, Scene: want.Scene, Brand: want.Brand}
			var owned *Case
			if owner.ID, owned, err = cs.nextID(ctx, created.Year(), want.Folder); err != nil {
				return nil, err
			}
			if c, err := cs.reclaim(ctx, want, owned); c != nil || err != nil {
				return c, err
			}
		}
		owner.CreatedAt = created
		info := Info{Schema: 1, ID: owner.ID, Scene: want.Scene, Brand: want.Brand, ReportFolder: want.Folder, CreatedAt: created}
		claim, err := owner.file(want.Folder)
		if err != nil {
			return nil, err
		}
		data, err := info.encode()
		if err != nil {
			return nil, err
		}
		taken, own := File{Name: takenName(info.ID), Once: true}, File{Name: caseName(info.ID), Data: data, Once: true}
		if err = cs.st.Write(ctx, claim); err == nil {
			err = cs.st.Write(ctx, taken, own) // in this order
		}
		if had && errors.Is(err, fs.ErrExist) {
			err = cs.st.Write(ctx, own) // its number was taken before its maker died
		}
		if err == nil {
			return cs.made(info), nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("create case of brand %s: %w", want.Brand, err)
		}
		cs.forget(created.Year())
	}
}

// reclaim gives the case that owned want's folder its folder back if nothing of it
// was published. It returns nil if there is no such case.
func (cs *Cases) reclaim(ctx context.Context, want, owned *Case) (*Case, error) {
	if owned == nil {
		return nil, nil
	}
	if err := cs.damage(ctx, owned); err != nil {
		return nil, err
	}
	info, err := owned.Info(ctx)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.ReportFolder != want.Folder {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	o := folderOwner{Schema: 1, ID: info.ID, Scene: info.Scene, Brand: info.Brand, CreatedAt: info.CreatedAt}
	claim, err := o.file(want.Folder)
	if err == nil {
		err = cs.st.Write(ctx, claim)
	}
	if err != nil {
		return nil, err
	}
	return cs.claimed(ctx, want)
}

// Info reads case.yaml.
func (c *Case) Info(ctx context.Context) (Info, error) { return c.cs.readInfo(ctx, c.ID) }

// Update changes case.yaml under the case's lock: change gets the current
// content and edits it in place; its error ends the update with nothing
// written. Who the case is and its versions aren't for change to touch.
func (c *Case) Update(ctx context.Context, change func(*Info) error) error {
	unlock, err := c.cs.lockFolder(ctx, c.Folder)
	if err != nil {
		return err
	}
	defer unlock()
	info, err := c.Info(ctx)
	if err != nil {
		return err
	}
	before := info
	if err := change(&info); err != nil {
		return err
	}
	info.Schema, info.ID, info.Scene, info.Brand = before.Schema, before.ID, before.Scene, before.Brand
	info.ReportFolder, info.CreatedAt = before.ReportFolder, before.CreatedAt
	info.LatestVersion, info.Versions = before.LatestVersion, before.Versions
	if problems := info.problems(c.ID, nil); len(problems) > 0 {
		return fmt.Errorf("update case %s: %s", c.ID, strings.Join(problems, "; "))
	}
	data, err := info.encode()
	if err != nil {
		return err
	}
	return c.cs.st.Write(ctx, File{Name: caseName(c.ID), Data: data})
}

func (cs *Cases) caseOf(info Info) *Case {
	return &Case{ID: info.ID, Scene: info.Scene, Brand: info.Brand, Folder: info.ReportFolder, cs: cs}
}

func (cs *Cases) readInfo(ctx context.Context, id string) (Info, error) {
	data, err := ReadLimited(ctx, cs.st, caseName(id), MaxInfo)
	if err != nil {
		return Info{}, err
	}
	return parseCase(id, data)
}

// parseCase reads case.yaml of a case.
func parseCase(id string, data []byte) (Info, error) {
	info, err := ParseInfo(caseName(id), id, data)
	if err != nil {
		return info, fault.New(fault.DamagedCase, err, "text", err.Error())
	}
	return info, nil
}

func (cs *Cases) readOwner(ctx context.Context, folder string) (o folderOwner, found bool, err error) {
	data, err := cs.st.Read(ctx, ownerName(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return o, false, nil
	}
	if err != nil {
		return o, false, err
	}
	o, ok := decodeOwner(data)
	if !ok {
		return o, false, fmt.Errorf("%s is damaged: write {\"schema\":1,\"id\":\"C-…\",\"scene\":\"…\",\"brand\":\"…\"} into it, with the id of the case that has this report_folder", ownerName(folder))
	}
	return o, true, nil
}

func decodeOwner(data []byte) (o folderOwner, ok bool) {
	err := json.Unmarshal(data, &o)
	return o, err == nil && o.Schema == 1 && caseID.MatchString(o.ID) && o.Latest >= 0
}

// lockFolder waits for the lock of a report folder, which also guards its case.
func (cs *Cases) lockFolder(ctx context.Context, folder string) (func(), error) {
	return WaitLock(ctx, cs.st, "reports/"+folder+"/"+lockFile)
}

// WaitLock takes the exclusive lock of a name, and waits for it until ctx ends.
func WaitLock(ctx context.Context, st Storage, name string) (unlock func(), err error) {
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
		unlock, ok, err := st.Lock(ctx, name)
		if err != nil || ok {
			return unlock, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for the lock of %s: %w", path.Dir(name), ctx.Err())
		case <-time.After(wait):
		}
	}
}

// takenDir holds an empty file per case, by id: the number is taken even if the
// case is deleted.
const takenDir = ".judgement/cases"

// infoFile is in each case's folder, ownerFile and lockFile in its report folder.
const (
	infoFile  = "case.yaml"
	ownerFile = ".case.json"
	lockFile  = ".lock"
)

func takenName(id string) string     { return takenDir + "/" + id }
func caseName(id string) string      { return "cases/" + id + "/case.yaml" }
func ownerName(folder string) string { return "reports/" + folder + "/" + ownerFile }
