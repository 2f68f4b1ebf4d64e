package casefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var caseID = regexp.MustCompile(`^C-\d{4}-(\d{4}|[1-9]\d{4,8})$`)

// IsID reports whether a name has the form of a case's id.
func IsID(name string) bool { return caseID.MatchString(name) }

// nextID gives a number that neither storage nor this process has used, that no
// report folder names, and that is not recorded as taken: a case may have been
// moved away or deleted, and its number must not name another one. owned is the case
// whose case.yaml names the report folder, nil if there is none.
func (cs *Cases) nextID(ctx context.Context, year int, folder string) (id string, owned *Case, err error) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	for {
		if _, known := cs.last[year]; !known {
			if err := cs.survey(ctx, year); err != nil {
				return "", nil, err
			}
		}
		cs.last[year]++
		id = fmt.Sprintf("C-%04d-%04d", year, cs.last[year])
		_, err = cs.st.Read(ctx, takenName(id))
		if errors.Is(err, fs.ErrNotExist) {
			return id, cs.owned[folder], nil
		}
		if err != nil {
			return "", nil, err
		}
		delete(cs.last, year) // another process takes numbers too
	}
}

// survey reads which numbers of a year are taken, and which case owns each report
// folder.
func (cs *Cases) survey(ctx context.Context, year int) error {
	last, err := cs.highest(ctx, year)
	if err != nil {
		return err
	}
	cases, err := cs.Index(ctx, Filter{})
	for _, e := range cases {
		cs.owned[e.Folder] = e.Case // those that can't be read have none
	}
	cs.last[year] = last
	return err
}

// made notes a case that was created.
func (cs *Cases) made(info Info) *Case {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.caseOf(info)
	cs.owned[c.Folder] = c
	return c
}

// highest returns the highest number of a year that storage holds or held, 0 if
// there is none. An empty folder, left by a maker that died, has no number.
func (cs *Cases) highest(ctx context.Context, year int) (last int, err error) {
	take := func(id string) {
		if y, n := idParts(id); y == year {
			last = max(last, n)
		}
	}
	taken, err := cs.st.List(ctx, takenDir)
	if err != nil {
		return 0, err
	}
	for _, id := range taken {
		if caseID.MatchString(id) {
			take(id)
		}
	}
	if err := cs.eachOwner(ctx, func(_ string, o folderOwner) error { take(o.ID); return nil }); err != nil {
		return 0, err
	}
	ids, err := cs.List(ctx)
	if err != nil {
		return 0, err
	}
	for _, id := range slices.Backward(ids) {
		y, n := idParts(id)
		if y != year || n <= last {
			continue
		}
		if inside, err := cs.st.List(ctx, "cases/"+id); len(inside) > 0 || err != nil {
			return n, ctx.Err() // what can't be listed has its number
		}
	}
	return last, nil
}

// forget has the next nextID look at the storage again: another process takes
// numbers too.
func (cs *Cases) forget(year int) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	delete(cs.last, year)
}

func idParts(id string) (year, number int) {
	year, _ = strconv.Atoi(id[2:6])
	number, _ = strconv.Atoi(id[7:])
	return year, number
}

// CompareIDs orders ids by year and number; both must be ids.
func CompareIDs(a, b string) int {
	ya, na := idParts(a)
	yb, nb := idParts(b)
	if ya != yb {
		return ya - yb
	}
	return na - nb
}

// disown forgets the case that owned a report folder.
func (cs *Cases) disown(folder string) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	delete(cs.owned, folder)
}

// numbers returns the numbers of the version folders, ascending.
func (c *Case) numbers(ctx context.Context) ([]int, error) {
	numbers, _, err := c.inside(ctx)
	return numbers, err
}

// inside lists the case's folder: the numbers of the version folders, ascending, and
// the names of what is no version, folders with a "/" at the end.
func (c *Case) inside(ctx context.Context) (numbers []int, others []string, err error) {
	names, err := c.cs.st.List(ctx, "cases/"+c.ID)
	for _, name := range names {
		if n, ok := versionNumber(strings.TrimSuffix(name, "/")); ok && strings.HasSuffix(name, "/") {
			numbers = append(numbers, n)
		} else {
			others = append(others, name)
		}
	}
	slices.Sort(numbers)
	return numbers, others, err
}

// lastNumber returns the highest number that was published or has a snapshot,
// whatever was deleted since, as long as case.yaml or the report folder remains.
func (c *Case) lastNumber(ctx context.Context) (int, error) {
	last, err := c.cs.lastSnapshot(ctx, c.Folder)
	if err != nil {
		return 0, err
	}
	cl, _, err := c.cs.readOwner(ctx, c.Folder)
	if err != nil {
		return 0, err
	}
	if cl.ID == c.ID {
		last = max(last, cl.Latest)
	}
	info, err := c.Info(ctx)
	if err != nil {
		return 0, err
	}
	last = max(last, info.LatestVersion)
	if n := len(info.Versions); n > 0 {
		last = max(last, info.Versions[n-1].Version)
	}
	return last, nil
}

func versionNumber(s string) (int, bool) {
	digits, ok := strings.CutPrefix(s, "v")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n > 0 && strconv.Itoa(n) == digits
}
