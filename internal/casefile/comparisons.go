package casefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Comparisons keeps what judges said of a scene's submissions two at a time. What
// was kept never changes, except the plan, which each run replaces.
type Comparisons struct {
	*Ledger
	st  Storage
	dir string
}

// Comparisons returns the comparisons of a scene; there may be none yet.
func (cs *Cases) Comparisons(scene string) *Comparisons {
	return cs.kept("comparisons/" + scene)
}

// Immunity returns what judges said of a scene's documents with and without attacks:
// replies and a plan, and nothing else.
func (cs *Cases) Immunity(scene string) *Comparisons { return cs.kept("immunity/" + scene) }

func (cs *Cases) kept(dir string) *Comparisons {
	return &Comparisons{Ledger: &Ledger{st: cs.st, dir: dir}, st: cs.st, dir: dir}
}

// ErrComparing is the error of a scene whose submissions another process compares, or
// whose panel it measures.
var ErrComparing = errors.New("another process compares the scene's submissions")

// Lock takes the scene's comparisons, or what Immunity keeps, for one run. ErrComparing: another has them.
func (c *Comparisons) Lock(ctx context.Context) (unlock func(), err error) {
	unlock, ok, err := c.st.Lock(ctx, c.dir+"/.lock")
	if err == nil && !ok {
		err = ErrComparing
	}
	return unlock, err
}

// Plan returns what SetPlan wrote last, nil if there is nothing.
func (c *Comparisons) Plan(ctx context.Context) ([]byte, error) {
	data, err := c.st.Read(ctx, c.dir+"/plan.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// SetPlan replaces the plan, unless it is the same.
func (c *Comparisons) SetPlan(ctx context.Context, data []byte) error {
	if _, equal, err := equalFile(ctx, c.st, c.dir+"/plan.json", data); equal || err != nil {
		return err
	}
	return c.st.Write(ctx, File{Name: c.dir + "/plan.json", Data: data})
}

// List returns the names of the files of a kind, sorted.
func (c *Comparisons) List(ctx context.Context, kind string) ([]string, error) {
	return jsonFiles(ctx, c.st, c.dir+"/"+kind)
}

// jsonFiles returns the names of the JSON files in a folder, sorted, without those
// that begin with a dot.
func jsonFiles(ctx context.Context, st Storage, dir string) ([]string, error) {
	names, err := st.List(ctx, dir)
	return slices.DeleteFunc(names, func(n string) bool { return !strings.HasSuffix(n, ".json") || strings.HasPrefix(n, ".") }), err
}

// Read returns a file of a kind.
func (c *Comparisons) Read(ctx context.Context, kind, name string) ([]byte, error) {
	return c.st.Read(ctx, c.dir+"/"+kind+"/"+name)
}

// Keep writes a file durably that never changes; one that is there stays.
func (c *Comparisons) Keep(ctx context.Context, kind, name string, data []byte) error {
	err := c.st.Write(ctx, File{Name: c.dir + "/" + kind + "/" + name, Data: data, Once: true})
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// Discard moves a file aside that is not what was written, to a name with .bad in
// it.
func (c *Comparisons) Discard(ctx context.Context, kind, name string) error {
	full := c.dir + "/" + kind + "/" + name
	data, err := c.st.Read(ctx, full)
	if err != nil {
		return fmt.Errorf("move a damaged comparison aside: %w", err)
	}
	return moveAside(ctx, c.st, full, data)
}
