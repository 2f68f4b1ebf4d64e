package outbox

import (
	"context"
	"errors"
	"sync"
)

// Once tries what is due now, up to 32 messages, and returns how many it tried.
// The error is the outbox's.
func (d *Deliverer) Once(ctx context.Context) (int, error) {
	claimed, err := d.claim(ctx, atOnce)
	var trying sync.WaitGroup
	errs := make([]error, len(claimed))
	for i, m := range claimed {
		trying.Go(func() { errs[i] = d.try(ctx, m) })
	}
	trying.Wait()
	return len(claimed), errors.Join(append(errs, err)...)
}
