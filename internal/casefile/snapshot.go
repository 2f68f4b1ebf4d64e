package casefile

import (
	"context"
	"strings"
	"time"
)

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
