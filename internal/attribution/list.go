package attribution

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"judgement/internal/casefile"
)

// ids returns the ids of the cases to check: the named one, or all by year and
// number. A link that leads nowhere or out of the workspace, or a file with
// the name of a case, is among them: it is an error to be seen.
func (c *Checker) ids(ctx context.Context, name string) ([]string, error) {
	if name != "" {
		id, err := c.idOf(ctx, name)
		return []string{id}, err
	}
	names, err := c.Storage.List(ctx, "cases")
	if err != nil {
		return nil, fmt.Errorf("list the cases: %w", err)
	}
	var ids []string
	for _, name := range names {
		if id := strings.TrimSuffix(name, "/"); casefile.IsID(id) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, casefile.CompareIDs)
	return ids, nil
}

// idOf finds a case by id, report folder, a path to either, or its brand.
func (c *Checker) idOf(ctx context.Context, name string) (string, error) {
	return casefile.New(c.Storage, c.Now).IDOf(ctx, name)
}
