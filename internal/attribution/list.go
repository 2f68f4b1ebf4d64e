package attribution

import (
	"context"

	"judgement/internal/casefile"
)

// ids returns the ids of the cases to check: the named one, or all by year and number.
func (c *Checker) ids(ctx context.Context, name string) ([]string, error) {
	if name != "" {
		id, err := c.idOf(ctx, name)
		return []string{id}, err
	}
	return casefile.New(c.Storage, c.Now).List(ctx)
}

// idOf finds a case by id, report folder, a path to either, or its brand.
func (c *Checker) idOf(ctx context.Context, name string) (string, error) {
	return casefile.New(c.Storage, c.Now).IDOf(ctx, name)
}
