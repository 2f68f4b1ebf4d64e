package casefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"judgement/internal/fault"
)

// LostCase is a case without a case.yaml, although its number was taken or something
// that it published is there.
type LostCase struct {
	ID     string
	Scene  string // empty: nothing says which
	Folder string // of its reports; empty: that is gone too
}

// Error says what is missing and what to do.
func (l *LostCase) Error() string {
	return fmt.Sprintf("%s is missing: restore cases/%s from a backup, %s", caseName(l.ID), l.ID, l.onPurpose())
}

// onPurpose is what to do about a case that a person deleted.
func (l *LostCase) onPurpose() string {
	left := takenName(l.ID)
	if l.Folder != "" {
		left = "reports/" + l.Folder + " and " + left
	}
	return "or remove " + left + " if the case was deleted on purpose"
}

// damage is the error about a case that lacks case.yaml or the owner of its report
// folder although something of it was published. It is nil if nothing was: its
// first review stopped before it began.
func (cs *Cases) damage(ctx context.Context, c *Case) error {
	info, err := cs.readInfo(ctx, c.ID)
	if err == nil && info.LatestVersion > 0 && info.ReportFolder == c.Folder {
		return fault.New(fault.DamagedCase, nil, "text", fmt.Sprintf("%s of case %s is missing", ownerName(c.Folder), c.ID), "fix", restoreOwner(&info))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lost, err := cs.Lost(ctx)
	i := slices.IndexFunc(lost, func(l LostCase) bool { return l.ID == c.ID })
	if err != nil || i < 0 || lost[i].Folder == "" {
		return err
	}
	l := lost[i]
	return fault.New(fault.DamagedCase, nil, "text", caseName(c.ID)+" is missing", "fix", "restore case.yaml from a backup, "+l.onPurpose())
}

// restoreOwner is what to do about a report folder without an owner.
func restoreOwner(i *Info) string {
	o := folderOwner{Schema: 1, ID: i.ID, Scene: i.Scene, Brand: i.Brand, Latest: i.LatestVersion, CreatedAt: i.CreatedAt}
	f, err := o.file(i.ReportFolder)
	if err != nil {
		return "restore it from a backup"
	}
	return "restore it from a backup, or write " + strings.TrimSpace(string(f.Data)) + " into it"
}

// Lost returns the cases that have no case.yaml any more, by id. They are known from
// the report folders, and from the record of taken numbers. A case of which nothing
// was published when its maker died is not among them.
func (cs *Cases) Lost(ctx context.Context) ([]LostCase, error) {
	known := map[string]bool{} // cases that are there or were looked at
	err := cs.st.ReadEach(ctx, "cases", infoFile, 0, func(id string, _ []byte, _ error) error {
		known[id] = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	var lost []LostCase
	err = cs.eachOwner(ctx, func(folder string, o folderOwner) error {
		if known[o.ID] {
			return nil
		}
		last, err := cs.lastSnapshot(ctx, folder)
		if known[o.ID] = true; o.Latest > 0 || last > 0 {
			lost = append(lost, LostCase{o.ID, o.Scene, folder})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	taken, err := cs.st.List(ctx, takenDir)
	for _, id := range taken {
		if caseID.MatchString(id) && !known[id] && !slices.Contains(taken, id+deletedEnding) {
			lost = append(lost, LostCase{ID: id})
		}
	}
	slices.SortFunc(lost, func(a, b LostCase) int { return CompareIDs(a.ID, b.ID) })
	return lost, err
}

// eachOwner calls found with each report folder that belongs to a case, in order.
// A folder whose owner can't be read is its own case's trouble.
func (cs *Cases) eachOwner(ctx context.Context, found func(folder string, o folderOwner) error) error {
	return cs.st.ReadEach(ctx, "reports", ownerFile, MaxInfo, func(folder string, data []byte, err error) error {
		if err != nil {
			return nil
		}
		o, ok := decodeOwner(data)
		if !ok {
			return nil
		}
		return found(folder, o)
	})
}
