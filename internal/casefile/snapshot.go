package casefile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"judgement/internal/fault"
	"judgement/internal/text"
)

// Snapshot returns the immutable copy of the version's report with an ending such as
// html. fs.ErrNotExist: the version kept none. One that is missing or not as it was
// published is fault.Changed.
func (v *Version) Snapshot(ctx context.Context, ending string) ([]byte, error) {
	mark, err := v.Read(ctx, manifestFile)
	if err != nil {
		return nil, err
	}
	var m manifest
	if err := json.Unmarshal(mark, &m); err != nil {
		return nil, fault.New(fault.Changed, err, "text", v.name(manifestFile)+" is damaged: "+restore)
	}
	for _, f := range append(m.Snapshots, m.Report) {
		if !strings.HasSuffix(f.Name, "."+ending) {
			continue
		}
		data, err := v.c.cs.st.Read(ctx, v.report(f.Name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			err = fault.New(fault.Changed, nil, "text", fmt.Sprintf("%s %s: %s", v.report(f.Name), missing, restore))
		case err == nil && text.Hash(data) != f.SHA256:
			err = fault.New(fault.Changed, nil, "text", fmt.Sprintf("%s %s: %s", v.report(f.Name), changed, restore))
		}
		return data, err
	}
	return nil, fs.ErrNotExist
}

// dateOfSnapshot returns the day that the version's snapshot is named after,
// empty if there is none.
func (v *Version) dateOfSnapshot(ctx context.Context) (string, error) {
	names, err := v.c.cs.st.List(ctx, v.report("versions"))
	for _, name := range names {
		if n, date, ok := snapshotName(name); ok && n == v.Number {
			return date, nil
		}
	}
	return "", err
}

// snapshotName splits the name of a snapshot such as v1_2026-03-01.md.
func snapshotName(name string) (version int, date string, ok bool) {
	head, rest, _ := strings.Cut(name, "_")
	date, ending, _ := strings.Cut(rest, ".")
	version, ok = versionNumber(head)
	if _, err := time.Parse(time.DateOnly, date); err != nil || ending == "" {
		ok = false
	}
	return version, date, ok
}

// lastSnapshot returns the highest number among a report folder's snapshots, which
// outlive a case folder that a user removed; 0 without any.
func (cs *Cases) lastSnapshot(ctx context.Context, folder string) (int, error) {
	names, err := cs.st.List(ctx, "reports/"+folder+"/versions")
	last := 0
	for _, name := range names {
		head, _, _ := strings.Cut(name, "_")
		if n, ok := versionNumber(head); ok {
			last = max(last, n)
		}
	}
	return last, err
}
